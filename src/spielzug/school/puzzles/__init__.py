"""Puzzles: positions of bots' games with one clearly best choice, found by machine.

- `model`: what a puzzle is; `shelf`: those that ship, and how they are read
- `finder`: the search for them in one game; `judge`: whether a position is one;
  `rows`: certain wins
- `journal`: what a search has done; `spread`: which of those found are kept
- `tutor`: what comes of somebody's choices; `daily`: the puzzle of a day
"""

from spielzug.school.puzzles.attempts import PuzzleAttempt, attempt
from spielzug.school.puzzles.model import (
    Puzzle,
    PuzzleFileHeader,
    daily,
    find_puzzle,
    head_of,
    puzzle_position,
    puzzles_of,
)

__all__ = [
    "PuzzleFileHeader", "Puzzle", "PuzzleAttempt", "attempt", "daily", "find_puzzle", "head_of",
    "puzzle_position",
    "puzzles_of",
]  # fmt: skip
