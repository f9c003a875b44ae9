"""Speed measurements in CPU time on one core, relative to a yardstick, and perft counts.

Perft counts decision sequences exactly, the sharpest test that two rule sets are the same.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import TypedDict

import numpy as np

from spielzug import __version__
from spielzug.bots import Greedy
from spielzug.bots.names import LEVELS, net_levels
from spielzug.bots.net.player import net_of
from spielzug.bots.search.thinker import Budget, Thinker
from spielzug.core import jit
from spielzug.core.errors import SpielzugError
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.core.position import Position, Seen
from spielzug.core.rng import new_rng, seed_key
from spielzug.lab.play.game_spec import check_seed
from spielzug.lab.play.loops import GREEDY, Keys, Loops, PlayedGames, reference_work

REPEATS = 5
SLICE = 0.3  # seconds of CPU for one measurement
POSITIONS, ITERATIONS = 12, 2000  # of the search, per figure
LIMIT, LATE_SAMPLES = 0.5, 100  # seconds for a search, and the number of samples
BUSY = 2  # other processes per core while the time limit is measured under load
SHORTEST = 1e-6  # seconds: shorter times cannot be measured
YARD_WORDS = 1 << 12
YARD_ROUNDS = 20_000_000  # per slice: about a tenth of a second


class YardstickFigures(TypedDict):
    yardstick_per_second: int
    yardstick_spread: float


class BenchFigures(YardstickFigures):
    """The speed of a game's rules."""

    game: str
    seats: int
    decisions_per_second: int
    decisions_ratio: float
    decisions_spread: float
    games_per_second: float
    games_ratio: float
    games_spread: float
    state_bytes: int
    compile_seconds: float
    load_seconds: float
    versions: dict[str, str]


class BotBenchFigures(YardstickFigures):
    """The speed of the search."""

    game: str
    seats: int
    net: str | None
    iterations_per_second: int
    iterations_ratio: float
    slowest_position: int
    nodes: int
    memory_bytes: int
    memory_limit: int
    time_limit: float
    time_used_median: float
    time_used_p99: float
    time_used_median_busy: float
    time_used_p99_busy: float
    versions: dict[str, str]


class Yardstick:
    """A fixed piece of work run beside every slice of a measurement.

    A slow or busy machine slows both down equally.
    """

    def __init__(self) -> None:
        self.rates: list[float] = []
        """Rounds per CPU second, of every slice so far."""
        self._words = np.zeros(YARD_WORDS, np.int64)
        self._rounds = YARD_ROUNDS if not jit.PLAIN else 1000
        if not jit.PLAIN:
            from spielzug.core import compiler as c

            c.compile_entry(reference_work, c.INT, c.COUNTS, c.INT)
        reference_work(self._words, 1)

    def measure(self) -> float:
        begin = time.process_time()
        reference_work(self._words, self._rounds)
        self.rates.append(self._rounds / max(time.process_time() - begin, SHORTEST))
        return self.rates[-1]

    def figures(self) -> YardstickFigures:
        return {
            "yardstick_per_second": round(statistics.median(self.rates)),
            "yardstick_spread": spread(self.rates),
        }


@dataclass(frozen=True)
class BenchRate:
    """The speed of something, from several slices."""

    per_second: float
    """In CPU time; the median."""
    ratio: float
    """Units per million rounds of the yardstick; the median."""
    spread: float
    """The range of these ratios relative to their median."""


def spread(values: Sequence[float]) -> float:
    """The range relative to the median."""
    return round((max(values) - min(values)) / statistics.median(values), 3)


def measure_rate(run: Callable[[int], float], start: int, yard: Callable[[], float]) -> BenchRate:
    """Several slices of about the same length, each between two runs of the yardstick."""
    size = start
    while True:
        begin = time.process_time()
        run(size)
        spent = time.process_time() - begin
        if spent > SLICE / 2:
            break
        size *= 2
    rates, yards = [], [yard()]
    for _ in range(REPEATS):
        begin = time.process_time()
        done = run(size)
        rates.append(done / max(time.process_time() - begin, SHORTEST))
        yards.append(yard())
    beside = [(before + after) / 2 for before, after in pairwise(yards)]
    ratios = [1e6 * rate / rounds for rate, rounds in zip(rates, beside, strict=True)]
    return BenchRate(statistics.median(rates), statistics.median(ratios), spread(ratios))


def versions() -> dict[str, str]:
    """Versions of what decides the speed of compiled code."""
    numba = {} if jit.PLAIN else {"numba": version("numba")}
    return {
        "python": platform.python_version(), **numba, "numpy": np.__version__,
        "spielzug": __version__,
    }  # fmt: skip


def _short(value: float) -> float:
    """To four digits: the rest is noise."""
    return float(f"{value:.4g}")


def bench_bot(
    game: Game, seats: int, memory: int, tell: Callable[[str], None] = lambda _: None
) -> BotBenchFigures:
    """The figures of `spielzug bench --bot`: the search on one core, in CPU time."""
    game.check_seats(seats)
    game.ready()
    positions = [
        seen for number in range(POSITIONS) if (seen := _midgame(game, seats, number)) is not None
    ]
    tell("search iterations")
    shipped = net_of(game) if LEVELS[-1] in net_levels(game) else None
    net = shipped.net if shipped is not None else None  # as the strongest level searches
    thinker = Thinker(game, Budget(iterations=ITERATIONS, memory=memory), net=net)
    thinker.think(positions[0], seed_key("bench", "warm"))
    yard = Yardstick()
    rates, ratios, most, before = [], [], 0, yard.measure()
    for number, seen in enumerate(positions):
        begin = time.process_time()
        thought = thinker.think(seen, seed_key("bench", str(number)))
        spent, after = time.process_time() - begin, yard.measure()
        if thought.iterations:
            rates.append(thought.iterations / spent)
            ratios.append(1e6 * rates[-1] / ((before + after) / 2))
            most = max(most, thought.nodes)
        before = after
    timed = Thinker(game, Budget(seconds=LIMIT, memory=memory), net=net)

    def time_used() -> list[float]:
        used = []
        for number in range(LATE_SAMPLES):
            seen = positions[number % len(positions)]
            begin = time.perf_counter()
            timed.think(seen, seed_key("bench", str(number)))
            used.append((time.perf_counter() - begin) / LIMIT)
        return used

    tell("the time limit")
    used = time_used()
    tell("the time limit under load")
    with busy_machine():
        used_busy = time_used()
    return {
        "game": game.name,
        "seats": seats,
        "net": shipped.digest if shipped is not None else None,
        "iterations_per_second": round(statistics.median(rates)),
        "iterations_ratio": _short(statistics.median(ratios)),
        "slowest_position": round(min(rates)),
        "nodes": most,
        "memory_bytes": thinker.bytes,
        "memory_limit": memory,
        "time_limit": LIMIT,
        "time_used_median": round(statistics.median(used), 4),
        "time_used_p99": round(float(np.percentile(used, 99)), 4),
        "time_used_median_busy": round(statistics.median(used_busy), 4),
        "time_used_p99_busy": round(float(np.percentile(used_busy, 99)), 4),
        **yard.figures(),
        "versions": versions(),
    }


@contextmanager
def busy_machine() -> Iterator[None]:
    """Keep every core busy with two endless processes."""
    command = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(command) for _ in range(BUSY * (os.cpu_count() or 1))]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def _midgame(game: Game, seats: int, number: int) -> Seen | None:
    """A position some way into a game of the quick player, with something to choose."""
    key = seed_key("bench positions", str(number))
    position, _ = game.deal(seats, key, game.options(**game.simulation))
    quick = Greedy(new_rng(key))
    for _ in range(10 + 7 * number):
        position.step(quick.choose(position.seen(position.actor)))
        if position.over:
            return None
    while len(position.legal) < 2:
        position.step(position.legal[0])
        if position.over:
            return None
    return position.seen(position.actor)


def measure_load(game: Game) -> tuple[float, float]:
    """CPU seconds to get ready in a fresh process: compiling everything, then from the cache."""
    code = (
        "import json, sys, time; begin = time.process_time();"
        f"from spielzug.games import get_game; game = get_game({game.name!r}).ready();"
        "seconds = time.process_time() - begin;"
        "json.dump([seconds, game.native.came_from_cache()], sys.stdout)"
    )
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"SPIELZUG_CACHE_DIR": folder}
        results = []
        for expected in (False, True):
            done = subprocess.run(
                [sys.executable, "-c", code],
                env=environment, capture_output=True, text=True, check=True,
            )  # fmt: skip
            seconds, cached = json.loads(done.stdout)
            if cached is not expected and not jit.PLAIN:
                raise SpielzugError(
                    "the cache of compiled code does not work, or the rules were edited "
                    "meanwhile: try again, or look at `spielzug cache`"
                )
            results.append(float(seconds))
    return results[0], results[1]


def bench(game: Game, seats: int, tell: Callable[[str], None] = lambda _: None) -> BenchFigures:
    """The figures of `spielzug bench`; their names are part of the interface."""
    game.check_seats(seats)
    tell("compiling in a fresh process")
    compile_seconds, load_seconds = measure_load(game)
    loops = Loops(game)
    facts = game.facts(game.options(**game.simulation))
    key = seed_key("bench", "0")
    tell("random decisions")
    yard = Yardstick()
    loops.random(facts, seats, 1, key)
    decisions = measure_rate(lambda games: loops.random(facts, seats, games, key), 64, yard.measure)
    tell("greedy games")
    keys = Keys.of("bench")
    loops.play(facts, [GREEDY] * seats, 0, keys, PlayedGames.allocate(1))

    def greedy_games(games: int) -> float:
        loops.play(facts, [GREEDY] * seats, 0, keys, PlayedGames.allocate(games))
        return float(games)

    games = measure_rate(greedy_games, 64, yard.measure)
    return {
        "game": game.name,
        "seats": seats,
        "decisions_per_second": round(decisions.per_second),
        "decisions_ratio": _short(decisions.ratio),
        "decisions_spread": decisions.spread,
        "games_per_second": round(games.per_second, 1),
        "games_ratio": _short(games.ratio),
        "games_spread": games.spread,
        "state_bytes": game.rules.STATE.itemsize,
        "compile_seconds": round(compile_seconds, 2),
        "load_seconds": round(load_seconds, 3),
        **yard.figures(),
        "versions": versions(),
    }


MOST_DEPTH = 1000  # decisions: more than can be counted


def perft(
    game: Game,
    depth: int,
    seats: int = 2,
    seed: str = "1",
    position: Path | None = None,
    options: Options | None = None,
    tell: Callable[[int, int], None] = lambda *_: None,
) -> list[int]:
    """How many leaves there are after 1, 2, … `depth` decisions; `tell` gets each count at once.

    A leaf is a sequence of so many decisions, the last of which is not carried out, or a game that
    ended earlier; `tell` also gets the number of these. Every outcome of chance is a branch: each
    side of a coin, each card of a pile. Only the deal is fixed.
    """
    check_seed(seed)
    loops = Loops(game)
    if position is not None:
        start = Position.read(game, position, options)
    else:
        start, _ = game.deal(seats, seed_key("perft", seed), options)
    counts = []
    for length in range(1, depth + 1):
        count, ended = _count_in_thread(loops, start, length)
        counts.append(count)
        tell(count, ended)
    return counts


def _count_in_thread(loops: Loops, start: Position, length: int) -> tuple[int, int]:
    """Count in another thread: compiled code does not react to Ctrl-C, but `join` does."""
    counts: list[tuple[int, int] | Exception] = []

    def count() -> None:
        try:
            counts.append(loops.perft(start.facts, start.state, length))
        except Exception as error:
            counts.append(error)

    thread = threading.Thread(target=count, daemon=True)
    thread.start()
    thread.join()
    [found] = counts
    if isinstance(found, Exception):
        raise found
    return found
