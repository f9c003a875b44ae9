"""Exact counts of decision sequences, the sharpest test that two rule sets are the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from spielzug.core.errors import CannotRead
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.core.position import Position
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
        refuse_position(start, str(position))
    else:
        start, _ = game.deal(seats, seed_key("perft", seed), options)
    return [loops.perft(start.facts, start.state, d) for d in range(1, depth + 1)]


def refuse_position(position: Position, source: str) -> None:
    """Compiled rules trust a position, so an impossible one must not reach them."""
    rules, state = position.game.rules, position.state
    failed = rules.audit(position.facts, state, -1, state, np.zeros(len(rules.CHECKS), np.int64))
    if failed:
        raise CannotRead(f"{source}: no possible position: {rules.CHECKS[failed - 1]}")
