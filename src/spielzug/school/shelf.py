"""The lessons that the games have: files in YAML, read once."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.sets.model import read
from spielzug.core.sets.source import Source, parse, read_text
from spielzug.games import get_game
from spielzug.school.model import LessonFile


def read_lesson(source: Source, game: Game) -> LessonFile:
    """A lesson of this game; what is wrong is told with its line."""
    lesson = read(LessonFile, source)
    if lesson.game != game.name:
        raise source.refuse(("game",), f"this is a lesson of {lesson.game!r}, not of {game.name!r}")
    if lesson.rules not in game.versions:
        raise source.refuse(("rules",), f"the rules have the versions {game.versions_text}")
    known: set[str] = set()
    for number, step in enumerate(lesson.steps):
        if step.name in known:
            raise source.refuse(("steps", number, "name"), "another step already has this name")
        if step.at.after and step.at.after not in known:
            told = f"no step before this one is called {step.at.after!r}"
            raise source.refuse(("steps", number, "at", "after"), told)
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
