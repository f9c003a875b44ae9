"""Apply to a table in memory what other processes have written to the database.

That is nearly always a few more log entries. They are replayed here, and their marks show whether
the result is the same. After any other change the table is loaded again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spielzug.core.errors import SpielzugError
from spielzug.core.match import DECISION, UNDO
from spielzug.server.problems import Problem
from spielzug.server.store.sql import Row, Stored
from spielzug.server.tables.rows import devices, read_summary, replay_entry, seat_rows, table_row
from spielzug.server.tables.seats import AbsenceTracker
from spielzug.server.tables.table import Changes, Table

SUMMARY = {"revision", "status", "turn", "result", "reason", "updated", "ended"}
"""Columns that follow from the log, so they are not compared."""


@dataclass(frozen=True)
class TableCheckpoint:
    """The state of a table that the listeners of this process have been told."""

    revision: int
    number: int
    bots: tuple[str | None, ...]
    people: frozenset[str]
    away: AbsenceTracker
    """Kept across a reload, because absences are not stored."""

    @classmethod
    def of(cls, table: Table) -> TableCheckpoint:
        bots = tuple(place.bot for place in table.places)
        return cls(table.revision, table.number, bots, frozenset(devices(table)), table.away)

    def changes_since(self, table: Table, entries: Sequence[Row]) -> Changes:
        """What the listeners have to be told after a reload; `entries` is the whole log."""
        if self.number:
            table.away = self.away
        if table.revision == self.revision:
            return Changes()
        bots = [place.bot for place in table.places]
        return Changes(
            entries=list(entries[self.number :]),
            table=True,
            handed_over={seat for seat, bot in enumerate(self.bots) if bot != bots[seat]},
            freed=set(self.people - devices(table)),
            by_other_process=True,
        )


def apply_entries(table: Table, stored: Stored) -> Changes | None:
    """Replay the new entries in `stored`; None if anything else has changed."""
    if table.match is None or table.times is not None or not _is_same(table, stored):
        return None  # time limits depend on when each entry was made: reload
    try:
        for row in stored.entries:
            replay_entry(table, row)
    except (Problem, SpielzugError, LookupError, ValueError):
        return None
    changes, table.changes = table.changes, Changes()
    read_summary(table, stored.table)
    for row in stored.entries:
        _was_here(table, row)
    return Changes(entries=stored.entries, table=changes.table, by_other_process=True)


def _is_same(table: Table, stored: Stored) -> bool:
    """Whether nothing differs except new entries and the columns in `SUMMARY`."""
    numbers = [row["number"] for row in stored.entries]
    if numbers != list(range(table.number, table.number + len(numbers))):
        return False
    row = table_row(table)
    if any(stored.table[name] != row[name] for name in row.keys() - SUMMARY):
        return False
    return all(
        there[name] == here[name]
        for here, there in zip(seat_rows(table), stored.seats, strict=True)
        for name in here.keys() - SUMMARY
    )


def _was_here(table: Table, row: Row) -> None:
    """Whoever decided at another process was present at that moment."""
    if row["kind"] in (DECISION, UNDO) and row["seat"] >= 0:
        place = table.places[row["seat"]]
        if place.is_person and place.device is not None:
            table.away.mark_present(place.device)
