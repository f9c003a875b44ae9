"""Whether a position from elsewhere can be one of its game: compiled rules trust positions.

They look up what a position holds without asking whether it is there, so a number out of its range
could make them read or write anywhere. A game tells the ranges of its fields (`RANGES`), and its
audit then says whether everything fits together.
"""

from __future__ import annotations

import numpy as np

from spielzug.core.errors import CannotRead
from spielzug.core.position import Position


def out_of_range(position: Position) -> str | None:
    """The first field that holds what it cannot."""
    for name, (low, high) in position.game.rules.RANGES.items():
        values = np.asarray(position.state[name])
        if values.min() < low or values.max() > high:
            return name
    return None


def refuse_impossible(position: Position) -> None:
    """Raise `CannotRead` with the field or the rule that makes this no position of the game."""
    rules, state = position.game.rules, position.state
    position.game.ready(("audit",))
    odd = out_of_range(position)
    if odd:
        low, high = rules.RANGES[odd]
        raise CannotRead(f"the field {odd!r} must be {low} to {high}")
    failed = rules.audit(position.facts, state, -1, state, np.zeros(len(rules.CHECKS), np.int64))
    if failed:
        raise CannotRead(f"not a possible position: {rules.CHECKS[failed - 1]}")
