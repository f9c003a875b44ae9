"""Apply to a table in memory what other processes have written to the database.

That is nearly always a few more log entries. They come with the note about the change or are read
from the database. They are replayed here, and their marks show whether the result is the same.
After any other change the table is loaded again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from spielzug.core.errors import SpielzugError
from spielzug.core.match import DECISION, UNDO
from spielzug.server.cluster.bus import Changed
from spielzug.server.tables.server_table import ServerChanges, ServerTable
from spielzug.tables.errors import TableError
from spielzug.tables.row_types import StoredTable
from spielzug.tables.rows import (
    ReplayedEntry,
    devices,
    read_summary,
    replay_entry,
    seat_rows,
    table_row,
)
from spielzug.tables.seats import AbsenceTracker

SUMMARY = {"revision", "status", "turn", "result", "reason", "updated", "ended"}
"""Columns that follow from the log, so they are not compared."""


class TableCheckpoint(NamedTuple):
    """The state of a table that the listeners of this process have been told."""

    revision: int
    number: int
    bots: tuple[str | None, ...]
    people: frozenset[str]
    away: AbsenceTracker
    """Kept across a reload, because absences are not stored."""

    @classmethod
    def of(cls, table: ServerTable) -> TableCheckpoint:
        bots = tuple([place.bot for place in table.places])
        return cls(table.revision, table.number, bots, frozenset(devices(table)), table.away)

    def changes_since(self, table: ServerTable) -> ServerChanges:
        """What the listeners have to be told after a reload."""
        if self.number:
            table.away = self.away
        if table.revision == self.revision:
            return ServerChanges()
        bots = [place.bot for place in table.places]
        return ServerChanges(
            entries=table.played().log[self.number :] if table.number else [],
            table=True,
            handed_over={seat for seat, bot in enumerate(self.bots) if bot != bots[seat]},
            freed=set(self.people - devices(table)),
            by_other_process=True,
        )


def apply_entries(table: ServerTable, stored: StoredTable) -> ServerChanges | None:
    """Replay the new entries in `stored`; None if anything else has changed."""
    if table.match is None or table.times is not None or not _is_same(table, stored):
        return None  # time limits depend on when each entry was made: reload
    try:
        for row in stored.entries:
            replay_entry(table, row)
    except (TableError, SpielzugError, LookupError, ValueError):
        return None
    changes = table.take_changes()
    read_summary(table, stored.table)
    for row in stored.entries:
        _was_here(table, row)
    return ServerChanges(entries=changes.entries, table=changes.table, by_other_process=True)


def apply_note(table: ServerTable, note: Changed) -> ServerChanges | None:
    """Replay the entries of a note about the table's next revision; None if that is impossible."""
    if table.match is None or table.times is not None or table.number != note.entries[0][0]:
        return None
    rows = [
        ReplayedEntry(
            number=number, kind=kind, seat=seat, action=action, instead=instead, leave=leave,
            digest=digest,
        )
        for number, kind, seat, action, instead, leave, digest in note.entries
    ]  # fmt: skip
    try:
        for row in rows:
            replay_entry(table, row)
    except (TableError, SpielzugError, LookupError, ValueError):
        return None
    changes = table.take_changes()
    table.revision, table.updated = note.revision, note.updated
    if table.ended is not None:
        table.ended = note.updated
    for row in rows:
        _was_here(table, row)
    return ServerChanges(entries=changes.entries, table=changes.table, by_other_process=True)


def _is_same(table: ServerTable, stored: StoredTable) -> bool:
    """Whether nothing differs except new entries and the columns in `SUMMARY`."""
    numbers = [row["number"] for row in stored.entries]
    if numbers != list(range(table.number, table.number + len(numbers))):
        return False
    return _is_same_row(table_row(table), stored.table) and all(
        _is_same_row(here, there)
        for here, there in zip(seat_rows(table), stored.seats, strict=True)
    )


def _is_same_row(here: Mapping[str, object], there: Mapping[str, object]) -> bool:
    return all(here[name] == there[name] for name in here.keys() - SUMMARY)


def _was_here(table: ServerTable, row: ReplayedEntry) -> None:
    """Whoever decided at another process was present at that moment."""
    if row["kind"] in (DECISION, UNDO) and row["seat"] >= 0:
        place = table.places[row["seat"]]
        if place.is_person and place.device is not None:
            table.away.mark_present(place.device)
