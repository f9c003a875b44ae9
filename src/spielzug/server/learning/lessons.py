"""Lessons for the browser; the server keeps no progress, only a cache of answers.

Answers are computed by the rules in a thread, one at a time, so that many learners do not delay the
tables. The cache makes a whole class doing the same lesson cheap. Puzzles (`puzzles.py`) are
answered in the same way.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from spielzug.core.errors import UsageError
from spielzug.core.events import seen_by
from spielzug.core.game import Game
from spielzug.core.texts import typeset
from spielzug.games import all_games
from spielzug.school import LessonFile as OwnLesson
from spielzug.school import LessonStep as OwnStep
from spielzug.school import TryResult, attempt, lessons_of
from spielzug.school.figures import figures_of, localize_figures
from spielzug.server.games import Games
from spielzug.server.problems import Problem
from spielzug.wire import learning, parts
from spielzug.wire.parts import ByLang, Choice, Event

KEPT = 500
"""Cached answers, of some kilobytes each."""


class LessonQuestion(Protocol):
    """An attempt; equal attempts have equal answers, so it is the cache key."""

    @property
    def game(self) -> str: ...

    def __hash__(self) -> int: ...

    def find(self) -> Callable[[Game], str]:
        """The function that computes the answer; raises `Problem` if there is no such task."""


@dataclass(frozen=True)
class LessonAttempt:
    """The choices that a learner tried in a step of a lesson."""

    game: str
    lesson: str
    step: str
    choices: tuple[int | str, ...]
    show: bool
    lang: str

    def find(self) -> Callable[[Game], str]:
        lesson, step = find(self)
        return lambda game: _answer(game, lesson, step, self)


class School:
    def __init__(self, games: Games) -> None:
        self._games = games
        self._one = asyncio.Semaphore(1)
        self._lessons: list[learning.Lesson] | None = None
        self._figures: dict[tuple[str, str], str] = {}
        self._kept: OrderedDict[LessonQuestion, str] = OrderedDict()

    async def lessons(self) -> list[learning.Lesson]:
        if self._lessons is None:
            self._lessons = await asyncio.to_thread(all_lessons)
        return self._lessons

    async def with_figures(self) -> list[str]:
        return await asyncio.to_thread(games_with_figures)

    async def figures(self, game: str, lang: str) -> str:
        """The `Figures` of a game as JSON, cached per language."""
        wanted = game, lang
        if wanted not in self._figures:
            self._figures[wanted] = await asyncio.to_thread(show_figures, *wanted)
        return self._figures[wanted]

    async def answer(self, asked: LessonQuestion) -> str:
        """An `Attempt` as JSON."""
        if asked not in self._kept:
            self._kept[asked] = await self._make(asked)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(asked)
        return self._kept[asked]

    async def _make(self, asked: LessonQuestion) -> str:
        make = await asyncio.to_thread(asked.find)
        game = await self._games.get(asked.game)
        async with self._one:
            return await asyncio.to_thread(make, game)


def all_lessons() -> list[learning.Lesson]:
    """The lessons of all games, in the order of the catalogue."""
    return [
        learning.Lesson(
            game=game.name,
            name=lesson.name,
            title=ByLang(**lesson.title),
            minutes=lesson.minutes,
            steps=[step.name for step in lesson.steps],
        )
        for game in all_games()
        for lesson in lessons_of(game)
    ]


def games_with_figures() -> list[str]:
    return [game.name for game in all_games() if figures_of(game) is not None]


def show_figures(name: str, lang: str) -> str:
    game = find_game(name)
    found = figures_of(game)
    if found is None:
        raise Problem(404, "no_figures", game=game.title)
    return learning.Figures.model_validate(localize_figures(game, found, lang)).model_dump_json()


def find_game(name: str) -> Game:
    game = next((game for game in all_games() if game.name == name), None)
    if game is None:
        raise Problem(404, "no_game", name=name[:40])
    return game


def find(tried: LessonAttempt) -> tuple[OwnLesson, OwnStep]:
    """The lesson and step of an attempt."""
    game = find_game(tried.game)
    found = {lesson.name: lesson for lesson in lessons_of(game)}
    lesson = found.get(tried.lesson)
    if lesson is None:
        raise Problem(404, "no_lesson", name=tried.lesson[:40], game=game.title)
    step = lesson.step(tried.step)
    if step is None:
        raise Problem(404, "no_lesson_step", name=tried.step[:40], lesson=lesson.title)
    return lesson, step


def _answer(game: Game, lesson: OwnLesson, step: OwnStep, tried: LessonAttempt) -> str:
    try:
        came = attempt(game, lesson, step, tried.choices)
    except UsageError:
        raise Problem(422, "leads_nowhere") from None
    idea, task = (typeset(said[tried.lang], tried.lang) for said in (step.idea, step.task))
    return show_attempt(came, idea, task, tried.lang, tried.show).model_dump_json()


def show_attempt(came: TryResult, idea: str, task: str, lang: str, show: bool) -> learning.Attempt:
    """The result for the learner, made only from what the learner's seat may know."""
    names, seat, seen = came.names(lang), came.seat, came.seen(lang)
    done = came.verdict == "right"
    return learning.Attempt(
        game=came.game.name,
        verdict=came.verdict,
        sentence=came.sentence(lang),
        idea=idea,
        task=task,
        seat=seat,
        names=names,
        facts=seen.facts_view,
        view=seen.view,
        choices=[] if done else [Choice(**one) for one in parts.choices(seen, lang)],
        shots=_shots(came, names, seat, lang),
        wanted=sorted(came.wanted) if show else [],
    )


def _shots(came: TryResult, names: Sequence[str], seat: int, lang: str) -> list[learning.Shot]:
    told = []
    for shot in came.shots:
        seen = shot.after.seen(seat, names)
        events = parts.events(came.game, seen_by(shot.events, seat))
        told.append(
            learning.Shot(
                seat=shot.seat,
                sentences=seen.sentences(shot.events, lang),
                events=[Event(**event) for event in events],
                view=seen.view,
            )
        )
    return told
