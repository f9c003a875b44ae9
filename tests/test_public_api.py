"""What `import spielzug` offers, and what it does not load."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import spielzug
from spielzug.core.errors import RecordError, UsageError
from spielzug.core.game import Game
from spielzug.core.rng import new_rng
from spielzug.core.version import program_version
from spielzug.games import NAMES, get_game


def test_every_name_is_there_and_says_what_it_is() -> None:
    for name in spielzug.__all__:
        assert inspect.getdoc(getattr(spielzug, name)), name
        assert name in dir(spielzug)
    assert len(set(spielzug.__all__)) == len(spielzug.__all__)
    everything: dict[str, object] = {}
    exec("from spielzug import *", everything)
    assert set(everything) - {"__builtins__"} == set(spielzug.__all__)


def test_nothing_else_is_there() -> None:
    public = {name for name, value in vars(spielzug).items() if not name.startswith("_")}
    rooms = {
        "bots", "browser", "cli", "core", "envs", "framework", "games", "lab", "learn", "pages",
        "review", "school", "server", "tables", "wasm", "wire",
    }  # fmt: skip
    helps = {"annotations", "import_module", "TYPE_CHECKING"}
    assert public - rooms - helps <= set(spielzug.__all__)
    with pytest.raises(AttributeError, match="'spielzug' has no attribute 'chess'"):
        spielzug.chess  # type: ignore[attr-defined]  # noqa: B018


def test_the_classes_are_our_own() -> None:
    from spielzug.core import game, luck, match, position

    assert spielzug.Game is game.Game
    assert (spielzug.Match, spielzug.Seat) == (match.Match, match.Seat)
    assert (spielzug.Position, spielzug.Seen) == (position.Position, position.Seen)
    assert spielzug.SeedLuck is luck.SeedLuck


def test_games_are_found_by_name() -> None:
    assert [game.name for game in spielzug.all_games()] == list(NAMES)
    assert spielzug.game("zugraub") is get_game("zugraub")
    with pytest.raises(UsageError, match="no game 'chess'; the games are: game_of_trains"):
        spielzug.game("chess")


def test_a_bot_has_the_luck_that_it_is_given() -> None:
    position = spielzug.game("zugraub").start(3, seed=1)
    seen = position.seen(position.actor)
    first = [spielzug.bot("random", 5).choose(seen) for _ in range(3)]
    rng = new_rng(5)
    later = [spielzug.bot("random", rng).choose(seen) for _ in range(20)]
    assert set(first) == {later[0]}
    assert len(set(later)) > 1
    assert spielzug.bot("random").choose(seen) in seen.legal


BOTS = ("random", "greedy", "policy", "beginner", "expert", "net", "search:10", "program:my_bot.py")


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_decides_only_on_what_the_seat_to_act_knows(name: str, game_of_trains: Game) -> None:
    position = game_of_trains.start(seed=1, turn_limit=1)
    bot: Any = spielzug.bot(name, 1)
    with pytest.raises(UsageError, match="seat 0 is to act: a bot decides on what that seat knows"):
        bot.choose(position.seen(1))
    with pytest.raises(UsageError, match="seat 0 is to act: .*, not on .*a spectator"):
        bot.choose(position.seen(-1))
    with pytest.raises(UsageError, match="what its seat knows.*, not on <Position of"):
        bot.choose(position)
    while not position.over:
        position.step(position.legal[0])
    with pytest.raises(UsageError, match="the game is over: a bot has nothing to decide"):
        bot.choose(position.seen(0))


def test_records_come_from_a_path_a_name_or_a_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = spielzug.game("game_of_trains").ready()
    seats = [spielzug.Seat("Ada"), spielzug.Seat("Ben")]
    match = spielzug.Match(game, seats, spielzug.SeedLuck("1"))
    match.play(match.legal[0])
    text = spielzug.write_record(match)
    path = tmp_path / "game.zug"
    path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for given in (text, path, str(path), "game.zug"):
        again = spielzug.read_record(given)
        assert again.position == match.position
        assert spielzug.write_record(again) == text
    with pytest.raises(RecordError, match="none.zug: cannot be opened"):
        spielzug.read_record("none.zug")
    with pytest.raises(RecordError, match="line 1: this is not a Spielzug record"):
        spielzug.read_record("hello\n")


LOADED = "import sys, {module}; print(*(name for name in {names} if name in sys.modules))"


def test_what_is_not_asked_for_is_not_loaded() -> None:
    names = ("numba", "numpy", "spielzug.core", "spielzug.games", "spielzug.bots")
    program = LOADED.format(module="spielzug", names=names)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


def test_the_version_is_told_without_a_compiler() -> None:
    program = (
        "import sys; sys.argv = ['spielzug', '--version']\n"
        "from spielzug.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    print('numba' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split()[-2:] == [program_version(), "False"]
