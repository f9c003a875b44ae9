"""Totals of simulated games: counts, from which every figure is computed.

Whole numbers only, so parts can be added in any order: any number of workers gives the same
figures, and so does a merge of several machines' counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NotRequired, TypedDict, TypeVar

import numpy as np

from spielzug.core.game import Game
from spielzug.core.native_records import read_facts
from spielzug.core.record_types import Counts, Facts, Shares, States
from spielzug.lab.measure.statistics import (
    NumberSummary,
    SortedCounts,
    Spread,
    Tally,
    count_values,
    spread,
    tally,
)
from spielzug.lab.play.game_spec import aliases
from spielzug.lab.play.one_game import FORFEITED
from spielzug.lab.play.workers import Ranges

ENOUGH = 1000  # uses of an ability: with fewer it was hardly checked
LONG_RUN = 10_000  # games from which on that is required; with fewer, proportionally less

V = TypeVar("V", bound=float | str)
"""A counted value: a number or a word."""
Pairs = list[list[float | str]]
"""Values with their counts."""


class SumsJson(TypedDict):
    """Totals as JSON."""

    games: list[list[int]]
    lengths: Pairs
    reasons: dict[str, int]
    seats: list[Pairs]
    bots: dict[str, Pairs]
    forfeits: dict[str, int]
    measures: dict[str, Pairs]
    checks: dict[str, int]
    uses: dict[str, int]


class SeatTally(Tally):
    seat: int


class BotTally(Tally):
    bot: str
    alias: str
    forfeits: int
    out: bool
    """Whether it was taken out of the run, because it forfeited too many games in a row."""


class CheckFigures(TypedDict, total=False):
    """Only with `verify`."""

    checks: dict[str, int]
    uses: dict[str, int]
    enough_uses: int
    hardly_used: dict[str, int]
    violations: int


class SumsFigures(CheckFigures):
    """The figures of some games."""

    decisions: int
    lengths: NumberSummary
    reasons: dict[str, int]
    by_seat: list[SeatTally]
    by_bot: list[BotTally]
    measures: NotRequired[dict[str, Spread]]


def enough_uses(games: int) -> int:
    """How many uses of an ability count as checked, in a run of this many games."""
    return max(1, ENOUGH * min(games, LONG_RUN) // LONG_RUN)


def hardly_used(uses: Mapping[str, int], enough: int) -> dict[str, int]:
    """Abilities used less often than that, the rarest first."""
    rare = {name: count for name, count in uses.items() if count < enough}
    return dict(sorted(rare.items(), key=lambda use: use[1]))


@dataclass
class Sums:
    """The totals of some games of a run."""

    games: Ranges = field(default_factory=Ranges)
    lengths: Counter[int] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    """By all of the game's reasons, also those that did not occur, in its order."""
    seats: list[Counter[float]] = field(default_factory=list)
    """Each seat's shares of the win."""
    bots: dict[str, Counter[float]] = field(default_factory=dict)
    """Each bot's shares, one for each seat that it had."""
    forfeits: Counter[str] = field(default_factory=Counter)
    """How many games each program forfeited."""
    measures: dict[str, Counter[int | str]] = field(default_factory=dict)
    """The game's own measures of the last positions."""
    checks: Counter[str] = field(default_factory=Counter)
    """With `verify`: how often each check ran, by all their names."""
    uses: Counter[str] = field(default_factory=Counter)

    @classmethod
    def blank(cls, reasons: Sequence[str], bots: Sequence[str]) -> Sums:
        """For games of these bots, one for each seat, with these reasons to end."""
        return cls(
            reasons=Counter(dict.fromkeys(reasons, 0)),
            seats=[Counter() for _ in bots],
            bots={bot: Counter() for bot in bots},
        )

    def count(
        self,
        numbers: Counts,
        reasons: Counts | Sequence[int],
        lengths: Counts | Sequence[int],
        shares: Shares,
        bots: Sequence[str],
    ) -> None:
        """Add games as arrays with one row each; bot (s + g) mod seats has seat s of game g."""
        for row in np.split(numbers, np.flatnonzero(np.diff(numbers) != 1) + 1):
            self.games.add(int(row[0]), int(row[-1]) + 1)
        _add(self.lengths, count_values(lengths))
        names = list(self.reasons)
        for reason, times in count_values(reasons).items():
            self.reasons[names[reason]] += times
        turns = numbers % len(bots)
        for seat in range(len(bots)):
            _add(self.seats[seat], count_values(shares[:, seat]))
            for turn in range(len(bots)):
                bot = bots[(seat + turn) % len(bots)]
                _add(self.bots[bot], count_values(shares[turns == turn, seat]))

    def add(self, other: Sums) -> None:
        """Add other games; raises ValueError if one of them is already here."""
        for first, end in other.games:
            self.games.add(first, end)
        for own, theirs in zip(self.seats, other.seats, strict=True):
            _add(own, theirs)
        for name, shares in other.bots.items():
            _add(self.bots.setdefault(name, Counter()), shares)
        for name, values in other.measures.items():
            _add(self.measures.setdefault(name, Counter()), values)
        for name in ("lengths", "reasons", "forfeits", "checks", "uses"):
            _add(getattr(self, name), getattr(other, name))

    # -- JSON --------------------------------------------------------------------------------------

    def to_json(self) -> SumsJson:
        """Sorted pairs of a value and its count: equal totals give equal bytes."""
        return {
            "games": [list(range_) for range_ in self.games],
            "lengths": _pairs(self.lengths),
            "reasons": dict(self.reasons),
            "seats": [_pairs(counts) for counts in self.seats],
            "bots": {name: _pairs(counts) for name, counts in self.bots.items()},
            "forfeits": dict(sorted(self.forfeits.items())),
            "measures": {name: _pairs(counts) for name, counts in self.measures.items()},
            "checks": dict(self.checks),
            "uses": dict(self.uses),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Sums:
        """Raises KeyError, TypeError or ValueError if the data is not valid."""
        return cls(
            games=Ranges((_whole(first), _whole(end)) for first, end in data["games"]),
            lengths=_counter(data["lengths"], int),
            reasons=_named(data["reasons"]),
            seats=[_counter(pairs, float) for pairs in data["seats"]],
            bots={str(bot): _counter(pairs, float) for bot, pairs in data["bots"].items()},
            forfeits=_named(data["forfeits"]),
            measures={
                str(name): _counter(pairs, _value) for name, pairs in data["measures"].items()
            },
            checks=_named(data["checks"]),
            uses=_named(data["uses"]),
        )

    def check_plausible(self) -> None:
        """Raise ValueError if these cannot be totals of any games."""
        games = len(self.games)
        times = [self.lengths.total(), self.reasons.total(), *map(Counter.total, self.seats)]
        if any(count != games for count in times):
            raise ValueError(f"its sums are not of {games} games")
        if sum(map(Counter.total, self.bots.values())) != games * len(self.seats):
            raise ValueError("what the bots got is not what the seats got")

    # -- figures -----------------------------------------------------------------------------------

    def figures(self, bots: Sequence[str], out: Collection[str] = ()) -> SumsFigures:
        """The figures of a run with this bot for each seat; those in `out` ended it."""
        lengths, short = SortedCounts(self.lengths), aliases(bots)
        figures: SumsFigures = {
            "decisions": lengths.sum,
            "lengths": lengths.summary(),
            "reasons": self._met(),
            "by_seat": [
                {"seat": seat, **tally(shares)} for seat, shares in enumerate(self.seats, 1)
            ],
            "by_bot": [
                {
                    "bot": name,
                    "alias": short[name],
                    **tally(self.bots[name], bots.count(name)),
                    "forfeits": self.forfeits[name],
                    "out": name in out,
                }
                for name in short
            ],
        }
        if self.measures:
            figures["measures"] = {name: spread(all_) for name, all_ in self.measures.items()}
        if self.checks:
            enough = enough_uses(len(self.games))
            figures |= {
                "checks": dict(self.checks),
                "uses": dict(self.uses),
                "enough_uses": enough,
                "hardly_used": hardly_used(self.uses, enough),
                "violations": 0,
            }
        return figures

    def _met(self) -> dict[str, int]:
        told = {name: count for name, count in self.reasons.items() if count and name}
        broken_off = self.reasons[""]
        return {**told, FORFEITED: broken_off} if broken_off else told


def measured(game: Game, facts: Facts, finals: States) -> dict[str, Counter[int | str]]:
    """The game's own measures of its last positions, counted; coded measures as words."""
    arrays = game.measure(facts, finals) if game.measure is not None else {}
    found = {name: count_values(values) for name, values in arrays.items()}
    for one in game.measures:
        if one.words is not None:
            words = one.words(read_facts(facts))
            found[one.name] = Counter({words[n]: times for n, times in found[one.name].items()})
    return found


def _add(own: Counter[V], more: Mapping[V, int]) -> None:
    """Add in place without `+=`, which drops counts of 0."""
    for value, count in more.items():
        own[value] += count


def _pairs(counts: Mapping[V, int]) -> Pairs:
    return [[value, counts[value]] for value in sorted(counts)]


def _counter(pairs: Iterable[tuple[Any, object]], kind: Callable[[Any], V]) -> Counter[V]:
    return Counter({kind(value): _whole(count) for value, count in pairs})


def _named(data: Mapping[str, object]) -> Counter[str]:
    return Counter({str(name): _whole(count) for name, count in data.items()})


def _whole(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is no number of games or of times")
    return value


def _value(value: object) -> int | str:
    if not isinstance(value, int | str):
        raise TypeError(f"{value!r} is no measured value")
    return value
