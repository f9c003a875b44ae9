"""Sweeps: the same deals with one value after the other, and the effect of each.

Every point of the grid is compared with a baseline, the unchanged game if it is among them:
differences deal by deal, with intervals that hold for all points and measures together.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypedDict

import spielzug
from spielzug.bots.clock import Stop
from spielzug.core.errors import DataError, UsageError
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.core.study import RATE
from spielzug.lab.compare.intervals import (
    ALPHA,
    DIFFERS,
    KINDS,
    DifferenceFigures,
    Interval,
    IntervalFigures,
    Pair,
    Verdict,
    counted_rate,
    counted_rates,
    critical_value,
    judge_differences,
)
from spielzug.lab.measure.columns import SEAT, SHARE, Quantity, quantities
from spielzug.lab.measure.jobs import Order, common_rows, merge_measured, run_orders
from spielzug.lab.measure.measure_loop import SEATS_WITH, WITH_BASE
from spielzug.lab.measure.measures import GameMeasurer, MeasuredGames
from spielzug.lab.play.game_spec import check_games, source_code
from spielzug.lab.play.loops import POLICIES
from spielzug.lab.play.one_game import Forfeits
from spielzug.lab.play.workers import WorkerPool, pool_for_run, stop_on_signals
from spielzug.lab.tune.knobs import OPTION, BaseGame, Knob, KnobSetting, Values, entry_around

MOST_POINTS = 200
MOST_ITEMS = 12
"""The most cards that are followed one by one because the sweep changes them."""
NAME, THING = "swept", "thing"


class PointDifference(DifferenceFigures):
    """How a point differs from the baseline."""

    decided: bool


class SweepPointFigures(IntervalFigures):
    """A measure at one point."""

    difference: PointDifference | None


class SweepMeasure(TypedDict):
    """A measure at all points."""

    name: str
    title: str
    unit: str
    how: str
    kind: str
    better: str
    points: list[SweepPointFigures]


class SweepTable(TypedDict):
    """All games with one number of seats."""

    seats: int
    games: list[int]
    measures: list[SweepMeasure]


class SweepAxis(TypedDict):
    address: str
    values: list[str]


class SweepPoint(TypedDict):
    at: list[int]
    label: str


class SweepFigures(TypedDict):
    command: Literal["sweep"]
    line: str
    version: str
    code: str
    game: str
    title: str
    rules_version: int
    options: dict[str, str]
    bots: list[str]
    seed: str
    alpha: float
    seats: list[int]
    planned: int
    vary: list[SweepAxis]
    points: list[SweepPoint]
    beside: int
    tables: list[SweepTable]
    seconds: float
    stopped: bool


@dataclass(frozen=True)
class SweepPlan:
    game: Game
    base_game: BaseGame
    axes: tuple[Knob, ...]
    seats: tuple[int, ...]
    bots: tuple[str, ...]
    games: int
    """At each point, for each number of seats."""
    seed: str
    line: str = ""

    @classmethod
    def make(
        cls,
        base_game: BaseGame,
        vary: Sequence[str],
        seats: Sequence[int],
        bots: Sequence[str],
        games: int,
        seed: str,
        line: str = "",
    ) -> SweepPlan:
        check_games(games)
        if not vary:
            raise UsageError("name what to vary with --vary cards.NAME.cost=3:8")
        axes = tuple(_axis(base_game, text) for text in vary)
        names = [axis.name for axis in axes]
        for name in names:
            if names.count(name) > 1:
                raise UsageError(f"--vary {name} is given twice: give all its values at once")
        size = math.prod(len(axis.settings) for axis in axes)
        if size > MOST_POINTS:
            wide = " × ".join(str(len(axis.settings)) for axis in axes)
            raise UsageError(
                f"{wide} = {size} points are too many: a sweep has at most {MOST_POINTS}; "
                "give fewer values (LOW:HIGH:STEP), or let `spielzug tune` search"
            )
        return cls(base_game.game, base_game, axes, tuple(seats), tuple(bots), games, seed, line)

    @property
    def compiled(self) -> bool:
        return all(bot in POLICIES for bot in self.bots)

    @cached_property
    def points(self) -> list[tuple[int, ...]]:
        """The index of a setting of each axis."""
        return list(itertools.product(*(range(len(axis.settings)) for axis in self.axes)))

    @property
    def baseline(self) -> int:
        """The point to compare with: the unchanged game, or else the first."""
        bases = tuple(axis.base if axis.base is not None else -1 for axis in self.axes)
        return self.points.index(bases) if bases in self.points else 0

    @property
    def planned(self) -> int:
        return len(self.points) * len(self.seats) * self.games

    def settings(self, point: Sequence[int]) -> list[KnobSetting]:
        return [axis.settings[at] for axis, at in zip(self.axes, point, strict=True)]

    def options(self, point: Sequence[int]) -> Options:
        """The options of this point; raises `UsageError` if it cannot be played."""
        settings = self.settings(point)
        label = ", ".join(setting.label for setting in settings)
        try:
            return self.base_game.options_after(
                settings, NAME, f"--vary {self.axes[0].name}={label}"
            )
        except DataError as error:
            raise UsageError(str(error)) from None


def _axis(base_game: BaseGame, text: str) -> Knob:
    address, equals, values = text.partition("=")
    if not (equals and address and values):
        raise UsageError(f"--vary {text}: write ADDRESS=VALUES, as in cards.Regina.cost=3:8")
    (knob,) = base_game.knobs(address.strip(), Values.read(values))
    return knob


def swept_bench(game: Game, options: Options) -> BaseGame:
    """A game with these options as the base of a sweep."""
    data = game.sets.loaded(vars(options)["set"]).data if game.sets is not None else {}
    return BaseGame(game, data, options)


# -- playing ---------------------------------------------------------------------------------------


@dataclass
class Sweep:
    """The results of a sweep; `to_json` is part of the interface."""

    plan: SweepPlan
    played: list[dict[int, MeasuredGames]]
    """For each point, by the number of seats."""
    names: Mapping[str, Sequence[str]]
    """Of the game's things."""
    seconds: float = 0.0
    stopped: bool = False

    @property
    def games(self) -> int:
        return sum(len(each.rows) for point in self.played for each in point.values())

    def to_json(self, lang: str = "en") -> SweepFigures:
        plan = self.plan
        measures = [table for seats in plan.seats for table in self._tables(seats, lang)]
        _judge(measures, plan.baseline)
        return {
            "command": "sweep",
            "line": plan.line,
            "version": spielzug.__version__,
            "code": source_code(plan.game),
            "game": plan.game.name,
            "title": plan.game.title[lang],
            "rules_version": plan.game.rules_version,
            "options": plan.base_game.options.named(),
            "bots": list(plan.bots),
            "seed": plan.seed,
            "alpha": ALPHA,
            "seats": list(plan.seats),
            "planned": plan.games,
            "vary": [
                {"address": axis.name, "values": [setting.label for setting in axis.settings]}
                for axis in plan.axes
            ],
            "points": [
                {"at": list(point), "label": ", ".join(s.label for s in plan.settings(point))}
                for point in plan.points
            ],
            "beside": plan.baseline,
            "tables": [
                {
                    "seats": seats,
                    "games": [len(point[seats].rows) for point in self.played],
                    "measures": [m.to_json() for m in measures if m.seats == seats],
                }
                for seats in plan.seats
            ],
            "seconds": round(self.seconds, 3),
            "stopped": self.stopped,
        }

    # -- figures -----------------------------------------------------------------------------------

    def _tables(self, seats: int, lang: str) -> Iterator[_Row]:
        """A row for each measure, with all points in it."""
        measured = [point[seats] for point in self.played]
        if not all(len(each.rows) for each in measured):
            return
        common = common_rows(measured)
        if not len(common[0]):
            return
        found = [quantities(self.plan.game, each.rows, lang) for each in measured]
        same = [quantities(self.plan.game, rows, lang) for rows in common]
        known = set.intersection(*({q.name for q in each} for each in found))
        for quantity in found[self.plan.baseline]:
            if quantity.name in known:
                one, two = (
                    [_named(each, quantity.name) for each in all_] for all_ in (found, same)
                )
                yield _Row.of_columns(seats, one, two, self.plan.baseline)
        yield from self._things(seats, measured, lang)

    def _things(self, seats: int, measured: Sequence[MeasuredGames], lang: str) -> Iterator[_Row]:
        """What happened to the components that the sweep changes."""
        words = {
            word
            for axis in self.plan.axes
            if not axis.name.startswith(OPTION) and len(axis.settings[0].changes) <= MOST_ITEMS
            for address, _ in axis.settings[0].changes
            for word in _words(entry_around(self.plan.base_game.data, address))
        }
        for at, kind in enumerate(self.plan.game.things):
            for item, name in enumerate(self.names[kind.name]):
                if not name or name not in words:
                    continue
                for number, deed in enumerate(kind.deeds):
                    base = next((i for i, d in enumerate(kind.deeds) if d.name == deed.of), -1)
                    counts = [_counted(each, at, item, number, base, seats) for each in measured]
                    yield _Row.of_counts(
                        seats, f"{kind.name}.{deed.name} {name}", f"{name}: {deed.title[lang]}",
                        counts, self.plan.baseline,
                    )  # fmt: skip


def sweep(
    plan: SweepPlan,
    progress: Callable[[int], None] = lambda _: None,
    tell: Callable[[str], None] = lambda _: None,
    pool: WorkerPool | None = None,
    stop: Stop | None = None,
) -> Sweep:
    """Play all points; Ctrl-C ends it, and finished games count.

    `progress` gets the number of further games done, `tell` errors.
    """
    stop = stop if stop is not None else Stop()
    measurers = [
        {seats: GameMeasurer(plan.game, plan.options(point), None, seats, plan.bots, plan.seed)
         for seats in plan.seats}
        for point in plan.points
    ]  # fmt: skip
    whose = [(point, seats) for point in range(len(measurers)) for seats in plan.seats]
    orders = [Order(measurers[point][seats], (0, plan.games)) for point, seats in whose]
    first_one = measurers[0][plan.seats[0]]
    names = {kind.name: kind.names(first_one.reading, "en") for kind in plan.game.things}
    begin = time.perf_counter()
    with pool_for_run(pool, plan.compiled) as workers, stop_on_signals(stop):
        played_orders = run_orders(orders, merge_measured, workers, stop, progress)
    found = dict(zip(whose, played_orders, strict=True))
    forfeits = Forfeits(tell)
    forfeits.add_all(each for measured in found.values() for each in measured.forfeits)
    played = [
        {seats: found[point, seats] for seats in plan.seats} for point in range(len(measurers))
    ]
    return Sweep(plan, played, names, time.perf_counter() - begin, stop.is_set())


# -- one measure at all points ---------------------------------------------------------------------


@dataclass
class _Row:
    seats: int
    name: str
    title: str
    unit: str
    how: str
    kind: str
    better: str
    figures: list[Interval]
    """At each point."""
    pairs: list[Pair | None]
    """How each point differs from the baseline."""
    games: int
    verdicts: list[Verdict | None] = field(default_factory=list)

    @classmethod
    def of_columns(
        cls, seats: int, all_: Sequence[Quantity], same: Sequence[Quantity], baseline: int
    ) -> _Row:
        q, kind, z = all_[baseline], KINDS[all_[baseline].how], critical_value(ALPHA)
        return cls(
            seats, q.name, q.title, q.unit, q.how, q.kind, q.better,
            [kind.one(each.values, z) for each in all_],
            [None if i == baseline else kind.two(same[baseline].values, each.values)
             for i, each in enumerate(same)],
            len(same[baseline].values),
        )  # fmt: skip

    @classmethod
    def of_counts(
        cls,
        seats: int,
        name: str,
        title: str,
        counts: Sequence[tuple[int, int, int]],
        baseline: int,
    ) -> _Row:
        z = critical_value(ALPHA)
        return cls(
            seats, name, title, "", RATE, THING, "",
            [counted_rate(*each, z) for each in counts],
            [None if i == baseline else counted_rates(counts[baseline], each)
             for i, each in enumerate(counts)],
            counts[baseline][2],
        )  # fmt: skip

    def to_json(self) -> SweepMeasure:
        return {
            "name": self.name,
            "title": self.title,
            "unit": SHARE if self.how in (RATE, SHARE) or self.kind in (SEAT, THING) else self.unit,
            "how": self.how,
            "kind": self.kind,
            "better": self.better,
            "points": [
                {**figure.to_json(), "difference": _difference_json(verdict)}
                for figure, verdict in zip(self.figures, self.verdicts, strict=True)
            ],
        }


def _difference_json(verdict: Verdict | None) -> PointDifference | None:
    return None if verdict is None else {**verdict.to_json(), "decided": verdict.word == DIFFERS}


def _judge(rows: Sequence[_Row], baseline: int) -> None:
    """All differences together, of all measures, points and numbers of seats."""
    wanted = [(row, pair) for row in rows for pair in row.pairs if pair is not None]
    found = iter(
        judge_differences(
            [pair for _, pair in wanted], [0.0] * len(wanted), [r.games for r, _ in wanted]
        )
    )
    for row in rows:
        row.verdicts = [next(found) if pair is not None else None for pair in row.pairs]


def _counted(
    measured: MeasuredGames, thing: int, item: int, deed: int, base: int, seats: int
) -> tuple[int, int, int]:
    """Seats that did it, of how many, and in how many games."""
    counts, games = measured.deeds[thing], len(measured.rows)
    if base < 0:
        return int(counts[deed, item, SEATS_WITH]), games * seats, games
    return int(counts[deed, item, WITH_BASE]), int(counts[base, item, SEATS_WITH]), games


def _words(entry: object) -> Iterator[str]:
    """All texts in an entry: one of them is the name of its component."""
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, Mapping):
        for inner in entry.values():
            yield from _words(inner)


def _named(all_: Sequence[Quantity], name: str) -> Quantity:
    return next(each for each in all_ if each.name == name)
