"""What a seat knows, as numbers for learners: an array made of named parts.

A game lists its parts (`OBSERVATION`), many of which mirror a field of its state, and writes them
(`observe`). The parts lie one after the other, each row by row. Seats come in the order of the
table, beginning with the observing one: index 0 is "I". A seat as a number is 1 + its distance
after me; 0 is nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielzug.core.declaration import Field
from spielzug.core.errors import UsageError
from spielzug.core.jit import rule
from spielzug.core.record_types import Number

Observed = NDArray[np.int16]
"""The values of one observation, or of many with the values along the last axis."""
MOST = int(np.iinfo(np.int16).max)
"""The highest value of an unbounded counter: it means this many, or more."""

COUNT, CODE, SET = "count", "code", "set"
"""The kind of a value: a quantity; a code, which has no order; or a set, a bit per item."""


@dataclass(frozen=True)
class Part:
    """A group of related values of an observation."""

    name: str
    shape: tuple[int, ...]
    """Empty for a single value."""
    low: int
    high: int
    """The bounds of each value, both included."""
    about: str
    kind: str = COUNT
    shared: bool = False
    """Whether the order of the values along the last axis matters little or not at all."""
    distinct_up_to: int | None = None
    """Values above this one may be treated as one; they hardly differ in meaning."""

    @classmethod
    def of(
        cls,
        field: Field,
        about: str,
        *,
        row: bool = False,
        plus: int = 0,
        low: int | None = None,
        high: int | None = None,
        kind: str = COUNT,
        distinct_up_to: int | None = None,
        shared: bool = False,
    ) -> Part:
        """The part for a declared field, or for one `row` of it, with `plus` added to each value.

        The bounds are those of the field unless others are given.
        """
        least, most = field.within or field.limits
        shape = field.shape[1:] if row else field.shape
        low = max(least + plus, -MOST) if low is None else low
        high = min(most + plus, MOST) if high is None else high
        return cls(field.name, shape, low, high, about, kind, shared, distinct_up_to)

    @classmethod
    def of_seat(cls, field: Field, about: str) -> Part:
        """The part for a field that holds a seat, as `relative_seat` gives it."""
        return cls.of(field, about, plus=1, kind=CODE)

    @classmethod
    def of_code(cls, field: Field, names: Sequence[str]) -> Part:
        """The part for a field that holds an index into these names."""
        return cls.of(field, ", ".join(f"{i} {n}" for i, n in enumerate(names)), kind=CODE)

    @property
    def size(self) -> int:
        return prod(self.shape)


class Observation:
    """The layout of an observation: the place and the bounds of each part."""

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
        """The index at which each part begins."""
        return {name: where.start for name, where in self.slices.items()}

    @property
    def low(self) -> Observed:
        """The lower bound of each value."""
        return self._each("low")

    @property
    def high(self) -> Observed:
        """The upper bound of each value."""
        return self._each("high")

    def _each(self, bound: str) -> Observed:
        return np.concatenate(
            [np.full(part.size, getattr(part, bound), np.int16) for part in self.parts.values()]
        )

    def part(self, name: str, array: Any) -> Any:
        """The values of one part in its own shape; a view, for arrays of any library."""
        if name not in self.slices:
            raise UsageError(f"no part {name!r} of an observation; there are {list(self.parts)}")
        found = array[..., self.slices[name]]
        return found.reshape((*array.shape[:-1], *self.parts[name].shape))


@rule
def seat_after(seat: Number, distance: Number, seats: Number) -> Number:
    """The seat at this distance after another; distances beyond the last seat stay as they are."""
    if distance >= seats:
        return distance
    other = seat + distance
    return other if other < seats else other - seats


@rule
def relative_seat(seat: Number, other: Number, seats: Number) -> Number:
    """A seat relative to this one: 1 is itself, 2 the next; 0 is nobody (any number below 0)."""
    if other < 0:
        return np.int64(0)
    return 1 + other - seat if other >= seat else 1 + other - seat + seats


@rule
def capped(count: Number) -> Number:
    """An unbounded counter, cut off at `MOST`."""
    return count if count < MOST else MOST


# -- fast writing --------------------------------------------------------------------------------
# An unsigned index needs no test whether it counts from the end, and a loop whose length the
# compiler does not know becomes vector code: together they save a third of the time.


@rule
def put(out: Observed, at: Number, value: Number) -> None:
    out[np.uint64(at)] = value


@rule
def put_all(out: Observed, at: Number, values: NDArray[np.integer]) -> None:
    for i in range(min(len(values), len(out))):
        out[np.uint64(at + i)] = values[np.uint64(i)]


@rule
def put_zeros(out: Observed, at: Number, count: Number) -> None:
    for i in range(count):
        out[np.uint64(at + i)] = 0


@rule
def is_contiguous(out: NDArray[np.integer]) -> bool:
    """Whether the values of an observation lie next to each other in memory, as on a CPU.

    There it is faster to clear a sparse part and to write only its entries. On a GPU they lie
    beside the same values of other positions, which are written together: each once, in order.
    """
    return bool(out.strides[0] == out.itemsize)
