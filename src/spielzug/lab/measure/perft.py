"""Exact counts of decision sequences, the sharpest test that two rule sets are the same."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from spielzug.core.errors import CannotRead
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.core.position import Position
from spielzug.core.possible import refuse_impossible
from spielzug.core.rng import seed_key
from spielzug.lab.play.checks import refuse_seed
from spielzug.lab.play.loops import Loops

MOST_DEPTH = 1000  # decisions: further than anybody can count


def perft(
    game: Game,
    depth: int,
    seats: int = 2,
    seed: str = "1",
    position: Path | None = None,
    options: Options | None = None,
    tell: Callable[[int], None] = lambda _: None,
) -> list[int]:
    """How many sequences of 1, 2, … `depth` decisions there are; `tell` hears each at once.

    Every outcome of chance is a branch: each side of a coin, each card of a pile. Only the deal is
    one of many.
    """
    refuse_seed(seed)
    loops = Loops(game)
    if position is not None:
        start = Position.read(game, position, options)
        try:
            refuse_impossible(start)
        except CannotRead as error:
            raise CannotRead(f"{position}: {error}") from None
    else:
        start, _ = game.deal(seats, seed_key("perft", seed), options)
    counts = []
    for length in range(1, depth + 1):
        counts.append(_aside(loops, start, length))
        tell(counts[-1])
    return counts


def _aside(loops: Loops, start: Position, length: int) -> int:
    """Counted in another thread: compiled code hears no Ctrl-C, and nobody need wait for it."""
    counts: list[int | Exception] = []

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
