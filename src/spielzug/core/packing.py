"""Compact encoding of positions and events: the same bytes compiled or not.

A position is a row of whole numbers (its fields one after the other, without gaps), stored as its
difference from the position before. A position of a log is unpacked only when it is read.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from spielzug.core import jit
from spielzug.core.events import Event
from spielzug.core.memory import RecordMemory
from spielzug.core.native_records import memory_of
from spielzug.core.position import Position
from spielzug.core.record_types import RecordType, State, States

Numbers = NDArray[np.int64]

KEYFRAME_INTERVAL = 32
"""Every so many positions one is packed whole, so that few differences have to be applied."""
WIDTHS = [(f"<i{size}", 2 ** (8 * size - 1)) for size in (1, 2, 4, 8)]
"""Integer formats, and the bound of each."""
EVENT = struct.Struct("<hhiiH")


# -- a position as numbers -------------------------------------------------------------------------


class _Layout:
    """Where the numbers of a record lie, one group for each integer format."""

    def __init__(self, dtype: RecordType) -> None:
        places: dict[str, list[tuple[range, range]]] = {}
        self.length = 0
        for name in jit.fields(dtype):
            assert dtype.fields is not None
            field_type, at = dtype[name], int(dtype.fields[name][1])
            size, count = field_type.base.itemsize, int(np.prod(field_type.shape, dtype=np.int64))
            # Eight bytes are read as signed: a key of the generator fills all of them.
            code = "<i8" if size == 8 else field_type.base.str
            here = range(at // size, at // size + count)
            there = range(self.length, self.length + count)
            places.setdefault(code, []).append((here, there))
            self.length += count
        if self.length > np.iinfo(np.uint16).max:
            raise ValueError(f"a position of {self.length} numbers cannot be packed")
        self.groups = [
            (np.dtype(code), _joined(here for here, _ in all_), _joined(there for _, there in all_))
            for code, all_ in places.items()
        ]


def _joined(ranges: Iterable[range]) -> NDArray[np.intp]:
    return np.concatenate([np.arange(one.start, one.stop) for one in ranges])


@cache
def _layout(dtype: RecordType) -> _Layout:
    return _Layout(dtype)


def numbers(state: State) -> Numbers:
    layout = _layout(state.dtype)
    raw = state.tobytes()
    found = np.empty(layout.length, np.int64)
    for code, here, there in layout.groups:
        found[there] = np.frombuffer(raw, code)[here]
    return found


def zero_numbers(state: State) -> Numbers:
    """As many zeros as such a position has numbers."""
    return np.zeros(_layout(state.dtype).length, np.int64)


def state_from_numbers(blank: States, given: Numbers) -> State:
    """The position with these numbers, written into `blank`, an array of one."""
    for code, here, there in _layout(blank.dtype).groups:
        blank.view(np.ndarray).view(code)[here] = given[there]
    state: State = blank[0]
    return state


# -- differences -----------------------------------------------------------------------------------


def encode_delta(before: Numbers, after: Numbers) -> bytes:
    """The changed numbers: their width in bytes, their indices, and their new values."""
    where = np.flatnonzero(before != after)
    now = after[where]
    low, high = (int(now.min()), int(now.max())) if now.size else (0, 0)
    code = next(code for code, end in WIDTHS if -end <= low and high < end)
    packed = now.astype(code)
    return bytes((packed.itemsize,)) + where.astype("<u2").tobytes() + packed.tobytes()


def apply_delta(before: Numbers, packed: bytes) -> Numbers:
    """The inverse of `encode_delta`."""
    size = packed[0]
    count = (len(packed) - 1) // (2 + size)
    where = np.frombuffer(packed, "<u2", count, 1)
    after = before.copy()
    after[where] = np.frombuffer(packed, f"<i{size}", count, 1 + 2 * count)
    return after


class Packer:
    """Packs the positions of a log, one after the other."""

    def __init__(self, first: State, count: int = 0, last: Numbers | None = None) -> None:
        self._zeros = zero_numbers(first)
        self._count = count
        self._last = self._zeros if last is None else last

    def pack(self, state: State) -> bytes:
        now = numbers(state)
        before = self._last if self._count % KEYFRAME_INTERVAL else self._zeros
        self._count, self._last = self._count + 1, now
        return encode_delta(before, now)


class PackedLog:
    """The packed positions of a log; each is unpacked when it is read."""

    def __init__(self, model: Position, packed: Sequence[bytes]) -> None:
        self.model = model
        """Any position of the same game: it supplies game, options and facts."""
        self._packed = packed
        self._near = (-1, zero_numbers(model.state))

    def numbers(self, number: int) -> Numbers:
        known, at = self._near
        begin = number - number % KEYFRAME_INTERVAL
        if not begin <= known <= number:
            known, at = begin - 1, zero_numbers(self.model.state)
        for step in range(known + 1, number + 1):
            at = apply_delta(at, self._packed[step])
        self._near = (number, at)  # in one assignment: another thread may read another position
        return at

    def state(self, number: int) -> State:
        return state_from_numbers(self.model.game.blank(), self.numbers(number))

    @property
    def positions(self) -> list[Position]:
        return [_LazyPosition(self, number) for number in range(len(self._packed))]

    def packer(self) -> Packer:
        """A packer that continues this log."""
        count = len(self._packed)
        return Packer(self.model.state, count, self.numbers(count - 1))


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
            self._unpacked = memory_of(self._log.state(self._number))
        return self._unpacked

    def copy(self) -> Position:  # type: ignore[override]
        return Position(self.game, self.options, self._facts, self._memory.copy())


# -- events ----------------------------------------------------------------------------------------


def pack_events(events: Sequence[Event]) -> bytes:
    return b"".join(EVENT.pack(*event) for event in events)


def unpack_events(packed: bytes) -> tuple[Event, ...]:
    return tuple(map(_made, EVENT.iter_unpack(packed)))


_made = partial(tuple.__new__, Event)  # the same as `Event._make`, in half the time
