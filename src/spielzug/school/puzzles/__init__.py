"""Puzzles: positions from bots' games with one clearly best choice, found by machine.

- `model`: what a puzzle is, the shipped ones, and the puzzle of the day
- `finder`: the search in bots' games, its log, and which puzzles are kept
- `judge`: whether a position is a puzzle, and certain wins
- `attempts`: the result of somebody's choices
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
