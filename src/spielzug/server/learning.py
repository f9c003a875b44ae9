"""Lessons and puzzles for the browser; the server keeps no progress, only a cache of answers.

Answers are computed by the rules in a thread, one at a time, so that many learners do not delay the
tables; the cache makes a whole class doing the same lesson cheap. The solution of a puzzle is sent
only once it is found or asked for.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Protocol

from spielzug.bots.message_fields import choices_of, events_of
from spielzug.bots.names import LEVELS
from spielzug.core.errors import UsageError
from spielzug.core.events import seen_by
from spielzug.core.game import Game
from spielzug.core.texts import typeset
from spielzug.games import all_games
from spielzug.school import LessonFile as OwnLesson
from spielzug.school import LessonStep as OwnStep
from spielzug.school import TryResult, attempt, lessons_of
from spielzug.school.figures import figures_of, localize_figures
from spielzug.school.puzzles import Puzzle, PuzzleAttempt, daily, puzzle_position, puzzles_of
from spielzug.school.puzzles import attempt as attempt_puzzle
from spielzug.school.puzzles.finder import gain
from spielzug.school.puzzles.model import DIFFICULTIES, difficulty
from spielzug.server.games import Games
from spielzug.server.problems import Problem
from spielzug.wire import learning
from spielzug.wire.parts import ByLang, Choice, Event

CACHE_SIZE = 500
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
            while len(self._kept) > CACHE_SIZE:
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
        choices=[] if done else [Choice.model_validate(one) for one in choices_of(seen, lang)],
        shots=_shots(came, names, seat, lang),
        wanted=sorted(came.wanted) if show else [],
    )


def _shots(came: TryResult, names: Sequence[str], seat: int, lang: str) -> list[learning.Shot]:
    told = []
    for shot in came.shots:
        seen = shot.after.seen(seat, names)
        events = events_of(came.game, seen_by(shot.events, seat))
        told.append(
            learning.Shot(
                seat=shot.seat,
                sentences=seen.sentences(shot.events, lang),
                events=[Event(**event) for event in events],
                view=seen.view,
            )
        )
    return told


@dataclass(frozen=True)
class PuzzleSolving:
    """The choices that a learner tried in a puzzle."""

    game: str
    puzzle: str
    choices: tuple[int | str, ...]
    solution: bool
    lang: str

    def find(self) -> Callable[[Game], str]:
        found = find_game(self.game)
        puzzle = next((one for one in puzzles_of(found) if one.id == self.puzzle), None)
        if puzzle is None:
            raise Problem(404, "no_puzzle", name=self.puzzle[:40], game=found.title)
        return lambda game: _puzzle_answer(game, puzzle, self)


def all_puzzles() -> learning.Puzzles:
    """The puzzles of all games, in the order of the catalogue."""
    day = today()
    games = [_of_game(game, day) for game in all_games()]
    return learning.Puzzles(date=day.isoformat(), games=games)


def today() -> date:
    """In UTC, so that the daily puzzle is the same for everybody."""
    return datetime.now(UTC).date()


def _of_game(game: Game, day: date) -> learning.PuzzlesOfGame:
    puzzles = puzzles_of(game)
    counts = Counter(map(difficulty, puzzles))
    return learning.PuzzlesOfGame(
        game=game.name,
        today=daily(day, game).id if puzzles else None,
        counts=[
            learning.PuzzleCount(difficulty=one, count=counts[one])
            for one in DIFFICULTIES
            if counts[one]
        ],
    )


def listed(name: str) -> list[learning.PuzzleListed]:
    """The puzzles of one game, from easy to hard."""
    return [
        learning.PuzzleListed(
            id=one.id,
            difficulty=difficulty(one),
            kind=one.kind,
            seats=one.seats,
            stake=round(gain(one), 3),
        )
        for one in puzzles_of(find_game(name))
    ]


def _puzzle_answer(game: Game, puzzle: Puzzle, asked: PuzzleSolving) -> str:
    try:
        came = attempt_puzzle(game, puzzle, asked.choices)
    except UsageError:
        raise Problem(422, "leads_nowhere") from None
    lang = asked.lang
    idea, task = typeset(came.idea(lang), lang), typeset(came.task(lang), lang)
    told = show_attempt(came, idea, task, lang, asked.solution)
    if asked.solution or came.verdict == "right":
        told.solution = _solution(game, puzzle, came, lang)
    return told.model_dump_json()


def _solution(game: Game, puzzle: Puzzle, came: PuzzleAttempt, lang: str) -> learning.Solution:
    position = puzzle_position(game, puzzle)
    seen = position.seen(puzzle.seat, came.names(lang))
    chances = [
        learning.PuzzleChance(
            action=action,
            notation=seen.notation(action),
            label=seen.label(action, lang),
            chance=puzzle.chances[seen.notation(action)],
            right=seen.notation(action) in puzzle.right,
        )
        for action in seen.legal
    ]
    return learning.Solution(
        sentence=typeset(came.solution(lang), lang) if came.wanted else "",
        chances=sorted(chances, key=lambda one: (not one.right, -one.chance)),
        row=_row(game, puzzle, came, lang),
        missed=[level for level in LEVELS if level in puzzle.missed],
        found=[level for level in LEVELS if level not in puzzle.missed],
        position=position.save(),
    )


def _row(game: Game, puzzle: Puzzle, came: PuzzleAttempt, lang: str) -> list[str]:
    """The labels of the moves in the first solution."""
    position, names = puzzle_position(game, puzzle), came.names(lang)
    told = []
    for move in puzzle.ways[0]:
        action = position.require_legal(move.signs[0])
        told.append(position.seen(puzzle.seat, names).label(action, lang))
        position.step_unchecked(action)
    return told
