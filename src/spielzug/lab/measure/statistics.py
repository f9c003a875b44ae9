"""Counting wins with honest intervals, from counts alone.

Every figure is made from how often each value was met. Such counts are whole numbers, so those of
several workers or machines add up to exactly what one of them would have counted.

What it is worth to have done something: whoever did against whoever did not, in the same game.

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
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

Z95 = 1.959963984540054


def count_values(values: Any) -> Counter[Any]:
    """How often each value of an array is met, by the value as Python has it."""
    found, counts = np.unique(np.asarray(values), return_counts=True)
    return Counter(dict(zip(found.tolist(), counts.tolist(), strict=True)))


def wilson(successes: float, trials: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson interval of a rate, 95 %; right also near 0 and 1, unlike the usual one."""
    if trials == 0:
        return 0.0, 1.0
    p = successes / trials
    z2 = z**2 / trials
    middle = (p + z2 / 2) / (1 + z2)
    half = z / (1 + z2) * math.sqrt(p * (1 - p) / trials + z2 / (4 * trials))
    return max(0.0, middle - half), min(1.0, middle + half)


def total(shares: Mapping[float, int]) -> float:
    """The sum of all shares; of the same counts the same, in whatever order they were counted."""
    return math.fsum(share * count for share, count in sorted(shares.items()))


def tally(shares: Mapping[float, int], seats: int = 1) -> dict[str, Any]:
    """Wins, draws and rate of a player from its shares of the win, one for each seat it had.

    Seats of one game are not independent: if one of them wins the others do not. So a game counts
    once in the interval, with what all `seats` of the player got together.
    """
    size = sum(shares.values())
    games = size // seats
    score = min(total(shares), float(games))
    low, high = wilson(score, games)
    return {
        "games": size,
        "wins": shares.get(1.0, 0),
        "draws": sum(count for share, count in shares.items() if 0.0 < share < 1.0),
        "rate": round(score / size, 6) if size else 0.0,
        "low": round(low / seats, 6),
        "high": round(high / seats, 6),
    }


class SortedCounts:
    """Counted numbers in their order, as if each stood there as often as it was met."""

    def __init__(self, counts: Mapping[int, int]) -> None:
        self.values = sorted(counts)
        self.ends = np.cumsum([counts[value] for value in self.values], dtype=np.int64)
        self.sum = sum(value * counts[value] for value in self.values)

    def __len__(self) -> int:
        return int(self.ends[-1])

    def __getitem__(self, at: int) -> int:
        return self.values[int(np.searchsorted(self.ends, at, side="right"))]

    def percentile(self, percent: int) -> float:
        """Between two numbers in proportion, as NumPy does it."""
        whole, part = divmod(percent * (len(self) - 1), 100)
        low = self[whole]
        return float(low + (self[min(whole + 1, len(self) - 1)] - low) * part / 100)

    def summary(self) -> dict[str, Any]:
        """How the numbers lie."""
        return {
            "min": self.values[0],
            "median": self.percentile(50),
            "mean": round(self.sum / len(self), 3),
            "p95": self.percentile(95),
            "max": self.values[-1],
        }


def spread(counts: Mapping[Any, int]) -> dict[str, Any]:
    """How the values of a measure lie, and which one is met most often.

    Of words there is no mean: how often each is met, the most frequent first.
    """
    everything = sum(counts.values())
    order = sorted(counts, key=lambda value: (-counts[value], value))
    shares = {value: round(counts[value] / everything, 4) for value in order}
    often = {"most_often": order[0], "share": shares[order[0]]}
    if isinstance(order[0], str):
        return {**often, "shares": shares}
    return {**SortedCounts(counts).summary(), **often}


GAMES, DID, WON = 1, 2, 3
