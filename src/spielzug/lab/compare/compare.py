"""Two variants of a game, or one, played by the same bots on the same deals, and what differs.

Game number n of both sides is dealt from the same key, so that much of what chance brings is the
same for both. What follows from it is the business of `differences`; how it is told, of `compared`.
"""

from __future__ import annotations

import difflib
import math
import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from spielzug.bots.clock import Stop
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.texts import refuse_language
from spielzug.lab.compare.comparison_result import (
    ComparisonTable,
    figures,
    judged_entries,
    quantity_names,
)
from spielzug.lab.compare.intervals import ALPHA, OPEN, spent
from spielzug.lab.compare.variants import Variant, read_seats
from spielzug.lab.measure.measures import REDRAWS, Rows, Watcher
from spielzug.lab.play.checks import refuse_games
from spielzug.lab.play.jobs import Order, several
from spielzug.lab.play.loops import POLICIES
from spielzug.lab.play.one_game import Forfeits, Seating
from spielzug.lab.play.processes import hired
from spielzug.lab.play.workers import Crew, until_ctrl_c

GAMES = 200
"""How many are played of each side unless somebody says it."""
MOST = 20_000
"""The same of a run that goes on until all is decided."""
FIRST_LOOK = 100  # games after which one looks for the first time
NEXT_LOOK = 1.6  # times as many for the next one: few looks, and not many games too many
MOST_REDRAWS = 1000
MOST_GAMES = 2_000_000  # of a side: each of them is kept, for medians and notebooks


@dataclass(frozen=True)
class ComparisonPlan:
    """What to compare."""

    game: Game
    sides: tuple[Variant, ...]
    """One or two."""
    bots: tuple[str, ...]
    games: int
    """Of each side and number of seats; at most, if it ends when all is decided."""
    seats: tuple[int, ...]
    seed: str
    until_decided: bool = False
    close: Mapping[str, float] = field(default_factory=dict)
    """Amounts that do not matter, by the names of measures; all others have their own."""
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
        played = games if games is not None else MOST if until_decided else GAMES
        refuse_games(played)
        if played > MOST_GAMES:
            raise UsageError(f"{played} games are too many: ask for at most {MOST_GAMES}")
        if not 0 <= luck <= MOST_REDRAWS:
            raise UsageError(f"--luck {luck}: choose 0 to {MOST_REDRAWS} alternative outcomes")
        refuse_language(lang)
        plan = cls(
            game, tuple(sides), tuple(bots), played, tuple(seats or read_seats(game, None)), seed,
            until_decided, dict(close or {}), luck, lang,
        )  # fmt: skip
        plan._refuse_close()
        for side in sides:
            for count in plan.seats:  # refuses bots, seats and options that cannot be played
                Seating.of(game, count, bots, seed, side.options, side.version)
        return plan

    @property
    def compiled(self) -> bool:
        """Whether whole games run compiled."""
        return all(bot in POLICIES for bot in self.bots)

    def _refuse_close(self) -> None:
        known = [name for seats in self.seats for name in quantity_names(self.game, seats)]
        for name, amount in self.close.items():
            if name not in known:
                near = difflib.get_close_matches(name, known, 3, 0.5) or known
                raise UsageError(f"there is no measure {name!r}; use {', '.join(near)}")
            if not (amount >= 0 and math.isfinite(amount)):
                raise UsageError(f"{name}={amount}: the amount must be 0 or more")

    def watchers(self) -> list[list[Watcher]]:
        """For each number of seats one for each side."""
        return [
            [
                Watcher(self.game, s.options, s.version, seats, self.bots, self.seed, self.luck)
                for s in self.sides
            ]
            for seats in self.seats
        ]

    @property
    def looks(self) -> list[int]:
        """After how many games one looks whether all is decided; the last are all."""
        if not self.until_decided:
            return [self.games]
        found, at = [], float(FIRST_LOOK)
        while at < self.games:
            found.append(round(at))
            at *= NEXT_LOOK
        return [*found, self.games]

    def alpha(self, look: int) -> float:
        """The error that may be made at this look, from 1."""
        return spent(ALPHA, look) if self.until_decided else ALPHA

    @property
    def planned(self) -> int:
        """Games of all sides and numbers of seats together."""
        return self.games * len(self.sides) * len(self.seats)

    @property
    def line(self) -> str:
        """The command that does the same."""
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
    """What came of a plan."""

    plan: ComparisonPlan
    tables: list[ComparisonTable]
    look: int = 1
    """Which one was the last."""
    seconds: float = 0.0
    stopped: bool = False

    @property
    def games(self) -> int:
        """How many were played, of all sides and numbers of seats together."""
        return sum(table.played for table in self.tables)

    @property
    def all_decided(self) -> bool:
        """Whether of every measure it is known what differs, and what does not matter."""
        entries = judged_entries(
            self.plan.game, self.tables, self.plan.close, self.plan.alpha(self.look)
        )
        return not any(
            entry.verdict is not None and entry.verdict.word == OPEN
            for table in entries
            for entry in table
        )

    def rows(self) -> Rows:
        """One for each game: which side (from 0), how many seats, and all that was measured; what a
        game with fewer seats does not have is 0."""
        parts = [
            (side, table.seats, watched.rows)
            for table in self.tables
            for side, watched in enumerate(table.watched)
        ]
        names = {name: kind for _, _, rows in parts for name, kind in _fields(rows)}
        made = np.zeros(
            sum(len(rows) for _, _, rows in parts),
            [("side", np.int64), ("seats", np.int64), *names.items()],
        )
        at = 0
        for side, seats, rows in parts:
            here = made[at : at + len(rows)]
            here["side"], here["seats"] = side, seats
            for name, _ in _fields(rows):
                here[name] = rows[name]
            at += len(rows)
        return made

    def to_json(self) -> dict[str, Any]:
        """All figures; what stands in it is part of the interface."""
        return figures(self)


def _fields(rows: Rows) -> list[tuple[str, Any]]:
    return [(name, rows.dtype[name]) for name in rows.dtype.names or ()]


def compare(
    plan: ComparisonPlan,
    progress: Callable[[int, int], None] = lambda _, __: None,
    tell: Callable[[str], None] = lambda _: None,
    crew: Crew | None = None,
    stop: Stop | None = None,
) -> Comparison:
    """Play the plan; `progress` is told how many games of how many are done, `tell` what failed.

    Without a crew all cores of this machine play. Ctrl-C, or `stop`, ends it: what was finished by
    then is in the comparison.
    """
    ends, forfeits, watchers = stop or Stop(), Forfeits(tell), plan.watchers()
    tables = [
        ComparisonTable(seats, [watcher.blank() for watcher in row])
        for seats, row in zip(plan.seats, watchers, strict=True)
    ]
    found, done = Comparison(plan, tables), 0

    def tick(games: int) -> None:
        nonlocal done
        done += games
        progress(done, plan.planned)

    with hired(crew, plan.compiled) as workers, until_ctrl_c(ends):
        if not workers.far:  # compiling is not counted
            watchers[0][0].warm_up()
        begin, first = time.perf_counter(), 0
        for look, end in enumerate(plan.looks, 1):
            found.look = look
            orders = [Order(watcher, (first, end)) for row in watchers for watcher in row]
            played = iter(several(orders, workers, ends, tick))
            for table in tables:
                for whole in table.watched:
                    part = next(played)
                    whole.add(part)
                    for forfeit in part.forfeits:
                        forfeits.add(forfeit)
            first = end
            if ends.is_set() or (plan.until_decided and found.all_decided):
                break
        found.seconds = time.perf_counter() - begin
    found.stopped = ends.is_set()
    return found
