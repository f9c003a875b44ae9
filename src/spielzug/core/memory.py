"""Records as compiled code is handed them, and rules called with them.

Compiled code asks a record for its `data`, and NumPy then describes every field of it anew: that
takes longer than most rules do, and so does copying a record field by field. A `RecordMemory` says
just where the bytes are. Nothing checks that they are of the right kind of record, so only
a position and its game, which made both, call rules this way.

A record read into plain Python, all fields at once.

Compiled code wants records; whoever makes words, views and messages wants numbers and lists. A
field of a NumPy record costs microseconds each time it is asked for, one of a `PlainRecord`
nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from spielzug.core import jit
from spielzug.core.jit import rule
from spielzug.core.record_types import Number, Record, States


def plain(record: Record) -> dict[str, Any]:
    """A record as plain numbers and lists: equal ones give equal values, JIT or not."""
    values = dict(zip(record.dtype.names, record.item(), strict=True))
    return {
        name: value.tolist() if isinstance(value := values[name], np.ndarray) else value
        for name in jit.fields(record.dtype)
    }


class PlainRecord:
    """The fields of a record as attributes, not to be changed; rows of rows are lists of lists.

    `record` is the record itself, for compiled code, which must not change it either; `data` are
    its bytes, see `core.memory`.
    """

    def __init__(self, record: Record) -> None:
        self.__dict__ = plain(record)
        self.record: Any = record

    @cached_property
    def data(self) -> Any:
        return memoryview(self.record)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


# -- in sixteen digits -----------------------------------------------------------------------------


def digest(dtype: np.dtype[Any], data: bytes) -> str:
    """A record in sixteen digits: a hash of its plain values as JSON writes them, by name.

    Most fields are as they were a decision ago, so the text of each is kept.
    """
    fields = (
        f'"{name}": {_text(room, data[at : at + room.itemsize])}'
        for name, at, room in _by_name(dtype)
    )
    return hashlib.sha256(f"{{{', '.join(fields)}}}".encode()).hexdigest()[:16]


@cache
def _by_name(dtype: np.dtype[Any]) -> list[tuple[str, int, np.dtype[Any]]]:
    """The fields by name: where each begins, and what it holds."""
    assert dtype.fields is not None
    return [(name, dtype.fields[name][1], dtype[name]) for name in sorted(jit.fields(dtype))]


@lru_cache(maxsize=8192)
def _text(room: np.dtype[Any], data: bytes) -> str:
    return str(np.frombuffer(data, room.base).reshape(room.shape).tolist())


# -- facts -----------------------------------------------------------------------------------------


def read_facts(facts: Record) -> PlainRecord:
    """The facts of a game as plain values. The same facts give the same object, so that what
    follows from them alone can be kept by it."""
    return _read_facts(facts.dtype, facts.tobytes())


@lru_cache(maxsize=64)
def _read_facts(dtype: np.dtype[Any], data: bytes) -> PlainRecord:
    return PlainRecord(np.frombuffer(bytearray(data), dtype).view(np.recarray)[0])


class RecordMemory:
    """Where a record lies."""

    __slots__ = ("_data", "_dtype", "_reading", "_record")

    def __init__(self, record: Any, data: Any = None, dtype: np.dtype[Any] | None = None) -> None:
        self._record = record
        self._data = data
        self._reading: PlainRecord | None = None
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
    def as_facts(self) -> PlainRecord:
        """Facts as plain values, see `read_facts`."""
        if self._reading is None:
            self._reading = read_facts(self.record)
        return self._reading


def memory_of(record: Record | RecordMemory) -> RecordMemory:
    return record if isinstance(record, RecordMemory) else RecordMemory(record)


_COMPILED: dict[Callable[..., Any], Callable[..., Any]] = {}
"""The rules that were asked for; once compiled they stay as they are."""


def direct(function: Callable[..., Any]) -> Callable[..., Any]:
    """The rule, taking `RecordMemory` (or `PlainRecord`, unless it changes it) for a record."""
    if function in _COMPILED:
        return _COMPILED[function]
    compiled = jit.entry_point(function)
    if compiled is not None:
        return _COMPILED.setdefault(function, compiled)

    def call(*arguments: Any) -> Any:
        given = (a.record if isinstance(a, (RecordMemory, PlainRecord)) else a for a in arguments)
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
