"""Names for what compiled functions take, so that their signatures say what is meant.

States, facts and generators are NumPy records. To a type checker each kind is its own, so that
nobody hands over facts for a state; what their fields hold it cannot know.
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
        """Where a game stands, a record of its `STATE` dtype. Assigning it makes an alias."""

    class Facts(Record):
        """The fixed facts of a game, a record of its `FACTS` dtype, never changed."""

else:
    Record = Rng = State = Facts = np.record

Key = int | np.uint64
"""Where luck begins."""
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
"""A whole number; compiled code makes 64 bits of it, however wide it comes."""
Noted = Events | None
"""Where events are noted; None if nobody listens."""
