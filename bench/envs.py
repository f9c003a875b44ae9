"""How fast the environments are: `python bench/envs.py [GAME …] [--others] [--json FILE]`.

One core in CPU time, beside the figure of `spielzug bench` from the same run; then two cores by the
clock on the wall, which says something on an idle machine only. Decisions are those with a choice.
With `--others` also environments of other projects, each with its nearest game, as far as they are
installed here.
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
from spielzug.envs import Batch, Table
from spielzug.games import NAMES, get_game
from spielzug.lab.loops import Loops

SIZE = 4096
SECONDS, REPEATS = 0.4, 5


def rate(run: Callable[[], int], clock: Callable[[], float] = time.process_time) -> float:
    """Things a second, the median of several runs; one run before them does not count."""
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
        batch.wander(10)
        return 10 * SIZE

    return rate(run, clock)


def stepped(game: Game, seats: int, threads: int, clock: Callable[[], float]) -> float:
    """`step` with actions that somebody else has chosen, that one's time included."""
    batch = Batch(game, SIZE, seats, threads=threads)

    def run() -> int:
        batch.step(batch.sample())
        return SIZE

    return rate(run, clock)


def single(game: Game, seats: int) -> float:
    """One game alone, a call of Python for each step."""
    table, number = Table(game, seats), 0

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


# -- other projects --------------------------------------------------------------------------------


def open_spiel(name: str) -> Callable[[], int]:
    """Random play through Python, with observation tensor and legal actions at each step."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()

    def run() -> int:
        nonlocal state
        steps = 0
        for _ in range(100):
            if state.is_terminal():
                state = game.new_initial_state()
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, chances)[0])
                continue
            state.observation_tensor()
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return run


def pettingzoo_classic(name: str) -> Callable[[], int]:
    from importlib import import_module

    return aec(import_module(f"pettingzoo.classic.{name}").env())


def rlcard_game(name: str) -> Callable[[], int]:
    import rlcard

    env = rlcard.make(name)
    state, _ = env.reset()

    def run() -> int:
        nonlocal state
        for _ in range(50):
            if env.is_over():
                state, _ = env.reset()
            state, _ = env.step(random.choice(list(state["legal_actions"])))
        return 50

    return run


def pgx_game(name: str) -> Callable[[], int]:
    """A batch on the processor, random legal actions, compiled as one step."""
    import jax
    import pgx

    env = pgx.make(name)
    restarted = pgx.experimental.auto_reset(env.step, env.init)

    @jax.jit
    def steps(states: Any, key: Any) -> Any:
        def one(carry: Any, _: Any) -> Any:
            states, key = carry
            key, first, second = jax.random.split(key, 3)
            logits = jax.numpy.log(states.legal_action_mask.astype(jax.numpy.float32))
            actions = jax.random.categorical(first, logits, axis=1)
            return (jax.vmap(restarted)(states, actions, jax.random.split(second, SIZE)), key), None

        return jax.lax.scan(one, (states, key), None, length=10)[0]

    key = jax.random.PRNGKey(0)
    states = jax.jit(jax.vmap(env.init))(jax.random.split(key, SIZE))

    def run() -> int:
        nonlocal states, key
        states, key = jax.block_until_ready(steps(states, key))
        return 10 * SIZE

    return run


OTHERS: tuple[tuple[str, str, Callable[[str], Callable[[], int]], Callable[[], float]], ...] = (
    ("OpenSpiel (C++, called from Python)", "gin_rummy", open_spiel, time.process_time),
    ("OpenSpiel (C++, called from Python)", "backgammon", open_spiel, time.process_time),
    ("PettingZoo classic", "connect_four_v3", pettingzoo_classic, time.process_time),
    ("RLCard", "gin-rummy", rlcard_game, time.process_time),
    ("RLCard", "uno", rlcard_game, time.process_time),
    ("pgx on the processor (all cores)", "backgammon", pgx_game, time.perf_counter),
    ("pgx on the processor (all cores)", "2048", pgx_game, time.perf_counter),
)


def measure_others() -> dict[str, float | str]:
    found: dict[str, float | str] = {}
    for project, name, make, clock in OTHERS:
        try:
            found[f"{project}: {name}"] = rate(make(name), clock)
        except Exception as error:  # one that does not work here stops no other
            found[f"{project}: {name}"] = f"not measured: {type(error).__name__}: {error}"
    return found


# -- telling ---------------------------------------------------------------------------------------


def show(games: dict[str, dict[str, float]], others: dict[str, float | str]) -> None:
    console = Console()
    table = Figures("a second", *games, box=None)
    names = next(iter(games.values()), {})
    for name in names:
        shares = name in ("share", "step_share", "two_cores")
        table.add_row(name, *(f"{f[name]:.2f}" if shares else f"{f[name]:,.0f}"
                              for f in games.values()))  # fmt: skip
    console.print(table)
    for name, figure in others.items():
        console.print(f"{name}  {figure if isinstance(figure, str) else f'{figure:,.0f}'}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="which games, all if none is named")
    parser.add_argument("--others", action="store_true", help="other projects, too")
    parser.add_argument("--json", type=Path, help="write the figures here")
    given = parser.parse_args()
    games = {name: measure(get_game(name)) for name in given.games or NAMES}
    others = measure_others() if given.others else {}
    show(games, others)
    if given.json is not None:
        given.json.write_text(json.dumps({"games": games, "others": others}, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
