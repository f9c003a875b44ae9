"""A record read into plain Python, all fields at once.

Compiled code wants records; whoever makes words, views and messages wants numbers and lists. A
field of a NumPy record costs microseconds each time it is asked for, one of a `Reading` nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from spielzug.core import jit
from spielzug.core.kinds import Record


def plain(record: Record) -> dict[str, Any]:
    """A record as plain numbers and lists: equal ones give equal values, JIT or not."""
    values = dict(zip(record.dtype.names, record.item(), strict=True))
    return {
        name: value.tolist() if isinstance(value := values[name], np.ndarray) else value
        for name in jit.fields(record.dtype)
    }


class Reading:
    """The fields of a record as attributes, not to be changed; rows of rows are lists of lists.

    `record` is the record itself, for compiled code, which must not change it either.
    """

    def __init__(self, record: Record) -> None:
        self.__dict__ = plain(record)
        self.record: Any = record

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


def read_facts(facts: Record) -> Reading:
    """The facts of a game as plain values. The same facts give the same object, so that what
    follows from them alone can be kept by it."""
    return _read_facts(facts.dtype, facts.tobytes())


@lru_cache(maxsize=64)
def _read_facts(dtype: np.dtype[Any], data: bytes) -> Reading:
    return Reading(np.frombuffer(bytearray(data), dtype).view(np.recarray)[0])
