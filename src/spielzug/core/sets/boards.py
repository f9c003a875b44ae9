"""The boards of all sets of a game, by number: the same name has the same number in every set."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from spielzug.core.sets import Sets


class BoardNames(Mapping[int, str]):
    """What the option `board` offers; more come when files are loaded."""

    def __init__(self, sets: Sets[Any, Any], names_of: Callable[[Any], Sequence[str]]) -> None:
        """`names_of` gives the names of the boards in what the game makes of a set."""
        self._sets = sets
        self._names_of = names_of
        self._seen = 0
        self._numbers: dict[str, int] = {}

    def _all(self) -> dict[str, int]:
        """Numbers by name. Sets are only ever added, so a number stays what it was."""
        if self._seen < len(self._sets.names):
            for number in sorted(self._sets.names)[self._seen :]:
                for name in self._names_of(self._sets.get(number)):
                    self._numbers.setdefault(name, len(self._numbers))
                self._seen += 1
        return self._numbers

    def of_set(self, number: int) -> tuple[int, ...]:
        """The boards of a set, in its order."""
        known = self._all()
        return tuple(known[name] for name in self._names_of(self._sets.get(number)))

    def __getitem__(self, number: int) -> str:
        names = list(self._all())
        if 0 <= number < len(names):
            return names[number]
        raise KeyError(number)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self._all())))

    def __len__(self) -> int:
        return len(self._all())
