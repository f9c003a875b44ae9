"""Exact counts of decision sequences, the sharpest test that two rule sets are the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from spielzug.core.errors import CannotRead
from spielzug.core.game import Facts, Game, State
from spielzug.core.options import Options
from spielzug.core.position import read_position
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
    facts = game.facts(options)
    if position is not None:
        state = read_position(game, position)
        refuse_position(game, facts, state, str(position))
    else:
        state, _ = game.start(facts, seats, seed_key("perft", seed))
    return [loops.perft(facts, state, d) for d in range(1, depth + 1)]


def refuse_position(game: Game, facts: Facts, state: State, source: str) -> None:
    """Compiled rules trust a position, so an impossible one must not reach them."""
    counts = np.zeros(len(game.rules.CHECKS), np.int64)
    failed = game.rules.audit(facts, state, -1, state, counts)
    if failed:
        raise CannotRead(f"{source}: no possible position: {game.rules.CHECKS[failed - 1]}")
