"""Rematches, and the ways to end a game without a result."""

from __future__ import annotations

from typing import TypeVar

from spielzug.tables.errors import TableError
from spielzug.tables.table import NOBODY, OVER, RUNNING, WAITING, Table

T = TypeVar("T", bound=Table)
ABANDONED = "abandoned"
"""The reason of a game that was ended without a result, in all games."""


def rematch(table: T, device: str, given: str | None = None) -> T | None:
    """A new table for a rematch with the same people; None if the table has one already."""
    table.require_participant(device)
    if table.status != OVER:
        raise TableError("still_running")
    if table.rematch is not None:
        return None
    places = [place.for_rematch() for place in table.places]
    new = table.with_places(places, device)
    if table.start_position is not None:
        new.start_from(table.start_position)
    for seat, place in enumerate(places):
        if not place.name:
            new.forget_name(seat)
    new.start.commit_hash(device, given)
    new.deal_if_complete()
    table.rematch = new.id
    table.touch()
    return new


def nobody_can_win(table: Table) -> bool:
    """True if even a spectator's view shows it, so saying so reveals nothing hidden."""
    if table.status != RUNNING or not table.game.all_can_lose:
        return False  # checked after every entry, so first without building a spectator's view
    return table.seen(table.number - 1, NOBODY).nobody_can_win


def call_off(table: Table, device: str, seat: int) -> None:
    """Vote to end a game that nobody can win; it ends without a result once all people agree."""
    table.own_place(device, seat)
    table.running_match()
    if not nobody_can_win(table):
        raise TableError("can_be_won")
    table.calling_off.update(table.seats_of(device))
    table.changes.table = True
    if all(n in table.calling_off for n, place in enumerate(table.places) if place.is_person):
        table.from_outside("!abandon", "cannot_abandon")


def close(table: Table, words: str) -> None:
    """End the game without a result on the host's behalf; `words` is the host's reason."""
    if table.status == OVER:
        raise TableError("over")
    table.end_early()
    table.closed = words
    table.touch()


def require_finished(status: str) -> None:
    if status == RUNNING:
        raise TableError("still_running")


def require_reviewable(status: str, reason: str | None) -> None:
    """Raise unless the game has ended with a result; a running game must not be analysed."""
    require_finished(status)
    if status == WAITING:
        raise TableError("not_started")
    if reason == ABANDONED:
        raise TableError("no_result")
