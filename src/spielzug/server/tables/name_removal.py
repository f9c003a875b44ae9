"""A name is removed from a finished game: in its rows, and wherever it is shown.

The start list was sealed with the name, and luck was made from its fingerprint. So the fingerprint
stays as it was (`Start.sealed_as`), the list says that names were removed, and one who kept the
list can still check it.
"""

from __future__ import annotations

from dataclasses import replace

from spielzug.core.match import Seat
from spielzug.server.problems import Problem
from spielzug.server.tables.seats import HUMAN
from spielzug.server.tables.table import OVER, Table


def remove_own_name(table: Table, device: str, seat: int) -> bool:
    table.own_place(device, seat)
    return remove_name(table, seat)


def remove_own_names(table: Table, device: str) -> bool:
    """Of all who played there from this device."""
    found = [remove_name(table, seat) for seat in table.seats_of(device)]
    return any(found)


def remove_name(table: Table, seat: int) -> bool:
    """Whether there was one; afterwards the seat is called as one that nobody has named."""
    place, start = table.place(seat), table.start
    if table.status != OVER:
        raise Problem(409, "still_running")
    unnamed = place.shown is None and place.since is None
    if place.player != HUMAN or unnamed or seat in start.removed:
        return False
    start.removed = tuple(sorted({*start.removed, seat}))
    if start.sealed is not None:
        start.sealed_as = start.sealed.fingerprint
    place.since = None
    table.forget_name(seat)
    start.voids = tuple(
        replace(one, name=place.name) if one.void.seat == seat else one for one in start.voids
    )
    if start.sealed is not None:
        start.sealed = start.list_of(table.about)
    if table.match is not None:
        table.match.seats = tuple(Seat(one.name, one.player) for one in table.places)
        table.match.luck = table.luck
    table.touch()
    return True
