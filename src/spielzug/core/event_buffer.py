"""The buffers into which compiled rules write the events of a decision, and notes on them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from spielzug.core.events import Event, event_of
from spielzug.core.jit import rule
from spielzug.core.record_types import Counts, Events, Noted, Number


@rule
def clear_events(events: Noted) -> None:
    """Empty the buffer."""
    if events is not None:
        events[0, 0] = 0


@rule
def emit(events: Noted, kind: int, seat: Number, a: Number, b: Number, seen: Number) -> None:
    """Add an event; where `events` is `None`, nothing of this is compiled."""
    if events is not None:
        count = events[0, 0] + 1
        events[0, 0] = count
        events[count, 0] = kind
        events[count, 1] = seat
        events[count, 2] = a
        events[count, 3] = b
        events[count, 4] = seen


def deed_table(deeds: Mapping[int, int], kinds: Collection[int]) -> Counts:
    """The deed that an event of each kind is, by its number; -1 for none."""
    table = np.full(max(kinds) + 1, -1, np.int64)
    for kind, deed in deeds.items():
        table[kind] = deed
    return table


@rule
def write_note(out: Events, count: int, deed: int, item: Number, seat: Number) -> int:
    """Write one more row of a `note`; returns how many there are now."""
    out[count, 0] = deed
    out[count, 1] = item
    out[count, 2] = seat
    return count + 1


def event_buffer(capacity: int) -> Events:
    """A buffer for the events of one decision; row 0 holds their number."""
    return np.zeros((capacity + 1, 5), np.int32)


def read_events(buffer: Events) -> list[Event]:
    count = int(buffer[0, 0])
    return list(map(event_of, buffer[1 : count + 1].tolist()))
