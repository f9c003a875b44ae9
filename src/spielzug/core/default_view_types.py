"""What the generic board is sent, as types; the page's types are generated from them.

`web/views.py` explains how a closed list of words is written.
"""

from __future__ import annotations

from typing import TypedDict

from spielzug.core.items import ShownAs
from spielzug.core.texts import ByLanguage


class ItemsView(TypedDict):
    faces: list[ByLanguage]  # the text on each kind; kind 0 is an empty cell


class FieldFactsView(TypedDict):
    """How a field is drawn."""

    name: str
    kind: ShownAs
    title: ByLanguage
    by_seat: bool  # whether its first dimension is the seats
    items: str | None
    on: str | None  # the field on whose cells a marker stands
    means: str | list[str] | None  # the action that a click stands for, of the field or by cell


class PileView(TypedDict):
    count: int
    top: int | None  # null if it is hidden, or there is none


Cell = int | None
FieldView = (
    Cell | list[Cell] | list[list[Cell]] | list[list[list[Cell]]] | PileView | list[PileView]
)
"""A field's values, by seat first: kinds of items, numbers, or markers' cells; null if hidden."""


class GenericFactsView(TypedDict):
    """What never changes during a game."""

    seats: int
    languages: list[str]
    items: dict[str, ItemsView]
    fields: list[FieldFactsView]


class GenericStateView(TypedDict):
    """The position as a seat may see it."""

    you: int  # -1 for a spectator
    turn: int  # -1 when the game is over
    turns: int  # turns completed
    reason: str
    winners: list[int]
    values: dict[str, FieldView]  # by field


class GenericView(GenericFactsView, GenericStateView):
    """Everything that a board shows."""


class PieceTarget(TypedDict):
    """A cell that a choice is about, or a whole field."""

    field: str
    seat: int | None  # whose row, in a field by seat
    index: int | None  # null for the whole field


class GenericTarget(TypedDict):
    kind: str
    pieces: list[PieceTarget]  # there are none for what belongs to the table
