"""Declared records as NumPy records, for compiled code and for all that computes with arrays.

A record may also be made from a dtype alone: `layout_of_dtype` then says where its fields lie.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any, TypeVar

import numpy as np

from spielzug.core.declaration import GAP, Field, Layout, Record, layout_of
from spielzug.core.engine import InMemory
from spielzug.core.jit import rule
from spielzug.core.memory import Data, PlainRecord, RecordMemory, facts_in
from spielzug.core.record_types import Number, RecordType, Rng, States

RecordT = TypeVar("RecordT", bound=Record[Any])


_declared: dict[RecordType, Layout] = {}
"""The declared layout of each dtype that was made from one."""


@cache
def dtype_of_layout(layout: Layout) -> RecordType:
    """The dtype with the same fields at the same places, and names for the gaps."""
    made = np.dtype(layout.columns, align=not layout.wide)
    assert made.itemsize == layout.size
    _declared.setdefault(made, layout)
    return made


def dtype_of(record: type[Record[Any]]) -> RecordType:
    """The dtype of a declared record."""
    return dtype_of_layout(layout_of(record))


@cache
def layout_of_dtype(dtype: RecordType) -> Layout:
    """The layout of a dtype of integers that lie as `core.jit.record` places them."""
    if dtype in _declared:
        return _declared[dtype]
    fields: list[Field] = []
    for name in dtype.names or ():
        if not name.startswith(GAP):
            kind = dtype[name]
            made = Field(f"{kind.base.kind}{kind.base.itemsize}", kind.shape, None, "always")
            made.name = name
            fields.append(made)
    wide = all(field.code in ("i8", "u8") for field in fields)
    layout = Layout(fields, wide)
    assert layout.size == dtype.itemsize, f"not the layout of a record: {dtype}"
    return layout


@cache
def _with_attributes(dtype: RecordType) -> RecordType:
    return np.dtype((np.record, dtype))


def record_in(layout: Layout, data: Data) -> Any:
    """The record in this memory, which shows and makes every change of it."""
    return np.frombuffer(data, _with_attributes(dtype_of_layout(layout)), 1)[0]


def writable_view(record: Record[Any] | Rng) -> memoryview:
    """The bytes of a NumPy record, which must outlive the view; NumPy itself lets one only read."""
    given: Any = record
    address = given.__array_interface__["data"][0]
    return memoryview((ctypes.c_ubyte * given.dtype.itemsize).from_address(address)).cast("B")


def record_in_memory(memory: InMemory) -> Any:
    """The NumPy record in the memory that an engine was given."""
    assert isinstance(memory, (RecordMemory, PlainRecord))
    return memory.record


def memory_of(record: RecordT | RecordMemory[RecordT]) -> RecordMemory[RecordT]:
    """The memory of a record, for an engine."""
    if isinstance(record, RecordMemory):
        return record
    return RecordMemory.of_record(layout_of_dtype(record.dtype), record)


def plain(record: Record[Any]) -> dict[str, Any]:
    """A record as plain numbers and lists: equal records give equal values, compiled or not."""
    return layout_of_dtype(record.dtype).read(memoryview(record).cast("B"))


def read_facts(facts: Record[Any]) -> Any:
    """The facts of a game as plain values; equal facts give the same object."""
    return facts_in(layout_of_dtype(facts.dtype), facts.tobytes())


@rule
def copy_record(to: States, at: Number, source: States, place: Number) -> None:
    """Copy a record word by word: an assignment would be compiled to a copy byte by byte."""
    new, old, size = to.view(np.uint64), source.view(np.uint64), to.itemsize >> 3
    for k in range(size):
        new[at * size + k] = old[place * size + k]
