"""Which puzzles are kept of those that were found: of every kind and difficulty some.

The same trick a hundred times is no school. So puzzles of one grade take turns, and within it those
whose solution looks alike.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from spielzug.school.puzzles.model import Puzzle

KEPT = 150
"""Of one game, unless another number is asked for."""


def pattern(puzzle: Puzzle) -> str:
    """What the solution looks like, whatever its numbers and places are."""
    alike = {re.sub(r"[a-z]?[0-9]+", "#", row.split("|")[0]) for row in puzzle.rows}
    return f"{puzzle.kind} {puzzle.seats} {min(alike)}"


def gain(puzzle: Puzzle) -> float:
    """What the best choice is worth more than the best wrong one."""
    wrong = (chance for sign, chance in puzzle.chances.items() if sign not in puzzle.right)
    return puzzle.best - max(wrong)


def spread(found: Sequence[Puzzle], keep: int = KEPT) -> list[Puzzle]:
    """At most so many of them, from easy to hard."""
    by_grade: dict[int, list[Puzzle]] = defaultdict(list)
    for puzzle in {puzzle.id: puzzle for puzzle in found}.values():
        by_grade[puzzle.grade].append(puzzle)
    waiting = [_in_turn(by_grade[grade]) for grade in sorted(by_grade, reverse=True)]
    kept: list[Puzzle] = []
    while len(kept) < keep and any(waiting):
        for row in waiting:
            if row and len(kept) < keep:
                kept.append(row.pop(0))
    return sorted(kept, key=lambda one: (one.grade, -gain(one), one.id))


def _in_turn(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """One of each pattern, then another of each, the clearest first."""
    count: dict[str, int] = defaultdict(int)
    ranked = []
    for puzzle in sorted(puzzles, key=lambda one: (-gain(one), one.id)):
        alike = pattern(puzzle)
        ranked.append((count[alike], -gain(puzzle), puzzle.id, puzzle))
        count[alike] += 1
    return [puzzle for *_, puzzle in sorted(ranked, key=lambda one: one[:3])]


__all__ = ["KEPT", "gain", "pattern", "spread"]
