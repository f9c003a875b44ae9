"""`spielzug review`: a golden game, its HTML page, and its errors."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from spielzug.cli.app import app
from spielzug.core.errors import RecordError, UsageError
from spielzug.core.records import load_record
from spielzug.games import NAMES, get_game
from spielzug.review.records import review_from_text

GOLDEN = Path(__file__).parent.parent / "golden" / "tables"
OWN = str(GOLDEN / "game_of_trains" / "2-own_turn.zug")


def newest_record(name: str) -> Path:
    """A finished game of the fewest seats by the newest rules."""
    game = get_game(name)
    rules = f"\nRules: {game.rules_version}\n"
    found = sorted((GOLDEN / name).glob(f"{game.seats[0]}-*.zug"))
    return next(path for path in found if rules in path.read_text("utf-8"))


def review(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["review", *arguments])


@pytest.mark.slow
@pytest.mark.parametrize("game", NAMES)
def test_a_golden_game_is_reviewed(game: str, tmp_path: Path) -> None:
    record, page = newest_record(game), tmp_path / "review.html"
    done = review(
        str(record), "--budget", "2", "--seat", "1", "--json", "--lang", "de", "--html", str(page)
    )
    assert done.exit_code == 0, done.output
    made = review_from_text(done.stdout)
    assert made.game == game
    assert made.entries == len(load_record(record, get_game).log)
    assert [seat.seat for seat in made.by_seat] == [0]
    assert made.decisions and all(decision.seat == 0 for decision in made.decisions)
    assert "Rückblick" in page.read_text("utf-8")


def test_the_terminal_tells_it_in_words() -> None:
    done = review(OWN, "--budget", "2", "--lang", "fr")
    assert done.exit_code == 0
    assert "Précision" in done.stdout and "bilan" in done.stdout


def refused(*arguments: str) -> str:
    done = review(*arguments)
    assert isinstance(done.exception, UsageError | RecordError), done.output
    return str(done.exception)


def test_what_cannot_be_done_is_refused_with_the_way_out(tmp_path: Path) -> None:
    assert "choose 1 to 2" in refused(OWN, "--seat", "3")
    assert "choose 1 to 2" in refused(OWN, "--seat", "0")
    assert "give 1 to 1000000 iterations" in refused(OWN, "--budget", "0")
    assert "`known`" in refused(OWN, "--view", "all")
    assert "choose one of" in refused(OWN, "--lang", "xx")
    assert "create it first" in refused(OWN, "--html", str(tmp_path / "no" / "page.html"))


def test_a_game_that_still_runs_is_not_reviewed(tmp_path: Path) -> None:
    from spielzug.core.luck import SeedLuck
    from spielzug.core.match import Match, Seat
    from spielzug.core.records import save_record

    match = Match(get_game("game_of_trains"), [Seat("Ada"), Seat("Ben")], SeedLuck("1"))
    path = tmp_path / "running.zug"
    save_record(match, path)
    assert f"spielzug play --resume {path}" in refused(str(path))


def test_a_damaged_record_names_its_line(tmp_path: Path) -> None:
    lines = Path(OWN).read_text("utf-8").split("\n")
    path = tmp_path / "damaged.zug"
    path.write_text("\n".join([*lines[:20], *lines[21:]]), encoding="utf-8")
    page = tmp_path / "page.html"
    assert "line " in refused(str(path), "--html", str(page))
    assert not page.exists()
