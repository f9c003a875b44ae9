"""The pieces of a game, and what a declared field says about how it is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

ShownAs = Literal["pile", "row", "hand", "grid", "number", "marker"]
"""How the generic board draws a field; a marker stands on a cell of another field."""

UNKNOWN = 255
"""Stands in a hidden position for an item that the seat may not see."""


class Items:
    """Pieces that exist in fixed numbers, such as cards. Their kinds count from 1; 0 is none."""

    def __init__(
        self,
        name: str,
        copies: Sequence[int],
        faces: Sequence[str | Mapping[str, str]] | None = None,
    ) -> None:
        """`copies` of each kind; `faces` are the texts on them, by default the kind's number."""
        self.name = name
        self.copies = (0, *copies)
        numbers = [str(kind) for kind in range(1, len(self.copies))]
        self.faces = ("", *(faces if faces is not None else numbers))
        if self.kinds >= UNKNOWN:
            raise ValueError(
                f"the items {name!r} have {self.kinds} kinds; at most 254 are possible"
            )
        if len(self.faces) != len(self.copies):
            raise ValueError(f"the items {name!r} have {len(copies)} kinds: give each a face")

    @property
    def kinds(self) -> int:
        return len(self.copies) - 1

    @property
    def count(self) -> int:
        return sum(self.copies)

    @property
    def all(self) -> list[int]:
        """The kind of each piece."""
        return [kind for kind, count in enumerate(self.copies) for _ in range(count)]


class Display(TypedDict, total=False):
    """What a declared field tells boards and defaults about itself."""

    items: Items | None
    """The pieces that lie in its cells."""
    by_seat: bool
    """Whether its first dimension is the seats."""
    shown: ShownAs | None
    on: str
    """The field on whose cells a marker stands."""
