"""Attempts at a step of a lesson or at a puzzle.

Stateless: a request holds all choices so far, and they are replayed from the start, which takes
some milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypedDict

from spielzug.core.errors import CannotRead, NotAllowed, UsageError
from spielzug.core.events import Event
from spielzug.core.game import Game
from spielzug.core.keys import derive_key, seed_key
from spielzug.core.options import Options
from spielzug.core.position import Position, Seen
from spielzug.core.position_data import from_plain
from spielzug.core.texts import say, typeset
from spielzug.school.lessons import OTHERS, WORDS, LessonFile, LessonStep, Move

Verdict = Literal["begin", "more", "right", "wrong", "refused"]
Way = tuple[Move, ...]
"""A sequence of moves that reaches the goal."""


@dataclass(frozen=True)
class TryShot:
    """One move that was made."""

    seat: int
    events: Sequence[Event]
    after: Position


@dataclass(frozen=True, kw_only=True)
class TryResult:
    """The result of a sequence of choices."""

    game: Game
    seat: int
    """The learner's."""
    verdict: Verdict
    position: Position
    """The position now: a wrong choice is not played."""
    tried: int | None = None
    """The last choice, if it could be read."""
    shots: list[TryShot] = field(default_factory=list)
    """What was played since the choice before the last, including scripted moves."""
    wanted: frozenset[int] = frozenset()
    """The choices that lead on from here."""

    def names(self, lang: str) -> list[str]:
        """The names of the seats."""
        if self.game.seat_names:
            return [names[lang] for names in self.game.seat_names[: self.position.seats]]
        seats, others = range(self.position.seats), iter(OTHERS)
        return [WORDS["learner"][lang] if seat == self.seat else next(others) for seat in seats]

    @cached_property
    def hidden(self) -> Seen:
        """What the learner may know."""
        return self.position.seen(self.seat)

    def seen(self, lang: str) -> Seen:
        """The same with the names in this language."""
        return self.hidden.named(self.names(lang))

    def sentence(self, lang: str) -> str:
        """The text for the learner now."""
        raise NotImplementedError

    def refusal(self, lang: str) -> str:
        """Why the last choice is not allowed."""
        if self.tried is None:
            return say(WORDS, "unreadable", lang)
        return self.seen(lang).why_not(self.tried, lang) or say(WORDS, "unreadable", lang)


class AttemptOutcome(TypedDict, total=False):
    """The fields of `TryResult` that the choices decide."""

    verdict: Verdict
    position: Position
    tried: int | None
    shots: list[TryShot]
    wanted: frozenset[int]


def play_choices(
    position: Position, goal: Sequence[Way], choices: Sequence[int | str], what: str
) -> AttemptOutcome:
    """Play these choices from here; all but the last must lead on to the goal of `what`."""
    game, shots = position.game, list[TryShot]()
    ways = _play_scripted(position, list(goal), shots)
    for number, choice in enumerate(choices):
        shots = []
        last = number == len(choices) - 1
        action = read_choice(game, choice)
        leads = [
            way
            for way in ways
            if action is not None and game.words.notation(action) in way[0].signs
        ]
        legal = action in position.legal
        if not (legal and leads):
            if not last:
                raise UsageError(f"choice {number + 1} does not lead anywhere in {what}")
            return AttemptOutcome(
                verdict="wrong" if legal else "refused", position=position, tried=action,
                wanted=_wanted(game, ways),
            )  # fmt: skip
        _carry_out(position, action or 0, shots)
        ways = _play_scripted(position, [way[1:] for way in leads], shots)
        if not all(ways):
            if not last:
                raise UsageError(f"the goal of {what} was reached before that")
            return AttemptOutcome(verdict="right", position=position, tried=action, shots=shots)
    return AttemptOutcome(
        verdict="more" if choices else "begin", position=position, shots=shots,
        wanted=_wanted(game, ways),
    )  # fmt: skip


def _play_scripted(position: Position, ways: list[Way], shots: list[TryShot]) -> list[Way]:
    """Play the scripted moves up to the learner's next choice."""
    while ways and ways[0] and not ways[0][0].own:
        sign = ways[0][0].signs[0]
        _carry_out(position, position.require_legal(sign), shots)
        ways = [way[1:] for way in ways if way and way[0] == Move((sign,), False)]
    return ways


def _carry_out(position: Position, action: int, shots: list[TryShot]) -> None:
    seat = position.actor
    events = position.step_unchecked(action)
    shots.append(TryShot(seat, events, position.copy()))


def read_choice(game: Game, choice: int | str) -> int | None:
    """The action of a choice; None if the game has no such action."""
    if isinstance(choice, int):
        return choice if 0 <= choice < game.declaration.actions.choices else None
    try:
        return read_choice(game, game.words.parse(choice))
    except (CannotRead, NotAllowed):
        return None


def _wanted(game: Game, ways: Sequence[Way]) -> frozenset[int]:
    return frozenset(game.words.parse(sign) for way in ways if way for sign in way[0].signs)


@dataclass(frozen=True, kw_only=True)
class StepAttempt(TryResult):
    """The result of a sequence of choices in a step."""

    step: LessonStep

    def sentence(self, lang: str) -> str:
        """The text for the learner now."""
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


def step_position(game: Game, lesson: LessonFile, step: LessonStep) -> Position:
    """A copy of the position that a step begins with."""
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
        key = derive_key(seed_key("chance", at.seed), 0)
        position = game.deal(at.seats, key, options, lesson.rules)[0]
    for one in at.make:
        if isinstance(one, str):
            for sign in one.split():
                position.step(sign)
        else:
            position = with_fields(position, one)
    return position


def _end_of(game: Game, lesson: LessonFile, step: LessonStep) -> Position:
    """The position after the first solution of a step."""
    position = step_position(game, lesson, step)
    for move in step.ways[0]:
        position.step(move.signs[0])
    return position


def with_fields(position: Position, fields: Mapping[str, object]) -> Position:
    """The same position with other values in these fields."""
    held: dict[str, object] = position.plain_state
    for path, value in fields.items():
        _put(held, path, value, position.game.pieces)
    state = from_plain(position.game, held)
    return type(position)(position.game, position.options, position.facts_memory, state)


def _put(held: dict[str, object], path: str, value: object, pieces: Sequence[str]) -> None:
    name, *indices = path.split(".")
    if name not in held or not all(index.isdigit() for index in indices):
        raise CannotRead(f"there is no field {path!r}; a position has {sorted(held)}")
    if isinstance(value, list):
        for index, one in enumerate(value):
            _put(held, f"{path}.{index}", one, pieces)
        return
    places = [int(index) for index in indices]
    try:
        before = _at(held[name], places)
        if isinstance(before, list):
            raise CannotRead(f"{path!r} is a list of {len(before)}; give a list, or name a place")
    except (IndexError, TypeError):
        raise CannotRead(f"there is no {path!r} in a position") from None
    if name in pieces and value and value != before:
        for other in pieces:  # the two pieces change places
            held[other] = _swapped(held[other], value, before)
    if not places:
        held[name] = value
        return
    row = _at(held[name], places[:-1])
    assert isinstance(row, list)
    row[places[-1]] = value


def _at(value: object, places: Sequence[int]) -> object:
    for place in places:
        if not isinstance(value, list):
            raise TypeError("only a list has places")
        value = value[place]
    return value


def _swapped(value: object, piece: object, other: object) -> object:
    if isinstance(value, list):
        return [_swapped(one, piece, other) for one in value]
    return other if value == piece else value


# -- attempts ------------------------------------------------------------------------------------


def attempt(
    game: Game, lesson: LessonFile, step: LessonStep, choices: Sequence[int | str]
) -> StepAttempt:
    """The result of the learner's choices; all but the last must lead on."""
    position = step_position(game, lesson, step)
    came = play_choices(position, step.ways, choices, f"step {step.name!r}")
    return StepAttempt(game=game, seat=step.seat, step=step, **came)
