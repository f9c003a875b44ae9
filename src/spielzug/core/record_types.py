"""Type names for the arguments of compiled functions.

States, facts and generators are NumPy records. To a type checker each kind is a type of its own, so
that facts cannot be passed for a state. Each game declares its own, whose fields are known, see
`core.declaration`; those here stand for the records of any game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from spielzug.core.declaration import FactsRecord, Native, Record, RngRecord, StateRecord

    Rng = RngRecord[Native]

    class NativeRecord(Record[Native]):
        """A record whose fields only the module that made its dtype knows."""

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    class State(StateRecord[Native]):
        """The state of some game, whose fields only the game knows. Assigning it makes an alias."""

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    class Facts(FactsRecord[Native]):
        """The facts of some game, never changed."""

        def __getattr__(self, name: str) -> Any: ...

else:
    NativeRecord = Rng = State = Facts = np.record

Key = int | np.uint64
"""The seed of a generator."""
Rule = Callable[..., Any]
"""One of a game's compiled functions, see `core.game.Rules`."""
RuleTuple = tuple[Callable[..., object] | None, ...]
"""The rules that a loop takes, a named tuple; None for one that it does not call."""
States = NDArray[np.void]
"""An array of states."""
Actions = NDArray[np.int32]
"""Numbers of actions; with two dimensions, a row for each depth."""
Events = NDArray[np.int32]
"""A buffer of events, see `core.events`."""
Shares = NDArray[np.float64]
"""Each seat's share of the win; with two dimensions, a row for each game."""
Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
Keys = NDArray[np.uint64]
Bytes = NDArray[np.uint8]
Number = int | np.integer
"""A whole number; compiled code widens it to 64 bits."""
RecordType = np.dtype[np.void]
"""The dtype of a record."""
Noted = Events | None
"""A buffer for events; None if they are not needed."""
