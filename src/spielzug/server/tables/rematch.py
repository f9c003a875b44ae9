"""Another game of the same people, at a new table of the same kind."""

from __future__ import annotations

from spielzug.server.problems import Problem
from spielzug.server.tables.table import OVER, Table


def play_again(table: Table, device: str, given: str | None = None) -> str:
    """The same people at a new table; the second who asks finds the one of the first."""
    table.refuse_outsider(device)
    if table.status != OVER:
        raise Problem(409, "still_running")
    if table.rematch is None:
        places = [place.again() for place in table.places]
        new = Table(
            table.game, table.options, places, device, table.pace,
            hints=table.hints, practice=table.practice, grace=table.grace,
            time_to_think=table.time_to_think,
        )  # fmt: skip
        if table.begun is not None:
            new.begin_from(table.begun)
        for seat, place in enumerate(places):
            if not place.name:
                new.forget_name(seat)
        new.start.fix(device, given)
        new.deal_if_complete()
        table.rematch = new.id
        table.touch()
        table.changes.created.append(new)
    return table.rematch
