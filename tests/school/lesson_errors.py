"""Checks that the steps of a lesson can be completed, and that every choice is answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spielzug.core.errors import SpielzugError
from spielzug.core.game import Game
from spielzug.core.position_data import check_possible
from spielzug.core.texts import LANGUAGES
from spielzug.school import LessonFile, LessonStep, TryResult, attempt, step_position

MOST_CHOICES = 12
"""Of the learner in one step: a step teaches one idea."""


def lesson_errors(game: Game, lesson: LessonFile) -> list[str]:
    """All errors in the positions, goals and answers of a lesson."""
    found = []
    for step in lesson.steps:
        try:
            found += [
                f"{lesson.name}, {step.name}: {fault}" for fault in _LessonWalk(game, lesson, step)
            ]
        except SpielzugError as error:
            found.append(f"{lesson.name}, {step.name}: {error}")
    return found


class _LessonWalk:
    """All choices that can be tried in one step."""

    def __init__(self, game: Game, lesson: LessonFile, step: LessonStep) -> None:
        self.game, self.lesson, self.step = game, lesson, step
        self.used: set[str] = set()
        self.answered: set[int] = set()

    def __iter__(self) -> Iterator[str]:
        step = self.step
        check_possible(step_position(self.game, self.lesson, step))
        yield from self._from([])
        listed = {sign for way in step.ways for move in way if move.own for sign in move.signs}
        for sign in sorted(listed - self.used):
            yield f"{sign} is a goal that cannot be chosen"
        for number, answer in enumerate(step.answers):
            if number not in self.answered:
                yield f"nobody can try {answer.to}, to which there is an answer"

    def _from(self, done: list[int]) -> Iterator[str]:
        here = self._try(done)
        if here.verdict == "right":
            return
        position, step = here.position, self.step
        if position.actor != step.seat:
            moves = self._notation_text(done)
            yield f"after {moves} seat {position.actor} decides, not the learner"
            return
        if len(done) == MOST_CHOICES:
            yield f"after {MOST_CHOICES} choices the goal is still not reached"
            return
        legal = set(position.legal)
        for action in sorted(legal):
            tried = self._try([*done, action])
            if tried.verdict == "wrong":
                self._note(action)
            else:
                self.used.add(self.game.words.notation(action))
                yield from self._from([*done, action])
            if not all(tried.sentence(lang) for lang in LANGUAGES):
                yield f"{self._notation_text([*done, action])} is not answered in every language"
        for lang in LANGUAGES:
            seen = here.seen(lang)
            for action in range(self.game.declaration.actions.choices):
                if action not in legal and not seen.why_not(action, lang):
                    moves = self._notation_text([*done, action])
                    yield f"{moves} is refused without a reason in {lang}"

    def _try(self, choices: Sequence[int]) -> TryResult:
        return attempt(self.game, self.lesson, self.step, choices)

    def _note(self, action: int) -> None:
        sign = self.game.words.notation(action)
        fitting = [n for n, answer in enumerate(self.step.answers) if answer.fits(sign)]
        self.answered.update(fitting[:1])  # the first that fits is shown

    def _notation_text(self, choices: Sequence[int]) -> str:
        return " ".join(map(self.game.words.notation, choices)) or "the beginning"
