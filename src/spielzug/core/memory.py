"""Records as compiled code is handed them, and rules called with them.

Compiled code asks a record for its `data`, and NumPy then describes every field of it anew: that
takes longer than most rules do, and so does copying a record field by field. A `RecordMemory` says
just where the bytes are. Nothing checks that they are of the right kind of record, so only
a position and its game, which made both, call rules this way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from spielzug.core import jit
from spielzug.core.jit import rule
from spielzug.core.kinds import Number, Record, States
from spielzug.core.reading import Reading, read_facts


class RecordMemory:
    """Where a record lies."""

    __slots__ = ("_data", "_dtype", "_reading", "_record")

    def __init__(self, record: Any, data: Any = None, dtype: np.dtype[Any] | None = None) -> None:
        self._record = record
        self._data = data
        self._reading: Reading | None = None
        self._dtype = dtype

    @property
    def data(self) -> Any:
        """The bytes of the record, for compiled code, which may change them."""
        if self._data is None:
            self._data = memoryview(self._record)
        return self._data

    @property
    def dtype(self) -> np.dtype[Any]:
        if self._dtype is None:
            self._dtype = self._record.dtype
        return self._dtype

    @property
    def record(self) -> Any:
        if self._record is None:
            self._record = np.frombuffer(self._data, self._dtype)[0]
        return self._record

    def copy(self) -> RecordMemory:
        """Another record of the same bytes."""
        return RecordMemory(None, bytearray(self.data), self.dtype)

    @property
    def as_facts(self) -> Reading:
        """Facts as plain values, see `read_facts`."""
        if self._reading is None:
            self._reading = read_facts(self.record)
        return self._reading


def memory_of(record: Record | RecordMemory) -> RecordMemory:
    return record if isinstance(record, RecordMemory) else RecordMemory(record)


_COMPILED: dict[Callable[..., Any], Callable[..., Any]] = {}
"""The rules that were asked for; once compiled they stay as they are."""


def direct(function: Callable[..., Any]) -> Callable[..., Any]:
    """The rule, taking `RecordMemory` (or `Reading`, unless it changes it) for a record."""
    if function in _COMPILED:
        return _COMPILED[function]
    compiled = jit.entry_point(function)
    if compiled is not None:
        return _COMPILED.setdefault(function, compiled)

    def call(*arguments: Any) -> Any:
        given = (a.record if isinstance(a, (RecordMemory, Reading)) else a for a in arguments)
        return function(*given)

    return call


class Direct:
    """All rules of a game, so that they take `RecordMemory`."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules

    def __getattr__(self, name: str) -> Any:
        return direct(getattr(self._rules, name))


@rule
def copy_record(to: States, at: Number, source: States, place: Number) -> None:
    """In rules that a GPU runs, too: it copies records in another way, see `core.device`."""
    to[at] = source[place]
