"""Answers about lessons, puzzles and figures, as plain fields.

An attempt is a question that holds all choices so far; nothing about a learner is kept. The
solution of a puzzle is told only once it is found or asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Protocol, cast

from spielzug.bots.message_fields import choices_of, events_of
from spielzug.bots.names import LEVELS
from spielzug.core.errors import UsageError
from spielzug.core.events import seen_by
from spielzug.core.game import Game
from spielzug.core.texts import typeset
from spielzug.games import all_games
from spielzug.school.attempts import TryResult
from spielzug.school.attempts import attempt as attempt_step
from spielzug.school.errors import SchoolError
from spielzug.school.figures import figures_of, localize_figures
from spielzug.school.lessons import LessonFile, LessonStep, lessons_of
from spielzug.school.puzzles.attempts import PuzzleAttempt
from spielzug.school.puzzles.attempts import attempt as attempt_puzzle
from spielzug.school.puzzles.model import (
    DIFFICULTIES,
    Puzzle,
    daily,
    difficulty,
    gain,
    puzzle_position,
    puzzles_of,
)

if TYPE_CHECKING:
    from spielzug.wire import learning
    from spielzug.wire.parts import ByLang


Answer = Callable[[Game], "learning.Attempt"]
"""Computes the answer to an attempt with the game's rules, which must be ready."""


class SchoolQuestion(Protocol):
    """An attempt; equal attempts have equal answers, so it may be the key of a cache."""

    @property
    def game(self) -> str: ...

    def __hash__(self) -> int: ...

    def find(self) -> Answer:
        """What computes the answer; raises `SchoolError` if there is no such task."""


def find_game(name: str) -> Game:
    game = next((game for game in all_games() if game.name == name), None)
    if game is None:
        raise SchoolError.unknown("no_game", name)
    return game


# -- lessons -------------------------------------------------------------------------------------


def list_lessons() -> list[learning.Lesson]:
    """The lessons of all games, in the order of the catalogue."""
    return [
        {
            "game": game.name,
            "name": lesson.name,
            "title": cast("ByLang", lesson.title),
            "minutes": lesson.minutes,
            "steps": [step.name for step in lesson.steps],
        }
        for game in all_games()
        for lesson in lessons_of(game)
    ]


@dataclass(frozen=True)
class LessonAttempt:
    """The choices that a learner tried in a step of a lesson."""

    game: str
    lesson: str
    step: str
    choices: tuple[int | str, ...]
    show: bool
    lang: str

    def find(self) -> Answer:
        lesson, step = self._task()
        return lambda game: self._answer(game, lesson, step)

    def _task(self) -> tuple[LessonFile, LessonStep]:
        game = find_game(self.game)
        lesson = {lesson.name: lesson for lesson in lessons_of(game)}.get(self.lesson)
        if lesson is None:
            raise SchoolError.unknown("no_lesson", self.lesson, game=game.title)
        step = lesson.step(self.step)
        if step is None:
            raise SchoolError.unknown("no_lesson_step", self.step, lesson=lesson.title)
        return lesson, step

    def _answer(self, game: Game, lesson: LessonFile, step: LessonStep) -> learning.Attempt:
        try:
            came = attempt_step(game, lesson, step, self.choices)
        except UsageError:
            raise SchoolError("leads_nowhere") from None
        idea, task = (typeset(said[self.lang], self.lang) for said in (step.idea, step.task))
        return show_attempt(came, idea, task, self.lang, self.show)


def show_attempt(came: TryResult, idea: str, task: str, lang: str, show: bool) -> learning.Attempt:
    """The result for the learner, made only from what the learner's seat may know."""
    names, seat, seen = came.names(lang), came.seat, came.seen(lang)
    return {
        "game": came.game.name,
        "verdict": came.verdict,
        "sentence": came.sentence(lang),
        "idea": idea,
        "task": task,
        "seat": seat,
        "names": names,
        "facts": seen.facts_view,
        "view": seen.view,
        "choices": [] if came.verdict == "right" else choices_of(seen, lang),
        "shots": _shots(came, names, seat, lang),
        "wanted": sorted(came.wanted) if show else [],
        "solution": None,
    }


def _shots(came: TryResult, names: Sequence[str], seat: int, lang: str) -> list[learning.Shot]:
    told: list[learning.Shot] = []
    for shot in came.shots:
        seen = shot.after.seen(seat, names)
        told.append(
            {
                "seat": shot.seat,
                "sentences": seen.sentences(shot.events, lang),
                "events": events_of(came.game, seen_by(shot.events, seat)),
                "view": seen.view,
            }
        )
    return told


# -- puzzles -------------------------------------------------------------------------------------


def today() -> date:
    """In UTC, so that the daily puzzle is the same for everybody."""
    return datetime.now(UTC).date()


def puzzles_overview() -> learning.Puzzles:
    """How many puzzles each game has and which is today's, in the order of the catalogue."""
    day = today()
    return {"date": day.isoformat(), "games": [_of_game(game, day) for game in all_games()]}


def _of_game(game: Game, day: date) -> learning.PuzzlesOfGame:
    puzzles = puzzles_of(game)
    counts = Counter(map(difficulty, puzzles))
    return {
        "game": game.name,
        "today": daily(day, game).id if puzzles else None,
        "counts": [
            {"difficulty": one, "count": counts[one]} for one in DIFFICULTIES if counts[one]
        ],
    }


def list_puzzles(name: str) -> list[learning.PuzzleListed]:
    """The puzzles of one game, from easy to hard."""
    return [
        {
            "id": one.id,
            "difficulty": difficulty(one),
            "kind": one.kind,
            "seats": one.seats,
            "stake": round(gain(one), 3),
        }
        for one in puzzles_of(find_game(name))
    ]


@dataclass(frozen=True)
class PuzzleSolving:
    """The choices that a learner tried in a puzzle."""

    game: str
    puzzle: str
    choices: tuple[int | str, ...]
    solution: bool
    lang: str

    def find(self) -> Answer:
        found = find_game(self.game)
        puzzle = next((one for one in puzzles_of(found) if one.id == self.puzzle), None)
        if puzzle is None:
            raise SchoolError.unknown("no_puzzle", self.puzzle, game=found.title)
        return lambda game: self._answer(game, puzzle)

    def _answer(self, game: Game, puzzle: Puzzle) -> learning.Attempt:
        try:
            came = attempt_puzzle(game, puzzle, self.choices)
        except UsageError:
            raise SchoolError("leads_nowhere") from None
        lang = self.lang
        idea, task = typeset(came.idea(lang), lang), typeset(came.task(lang), lang)
        told = show_attempt(came, idea, task, lang, self.solution)
        if self.solution or came.verdict == "right":
            told["solution"] = _solution(game, puzzle, came, lang)
        return told


def _solution(game: Game, puzzle: Puzzle, came: PuzzleAttempt, lang: str) -> learning.Solution:
    position = puzzle_position(game, puzzle)
    seen = position.seen(puzzle.seat, came.names(lang))
    chances: list[learning.PuzzleChance] = [
        {
            "action": action,
            "notation": seen.notation(action),
            "label": seen.label(action, lang),
            "chance": puzzle.chances[seen.notation(action)],
            "right": seen.notation(action) in puzzle.right,
        }
        for action in seen.legal
    ]
    return {
        "sentence": typeset(came.solution(lang), lang) if came.wanted else "",
        "chances": sorted(chances, key=lambda one: (not one["right"], -one["chance"])),
        "row": _row(game, puzzle, came, lang),
        "missed": [level for level in LEVELS if level in puzzle.missed],
        "found": [level for level in LEVELS if level not in puzzle.missed],
        "position": position.save(),
    }


def _row(game: Game, puzzle: Puzzle, came: PuzzleAttempt, lang: str) -> list[str]:
    """The labels of the moves in the first solution."""
    position, names = puzzle_position(game, puzzle), came.names(lang)
    told = []
    for move in puzzle.ways[0]:
        action = position.require_legal(move.signs[0])
        told.append(position.seen(puzzle.seat, names).label(action, lang))
        position.step_unchecked(action)
    return told


# -- figures -------------------------------------------------------------------------------------


def games_with_figures() -> list[str]:
    return [game.name for game in all_games() if figures_of(game) is not None]


def localized_figures(name: str, lang: str) -> learning.Figures:
    """The figures that ship with a game, with names in this language."""
    game = find_game(name)
    found = figures_of(game)
    if found is None:
        raise SchoolError("no_figures", game=game.title)
    return localize_figures(game, found, lang)
