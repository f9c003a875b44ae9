"""What a seat knows, as numbers for learners: an array made of named parts.

A game lists its parts (`OBSERVATION`) and writes them (`observe`). The parts lie one after the
other, each row by row. Seats come in the order of the table, beginning with the one that looks:
index 0 is "I". A seat as a number is 1 + how far it sits after me, 0 is nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielzug.core.errors import UsageError
from spielzug.core.jit import rule
from spielzug.core.record_types import Number

Observed = NDArray[np.int16]
"""The values of one observation, or of many with the values along the last axis."""
MOST = int(np.iinfo(np.int16).max)
"""What a counter that may go on for ever shows at most: this many, or more."""

COUNT, CODE, SET = "count", "code", "set"
"""What a value is: a number of something, which may be more or less; a name of something, where
the next number is just another name; or a set of things, a bit each."""


@dataclass(frozen=True)
class Part:
    """A few values of an observation that belong together."""

    name: str
    shape: tuple[int, ...]
    """Empty for a single value."""
    low: int
    high: int
    """Of each value, both included."""
    about: str
    kind: str = COUNT
    shared: bool = False
    """Whether it makes no difference (or little) which of the values along the last axis is which:
    a heap rather than a row."""
    apart: int | None = None
    """Values above this one may be taken for one; they differ in nothing that matters much."""

    @property
    def size(self) -> int:
        return prod(self.shape)


class Observation:
    """Where each part lies."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = {part.name: part for part in parts}
        self.slices: dict[str, slice] = {}
        end = 0
        for part in parts:
            self.slices[part.name] = slice(end, end + part.size)
            end += part.size
        self.size = end

    @property
    def starts(self) -> dict[str, int]:
        """Where each part begins."""
        return {name: where.start for name, where in self.slices.items()}

    @property
    def low(self) -> Observed:
        """The least that each value can be."""
        return self._each("low")

    @property
    def high(self) -> Observed:
        """The most that each value can be."""
        return self._each("high")

    def _each(self, bound: str) -> Observed:
        return np.concatenate(
            [np.full(part.size, getattr(part, bound), np.int16) for part in self.parts.values()]
        )

    def part(self, name: str, array: Any) -> Any:
        """The values of one part in its own shape; a view, in whatever library the array is."""
        if name not in self.slices:
            raise UsageError(f"no part {name!r} of an observation; there are {list(self.parts)}")
        found = array[..., self.slices[name]]
        return found.reshape((*array.shape[:-1], *self.parts[name].shape))


@rule
def seat_after(seat: Number, distance: Number, seats: Number) -> Any:
    """The seat that sits so far after this one; a place that is not taken stays what it is."""
    if distance >= seats:
        return distance
    other = seat + distance
    return other if other < seats else other - seats


@rule
def relative_seat(seat: Number, other: Number, seats: Number) -> Any:
    """A seat as this one tells it: 1 is itself, 2 the next; 0 is nobody (any number below 0)."""
    if other < 0:
        return np.int64(0)
    return 1 + other - seat if other >= seat else 1 + other - seat + seats


@rule
def capped(count: Number) -> Any:
    """A counter that may go on for ever."""
    return count if count < MOST else MOST


# -- writing quickly -----------------------------------------------------------------------------
# An index without a sign needs no look whether it counts from the end, and a loop whose length the
# compiler does not know becomes vector code: together a third of the time.


@rule
def put(out: Observed, at: Number, value: Number) -> None:
    out[np.uint64(at)] = value


@rule
def put_all(out: Observed, at: Number, values: Any) -> None:
    for i in range(min(len(values), len(out))):
        out[np.uint64(at + i)] = values[np.uint64(i)]


@rule
def put_zeros(out: Observed, at: Number, count: Number) -> None:
    for i in range(count):
        out[np.uint64(at + i)] = 0


@rule
def is_contiguous(out: Observed) -> bool:
    """Whether the values of an observation lie next to each other in memory, as on a CPU.

    There it is quicker to clear a sparse part and to write what is in it. On a GPU they lie beside
    the same values of other positions, which are written together: each once, in order.
    """
    return bool(out.strides[0] == out.itemsize)
