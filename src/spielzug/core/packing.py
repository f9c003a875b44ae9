"""Compact encoding of positions and events: the same bytes compiled or not.

A position is a row of whole numbers (its fields one after the other, without gaps), stored as its
difference from the position before. A position of a log is unpacked only when it is read.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import compress
from operator import ne
from typing import TYPE_CHECKING

from spielzug.core.declaration import Layout
from spielzug.core.events import Event, event_of
from spielzug.core.memory import Data, RecordMemory
from spielzug.core.position import Position

if TYPE_CHECKING:
    from spielzug.core.record_types import State

Numbers = tuple[int, ...]

KEYFRAME_INTERVAL = 32
"""Every so many positions one is packed whole, so that few differences have to be applied."""
WIDTHS = [
    (size, code, 2 ** (8 * size - 1)) for size, code in ((1, "b"), (2, "h"), (4, "i"), (8, "q"))
]
"""Bytes, `struct` code and bound of the integer formats."""
CODES = {size: code for size, code, _ in WIDTHS}
MOST_NUMBERS = 2**16 - 1
EVENT = struct.Struct("<hhiiH")


# -- a position as numbers -------------------------------------------------------------------------


def numbers(layout: Layout, data: bytes | Data) -> Numbers:
    return layout.numbers.unpack(data)


def data_from_numbers(layout: Layout, given: Numbers) -> bytearray:
    """The record with these numbers."""
    return bytearray(layout.numbers.pack(*given))


# -- differences -----------------------------------------------------------------------------------


Parts = tuple[bytes, ...]
"""The fields of a record as bytes, see `Layout.parts`."""


def encode_delta(layout: Layout, before: Parts, after: Parts) -> bytes:
    """The numbers that differ between two records, see `pack_changes`.

    Most fields are the same, so their bytes are compared before their numbers are read.
    """
    where: list[int] = []
    changed: list[int] = []
    readers = layout.readers
    for field in compress(range(len(readers)), map(ne, before, after)):
        first, reader = readers[field]
        was, now = reader.unpack(before[field]), reader.unpack(after[field])
        if len(now) == 1:
            where.append(first)
            changed.append(now[0])
        else:
            here = list(map(ne, was, now))
            where += compress(range(first, first + len(now)), here)
            changed += compress(now, here)
    return pack_changes(where, changed)


def pack_changes(where: Sequence[int], changed: Sequence[int]) -> bytes:
    """Changed numbers: their width in bytes, their indices, and their new values."""
    low, high = min(changed, default=0), max(changed, default=0)
    for size, code, bound in WIDTHS:
        if -bound <= low and high < bound:
            return struct.pack(f"<B{len(where)}H{len(where)}{code}", size, *where, *changed)
    raise ValueError("a number of a position fits into eight bytes")


def apply_delta(before: Numbers, packed: bytes) -> Numbers:
    """The numbers after the changes that `encode_delta` or `pack_changes` has packed."""
    size = packed[0]
    count = (len(packed) - 1) // (2 + size)
    told = struct.unpack(f"<B{count}H{count}{CODES[size]}", packed)
    after = list(before)
    for i, number in zip(told[1 : 1 + count], told[1 + count :], strict=True):
        after[i] = number
    return tuple(after)


class Packer:
    """Packs the positions of a log, one after the other."""

    def __init__(self, layout: Layout, count: int = 0, last: Numbers | None = None) -> None:
        if layout.length > MOST_NUMBERS:
            raise ValueError(f"a position of {layout.length} numbers cannot be packed")
        self._layout = layout
        self._zeros: Parts = layout.parts.unpack(bytes(layout.size))
        self._count = count
        self._last = self._zeros
        if last is not None:
            self._last = layout.parts.unpack(data_from_numbers(layout, last))

    def pack(self, position: Position) -> bytes:
        now: Parts = self._layout.parts.unpack(position.data)
        before = self._last if self._count % KEYFRAME_INTERVAL else self._zeros
        self._count, self._last = self._count + 1, now
        return encode_delta(self._layout, before, now)


class PackedLog:
    """The packed positions of a log; each is unpacked when it is read."""

    def __init__(self, model: Position, packed: Sequence[bytes]) -> None:
        self.model = model
        """Any position of the same game: it supplies game, options and facts."""
        self._layout = model.memory.layout
        self._packed = packed
        self._zeros = (0,) * self._layout.length
        self._near = (-1, self._zeros)

    def numbers(self, number: int) -> Numbers:
        known, at = self._near
        begin = number - number % KEYFRAME_INTERVAL
        if not begin <= known <= number:
            known, at = begin - 1, self._zeros
        for step in range(known + 1, number + 1):
            at = apply_delta(at, self._packed[step])
        self._near = (number, at)  # in one assignment: another thread may read another position
        return at

    def memory(self, number: int) -> RecordMemory[State]:
        return RecordMemory(self._layout, data_from_numbers(self._layout, self.numbers(number)))

    @property
    def positions(self) -> list[Position]:
        return [_LazyPosition(self, number) for number in range(len(self._packed))]

    def packer(self) -> Packer:
        """A packer that continues this log."""
        count = len(self._packed)
        return Packer(self._layout, count, self.numbers(count - 1))


class _LazyPosition(Position):
    """A position of a packed log, unpacked on first access."""

    __slots__ = ("_log", "_number", "_unpacked")

    def __init__(self, log: PackedLog, number: int) -> None:
        model = log.model
        self.game, self.options, self._facts = model.game, model.options, model._facts
        self._log = log
        self._number = number
        self._unpacked: RecordMemory[State] | None = None
        self.freeze()

    @property
    def _memory(self) -> RecordMemory[State]:  # type: ignore[override]
        if self._unpacked is None:
            self._unpacked = self._log.memory(self._number)
        return self._unpacked

    def copy(self) -> Position:  # type: ignore[override]
        return Position(self.game, self.options, self._facts, self._memory.copy())


# -- events ----------------------------------------------------------------------------------------


def pack_events(events: Sequence[Event]) -> bytes:
    return b"".join(EVENT.pack(*event) for event in events)


def unpack_events(packed: bytes) -> tuple[Event, ...]:
    return tuple(map(event_of, EVENT.iter_unpack(packed)))
