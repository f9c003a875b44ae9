"""Spielzug: four railway board games to play, study and simulate.

The names here are the public interface, described on the page *Spielzug as a library*:

    import spielzug

    position = spielzug.game("trains").start(seats=2, seed=1)
    print(position)

Imports are deferred until a name is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from spielzug.bots import Bot
    from spielzug.core.game import Game
    from spielzug.core.luck import SeedLuck
    from spielzug.core.match import Match, Seat
    from spielzug.core.position import Position, Seen
    from spielzug.core.record_types import Rng

__version__ = "0.1.0"

__all__ = [
    "all_games", "bot", "game", "read_record", "write_record",
    "Game", "Match", "Position", "Seat", "SeedLuck", "Seen",
]  # fmt: skip


def game(name: str) -> Game:
    """The game of that name; the error for an unknown name lists those that exist."""
    from spielzug.games import get_game

    return get_game(name)


def all_games() -> list[Game]:
    """All games that ship with Spielzug."""
    from spielzug.games import all_games

    return all_games()


def bot(name: str, rng: Rng | int | None = None, program_seconds: float = 30.0) -> Bot:
    """The bot of that name, see `spielzug.bots.BOTS`.

    `rng` is a generator of random numbers or the number that seeds one: the same number gives the
    same decisions. Without it the bot's decisions differ from run to run. An external program
    (`program:…`) has `program_seconds` for each decision.
    """
    from spielzug.bots import get_bot

    return get_bot(name, rng, program_seconds)


def read_record(path_or_text: Path | str) -> Match:
    """The game of a record, replayed; raises `RecordError` at the first line that is wrong.

    A `Path`, or a text of one line, is the name of a file; a text of several lines is a record.
    """
    from pathlib import Path

    from spielzug.core import records
    from spielzug.core.errors import UsageError
    from spielzug.games import get_game

    if not isinstance(path_or_text, Path | str):
        raise UsageError(f"a record is a path or a text, not {path_or_text!r}")
    if isinstance(path_or_text, str) and "\n" in path_or_text:
        return records.read_record(path_or_text, get_game)
    return records.load_record(Path(path_or_text), get_game)


def write_record(match: Match) -> str:
    """A game as readable text that holds all that is needed to verify it."""
    from spielzug.core import records
    from spielzug.core.checks import check_type
    from spielzug.core.match import Match

    return records.write_record(check_type("the match", match, Match))


_PLACES = {
    "Game": "game", "Match": "match", "Position": "position", "Seat": "match", "SeedLuck": "luck",
    "Seen": "position",
}  # fmt: skip
"""The module of `core` that defines each class."""

if not TYPE_CHECKING:  # a type checker would accept any name

    def __getattr__(name: str) -> type:
        if name not in _PLACES:
            raise AttributeError(f"module 'spielzug' has no attribute {name!r}")
        return getattr(import_module(f"spielzug.core.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
