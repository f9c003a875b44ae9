"""How hard a puzzle is, in a word: people choose among four, not among seven grades."""

from __future__ import annotations

from typing import Literal, get_args

from spielzug.school.puzzles.model import Puzzle

Difficulty = Literal["easy", "medium", "hard", "very_hard"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
GRADES = 2
"""Of each but the last: what all six levels of bots miss is very hard."""


def difficulty(puzzle: Puzzle) -> Difficulty:
    return DIFFICULTIES[puzzle.grade // GRADES]


__all__ = ["DIFFICULTIES", "Difficulty", "difficulty"]
