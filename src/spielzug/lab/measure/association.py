"""What it is worth to have done something: whoever did against whoever did not, in the same game.

Seats of the same game have the same length, the same cards and the same opponents, so they are
compared only with each other. In a game with `n` seats, of which `d` did it, and with `t` winners,
of which `w` did it, the winners' rate of those who did is higher by ``(n w - d t) / (d (n - d))``.
Games count by how much they can tell, ``d (n - d)``. All that is kept are sums of whole numbers, so
the sums of parts are the sum, in whatever order they are added.

Who did it chose to, or was dealt it, for a reason: that somebody who did wins more often need not
be because of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielzug.core.study import TABLE, Things
from spielzug.lab.compare.intervals import DIFFERS, Interval, judged, student
from spielzug.lab.measure.measure_loop import SEATS_WITH, TIMES, WINNERS_WITH
from spielzug.lab.measure.statistics import DID, GAMES, WON

ENOUGH = 30
"""Games with both kinds of seats; of fewer nothing is told."""


MOST_ITEMS = 100
"""Of one deed, those that most games tell about."""


COLUMNS = ("times", "games", "did", "won", "both", "above", "below", "aa", "ab", "bb")


Sums = NDArray[np.int64]
"""An array (deed, item, column): how often, in how many games, by how many seats, by how many
winners; in how many games some did and some did not; and of the two parts of the formula the sums,
and the sums of their squares and products."""


def sums_of(deeds: NDArray[np.int64], seats: int, winners: int) -> Sums:
    """What one game adds; `deeds` as `Watched` has them."""
    did, won = deeds[..., SEATS_WITH], deeds[..., WINNERS_WITH]
    above, below = seats * won - did * winners, did * (seats - did)
    below = np.maximum(below, 0)  # what the table does has no seats
    above = np.where(below > 0, above, 0)
    columns = (
        deeds[..., TIMES], did > 0, did, won, below > 0,
        above, below, above * above, above * below, below * below,
    )  # fmt: skip
    return np.stack([np.asarray(column, np.int64) for column in columns], axis=-1)


@dataclass(frozen=True)
class Within:
    """How much more often those win who did it, in the same game."""

    value: float
    error: float
    games: int
    correlation: float | None = None

    @classmethod
    def of(cls, sums: Any) -> Within | None:
        """None if there are too few games in which some did and some did not."""
        told = dict(zip(COLUMNS, map(int, sums), strict=True))
        games, below = told["both"], told["below"]
        if games < ENOUGH:
            return None
        value = told["above"] / below
        rest = told["aa"] - 2 * value * told["ab"] + value * value * told["bb"]
        spread = math.sqrt(max(0.0, rest) * games / (games - 1)) / below
        # Where all games said the same the next one may not: as if one of them had not.
        return cls(value, max(spread, 1 / games), games)

    def __call__(self, z: float) -> Interval:
        half = student(z, self.games - 1) * self.error
        return Interval(self.value, max(-1.0, self.value - half), min(1.0, self.value + half))


def worth_figures(
    things: Things, names: Sequence[str], sums: Sums, games: int, seats: int, winners: int
) -> list[dict[str, Any]]:
    """For each deed its items, those first that go most with winning.

    All intervals of a deed hold together. Left out is what too few games tell about.
    """
    told = []
    for deed, about in zip(sums, things.deeds, strict=True):
        there = [item for item, name in enumerate(names) if name and deed[item, GAMES]]
        there = sorted(there, key=lambda item: (-int(deed[item, GAMES]), item))[:MOST_ITEMS]
        by_seats = about.by != TABLE
        compared = by_seats and not tells_who_won(deed, winners)
        pairs = {i: pair for i in there if (pair := Within.of(deed[i]))} if compared else {}
        of = list(pairs.values())
        found = dict(zip(pairs, judged(of, [0.0] * len(of), [p.games for p in of]), strict=True))
        items = []
        for item in there:
            if compared and item not in found:
                continue
            row: dict[str, Any] = {"item": item, "games": rounded(int(deed[item, GAMES]) / games)}
            if by_seats:
                row |= _who(deed[item], games * seats, winners)
            if compared:
                verdict = found[item]
                row |= {"worth": interval(verdict.difference), "sure": verdict.word == DIFFERS}
            items.append(row)
        items.sort(key=_order)
        told.append({"name": about.name, "items": items})
    return told


def tells_who_won(deed: Any, winners: int) -> bool:
    """Whether only winners do it, or all of them always: then it is another word for winning."""
    done = deed[deed[:, DID] > 0]
    return bool((done[:, DID] == done[:, WON]).all() or (done[:, WON] == winners).all())


def _who(row: Any, seats: int, winners: int) -> dict[str, Any]:
    """Of the winners, and of the others, how many did it."""
    did, won, others = int(row[DID]), int(row[WON]), seats - winners
    return {
        "winners": rounded(won / winners) if winners else None,
        "others": rounded((did - won) / others) if others else None,
    }


def _order(row: dict[str, Any]) -> tuple[float, float, int]:
    return -row["worth"][0] if "worth" in row else 0.0, -row["games"], row["item"]


def interval(found: Interval) -> list[float]:
    return [rounded(found.value), rounded(found.low), rounded(found.high)]


def rounded(value: float) -> float:
    """Ten thousandths are finer than any of it is known."""
    return round(value, 4) + 0.0
