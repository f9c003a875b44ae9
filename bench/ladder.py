"""Finds iterations and slips for the six levels of each game.

Each level should win a given share against the next lower one, and the highest should take no
longer for a turn than `frozen:expert`.

    python bench/ladder.py [GAME …] [--net GAME=FILE …] [--plain] [--minutes 8] [--aim 0.76]

All levels of a game lie on one chain of efforts: from the highest, fewer and fewer iterations, then
more and more slips. The value of each step of the chain (in logits of the win rate) is estimated
from all games so far, with a prior and the assumption that neighbouring steps are similar, so few
games are needed. After every game the levels are placed on the chain again, and the next deal is
played between two of them. Each highest level also plays against `--above` times its iterations, to
see whether another level above it would be worthwhile, and against `frozen:expert`.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from duel_game import Duel, GameResult
from duels import LATE, Agenda, DuelProgress, JobResult, Play, Prepare, run_job
from frozen_levels import FROZEN, frozen_effort
from samples import Row, bot_fingerprint, line_of, table
from worker_options import add_options, crew_of

from spielzug.bots.clock import Stop
from spielzug.bots.names import LEVELS
from spielzug.core.errors import SpielzugError, UsageError
from spielzug.core.game import Game
from spielzug.games import NAMES, get_game
from spielzug.lab.play.workers import Task, WorkerPool, stop_on_signals

LOW, FLOOR, MOST_SLIPS = 16, 8, 56
"""Iterations from which on it is slips that make a level weaker, those of the weakest, its slips"""
GUESS = {False: 0.1, True: 0.15}  # logits: √2 times the iterations, and one slip of 64 less
DOUBT, ALIKE = 1.0, 0.2  # of the logarithm of a step: from the guess, and from its neighbours
TYPICAL, WEIGHT = 0.15, 4.0  # variance of a deal, and how many deals that guess is worth
TIMING, TRIES = 2, 4  # deals to measure the time of a turn, and how often at most
QUICKER = 0.95  # of the time of `frozen:expert`: what the highest level may take
ONCE, ABOVE = "once", "above"
Point = tuple[int, int]
"""Iterations, and slips of 64."""


def tidy(number: float) -> int:
    """Rounds to two digits."""
    digits = max(0, math.floor(math.log10(max(1.0, number))) - 1)
    return max(1, int(round(number / 10**digits) * 10**digits))


def chain(top: int) -> list[Point]:
    """The efforts from strongest to weakest."""
    found: dict[Point, None] = {(top, 0): None}
    thought = top / math.sqrt(2)
    while thought > LOW * math.sqrt(2):
        found[tidy(thought), 0] = None
        thought /= math.sqrt(2)
    low = min(top, LOW)
    for slips in range(MOST_SLIPS + 1):
        share = slips / MOST_SLIPS
        found[round(low ** (1 - share) * min(low, FLOOR) ** share), slips] = None
    return list(found)


# -- what the steps of a chain are worth -----------------------------------------------------------


@dataclass(frozen=True)
class PairResult:
    """The result of one point of the chain against a later one."""

    high: int
    low: int
    rate: float
    variance: float

    @classmethod
    def of(cls, high: int, low: int, deals: Sequence[float]) -> PairResult:
        """Of few deals the variance is hardly known: some deals of the typical one are added."""
        own = float(np.var(deals)) * len(deals) + TYPICAL * WEIGHT
        return cls(high, low, float(np.mean(deals)), own / (len(deals) + WEIGHT) / len(deals))


def strengths(points: Sequence[Point], seen: Sequence[PairResult], begin: Any = None) -> Any:
    """Of each point, in logits below the first one: the likeliest, by Levenberg and Marquardt.

    It is quicker to `begin` with what was found before.
    """
    slips = np.array([low[1] > high[1] for high, low in pairwise(points)])
    guess = np.where(slips, math.log(GUESS[True]), math.log(GUESS[False]))
    count = len(guess)
    far = np.eye(count) / (DOUBT * math.sqrt(count))  # together as much as one doubt
    apart = np.where(slips[1:] == slips[:-1], ALIKE, DOUBT)
    near = (np.eye(count)[1:] - np.eye(count)[:-1]) / apart[:, None]
    still = np.vstack([far, near])

    def residuals(steps: Any) -> tuple[Any, Any]:
        """How far off it is, and how that changes with each step."""
        worth, rows, slopes = np.exp(steps), [], []
        for s in seen:
            rate = 1 / (1 + math.exp(-float(worth[s.high : s.low].sum())))
            sigma = math.sqrt(s.variance)
            slope = np.zeros(count)
            slope[s.high : s.low] = -rate * (1 - rate) * worth[s.high : s.low] / sigma
            rows.append((s.rate - rate) / sigma)
            slopes.append(slope)
        off = still @ (steps - guess)
        return np.concatenate([rows, off]), np.vstack([*slopes, still])

    steps, damping = guess if begin is None else np.log(begin[:-1] - begin[1:]), 1e-3
    off, slope = residuals(steps)
    for _ in range(40):
        normal = slope.T @ slope
        change = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), -slope.T @ off)
        other_off, other_slope = residuals(steps + change)
        if other_off @ other_off < off @ off:
            steps, off, slope, damping = steps + change, other_off, other_slope, damping / 4
            if float(np.abs(change).max()) < 1e-3:
                break
        else:
            damping *= 8
    return np.concatenate([[0.0], -np.cumsum(np.exp(steps))])


def win_rate_between(strength: Any, high: int, low: int) -> float:
    """The win rate of the first against the second."""
    return 1 / (1 + math.exp(float(strength[low] - strength[high])))


def place_levels(strength: Any, aim: float) -> list[int]:
    """The points of the six levels, the highest first; the last ones crowd where a chain ends."""
    found = [0]
    for left in range(len(LEVELS) - 2, -1, -1):
        able = range(found[-1] + 1, len(strength) - left)
        found.append(
            min(able, key=lambda low: abs(win_rate_between(strength, found[-1], low) - aim))
        )
    return found


# -- one game --------------------------------------------------------------------------------------


@dataclass
class LadderSearch:
    """The search for the ladder of one game."""

    game: Game
    net: str
    """What stands behind an effort: nothing, `+net`, or `+net=FILE`."""
    aim: float
    above: float
    trial: int
    """Iterations of the highest level, as far as its time is known."""
    first: int = 0
    timed: int = 0
    top: int | None = None
    points: list[Point] = field(default_factory=list)
    levels: list[int] = field(default_factory=list)
    strength: Any = None
    rows: dict[Duel, Row] = field(default_factory=dict)
    begun: Counter[str] = field(default_factory=Counter)
    costs: dict[str, list[float]] = field(default_factory=dict)
    which: dict[Duel, str] = field(default_factory=dict)

    def bot(self, point: Point) -> str:
        return f"effort:{point[0]}/{point[1]}{self.net}"

    def duel(self, a: str, b: str) -> Duel:
        return Duel.of(self.game, a, b)

    @property
    def once(self) -> Duel:
        return self.duel(self.bot((self.top or self.trial, 0)), FROZEN + LEVELS[-1])

    def wanted(self) -> dict[str, Duel]:
        """The duels to play now, by purpose."""
        if self.top is None:
            return {ONCE: self.once} if self.begun[f"{ONCE} {self.trial}"] < TIMING else {}
        at = [self.bot(self.points[level]) for level in self.levels]
        steps = {
            f"{high} {low}": self.duel(a, b)
            for high, low, a, b in zip(LEVELS[::-1], LEVELS[-2::-1], at, at[1:], strict=False)
        }
        above = self.duel(self.bot((tidy(self.above * self.top), 0)), at[0])
        return {**steps, ONCE: self.once, ABOVE: above}

    def choose(self) -> Duel | None:
        """The next one: of what costs more there is less, as in `duels.py`."""
        wanted = self.wanted()
        if not wanted:
            return None

        def urgency(name: str) -> float:
            costs = self.costs.get(name, [1.0])
            return self.begun[name] * math.sqrt(sum(costs) / len(costs))

        name = min(wanted, key=urgency)
        self.which[wanted[name]] = name
        return wanted[name]

    def begin(self, duel: Duel) -> None:
        """Notes that a deal of it is being played."""
        name = self.which[duel]
        self.begun[name] += 1
        if name == ONCE:
            self.begun[f"{ONCE} {self.trial}"] += 1

    def note(self, job: Play, played: GameResult, seconds: float) -> None:
        duel = job.duel
        if duel not in self.rows:
            made = [bot_fingerprint(duel.game, bot) for bot in (duel.a, duel.b)]
            self.rows[duel] = Row(duel, made)
        whole = len(self.rows[duel].whole)
        self.rows[duel].add(job.deal, job.at, played)
        self.costs.setdefault(self.which[duel], []).append(seconds)
        if self.top is None:
            self.settle()
        if self.top is not None and (not self.levels or len(self.rows[duel].whole) > whole):
            self.place()

    def settle(self) -> None:
        """Once enough turns are timed, fits the iterations into the time of `frozen:expert`."""
        row = self.rows.get(self.once)
        if row is None or len(row.whole) < TIMING:
            return
        figures = row.figures()
        assert figures is not None
        own, theirs = figures["seconds_per_turn"], figures["rival_seconds_per_turn"]
        self.timed += 1
        if self.timed >= TRIES or QUICKER - 0.15 <= own / theirs <= 1.0:
            self.top = self.trial if own <= theirs else tidy(self.trial * QUICKER * theirs / own)
            self.points = chain(self.top)
        else:
            self.trial = tidy(max(FLOOR, self.trial * QUICKER * theirs / own))

    def place(self) -> None:
        number = {self.bot(point): at for at, point in enumerate(self.points)}
        seen = [
            PairResult.of(number[duel.a], number[duel.b], deals)
            for duel, row in self.rows.items()
            if duel.a in number and duel.b in number and len(deals := row.without_luck)
        ]
        self.strength = strengths(self.points, seen, self.strength)
        self.levels = place_levels(self.strength, self.aim)

    def summary(self) -> str:
        """A summary for people, ready to copy."""
        if self.top is None or self.strength is None:
            return f"{self.game.name}: the time of a turn is not known yet"
        efforts = [self.points[level] for level in reversed(self.levels)]
        found = dict(zip(LEVELS, efforts, strict=True))
        lines = [f"{self.game.name}: NET_LEVELS = {found}"]
        for high, low, a, b in zip(
            LEVELS[::-1], LEVELS[-2::-1], self.levels, self.levels[1:], strict=False
        ):
            rate, deals = win_rate_between(self.strength, a, b), self.begun[f"{high} {low}"]
            lines.append(f"  {high} against {low}: {rate:.0%} by the fit, {deals} deals near it")
        exact = [self.rows[duel] for duel in self.wanted().values() if duel in self.rows]
        return "\n".join([*lines, table(exact)])


# -- all of them -----------------------------------------------------------------------------------


class LadderSchedule(Agenda):
    """What is to be played next, of all games: that of the game which had the least time so far."""

    def __init__(self, climbs: Sequence[LadderSearch], end: float) -> None:
        super().__init__([], end)
        self.climbs = {climb.game.name: climb for climb in climbs}
        self.spent: Counter[str] = Counter()
        self.known: dict[Duel, DuelProgress] = {}
        for name in reversed(NAMES):
            if name in self.climbs:
                duel = self.climbs[name].once
                self.queue.append(Prepare(name, (duel.a, duel.b)))
        self.ready: set[str] = set()

    def __next__(self) -> Prepare | Play:
        now = time.perf_counter()
        for name in sorted(self.ready, key=lambda name: self.spent[name]):
            if self.queue:
                break
            duel = self.climbs[name].choose()
            if duel is None:
                continue
            if duel not in self.known:
                row, first = Row(duel, [[], []]), self.climbs[name].first
                self.known[duel] = DuelProgress(row, 10_000, first, now)
                self.lines = [*self.lines, self.known[duel]]
            if now + LATE * self._longest(duel) < self.end:
                self.queue.extend(self.known[duel].begin())
                self.climbs[name].begin(duel)
                self.spent[name] += self.known[duel].cost or 1.0
        if not self.queue:
            raise StopIteration
        return self.queue.popleft()

    def _longest(self, duel: Duel) -> float:
        """That a game may last: no longer than any of this duel or, if it is new, of its game; but
        what thinks so many times as much has never been seen."""
        if self.known[duel].games:
            return self.known[duel].longest
        climb = self.climbs[duel.game]
        times = climb.above if climb.which[duel] == ABOVE else 1.0
        return times * max(line.longest for line in self.lines if line.row.duel.game == duel.game)

    def note(self, done: JobResult) -> None:
        super().note(done)
        if isinstance(done.job, Prepare):
            self.ready.add(done.job.game)
        elif done.played is not None:
            self.climbs[done.job.duel.game].note(done.job, done.played, done.seconds)


def climb(climbs: Sequence[LadderSearch], minutes: float, pool: WorkerPool, file: Any) -> None:
    agenda, stop = LadderSchedule(climbs, time.perf_counter() + 60 * minutes), Stop()
    pool.ahead = 1
    with stop_on_signals(stop):
        for done in pool.each(Task(lambda job, _: run_job(job), run_job), agenda, stop):
            agenda.note(done)
            if isinstance(done.job, Play) and done.played is not None:
                line = line_of(done.job.duel, done.job.deal, done.job.at, done.played)
                print(line, file=file, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="*", help="which games, all if not given")
    parser.add_argument("--net", nargs="*", default=[], help="GAME=FILE instead of what ships")
    parser.add_argument("--plain", action="store_true", help="levels without a net")
    parser.add_argument("--top", nargs="*", default=[], help="GAME=ITERATIONS to begin with")
    parser.add_argument("--aim", type=float, default=0.76, help="what a level wins")
    parser.add_argument("--above", type=float, default=4.0, help="times the highest level")
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--out", type=Path, default=Path("ladder.jsonl"), help="games, a line each")
    add_options(parser)
    chosen = parser.parse_args()
    try:
        files, tops = (dict(word.split("=", 1) for word in w) for w in (chosen.net, chosen.top))
    except ValueError:
        sys.exit("--net is GAME=FILE, and --top is GAME=ITERATIONS")
    try:
        climbs = []
        for name in chosen.game or NAMES:
            game = get_game(name)
            net = "" if chosen.plain else f"+net={files[name]}" if name in files else "+net"
            if net == "+net" and not bot_fingerprint(name, "net"):
                raise UsageError(f"{name} ships no net: name one with --net, or use --plain")
            usual = frozen_effort(game.name, FROZEN + LEVELS[-1])[0] // (1 if chosen.plain else 8)
            trial = int(tops.get(name, max(LOW, usual)))
            climbs.append(LadderSearch(game, net, chosen.aim, chosen.above, trial, chosen.first))
        with crew_of(chosen) as pool, chosen.out.open("a", encoding="utf-8") as file:
            climb(climbs, chosen.minutes, pool, file)
    except SpielzugError as error:
        sys.exit(str(error))
    print("\n\n".join(each.summary() for each in climbs))


if __name__ == "__main__":
    main()
