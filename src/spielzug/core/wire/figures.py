"""The figures of a game on the wire: what wins how often, with names in the reader's language.

A figure with its interval is a row of three: the value, the lower and the upper end.
"""

from __future__ import annotations

from pydantic import Field

from spielzug.core.wire.parts import WireModel

Figure = list[float]
Ends = list[float | None]
"""The same where an end may be unknown."""


class FigureOfSeat(WireModel):
    title: str = Field(description="the name of the seat, if seats differ")
    wins: float = Field(description="a shared win counts in part")
    rate: Figure = Field(description="the win rate; by seat, with luck filtered out")
    sure: bool = Field(description="whether it clearly differs from a fair share")


class FigureOfOpening(WireModel):
    name: str
    chosen: float = Field(
        description="how often bots chose this opening, as a share of all openings"
    )
    won: Figure | None = Field(description="the win rate when bots chose it")
    lot: int = Field(description="games in which it was drawn at random")
    lot_won: Figure | None = Field(description="the win rate when it was drawn at random")
    sure: bool = Field(
        description="whether its win rate when drawn clearly differs from a fair share"
    )


class Openings(WireModel):
    title: str = Field(description="what the opening is about")
    lots: int = Field(description="games with a random opening")
    items: list[FigureOfOpening]


class FigureOfThing(WireModel):
    name: str
    games: float = Field(description="share of the games in which it happened")
    winners: float | None = Field(None, description="share of winners who did it")
    others: float | None = Field(None, description="share of the other players who did it")
    worth: Figure | None = Field(
        None, description="how much more often players who did it won, within the same game"
    )
    sure: bool = Field(False, description="whether this difference is clear")


class DeedFigures(WireModel):
    name: str
    title: str
    items: list[FigureOfThing]


class ThingFigures(WireModel):
    name: str
    title: str
    deeds: list[DeedFigures]


class FigureOfMeasure(WireModel):
    name: str
    title: str
    unit: str
    how: str = Field(description="mean, median, p95 or rate")
    value: Ends


class FigureOfEnding(WireModel):
    name: str
    title: str
    rate: Ends


class FigureTable(WireModel):
    """All games with one number of seats."""

    seats: int
    games: int
    order: list[FigureOfSeat] = Field(description="in playing order, from the first player on")
    by_seat: list[FigureOfSeat]
    openings: Openings | None
    things: list[ThingFigures]
    measures: list[FigureOfMeasure]
    endings: list[FigureOfEnding]
    luck: Ends | None = Field(description="the least share of the result that is luck")


class Figures(WireModel):
    game: str
    command: str = Field(description="the command that reproduces these figures")
    rules_version: int
    bots: list[str]
    tables: list[FigureTable]
