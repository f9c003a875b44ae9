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
