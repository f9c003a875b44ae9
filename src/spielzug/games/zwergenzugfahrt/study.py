"""What happens to the things of Die Zwergenzugfahrt in a step."""

from __future__ import annotations

from spielzug.core.bits import has
from spielzug.core.event_buffer import deed_table, write_note
from spielzug.core.jit import entry
from spielzug.core.record_types import Events
from spielzug.core.study import NOBODY
from spielzug.games.zwergenzugfahrt import state as s
from spielzug.games.zwergenzugfahrt.facts import CLANS, Facts
from spielzug.games.zwergenzugfahrt.facts.sets import MAX_FIELDS
from spielzug.games.zwergenzugfahrt.state import State

# Numbers of the deeds of fields and sides of the coin, in the order of `things.THINGS`.
ENTERED, SAT_ON, RESERVED_AT, TAKEN, KICKED_ON, SIGN_LOST, HELD = range(7)
TOSS, COST_SIGN, COST_NOTHING = range(7, 10)
MAX_NOTES = s.MAX_EVENTS + MAX_FIELDS


FIELD_DEED = deed_table(
    {
        s.MOVED: ENTERED, s.SAT: SAT_ON, s.KICKED: KICKED_ON, s.RESERVED: RESERVED_AT,
        s.TOOK: TAKEN, s.LOST_SIGN: SIGN_LOST,
    },
    s.EVENTS,
)  # fmt: skip


@entry
def note(
    facts: Facts, before: State, action: int, after: State, events: Events, out: Events
) -> int:
    """Write what the step did as rows (deed, item, seat); see `things`. Returns their number."""
    count = 0
    for i in range(1, events[0, 0] + 1):
        kind, seat, a = events[i, 0], events[i, 1], events[i, 2]
        deed = FIELD_DEED[kind]
        if deed >= 0:
            goes = kind == s.MOVED or kind == s.SAT or kind == s.KICKED
            count = write_note(out, count, deed, events[i, 3] if goes else a, seat)
        if kind == s.TOSSED:
            count = write_note(out, count, TOSS, a, NOBODY)
        elif kind == s.LOST_SIGN:
            count = write_note(out, count, COST_SIGN, seat, NOBODY)
        elif kind == s.NO_SIGN:
            count = write_note(out, count, COST_NOTHING, seat, NOBODY)
    if after.reason != s.NOT_OVER:
        for clan in range(CLANS):
            held = after.signs[clan] | (after.dwarves[clan] & facts.chairs)
            for field in range(facts.fields):
                if has(held, field):
                    count = write_note(out, count, HELD, field, clan)
    return count
