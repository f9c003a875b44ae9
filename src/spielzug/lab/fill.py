"""Compile every game before it is needed: for hosts, images and test runs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from spielzug.bots.search import thinker
from spielzug.games import get_game
from spielzug.lab.loops import Keys, Loops, Played, Verified


def fill_cache(names: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Each game's name as it gets ready, and the seconds it took; the games on all cores."""
    workers = min(len(names), os.cpu_count() or 1)
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        started = [pool.submit(_compile, name) for name in names]
        for done in as_completed(started):
            yield done.result()


def _compile(name: str) -> tuple[str, float]:
    """In a process of its own: the rules, the search, and the loops that play whole games."""
    game = get_game(name)
    seconds, _ = game.time_to_ready()
    loops, seats = Loops(game), game.seats[0]
    tables, keys = game.tables(game.options(**game.simulation)), Keys.of("fill")
    loops.play(tables, [0] * seats, 0, keys, Played.room(0))
    loops.verify(tables, [0] * seats, 0, keys, Played.room(0), Verified.room(game))
    thinker.ready(game)
    return name, seconds
