"""A person is gone for good: whoever opened the table offers the seat to somebody new.

Until then a bot plays, and the seat is still that person's who comes back before anybody else has
taken it. Nobody loses a seat who is here, and everybody sees what happened.
"""

from __future__ import annotations

import math
import time
from collections.abc import Set

from spielzug.bots import USUAL
from spielzug.server.problems import Problem
from spielzug.server.tables import absence
from spielzug.server.tables.seats import HUMAN, MISSED, PROGRAM, Place, clean_name
from spielzug.server.tables.table import GRACE, OVER, WAITING, Table


def stamp(place: Place) -> int:
    """Of the offer, in milliseconds: an invitation is for this one and for no earlier; 0: none."""
    return 0 if place.released is None else round(place.released * 1000)


def may_join(table: Table, seat: int, offer: int) -> bool:
    """Whether an invitation still leads to a free seat."""
    place = table.place(seat)
    if table.status == WAITING:
        return place.empty
    return table.status != OVER and offer != 0 and offer == stamp(place)


def release(table: Table, device: str, seat: int, here: Set[str], lang: str) -> None:
    """Offer the seat of one who is away and waited for too long; `here` are the connected."""
    if device != table.creator:
        raise Problem(403, "not_creator")
    table.running_match()
    place = table.place(seat)
    if place.released is not None:
        return
    if place.player != HUMAN or place.kind == PROGRAM or place.device in (None, device):
        raise Problem(409, "nobody_missed")
    if place.stand_in is None:
        absence.refuse_present(table, device, seat, here, lang)
        table.hand_over(seat, USUAL, MISSED)
    else:
        _refuse_near(table, place, here, table.names(lang)[seat])
    place.released = time.time()
    table.touch()


def _refuse_near(table: Table, place: Place, here: Set[str], name: str) -> None:
    """A bot plays already: then whoever has left must be away for as long as the table waits."""
    assert place.device is not None
    if place.device in here:
        raise Problem(409, "still_here", name=name)
    left = (table.grace or GRACE) - table.away.seconds(place.device)
    if left > 0:
        raise Problem(409, "not_away_yet", name=name, seconds=math.ceil(left))


def keep(table: Table, device: str, seat: int) -> None:
    """Whoever offered it thinks better of it: the bot plays on for the one who is away."""
    if device != table.creator:
        raise Problem(403, "not_creator")
    place = table.place(seat)
    if place.released is not None:
        place.released = None
        table.touch()


def come_back(table: Table, device: str, seat: int) -> None:
    """The person is here again, before anybody else has taken the seat."""
    place = table.own_place(device, seat)
    if place.stand_in is not None:
        table.hand_over(seat, None)
        table.away.was_here(device)
    place.released = None


def take(table: Table, device: str, seat: int, name: str, offer: int) -> None:
    """Somebody new plays on from here, and knows from now on what the seat knows."""
    place = table.place(seat)
    if place.device == device:
        return come_back(table, device, seat)
    if not may_join(table, seat, offer):
        raise Problem(409, "over" if table.status == OVER else "seat_taken")
    assert place.device is not None
    table.changes.freed.add(place.device)
    place.fixed_by = place.fixed_by or place.device
    place.device, place.released, place.since = device, None, table.number
    own = clean_name(name)
    # Records keep to the start list, so this is only what the seat is called at the table.
    place.shown = table.free_name(own, seat) if own else None
    table.hand_over(seat, None)
    table.away.was_here(device)
    return None
