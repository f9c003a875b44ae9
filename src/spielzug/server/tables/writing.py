"""How a table is written: its rows, and a note to others who have it in memory, all or nothing."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from sqlalchemy.engine import Connection

from spielzug.server.cluster.bus import Bus
from spielzug.server.cluster.leases import Lease, fence
from spielzug.server.cluster.notes import Changed, Deleted, parcels
from spielzug.server.problems import Problem
from spielzug.server.store import lobby, sql
from spielzug.server.tables.changes import Changes
from spielzug.server.tables.external_changes import devices
from spielzug.server.tables.rows import seat_rows, table_row
from spielzug.server.tables.table import WAITING, Table

Work = Callable[[Connection], None]
Along = Callable[[Table, Changes], Work | None]
"""What else is to be written with a change, if anything."""


def opening(table: Table, changes: Changes, bus: Bus) -> Callable[[Connection], None]:
    row, seats = table_row(table), seat_rows(table)
    note = Changed(table.id, table.revision, tuple({table.creator, *devices(table)}))
    tries = itertools.count()

    def work(connection: Connection) -> None:
        if next(tries) == 0 or not sql.is_there(connection, row["id"]):
            sql.insert_table(connection, row, seats, changes.entries)
            if row["open"] and not lobby.add(connection, row["id"], row["creator"], row["created"]):
                raise Problem(429, "too_many_open", limit=lobby.MOST)
            bus.write(connection, note)

    return work


def writing(
    table: Table, changes: Changes, bus: Bus, lease: Lease | None, also: Sequence[Work] = ()
) -> Callable[[Connection], None]:
    # The rows are made here, in the loop: the writer's thread never looks at a live table.
    row, seats = table_row(table), seat_rows(table) if changes.table else []
    openings = [opening(new, new.changes, bus) for new in changes.created]
    people = tuple({table.creator, *devices(table)})
    note = Changed(table.id, table.revision + 1, people, tuple(changes.freed))
    tries = itertools.count()

    def work(connection: Connection) -> None:
        if next(tries) and sql.is_written(connection, row):
            return
        if lease is not None:
            fence(connection, lease)
        if changes.table:
            sql.update_table(connection, row, seats, changes.entries)
            if row["open"] and row["status"] != WAITING:
                lobby.close(connection, row["id"])
        else:
            sql.append_entries(connection, changes.entries, row)
        for more in (*openings, *also):
            more(connection)
        bus.write(connection, note)

    return work


def deleting(ids: Sequence[str], before: float, bus: Bus) -> Callable[[Connection], set[str]]:
    def work(connection: Connection) -> set[str]:
        gone = sql.delete_tables(connection, ids, before)
        for some in parcels(gone):
            bus.write(connection, Deleted(some))
        return gone

    return work
