"""Rematches, and the ways to end a game without a result."""

from __future__ import annotations

from spielzug.server.problems import Problem
from spielzug.server.tables.table import NOBODY, OVER, RUNNING, Table


def play_again(table: Table, device: str, given: str | None = None) -> str:
    """Open a rematch with the same people, or find the one that exists; gives its table id."""
    table.require_participant(device)
    if table.status != OVER:
        raise Problem(409, "still_running")
    if table.rematch is None:
        places = [place.for_rematch() for place in table.places]
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
    """True if even a spectator's view shows it, so saying so reveals nothing hidden."""
    if table.status != RUNNING or not table.game.all_can_lose:
        return False  # checked after every entry, so first without building a spectator's view
    return table.seen(table.number - 1, NOBODY).nobody_can_win


def call_off(table: Table, device: str, seat: int) -> None:
    """Vote to end a game that nobody can win; it ends without a result once all people agree."""
    table.own_place(device, seat)
    table.running_match()
    if not nobody_can_win(table):
        raise Problem(409, "can_be_won")
    table.calling_off.update(table.seats_of(device))
    table.changes.table = True
    if all(n in table.calling_off for n, place in enumerate(table.places) if place.is_person):
        table.from_outside("!abandon", "cannot_abandon")


def close(table: Table, words: str) -> None:
    """End the game without a result on the host's behalf; `words` is the host's reason."""
    if table.status == OVER:
        raise Problem(409, "over")
    table.end_early()
    table.closed = words
    table.touch()
