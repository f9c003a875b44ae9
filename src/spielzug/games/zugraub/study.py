"""What happens to the things of Der große Zugraub in a step, and the measures of its end."""

from __future__ import annotations

import numpy as np

from spielzug.core.event_buffer import deed_table, write_note
from spielzug.core.jit import entry, rule
from spielzug.core.record_types import Counts, Events, Number, States
from spielzug.core.study import NOBODY
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.facts import Facts
from spielzug.games.zugraub.facts.sets import FACES, MAX_CARS, SPACES
from spielzug.games.zugraub.state import State

# Numbers of the deeds of cards, faces and spaces, in the order of `things.THINGS`.
DRAWN, RUN, HIT_WITH, THROWN, PUT_IN, ROBBED, WON_WITH = range(7)
CAME, LOST, LAST = range(7, 10)
STOPPED_ON, MARKER, FIGHT, BRAKE = range(10, 14)

MAX_NOTES = s.MAX_EVENTS + MAX_CARS + 8
"""At most one note per event, and at the end one per car and winner."""


CARD_DEED = deed_table(
    {
        s.DEALT: DRAWN, s.DREW: DRAWN, s.BOOSTED: RUN, s.HIT: HIT_WITH, s.INSTALLED: PUT_IN,
        s.DISCARDED: THROWN,
    },
    s.EVENTS,
)  # fmt: skip
SPACE_DEED = deed_table(
    {s.WALKED: STOPPED_ON, s.FOUND: MARKER, s.ATTACKED: FIGHT, s.BRAKED: BRAKE}, s.EVENTS
)


@rule
def face_of(before: State, fresh: int, lost: int, car: Number) -> int:
    """The face of a car after `lost` cars went and the car `fresh` came in this step."""
    at = car + lost
    return before.train[at] + 0 if at < before.length else fresh


@entry
def note(
    facts: Facts, before: State, action: int, after: State, events: Events, out: Events
) -> int:
    """Write what the step did as rows (deed, item, seat); a step adds at most one car."""
    count, fresh, lost = 0, FACES, 0
    for i in range(1, events[0, 0] + 1):
        kind, seat, a, b = events[i, 0], events[i, 1], events[i, 2], events[i, 3]
        deed, where = CARD_DEED[kind], SPACE_DEED[kind]
        if kind == s.DISCARDED and b == s.OVER:  # lost with a car
            continue
        if deed >= 0:
            count = write_note(out, count, deed, a, seat)
        elif where >= 0:
            place = b if kind == s.WALKED else a
            face = face_of(before, fresh, lost, place // SPACES)
            count = write_note(out, count, where, face * SPACES + place % SPACES, seat)
        elif (kind == s.GAVE or kind == s.PUT_IN_HEAD) and b != seat:
            count = write_note(out, count, ROBBED, a, b)
        elif kind == s.CAR:
            fresh = a + 0
            count = write_note(out, count, CAME, a, NOBODY)
        elif kind == s.LOST_CAR:
            count = write_note(out, count, LOST, face_of(before, fresh, lost, 0), NOBODY)
            lost += 1
    if action < 0:
        count = write_note(out, count, CAME, after.train[0], NOBODY)  # the Caboose
    if after.reason != s.NOT_OVER:
        for car in range(after.length):
            count = write_note(out, count, LAST, after.train[car], NOBODY)
        for seat in range(after.seats):
            if after.winners >> seat & 1:
                count = write_note(out, count, WON_WITH, after.head[seat], seat)
    return count


def measure(facts: Facts, finals: States) -> dict[str, Counts]:
    """An array for each of `things.MEASURES`, with one number per final position."""
    seats = np.asarray(finals["seats"], np.int64)
    seat = np.arange(finals["head"].shape[1])
    wins = np.asarray(finals["winners"], np.int64)[:, None] >> seat & 1
    heads = np.asarray(finals["head"], np.int64)
    iq = np.asarray(facts.iq, np.int64)[heads] * wins
    return {
        "turns_each": -(-np.asarray(finals["turns"], np.int64) // seats),
        "winning_brain": (heads * wins).max(axis=1),
        "winning_iq": iq.max(axis=1),
        "cars_lost": np.asarray(finals["dropped"], np.int64),
        "points_left": np.asarray(finals["points"], np.int64).sum(axis=1),
    }
