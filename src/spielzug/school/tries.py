"""A row of tries, in a step of a lesson or in a puzzle.

Nothing is remembered between two tries: whoever asks gives the whole row of choices, and it is
played again from where it begins, which takes some milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypedDict

from spielzug.core.errors import CannotRead, NotAllowed, UsageError
from spielzug.core.events import Event
from spielzug.core.game import Game
from spielzug.core.position import Position, Seen
from spielzug.core.texts import say
from spielzug.school.model import Move
from spielzug.school.texts import OTHERS, WORDS

Verdict = Literal["begin", "more", "right", "wrong", "refused"]
Way = tuple[Move, ...]
"""A row of moves that reaches the goal."""


@dataclass(frozen=True)
class TryShot:
    """One move that was carried out."""

    seat: int
    events: Sequence[Event]
    after: Position


@dataclass(frozen=True, kw_only=True)
class TryResult:
    """What came of a row of choices."""

    game: Game
    seat: int
    """The learner's."""
    verdict: Verdict
    position: Position
    """Where it stands: a try that was wrong is not carried out."""
    tried: int | None = None
    """The last choice, if it could be read."""
    shots: list[TryShot] = field(default_factory=list)
    """What was carried out since the choice before the last, scripted moves included."""
    wanted: frozenset[int] = frozenset()
    """What leads on from here."""

    def names(self, lang: str) -> list[str]:
        """What the seats are called."""
        if self.game.seat_names:
            return [names[lang] for names in self.game.seat_names]
        seats, others = range(self.position.seats), iter(OTHERS)
        return [WORDS["learner"][lang] if seat == self.seat else next(others) for seat in seats]

    @cached_property
    def hidden(self) -> Seen:
        """What the learner may know."""
        return self.position.seen(self.seat)

    def seen(self, lang: str) -> Seen:
        """The same with the names of a language."""
        return self.hidden.named(self.names(lang))

    def sentence(self, lang: str) -> str:
        """What the learner is told now."""
        raise NotImplementedError

    def refusal(self, lang: str) -> str:
        """Why the last choice is not allowed."""
        if self.tried is None:
            return say(WORDS, "unreadable", lang)
        return self.seen(lang).why_not(self.tried, lang) or say(WORDS, "unreadable", lang)


class Came(TypedDict, total=False):
    """The part of `TryResult` that the choices decide."""

    verdict: Verdict
    position: Position
    tried: int | None
    shots: list[TryShot]
    wanted: frozenset[int]


def follow(
    position: Position, goal: Sequence[Way], choices: Sequence[int | str], what: str
) -> Came:
    """Play these choices on from here; all but the last must lead on to the goal of `what`."""
    game, shots = position.game, list[TryShot]()
    ways = _go_on(position, list(goal), shots)
    for number, choice in enumerate(choices):
        shots = []
        last = number == len(choices) - 1
        action = read_choice(game, choice)
        leads = [way for way in ways if action is not None and _sign(game, action) in way[0].signs]
        legal = action in position.legal
        if not (legal and leads):
            if not last:
                raise UsageError(f"choice {number + 1} does not lead anywhere in {what}")
            return Came(
                verdict="wrong" if legal else "refused", position=position, tried=action,
                wanted=_wanted(game, ways),
            )  # fmt: skip
        _carry_out(position, action or 0, shots)
        ways = _go_on(position, [way[1:] for way in leads], shots)
        if not all(ways):
            if not last:
                raise UsageError(f"the goal of {what} was reached before that")
            return Came(verdict="right", position=position, tried=action, shots=shots)
    return Came(
        verdict="more" if choices else "begin", position=position, shots=shots,
        wanted=_wanted(game, ways),
    )  # fmt: skip


def _go_on(position: Position, ways: list[Way], shots: list[TryShot]) -> list[Way]:
    """Carry out what is scripted, as far as the next choice of the learner."""
    while ways and ways[0] and not ways[0][0].own:
        sign = ways[0][0].signs[0]
        _carry_out(position, position.allowed(sign), shots)
        ways = [way[1:] for way in ways if way and way[0] == Move((sign,), False)]
    return ways


def _carry_out(position: Position, action: int, shots: list[TryShot]) -> None:
    seat = position.actor
    events = position.carry_out(action)
    shots.append(TryShot(seat, events, position.copy()))


def read_choice(game: Game, choice: int | str) -> int | None:
    """The action that is meant; None for what is none of this game."""
    if isinstance(choice, int):
        return choice if 0 <= choice < game.rules.N_CHOICES else None
    try:
        return read_choice(game, game.words.parse(choice))
    except (CannotRead, NotAllowed):
        return None


def _sign(game: Game, action: int) -> str:
    return game.words.notation(action)


def _wanted(game: Game, ways: Sequence[Way]) -> frozenset[int]:
    return frozenset(game.words.parse(sign) for way in ways if way for sign in way[0].signs)
