"""Does a review find what really cost a game, and does it call nothing else a mistake?

    python bench/blunders.py [GAME …] --minutes 8 --out blunders.jsonl [--jobs 16] [--first 1000]
    python bench/blunders.py --show A.jsonl …     what is found and called with the game's own scale
    python bench/blunders.py --fit A.jsonl …      the same for other scales, without thinking again
    python bench/blunders.py --write A.jsonl …    write the figures to docs/review-figures.yaml

Plays games of a strong bot. Random decisions of each game are reviewed as they were, and some of
them also with the worst legal choice in their place (worst by a short look at each). The review
thinks as it does in a game, but always takes all the looks it may; where it would have stopped is
computed afterwards, for any scale. The true cost of a choice is estimated in two ways,
independently of the review:

- *thought*: by the same review with `TIMES` as many iterations and other random numbers. It shares
  the blind spots of the search.
- *played*: by games that the game's net plays to the end without search, many from each of two
  choices, with the same guess of what is hidden and the same luck. These are real results, but
  noisy, and a player without search may not punish what others would. For a planted choice, the
  other choice is the bot's own, otherwise what the review found.

`blunder_results.py` does the counting. An existing file is continued; on another machine, start
with another game (`--first`) and show the files together.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from blunder_results import FIGURES, compare_scales, figures, read, results_table, to_yaml
from duel_game import ladder_seats, usual
from samples import bot_fingerprint
from worker_options import add_options, crew_of

from spielzug.bots import get_bot
from spielzug.bots.clock import Stop
from spielzug.bots.search.thinker import ready
from spielzug.core.errors import SpielzugError
from spielzug.core.game import Game
from spielzug.core.keys import SplitMix64
from spielzug.core.position import Position, Seen
from spielzug.core.record_types import Key
from spielzug.core.rng import seed_key, stream
from spielzug.games import NAMES, get_game
from spielzug.lab.play.workers import Jobs, Task, WorkerPool, stop_on_signals
from spielzug.review import Scale
from spielzug.review.choice_value import ChoiceEvaluator, Steps, net_for
from spielzug.review.decision import MOST, ChoiceComparison, Reviewer

TIMES = 10
LOOKS = 3  # of the review that thinks so much longer
OWN, PLANTED = 12, 4  # decisions of a game
WORTH = 0.04  # a planted choice is thought about longer if a short look finds that it costs this
QUICK = "net"  # who plays on to the end
PLAYED = 200  # pairs of games to the end
LATE = 1.3  # times the longest game: so much is left before one is begun
Row = dict[str, Any]


class ThoroughReview(Reviewer):
    """A review that takes so many looks at every decision, and keeps them."""

    looks = MOST

    def __init__(self, *settings: Any) -> None:
        super().__init__(*settings)
        self.found: ChoiceComparison | None = None

    def _compare(
        self, seen: Seen, best: int, taken: int, rng: SplitMix64
    ) -> Steps[ChoiceComparison]:
        found = ChoiceComparison()
        for _ in range(self.looks):
            yield from self._look_twice(found, seen, best, taken, rng)
        self.found = found
        return found

    def judged(self, seen: Seen, action: int, key: Key) -> Row:
        """Everything `blunder_results.py` needs to rate the decision on any scale."""
        self.found = None
        begin = time.thread_time()
        made = self.decide(0, seen, action, key, Stop())
        row: Row = {"best": made.best, "certain": made.certain, "chance": made.chance}
        row |= {"cost": made.cost, "error": made.error, "seconds": time.thread_time() - begin}
        if self.found is not None:
            seat = seen.seat
            row["looks"] = [
                [round(float(better[seat]), 4), round(float(taken[seat]), 4), within]
                for better, taken, within in zip(
                    self.found.best, self.found.taken, self.found.within, strict=True
                )
            ]
        return row


class Truth(ThoroughReview):
    looks = LOOKS


@dataclass
class Bench:
    """All that looks at decisions of one game."""

    review: ThoroughReview
    truth: Truth
    short: ChoiceEvaluator

    @classmethod
    def of(cls, seen: Seen) -> Bench:
        game, net = seen.game, net_for(seen)
        scale = Scale.of(game)
        n = scale.iterations
        return cls(
            ThoroughReview(game, scale, n, net), Truth(game, scale, TIMES * n, net),
            ChoiceEvaluator(game, max(32, n // 4), net),
        )  # fmt: skip


_benches: dict[str, Bench] = {}


def bench_of(seen: Seen) -> Bench:
    """One for each game in a process: trees take a while to make."""
    if seen.game.name not in _benches:
        _benches[seen.game.name] = Bench.of(seen)
    return _benches[seen.game.name]


# -- games ---------------------------------------------------------------------------------------


def decisions(game: Game, bot: str, number: int) -> list[tuple[Seen, int]]:
    """The decisions of a whole game that had a choice."""
    key = stream(seed_key("blunders", game.name), np.uint64(number))
    position, _ = game.deal(ladder_seats(game), key, usual(game))
    player, found = get_bot(bot, SplitMix64(key)), []
    while not position.over:
        seen = position.seen(position.actor)
        action = player.choose(seen)
        if len(seen.legal) > 1:
            found.append((seen, action))
        position.step(action)
    return found


def play_out(world: Position, bot: str, key: Key) -> Sequence[float]:
    """Each seat's share of the win when all play on like this bot."""
    player = get_bot(bot, SplitMix64(key))
    while not world.over:
        world.advance(player.choose(world.seen(world.actor)))
    outcome = world.outcome
    assert outcome is not None
    return outcome.shares


def compare_playouts(seen: Seen, better: int, taken: int, pairs: int, rng: SplitMix64) -> Row:
    """What the second choice costs against the first, in games to the end with the same luck."""
    differences = []
    for _ in range(pairs):
        key = rng.next()
        ends = []
        for action in (better, taken):
            world = seen.guess(key)
            world.advance(action)
            ends.append(play_out(world, QUICK, key)[seen.seat])
        differences.append(ends[0] - ends[1])
    error = float(np.std(differences, ddof=1)) / math.sqrt(pairs)
    return {"against": better, "cost": float(np.mean(differences)), "error": error, "pairs": pairs}


def rows_of(game: Game, bot: str, number: int, pairs: int = PLAYED) -> list[Row]:
    """Some decisions of one game, judged as they were and some with the worst choice instead."""
    decided = decisions(game, bot, number)
    rng = SplitMix64(stream(seed_key("blunders judged", game.name), np.uint64(number)))
    rows: list[Row] = []
    for at in range(min(OWN, len(decided))):
        seen, own = decided.pop(rng.below(len(decided)))
        if at < PLANTED:
            rows.append({"at": at, **plant_blunder(seen, own, rng, pairs)})
        bench = bench_of(seen)
        row: Row = {"at": at, "kind": "own", "action": own, "choices": len(seen.legal)}
        row["review"] = made = bench.review.judged(seen, own, rng.next())
        if may_be_mistake(made):
            row["thought"] = bench.truth.judged(seen, own, rng.next())
            row["played"] = compare_playouts(seen, made["best"], own, pairs, rng)
        rows.append(row)
    same = {
        "game": game.name,
        "bot": bot,
        "made": bot_fingerprint(game.name, bot),
        "number": number,
    }
    same["iterations"] = Scale.of(game).iterations
    return [{**same, **row} for row in rows]


def may_be_mistake(made: Row) -> bool:
    """Whether some scale might call it a mistake."""
    return bool(made["cost"] > made["error"] + 0.01)


def plant_blunder(seen: Seen, own: int, rng: SplitMix64, pairs: int) -> Row:
    """The worst choice in the place of the bot's own."""
    bench, stop, seat = bench_of(seen), Stop(), seen.seat
    promised = {a: bench.short.evaluate(seen, a, rng.next(), stop).chances for a in seen.legal}
    worst = min((a for a in seen.legal if a != own), key=lambda a: promised[a][seat])
    row: Row = {"kind": "planted", "action": worst, "own": own}
    row["short"] = float(promised[own][seat] - promised[worst][seat])
    row["review"] = bench.review.judged(seen, worst, rng.next())
    if row["short"] > WORTH:
        row["thought"] = bench.truth.judged(seen, worst, rng.next())
    row["played"] = compare_playouts(seen, own, worst, pairs, rng)
    return row


# -- many at once --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Job:
    """A game to play and judge; without a number only what it takes is compiled."""

    game: str
    bot: str
    number: int | None
    pairs: int


@dataclass(frozen=True)
class JobResult:
    job: Job
    rows: list[Row]
    seconds: float


@cache
def prepare(name: str, bot: str) -> None:
    game = get_game(name).ready()
    position, _ = game.deal(ladder_seats(game), np.uint64(1), usual(game))
    while len(position.legal) < 2:
        position.step(position.legal[0])
    seen = position.seen(position.actor)
    for who in (bot, QUICK):
        get_bot(who, SplitMix64(1)).choose(seen)
    ready(game, net_for(seen) is not None)


def run_job(job: Job) -> JobResult:
    begin = time.perf_counter()
    prepare(job.game, job.bot)
    game, rows = get_game(job.game), []
    if job.number is not None:
        rows = rows_of(game, job.bot, job.number, job.pairs)
    return JobResult(job, rows, time.perf_counter() - begin)


class Agenda(Jobs[Job]):
    """Games to judge until the time is over: each game gets as much of it as the others."""

    def __init__(self, games: Sequence[str], bot: str, pairs: int, first: int, end: float) -> None:
        super().__init__(0, lambda _: Job("", "", None, 0))
        self.bot, self.pairs, self.end = bot, pairs, end
        self.next = dict.fromkeys(games, first)
        self.spent = dict.fromkeys(games, 0.0)
        self.longest = dict.fromkeys(games, 0.0)
        self.begun, self.done = dict.fromkeys(games, 0), dict.fromkeys(games, 0)
        self.ready: set[str] = set()
        self.known: set[tuple[str, int]] = set()
        # What takes longest to compile begins at once.
        self.queue = deque(Job(g, bot, None, 0) for g in reversed(NAMES) if g in games)

    def __next__(self) -> Job:
        if self.queue:
            return self.queue.popleft()
        now = time.perf_counter()
        able = [g for g in self.ready if now + LATE * self.longest[g] < self.end]
        if not able:
            raise StopIteration
        name = min(able, key=self._time_spent)
        while (name, self.next[name]) in self.known:
            self.next[name] += 1
        number = self.next[name]
        self.next[name] += 1
        self.begun[name] += 1
        return Job(name, self.bot, number, self.pairs)

    def _time_spent(self, name: str) -> tuple[float, int]:
        """The time spent on a game, including running jobs."""
        done = self.done[name]
        return (self.spent[name] * self.begun[name] / done if done else 0.0), self.begun[name]

    def note(self, done: JobResult) -> None:
        name = done.job.game
        if done.job.number is None:
            self.ready.add(name)
            return
        self.done[name] += 1
        self.spent[name] += done.seconds
        self.longest[name] = max(self.longest[name], done.seconds)


def judge_games(agenda: Agenda, pool: WorkerPool, keep: Callable[[Row], None]) -> None:
    stop, began = Stop(), time.perf_counter()
    pool.ahead = 1  # what waits in a queue when the time is over would be begun in vain
    with stop_on_signals(stop):
        for done in pool.each(Task(lambda job, _: run_job(job), run_job), agenda, stop):
            agenda.note(done)
            now = time.perf_counter() - began
            what = "is ready" if done.job.number is None else f"{done.job.number}"
            print(f"{now:5.0f} s: {done.job.game} {what}, {done.seconds:.0f} s", file=sys.stderr)
            for row in done.rows:
                keep(row)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="*", default=list(NAMES))
    parser.add_argument("--minutes", type=float, default=8.0, help="time for the whole run")
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--pairs", type=int, default=PLAYED, help="of games to the end")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--out", type=Path, default=Path("blunders.jsonl"))
    parser.add_argument("--show", type=Path, nargs="+", help="only show what is in these files")
    parser.add_argument("--fit", type=Path, nargs="+", help="show it for other scales")
    parser.add_argument("--write", type=Path, nargs="+", help="write it to the docs")
    add_options(parser)
    chosen = parser.parse_args()
    try:
        if given := chosen.show or chosen.fit or chosen.write:
            rows = read(given)
            print(compare_scales(rows) if chosen.fit else results_table(rows))
            if chosen.write:
                FIGURES.write_text(to_yaml(figures(rows)), "utf-8")
            return
        end = time.perf_counter() + 60 * chosen.minutes
        agenda = Agenda(chosen.game, chosen.bot, chosen.pairs, chosen.first, end)
        rows = read([chosen.out]) if chosen.out.exists() else []
        agenda.known = {(row["game"], row["number"]) for row in rows}
        with crew_of(chosen) as pool, chosen.out.open("a", encoding="utf-8") as file:

            def keep(row: Row) -> None:
                rows.append(row)
                print(json.dumps(row), file=file, flush=True)

            judge_games(agenda, pool, keep)
    except SpielzugError as error:
        sys.exit(str(error))
    print(results_table(rows))


if __name__ == "__main__":
    main()
