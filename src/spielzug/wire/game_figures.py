"""The types of a game's figures (`spielzug figures`), as they are written to JSON.

The names are part of the interface. An interval is a list: the value, the lower and the upper end.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict


class ItemWorth(TypedDict):
    """What a deed with one item is worth."""

    item: int
    games: float
    winners: NotRequired[float | None]
    others: NotRequired[float | None]
    worth: NotRequired[list[float]]
    sure: NotRequired[bool]


class DeedWorth(TypedDict):
    name: str
    items: list[ItemWorth]


class SeatRate(TypedDict):
    """How often a seat, or a place in the order of play, wins."""

    wins: float
    rate: list[float]
    sure: bool


class MeasureValue(TypedDict):
    name: str
    title: dict[str, str]
    unit: dict[str, str]
    how: str
    value: list[float | None]


class UnmeasuredValue(TypedDict):
    """A measure that the game cannot have, and the rule that it lacks."""

    name: str
    title: dict[str, str]
    needs: str


class EndingRate(TypedDict):
    name: str
    rate: list[float | None]


class LotFigures(TypedDict):
    """How often an opening was drawn by lot, and how often it then wins."""

    lot: int
    lot_won: list[float] | None


class OpeningFigures(LotFigures):
    item: int
    chosen: float
    won: list[float] | None
    sure: bool


class OpeningsFigures(TypedDict):
    thing: str
    lots: int
    items: list[OpeningFigures]


class ThingsWorth(TypedDict):
    name: str
    deeds: list[DeedWorth]


class GameTable(TypedDict):
    """All games with one number of seats."""

    seats: int
    games: int
    order: list[SeatRate]
    by_seat: list[SeatRate]
    luck: list[float | None] | None
    measures: list[MeasureValue]
    unmeasured: NotRequired[list[UnmeasuredValue]]
    endings: list[EndingRate]
    openings: OpeningsFigures | None
    things: list[ThingsWorth]


class GameFigures(TypedDict):
    format: int
    game: str
    command: str
    version: str
    rules_version: int
    options: dict[str, str]
    bots: list[str]
    seed: str
    tables: list[GameTable]
