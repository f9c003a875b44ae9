"""Sitting down at a table and standing up, and what a device gives to the luck of its deal."""

from __future__ import annotations

import math

from spielzug.server.problems import Problem
from spielzug.server.tables.seats import FRIEND, GONE, PROGRAM, clean_name
from spielzug.server.tables.start import LEFT, LOST, SILENT
from spielzug.server.tables.table import OVER, WAITING, Table


def give_hash(table: Table, device: str, given: str) -> None:
    """What a device fixes of its nonce; another one after the list was told voids the start."""
    seats = table.seats_of(device)
    if not seats:
        raise Problem(403, "not_at_table")
    if table.start.hash_of(device) == given:
        return
    if table.status != WAITING:
        raise Problem(409, "over" if table.status == OVER else "already_started")
    table.start.refuse_hash(device, given)
    table.start.void(seats[0], LOST)
    table.start.fix(device, given)
    table.touch()
    table.deal_if_complete()


def reveal(table: Table, device: str, nonce: str, fingerprint: str) -> None:
    """A device that has the list in its hands shows its nonce; the last one brings the deal."""
    if not table.seats_of(device):
        raise Problem(403, "not_at_table")
    if table.status == OVER:
        raise Problem(409, "over")
    if table.start.reveal(device, nonce, fingerprint):
        table.touch()
        table.deal_if_complete()


def give_up_waiting(table: Table, device: str, seat: int) -> None:
    """The start is void if a device stays silent; a friend's seat is free again then."""
    if not table.start.has_revealed(device):
        raise Problem(403, "reveal_first")
    if table.status != WAITING or seat not in table.start.awaited:
        raise Problem(409, "not_silent")
    left = table.reveal_seconds - table.start.seconds
    if left > 0:
        raise Problem(409, "not_silent_yet", seconds=math.ceil(left))
    silent = table.places[seat].device
    table.start.void(seat, SILENT)
    for number, place in enumerate(table.places):
        if place.device == silent and place.kind in (FRIEND, PROGRAM):
            place.kind, place.device = FRIEND, None
            table.changes.freed.add(silent or "")
            table.forget_name(number)
    table.touch()


def free_seats(table: Table) -> list[int]:
    """Where a friend can still sit down before the deal."""
    if table.status != WAITING:
        return []
    return [n for n, place in enumerate(table.places) if place.kind == FRIEND and place.empty]


def invited_seat(table: Table, device: str) -> int:
    """Where an invitation to the table leads: to the own seat, else to the first free one."""
    own = table.seats_of(device)
    return next(iter([*own, *free_seats(table)]), -1)


def join(table: Table, device: str, seat: int, name: str, given: str) -> None:
    place = table.place(seat)
    if place.device == device:
        return
    if place.kind != FRIEND or not place.empty:
        raise Problem(409, "seat_taken")
    if table.status != WAITING:
        raise Problem(409, "over")
    table.start.refuse_hash(device, given)
    place.device = device
    if own := clean_name(name):
        place.name = place.shown = table.free_name(own, seat)
    table.start.fix(device, table.start.hash_of(device) or given)
    table.changes.sat.add(seat)
    table.touch()
    table.deal_if_complete()


def seat_program(table: Table, device: str, seat: int, name: str) -> None:
    """Who speaks the protocol of programs is shown as one, by the name that it gives ittable.

    Only once: nobody changes names in the middle of a game. Records keep to the start list.
    """
    place = table.own_place(device, seat)
    if place.kind == FRIEND:
        place.kind = PROGRAM
        if own := clean_name(name):
            place.shown = table.free_name(own, seat)
            if table.start.sealed is None and table.status == WAITING:
                place.name = place.shown
        table.look_anew()  # in what was seen they may have other names
        table.touch()


def fill(table: Table, device: str, seat: int, bot: str) -> None:
    if device != table.creator:
        raise Problem(403, "not_creator")
    place = table.place(seat)
    if table.status != WAITING or not place.empty:
        raise Problem(409, "seat_not_empty")
    place.player = bot
    table.forget_name(seat)
    table.touch()
    table.deal_if_complete()


def leave(table: Table, device: str, seat: int, bot: str) -> None:
    """Before the deal a friend's seat is free again; later a bot plays on."""
    place = table.own_place(device, seat)
    if table.status == OVER:
        raise Problem(409, "over")
    if table.status == WAITING:
        if place.kind not in (FRIEND, PROGRAM):
            raise Problem(409, "not_started")
        table.start.void(seat, LEFT)
        place.kind, place.device, place.hash = FRIEND, None, None
        table.changes.freed.add(device)
        table.forget_name(seat)
        table.touch()
    else:
        table.hand_over(seat, bot, GONE)
