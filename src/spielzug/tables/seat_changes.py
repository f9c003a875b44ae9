"""Changes of a table's seats: joining and leaving, bots for absent people, transfers, names.

Transfers: a seat can move to another device only after the deal, because before that only its
device knows the nonce. The committed hash and its place in the start list stay (`Place.fixed_by`).

Absence: after a while the others may let a bot play for an absent person, and the creator may offer
the seat to somebody new. Until somebody takes it, the absent person can come back. Nobody who is
connected loses a seat.

Removed names: the fingerprint of the start list, from which the luck was derived, contains hashes
of the names, so it stays the same without them, see `NameSeal`. Lists of earlier versions contain
the names themselves: there the fingerprint is kept (`Start.sealed_as`), and only whoever has a copy
of the list can still check it.
"""

from __future__ import annotations

import math
from collections.abc import Set
from dataclasses import replace

from spielzug.bots import DEFAULT_BOT
from spielzug.tables.errors import TableError
from spielzug.tables.seats import (
    FRIEND,
    GONE,
    HUMAN,
    MISSED,
    PROGRAM,
    Place,
    clean_name,
)
from spielzug.tables.start import LEFT, LOST, SENT, SILENT
from spielzug.tables.table import GRACE, OVER, WAITING, Table


def seats_to_move(table: Table, device: str) -> list[int]:
    """The seats of the device's people; programs cannot use transfer links."""
    return [seat for seat in table.seats_of(device) if table.places[seat].kind != PROGRAM]


def check_can_move(table: Table, device: str) -> None:
    if table.status == OVER:
        raise TableError("over")
    if table.status == WAITING:
        raise TableError("move_before_deal")
    if not seats_to_move(table, device):
        raise TableError("nothing_to_move")


def move(table: Table, old: str, new: str) -> None:
    """Move a device's seats at a running table, and its rights as the table's creator."""
    check_can_move(table, old)
    _give(table, old, new)
    table.away.mark_present(new)


def merge_device(table: Table, old: str, new: str) -> bool:
    """Merge two devices that turned out to be one browser; False if this table does not allow it.

    All nonces are in that browser, so this is possible before the deal, too, unless both devices
    have seats at the table: each of them has committed its own nonce.
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


def stand_in(table: Table, device: str, seat: int, here: Set[str], lang: str) -> None:
    """Let a bot play for an absent person, on behalf of another; `here` are the connected devices.

    Only on the absent person's turn, and always with the usual bot, so that nobody gains by
    choosing the moment or a weak bot.
    """
    table.running_match()
    if not any(table.places[own].is_person for own in table.seats_of(device)):
        raise TableError("not_at_table")
    require_absent(table, device, seat, here, lang)
    table.hand_over(seat, DEFAULT_BOT, MISSED)


def require_absent(table: Table, device: str, seat: int, here: Set[str], lang: str) -> None:
    """Raise unless the person is disconnected and the table has waited longer than its grace."""
    match, place, name = table.running_match(), table.place(seat), table.names(lang)[seat]
    if not place.is_person or place.device is None:
        raise TableError("nobody_missed")
    if place.device in here or place.device == device:
        raise TableError("still_here", name=name)
    if table.times is not None:
        raise TableError("has_time", name=name)
    if table.grace is None:
        raise TableError("no_grace")
    if match.actor != seat:
        raise TableError("not_waited_for", name=name)
    left = table.grace - table.away.waited(place.device)
    if left > 0:
        raise TableError("not_away_yet", name=name, seconds=math.ceil(left))


def stamp(place: Place) -> int:
    """When the seat was offered, in milliseconds, to tell invitations apart; 0: it is not."""
    return 0 if place.released is None else round(place.released * 1000)


def can_join(table: Table, seat: int, offer: int) -> bool:
    """Whether an invitation still leads to a free seat."""
    place = table.place(seat)
    if table.status == WAITING:
        return place.empty
    return table.status != OVER and offer != 0 and offer == stamp(place)


def release(table: Table, device: str, seat: int, here: Set[str], lang: str) -> None:
    """Offer an absent person's seat to somebody new; `here` are the connected devices."""
    table.require_creator(device)
    table.running_match()
    place = table.place(seat)
    if place.released is not None:
        return
    if place.player != HUMAN or place.kind == PROGRAM or place.device in (None, device):
        raise TableError("nobody_missed")
    if place.stand_in is None:
        require_absent(table, device, seat, here, lang)
        table.hand_over(seat, DEFAULT_BOT, MISSED)
    else:
        _require_long_absence(table, place, here, table.names(lang)[seat])
    place.released = table.clock.now()
    table.touch()


def _require_long_absence(table: Table, place: Place, here: Set[str], name: str) -> None:
    """Where a bot plays already, raise unless the person has been away longer than the grace."""
    assert place.device is not None
    if place.device in here:
        raise TableError("still_here", name=name)
    left = (table.grace or GRACE) - table.away.seconds(place.device)
    if left > 0:
        raise TableError("not_away_yet", name=name, seconds=math.ceil(left))


def keep(table: Table, device: str, seat: int) -> None:
    """Withdraw the offer of a seat; the bot continues to play for the absent person."""
    table.require_creator(device)
    place = table.place(seat)
    if place.released is not None:
        place.released = None
        table.touch()


def come_back(table: Table, device: str, seat: int) -> None:
    """The person takes the seat back from the bot, and a pending offer ends."""
    place = table.own_place(device, seat)
    if place.stand_in is not None:
        table.hand_over(seat, None)
        table.away.mark_present(device)
    place.released = None


def take(table: Table, device: str, seat: int, name: str, offer: int) -> None:
    """Somebody new takes an offered seat, and sees what the seat sees from now on."""
    place = table.place(seat)
    if place.device == device:
        return come_back(table, device, seat)
    if not can_join(table, seat, offer):
        raise TableError("over" if table.status == OVER else "seat_taken")
    assert place.device is not None
    table.changes.freed.add(place.device)
    place.fixed_by = place.fixed_by or place.device
    place.device, place.released, place.since = device, None, table.number
    own = clean_name(name)
    # Records use the names in the start list; this one is shown only at the table.
    place.shown = table.free_name(own, seat) if own else None
    table.hand_over(seat, None)
    table.away.mark_present(device)
    return None


def remove_own_name(table: Table, device: str, seat: int) -> bool:
    table.own_place(device, seat)
    return remove_name(table, seat)


def remove_own_names(table: Table, device: str) -> bool:
    """Remove the names of all seats of this device."""
    found = [remove_name(table, seat) for seat in table.seats_of(device)]
    return any(found)


def remove_name(table: Table, seat: int) -> bool:
    """Replace a name in a finished game by the seat's default name; False if there is none."""
    place, start = table.place(seat), table.start
    if table.status != OVER:
        raise TableError("still_running")
    unnamed = place.shown is None and place.since is None
    if place.player != HUMAN or unnamed or seat in start.removed:
        return False
    start.unseal_name(seat)
    place.since = None
    table.forget_name(seat)
    start.voids = tuple(
        replace(one, name=place.name) if one.void.seat == seat else one for one in start.voids
    )
    if start.sealed is not None:
        start.sealed = start.list_of(table.about)
    if table.match is not None:
        table.match.seats = tuple(table.sitting)
        table.match.luck = table.luck
    table.touch()
    return True


def give_hash(table: Table, device: str, given: str) -> None:
    """Commit to a device's nonce by its hash; a different one after sealing voids the start."""
    seats = table.seats_of(device)
    if not seats:
        raise TableError("not_at_table")
    if table.start.hash_of(device) == given:
        return
    if table.status != WAITING:
        raise TableError("over" if table.status == OVER else "already_started")
    table.start.check_hash_unused(device, given)
    table.start.void(seats[0], LOST)
    table.start.commit_hash(device, given)
    table.touch()
    table.deal_if_complete()


def reveal(table: Table, device: str, nonce: str, fingerprint: str) -> None:
    """A device that has seen the start list reveals its nonce; the last one starts the deal."""
    if not table.seats_of(device):
        raise TableError("not_at_table")
    if table.status == OVER:
        raise TableError("over")
    if table.start.reveal(device, nonce, fingerprint):
        table.touch()
    table.deal_if_complete()  # also a second time, if the engine failed at the deal


def give_up_waiting(table: Table, device: str, seat: int) -> None:
    """Void the start because a device does not reveal its nonce; frees a friend's seat."""
    if not table.start.has_revealed(device):
        raise TableError("reveal_first")
    if table.status != WAITING or seat not in table.start.awaited:
        raise TableError("not_silent")
    left = table.reveal_seconds - table.start.seconds
    if left > 0:
        raise TableError("not_silent_yet", seconds=math.ceil(left))
    silent = table.places[seat].device
    table.start.void(seat, SILENT)
    for number, place in enumerate(table.places):
        if place.device == silent and place.kind in (FRIEND, PROGRAM):
            place.kind, place.device = FRIEND, None
            table.changes.freed.add(silent or "")
            table.forget_name(number)
    table.touch()


def free_seats(table: Table) -> list[int]:
    """Seats that a friend can still take before the deal."""
    if table.status != WAITING:
        return []
    return [n for n, place in enumerate(table.places) if place.kind == FRIEND and place.empty]


def seat_for(table: Table, device: str, wanted: int | None = None) -> int:
    """The device's own seat, else the wanted one if free, else the first free; -1: none."""
    own, free = table.seats_of(device), free_seats(table)
    return next(iter([*own, *(seat for seat in free if seat == wanted), *free]), -1)


def join(table: Table, device: str, seat: int, name: str, given: str) -> None:
    place = table.place(seat)
    if place.device == device:
        return
    if place.kind != FRIEND or not place.empty:
        raise TableError("seat_taken")
    if table.status != WAITING:
        raise TableError("over")
    table.start.check_hash_unused(device, given)
    place.device = device
    if own := clean_name(name):
        place.name = place.shown = table.free_name(own, seat)
    table.start.commit_hash(device, table.start.hash_of(device) or given)
    table.changes.sat.add(seat)
    table.touch()
    table.deal_if_complete()


def seat_program(table: Table, device: str, seat: int, name: str) -> None:
    """Mark a friend's seat as a program's, and show the name that the program gives itself.

    Only the first time, so that names do not change during a game. Once the start is sealed,
    records keep the name in the start list.
    """
    place = table.own_place(device, seat)
    if place.kind == FRIEND:
        place.kind = PROGRAM
        if own := clean_name(name):
            place.shown = table.free_name(own, seat)
            if table.start.sealed is None and table.status == WAITING:
                place.name = place.shown
        table.clear_seen_cache()  # cached views contain the old name
        table.touch()


def fill(table: Table, device: str, seat: int, bot: str) -> None:
    table.require_creator(device)
    place = table.place(seat)
    if table.status != WAITING or not place.empty:
        raise TableError("seat_not_empty")
    place.player = bot
    table.forget_name(seat)
    table.touch()
    table.deal_if_complete()


def leave(table: Table, device: str, seat: int, bot: str) -> None:
    """Leave a seat: before the deal a friend's seat becomes free, later a bot plays on."""
    place = table.own_place(device, seat)
    if table.status == OVER:
        raise TableError("over")
    if table.status == WAITING:
        if place.kind not in (FRIEND, PROGRAM):
            raise TableError("not_started")
        table.start.void(seat, LEFT)
        place.kind, place.device, place.hash = FRIEND, None, None
        table.changes.freed.add(device)
        table.forget_name(seat)
        table.touch()
    else:
        table.hand_over(seat, bot, GONE)


def sit_anywhere(table: Table, device: str, seat: int | None, name: str, given: str) -> int:
    """Take a seat at a table where anybody may sit down; gives its number."""
    if not table.open or table.status != WAITING:
        raise TableError("not_open")
    found = seat_for(table, device, seat)
    if found < 0:
        raise TableError("seat_taken")
    join(table, device, found, name, given)
    return found


def require_removable(table: Table, device: str, seat: int) -> str:
    """The guest's device; raises if `device` may not remove it."""
    table.require_creator(device)
    place = table.place(seat)
    if table.status != WAITING:
        raise TableError("already_started")
    if place.device in (None, device) or place.kind not in (FRIEND, PROGRAM):
        raise TableError("nobody_to_send")
    assert place.device is not None
    return place.device


def remove_guest(table: Table, device: str, seat: int) -> None:
    """Remove a guest before the deal, for the creator."""
    sitter = require_removable(table, device, seat)
    table.start.void(seat, SENT)
    for number in table.seats_of(sitter):
        place = table.places[number]
        place.kind, place.device, place.hash = FRIEND, None, None
        table.forget_name(number)
    table.changes.freed.add(sitter)
    table.touch()
