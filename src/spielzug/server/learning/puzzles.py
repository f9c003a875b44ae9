"""Puzzles for the browser, answered in the same way as lessons.

The solution is sent only once it is found or asked for. A wrong attempt is told its value and that
of the best move, because that is why it is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime

from spielzug.bots.search.levels import LEVELS
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.texts import typeset
from spielzug.games import all_games
from spielzug.school.puzzles import (
    Puzzle,
    PuzzleAttempt,
    daily,
    puzzle_position,
    puzzles_of,
)
from spielzug.school.puzzles import attempt as attempt_puzzle
from spielzug.school.puzzles.finder import gain
from spielzug.school.puzzles.model import DIFFICULTIES, difficulty
from spielzug.server.learning.lessons import find_game, show_attempt
from spielzug.server.problems import Problem
from spielzug.wire import learning


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
        return lambda game: _answer(game, puzzle, self)


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


def _answer(game: Game, puzzle: Puzzle, asked: PuzzleSolving) -> str:
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
