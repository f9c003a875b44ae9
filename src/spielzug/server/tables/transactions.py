"""What saving a table, or deleting several, does inside a transaction.

A change is written in one transaction together with the note to other processes on the bus.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from sqlalchemy.engine import Connection

from spielzug.server.cluster.bus import Bus, Changed, Deleted, Note, chunk_names
from spielzug.server.cluster.leases import Lease, fence
from spielzug.server.problems import Problem
from spielzug.server.store import seat_queries, sql
from spielzug.server.store.writer import JointWork
from spielzug.server.tables.server_table import ServerChanges, ServerTable
from spielzug.tables.row_types import EntryRow, SummaryRow
from spielzug.tables.rows import (
    SavedChanges,
    SavedTable,
    devices,
    seat_rows,
    summary_row,
    table_row,
)
from spielzug.tables.table import WAITING

MOST_NOTED = 8
"""Entries that fit into a note to other processes."""

Work = Callable[[Connection], None]
ExtraWrite = Callable[[ServerTable, ServerChanges], Work | None]
"""Gives further work for the transaction of a change, or None."""


def opening(table: SavedTable, changes: SavedChanges, bus: Bus) -> Callable[[Connection], None]:
    row, seats = table_row(table), seat_rows(table)
    note = Changed(table.id, table.revision, tuple({table.creator, *devices(table)}))
    tries = itertools.count()

    def work(connection: Connection) -> None:
        if next(tries) == 0 or not sql.table_exists(connection, row["id"]):
            sql.insert_table(connection, row, seats, changes.rows)
            if row["open"] and not seat_queries.add(
                connection, row["id"], row["creator"], row["created"]
            ):
                raise Problem(429, "too_many_open", limit=seat_queries.MOST)
            bus.write(connection, note)

    return work


class Appending(JointWork):
    """Appends entries to the log of a game that goes on: nearly everything that is ever saved."""

    def __init__(
        self, entries: Sequence[EntryRow], summary: SummaryRow, bus: Bus, note: Note | None
    ) -> None:
        self.entries = entries
        self.summary = summary
        self.note = note
        self._bus = bus

    def __call__(self, connection: Connection) -> None:
        if self.tried and sql.is_written(connection, self.summary):
            return
        self.tried = True
        sql.append_entries(connection, self.entries, self.summary)
        self._bus.write_all(connection, [self.note] if self.note is not None else [])

    def do_all(self, connection: Connection, works: Sequence[Appending]) -> None:
        for work in works:
            work.tried = True
        entries = [row for work in works for row in work.entries]
        sql.append_to_tables(connection, [work.summary for work in works], entries)
        self._bus.write_all(connection, [work.note for work in works if work.note is not None])


def writing(
    table: ServerTable,
    changes: ServerChanges,
    bus: Bus,
    lease: Lease | None,
    also: Sequence[Work] = (),
) -> Callable[[Connection], None]:
    # The rows are built here, in the event loop: the writer's thread never reads a live table.
    row = table_row(table) if changes.table else None
    seats = seat_rows(table) if changes.table else []
    summary = row or summary_row(table)
    openings = [opening(new, new.changes, bus) for new in changes.created]
    note = _note(table, changes) if bus.shared else None
    if row is None and summary["ended"] is None and not (lease or openings or also):
        return Appending(changes.rows, summary, bus, note)
    tries = itertools.count()

    def work(connection: Connection) -> None:
        if next(tries) and sql.is_written(connection, summary):
            return
        if lease is not None:
            fence(connection, lease)
        if row is not None:
            sql.update_table(connection, row, seats, changes.rows)
            if row["open"] and row["status"] != WAITING:
                seat_queries.close(connection, row["id"])
        else:
            sql.append_entries(connection, changes.rows, summary)
        for more in (*openings, *also):
            more(connection)
        if note is not None:
            bus.write(connection, note)

    return work


def _note(table: ServerTable, changes: ServerChanges) -> Changed:
    """What the other processes are told of a change."""
    people = tuple({table.creator, *devices(table)})
    revision, freed = table.revision + 1, tuple(changes.freed)
    if changes.table or changes.created or len(changes.rows) > MOST_NOTED:
        return Changed(table.id, revision, people, freed)
    entries = tuple(
        (row["number"], row["kind"], row["seat"], row["action"], row["instead"], row["leave"],
         row["digest"])
        for row in changes.rows
    )  # fmt: skip
    return Changed(table.id, revision, people, freed, table.updated, entries)


def deleting(ids: Sequence[str], before: float, bus: Bus) -> Callable[[Connection], set[str]]:
    def work(connection: Connection) -> set[str]:
        gone = sql.delete_tables(connection, ids, before)
        for some in chunk_names(gone):
            bus.write(connection, Deleted(some))
        return gone

    return work
