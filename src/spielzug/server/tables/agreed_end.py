"""A game that nobody can win any more: the people at the table may end it, all of them together."""

from __future__ import annotations

from spielzug.server.problems import Problem
from spielzug.server.tables.table import NOBODY, OVER, RUNNING, Table


def nobody_can_win(table: Table) -> bool:
    """Whether everybody can know that: a spectator can, so it gives nothing away."""
    if table.status != RUNNING or not table.game.all_can_lose:
        return False  # before a spectator's view is made for nothing, after every entry
    return table.seen(table.number - 1, NOBODY).nobody_can_win


def call_off(table: Table, device: str, seat: int) -> None:
    """A person wants to end it; once all persons at the table do, it ends without a result."""
    table.own_place(device, seat)
    table.running_match()
    if not nobody_can_win(table):
        raise Problem(409, "can_be_won")
    table.calling_off.update(table.seats_of(device))
    table.changes.table = True
    if all(n in table.calling_off for n, place in enumerate(table.places) if place.person):
        table.from_outside("!abandon", "cannot_abandon")


def close(table: Table, words: str) -> None:
    """The host ends it without a result, and says why."""
    if table.status == OVER:
        raise Problem(409, "over")
    table.end_early()
    table.closed = words
    table.touch()
