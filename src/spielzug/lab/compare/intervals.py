"""Confidence intervals of the differences between two sides of a comparison.

Both sides played the same deals, so the difference in each deal is examined. Every interval is a
function of one number `z`, the standard errors on either side: so the same code gives a single
interval, one of many, and a p-value.

- Means, and ratios of two sums: Student's interval of the differences.
- Rates: Wilson's interval of each side, combined as Newcombe does for pairs (1998, method 10).
- Medians and other quantiles: the interval between two of the ordered values, which holds for any
  distribution, combined in the same way. It needs no resampling, and allows ties.

For many differences the intervals are widened by Bonferroni, and Holm's method decides. Repeated
tests while games are played spend a part of the error each (`alpha_spent`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Protocol, TypedDict

import numpy as np
from numpy.typing import NDArray

from spielzug.lab.measure.statistics import wilson

ALPHA = 0.05
"""The chance that anything at all is wrongly called a difference."""
DIFFERS, ALIKE, OPEN = "differs", "alike", "open"
NOTHING = 1e-12  # rounding errors below this count as no difference
FARTHEST = 38.0  # standard errors: beyond this a p-value underflows to 0

Values = NDArray[np.float64 | np.integer[Any] | np.bool_]
"""One per game in the order of deals: an array; for ratios two columns, numerator and
denominator."""


class IntervalFigures(TypedDict):
    """An interval as JSON; an infinite end is None."""

    value: float | None
    low: float | None
    high: float | None


class DifferenceFigures(IntervalFigures):
    """A difference, with an interval that holds for all together, and one for it alone."""

    low_alone: float | None
    high_alone: float | None


@dataclass(frozen=True)
class Interval:
    """A figure and its confidence interval; an end may be infinite."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        return max(self.value - self.low, self.high - self.value)

    def to_json(self) -> IntervalFigures:
        return {
            "value": round_for_json(self.value),
            "low": round_for_json(self.low),
            "high": round_for_json(self.high),
        }


def round_for_json(value: float) -> float | None:
    """Six digits are enough for files; infinity and NaN become None."""
    return float(f"{value:.6g}") + 0.0 if math.isfinite(value) else None


# -- standard errors -----------------------------------------------------------------------------


def critical_value(alpha: float) -> float:
    """The standard errors that a normal error exceeds, in either direction, with chance `alpha`."""
    return -NormalDist().inv_cdf(alpha / 2)


def chance(z: float) -> float:
    """How often a normal error is larger: the inverse of `critical_value`."""
    return math.erfc(z / math.sqrt(2))


def student_quantile(z: float, freedom: int) -> float:
    """The equivalent of `z` if the error is only estimated (Wallace 1959; off by 1 % at worst)."""
    slower = (8 * freedom + 3) / (8 * freedom + 1)
    return math.sqrt(freedom * math.expm1(min((z * slower) ** 2 / freedom, 700.0)))


def alpha_spent(alpha: float, look: int) -> float:
    """What test number `look` (from 1) may spend of the error; all together spend `alpha`."""
    return alpha * 6 / (math.pi * look) ** 2


# -- one side ------------------------------------------------------------------------------------


def mean(values: Values, z: float) -> Interval:
    middle = float(np.mean(values))
    if len(values) < 2:
        return Interval(middle, -math.inf, math.inf)
    half = (
        student_quantile(z, len(values) - 1)
        * float(np.std(values, ddof=1))
        / math.sqrt(len(values))
    )
    return Interval(middle, middle - half, middle + half)


def linearize_ratio(values: Values) -> Values:
    """A ratio of two sums as a mean: each game's contribution, to the first order."""
    above, below = values[:, 0], values[:, 1]
    down = float(np.mean(below))
    if down == 0.0:
        return np.zeros(len(values))
    whole = float(np.mean(above)) / down
    return whole + (above - whole * below) / down


def rate(hits: float, games: int, z: float) -> Interval:
    return Interval(hits / games, *wilson(hits, games, z))


def quantile(ordered: Values, share: float, z: float) -> Interval:
    """The interval between two of the ordered values: the number below is binomial."""
    games = len(ordered)
    at = share * (games - 1)
    below = float(ordered[math.floor(at)])
    value = below + (float(ordered[math.ceil(at)]) - below) * (at % 1)
    error, skew = math.sqrt(games * share * (1 - share)), (1 - 2 * share) / 6

    def rank(z: float) -> float:
        """The rank `z` standard errors from the quantile, corrected for skewness.

        Cornish and Fisher 1938; the correction is capped where it would reverse.
        """
        far = min(abs(z), error / abs(2 * skew)) if z * skew < 0 else abs(z)
        return games * share + math.copysign(far, z) * error + skew * (far * far - 1)

    low, high = math.floor(rank(-z)), math.ceil(rank(z))
    return Interval(
        value,
        min(value, float(ordered[low - 1])) if low >= 1 else -math.inf,
        max(value, float(ordered[high])) if high < games else math.inf,
    )


# -- two sides -----------------------------------------------------------------------------------


class Pair(Protocol):
    """One quantity of two sides."""

    @property
    def correlation(self) -> float | None:
        """Of the two sides over the same deals: what pairing gains."""

    def __call__(self, z: float) -> Interval:
        """The second side minus the first."""


@dataclass(frozen=True)
class Means:
    """The mean of the differences, deal by deal."""

    games: int
    value: float
    error: float
    correlation: float | None

    @classmethod
    def of(cls, a: Values, b: Values) -> Means:
        games, change = len(a), np.asarray(b, np.float64) - a
        if games < 2:
            return cls(games, float(np.mean(change)), math.inf, None)
        value = float(np.mean(change))
        # Even if (nearly) every deal gave the same difference the next one may not: the error is at
        # least as if one deal had differed as much as games differ from each other.
        spread = max(float(np.std(a, ddof=1)), float(np.std(b, ddof=1)), abs(value))
        if spread <= NOTHING * max(1.0, size := max(abs(float(np.mean(x))) for x in (a, b))):
            # All games of both sides are equal: as if one game had the opposite value.
            spread = size if size > NOTHING else 1.0
        error = max(float(np.std(change, ddof=1)) / math.sqrt(games), spread / games)
        return cls(games, value, error, correlation(a, b))

    def __call__(self, z: float) -> Interval:
        if self.games < 2:
            return Interval(self.value, -math.inf, math.inf)
        half = student_quantile(z, self.games - 1) * self.error
        return Interval(self.value, self.value - half, self.value + half)


@dataclass(frozen=True)
class SeparateIntervals:
    """Combines the sides' separate intervals by adding their squares."""

    a: Callable[[float], Interval]
    b: Callable[[float], Interval]
    together: float = 0.0
    """Their correlation, as far as it can be relied on."""
    correlation: float | None = None

    def __call__(self, z: float) -> Interval:
        a, b, r = self.a(z), self.b(z), self.together
        value = b.value - a.value
        return Interval(
            value,
            value - _together(b.value - b.low, a.high - a.value, r),
            value + _together(b.high - b.value, a.value - a.low, r),
        )


def _together(one: float, other: float, r: float) -> float:
    if math.isinf(one) or math.isinf(other):
        return math.inf
    return math.sqrt(max(0.0, one * one - 2 * r * one * other + other * other))


def correlation(a: Values, b: Values) -> float | None:
    """None if one of them is constant."""
    if len(a) < 2 or float(np.ptp(a)) == 0.0 or float(np.ptp(b)) == 0.0:
        return None
    return float(np.corrcoef(a, b)[0, 1])


def agreement(a: NDArray[np.bool_], b: NDArray[np.bool_]) -> float | None:
    """The correlation of two boolean columns, with Newcombe's continuity correction."""
    both, games = float(np.sum(a & b)), len(a)
    yes_a, yes_b = float(np.sum(a)), float(np.sum(b))
    below = yes_a * (games - yes_a) * yes_b * (games - yes_b)
    if below == 0:
        return None
    above = both * games - yes_a * yes_b
    if above > 0:
        above = max(0.0, above - games / 2)
    return above / math.sqrt(below)


def _rates(a: Values, b: Values) -> Pair:
    yes_a, yes_b = np.asarray(a) > 0, np.asarray(b) > 0
    hits_a, hits_b, games = float(yes_a.sum()), float(yes_b.sum()), len(yes_a)
    r = agreement(yes_a, yes_b)
    return SeparateIntervals(
        lambda z: rate(hits_a, games, z), lambda z: rate(hits_b, games, z), r or 0.0, r
    )  # fmt: skip


def _quantiles(a: Values, b: Values, share: float) -> Pair:
    in_order_a, in_order_b = np.sort(a), np.sort(b)
    below = [values <= np.quantile(values, share) for values in (np.asarray(a), np.asarray(b))]
    # A quantile of whole numbers jumps, so the gain of pairing cannot be relied on (measured: 11 %
    # instead of 5 % missed): a correlation counts only where it widens the interval.
    against = min(0.0, agreement(*below) or 0.0)
    return SeparateIntervals(
        lambda z: quantile(in_order_a, share, z), lambda z: quantile(in_order_b, share, z), against
    )


@dataclass(frozen=True)
class IntervalKind:
    """A way to summarize many games in one figure."""

    one: Callable[[Values, float], Interval]
    two: Callable[[Values, Values], Pair]


KINDS = {
    "mean": IntervalKind(mean, Means.of),
    "rate": IntervalKind(lambda v, z: rate(float(np.sum(v)), len(v), z), _rates),
    "median": IntervalKind(
        lambda v, z: quantile(np.sort(v), 0.5, z), lambda a, b: _quantiles(a, b, 0.5)
    ),
    "p95": IntervalKind(
        lambda v, z: quantile(np.sort(v), 0.95, z), lambda a, b: _quantiles(a, b, 0.95)
    ),
    "share": IntervalKind(
        lambda v, z: mean(linearize_ratio(v), z),
        lambda a, b: Means.of(linearize_ratio(a), linearize_ratio(b)),
    ),
}
"""By a measure's `how`."""


# -- many differences ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """The verdict on one difference among many."""

    difference: Interval
    """Wide enough for all of them to hold together."""
    alone: Interval
    word: str
    """`DIFFERS`; `ALIKE`: not by more than `close`; or `OPEN`: not known yet."""
    close: float
    games_more: int | None
    """A rough number of games until it is decided; None when it is."""
    correlation: float | None

    def to_json(self) -> DifferenceFigures:
        low, high = round_for_json(self.alone.low), round_for_json(self.alone.high)
        return {**self.difference.to_json(), "low_alone": low, "high_alone": high}


def p_value(pair: Pair) -> float:
    """How often so large a difference occurs by chance."""
    low, high = 0.0, FARTHEST
    if pair(low).value == 0.0:
        return 1.0
    for _ in range(30):
        middle = (low + high) / 2
        found = pair(middle)
        if found.low > 0 or found.high < 0:
            low = middle
        else:
            high = middle
    return chance(low)


def holm(chances: Sequence[float], alpha: float) -> list[bool]:
    """Which differences are significant, with a chance of `alpha` of any error (Holm)."""
    decided = [False] * len(chances)
    for rank, i in enumerate(sorted(range(len(chances)), key=lambda i: chances[i])):
        if chances[i] > alpha / (len(chances) - rank):
            break
        decided[i] = True
    return decided


def judge_differences(
    pairs: Sequence[Pair], closes: Sequence[float], games: Sequence[int], alpha: float = ALPHA
) -> list[Verdict]:
    """Verdicts for differences that are shown together; `closes` are amounts that do not matter."""
    if not pairs:
        return []
    z, alone = critical_value(alpha / len(pairs)), critical_value(ALPHA)
    sure = holm([p_value(pair) for pair in pairs], alpha)
    found = []
    for pair, close, played, differs in zip(pairs, closes, games, sure, strict=True):
        wide = pair(z)
        if differs:  # Holm may decide the sign where Bonferroni's interval contains 0
            wide = _on_its_side(wide)
        word = DIFFERS if differs else ALIKE if -close <= wide.low and wide.high <= close else OPEN
        more = games_more(wide, close, played) if word == OPEN else None
        found.append(Verdict(wide, pair(alone), word, close, more, pair.correlation))
    return found


def _on_its_side(wide: Interval) -> Interval:
    if wide.value > 0:
        return Interval(wide.value, max(0.0, wide.low), wide.high)
    return Interval(wide.value, wide.low, min(0.0, wide.high))


def games_more(wide: Interval, close: float, games: int) -> int:
    """Games until the interval excludes 0, or all that matters.

    It shrinks with the square root of their number. Rounded to two digits, for it is an estimate.
    """
    if math.isinf(wide.half):  # a quantile of too few games: four times as many will do
        return max(1, 4 * games)
    # Whichever of the two is nearer; half of `close` is farthest from both.
    way = max(abs(wide.value), close - abs(wide.value))
    if way <= 0.0:
        return max(1, games)
    wanted = games * (wide.half / way) ** 2 - games
    return two_digits(max(1.0, wanted))


def two_digits(number: float) -> int:
    size: int = 10 ** max(0, math.floor(math.log10(number)) - 1)
    return math.ceil(number / size) * size


# -- counts ----------------------------------------------------------------------------------------


def counted_rate(hits: int, trials: int, games: int, z: float) -> Interval:
    """A rate of seats, not of games.

    Seats of one game are not independent, so in the interval a game counts once at most.
    """
    if trials == 0:
        return Interval(math.nan, -math.inf, math.inf)
    share = hits / trials
    size = min(trials, games)
    return rate(share * size, size, z)


def counted_rates(a: tuple[int, int, int], b: tuple[int, int, int]) -> Pair | None:
    """Two such rates (hits, trials, games each); None if one of them has no trials."""
    if not a[1] or not b[1]:
        return None
    return SeparateIntervals(lambda z: counted_rate(*a, z), lambda z: counted_rate(*b, z))
