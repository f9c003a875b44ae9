"""Decides which changes of a table cause a notification, and for whom.

Nobody is notified of their own actions, nor at an untimed table against bots alone, where nobody
waits for them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from spielzug.server.cluster.steady_time import steady
from spielzug.server.tables.server_table import ServerChanges, ServerTable
from spielzug.tables.seats import LATE, MISSED
from spielzug.tables.table import OVER, RUNNING, WAITING, Table

TURN: Final = "turn"
SOON: Final = "soon"
ASKED: Final = "asked"
BEGIN: Final = "begin"
JOINED: Final = "joined"
BOT: Final = "bot"
ENDED: Final = "over"
REMATCH: Final = "rematch"
TURN_KINDS = (TURN, SOON, ASKED)
"""Kinds that expire when it becomes somebody else's turn."""
SHORT = 3600.0  # seconds; shorter turns get no warning before their end
LONGEST = 12 * 3600.0  # seconds before the end of a turn that a warning comes at most


@dataclass(frozen=True)
class News:
    kind: str
    table: str
    device: str
    number: int = 0
    """Distinguishes several of one kind at a table; each is sent once."""
    due: float | None = None
    """When to send it; None: after the usual pause."""


def people(table: Table) -> set[str]:
    """The devices of the people who play here, also while a bot sits in for one."""
    return {place.device for place in table.places if place.has_owner and place.device is not None}


def news_of(table: ServerTable, changes: ServerChanges) -> list[News]:
    """The news in a change; called before it is written, with the table's lock held."""
    here = people(table)
    if len(here) < 2 and table.times is None:
        return []
    found = [*_turn(table, changes), *_asked(table, changes)]
    found += [*_begin(table, changes), *_seats(table, changes)]
    found += [*_end(table, changes, here), *_again(changes)]
    return found


def _turn(table: ServerTable, changes: ServerChanges) -> Iterator[News]:
    """It became somebody's turn by somebody else's move."""
    if table.status != RUNNING or not changes.entries:
        return
    place = table.places[table.actor]
    if not place.is_person or place.device is None:
        return
    first = changes.entries[0].number
    before = table.positions[first - 1].actor if first > 0 else -1
    own = any(
        entry.seat >= 0 and table.places[entry.seat].device == place.device
        for entry in changes.entries[-1:]
    )
    if before != table.actor and not own:
        yield News(TURN, table.id, place.device, table.number)
        if table.deadline is not None and (left := table.deadline - steady()) >= SHORT:
            due = time.time() + left - min(left / 4, LONGEST)
            yield News(SOON, table.id, place.device, table.number, due)


def _asked(table: ServerTable, changes: ServerChanges) -> Iterator[News]:
    """Somebody's time is up, and a bot will take the seat soon."""
    times = table.times
    if times is None or times.asked is None or table.status != RUNNING or not changes.table:
        return
    device = table.places[table.actor].device
    if times.marks[-1].what == "asked" and device is not None:
        yield News(ASKED, table.id, device, table.number, time.time())


def _begin(table: ServerTable, changes: ServerChanges) -> Iterator[News]:
    """All seats are taken: every device must open the table once more before the deal."""
    if table.status != WAITING or not changes.table or table.start.sealed is None:
        return
    for seat in table.start.awaited:
        if (device := table.places[seat].device) is not None:
            yield News(BEGIN, table.id, device, len(table.start.voids))


def _seats(table: ServerTable, changes: ServerChanges) -> Iterator[News]:
    creator_awaited = table.start.sealed is not None  # BEGIN tells the creator already
    for seat in changes.sat:
        if table.status == WAITING and not creator_awaited:
            if table.places[seat].device != table.creator:
                yield News(JOINED, table.id, table.creator, 10 * len(table.start.voids) + seat)
    for seat in changes.handed_over:
        place = table.places[seat]
        if place.stand_in is not None and place.why in (MISSED, LATE) and place.device is not None:
            yield News(BOT, table.id, place.device, table.number)


def _end(table: ServerTable, changes: ServerChanges, here: set[str]) -> Iterator[News]:
    """The change ended the game; whoever made the last move knows that already."""
    if table.status != OVER or table.ended != table.updated:
        return
    seats = [entry.seat for entry in changes.entries[-1:] if entry.seat >= 0]
    last = {table.places[seat].device for seat in seats}
    yield from (News(ENDED, table.id, device) for device in sorted(here - last))


def _again(changes: ServerChanges) -> Iterator[News]:
    for new in changes.created:
        for device in sorted(people(new) - {new.creator}):
            yield News(REMATCH, new.id, device)
