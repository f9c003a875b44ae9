"""A race of candidates over the same deals: whoever is clearly behind is given no more games.

All candidates play the same games, so two of them are compared deal by deal, and most of what
chance does to both falls out. What a candidate scores need not be a mean: how sure a difference is
comes from leaving out a part of the deals at a time (the jackknife), the same part for both.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from spielzug.core.errors import UsageError
from spielzug.lab.play.ranges import Range

S = TypeVar("S")

BLOCKS = 8
"""Parts of the deals that are left out, one at a time."""
GROWTH = 3
"""So many times the games of the leg before."""
LEGS = 3
BEHIND = 1.0
"""Standard errors: less than that behind the best is no reason to give up on a candidate."""


def legs(games: int) -> list[int]:
    """Games after each leg of the race; the last leg ends with all of them."""
    if games < BLOCKS:
        raise UsageError(f"{games} games are too few for a trial: ask for at least {BLOCKS}")
    ends = [math.ceil(games / GROWTH**left) for left in reversed(range(LEGS))]
    return [end for end in ends if end >= BLOCKS]


def blocks(first: int, end: int) -> list[Range]:
    """The games of a leg, cut into `BLOCKS` parts; those of a short leg may be empty."""
    cuts = [first + (end - first) * block // BLOCKS for block in range(BLOCKS + 1)]
    return list(itertools.pairwise(cuts))


@dataclass(frozen=True)
class RaceScore:
    """What a candidate scores, less being better: with all deals, and without each block."""

    whole: float
    without: tuple[float, ...]

    @classmethod
    def of(
        cls, parts: Sequence[S], add: Callable[[Sequence[S]], S], judge: Callable[[S], float]
    ) -> RaceScore:
        """Of what each block gave."""
        left_out = [add([*parts[:i], *parts[i + 1 :]]) for i in range(len(parts))]
        return cls(judge(add(parts)), tuple(judge(rest) for rest in left_out))

    def behind(self, other: RaceScore) -> tuple[float, float]:
        """By how much this one is worse than another of the same deals, and its standard error."""
        differences = [a - b for a, b in zip(self.without, other.without, strict=True)]
        count = len(differences)
        middle = math.fsum(differences) / count
        spread = math.fsum((d - middle) ** 2 for d in differences)
        return self.whole - other.whole, math.sqrt((count - 1) / count * spread)

    def clearly_behind(self, other: RaceScore) -> bool:
        difference, error = self.behind(other)
        return difference > BEHIND * error

    def to_json(self) -> dict[str, Any]:
        return {"whole": self.whole, "without": list(self.without)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RaceScore:
        return cls(float(data["whole"]), tuple(map(float, data["without"])))


class Runner(Generic[S]):
    """One candidate on its way: the parts that it has played, block by block."""

    def __init__(
        self, games: int, play: Callable[[Sequence[Range]], Sequence[S]],
        add: Callable[[Sequence[S]], S], judge: Callable[[S], float],
    ) -> None:  # fmt: skip
        self._ends = legs(games)
        self._play, self._add, self._judge = play, add, judge
        self._parts: list[list[S]] = [[] for _ in range(BLOCKS)]
        self.leg = 0
        """How many it has run."""

    @property
    def done(self) -> bool:
        return self.leg == len(self._ends)

    def run(self) -> RaceScore:
        """The next leg; its score is of all games so far."""
        first = self._ends[self.leg - 1] if self.leg else 0
        cut = blocks(first, self._ends[self.leg])
        for part, played in zip(self._parts, self._play(cut), strict=True):
            part.append(played)
        self.leg += 1
        return RaceScore.of([self._add(part) for part in self._parts], self._add, self._judge)

    @property
    def everything(self) -> S:
        return self._add([played for part in self._parts for played in part])
