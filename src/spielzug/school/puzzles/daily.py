"""The puzzle of a day: the same on every machine, and none twice before all had their day."""

from __future__ import annotations

import hashlib
from datetime import date

from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.school.puzzles.model import Puzzle
from spielzug.school.puzzles.shelf import puzzles_of


def daily(day: date, game: Game) -> Puzzle:
    """The puzzle of this game on this day."""
    mixed = sorted(puzzles_of(game), key=_mixed)  # not from easy to hard: days shall differ
    if not mixed:
        raise UsageError(f"{game.title['en']} has no puzzles; find some with: spielzug puzzles")
    return mixed[day.toordinal() % len(mixed)]


def _mixed(puzzle: Puzzle) -> str:
    return hashlib.sha256(f"daily {puzzle.id}".encode()).hexdigest()


__all__ = ["daily"]
