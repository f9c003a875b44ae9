"""Lesson files: models that check them, the lessons that ship with the games, and their texts.

Files are YAML and are read once. A lesson holds its own texts; the few common ones are here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import BeforeValidator, Field

from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.position import Position
from spielzug.core.sets.model import MOST_TEXT, NAME, SetEntries, check_readable, read
from spielzug.core.sets.source import Source, parse, read_text
from spielzug.core.texts import LANGUAGES, Texts
from spielzug.games import get_game

ANY = "…"
"""In a pattern: matches anything."""


def _in_all(value: Any) -> Any:
    wanted = f"a text (in quotes) each for {', '.join(LANGUAGES)}"
    if not isinstance(value, Mapping) or set(value) != set(LANGUAGES):
        raise ValueError(f"use {wanted}")
    for text in value.values():
        check_readable(text, MOST_TEXT, wanted)
    return value


LocalizedText = Annotated[dict[str, str], BeforeValidator(_in_all)]
"""A text in every language, so that nobody learns in a foreign one."""


class Move(NamedTuple):
    """One place of a row: the possible moves, and whether the learner makes it."""

    signs: tuple[str, ...]
    own: bool


def read_row(text: str) -> tuple[Move, ...]:
    """``+ @3|@4 [+]``: the learner draws and places, then a scripted move follows."""
    moves = []
    for word in text.split():
        own = not (word.startswith("[") and word.endswith("]"))
        moves.append(Move(tuple((word if own else word[1:-1]).split("|")), own))
    return tuple(moves)


def _row(value: Any) -> Any:
    check_readable(value, MOST_TEXT, "a row of moves (in quotes)")
    moves = read_row(value)
    if not any(move.own for move in moves):
        raise ValueError("a row has a move that the learner makes, one without brackets")
    if any(not all(move.signs) or (not move.own and len(move.signs) > 1) for move in moves):
        raise ValueError("between blanks stands a move, several as a|b, or [one] that is scripted")
    return value


Row = Annotated[str, BeforeValidator(_row)]


class StepStart(SetEntries):
    """Where a step begins."""

    WHAT: ClassVar[str] = "where a step begins"

    after: str = Field("", description="The step at whose end this one goes on; else it is dealt.")
    seats: int = Field(2, ge=1, le=9, description="How many sit there.")
    seed: int = Field(1, ge=0, le=1_000_000, description="The luck of the deal.")
    options: dict[str, str | int] = Field(default_factory=dict, description="Of the game.")
    make: list[str | dict[str, Any]] = Field(
        default_factory=list,
        description="What is done then, in turn: a row of moves in notation, or fields of the "
        "position with what stands there now (row.0: of seat 0). A numbered piece changes places "
        "with the one that lay there.",
    )


class LessonAnswer(SetEntries):
    """The reply to a legal choice that misses the goal."""

    WHAT: ClassVar[str] = "an answer"

    to: str = Field(description="The choice in notation, several as a|b, with … for anything.")
    say: LocalizedText = Field(description="The reason.")

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        signs = [".*".join(map(re.escape, one.split(ANY))) for one in self.to.split("|")]
        return re.compile("|".join(signs))

    def fits(self, notation: str) -> bool:
        return self.pattern.fullmatch(notation) is not None


class LessonStep(SetEntries):
    """One idea: a position, a goal, and replies."""

    WHAT: ClassVar[str] = "a step"

    name: str = Field(pattern=NAME, description="Up to 24 small letters, digits, - or _.")
    at: StepStart = Field(description="Where it begins.")
    seat: int = Field(0, ge=0, le=9, description="The learner's.")
    idea: LocalizedText = Field(description="What there is to know.")
    task: LocalizedText = Field(description="What is to be done.")
    rows: list[Row] = Field(
        min_length=1,
        description="Rows of moves that reach the goal, any of them: blanks between, a|b where "
        "either will do, [a] for what is done without being asked.",
    )
    answers: list[LessonAnswer] = Field(
        default_factory=list, description="To interesting wrong tries."
    )
    otherwise: LocalizedText = Field(description="What is said to any other wrong try.")
    done: LocalizedText = Field(description="What is said when the goal is reached.")

    @cached_property
    def ways(self) -> tuple[tuple[Move, ...], ...]:
        return tuple(map(read_row, self.rows))


class LessonFile(SetEntries):
    """A lesson: a game learnt in a few steps."""

    WHAT: ClassVar[str] = "a lesson"

    game: str = Field(description="The game that it teaches.")
    name: str = Field(pattern=NAME, description="Up to 24 small letters, digits, - or _.")
    rules: int = Field(ge=1, le=99, description="The version of the rules it was written for.")
    minutes: int = Field(ge=1, le=60, description="About how long it takes.")
    title: LocalizedText = Field(description="What it is called.")
    steps: list[LessonStep] = Field(
        min_length=1, max_length=20, description="One idea each, in order."
    )

    @cached_property
    def made(self) -> dict[str, Position]:
        """Cache of the positions that its steps begin with."""
        return {}

    def step(self, name: str) -> LessonStep | None:
        return next((step for step in self.steps if step.name == name), None)


def read_lesson(source: Source, game: Game) -> LessonFile:
    """A lesson of this game; errors name the line."""
    lesson = read(LessonFile, source)
    if lesson.game != game.name:
        raise source.error_at(
            ("game",), f"this is a lesson of {lesson.game!r}, not of {game.name!r}"
        )
    if lesson.rules not in game.versions:
        raise source.error_at(("rules",), f"the rules have the versions {game.versions_text}")
    known: set[str] = set()
    for number, step in enumerate(lesson.steps):
        if step.name in known:
            raise source.error_at(("steps", number, "name"), "another step already has this name")
        if step.at.after and step.at.after not in known:
            told = f"no step before this one is called {step.at.after!r}"
            raise source.error_at(("steps", number, "at", "after"), told)
        known.add(step.name)
    return lesson


@lru_cache(maxsize=64)
def _read(path: Path, game: str) -> LessonFile:
    return read_lesson(parse(read_text(path, "the lesson"), path.name), get_game(game))


def lessons_of(game: Game) -> list[LessonFile]:
    """In the order of their files."""
    files = sorted(game.lessons.glob("*.yaml")) if game.lessons is not None else []
    return [_read(path, game.name) for path in files]


def find_lesson(game: Game, name: str) -> LessonFile:
    found = {lesson.name: lesson for lesson in lessons_of(game)}
    if name not in found:
        names = ", ".join(found) or "none"
        raise UsageError(f"{game.title['en']} has no lesson {name!r}; it has: {names}")
    return found[name]


OTHERS = ("Anna", "Ben", "Cleo", "David", "Emma", "Finn", "Greta", "Hugo")
"""The names of the other seats."""

WORDS: Texts = {
    "learner": {"de": "Lehrling", "en": "Trainee", "fr": "Apprenti", "nl": "Leerling"},
    "unreadable": {
        "de": "Das geht hier nicht.",
        "en": "That is not possible here.",
        "fr": "Ce n'est pas possible ici.",
        "nl": "Dat kan hier niet.",
    },
}
