"""Records in two quick forms: as memory for compiled code, and as plain Python values.

Compiled code asks a record for its `data`, and NumPy then describes every field of it again: that
takes longer than most rules do, and so does copying a record field by field. A `RecordMemory` says
only where the bytes are. Nothing checks that they are of the right kind of record, so only a
position and its game, which made both, call rules this way.

Words, views and messages need numbers and lists. A field of a NumPy record costs microseconds at
each access, one of a `PlainRecord` next to nothing.
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
    """A record as plain numbers and lists: equal records give equal values, compiled or not."""
    values = dict(zip(record.dtype.names, record.item(), strict=True))
    return {
        name: value.tolist() if isinstance(value := values[name], np.ndarray) else value
        for name in jit.fields(record.dtype)
    }


class PlainRecord:
    """The fields of a record as read-only attributes; nested arrays are lists of lists.

    `record` is the record itself, for compiled code, which must not change it either; `data` are
    its bytes.
    """

    def __init__(self, record: Record) -> None:
        self.__dict__ = plain(record)
        self.record: Any = record

    @cached_property
    def data(self) -> Any:
        return memoryview(self.record)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


# -- digests ---------------------------------------------------------------------------------------


def digest(dtype: np.dtype[Any], data: bytes) -> str:
    """Sixteen hexadecimal digits of a hash of a record's plain values as JSON, sorted by name.

    Most fields are the same as a decision ago, so the text of each is cached.
    """
    fields = (
        f'"{name}": {_text(field_type, data[at : at + field_type.itemsize])}'
        for name, at, field_type in _by_name(dtype)
    )
    return hashlib.sha256(f"{{{', '.join(fields)}}}".encode()).hexdigest()[:16]


@cache
def _by_name(dtype: np.dtype[Any]) -> list[tuple[str, int, np.dtype[Any]]]:
    """The fields sorted by name: name, offset, dtype."""
    assert dtype.fields is not None
    return [(name, dtype.fields[name][1], dtype[name]) for name in sorted(jit.fields(dtype))]


@lru_cache(maxsize=8192)
def _text(field_type: np.dtype[Any], data: bytes) -> str:
    return str(np.frombuffer(data, field_type.base).reshape(field_type.shape).tolist())


# -- facts -----------------------------------------------------------------------------------------


def read_facts(facts: Record) -> PlainRecord:
    """The facts of a game as plain values.

    Equal facts give the same object, so that values that follow from them can be cached on it.
    """
    return _read_facts(facts.dtype, facts.tobytes())


@lru_cache(maxsize=64)
def _read_facts(dtype: np.dtype[Any], data: bytes) -> PlainRecord:
    return PlainRecord(np.frombuffer(bytearray(data), dtype).view(np.recarray)[0])


class RecordMemory:
    """The address of a record in memory."""

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
        """Another record with the same bytes."""
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
"""The machine code of rules; once compiled it does not change."""


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
    """All rules of a game, as functions of `RecordMemory`."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules

    def __getattr__(self, name: str) -> Any:
        return direct(getattr(self._rules, name))


@rule
def copy_record(to: States, at: Number, source: States, place: Number) -> None:
    """Copy a record, in rules that also run on a GPU, where `core.device` replaces this."""
    to[at] = source[place]
