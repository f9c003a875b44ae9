"""The speed of the environments: `python bench/envs.py [GAME …] [--json FILE]`.

First one core in CPU time, beside the figure of `spielzug bench` from the same run; then two cores
in wall time, which is meaningful only on an idle machine. Only decisions with a choice are counted.
`bench/other_projects.py` measures other projects.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table as Figures

from spielzug.core.game import Game
from spielzug.core.rng import seed_key
from spielzug.envs import Batch, GameEnv
from spielzug.games import NAMES, get_game
from spielzug.lab.play.loops import Loops

SIZE = 1024
SECONDS, REPEATS = 0.4, 5


def rate(run: Callable[[], int], clock: Callable[[], float] = time.process_time) -> float:
    """The median rate per second of several runs, after one to warm up."""
    run()
    rates = []
    for _ in range(REPEATS):
        begin, done = clock(), 0
        while clock() - begin < SECONDS:
            done += run()
        rates.append(done / (clock() - begin))
    return statistics.median(rates)


def engine(game: Game, seats: int) -> float:
    """Random games without an environment, as `spielzug bench` plays them."""
    loops, facts = Loops(game), game.facts(game.options(**game.simulation))
    key = seed_key("bench", "0")
    return rate(lambda: loops.random(facts, seats, 200, key))


def inside(game: Game, seats: int, threads: int, clock: Callable[[], float]) -> float:
    """Random play inside one call, observation and mask written at each step."""
    batch = Batch(game, SIZE, seats, threads=threads)

    def run() -> int:
        batch.step_randomly(10)
        return 10 * SIZE

    return rate(run, clock)


def stepped(game: Game, seats: int, threads: int, clock: Callable[[], float]) -> float:
    """`step` with actions chosen elsewhere, including the time to choose them."""
    batch = Batch(game, SIZE, seats, threads=threads)

    def run() -> int:
        batch.step(batch.sample())
        return SIZE

    return rate(run, clock)


def single(game: Game, seats: int) -> float:
    """One game alone, a call of Python for each step."""
    table, number = GameEnv(game, seats), 0

    def run() -> int:
        nonlocal number
        for _ in range(200):
            if table.done:
                number += 1
                table.reset(number=number)
            table.step(random.choice(table.legal))
        return 200

    return rate(run)


def aec(env: Any) -> Callable[[], int]:
    """Steps of an environment of PettingZoo."""
    env.reset(seed=1)

    def run() -> int:
        for _ in range(50):
            seen, _, ended, cut_off, _ = env.last()
            if ended or cut_off:
                env.reset()
                continue
            env.step(random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        return 50

    return run


def gym(env: Any) -> Callable[[], int]:
    """Steps of an environment of Gymnasium; those of the bots opposite do not count."""
    _, info = env.reset(seed=1)

    def run() -> int:
        nonlocal info
        for _ in range(50):
            action = random.choice(np.flatnonzero(info["action_mask"]).tolist())
            _, _, ended, cut_off, info = env.step(action)
            if ended or cut_off:
                _, info = env.reset()
        return 50

    return run


def measure(game: Game) -> dict[str, float]:
    from spielzug.envs import pettingzoo
    from spielzug.envs.gymnasium import SeatEnv

    seats, cpu, wall = game.seats[0], time.process_time, time.perf_counter
    found = {
        "bench": engine(game, seats),
        "inside": inside(game, seats, 1, cpu),
        "step": stepped(game, seats, 1, cpu),
        "inside_1_wall": inside(game, seats, 1, wall),
        "inside_2_wall": inside(game, seats, 2, wall),
        "table": single(game, seats),
        "pettingzoo": rate(aec(pettingzoo.env(game, seats))),
        "pettingzoo_raw": rate(aec(pettingzoo.raw_env(game, seats))),
        "gymnasium": rate(gym(SeatEnv(game, seats))),
    }
    found["share"] = found["inside"] / found["bench"]
    found["step_share"] = found["step"] / found["bench"]
    found["two_cores"] = found["inside_2_wall"] / found["inside_1_wall"]
    return found


# -- telling ---------------------------------------------------------------------------------------


def show(games: dict[str, dict[str, float]]) -> None:
    table = Figures("a second", *games, box=None)
    names = next(iter(games.values()), {})
    for name in names:
        shares = name in ("share", "step_share", "two_cores")
        table.add_row(name, *(f"{f[name]:.2f}" if shares else f"{f[name]:,.0f}"
                              for f in games.values()))  # fmt: skip
    Console().print(table)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="which games, all if none is named")
    parser.add_argument("--json", type=Path, help="write the figures here")
    given = parser.parse_args()
    games = {name: measure(get_game(name)) for name in given.games or NAMES}
    show(games)
    if given.json is not None:
        given.json.write_text(json.dumps(games, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
