"""Events: what happened during one decision, and who saw it; and the outcome of a game.

An event is (kind, seat, a, b, seen). Everybody sees that something of that kind happened to that
seat; `a` and `b` are known only to those whose bit is set in `seen`. Records, sentences and
animations are made from events alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

SPECTATOR = -1
EVERYONE = 0xFFFF
SPECTATOR_BIT = 1 << 15
HIDDEN = -1
"""Stands in an event for a value that the reader may not know."""


class EventKind(NamedTuple):
    """The name of a kind of event, and of its two numbers; a number without a name is unused."""

    name: str
    a: str = ""
    b: str = ""

    def values(self, event: Event) -> dict[str, int]:
        """The numbers by name, without those that the reader may not know."""
        named = ((self.a, event.a), (self.b, event.b))
        return {name: number for name, number in named if name and number != HIDDEN}


class EventKinds(dict[int, EventKind]):
    """The kinds of events of a game, numbered from 1."""

    def __init__(self, *kinds: EventKind) -> None:
        super().__init__(enumerate(kinds, start=1))

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(self)


class Event(NamedTuple):
    kind: int
    seat: int
    a: int
    b: int
    seen: int


event_of = partial(tuple.__new__, Event)
"""The event with the given values: the same as `Event._make`, in half the time."""


def seat_bit(seat: int) -> int:
    return SPECTATOR_BIT if seat == SPECTATOR else 1 << seat


def seen_by(events: Iterable[Event], seat: int) -> list[Event]:
    """The events as one seat (or a spectator, -1) saw them."""
    bit = seat_bit(seat)
    return [e if e.seen & bit else Event(e.kind, e.seat, HIDDEN, HIDDEN, e.seen) for e in events]


MAX_SEATS = 7


def utility(share: float, seats: int) -> float:
    """A share of the win as a reward for a learner: 1 for a sole winner, 0 for an equal share.

    With two seats the loser gets -1. If somebody wins, the rewards add up to 0.
    """
    return (seats * share - 1) / (seats - 1)


@dataclass(frozen=True)
class Outcome:
    """How a game ended: each seat's share of one win, and why."""

    shares: tuple[float, ...]
    reason: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the whole win or an equal part of it; empty in a draw of all."""
        best = max(self.shares)
        if best == 0 or all(s == best for s in self.shares):
            return ()
        return tuple(seat for seat, share in enumerate(self.shares) if share == best)

    def text(self) -> str:
        """The result as a record writes it: ``1-0``, ``0-0-1``, draws ``1/2-1/2``."""
        return "-".join(_share_text(s) for s in self.shares)


def _share_text(share: float) -> str:
    return f"{share:.0f}" if share in (0.0, 1.0) else f"1/{round(1 / share)}"
