"""Quantities of many games as columns, and the worth of deeds within a game.

A quantity (measure, ending, seat, share of luck) has one value per game, in the unit in which it is
shown, and says how they become one figure (see `compare.intervals.KINDS`).

The worth of a deed compares the seats that did it with those that did not, in the same game: they
share its length, cards and opponents. In a game with `n` seats, of which `d` did it, and with `t`
winners, of which `w` did it, the win rate of those who did is higher by ``(n w - d t) / (d (n -
d))``. Games are weighted by ``d (n - d)``. Only sums of whole numbers are kept, so parts can be
added in any order. A seat did it, or was dealt it, for a reason: a higher win rate need not be
caused by it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spielzug.core.game import Game
from spielzug.core.memory import PlainRecord
from spielzug.core.study import MEAN, MEDIAN, P95, RATE, TABLE, Things
from spielzug.core.texts import in_four as _t
from spielzug.lab.compare.intervals import (
    DIFFERS,
    Interval,
    Values,
    judge_differences,
    student_quantile,
)
from spielzug.lab.measure.measure_loop import MILLION, SEATS_WITH, TIMES, WINNERS_WITH
from spielzug.lab.measure.measures import LUCK_SHARE, OWN, Rows, measures_of, values
from spielzug.lab.measure.statistics import DID, GAMES, WON
from spielzug.wire.game_figures import DeedWorth, ItemWorth

SHARE = "share"
MEASURED, ENDING, SEAT = "measure", "ending", "seat"
LUCK = LUCK_SHARE.name

CLOSE_RATE = 0.02
"""Two percentage points: smaller differences of a rate do not matter to most."""
CLOSE_PART = {MEAN: 0.05, MEDIAN: 0.05, P95: 0.1}
"""The same for other figures, as a part of them; at least 1 for whole numbers."""
CLOSE = {"lead_changes": 0.25, "decided": 0.03, "dragged": 0.5}
"""The same for figures that may be near 0, where a part of them would be nothing."""

TITLES: Mapping[str, Mapping[str, str]] = {
    SEAT: _t("Platz {n} gewinnt", "Seat {n} wins", "La place {n} gagne", "Plaats {n} wint"),
    "of_the_games": _t("der Spiele", "of the games", "des parties", "van de spellen"),
}  # fmt: skip


@dataclass(frozen=True)
class Quantity:
    """One measure of all games of one side with one number of seats."""

    name: str
    title: str
    unit: str
    how: str
    values: Values
    kind: str = MEASURED
    better: str = ""

    @property
    def whole(self) -> bool:
        """Whether all values are whole numbers, so that a median jumps."""
        return self.how in (MEDIAN, P95) and bool(np.all(self.values == np.round(self.values)))

    def close(self, value: float) -> float:
        """The largest difference that does not matter if the figure is `value`."""
        if self.how in (RATE, SHARE) or self.kind == SEAT:
            return CLOSE_RATE
        if self.name in CLOSE:
            return CLOSE[self.name]
        # A figure of 0 has no part, and could never be decided.
        amount = CLOSE_PART[self.how] * abs(value) or CLOSE_RATE
        return max(1.0, amount) if self.whole else amount


def quantities(game: Game, rows: Rows, lang: str = "en") -> list[Quantity]:
    """All quantities, in the order in which they are shown."""
    return [
        *measured(game, rows, lang),
        *luck_share(rows, lang),
        *endings(game, rows, lang),
        *seat_rates(rows, lang),
    ]


def measured(game: Game, rows: Rows, lang: str = "en") -> list[Quantity]:
    """The measures of all games, then the game's own; without coded words."""
    return [
        Quantity(m.name, m.title[lang], m.unit[lang], m.how, values(m, rows), better=m.better)
        for m in measures_of(game)
        if m.words is None
    ]


def endings(game: Game, rows: Rows, lang: str = "en") -> list[Quantity]:
    return [
        Quantity(
            f"{ENDING}.{name}", game.reasons[name][lang], TITLES["of_the_games"][lang], RATE,
            np.asarray(rows["reason"] == number, np.float64), ENDING,
        )
        for number, name in enumerate(game.rules.REASONS)
        if name  # the first stands for a game in progress
    ]  # fmt: skip


def seats_of(rows: Rows) -> int:
    return sum(name.startswith("share_") for name in rows.dtype.names or ())


def shares_and_luck(rows: Rows) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Each seat's share of the win, and what luck added to it: arrays (game, seat)."""
    seats = range(1, seats_of(rows) + 1)
    won = np.stack([rows[f"share_{seat}"] for seat in seats], axis=1) / MILLION
    lucky = np.stack([rows[f"luck_{seat}"] for seat in seats], axis=1) / MILLION
    return won, lucky


def without_luck(rows: Rows) -> NDArray[np.float64]:
    """Each seat's share without its luck: the same mean, with less variance.

    Luck has the mean 0, so any multiple of it may be subtracted. The multiple minimizes the
    variance: it is 1 if luck is judged well.
    """
    won, lucky = shares_and_luck(rows)
    alone = lucky - lucky.mean(axis=0)
    below = float((alone**2).sum())
    part = float((alone * won).sum()) / below if below else 0.0
    return np.asarray(won - part * lucky, np.float64)


def seat_rates(rows: Rows, lang: str = "en") -> list[Quantity]:
    columns = without_luck(rows)
    return [
        Quantity(
            f"{SEAT}.{seat + 1}", TITLES[SEAT][lang].format(n=seat + 1),
            TITLES["of_the_games"][lang], MEAN, columns[:, seat], SEAT,
        )
        for seat in range(columns.shape[1])
    ]  # fmt: skip


def luck_share(rows: Rows, lang: str = "en") -> list[Quantity]:
    """How much of the variance between seats is luck, see `measures.luck_and_play`.

    A ratio of two sums over the games: the squares that vanish with luck, and all squares. (The
    multiple of luck is fitted; at the minimum this changes nothing.) Empty if luck was not
    measured.
    """
    won, lucky = shares_and_luck(rows)
    if not lucky.any():
        return []
    rest = without_luck(rows)
    below = ((won - won.mean(axis=0)) ** 2).sum(axis=1)
    above = below - ((rest - rest.mean(axis=0)) ** 2).sum(axis=1)
    columns = np.stack([above, below], axis=1)
    return [Quantity(LUCK, LUCK_SHARE.title[lang], LUCK_SHARE.unit[lang], SHARE, columns)]


def words_of(game: Game, reading: PlainRecord, rows: Rows) -> dict[str, NDArray[np.object_]]:
    """For each of the game's coded measures the word of every game."""
    found = {}
    for measure in game.measures:
        if measure.words is not None:
            known = np.array(list(measure.words(reading)), dtype=object)
            found[measure.name] = known[rows[f"{OWN}{measure.name}"]]
    return found


def counts_of(column: Sequence[float] | Values, most: int = 200) -> list[list[float]]:
    """How often each value occurs, in order; more than `most` values are binned by their middle."""
    found, times = np.unique(np.asarray(column, np.float64), return_counts=True)
    if len(found) > most:
        heights, edges = np.histogram(column, bins=most)
        found, times = (edges[:-1] + edges[1:]) / 2, heights
    return [
        [round(float(v), 3), int(n)] for v, n in zip(found, times, strict=True) if n
    ]  # fmt: skip


ENOUGH = 30
"""Games with both kinds of seats; with fewer no worth is shown."""


MOST_ITEMS = 100
"""Per deed: those that occur in most games."""


COLUMNS = ("times", "games", "did", "won", "both", "above", "below", "aa", "ab", "bb")


Sums = NDArray[np.int64]
"""An array (deed, item, column): times, games, seats and winners that did it; games in which some
did and some did not; numerator and denominator of the formula, and the sums of their squares and
products."""


def sums_of(deeds: NDArray[np.int64], seats: int, winners: int) -> Sums:
    """The sums of one game; `deeds` as in `MeasuredGames`."""
    did, won = deeds[..., SEATS_WITH], deeds[..., WINNERS_WITH]
    above, below = seats * won - did * winners, did * (seats - did)
    below = np.maximum(below, 0)  # deeds of the table have no seats
    above = np.where(below > 0, above, 0)
    columns = (
        deeds[..., TIMES], did > 0, did, won, below > 0,
        above, below, above * above, above * below, below * below,
    )  # fmt: skip
    return np.stack([np.asarray(column, np.int64) for column in columns], axis=-1)


@dataclass(frozen=True)
class WithinGameDifference:
    """How much more often those win who did it, within the same game."""

    value: float
    error: float
    games: int
    correlation: float | None = None

    @classmethod
    def of(cls, sums: Sums) -> WithinGameDifference | None:
        """None if there are too few games in which some did and some did not."""
        told = dict(zip(COLUMNS, map(int, sums), strict=True))
        games, below = told["both"], told["below"]
        if games < ENOUGH:
            return None
        value = told["above"] / below
        rest = told["aa"] - 2 * value * told["ab"] + value * value * told["bb"]
        spread = math.sqrt(max(0.0, rest) * games / (games - 1)) / below
        # Even if all games agree the next one may not: as if one of them had not.
        return cls(value, max(spread, 1 / games), games)

    def __call__(self, z: float) -> Interval:
        half = student_quantile(z, self.games - 1) * self.error
        return Interval(self.value, max(-1.0, self.value - half), min(1.0, self.value + half))


def worth_figures(
    things: Things, names: Sequence[str], sums: Sums, games: int, seats: int, winners: int
) -> list[DeedWorth]:
    """For each deed its items, those with the highest worth first.

    All intervals of a deed hold together. Items with too few games are left out.
    """
    told: list[DeedWorth] = []
    for deed, about in zip(sums, things.deeds, strict=True):
        there = [item for item, name in enumerate(names) if name and deed[item, GAMES]]
        there = sorted(there, key=lambda item: (-int(deed[item, GAMES]), item))[:MOST_ITEMS]
        by_seats = about.by != TABLE
        compared = by_seats and not is_proxy_for_win(deed, winners)
        pairs = (
            {i: pair for i in there if (pair := WithinGameDifference.of(deed[i]))}
            if compared
            else {}
        )
        of = list(pairs.values())
        found = dict(
            zip(pairs, judge_differences(of, [0.0] * len(of), [p.games for p in of]), strict=True)
        )
        items: list[ItemWorth] = []
        for item in there:
            if compared and item not in found:
                continue
            row: ItemWorth = {"item": item, "games": rounded(int(deed[item, GAMES]) / games)}
            if by_seats:
                row["winners"], row["others"] = _who(deed[item], games * seats, winners)
            if compared:
                verdict = found[item]
                row |= {"worth": interval(verdict.difference), "sure": verdict.word == DIFFERS}
            items.append(row)
        items.sort(key=_order)
        told.append({"name": about.name, "items": items})
    return told


def is_proxy_for_win(deed: Sums, winners: int) -> bool:
    """Whether only winners do it, or all winners always do: then it is another word for winning."""
    done = deed[deed[:, DID] > 0]
    return bool((done[:, DID] == done[:, WON]).all() or (done[:, WON] == winners).all())


def _who(row: Sums, seats: int, winners: int) -> tuple[float | None, float | None]:
    """Which part of the winners, and of the others, did it; None if there are none."""
    did, won, others = int(row[DID]), int(row[WON]), seats - winners
    return (
        rounded(won / winners) if winners else None,
        rounded((did - won) / others) if others else None,
    )


def _order(row: ItemWorth) -> tuple[float, float, int]:
    return -row["worth"][0] if "worth" in row else 0.0, -row["games"], row["item"]


def interval(found: Interval) -> list[float]:
    return [rounded(found.value), rounded(found.low), rounded(found.high)]


def rounded(value: float) -> float:
    """To four decimals: finer than any of it is known."""
    return round(value, 4) + 0.0
