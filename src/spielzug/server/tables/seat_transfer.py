"""The seats of a device go to another one: whoever played there plays on here.

What the first device fixed before the deal stays as it is, and so does its place in the start list
(`Place.fixed_by`). Before the deal a seat stays: its device alone knows the nonce.
"""

from __future__ import annotations

from spielzug.server.problems import Problem
from spielzug.server.tables.seats import PROGRAM
from spielzug.server.tables.table import OVER, WAITING, Table


def seats_to_move(table: Table, device: str) -> list[int]:
    """Those of its people; a program knows nothing of links."""
    return [seat for seat in table.seats_of(device) if table.places[seat].kind != PROGRAM]


def refuse_move(table: Table, device: str) -> None:
    if table.status == OVER:
        raise Problem(409, "over")
    if table.status == WAITING:
        raise Problem(409, "move_before_deal")
    if not seats_to_move(table, device):
        raise Problem(409, "nothing_to_move")


def move(table: Table, old: str, new: str) -> None:
    """All seats of a device at a table that runs, and what it may do as the one who opened it."""
    refuse_move(table, old)
    _give(table, old, new)
    table.away.was_here(new)


def take_along(table: Table, old: str, new: str) -> bool:
    """One browser was two devices and is one now; whether that can be said of this table.

    Its nonces lie in the same browser, so this may happen before the deal, too. Only where both
    devices sit it may not: each has fixed a nonce of its own there.
    """
    if table.status == WAITING and table.seats_of(old) and table.seats_of(new):
        return False
    _give(table, old, new)
    return True


def _give(table: Table, old: str, new: str) -> None:
    for seat in table.seats_of(old):
        place = table.places[seat]
        if place.kind == PROGRAM:
            continue
        if table.status != WAITING:
            place.fixed_by = place.fixed_by or old
        place.device, place.released = new, None
    if table.creator == old:
        table.creator = new
    table.changes.freed.add(old)
    table.touch()
