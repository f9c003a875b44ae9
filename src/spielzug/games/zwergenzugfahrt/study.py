"""What happens to the things of Die Zwergenzugfahrt in a step."""

from __future__ import annotations

from spielzug.core.event_buffer import write_note
from spielzug.core.jit import entry, rule
from spielzug.core.record_types import Events, Number
from spielzug.core.study import NOBODY
from spielzug.games.zwergenzugfahrt.facts import CLANS, Facts
from spielzug.games.zwergenzugfahrt.facts.bits import has
from spielzug.games.zwergenzugfahrt.facts.sets import MAX_FIELDS
from spielzug.games.zwergenzugfahrt.state import (
    KICKED,
    LOST_SIGN,
    MAX_EVENTS,
    MOVED,
    NO_SIGN,
    NOT_OVER,
    RESERVED,
    SAT,
    TOOK,
    TOSSED,
    State,
)

# Numbers of the deeds of fields and sides of the coin, in the order of `things.THINGS`.
ENTERED, SAT_ON, RESERVED_AT, TAKEN, KICKED_ON, SIGN_LOST, HELD = range(7)
TOSS, COST_SIGN, COST_NOTHING = range(7, 10)
MAX_NOTES = MAX_EVENTS + MAX_FIELDS


@rule
def field_deed(kind: Number) -> int:
    """The deed that such an event is for a field, -1 if none."""
    if kind == MOVED:
        return ENTERED
    if kind == SAT:
        return SAT_ON
    if kind == KICKED:
        return KICKED_ON
    if kind == RESERVED:
        return RESERVED_AT
    if kind == TOOK:
        return TAKEN
    if kind == LOST_SIGN:
        return SIGN_LOST
    return -1


@entry
def note(
    facts: Facts, before: State, action: int, after: State, events: Events, out: Events
) -> int:
    """Write what the step did as rows (deed, item, seat); see `things`. Returns their number."""
    count = 0
    for i in range(1, events[0, 0] + 1):
        kind, seat, a = events[i, 0], events[i, 1], events[i, 2]
        deed = field_deed(kind)
        if deed >= 0:
            goes = kind == MOVED or kind == SAT or kind == KICKED
            count = write_note(out, count, deed, events[i, 3] if goes else a, seat)
        if kind == TOSSED:
            count = write_note(out, count, TOSS, a, NOBODY)
        elif kind == LOST_SIGN:
            count = write_note(out, count, COST_SIGN, seat, NOBODY)
        elif kind == NO_SIGN:
            count = write_note(out, count, COST_NOTHING, seat, NOBODY)
    if after.reason != NOT_OVER:
        for clan in range(CLANS):
            held = after.signs[clan] | (after.dwarves[clan] & facts.chairs)
            for field in range(facts.fields):
                if has(held, field):
                    count = write_note(out, count, HELD, field, clan)
    return count
