"""Random play in other projects' environments, each with the games most like ours, and in ours.

Every step chooses a random legal action and produces the next player's observation and legal
actions, as a training loop needs. Only steps with a decision are counted (not chance nodes or the
steps of dead agents), in CPU time, so that using two cores costs double. Projects that are not
installed are skipped, and the table says so:

    pip install 'spielzug[envs]' open_spiel 'pettingzoo[classic]' rlcard pgx jax
    python bench/other_projects.py [--seconds 3]
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module, metadata
from random import Random
from typing import Any

import numpy as np

Run = Callable[[int], int]
"""Plays at least so many steps, and returns how many they were."""

OURS = (("game_of_trains", 2), ("trains", 2), ("zwergenzugfahrt", 2), ("zugraub", 4))
SIZE = 4096  # games at once, of those that play many


def rate(run: Run, seconds: float) -> float:
    """Steps per second of CPU time."""
    run(200)  # whatever is compiled or loaded at the first step
    steps, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        steps += run(2000)
    return steps / spent


# -- theirs ----------------------------------------------------------------------------------------


def open_spiel(name: str) -> Run:
    pyspiel = import_module("pyspiel")
    game, rng = pyspiel.load_game(name), Random(1)

    def run(least: int) -> int:
        steps = 0
        while steps < least:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, odds)[0])
                    continue
                state.observation_tensor(state.current_player())
                state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        return steps

    return run


def petting_zoo(name: str) -> Run:
    env = import_module(f"pettingzoo.classic.{name}").env()
    return agents(env)


def agents(env: Any) -> Run:
    """Any PettingZoo environment with masks."""
    rng = Random(1)

    def run(least: int) -> int:
        steps = 0
        while steps < least:
            env.reset(seed=rng.randrange(1 << 30))
            for _ in env.agent_iter():
                seen, _, ended, cut, info = env.last()
                if ended or cut:
                    env.step(None)
                    continue
                mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
                env.step(int(rng.choice(np.flatnonzero(mask))))
                steps += 1
        return steps

    return run


def rlcard(name: str) -> Run:
    env = import_module("rlcard").make(name, config={"seed": 1})
    rng = Random(1)

    def run(least: int) -> int:
        steps = 0
        while steps < least:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(int(rng.choice(list(state["legal_actions"]))))
                steps += 1
        return steps

    return run


def pgx(name: str) -> Run:
    jax = import_module("jax")
    made = import_module("pgx").make(name)
    step = import_module("pgx.experimental.wrappers").auto_reset(made.step, made.init)

    def once(state: Any, key: Any) -> Any:
        chosen, luck = jax.random.split(key)
        odds = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(chosen, odds, axis=-1)
        return jax.vmap(step)(state, action, jax.random.split(luck, SIZE))

    @jax.jit
    def many(state: Any, key: Any) -> Any:
        def body(_: int, carried: Any) -> Any:
            state, key = carried
            key, now = jax.random.split(key)
            return once(state, now), key

        return jax.lax.fori_loop(0, ROUNDS, body, (state, key))

    carried = jax.vmap(made.init)(jax.random.split(jax.random.key(1), SIZE)), jax.random.key(2)

    def run(least: int) -> int:
        nonlocal carried
        carried = many(*carried)
        jax.block_until_ready(carried[0].observation)
        return SIZE * ROUNDS

    return run


ROUNDS = 16  # steps of every game between two looks at the clock

THEIRS: tuple[tuple[str, str, Callable[[str], Run], tuple[str, ...]], ...] = (
    ("OpenSpiel", "open_spiel", open_spiel, ("backgammon", "gin_rummy", "leduc_poker")),
    ("PettingZoo", "pettingzoo", petting_zoo, ("hanabi_v5", "texas_holdem_v4", "connect_four_v3")),
    ("RLCard", "rlcard", rlcard, ("gin-rummy", "uno")),
    ("pgx (CPU)", "pgx", pgx, ("backgammon", "leduc_holdem")),
)


# -- ours ------------------------------------------------------------------------------------------


def batch(name: str, seats: int) -> Run:
    """`Batch` with its compiled random player, on one thread."""
    from spielzug.envs import Batch

    many = Batch(name, SIZE, seats, threads=1)

    def run(least: int) -> int:
        many.step_randomly(ROUNDS)
        return SIZE * ROUNDS

    return run


def aec(name: str, seats: int) -> Run:
    from spielzug.envs import pettingzoo

    return agents(pettingzoo.env(name, seats=seats))


def measure_all(seconds: float) -> Iterator[tuple[str, str, float | str]]:
    """Project, game, and steps per second, or why there are none."""
    for name, seats in OURS:
        yield "Spielzug Batch", f"{name}, {seats} seats", rate(batch(name, seats), seconds)
        yield "Spielzug PettingZoo", f"{name}, {seats} seats", rate(aec(name, seats), seconds)
    for title, package, make, games in THEIRS:
        try:
            version = metadata.version(package)
        except metadata.PackageNotFoundError:
            yield title, "", f"not installed: pip install {package}"
            continue
        for name in games:
            yield f"{title} {version}", name, rate(make(name), seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=3.0, help="of CPU, for each figure")
    wishes = parser.parse_args()
    warnings.filterwarnings("ignore")  # theirs
    print("| | game | steps a second of CPU |\n|---|---|---:|")
    for whose, game, found in measure_all(wishes.seconds):
        print(f"| {whose} | {game} | {found if isinstance(found, str) else f'{found:,.0f}'} |")


if __name__ == "__main__":
    main()
