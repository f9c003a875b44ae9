"""Compiles every game before it is needed: for hosts, images and test runs."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from spielzug.bots.thinking.compilation import prepare, thinking_parts
from spielzug.core.cache import TABLE
from spielzug.games import get_game
from spielzug.lab.measure.measures import GameMeasurer
from spielzug.lab.play.loops import POLICIES, Keys, Loops, PlayedGames, VerificationCounts

LOOPS = "loops"


def parts_of(names: Sequence[str], *, lab: bool) -> list[tuple[str, str]]:
    """Each game with each of its parts: those that tables need, and the loops of the lab."""
    own = (LOOPS,) if lab else ()
    return [(name, part) for name in names for part in (*thinking_parts(name), TABLE, *own)]


def fill_cache(names: Sequence[str], *, lab: bool) -> Iterator[tuple[str, str, float]]:
    """Yields each game and part as it gets ready, with its CPU seconds; on all cores."""
    with ProcessPoolExecutor(os.cpu_count() or 1, get_context("spawn")) as pool:
        # The loops last: the functions they call are compiled by then, and only loaded.
        for last in (False, True):
            jobs = [
                pool.submit(_compile, name, part)
                for name, part in parts_of(names, lab=lab)
                if (part == LOOPS) == last
            ]
            for done in as_completed(jobs):
                yield done.result()


def _compile(name: str, part: str) -> tuple[str, str, float]:
    """In a worker process: compile a part of a game, or the loops that play whole games."""
    begin = time.process_time()
    game = get_game(name)
    if part == LOOPS:
        loops, seats = Loops(game), game.seats[0]
        facts, keys = game.facts(game.options(**game.simulation)), Keys.of("fill")
        loops.play(facts, [0] * seats, 0, keys, PlayedGames.allocate(0))
        loops.verify(
            facts, [0] * seats, 0, keys, PlayedGames.allocate(0), VerificationCounts.allocate(game)
        )
        GameMeasurer(game, None, None, seats, POLICIES[:1], "fill").warm_up()
    else:
        prepare(game, part, lambda _: None)
    return name, part, time.process_time() - begin
