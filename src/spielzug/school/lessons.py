"""Lessons: what they are made of, those that ship with the games, and their texts.

Files are YAML and are read once; `lesson_file` checks them. A lesson holds its own texts; the few
common ones are here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.position import Position
from spielzug.core.sets.source import Source, can_check_files, read_shipped, shipped_files
from spielzug.core.texts import Texts
from spielzug.core.texts import in_four as _t
from spielzug.games import get_game

ANY = "…"
"""In a pattern: matches anything."""


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


@dataclass(frozen=True, kw_only=True)
class StepStart:
    """Where a step begins."""

    after: str = ""
    """The step at whose end this one goes on; else it is dealt."""
    seats: int = 2
    seed: int = 1
    options: dict[str, str | int] = field(default_factory=dict)
    make: list[str | dict[str, object]] = field(default_factory=list)
    """What is done then, in turn: a row of moves, or fields of the position with new values."""


@dataclass(frozen=True, kw_only=True)
class LessonAnswer:
    """The reply to a legal choice that misses the goal."""

    to: str
    """The choice in notation, several as a|b, with … for anything."""
    say: dict[str, str]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        signs = [".*".join(map(re.escape, one.split(ANY))) for one in self.to.split("|")]
        return re.compile("|".join(signs))

    def fits(self, notation: str) -> bool:
        return self.pattern.fullmatch(notation) is not None


@dataclass(frozen=True, kw_only=True)
class LessonStep:
    """One idea: a position, a goal, and replies."""

    name: str
    at: StepStart
    seat: int = 0
    """The learner's."""
    idea: dict[str, str]
    """What there is to know."""
    task: dict[str, str]
    rows: list[str]
    """Rows of moves that reach the goal, any of them, see `read_row`."""
    answers: list[LessonAnswer] = field(default_factory=list)
    """To interesting wrong tries."""
    otherwise: dict[str, str]
    """What is said to any other wrong try."""
    done: dict[str, str]

    @cached_property
    def ways(self) -> tuple[tuple[Move, ...], ...]:
        return tuple(map(read_row, self.rows))


@dataclass(frozen=True, kw_only=True)
class LessonFile:
    """A lesson: a game learnt in a few steps."""

    game: str
    name: str
    rules: int
    """The version of the rules it was written for."""
    minutes: int
    """About how long it takes."""
    title: dict[str, str]
    steps: list[LessonStep]

    @cached_property
    def made(self) -> dict[str, Position]:
        """Cache of the positions that its steps begin with."""
        return {}

    def step(self, name: str) -> LessonStep | None:
        return next((step for step in self.steps if step.name == name), None)


def _build_lesson(entries: Mapping[str, Any]) -> LessonFile:
    """The lesson of checked entries."""
    steps = [
        LessonStep(
            **{
                **step,
                "at": StepStart(**step["at"]),
                "answers": [LessonAnswer(**answer) for answer in step.get("answers", ())],
            }
        )
        for step in entries["steps"]
    ]
    return LessonFile(**{**entries, "steps": steps})


def read_lesson(source: Source, game: Game) -> LessonFile:
    """A lesson of this game; errors name the line."""
    if can_check_files():
        from spielzug.core.sets.model import read
        from spielzug.school.lesson_file import LessonEntries

        read(LessonEntries, source)
    assert isinstance(source.data, Mapping)  # otherwise `read` has raised
    lesson = _build_lesson(source.data)
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
    return read_lesson(read_shipped(path, "the lesson"), get_game(game))


def lessons_of(game: Game) -> list[LessonFile]:
    """In the order of their files."""
    files = shipped_files(game.lessons) if game.lessons is not None else []
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
    "learner": _t("Lehrling", "Trainee", "Apprenti", "Leerling"),
    "unreadable": _t(
        "Das geht hier nicht.",
        "That is not possible here.",
        "Ce n'est pas possible ici.",
        "Dat kan hier niet.",
    ),
}
