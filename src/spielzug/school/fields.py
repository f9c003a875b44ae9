"""Lessons, puzzles and figures as plain fields, in the order in which they are sent.

`spielzug.wire.learning` describes the same as models, with their documentation; tests compare the
two.
"""

from __future__ import annotations

from typing import TypedDict

from spielzug.bots.message_fields import ChoiceFields, EventFields
from spielzug.school.attempts import Verdict
from spielzug.school.puzzles.model import Difficulty, Kind


class LessonFields(TypedDict):
    game: str
    name: str
    title: dict[str, str]
    minutes: int
    steps: list[str]


class PuzzleCountFields(TypedDict):
    difficulty: Difficulty
    count: int


class PuzzlesOfGameFields(TypedDict):
    game: str
    today: str | None
    counts: list[PuzzleCountFields]


class PuzzlesFields(TypedDict):
    """The puzzles of all games."""

    date: str
    games: list[PuzzlesOfGameFields]


class PuzzleListedFields(TypedDict):
    id: str
    difficulty: Difficulty
    kind: Kind
    seats: int
    stake: float


class PuzzleChanceFields(TypedDict):
    """What a choice of a puzzle is worth."""

    action: int
    notation: str
    label: str
    chance: float
    right: bool


class SolutionFields(TypedDict):
    """The solution of a puzzle, told once it is solved or on request."""

    sentence: str
    chances: list[PuzzleChanceFields]
    row: list[str]
    missed: list[str]
    found: list[str]
    position: str


class ShotFields(TypedDict):
    """A move that was made, as the learner saw it."""

    seat: int
    sentences: list[str]
    events: list[EventFields]
    view: dict[str, object]


class AttemptFields(TypedDict):
    """The outcome of a sequence of choices."""

    game: str
    verdict: Verdict
    sentence: str
    idea: str
    task: str
    seat: int
    names: list[str]
    facts: dict[str, object]
    view: dict[str, object]
    choices: list[ChoiceFields]
    shots: list[ShotFields]
    wanted: list[int]
    solution: SolutionFields | None


# -- figures -------------------------------------------------------------------------------------

Interval = list[float]
"""A figure, and the lower and the upper end of its interval."""
OpenInterval = list[float | None]
"""The same, where an end may be unknown."""


class SeatFiguresFields(TypedDict):
    title: str
    wins: float
    rate: Interval
    sure: bool


class OpeningItemFields(TypedDict):
    name: str
    chosen: float
    won: Interval | None
    lot: int
    lot_won: Interval | None
    sure: bool


class OpeningsFields(TypedDict):
    title: str
    lots: int
    items: list[OpeningItemFields]


class ThingItemFields(TypedDict):
    """The last four are unknown of what happened too rarely."""

    name: str
    games: float
    winners: float | None
    others: float | None
    worth: Interval | None
    sure: bool


class DeedFields(TypedDict):
    name: str
    title: str
    items: list[ThingItemFields]


class ThingsFields(TypedDict):
    name: str
    title: str
    deeds: list[DeedFields]


class MeasureFields(TypedDict):
    name: str
    title: str
    unit: str
    how: str
    value: OpenInterval


class EndingFields(TypedDict):
    name: str
    title: str
    rate: OpenInterval


class FigureTableFields(TypedDict):
    """All games with one number of seats."""

    seats: int
    games: int
    order: list[SeatFiguresFields]
    by_seat: list[SeatFiguresFields]
    openings: OpeningsFields | None
    things: list[ThingsFields]
    measures: list[MeasureFields]
    endings: list[EndingFields]
    luck: OpenInterval | None


class FiguresFields(TypedDict):
    game: str
    command: str
    rules_version: int
    bots: list[str]
    tables: list[FigureTableFields]
