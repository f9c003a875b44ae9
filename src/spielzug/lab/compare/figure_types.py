"""The types of a comparison's figures, as they are written to JSON.

The names are part of the interface.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Literal, NotRequired, TypedDict, TypeVar

from spielzug.lab.compare.intervals import DifferenceFigures, IntervalFigures

S = TypeVar("S")
SideName = Literal["a", "b"]
DrawingJson = Mapping[str, Any]
"""See `core.study.Drawing.to_json`."""


class BothSides(TypedDict, Generic[S]):
    """The value of each side; None for the second if there is only one."""

    a: S
    b: S | None


# -- measures, endings and seats -------------------------------------------------------------------


class JudgedFigures(TypedDict):
    """The difference and its verdict; all None if there is only one side."""

    difference: DifferenceFigures | None
    verdict: str | None
    decided: bool | None
    close: float | None
    games_more: int | None
    correlation: float | None


class MeasureFigures(JudgedFigures, BothSides[IntervalFigures]):
    name: str
    title: str
    unit: str
    of: str
    how: str
    better: str


class EndingFigures(JudgedFigures, BothSides[int]):
    name: str
    title: str
    rates: BothSides[IntervalFigures]


class SeatInterval(IntervalFigures):
    """A seat's share of the wins, adjusted for luck."""

    won: float | None
    """With luck."""


class SeatFigures(JudgedFigures, BothSides[SeatInterval]):
    seat: int
    title: str
    from_fair: BothSides[IntervalFigures]


class LuckFigures(TypedDict):
    """Which parts of the result are luck and play."""

    luck: float
    play: float


class PairingFigures(TypedDict):
    correlation: float | None


# -- words and components --------------------------------------------------------------------------


class ItemDifference(TypedDict):
    difference: IntervalFigures | None
    verdict: str | None


class RateFigures(TypedDict):
    rate: float | None
    low: float | None
    high: float | None


class WordRate(RateFigures):
    times: int


class WordFigures(ItemDifference, BothSides[WordRate]):
    name: str


class WordsFigures(TypedDict):
    """A measure in words."""

    name: str
    title: str
    items: list[WordFigures]


class DeedTitle(TypedDict):
    name: str
    title: str
    of: str
    by: str


class DeedRates(RateFigures):
    """What happened to one item; the second side also has the difference."""

    times: int
    seats_with: int
    winners_with: int
    won: float | None
    difference: NotRequired[IntervalFigures | None]
    verdict: NotRequired[str | None]


class ItemFigures(BothSides[dict[str, DeedRates] | None]):
    """One component; a side that does not have it is None."""

    number: int
    numbers: BothSides[int | None]
    name: str


class ThingsFigures(TypedDict):
    """All components of one kind."""

    name: str
    title: str
    deeds: list[DeedTitle]
    items: list[ItemFigures]
    drawing: BothSides[DrawingJson] | None


# -- the comparison --------------------------------------------------------------------------------


class VariantFigures(TypedDict):
    label: str
    options: dict[str, str]
    set: str
    file: str | None
    changes: list[str]
    rules_version: int
    warnings: list[str]


class UnmeasuredFigures(TypedDict):
    """A measure that this game cannot have, and the rule that it lacks."""

    name: str
    title: str
    needs: str


class TableFigures(TypedDict):
    """All games with one number of seats; if there are none, only these two."""

    seats: int
    games: int
    forfeits: NotRequired[list[int]]
    pairing: NotRequired[PairingFigures]
    measures: NotRequired[list[MeasureFigures]]
    unmeasured: NotRequired[list[UnmeasuredFigures]]
    endings: NotRequired[list[EndingFigures]]
    seat_rates: NotRequired[list[SeatFigures]]
    histograms: NotRequired[dict[str, BothSides[list[list[float]]]]]
    luck: NotRequired[BothSides[LuckFigures | None]]
    words: NotRequired[list[WordsFigures]]
    things: NotRequired[list[ThingsFigures]]


class ComparisonFigures(TypedDict):
    command: Literal["compare"]
    line: str
    version: str
    code: str
    game: str
    title: str
    lang: str
    bots: list[str]
    seed: str
    luck: int
    alpha: float
    until_decided: bool
    planned: int
    sides: list[VariantFigures]
    seats: list[int]
    looks: int
    tables: list[TableFigures]
    seconds: float
    stopped: bool
