"""Asks everything about one game's lessons, puzzles, figures and a review, and writes the answers.

`record` does so with the compiled rules and keeps what they answered, and writes what the server
would send. `main` does the same from what was kept, for a process where NumPy, numba and the
server's packages cannot be imported.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from spielzug.bots.hints import advice_from, begin_advice
from spielzug.bots.search.thinker import Budget
from spielzug.core.game import Game
from spielzug.core.keys import SplitMix64
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.records import read_record
from spielzug.core.texts import LANGUAGES
from spielzug.games import get_game
from spielzug.review import ReviewWork, budget_of
from spielzug.review.answers import full_answer
from spielzug.review.records import review_from_text, review_to_text
from spielzug.school import answers, lessons_of
from spielzug.school.answers import LessonAttempt, PuzzleSolving, SchoolQuestion
from spielzug.school.errors import SchoolError
from spielzug.school.figures import figures_of
from spielzug.school.puzzles import puzzles_of

BLOCKED = (
    "numpy", "numba", "llvmlite", "pydantic", "pydantic_core", "yaml", "fastapi", "starlette",
    "sqlalchemy",
)  # fmt: skip
LAST = 4
"""Entries before the end of a golden game from which the reviewed game begins."""
Told = tuple[str, object]
"""A name of a kind of answer, and its fields."""


def ask(game: Game, golden: str) -> Iterator[Told]:
    for one in answers.list_lessons():
        yield "lesson", one
    for listed in answers.list_puzzles(game.name):
        yield "listed", listed
    for lang in LANGUAGES:
        if figures_of(game) is not None:
            yield "figures", answers.localized_figures(game.name, lang)
        for question in questions(game, lang):
            yield "attempt", question.find()(game)
        yield "refusals", [refusal(game, question, lang) for question in refused(game, lang)]
    match = end_of(game, golden)
    position = match.position_after(0)
    seen = position.seen(position.actor)
    luck = SplitMix64(3)
    thought = begin_advice(seen, luck, Budget(iterations=40))
    while not thought.continue_for(16):
        pass
    yield "advice", advice_from(seen, thought.result(), luck).to_json()
    work = ReviewWork(match, budget=budget_of(game, 2))
    while not work.advance():
        pass
    assert work.result is not None and work.done == work.total > 0
    made = review_from_text(review_to_text(replace(work.result, seconds=0.0)))
    names = [f"Nr. {seat}" for seat in range(len(match.seats))]
    for lang in LANGUAGES:
        yield "review", full_answer(made, match, lang, names)


def questions(game: Game, lang: str) -> Iterator[SchoolQuestion]:
    """A step of a lesson and a puzzle: begun, with a wrong choice, solved and shown."""
    lesson = lessons_of(game)[0]
    for step in lesson.steps[:2]:
        own = [move.signs[0] for move in step.ways[0] if move.own]
        tries: list[tuple[int | str, ...]] = [(), (*own[:-1], 1), tuple(own)]
        for choices in tries:
            yield LessonAttempt(game.name, lesson.name, step.name, choices, True, lang)
    for puzzle in puzzles_of(game)[:1]:
        own = [move.signs[0] for move in puzzle.ways[0] if move.own]
        wrong = next(sign for sign in puzzle.chances if sign not in puzzle.right)
        for given, shown in (([], True), ([wrong], False), (own, False)):
            yield PuzzleSolving(game.name, puzzle.id, tuple(given), shown, lang)


def refused(game: Game, lang: str) -> Iterator[SchoolQuestion]:
    lesson = lessons_of(game)[0]
    step = lesson.steps[0].name
    yield LessonAttempt("chess", lesson.name, step, (), False, lang)
    yield LessonAttempt(game.name, "no lesson", step, (), False, lang)
    yield LessonAttempt(game.name, lesson.name, "no step", (), False, lang)
    yield LessonAttempt(game.name, lesson.name, step, ("nonsense", "nonsense"), False, lang)
    yield PuzzleSolving(game.name, "no puzzle", (), False, lang)


def refusal(game: Game, question: SchoolQuestion, lang: str) -> str:
    try:
        question.find()(game)
    except SchoolError as error:
        return f"{error.code}: {error.say(lang)}"
    raise AssertionError(f"{question} was answered")


def end_of(game: Game, golden: str) -> Match:
    """A practice game from a position near the end of this one, finished by the quick player."""
    whole = read_record(golden, get_game)
    start = whole.position_after(len(whole.decisions) - LAST)
    seats = [Seat("greedy") for _ in whole.seats]
    match = Match(game, seats, SeedLuck("5"), start=start)
    luck = SplitMix64(7)
    while not match.over:
        match.play(match.position.quick_choice("policy", luck))
    return match


def as_text(fields: object) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def record(name: str, golden: str, kept: str) -> None:
    from pydantic_core import to_json

    from recorded_engine import RecordingSearch
    from spielzug.bots.search.engine import search_engine
    from spielzug.wire import learning
    from spielzug.wire.responses import ReviewAnswer
    from wire_shapes import check_shape

    shapes = {
        "lesson": learning.Lesson, "listed": learning.PuzzleListed, "figures": learning.Figures,
        "attempt": learning.Attempt, "review": ReviewAnswer,
    }  # fmt: skip
    game = get_game(name).ready()
    engine = RecordingSearch(game.native, search_engine(game))
    game.use_engine(engine)
    for kind, fields in ask(game, Path(golden).read_text("utf-8")):
        told = as_text(fields)
        if kind in shapes:
            check_shape(shapes[kind], fields)
            told = to_json(fields).decode()
        if kind == "review":  # 0.00001 for one is 1e-05 for the other
            told = as_text(json.loads(told))
        sys.stdout.write(f"{kind} {told}\n")
    engine.save(Path(kept))


def main(name: str, golden: str, kept: str) -> None:
    from recorded_engine import RecordedSearch

    game = get_game(name)
    game.use_engine(RecordedSearch(Path(kept)))
    for kind, fields in ask(game, Path(golden).read_text("utf-8")):
        sys.stdout.write(f"{kind} {as_text(fields)}\n")
    loaded = [package for package in BLOCKED if sys.modules.get(package) is not None]
    assert not loaded, loaded
    ours = [module for module in sys.modules if module.startswith(("spielzug.wire", "jinja2"))]
    assert not ours, ours
