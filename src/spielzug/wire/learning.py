"""Lessons, puzzles and the figures of a game on the wire.

Lessons and puzzles work alike: a request holds all choices so far, and the response is an
`Attempt`, from which a board is drawn as from a table. Figures say what wins how often, with names
in the reader's language; a figure with its interval is a list of three: the value, the lower and
the upper end.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field, StrictBool

from spielzug.wire.parts import ByLang, Choice, Event, View, WireModel
from spielzug.wire.requests import Action, Request

MOST_CHOICES = 64
"""Per request: more than any lesson or puzzle asks for."""
Difficulty = Literal["easy", "medium", "hard", "very_hard"]
PuzzleKind = Literal["win", "gap"]
Verdict = Literal["begin", "more", "right", "wrong", "refused"]


class Lesson(WireModel):
    game: str
    name: str
    title: ByLang
    minutes: int = Field(description="about how long it takes")
    steps: list[str] = Field(description="their names, in order")


class AttemptRequest(Request):
    choices: list[Action] = Field(
        default_factory=list,
        max_length=MOST_CHOICES,
        description="all choices so far, each by its number or in notation; all but the last "
        "must be right",
    )
    show: StrictBool = Field(False, description="whether to show what is right from here")


class PuzzleRequest(Request):
    choices: list[Action] = Field(
        default_factory=list,
        max_length=MOST_CHOICES,
        description="all choices so far, each by its number or in notation; all but the last "
        "must be right",
    )
    solution: StrictBool = Field(False, description="whether to show the solution right away")


class PuzzleCount(WireModel):
    difficulty: Difficulty
    count: int


class PuzzlesOfGame(WireModel):
    game: str
    today: str | None = Field(description="the id of today's puzzle; null if there are no puzzles")
    counts: list[PuzzleCount] = Field(description="from easy to hard")


class Puzzles(WireModel):
    """The puzzles of all games."""

    date: str = Field(description="today's date in UTC, such as 2026-03-01")
    games: list[PuzzlesOfGame]


class PuzzleListed(WireModel):
    id: str
    difficulty: Difficulty
    kind: PuzzleKind = Field(
        description="a certain win, or one choice clearly better than the others"
    )
    seats: int
    stake: float = Field(description="the least that any wrong choice costs, as a share of the win")


class PuzzleChance(WireModel):
    """What a choice of a puzzle is worth."""

    action: int
    notation: str
    label: str
    chance: float = Field(description="estimated share of the win, 0 to 1")
    right: bool


class Solution(WireModel):
    """The solution of a puzzle, sent once it is solved or on request."""

    sentence: str = Field(description="what is right from here; empty once the puzzle is solved")
    chances: list[PuzzleChance] = Field(description="all choices, from best to worst")
    row: list[str] = Field(description="the sequence of choices that solves it, in words")
    missed: list[str] = Field(description="the bot levels that usually do not find it")
    found: list[str] = Field(description="the bot levels that usually find it")
    position: str = Field(description="the position as text, to continue playing from")


class Shot(WireModel):
    """A move that was made, as the learner saw it."""

    seat: int = Field(description="who decided")
    sentences: list[str]
    events: list[Event]
    view: View = Field(description="the board after it")


class Attempt(WireModel):
    """The outcome of a sequence of choices."""

    game: str
    verdict: Verdict = Field(
        description="`begin`: nothing chosen yet; `more`: right so far; `right`: the goal is "
        "reached; `wrong`: allowed, but not the goal; `refused`: not allowed. The last choice of a "
        "`wrong` or `refused` attempt was not made"
    )
    sentence: str = Field(description="what to tell the learner now")
    idea: str = Field(description="what the learner needs to know")
    task: str = Field(description="what the learner has to do")
    seat: int = Field(description="the learner's seat")
    names: list[str]
    facts: dict[str, object] = Field(description="what never changes after the deal")
    view: View = Field(description="the board now")
    choices: list[Choice] = Field(description="what is allowed now; empty when it is done")
    shots: list[Shot] = Field(
        description="the moves since the choice before the last, including those of others"
    )
    wanted: list[int] = Field(description="the right actions, if requested")
    solution: Solution | None = Field(
        default=None,
        description="for a solved puzzle, or if requested; lessons have none",
    )


Figure = list[float]
Ends = list[float | None]
"""A figure with its interval, where an end may be unknown."""


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
