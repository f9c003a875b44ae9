"""What a step did to cards, car faces and spaces."""

from __future__ import annotations

from spielzug.core.jit import entry, rule
from spielzug.core.kinds import Events, Facts, Number, State
from spielzug.core.study import NOBODY, write_note
from spielzug.games.zugraub.facts.plans import SPACES
from spielzug.games.zugraub.facts.sets import FACES, MAX_CARS
from spielzug.games.zugraub.state import (
    ATTACKED,
    BOOSTED,
    BRAKED,
    CAR,
    DEALT,
    DISCARDED,
    DREW,
    FOUND,
    GAVE,
    HIT,
    INSTALLED,
    LOST_CAR,
    MAX_EVENTS,
    NOT_OVER,
    OVER,
    PUT_IN_HEAD,
    WALKED,
)

# Deeds of cards, faces and spaces, as `THINGS` has them.
DRAWN, RUN, HIT_WITH, THROWN, PUT_IN, ROBBED, WON_WITH = range(7)
CAME, LOST, LAST = range(7, 10)
STOPPED_ON, MARKER, FIGHT, BRAKE = range(10, 14)

MAX_NOTES = MAX_EVENTS + MAX_CARS + 8
"""An event is a deed at most; and the end has the cars and the winners."""


@rule
def of_card(kind: Number, phase: Number) -> int:
    """What such an event does to a card, -1 for nothing. What is lost with a car is not thrown."""
    if kind == DEALT or kind == DREW:
        return DRAWN
    if kind == BOOSTED:
        return RUN
    if kind == HIT:
        return HIT_WITH
    if kind == INSTALLED:
        return PUT_IN
    if kind == DISCARDED and phase != OVER:
        return THROWN
    return -1


@rule
def of_space(kind: Number) -> int:
    """What such an event does on a space, -1 for nothing."""
    if kind == WALKED:
        return STOPPED_ON
    if kind == FOUND:
        return MARKER
    if kind == ATTACKED:
        return FIGHT
    if kind == BRAKED:
        return BRAKE
    return -1


@rule
def face_of(before: State, fresh: int, lost: int, car: Number) -> int:
    """A car of the train now, by what it was before the step and what came and went in it."""
    at = car + lost
    return before.train[at] + 0 if at < before.length else fresh


@entry
def note(
    facts: Facts, before: State, action: int, after: State, events: Events, out: Events
) -> int:
    """Rows (deed, item, seat). A step adds one car at most, but for the deal."""
    count, fresh, lost = 0, FACES, 0
    for i in range(1, events[0, 0] + 1):
        kind, seat, a, b = events[i, 0], events[i, 1], events[i, 2], events[i, 3]
        deed, where = of_card(kind, b), of_space(kind)
        if deed >= 0:
            count = write_note(out, count, deed, a, seat)
        elif where >= 0:
            place = b if kind == WALKED else a
            face = face_of(before, fresh, lost, place // SPACES)
            count = write_note(out, count, where, face * SPACES + place % SPACES, seat)
        elif (kind == GAVE or kind == PUT_IN_HEAD) and b != seat:
            count = write_note(out, count, ROBBED, a, b)
        elif kind == CAR:
            fresh = a + 0
            count = write_note(out, count, CAME, a, NOBODY)
        elif kind == LOST_CAR:
            count = write_note(out, count, LOST, face_of(before, fresh, lost, 0), NOBODY)
            lost += 1
    if action < 0:
        count = write_note(out, count, CAME, after.train[0], NOBODY)  # the Caboose
    if after.reason != NOT_OVER:
        for car in range(after.length):
            count = write_note(out, count, LAST, after.train[car], NOBODY)
        for seat in range(after.seats):
            if after.winners >> seat & 1:
                count = write_note(out, count, WON_WITH, after.head[seat], seat)
    return count
