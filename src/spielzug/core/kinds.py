"""Names for what compiled rules are given.

They are NumPy records. To a type checker each kind is its own, so that nobody hands over facts for
a state; what their fields hold it cannot know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

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
