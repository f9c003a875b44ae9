"""What compiled functions take, by name, so that their signatures say what is meant.

Compiled or not, records are `Any` to a type checker: their fields are known at run time only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielzug.core.game import Facts, State

Rule = Callable[..., Any]
"""One of a game's compiled functions, see `core.game.Rules`."""
States = Any
"""An array of positions."""
Rng = Any
"""Anything with a field `rng` to draw random numbers from."""
Actions = NDArray[np.int32]
"""Numbers of actions; with two dimensions, a row for each depth."""
Events = NDArray[np.int32]
"""A buffer of events, see `core.events`."""
Shares = NDArray[np.float64]
"""Each seat's share of the win; with two dimensions, a row for each game."""
Counts = NDArray[np.int64]
Keys = NDArray[np.uint64]
Key = np.uint64
"""Where luck begins: what a generator is set to."""
Bytes = NDArray[np.uint8]
Number = int | np.integer[Any]
"""A whole number; compiled code makes 64 bits of it, however wide it comes."""

__all__ = [
    "Actions", "Bytes", "Counts", "Events", "Facts", "Key", "Keys", "Number", "Rng", "Rule",
    "Shares", "State", "States",
]  # fmt: skip
