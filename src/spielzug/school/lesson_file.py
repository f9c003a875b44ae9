"""The model of a lesson file: it checks what an author wrote."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import BeforeValidator, Field

from spielzug.core.sets.model import SetEntries
from spielzug.core.sets.source import MOST_TEXT, NAME, check_readable
from spielzug.core.texts import LANGUAGES
from spielzug.school.lessons import read_row


def _in_all(value: object) -> object:
    wanted = f"a text (in quotes) each for {', '.join(LANGUAGES)}"
    if not isinstance(value, Mapping) or set(value) != set(LANGUAGES):
        raise ValueError(f"use {wanted}")
    for text in value.values():
        check_readable(text, MOST_TEXT, wanted)
    return value


LocalizedText = Annotated[dict[str, str], BeforeValidator(_in_all)]
"""A text in every language, so that nobody learns in a foreign one."""


def _row(value: object) -> object:
    check_readable(value, MOST_TEXT, "a row of moves (in quotes)")
    assert isinstance(value, str)  # anything else is not readable
    moves = read_row(value)
    if not any(move.own for move in moves):
        raise ValueError("a row has a move that the learner makes, one without brackets")
    if any(not all(move.signs) or (not move.own and len(move.signs) > 1) for move in moves):
        raise ValueError("between blanks stands a move, several as a|b, or [one] that is scripted")
    return value


Row = Annotated[str, BeforeValidator(_row)]


class LessonStartEntry(SetEntries):
    """Where a step begins."""

    WHAT: ClassVar[str] = "where a step begins"

    after: str = Field("", description="The step at whose end this one goes on; else it is dealt.")
    seats: int = Field(2, ge=1, le=9, description="How many sit there.")
    seed: int = Field(1, ge=0, le=1_000_000, description="The luck of the deal.")
    options: dict[str, str | int] = Field(default_factory=dict, description="Of the game.")
    make: list[str | dict[str, object]] = Field(
        default_factory=list,
        description="What is done then, in turn: a row of moves in notation, or fields of the "
        "position with what stands there now (row.0: of seat 0). A numbered piece changes places "
        "with the one that lay there.",
    )


class LessonAnswerEntry(SetEntries):
    """The reply to a legal choice that misses the goal."""

    WHAT: ClassVar[str] = "an answer"

    to: str = Field(description="The choice in notation, several as a|b, with … for anything.")
    say: LocalizedText = Field(description="The reason.")


class LessonStepEntry(SetEntries):
    """One idea: a position, a goal, and replies."""

    WHAT: ClassVar[str] = "a step"

    name: str = Field(pattern=NAME, description="Up to 24 small letters, digits, - or _.")
    at: LessonStartEntry = Field(description="Where it begins.")
    seat: int = Field(0, ge=0, le=9, description="The learner's.")
    idea: LocalizedText = Field(description="What there is to know.")
    task: LocalizedText = Field(description="What is to be done.")
    rows: list[Row] = Field(
        min_length=1,
        description="Rows of moves that reach the goal, any of them: blanks between, a|b where "
        "either will do, [a] for what is done without being asked.",
    )
    answers: list[LessonAnswerEntry] = Field(
        default_factory=list, description="To interesting wrong tries."
    )
    otherwise: LocalizedText = Field(description="What is said to any other wrong try.")
    done: LocalizedText = Field(description="What is said when the goal is reached.")


class LessonEntries(SetEntries):
    """A lesson: a game learnt in a few steps."""

    WHAT: ClassVar[str] = "a lesson"

    game: str = Field(description="The game that it teaches.")
    name: str = Field(pattern=NAME, description="Up to 24 small letters, digits, - or _.")
    rules: int = Field(ge=1, le=99, description="The version of the rules it was written for.")
    minutes: int = Field(ge=1, le=60, description="About how long it takes.")
    title: LocalizedText = Field(description="What it is called.")
    steps: list[LessonStepEntry] = Field(
        min_length=1, max_length=20, description="One idea each, in order."
    )
