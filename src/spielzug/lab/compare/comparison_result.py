"""The plan and the figures of a comparison: what differs, how certain that is, what is open."""

from __future__ import annotations

import difflib
import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

import spielzug
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.study import RATE
from spielzug.core.texts import require_language
from spielzug.lab.compare.component_stats import of_sides, things_figures, words_figures
from spielzug.lab.compare.figure_types import (
    BothSides,
    ComparisonFigures,
    EndingFigures,
    JudgedFigures,
    LuckFigures,
    MeasureFigures,
    SeatFigures,
    TableFigures,
)
from spielzug.lab.compare.intervals import (
    ALIKE,
    ALPHA,
    DIFFERS,
    KINDS,
    OPEN,
    Interval,
    IntervalFigures,
    Verdict,
    alpha_spent,
    critical_value,
    judge_differences,
    mean,
    round_for_json,
)
from spielzug.lab.compare.variants import Variant, read_seats
from spielzug.lab.measure.columns import (
    ENDING,
    LUCK,
    MEASURED,
    SEAT,
    SHARE,
    Quantity,
    counts_of,
    measured,
    quantities,
    shares_and_luck,
    without_luck,
)
from spielzug.lab.measure.jobs import common_rows
from spielzug.lab.measure.measures import (
    JUDGEMENT,
    REDRAWS,
    GameMeasurer,
    MeasuredGames,
    Rows,
    luck_and_play,
    measures_of,
    unmeasured,
)
from spielzug.lab.play.game_spec import check_games, source_code
from spielzug.lab.play.loops import POLICIES
from spielzug.lab.play.one_game import Seating


@dataclass
class ComparisonTable:
    """All games with one number of seats."""

    seats: int
    measured: list[MeasuredGames]
    """Of each side."""

    @property
    def played(self) -> int:
        return sum(len(side_games.rows) for side_games in self.measured)

    @property
    def rows(self) -> list[Rows]:
        """The games of each side that both sides finished."""
        return common_rows(self.measured)


@dataclass(frozen=True)
class ComparisonEntry:
    """One quantity of both sides, or of the only one."""

    quantities: tuple[Quantity, ...]
    verdict: Verdict | None = None

    @property
    def first(self) -> Quantity:
        return self.quantities[0]

    def interval(self, side: int) -> Interval:
        """Of one side alone."""
        one = self.quantities[side]
        return KINDS[one.how].one(one.values, critical_value(ALPHA))


def quantity_names(game: Game, seats: int) -> list[str]:
    """All names that `--close` accepts."""
    return [
        *(measure.name for measure in measures_of(game) if measure.words is None),
        LUCK,
        *(f"{ENDING}.{name}" for name in game.rules.REASONS if name),
        *(f"{SEAT}.{seat}" for seat in range(1, seats + 1)),
    ]


def judged_entries(
    game: Game,
    tables: Sequence[ComparisonTable],
    close: Mapping[str, float],
    alpha: float,
    lang: str = "en",
) -> list[list[ComparisonEntry]]:
    """For each table all quantities, with verdicts that hold for all tables together."""
    everything = [_entries(game, table, lang) for table in tables]
    together = [entry for table in everything for entry in table]
    if not together or len(together[0].quantities) == 1:
        return everything
    pairs = [KINDS[e.first.how].two(*(q.values for q in e.quantities)) for e in together]
    closes = [
        close.get(entry.first.name, entry.first.close(entry.interval(0).value))
        for entry in together
    ]
    games = [len(entry.first.values) for entry in together]
    verdicts = iter(judge_differences(pairs, closes, games, alpha))
    return [[ComparisonEntry(e.quantities, next(verdicts)) for e in table] for table in everything]


def _entries(game: Game, table: ComparisonTable, lang: str) -> list[ComparisonEntry]:
    rows = table.rows
    if not len(rows[0]):
        return []
    sides = [{q.name: q for q in quantities(game, side, lang)} for side in rows]
    found = [tuple(side[name] for side in sides if name in side) for name in sides[0]]
    return [
        ComparisonEntry(both)
        for both in found
        if len(both) == len(sides)
        # An ending that never happened cannot be decided, and would only widen the other intervals.
        and not (both[0].kind == ENDING and not any(q.values.any() for q in both))
    ]


# -- as JSON ---------------------------------------------------------------------------------------


def figures(found: Comparison) -> ComparisonFigures:
    """All figures; titles are in the plan's language."""
    plan = found.plan
    alpha = plan.alpha(found.look)
    entries = judged_entries(plan.game, found.tables, plan.close, alpha, plan.lang)
    return {
        "command": "compare",
        "line": plan.line,
        "version": spielzug.__version__,
        "code": source_code(plan.game),
        "game": plan.game.name,
        "title": plan.game.title[plan.lang],
        "lang": plan.lang,
        "bots": list(plan.bots),
        "seed": plan.seed,
        "luck": plan.luck,
        "alpha": ALPHA,
        "until_decided": plan.until_decided,
        "planned": plan.games,
        "sides": [side.to_json(plan.lang) for side in plan.sides],
        "seats": list(plan.seats),
        "looks": found.look,
        "tables": [
            _table_figures(found, table, own)
            for table, own in zip(found.tables, entries, strict=True)
        ],
        "seconds": round(found.seconds, 3),
        "stopped": found.stopped,
    }


def _table_figures(
    found: Comparison, table: ComparisonTable, entries: Sequence[ComparisonEntry]
) -> TableFigures:
    plan, rows = found.plan, table.rows
    if not len(rows[0]):
        return {"seats": table.seats, "games": 0}
    readings = [side.reading for side in plan.sides]
    return {
        "seats": table.seats,
        "games": len(rows[0]),
        "forfeits": [len(side_games.forfeits) for side_games in table.measured],
        "pairing": {"correlation": _pairing(entries)},
        "measures": [_measure(entry) for entry in entries if entry.first.kind == MEASURED],
        "unmeasured": [
            {"name": m.name, "title": m.title[plan.lang], "needs": JUDGEMENT}
            for m in unmeasured(plan.game)
        ],
        "endings": [_ending(entry) for entry in entries if entry.first.kind == ENDING],
        "seat_rates": _seat_rates(rows, [e for e in entries if e.first.kind == SEAT]),
        "histograms": _histograms(plan.game, rows, plan.lang),
        "luck": of_sides([_luck(side, 0 if unmeasured(plan.game) else plan.luck) for side in rows]),
        "words": words_figures(plan.game, readings, rows, plan.lang),
        "things": things_figures(plan.game, readings, table.measured, table.seats, plan.lang),
    }


def _judged(entry: ComparisonEntry) -> JudgedFigures:
    """The difference and its verdict, the same for all kinds of quantities."""
    verdict = entry.verdict
    if verdict is None:
        return {
            "difference": None, "verdict": None, "decided": None, "close": None,
            "games_more": None, "correlation": None,
        }  # fmt: skip
    return {
        "difference": verdict.to_json(),
        "verdict": verdict.word,
        "decided": None if verdict.word == ALIKE else verdict.word == DIFFERS,
        "close": round_for_json(verdict.close),
        "games_more": verdict.games_more,
        "correlation": None if verdict.correlation is None else round(verdict.correlation, 3),
    }


def _intervals(entry: ComparisonEntry) -> list[IntervalFigures]:
    return [entry.interval(side).to_json() for side in range(len(entry.quantities))]


def _unit(quantity: Quantity) -> str:
    return "share" if quantity.how in (RATE, SHARE) or quantity.kind == SEAT else quantity.unit


def _measure(entry: ComparisonEntry) -> MeasureFigures:
    one = entry.first
    return {
        "name": one.name, "title": one.title, "unit": _unit(one), "of": one.unit, "how": one.how,
        "better": one.better, **of_sides(_intervals(entry)), **_judged(entry),
    }  # fmt: skip


def _ending(entry: ComparisonEntry) -> EndingFigures:
    one = entry.first
    return {
        "name": one.name.removeprefix(f"{ENDING}."), "title": one.title,
        **of_sides([int(q.values.sum()) for q in entry.quantities]),
        "rates": of_sides(_intervals(entry)), **_judged(entry),
    }  # fmt: skip


def _seat_rates(rows: Sequence[Rows], entries: Sequence[ComparisonEntry]) -> list[SeatFigures]:
    won = [shares_and_luck(side)[0].mean(axis=0) for side in rows]
    fair = [_from_fair(side) for side in rows]
    return [
        {
            "seat": seat + 1,
            "title": entry.first.title,
            **of_sides([
                {**about, "won": round_for_json(float(won[side][seat]))}
                for side, about in enumerate(_intervals(entry))
            ]),
            "from_fair": of_sides([side[seat].to_json() for side in fair]),
            **_judged(entry),
        }
        for seat, entry in enumerate(entries)
    ]  # fmt: skip


def _from_fair(rows: Rows) -> list[Interval]:
    """How much more each seat wins than the average; the intervals hold for all seats together."""
    columns = without_luck(rows)
    columns = columns - columns.mean(axis=1, keepdims=True)
    seats = columns.shape[1]
    return [mean(columns[:, seat], critical_value(ALPHA / seats)) for seat in range(seats)]


def _pairing(entries: Sequence[ComparisonEntry]) -> float | None:
    """How similar the same deal was on both sides: the median correlation over all measures."""
    known = [
        e.verdict.correlation
        for e in entries
        if e.verdict is not None and e.verdict.correlation is not None
    ]
    return round(float(np.median(known)), 3) if known else None


def _luck(rows: Rows, redraws: int) -> LuckFigures | None:
    if not redraws:
        return None
    luck, play = luck_and_play(rows)
    return {"luck": round(luck, 4), "play": round(play, 4)}


def _histograms(
    game: Game, rows: Sequence[Rows], lang: str
) -> dict[str, BothSides[list[list[float]]]]:
    """Of all numbers except rates."""
    sides = [{q.name: q for q in measured(game, side, lang) if q.how != RATE} for side in rows]
    return {
        name: of_sides([counts_of(side[name].values) for side in sides])
        for name in sides[0]
        if name != "turns_p95"
    }


@dataclass(frozen=True)
class ComparisonPlan:
    """What to compare."""

    game: Game
    sides: tuple[Variant, ...]
    """One or two."""
    bots: tuple[str, ...]
    games: int
    """Of each side and number of seats; with `until_decided` the most."""
    seats: tuple[int, ...]
    seed: str
    until_decided: bool = False
    close: Mapping[str, float] = field(default_factory=dict)
    """Differences that do not matter, by measure; others have defaults (`Quantity.close`)."""
    luck: int = REDRAWS
    lang: str = "en"

    @classmethod
    def make(
        cls,
        game: Game,
        sides: Sequence[Variant],
        bots: Sequence[str] = ("club",),
        games: int | None = None,
        seats: Sequence[int] | None = None,
        seed: str = "1",
        until_decided: bool = False,
        close: Mapping[str, float] | None = None,
        luck: int = REDRAWS,
        lang: str = "en",
    ) -> ComparisonPlan:
        if not 1 <= len(sides) <= 2:
            raise UsageError(f"name one or two sides to compare, not {len(sides)}")
        for side in sides:
            if side.game is not game:
                raise UsageError(f"{side.label} is of {side.game.name!r}, not of {game.name!r}")
        if len(sides) == 2 and sides[0].same(sides[1]):
            raise UsageError(
                f"{sides[0].label} and {sides[1].label} are the same: there is nothing to compare"
            )
        if until_decided and len(sides) == 1:
            raise UsageError("with only one side there is nothing to decide: use --games instead")
        played = games if games is not None else MAX_GAMES if until_decided else GAMES
        check_games(played)
        if played > MOST_GAMES:
            raise UsageError(f"{played} games are too many: ask for at most {MOST_GAMES}")
        if not 0 <= luck <= MOST_REDRAWS:
            raise UsageError(f"--luck {luck}: choose 0 to {MOST_REDRAWS} alternative outcomes")
        require_language(lang)
        plan = cls(
            game, tuple(sides), tuple(bots), played, tuple(seats or read_seats(game, None)), seed,
            until_decided, dict(close or {}), luck, lang,
        )  # fmt: skip
        plan._check_close()
        for side in sides:
            for count in plan.seats:  # raises for bots, seats and options that cannot be played
                Seating.of(game, count, bots, seed, side.options, side.version)
        return plan

    @property
    def compiled(self) -> bool:
        """Whether whole games run compiled."""
        return all(bot in POLICIES for bot in self.bots)

    def _check_close(self) -> None:
        known = [name for seats in self.seats for name in quantity_names(self.game, seats)]
        for name, amount in self.close.items():
            if name not in known:
                near = difflib.get_close_matches(name, known, 3, 0.5) or known
                raise UsageError(f"there is no measure {name!r}; use {', '.join(near)}")
            if not (amount >= 0 and math.isfinite(amount)):
                raise UsageError(f"{name}={amount}: the amount must be 0 or more")

    def measurers(self) -> list[list[GameMeasurer]]:
        """For each number of seats, one for each side."""
        return [
            [
                GameMeasurer(
                    self.game, s.options, s.version, seats, self.bots, self.seed, self.luck
                )
                for s in self.sides
            ]
            for seats in self.seats
        ]

    @property
    def looks(self) -> list[int]:
        """The numbers of games after which to test whether all is decided; the last is `games`."""
        if not self.until_decided:
            return [self.games]
        found, at = [], float(FIRST_LOOK)
        while at < self.games:
            found.append(round(at))
            at *= NEXT_LOOK
        return [*found, self.games]

    def alpha(self, look: int) -> float:
        """The error that may be spent at this test, counted from 1."""
        return alpha_spent(ALPHA, look) if self.until_decided else ALPHA

    @property
    def planned(self) -> int:
        """Games of all sides and numbers of seats together."""
        return self.games * len(self.sides) * len(self.seats)

    @property
    def line(self) -> str:
        """The command that repeats this run."""
        words = ["spielzug", "compare", self.game.name, *(side.written for side in self.sides)]
        words += ["--bots", ",".join(self.bots), "--games", str(self.games)]
        words += ["--until-decided"] * self.until_decided
        words += ["--seats", ",".join(map(str, self.seats)), "--seed", self.seed]
        for name, amount in self.close.items():
            words += ["--close", f"{name}={amount:g}"]
        words += ["--luck", str(self.luck)] * (self.luck != REDRAWS)
        words += ["--lang", self.lang] * (self.lang != "en")
        return shlex.join(words)


@dataclass
class Comparison:
    """The result of a plan."""

    plan: ComparisonPlan
    tables: list[ComparisonTable]
    look: int = 1
    """The number of the last test."""
    seconds: float = 0.0
    stopped: bool = False

    @property
    def games(self) -> int:
        """Games played, of all sides and numbers of seats together."""
        return sum(table.played for table in self.tables)

    @property
    def all_decided(self) -> bool:
        """Whether every measure is decided: it differs, or not by more than matters."""
        entries = judged_entries(
            self.plan.game, self.tables, self.plan.close, self.plan.alpha(self.look)
        )
        return not any(
            entry.verdict is not None and entry.verdict.word == OPEN
            for table in entries
            for entry in table
        )

    def rows(self) -> Rows:
        """One row per game: the side (from 0), the seats, and all measures.

        Fields that a game with fewer seats lacks are 0.
        """
        parts = [
            (side, table.seats, side_games.rows)
            for table in self.tables
            for side, side_games in enumerate(table.measured)
        ]
        missing = tuple(measure.name for measure in unmeasured(self.plan.game))
        away = ("luck_", *missing) if missing else ()
        names = {n: k for _, _, rows in parts for n, k in _fields(rows) if not n.startswith(away)}
        made = np.zeros(
            sum(len(rows) for _, _, rows in parts),
            [("side", np.int64), ("seats", np.int64), *names.items()],
        )
        at = 0
        for side, seats, rows in parts:
            here = made[at : at + len(rows)]
            here["side"], here["seats"] = side, seats
            for name in names.keys() & set(rows.dtype.names or ()):
                here[name] = rows[name]
            at += len(rows)
        return made

    def to_json(self) -> ComparisonFigures:
        """All figures; the names are part of the interface."""
        return figures(self)


GAMES = 200
"""The default for each side."""


MAX_GAMES = 20_000
"""The default maximum with `until_decided`."""


FIRST_LOOK = 100  # games before the first test


NEXT_LOOK = 1.6  # factor to the next test: few tests, and not many games too many


MOST_REDRAWS = 1000


MOST_GAMES = 2_000_000  # per side: all rows are kept in memory, for medians and exports


def _fields(rows: Rows) -> list[tuple[str, np.dtype[np.int64]]]:
    return [(name, rows.dtype[name]) for name in rows.dtype.names or ()]
