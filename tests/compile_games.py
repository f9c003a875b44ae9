"""Compiles what the first tier of tests needs, each game once, before the test processes start."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from spielzug.games import NAMES, get_game
from spielzug.lab.play.precompile import fill_cache


def compile_entries(name: str) -> None:
    """Also the functions that no table calls: audit, observations, notes."""
    get_game(name).ready()


def main() -> None:
    for name, part, seconds in fill_cache(NAMES, lab=False):
        print(f"{name}: {part} ready after {seconds:.1f} CPU s", flush=True)
    with ProcessPoolExecutor(os.cpu_count() or 1, get_context("spawn")) as pool:
        list(pool.map(compile_entries, NAMES))


if __name__ == "__main__":
    main()
