"""The school on the wire: what there is to learn, and what came of a row of tries.

Lessons and puzzles are answered alike: whoever asks gives all choices so far, and gets an
`Attempt`. A board is drawn from it as from a table.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, StrictBool

from spielzug.core.wire.parts import ByLang, Choice, Event, Told, View
from spielzug.core.wire.requests import Action, Request

MOST_CHOICES = 64
"""Of one request: more than any lesson or puzzle asks for."""
Difficulty = Literal["easy", "medium", "hard", "very_hard"]
PuzzleKind = Literal["win", "gap"]
Verdict = Literal["begin", "more", "right", "wrong", "refused"]


class Lesson(Told):
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
        "must lead on",
    )
    show: StrictBool = Field(False, description="whether to tell what leads on from here")


class PuzzleRequest(Request):
    choices: list[Action] = Field(
        default_factory=list,
        max_length=MOST_CHOICES,
        description="all choices so far, each by its number or in notation; all but the last "
        "must lead on",
    )
    solution: StrictBool = Field(False, description="whether to tell it at once")


class PuzzleCount(Told):
    difficulty: Difficulty
    count: int


class PuzzlesOfGame(Told):
    game: str
    today: str | None = Field(description="the id of the puzzle of this day; null without puzzles")
    counts: list[PuzzleCount] = Field(description="from easy to hard")


class Puzzles(Told):
    """What there is to solve."""

    date: str = Field(description="today, the same everywhere (UTC): 2026-03-01")
    games: list[PuzzlesOfGame]


class PuzzleListed(Told):
    id: str
    difficulty: Difficulty
    kind: PuzzleKind = Field(description="a certain win, or one choice clearly above the others")
    seats: int
    stake: float = Field(description="what every wrong choice costs at least, of the win")


class PuzzleChance(Told):
    """What a choice of a puzzle is worth."""

    action: int
    notation: str
    label: str
    chance: float = Field(description="estimated share of the win, 0 to 1")
    right: bool


class Solution(Told):
    """Of a puzzle: told when it is solved, or to one who asks."""

    sentence: str = Field(description="what leads on from here; empty when it is solved")
    chances: list[PuzzleChance] = Field(description="of all choices, from the best to the worst")
    row: list[str] = Field(description="the choices in a row that solve it, in words")
    missed: list[str] = Field(description="the levels of bots that do not find it in most tries")
    found: list[str] = Field(description="those that do")
    position: str = Field(description="as text, to play on from there")


class Shot(Told):
    """A move that was carried out, as the learner saw it."""

    seat: int = Field(description="who decided")
    sentences: list[str]
    events: list[Event]
    view: View = Field(description="the board after it")


class Attempt(Told):
    """What came of a row of choices."""

    game: str
    verdict: Verdict = Field(
        description="nothing chosen yet; it leads on; the goal is reached; allowed, but not the "
        "point; not allowed. The last choice of the last two was not carried out"
    )
    sentence: str = Field(description="what the learner is told now")
    idea: str = Field(description="what there is to know")
    task: str = Field(description="what is to be done")
    seat: int = Field(description="the learner's")
    names: list[str]
    facts: dict[str, Any] = Field(description="what never changes after the deal")
    view: View = Field(description="the board now")
    choices: list[Choice] = Field(description="what is allowed now; none when it is done")
    shots: list[Shot] = Field(
        description="what was carried out since the choice before the last, others' moves included"
    )
    wanted: list[int] = Field(description="the actions that lead on, if that was asked for")
    solution: Solution | None = Field(
        default=None,
        description="of a puzzle that is solved, or if it was asked for; lessons have none",
    )
