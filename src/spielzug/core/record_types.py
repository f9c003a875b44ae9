"""Type names for the arguments of compiled functions.

States, facts and generators are NumPy records. To a type checker each kind is a type of its own, so
that facts cannot be passed for a state; it cannot know their fields.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:

    class Record:
        dtype: Any

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...
        def __getitem__(self, name: str) -> Any: ...
        def __setitem__(self, name: str, value: Any) -> None: ...

    class Rng(Record):
        """A generator of random numbers: anything with a field `rng`."""

    class State(Rng):
        """The state of a game, a record of its `STATE` dtype. Assigning it makes an alias."""

    class Facts(Record):
        """The fixed facts of a game, a record of its `FACTS` dtype, never changed."""

else:
    Record = Rng = State = Facts = np.record

Key = int | np.uint64
"""The seed of a generator."""
Rule = Callable[..., Any]
"""One of a game's compiled functions, see `core.game.Rules`."""
States = Any
"""An array of states."""
Actions = NDArray[np.int32]
"""Numbers of actions; with two dimensions, a row for each depth."""
Events = NDArray[np.int32]
"""A buffer of events, see `core.events`."""
Shares = NDArray[np.float64]
"""Each seat's share of the win; with two dimensions, a row for each game."""
Counts = NDArray[np.int64]
Keys = NDArray[np.uint64]
Bytes = NDArray[np.uint8]
Number = int | np.integer[Any]
"""A whole number; compiled code widens it to 64 bits."""
Noted = Events | None
"""A buffer for events; None if they are not needed."""
