"""The figures of a game on the wire: what wins how often, with names in the reader's language.

A figure with its interval is a row of three: the value, the lower and the upper end.
"""

from __future__ import annotations

from pydantic import Field

from spielzug.core.wire.parts import Told

Figure = list[float]
Ends = list[float | None]
"""The same where an end may be unknown."""


class FigureOfSeat(Told):
    title: str = Field(description="what the seat is called, where seats differ")
    wins: float = Field(description="a shared win counts in part")
    rate: Figure = Field(description="of the games; by the seat with luck taken off")
    sure: bool = Field(description="whether it surely is no fair share")


class FigureOfOpening(Told):
    name: str
    chosen: float = Field(description="share of all openings that bots chose")
    won: Figure | None = Field(description="where it was chosen")
    lot: int = Field(description="games in which it was drawn by lot")
    lot_won: Figure | None = Field(description="where it was drawn")
    sure: bool = Field(description="whether by lot it surely wins no fair share")


class Openings(Told):
    title: str = Field(description="what is opened on")
    lots: int = Field(description="games with a lot")
    items: list[FigureOfOpening]


class FigureOfThing(Told):
    name: str
    games: float = Field(description="share of the games in which it happened")
    winners: float | None = Field(None, description="share of the winners that did it")
    others: float | None = Field(None, description="share of the others that did it")
    worth: Figure | None = Field(
        None, description="how much more often those won who did it, in the same game"
    )
    sure: bool = Field(False, description="whether there surely is such a difference")


class DeedFigures(Told):
    name: str
    title: str
    items: list[FigureOfThing]


class ThingFigures(Told):
    name: str
    title: str
    deeds: list[DeedFigures]


class FigureOfMeasure(Told):
    name: str
    title: str
    unit: str
    how: str = Field(description="mean, median, p95 or rate")
    value: Ends


class FigureOfEnding(Told):
    name: str
    title: str
    rate: Ends


class FigureTable(Told):
    """All games with one number of seats."""

    seats: int
    games: int
    order: list[FigureOfSeat] = Field(description="first whoever decides first")
    by_seat: list[FigureOfSeat]
    openings: Openings | None
    things: list[ThingFigures]
    measures: list[FigureOfMeasure]
    endings: list[FigureOfEnding]
    luck: Ends | None = Field(description="how much of the result is luck, at least")


class Figures(Told):
    game: str
    command: str = Field(description="that makes the same figures again")
    rules_version: int
    bots: list[str]
    tables: list[FigureTable]
