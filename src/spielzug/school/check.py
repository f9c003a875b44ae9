"""Whether a lesson can be learnt: it is played through, and every other choice is tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spielzug.core.errors import SpielzugError
from spielzug.core.game import LANGUAGES, Game
from spielzug.core.possible import refuse_impossible
from spielzug.school.model import LessonFile, LessonStep
from spielzug.school.tries import TryResult
from spielzug.school.tutor import attempt, prepared

MOST_CHOICES = 12
"""Of the learner in one step: more is no idea, but a game."""


def faults(game: Game, lesson: LessonFile) -> list[str]:
    """Everything that is wrong with the positions, goals and answers of a lesson."""
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
    """All that can be tried in one step."""

    def __init__(self, game: Game, lesson: LessonFile, step: LessonStep) -> None:
        self.game, self.lesson, self.step = game, lesson, step
        self.used: set[str] = set()
        self.answered: set[int] = set()

    def __iter__(self) -> Iterator[str]:
        step = self.step
        refuse_impossible(prepared(self.game, self.lesson, step))
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
            yield f"after {self._told(done)} seat {position.actor} decides, not the learner"
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
                yield f"{self._told([*done, action])} is not answered in every language"
        for lang in LANGUAGES:
            seen = here.seen(lang)
            for action in range(self.game.rules.N_CHOICES):
                if action not in legal and not seen.why_not(action, lang):
                    yield f"{self._told([*done, action])} is refused without a reason in {lang}"

    def _try(self, choices: Sequence[int]) -> TryResult:
        return attempt(self.game, self.lesson, self.step, choices)

    def _note(self, action: int) -> None:
        sign = self.game.words.notation(action)
        fitting = [n for n, answer in enumerate(self.step.answers) if answer.fits(sign)]
        self.answered.update(fitting[:1])  # the first that fits is said

    def _told(self, choices: Sequence[int]) -> str:
        return " ".join(map(self.game.words.notation, choices)) or "the beginning"
