"""Playing a step: the position it begins with, and what comes of a row of tries.

Nothing is remembered between two tries: whoever asks gives the whole row of choices, and it is
played again from the prepared position, which takes some milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import numpy as np

from spielzug.core.errors import CannotRead, NotAllowed, UsageError
from spielzug.core.events import Event
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.core.position import Position, Seen, from_plain
from spielzug.core.reading import plain
from spielzug.core.rng import seed_key, stream
from spielzug.core.texts import say
from spielzug.core.typography import typeset
from spielzug.school.model import Lesson, Move, Step
from spielzug.school.texts import OTHERS, WORDS

Verdict = Literal["begin", "more", "right", "wrong", "refused"]


@dataclass(frozen=True)
class Shot:
    """One move that was carried out."""

    seat: int
    events: Sequence[Event]
    after: Position


@dataclass(frozen=True)
class Attempt:
    """What came of a row of choices."""

    game: Game
    step: Step
    verdict: Verdict
    position: Position
    """Where it stands: a try that was wrong is not carried out."""
    tried: int | None = None
    """The last choice, if it could be read."""
    shots: list[Shot] = field(default_factory=list)
    """What was carried out since the choice before the last, scripted moves included."""
    wanted: frozenset[int] = frozenset()
    """What leads on from here."""

    def names(self, lang: str) -> list[str]:
        """What the seats are called."""
        if self.game.seat_names:
            return [names[lang] for names in self.game.seat_names]
        seats, others = range(self.position.seats), iter(OTHERS)
        learner = self.step.seat
        return [WORDS["learner"][lang] if seat == learner else next(others) for seat in seats]

    @cached_property
    def hidden(self) -> Seen:
        """What the learner may know."""
        return self.position.seen(self.step.seat)

    def seen(self, lang: str) -> Seen:
        """The same with the names of a language."""
        return self.hidden.named(self.names(lang))

    def sentence(self, lang: str) -> str:
        """What the learner is told now."""
        if self.verdict == "refused":
            return self._refusal(lang)
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

    def _refusal(self, lang: str) -> str:
        if self.tried is None:
            return say(WORDS, "unreadable", lang)
        return self.seen(lang).why_not(self.tried, lang) or say(WORDS, "unreadable", lang)


# -- where a step begins -------------------------------------------------------------------------


def prepared(game: Game, lesson: Lesson, step: Step) -> Position:
    """The position that a step begins with, to be played on by whoever asked."""
    if step.name not in lesson.made:
        lesson.made[step.name] = _make(game, lesson, step)
    return lesson.made[step.name].copy()


def _make(game: Game, lesson: Lesson, step: Step) -> Position:
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


def _end_of(game: Game, lesson: Lesson, step: Step) -> Position:
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


def attempt(game: Game, lesson: Lesson, step: Step, choices: Sequence[int | str]) -> Attempt:
    """What comes of these choices of the learner; all but the last must lead on."""
    position = prepared(game, lesson, step)
    shots: list[Shot] = []
    ways = _go_on(position, list(step.ways), shots)
    for number, choice in enumerate(choices):
        shots = []
        last = number == len(choices) - 1
        action = _read(game, choice)
        leads = [way for way in ways if action is not None and _sign(game, action) in way[0].signs]
        legal = action in position.legal
        if not (legal and leads):
            if not last:
                raise UsageError(f"choice {number + 1} does not lead on in step {step.name!r}")
            verdict: Verdict = "wrong" if legal else "refused"
            wanted = _wanted(game, ways)
            return Attempt(game, step, verdict, position, action, wanted=wanted)
        _carry_out(position, action or 0, shots)
        ways = _go_on(position, [way[1:] for way in leads], shots)
        if not all(ways):
            if not last:
                raise UsageError(f"the goal of step {step.name!r} was reached before that")
            return Attempt(game, step, "right", position, action, shots)
    verdict = "more" if choices else "begin"
    return Attempt(game, step, verdict, position, None, shots, _wanted(game, ways))


Way = tuple[Move, ...]


def _go_on(position: Position, ways: list[Way], shots: list[Shot]) -> list[Way]:
    """Carry out what is scripted, as far as the next choice of the learner."""
    while ways and ways[0] and not ways[0][0].own:
        sign = ways[0][0].signs[0]
        _carry_out(position, position.allowed(sign), shots)
        ways = [way[1:] for way in ways if way and way[0] == Move((sign,), False)]
    return ways


def _carry_out(position: Position, action: int, shots: list[Shot]) -> None:
    seat = position.actor
    events = position.carry_out(action)
    shots.append(Shot(seat, events, position.copy()))


def _read(game: Game, choice: int | str) -> int | None:
    """The action that is meant; None for what is none of this game."""
    if isinstance(choice, int):
        return choice if 0 <= choice < game.rules.N_CHOICES else None
    try:
        return _read(game, game.words.parse(choice))
    except (CannotRead, NotAllowed):
        return None


def _sign(game: Game, action: int) -> str:
    return game.words.notation(action)


def _wanted(game: Game, ways: Sequence[Way]) -> frozenset[int]:
    return frozenset(game.words.parse(sign) for way in ways if way for sign in way[0].signs)
