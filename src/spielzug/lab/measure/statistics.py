"""Win rates, intervals and summaries, computed from counts alone.

Counts of values are whole numbers, so those of several workers or machines add up to exactly what
one of them would have counted.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

import numpy as np
from numpy.typing import ArrayLike

Z95 = 1.959963984540054


class Tally(TypedDict):
    """A player's results."""

    games: int
    wins: int
    draws: int
    rate: float
    low: float
    high: float


class NumberSummary(TypedDict):
    """The distribution of numbers."""

    min: int
    median: float
    mean: float
    p95: float
    max: int


class Spread(TypedDict):
    """The distribution of a measure: of a number its summary, of a word the share of each."""

    most_often: int | str
    share: float
    min: NotRequired[int]
    median: NotRequired[float]
    mean: NotRequired[float]
    p95: NotRequired[float]
    max: NotRequired[int]
    shares: NotRequired[dict[int | str, float]]


def count_values(values: ArrayLike) -> Counter[Any]:
    """How often each value of an array occurs, by its Python value."""
    found, counts = np.unique(np.asarray(values), return_counts=True)
    return Counter(dict(zip(found.tolist(), counts.tolist(), strict=True)))


def wilson(successes: float, trials: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson interval of a rate, 95 %; also valid near 0 and 1, unlike the normal one."""
    if trials == 0:
        return 0.0, 1.0
    p = successes / trials
    z2 = z**2 / trials
    middle = (p + z2 / 2) / (1 + z2)
    half = z / (1 + z2) * math.sqrt(p * (1 - p) / trials + z2 / (4 * trials))
    return max(0.0, middle - half), min(1.0, middle + half)


def total(shares: Mapping[float, int]) -> float:
    """The sum of all shares; independent of the order in which they were counted."""
    return math.fsum(share * count for share, count in sorted(shares.items()))


def tally(shares: Mapping[float, int], seats: int = 1) -> Tally:
    """Wins, draws and rate of a player from its shares of the win, one for each seat it had.

    Seats of one game are not independent: if one of them wins the others do not. So a game counts
    once in the interval, with the sum over all `seats` of the player.
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
    """Counted numbers as a sorted sequence in which each occurs as often as it was counted."""

    def __init__(self, counts: Mapping[int, int]) -> None:
        self.values = sorted(counts)
        self.ends = np.cumsum([counts[value] for value in self.values], dtype=np.int64)
        self.sum = sum(value * counts[value] for value in self.values)

    def __len__(self) -> int:
        return int(self.ends[-1])

    def __getitem__(self, at: int) -> int:
        return self.values[int(np.searchsorted(self.ends, at, side="right"))]

    def percentile(self, percent: int) -> float:
        """Linearly interpolated, as in NumPy."""
        whole, part = divmod(percent * (len(self) - 1), 100)
        low = self[whole]
        return float(low + (self[min(whole + 1, len(self) - 1)] - low) * part / 100)

    def summary(self) -> NumberSummary:
        return {
            "min": self.values[0],
            "median": self.percentile(50),
            "mean": round(self.sum / len(self), 3),
            "p95": self.percentile(95),
            "max": self.values[-1],
        }


def spread(counts: Mapping[int | str, int]) -> Spread:
    """The distribution of a measure, and its most frequent value.

    Words have no mean: the share of each, the most frequent first.
    """
    everything = sum(counts.values())
    order = sorted(counts, key=lambda value: (-counts[value], value))
    shares = {value: round(counts[value] / everything, 4) for value in order}
    first = order[0]
    if isinstance(first, str):
        return {"most_often": first, "share": shares[first], "shares": shares}
    numbers = {value: count for value, count in counts.items() if not isinstance(value, str)}
    about = SortedCounts(numbers).summary()
    return {
        "min": about["min"],
        "median": about["median"],
        "mean": about["mean"],
        "p95": about["p95"],
        "max": about["max"],
        "most_often": first,
        "share": shares[first],
    }


GAMES, DID, WON = 1, 2, 3
