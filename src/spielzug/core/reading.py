"""A record read into plain Python, all fields at once.

Compiled code wants records; whoever makes words, views and messages wants numbers and lists. A
field of a NumPy record costs microseconds each time it is asked for, one of a `Reading` nothing.
"""

from __future__ import annotations

import hashlib
from functools import cache, cached_property, lru_cache
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


def read_facts(facts: Record) -> Reading:
    """The facts of a game as plain values. The same facts give the same object, so that what
    follows from them alone can be kept by it."""
    return _read_facts(facts.dtype, facts.tobytes())


@lru_cache(maxsize=64)
def _read_facts(dtype: np.dtype[Any], data: bytes) -> Reading:
    return Reading(np.frombuffer(bytearray(data), dtype).view(np.recarray)[0])
