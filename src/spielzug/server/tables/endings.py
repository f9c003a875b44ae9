"""Another game of the same people, at a new table of the same kind.

A game that nobody can win any more: the people at the table may end it, all of them together.
"""

from __future__ import annotations

from spielzug.server.problems import Problem
from spielzug.server.tables.table import NOBODY, OVER, RUNNING, Table


def play_again(table: Table, device: str, given: str | None = None) -> str:
    """The same people at a new table; the second who asks finds the one of the first."""
    table.require_participant(device)
    if table.status != OVER:
        raise Problem(409, "still_running")
    if table.rematch is None:
        places = [place.again() for place in table.places]
        new = Table(
            table.game, table.options, places, device, table.pace,
            hints=table.hints, practice=table.practice, grace=table.grace,
            time_to_think=table.time_to_think,
        )  # fmt: skip
        if table.start_position is not None:
            new.start_from(table.start_position)
        for seat, place in enumerate(places):
            if not place.name:
                new.forget_name(seat)
        new.start.commit_hash(device, given)
        new.deal_if_complete()
        table.rematch = new.id
        table.touch()
        table.changes.created.append(new)
    return table.rematch


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
    if all(n in table.calling_off for n, place in enumerate(table.places) if place.is_person):
        table.from_outside("!abandon", "cannot_abandon")


def close(table: Table, words: str) -> None:
    """The host ends it without a result, and says why."""
    if table.status == OVER:
        raise Problem(409, "over")
    table.end_early()
    table.closed = words
    table.touch()
