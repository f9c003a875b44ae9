"""Playing a step: the position it begins with, and what comes of a row of tries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from spielzug.core.errors import CannotRead
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.core.position import Position, from_plain
from spielzug.core.reading import plain
from spielzug.core.rng import seed_key, stream
from spielzug.core.typography import typeset
from spielzug.school.model import LessonFile, LessonStep
from spielzug.school.tries import TryResult, follow


@dataclass(frozen=True, kw_only=True)
class StepAttempt(TryResult):
    """What came of a row of choices in a step."""

    step: LessonStep

    def sentence(self, lang: str) -> str:
        """What the learner is told now."""
        if self.verdict == "refused":
            return self.refusal(lang)
        return typeset(self._said()[lang], lang)

    def _said(self) -> dict[str, str]:
        step = self.step
        if self.verdict == "right":
            return step.done
        if self.verdict == "wrong" and self.tried is not None:
            sign = self.game.words.notation(self.tried)
            found = next((answer.say for answer in step.answers if answer.fits(sign)), None)
            return found or step.otherwise
        return step.task


# -- where a step begins -------------------------------------------------------------------------


def prepared(game: Game, lesson: LessonFile, step: LessonStep) -> Position:
    """The position that a step begins with, to be played on by whoever asked."""
    if step.name not in lesson.made:
        lesson.made[step.name] = _make(game, lesson, step)
    return lesson.made[step.name].copy()


def _make(game: Game, lesson: LessonFile, step: LessonStep) -> Position:
    at = step.at
    before = lesson.step(at.after)
    if before is not None:
        position = _end_of(game, lesson, before)
    else:
        options: Options = game.options.parse(at.options)
        key = stream(seed_key("chance", at.seed), np.uint64(0))
        position = game.deal(at.seats, key, options, lesson.rules)[0]
    for one in at.make:
        if isinstance(one, str):
            for sign in one.split():
                position.step(sign)
        else:
            position = changed(position, one)
    return position


def _end_of(game: Game, lesson: LessonFile, step: LessonStep) -> Position:
    """After the first row that reaches the goal of a step."""
    position = prepared(game, lesson, step)
    for move in step.ways[0]:
        position.step(move.signs[0])
    return position


def changed(position: Position, fields: dict[str, Any]) -> Position:
    """The same position with other values in these fields."""
    held = plain(position.state)
    for path, value in fields.items():
        _put(held, path, value, position.game.pieces)
    state = from_plain(position.game, held)
    return type(position)(position.game, position.options, position.facts, state)


def _put(held: dict[str, Any], path: str, value: Any, pieces: Sequence[str]) -> None:
    name, *indices = path.split(".")
    if name not in held or not all(index.isdigit() for index in indices):
        raise CannotRead(f"there is no field {path!r}; a position has {sorted(held)}")
    if isinstance(value, list):
        for index, one in enumerate(value):
            _put(held, f"{path}.{index}", one, pieces)
        return
    places: list[str | int] = [name, *map(int, indices)]
    try:
        before = _at(held, places)
        if isinstance(before, list):
            raise CannotRead(f"{path!r} is a list of {len(before)}; give a list, or name a place")
    except (IndexError, TypeError):
        raise CannotRead(f"there is no {path!r} in a position") from None
    if name in pieces and value and value != before:
        for other in pieces:  # where the piece was, the other one comes to lie
            held[other] = _swapped(held[other], value, before)
    _at(held, places[:-1])[places[-1]] = value


def _at(held: Any, places: Sequence[str | int]) -> Any:
    for place in places:
        held = held[place]
    return held


def _swapped(value: Any, piece: int, other: int) -> Any:
    if isinstance(value, list):
        return [_swapped(one, piece, other) for one in value]
    return other if value == piece else value


# -- a row of tries ------------------------------------------------------------------------------


def attempt(
    game: Game, lesson: LessonFile, step: LessonStep, choices: Sequence[int | str]
) -> StepAttempt:
    """What comes of these choices of the learner; all but the last must lead on."""
    position = prepared(game, lesson, step)
    came = follow(position, step.ways, choices, f"step {step.name!r}")
    return StepAttempt(game=game, seat=step.seat, step=step, **came)
