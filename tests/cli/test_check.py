"""`spielzug check`: whether a record is valid, and whether it is the game that was promised."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from spielzug.bots.external import ProgramError
from spielzug.cli import main
from spielzug.cli.app import app
from spielzug.cli.bot_bridge import SavedStart
from spielzug.core.game import Game
from spielzug.core.luck import SeedLuck, TableLuck
from spielzug.core.match import Match, Seat
from spielzug.core.records import write_record
from spielzug.core.records.writing import checksum
from spielzug.core.texts import UNPRINTABLE
from table_luck import table_match

GOLDEN = Path(__file__).parent.parent / "golden" / "tables" / "game_of_trains"
PEOPLE = [Seat("Ada"), Seat("Ben")]
ALONE = "Only the records themselves were checked"
UNPROVED = "Player names are not verified"


def short(match: Match) -> Match:
    while len(match.log) < 9:
        match.play(match.legal[0])
    return match


def saved(match: Match, folder: Path, name: str = "game.zug") -> str:
    path = folder / name
    path.write_text(write_record(match), encoding="utf-8")
    return str(path)


def check(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["check", *arguments])


def shown_by(command: str, paths: Sequence[Path], capsys: pytest.CaptureFixture[str]) -> str:
    """What the program shows, as its own process would."""
    with pytest.MonkeyPatch.context() as patch, contextlib.suppress(SystemExit):
        patch.setattr("sys.argv", ["spielzug", command, *map(str, paths)])
        main()
    return "".join(capsys.readouterr())


@pytest.fixture
def luck(game_of_trains: Game) -> TableLuck:
    made = table_match(game_of_trains, PEOPLE).luck
    assert isinstance(made, TableLuck)
    return made


@pytest.fixture
def game(game_of_trains: Game, tmp_path: Path) -> str:
    return saved(short(table_match(game_of_trains, PEOPLE)), tmp_path)


@pytest.fixture
def swapped(game_of_trains: Game, tmp_path: Path) -> str:
    """Another secret, other nonces, another list: consistent in themselves."""
    return saved(short(table_match(game_of_trains, PEOPLE, word="swapped")), tmp_path)


def test_without_anything_kept_only_the_record_is_checked(game: str) -> None:
    done = check(game)
    assert done.exit_code == 0
    assert "matches" not in done.output
    assert ALONE in done.output


def test_what_was_kept_is_found_in_the_record(game: str, luck: TableLuck, tmp_path: Path) -> None:
    listed = tmp_path / "start.txt"
    listed.write_text(luck.start.text, encoding="utf-8")
    kept = ["--commitment", f" {luck.secret.commitment.upper()}", "--list", str(listed)]
    for nonce in luck.nonces:
        kept += ["--nonce", nonce]
    done = check(game, *kept)
    assert done.exit_code == 0, done.output
    for said in ("commitment", "nonce (number 1)", "nonce (number 2)", "start list, line by line"):
        assert f"matches your {said}" in done.output
    assert ALONE not in done.output


def test_a_swapped_promise_is_found_by_what_was_kept(
    swapped: str, luck: TableLuck, tmp_path: Path
) -> None:
    """The attack: it passes while nothing is compared, and fails as soon as anything is."""
    assert check(swapped).exit_code == 0
    listed = tmp_path / "start.txt"
    listed.write_text(luck.start.text, encoding="utf-8")
    for kept, said in (
        (("--commitment", luck.secret.commitment), "not the one you saw"),
        (("--nonce", luck.nonces[0]), "is not in the record"),
        (("--list", str(listed)), "line 10 of your start list says 'Commitment"),
    ):
        done = check(swapped, *kept)
        assert done.exit_code == 1
        assert f"INVALID  {swapped}: " in done.output
        assert said in done.output


def test_a_list_with_a_line_less_or_more_is_another_one(
    game: str, luck: TableLuck, tmp_path: Path
) -> None:
    listed = tmp_path / "start.txt"
    for text in (luck.start.text + "Device 3: more\n", luck.start.text.rsplit("Device 2")[0]):
        listed.write_text(text, encoding="utf-8")
        done = check(game, "--list", str(listed))
        assert done.exit_code == 1
        assert "nothing more" in done.output
    assert "cannot be read" in check(game, "--list", str(tmp_path / "none.txt")).output


def test_what_a_record_cannot_have_is_said(game_of_trains: Game, tmp_path: Path) -> None:
    seeded = saved(short(Match(game_of_trains, PEOPLE, SeedLuck("1"))), tmp_path, "seed.zug")
    assert ALONE not in check(seeded).output
    assert "there was no commitment" in check(seeded, "--commitment", "ab").output


def test_the_players_of_a_seeded_record_are_not_proved(
    game_of_trains: Game, game: str, tmp_path: Path
) -> None:
    text = write_record(short(Match(game_of_trains, PEOPLE, SeedLuck("1"))))
    other = text.replace('"Ada"', '"Eve"').rpartition("check ")[0]
    path = tmp_path / "renamed.zug"
    path.write_text(f"{other}check {checksum(other)}\n", encoding="utf-8")
    done = check(str(path))
    assert done.exit_code == 0
    assert UNPROVED in done.output
    assert UNPROVED not in check(game).output  # at a table they are part of the luck


def test_what_was_kept_belongs_to_one_record(game: str) -> None:
    done = check(game, game, "--commitment", "ab")
    assert done.exit_code != 0
    assert "belong to one game" in str(done.exception)


def test_a_game_that_nobody_dealt_fits_no_promise(game_of_trains: Game, tmp_path: Path) -> None:
    """Whoever writes the first position needs no luck."""
    origin = table_match(game_of_trains, PEOPLE).position
    made = table_match(game_of_trains, PEOPLE, start=origin)
    path = saved(short(made), tmp_path)
    assert "starts from position, not with a deal" in check(path).output
    assert isinstance(made.luck, TableLuck)
    for kept in (["--commitment", made.luck.secret.commitment], ["--nonce", made.luck.nonces[0]]):
        refused = check(path, *kept)
        assert refused.exit_code == 1
        assert "not with a deal" in refused.output


def test_without_the_list_less_is_shown(game: str, luck: TableLuck, tmp_path: Path) -> None:
    listed = tmp_path / "start.txt"
    listed.write_text(luck.start.text, encoding="utf-8")
    nonce = ["--nonce", luck.nonces[0]]
    assert "without --list, nothing shows" in check(game, *nonce).output
    assert "without --list" not in check(game, *nonce, "--list", str(listed)).output


@pytest.mark.parametrize(
    "command", ["check", "replay", pytest.param("review", marks=pytest.mark.slow)]
)
def test_no_control_character_of_a_record_reaches_the_terminal(
    command: str, game_of_trains: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Names are shown with escapes, without markup; so are names of files and wrong lines."""
    name = "\x1b[2J\x9b1mA\u202e\n[link=http://a]:smile:"
    match = Match(game_of_trains, [Seat(name), Seat("Ben")], SeedLuck("1"))
    match.from_outside(match.game.words.parse("!abandon"))
    text = write_record(match)
    paths = [tmp_path / "\x1b[2J.zug"]
    paths[0].write_text(text, "utf-8")
    if command == "check":
        for number, line in enumerate(text.split("\n")[:-2]):
            body = text.replace(line, f"{line}\x1b[2J", 1).rpartition("check ")[0]
            paths.append(tmp_path / f"{number}.zug")
            paths[-1].write_text(f"{body}check {checksum(body)}\n", "utf-8")
    shown = shown_by(command, paths, capsys)
    assert not UNPRINTABLE.search(shown.replace("\n", ""))
    if command == "replay":
        assert "[link=http://a]:smile:" in shown


def test_many_records_are_named_in_every_line(game: str, tmp_path: Path) -> None:
    practice = (GOLDEN / "agreed.zug").read_text("utf-8")
    paths = [tmp_path / f"{number}.zug" for number in range(2)]
    for path in paths:
        path.write_text(practice, "utf-8")
    (tmp_path / "bad.zug").write_text(practice.replace("Zoë", "Zoé"), "utf-8")
    done = check(*map(str, paths), str(tmp_path / "bad.zug"))
    for path in paths:
        assert f"    {path}: nothing proves that everybody agreed" in done.output
    for line in filter(None, done.output.splitlines()[:-2]):
        assert str(tmp_path) in line


def test_who_agreed_is_not_proved(game: str) -> None:
    """`replay` says it, too; for the review see `tests/review`."""
    record = str(GOLDEN / "agreed.zug")
    said = "nothing proves that everybody agreed to take something back (entries 12, 14)"
    assert said in check(record).output
    done = CliRunner().invoke(app, ["replay", record, "--at", "0", "--lang", "en"])
    assert "12: Zoë takes back a choice" in done.output
    assert "nothing proves it" in " ".join(done.output.split())
    assert "nothing proves" not in check(game).output


def test_a_list_that_says_more_than_a_list_is_not_answered(luck: TableLuck, tmp_path: Path) -> None:
    kept = SavedStart(tmp_path / "friend.luck")
    device = luck.start.devices[0]
    honest = luck.start.text.replace(device.hash, kept.hash)
    written = honest.replace("Chance: table", "From: position\nPosition: {}\nChance: table")
    with pytest.raises(ProgramError, match="not a list for this table"):
        kept.take(written, luck.start.table)
    assert not kept.has_list
    kept.take(honest, luck.start.table)
