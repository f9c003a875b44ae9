"""How much two sides of a comparison differ, and how sure that is.

Both sides played the same deals, so what is looked at is the difference in each deal. Every
interval is a function of one number `z`, how many standard errors are wanted on either side: so the
same code gives an interval alone, one among many, and the chance of a difference that is none.

- Means, and ratios of two sums: Student's interval of the differences.
- Rates: Wilson's interval of each side, put together as Newcombe does for pairs (1998, method 10).
- Medians and other quantiles: the interval between two of the ordered values, which holds for any
  distribution, put together in the same way. It needs no resampling, and knows of ties.

Who looks at many differences finds some that are none. So intervals are as wide as Bonferroni asks
for, and Holm's order decides; who looks again and again while games are played spends a part of the
error with each look (`alpha_spent`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Protocol

import numpy as np

from spielzug.lab.measure.statistics import wilson

ALPHA = 0.05
"""How often anything at all may be called a difference that is none."""
DIFFERS, ALIKE, OPEN = "differs", "alike", "open"
NOTHING = 1e-12  # what rounding leaves of a difference that is none
FARTHEST = 38.0  # standard errors: beyond this a chance is no number but 0

Values = Any
"""One a game, in the order of the deals: an array; of ratios with two columns, above and below."""


@dataclass(frozen=True)
class Interval:
    """A figure, and between what it surely lies; an end may be infinite."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        return max(self.value - self.low, self.high - self.value)

    def to_json(self) -> dict[str, float | None]:
        return {
            "value": round_for_json(self.value),
            "low": round_for_json(self.low),
            "high": round_for_json(self.high),
        }


def round_for_json(value: float) -> float | None:
    """For files: six digits are enough for everybody, and what is no number is none."""
    return float(f"{value:.6g}") + 0.0 if math.isfinite(value) else None


# -- how many standard errors --------------------------------------------------------------------


def critical_value(alpha: float) -> float:
    """On either side, so that a normal error is larger with the chance `alpha`."""
    return -NormalDist().inv_cdf(alpha / 2)


def chance(z: float) -> float:
    """How often a normal error is larger: the reverse of `critical_value`."""
    return math.erfc(z / math.sqrt(2))


def student_quantile(z: float, freedom: int) -> float:
    """As many as `z` when the error itself is only estimated (Wallace 1959; 1 % at worst)."""
    slower = (8 * freedom + 3) / (8 * freedom + 1)
    return math.sqrt(freedom * math.expm1(min((z * slower) ** 2 / freedom, 700.0)))


def alpha_spent(alpha: float, look: int) -> float:
    """What look number `look` (from 1) may spend of the error: all of them together, `alpha`."""
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
    """A ratio of two sums as a mean: what each game adds to it, to the first order."""
    above, below = values[:, 0], values[:, 1]
    down = float(np.mean(below))
    if down == 0.0:
        return np.zeros(len(values))
    whole = float(np.mean(above)) / down
    return whole + (above - whole * below) / down


def rate(hits: float, games: int, z: float) -> Interval:
    return Interval(hits / games, *wilson(hits, games, z))


def quantile(ordered: Values, share: float, z: float) -> Interval:
    """Between two of the ordered values: how many lie below is a matter of coins (binomial)."""
    games = len(ordered)
    at = share * (games - 1)
    below = float(ordered[math.floor(at)])
    value = below + (float(ordered[math.ceil(at)]) - below) * (at % 1)
    error, skew = math.sqrt(games * share * (1 - share)), (1 - 2 * share) / 6

    def rank(z: float) -> float:
        """So many standard errors from the middle, of coins that are not fair (Cornish and Fisher
        1938); the term for these holds until it would turn back."""
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
    """Two sides of one measure."""

    @property
    def correlation(self) -> float | None:
        """Of the two sides over the same deals: what pairing is worth."""

    def __call__(self, z: float) -> Interval:
        """By how much the second side has more."""


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
        # Where (nearly) every deal gave the same difference the next one still may not: at least as
        # if one of them had been as different as games are from each other.
        spread = max(float(np.std(a, ddof=1)), float(np.std(b, ddof=1)), abs(value))
        if spread <= NOTHING * max(1.0, size := max(abs(float(np.mean(x))) for x in (a, b))):
            # All games of both sides alike: as if one had been without it, or one with it.
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
    """Each side has an interval of its own, which are put together: square and add."""

    a: Callable[[float], Interval]
    b: Callable[[float], Interval]
    together: float = 0.0
    """How much they go together, as far as one can rely on it."""
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
    """None where one of them is always the same."""
    if len(a) < 2 or float(np.ptp(a)) == 0.0 or float(np.ptp(b)) == 0.0:
        return None
    return float(np.corrcoef(a, b)[0, 1])


def agreement(a: Values, b: Values) -> float | None:
    """The correlation of two columns of yes and no, a little less than it looks (Newcombe)."""
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
    # Of whole numbers a quantile jumps: what pairing would gain cannot be relied upon (measured:
    # 11 % instead of 5 % were missed), so it only counts where it costs something.
    against = min(0.0, agreement(*below) or 0.0)
    return SeparateIntervals(
        lambda z: quantile(in_order_a, share, z), lambda z: quantile(in_order_b, share, z), against
    )


@dataclass(frozen=True)
class IntervalKind:
    """A way to make one figure of many games."""

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
"""By the word that a measure says how it is put together."""


# -- many differences ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """What can be said about one difference among many."""

    difference: Interval
    """As wide as it must be for all of them to hold together."""
    alone: Interval
    word: str
    """`DIFFERS`; `ALIKE`: there is none that matters; or `OPEN`, not yet known."""
    close: float
    games_more: int | None
    """About so many until it is known; None when it is."""
    correlation: float | None


def p_value(pair: Pair) -> float:
    """How often so large a difference comes by chance where there is none."""
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
    """Which of them are no chance, so that all of these are right at once but with `alpha`."""
    decided = [False] * len(chances)
    for rank, i in enumerate(sorted(range(len(chances)), key=lambda i: chances[i])):
        if chances[i] > alpha / (len(chances) - rank):
            break
        decided[i] = True
    return decided


def judge_differences(
    pairs: Sequence[Pair], closes: Sequence[float], games: Sequence[int], alpha: float = ALPHA
) -> list[Verdict]:
    """All differences that somebody looks at together; `closes` are amounts that do not matter."""
    if not pairs:
        return []
    z, alone = critical_value(alpha / len(pairs)), critical_value(ALPHA)
    sure = holm([p_value(pair) for pair in pairs], alpha)
    found = []
    for pair, close, played, differs in zip(pairs, closes, games, sure, strict=True):
        wide = pair(z)
        if differs:  # Holm knows the sign also where Bonferroni does not
            wide = _on_its_side(wide)
        word = DIFFERS if differs else ALIKE if _within(wide, close) else OPEN
        more = games_more(wide, close, played) if word == OPEN else None
        found.append(Verdict(wide, pair(alone), word, close, more, pair.correlation))
    return found


def _on_its_side(wide: Interval) -> Interval:
    if wide.value > 0:
        return Interval(wide.value, max(0.0, wide.low), wide.high)
    return Interval(wide.value, wide.low, min(0.0, wide.high))


def _within(wide: Interval, close: float) -> bool:
    return -close <= wide.low and wide.high <= close


def games_more(wide: Interval, close: float, games: int) -> int:
    """Until an interval of this kind leaves out 0, or everything that matters: it shrinks with the
    root of their number. In two digits, for it is a guess."""
    if math.isinf(wide.half):  # a quantile of too few games: several times as many have an end
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
    """A rate of seats, not of games: seats of one game are not independent, so that in the interval
    a game counts once at most."""
    if trials == 0:
        return Interval(math.nan, -math.inf, math.inf)
    share = hits / trials
    size = min(trials, games)
    return rate(share * size, size, z)


def counted_rates(a: tuple[int, int, int], b: tuple[int, int, int]) -> Pair | None:
    """Two such rates (hits, trials, games each); None if one of them was never tried."""
    if not a[1] or not b[1]:
        return None
    return SeparateIntervals(lambda z: counted_rate(*a, z), lambda z: counted_rate(*b, z))
