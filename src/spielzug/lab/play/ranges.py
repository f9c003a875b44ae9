"""Which games of a run: numbers from one up to another, and what is missing between."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

Range = tuple[int, int]
"""From the first number up to, and without, the second."""


class Ranges:
    """Numbers of games, each at most once; neighbours are joined, so that there are few."""

    def __init__(self, ranges: Iterable[Range] = ()) -> None:
        self._all: list[Range] = []
        for first, end in ranges:
            self.add(first, end)

    def __iter__(self) -> Iterator[Range]:
        return iter(self._all)

    def __len__(self) -> int:
        return sum(end - first for first, end in self._all)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ranges) and self._all == other._all

    def __repr__(self) -> str:
        return f"Ranges({self._all})"

    def overlap(self, first: int, end: int) -> Range | None:
        """The first numbers of this range that are here already."""
        for have, until in self._all:
            if max(have, first) < min(until, end):
                return max(have, first), min(until, end)
        return None

    def add(self, first: int, end: int) -> None:
        """A game that counts twice would be a wrong result: nobody may ask for that."""
        if first >= end:
            return
        at = bisect_left(self._all, (first, end))
        before = self._all[at - 1] if at else None
        after = self._all[at] if at < len(self._all) else None
        if (before and before[1] > first) or (after and after[0] < end):
            raise ValueError(f"games {first} to {end - 1}: some of these were counted already")
        if before and before[1] == first:
            at, first = at - 1, before[0]
        if after and after[0] == end:
            end = after[1]
        width = len([one for one in (before, after) if one and first <= one[0] < end])
        self._all[at : at + width] = [(first, end)]

    def gaps(self, first: int, end: int) -> list[Range]:
        """What is missing between two numbers."""
        found, at = [], first
        for have, until in self._all:
            if at < have:
                found.append((at, min(have, end)))
            at = max(at, until)
        if at < end:
            found.append((at, end))
        return found
