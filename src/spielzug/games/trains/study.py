"""What happens to the things of Trains in a step."""

from __future__ import annotations

from spielzug.core.event_buffer import write_note
from spielzug.core.jit import entry, rule
from spielzug.core.record_types import Events, Number
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import MAX_SEATS, SLOTS, Facts
from spielzug.games.trains.state import State

# Numbers of the deeds of kinds and spaces, in the order of `things.THINGS`.
OFFERED, BUYS, GAINS, PLAYS, USES, TRASHES = range(6)
FIRST_RAIL, RAILS, STATIONS = range(6, 9)
MAX_NOTES = s.MAX_EVENTS + MAX_SEATS * SLOTS


@rule
def deed_of(kind: Number) -> int:
    """The deed that such an event is for a kind of card or a space, -1 if none."""
    if kind == s.BOUGHT:
        return BUYS
    if kind == s.GAINED:
        return GAINS
    if kind == s.PLAYED:
        return PLAYS
    if kind == s.USED:
        return USES
    if kind == s.TRASHED:
        return TRASHES
    if kind == s.STARTED:
        return FIRST_RAIL
    if kind == s.LAID:
        return RAILS
    if kind == s.BUILT:
        return STATIONS
    return -1


@entry
def note(
    facts: Facts, before: State, action: int, after: State, events: Events, out: Events
) -> int:
    """Write what the step did as rows (deed, item, seat); returns their number."""
    count = 0
    for i in range(1, events[0, 0] + 1):
        deed = deed_of(events[i, 0])
        if deed >= 0:
            count = write_note(out, count, deed, events[i, 2], events[i, 1])
    if action < 0:
        for slot in range(SLOTS):
            for seat in range(after.seats):
                count = write_note(out, count, OFFERED, after.kind[slot], seat)
    return count
