"""Spielzug: four railway board games to play, study and simulate.

What stands here is for programs of others, see the page *Spielzug as a library*:

    import spielzug

    position = spielzug.game("trains").start(seats=2, seed=1)
    print(position)

Nothing is imported before it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
    """The game of that name; a name that does not exist is answered with those that do."""
    from spielzug.games import get_game

    return get_game(name)


def all_games() -> list[Game]:
    """The games there are."""
    from spielzug.games import all_games

    return all_games()


def bot(name: str, rng: Rng | int | None = None) -> Bot:
    """The bot of that name, see `spielzug.bots.BOTS`.

    Where its luck comes from is a generator of random numbers, or a number from which one begins:
    the same number, the same game. Without it nobody knows what the bot will do.
    """
    from spielzug.bots import get_bot
    from spielzug.core.rng import new_rng

    return get_bot(name, new_rng(rng) if isinstance(rng, int) else rng)


def read_record(path_or_text: Path | str) -> Match:
    """The game of a record, played again; raises `RecordError` at the first line that lies.

    A `Path`, or a text of one line, is the name of a file; a text of several lines is a record.
    """
    from pathlib import Path

    from spielzug.core import records
    from spielzug.games import get_game

    if isinstance(path_or_text, str) and "\n" in path_or_text:
        return records.read_record(path_or_text, get_game)
    return records.load_record(Path(path_or_text), get_game)


def write_record(match: Match) -> str:
    """A game as text that a person can read, and that proves itself."""
    from spielzug.core import records

    return records.write_record(match)


_PLACES = {
    "Game": "game", "Match": "match", "Position": "position", "Seat": "match", "SeedLuck": "luck",
    "Seen": "position",
}  # fmt: skip
"""The modules of `core` in which the classes live."""

if not TYPE_CHECKING:  # a type checker would believe in any name

    def __getattr__(name: str) -> Any:
        if name not in _PLACES:
            raise AttributeError(f"module 'spielzug' has no attribute {name!r}")
        return getattr(import_module(f"spielzug.core.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
