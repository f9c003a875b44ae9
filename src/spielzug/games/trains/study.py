"""What happens to the things of Trains in a step."""

from __future__ import annotations

from spielzug.core.event_buffer import deed_table, write_note
from spielzug.core.jit import entry
from spielzug.core.record_types import Events
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import MAX_SEATS, SLOTS, Facts
from spielzug.games.trains.state import State

# Numbers of the deeds of kinds and spaces, in the order of `things.THINGS`.
OFFERED, BUYS, GAINS, PLAYS, USES, TRASHES = range(6)
FIRST_RAIL, RAILS, STATIONS = range(6, 9)
MAX_NOTES = s.MAX_EVENTS + MAX_SEATS * SLOTS


DEED_OF = deed_table(
    {
        s.BOUGHT: BUYS, s.GAINED: GAINS, s.PLAYED: PLAYS, s.USED: USES, s.TRASHED: TRASHES,
        s.STARTED: FIRST_RAIL, s.LAID: RAILS, s.BUILT: STATIONS,
    },
    s.EVENTS,
)  # fmt: skip


@entry
def note(
    facts: Facts, before: State, action: int, after: State, events: Events, out: Events
) -> int:
    """Write what the step did as rows (deed, item, seat); returns their number."""
    count = 0
    for i in range(1, events[0, 0] + 1):
        deed = DEED_OF[events[i, 0]]
        if deed >= 0:
            count = write_note(out, count, deed, events[i, 2], events[i, 1])
    if action < 0:
        for slot in range(SLOTS):
            for seat in range(after.seats):
                count = write_note(out, count, OFFERED, after.kind[slot], seat)
    return count
