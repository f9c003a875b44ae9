"""Compiles what the first tier of tests needs, each game once, before the test processes start.

One process compiles all parts of a game, so that numba infers the types of its rules only once.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from spielzug.bots.thinking.compilation import prepare, thinking_parts
from spielzug.core.cache import TABLE
from spielzug.core.game_folders import GAMES
from spielzug.games import NAMES, get_game


def source_size(name: str) -> int:
    """Bytes of a game's rules, by which the games that take longest to compile come first."""
    return sum(path.stat().st_size for path in (GAMES / name).rglob("*.py"))


def compile_game(name: str) -> tuple[str, float]:
    """In a worker process: all parts of a game; returns its name and the CPU seconds."""
    begin = time.process_time()
    game = get_game(name)
    for part in (*thinking_parts(name), TABLE):
        prepare(game, part, lambda _: None)
    game.ready()  # also the functions that no table calls: audit, observations, notes
    game.chance_stepper.step  # noqa: B018 - a property that compiles the step with given luck
    return name, time.process_time() - begin


def main() -> None:
    largest_first = sorted(NAMES, key=source_size, reverse=True)
    with ProcessPoolExecutor(os.cpu_count() or 1, get_context("spawn")) as pool:
        for done in as_completed([pool.submit(compile_game, name) for name in largest_first]):
            name, seconds = done.result()
            print(f"{name}: ready after {seconds:.1f} CPU s", flush=True)


if __name__ == "__main__":
    main()
