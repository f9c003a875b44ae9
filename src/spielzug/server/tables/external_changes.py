"""Reading on: what other processes have written about a table that is in memory here.

Nearly always that is a few more entries of the log. They are done here as they were done there, and
the marks say whether it came to the same. With anything else the table is read anew.
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
"""What changes with the log, and is known when that is."""


@dataclass(frozen=True)
class TableCheckpoint:
    """What everybody here knows of a table."""

    revision: int
    number: int
    bots: tuple[str | None, ...]
    people: frozenset[str]
    away: AbsenceTracker
    """Since when people are away: known to us alone, so it goes on."""

    @classmethod
    def of(cls, table: Table) -> TableCheckpoint:
        bots = tuple(place.bot for place in table.places)
        return cls(table.revision, table.number, bots, frozenset(devices(table)), table.away)

    def changes_since(self, table: Table, entries: Sequence[Row]) -> Changes:
        """What is to be told now that the table was read anew; `entries` are all of its log."""
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
            elsewhere=True,
        )


def apply_entries(table: Table, stored: Stored) -> Changes | None:
    """Do what `stored` has more; None if it is anything else than entries."""
    if table.match is None or table.times is not None or not _is_same(table, stored):
        return None  # with time to think it matters when each thing was done
    try:
        for row in stored.entries:
            replay_entry(table, row)
    except (Problem, SpielzugError, LookupError, ValueError):
        return None
    changes, table.changes = table.changes, Changes()
    read_summary(table, stored.table)
    for row in stored.entries:
        _was_here(table, row)
    return Changes(entries=stored.entries, table=changes.table, elsewhere=True)


def _is_same(table: Table, stored: Stored) -> bool:
    """Whether nothing differs but what the log brings with it."""
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
    """Who decides is there, wherever that is."""
    if row["kind"] in (DECISION, UNDO) and row["seat"] >= 0:
        place = table.places[row["seat"]]
        if place.is_person and place.device is not None:
            table.away.mark_present(place.device)
