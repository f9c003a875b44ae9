"""Declares the actions of a game: bands of numbers, each with parts and a notation.

An action is a number. A band is a range of them that mean the same and differ in their parts: the
place to go to, the card to play. From the bands come the first number of each, the notation of
every action and its inverse, and the parts of an action.

    ACTIONS = ActionSpace(
        Band("draw", "+"),
        Band("place", "@{place}", ActionPart("place", 7, first=1)),
        Band("resign", "!resign{seat}", ActionPart("seat", 4, first=1), by_table=True),
        examples="+ (draw), @4 (place at 4)",
    )
    DRAW, PLACE, RESIGN = ACTIONS.starts
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import prod
from types import MappingProxyType
from typing import NamedTuple

from spielzug.core.errors import CannotRead


class ActionPart:
    """One part of a band's actions: its values, and how each is written."""

    def __init__(
        self,
        name: str,
        count: int = 0,
        *,
        first: int = 0,
        step: int = 1,
        texts: Sequence[str] | None = None,
        at: str = "",
    ) -> None:
        """The values are counted from `first`; `texts` writes them otherwise than as numbers.

        A part that chooses a cell names the field that it is `at`: in a field by seat, a cell of
        the seat to act.
        """
        self.name = name
        self.at = at
        self.values = range(first, first + step * (len(texts) if texts else count), step)
        self.texts = tuple(texts) if texts else tuple(map(str, self.values))

    @property
    def count(self) -> int:
        return len(self.values)


class Offset(NamedTuple):
    """A part that follows from another one: it is `by` more."""

    name: str
    of: str
    by: int


class Band:
    """Actions that differ only in their parts; the last choice varies fastest."""

    def __init__(
        self,
        name: str,
        notation: str | Callable[..., str],
        *parts: ActionPart | Offset,
        by_table: bool = False,
        at: str = "",
    ) -> None:
        """`notation` is a template with the names of the parts, or a function of their values.

        Actions `by_table` are no choices of players: the table carries them out. `at` is a field
        that all of these actions are about.
        """
        self.name = name
        self.choices = [part for part in parts if isinstance(part, ActionPart)]
        self.offsets = [part for part in parts if isinstance(part, Offset)]
        self.by_table = by_table
        self.at = at
        self._notation = notation

    @property
    def count(self) -> int:
        return prod(choice.count for choice in self.choices)

    def notations(self) -> list[str]:
        return [self._write(self.parts(index)) for index in range(self.count)]

    def _write(self, parts: Mapping[str, int]) -> str:
        if not isinstance(self._notation, str):
            return self._notation(*parts.values())
        texts = {c.name: c.texts[c.values.index(parts[c.name])] for c in self.choices}
        return self._notation.format(**{**parts, **texts})

    def parts(self, index: int) -> dict[str, int]:
        """The values of the parts of the band's action with this index."""
        found: dict[str, int] = {}
        for choice in reversed(self.choices):
            index, value = divmod(index, choice.count)
            found[choice.name] = choice.values[value]
        found = dict(reversed(found.items()))
        return found | {part.name: found[part.of] + part.by for part in self.offsets}


class Action(NamedTuple):
    """An action in its parts."""

    band: str
    parts: Mapping[str, int]


class ActionSpace:
    """All actions of a game, numbered from 0 in the order of the bands."""

    def __init__(self, *bands: Band, examples: str) -> None:
        """`examples` are a few notations, for the error about a text that is none."""
        self.bands = bands
        self.examples = examples
        self.notations: list[str] = []
        """The notation of each action."""
        self._start_of: dict[str, int] = {}
        self._actions: list[Action] = []
        for band in bands:
            if band.name in self._start_of:
                raise ValueError(f"there are two bands with the name {band.name!r}")
            self._start_of[band.name] = len(self.notations)
            self.notations += band.notations()
            parts = (MappingProxyType(band.parts(index)) for index in range(band.count))
            self._actions += [Action(band.name, values) for values in parts]
        self._by_notation = {text: action for action, text in enumerate(self.notations)}
        if len(self._by_notation) != len(self.notations):
            twice = next(text for text in self.notations if self.notations.count(text) > 1)
            raise ValueError(f"two actions have the notation {twice!r}")

    @cached_property
    def count(self) -> int:
        return len(self.notations)

    @property
    def starts(self) -> tuple[int, ...]:
        """The first action of each band."""
        return tuple(self._start_of.values())

    @property
    def choices(self) -> int:
        """The number of actions that players can choose; from it on they belong to the table."""
        by_table = [self._start_of[band.name] for band in self.bands if band.by_table]
        return min(by_table, default=self.count)

    def start(self, name: str) -> int:
        """The first action of a band."""
        return self._start_of[name]

    def band(self, name: str) -> Band:
        return next(band for band in self.bands if band.name == name)

    def read(self, action: int) -> Action:
        """The band of an action, and the values of its parts."""
        return self._actions[action]

    def notation(self, action: int) -> str:
        return self.notations[action]

    def find(self, text: str) -> int | None:
        """The action with this notation."""
        return self._by_notation.get(text.strip())

    def parse(self, text: str) -> int:
        """The action with this notation; raises `CannotRead`."""
        found = self.find(text)
        if found is None:
            raise CannotRead(
                f"cannot read {text.strip()!r} as an action; write for example {self.examples}"
            )
        return found
