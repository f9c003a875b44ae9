"""Exact counts of decision sequences, the sharpest test that two rule sets are the same."""

from __future__ import annotations

from pathlib import Path

from spielzug.core.errors import CannotRead
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.core.position import Position
from spielzug.core.possible import refuse_impossible
from spielzug.core.rng import seed_key
from spielzug.lab.loops import Loops


def perft(
    game: Game,
    depth: int,
    seats: int = 2,
    seed: str = "1",
    position: Path | None = None,
    options: Options | None = None,
) -> list[int]:
    """How many sequences of 1, 2, … `depth` decisions there are.

    In a game that names its luck (`LUCK_KEYS`) every outcome of chance is a branch. In the others
    luck comes from the position itself, so each decision leads to exactly one position.
    """
    loops = Loops(game)
    if position is not None:
        start = Position.read(game, position, options)
        try:
            refuse_impossible(start)
        except CannotRead as error:
            raise CannotRead(f"{position}: {error}") from None
    else:
        start, _ = game.deal(seats, seed_key("perft", seed), options)
    return [loops.perft(start.facts, start.state, d) for d in range(1, depth + 1)]
