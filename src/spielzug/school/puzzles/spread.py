"""Which puzzles are kept of those that were found: of every kind and difficulty some.

The same trick a hundred times is no school. So puzzles of one grade take turns, and within it those
whose solution looks alike; and no choice solves more than a few of a game.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from spielzug.bots.search.levels import LEVELS
from spielzug.school.puzzles.model import Puzzle

KEPT = 150
"""Of one game, unless another number is asked for."""
SAME_ANSWER = 5
"""Puzzles of a game that may have the same answer: the same choice, or the same few of them."""
EASY = 2
"""So many for each hard one, at most."""


def pattern(puzzle: Puzzle) -> str:
    """What the solution looks like, whatever its numbers and places are."""
    alike = {re.sub(r"[a-z]?[0-9]+", "#", row.split("|")[0]) for row in puzzle.rows}
    return f"{puzzle.kind} {puzzle.seats} {min(alike)}"


def gain(puzzle: Puzzle) -> float:
    """What the best choice is worth more than the best wrong one."""
    wrong = (chance for sign, chance in puzzle.chances.items() if sign not in puzzle.right)
    return puzzle.best - max(wrong)


def is_hard(puzzle: Puzzle) -> bool:
    """Whether more than the two weakest levels miss it."""
    return any(level in puzzle.missed for level in LEVELS[2:])


def spread(found: Sequence[Puzzle], keep: int = KEPT) -> list[Puzzle]:
    """At most so many of them, from easy to hard: none that every level finds, a third hard."""
    new = [puzzle for puzzle in {one.id: one for one in found}.values() if puzzle.missed]
    hard = _Turns([puzzle for puzzle in new if is_hard(puzzle)])
    easy = _Turns([puzzle for puzzle in new if not is_hard(puzzle)])
    solved: Counter[frozenset[str]] = Counter()
    kept = hard.take(keep // 2, solved)  # first: what is right in them is then taken
    kept += easy.take(min(keep - len(kept), EASY * len(kept)), solved)
    kept += hard.take(keep - len(kept), solved)
    return sorted(kept, key=lambda one: (one.grade, -gain(one), one.id))


class _Turns:
    """Puzzles by grade, the hardest first; each grade in its turn."""

    def __init__(self, puzzles: Sequence[Puzzle]) -> None:
        by_grade: dict[int, list[Puzzle]] = defaultdict(list)
        for puzzle in puzzles:
            by_grade[puzzle.grade].append(puzzle)
        self._waiting = [_in_turn(by_grade[grade]) for grade in sorted(by_grade, reverse=True)]

    def take(self, most: int, solved: Counter[frozenset[str]]) -> list[Puzzle]:
        """At most so many; `solved` counts the answers of those taken so far."""
        taken: list[Puzzle] = []
        while any(self._waiting):
            for row in self._waiting:
                if len(taken) >= most:
                    return taken
                puzzle = _next_new(row, solved)
                if puzzle is not None:
                    taken.append(puzzle)
                    solved[puzzle.right] += 1
        return taken


def _next_new(waiting: list[Puzzle], solved: Counter[frozenset[str]]) -> Puzzle | None:
    """The next one whose answer has not come too often; those before it are let go."""
    while waiting:
        puzzle = waiting.pop(0)
        if solved[puzzle.right] < SAME_ANSWER:
            return puzzle
    return None


def _in_turn(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """One of each pattern, then another of each, the clearest first."""
    count: dict[str, int] = defaultdict(int)
    ranked = []
    for puzzle in sorted(puzzles, key=lambda one: (-gain(one), one.id)):
        alike = pattern(puzzle)
        ranked.append((count[alike], -gain(puzzle), puzzle.id, puzzle))
        count[alike] += 1
    return [puzzle for *_, puzzle in sorted(ranked, key=lambda one: one[:3])]


__all__ = ["KEPT", "SAME_ANSWER", "gain", "is_hard", "pattern", "spread"]
