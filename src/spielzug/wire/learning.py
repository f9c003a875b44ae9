"""Lessons, puzzles and the figures of a game on the wire.

Lessons and puzzles work alike: a request holds all choices so far, and the response is an
`Attempt`, from which a board is drawn as from a table. Figures say what wins how often, with names
in the reader's language; a figure with its interval is a list of three: the value, the lower and
the upper end.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictBool
from typing_extensions import TypedDict

from spielzug.wire.parts import ByLang, Choice, Event, View, doc
from spielzug.wire.requests import Action, Request

MOST_CHOICES = 64
"""Per request: more than any lesson or puzzle asks for."""
Difficulty = Literal["easy", "medium", "hard", "very_hard"]
PuzzleKind = Literal["win", "gap"]
Verdict = Literal["begin", "more", "right", "wrong", "refused"]


class Lesson(TypedDict):
    game: str
    name: str
    title: ByLang
    minutes: Annotated[int, doc("about how long it takes")]
    steps: Annotated[list[str], doc("their names, in order")]


class ChoicesRequest(Request):
    choices: list[Action] = Field(
        default_factory=list,
        max_length=MOST_CHOICES,
        description="all choices so far, each by its number or in notation; all but the last "
        "must be right",
    )


class AttemptRequest(ChoicesRequest):
    show: StrictBool = Field(False, description="whether to show what is right from here")


class PuzzleRequest(ChoicesRequest):
    solution: StrictBool = Field(False, description="whether to show the solution right away")


class PuzzleCount(TypedDict):
    difficulty: Difficulty
    count: int


class PuzzlesOfGame(TypedDict):
    game: str
    today: Annotated[str | None, doc("the id of today's puzzle; null if there are no puzzles")]
    counts: Annotated[list[PuzzleCount], doc("from easy to hard")]


class Puzzles(TypedDict):
    """The puzzles of all games."""

    date: Annotated[str, doc("today's date in UTC, such as 2026-03-01")]
    games: list[PuzzlesOfGame]


class PuzzleListed(TypedDict):
    id: str
    difficulty: Difficulty
    kind: Annotated[PuzzleKind, doc("a certain win, or one choice clearly better than the others")]
    seats: int
    stake: Annotated[float, doc("the least that any wrong choice costs, as a share of the win")]


class PuzzleChance(TypedDict):
    """What a choice of a puzzle is worth."""

    action: int
    notation: str
    label: str
    chance: Annotated[float, doc("estimated share of the win, 0 to 1")]
    right: bool


class Solution(TypedDict):
    """The solution of a puzzle, sent once it is solved or on request."""

    sentence: Annotated[str, doc("what is right from here; empty once the puzzle is solved")]
    chances: Annotated[list[PuzzleChance], doc("all choices, from best to worst")]
    row: Annotated[list[str], doc("the sequence of choices that solves it, in words")]
    missed: Annotated[list[str], doc("the bot levels that usually do not find it")]
    found: Annotated[list[str], doc("the bot levels that usually find it")]
    position: Annotated[str, doc("the position as text, to continue playing from")]


class Shot(TypedDict):
    """A move that was made, as the learner saw it."""

    seat: Annotated[int, doc("who decided")]
    sentences: list[str]
    events: list[Event]
    view: Annotated[View, doc("the board after it")]


class Attempt(TypedDict):
    """The outcome of a sequence of choices."""

    game: str
    verdict: Annotated[
        Verdict,
        doc(
            "`begin`: nothing chosen yet; `more`: right so far; `right`: the goal is "
            "reached; `wrong`: allowed, but not the goal; `refused`: not allowed. The last choice "
            "of a `wrong` or `refused` attempt was not made"
        ),
    ]
    sentence: Annotated[str, doc("what to tell the learner now")]
    idea: Annotated[str, doc("what the learner needs to know")]
    task: Annotated[str, doc("what the learner has to do")]
    seat: Annotated[int, doc("the learner's seat")]
    names: list[str]
    facts: Annotated[dict[str, object], doc("what never changes after the deal")]
    view: Annotated[View, doc("the board now")]
    choices: Annotated[list[Choice], doc("what is allowed now; empty when it is done")]
    shots: Annotated[
        list[Shot], doc("the moves since the choice before the last, including those of others")
    ]
    wanted: Annotated[list[int], doc("the right actions, if requested")]
    solution: Annotated[
        Solution | None, doc("for a solved puzzle, or if requested; lessons have none")
    ]


Figure = list[float]
Ends = list[float | None]
"""A figure with its interval, where an end may be unknown."""


class FigureOfSeat(TypedDict):
    title: Annotated[str, doc("the name of the seat, if seats differ")]
    wins: Annotated[float, doc("a shared win counts in part")]
    rate: Annotated[Figure, doc("the win rate; by seat, with luck filtered out")]
    sure: Annotated[bool, doc("whether it clearly differs from a fair share")]


class FigureOfOpening(TypedDict):
    name: str
    chosen: Annotated[float, doc("how often bots chose this opening, as a share of all openings")]
    won: Annotated[Figure | None, doc("the win rate when bots chose it")]
    lot: Annotated[int, doc("games in which it was drawn at random")]
    lot_won: Annotated[Figure | None, doc("the win rate when it was drawn at random")]
    sure: Annotated[bool, doc("whether its win rate when drawn clearly differs from a fair share")]


class Openings(TypedDict):
    title: Annotated[str, doc("what the opening is about")]
    lots: Annotated[int, doc("games with a random opening")]
    items: list[FigureOfOpening]


class FigureOfThing(TypedDict):
    name: str
    games: Annotated[float, doc("share of the games in which it happened")]
    winners: Annotated[float | None, doc("share of winners who did it")]
    others: Annotated[float | None, doc("share of the other players who did it")]
    worth: Annotated[
        Figure | None, doc("how much more often players who did it won, within the same game")
    ]
    sure: Annotated[bool, doc("whether this difference is clear")]


class DeedFigures(TypedDict):
    name: str
    title: str
    items: list[FigureOfThing]


class ThingFigures(TypedDict):
    name: str
    title: str
    deeds: list[DeedFigures]


class FigureOfMeasure(TypedDict):
    name: str
    title: str
    unit: str
    how: Annotated[str, doc("mean, median, p95 or rate")]
    value: Ends


class FigureOfEnding(TypedDict):
    name: str
    title: str
    rate: Ends


class UnmeasuredFigure(TypedDict):
    title: str
    needs: Annotated[str, doc("the rule that the game would need")]


class FigureTable(TypedDict):
    """All games with one number of seats."""

    seats: int
    games: int
    order: Annotated[list[FigureOfSeat], doc("in playing order, from the first player on")]
    by_seat: list[FigureOfSeat]
    openings: Openings | None
    things: list[ThingFigures]
    measures: list[FigureOfMeasure]
    unmeasured: list[UnmeasuredFigure]
    endings: list[FigureOfEnding]
    luck: Annotated[Ends | None, doc("the least share of the result that is luck")]


class Figures(TypedDict):
    game: str
    command: Annotated[str, doc("the command that reproduces these figures")]
    rules_version: int
    bots: list[str]
    tables: list[FigureTable]
