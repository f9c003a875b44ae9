"""A table that is kept as rows: its changes come with the rows that are still to be saved.

Whoever keeps it, a server or a page, saves the changes and only then tells anyone. If saving fails,
the table is dropped from memory and loaded again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from spielzug.core.match import LogEntry
from spielzug.tables.log_marks import LogMarks
from spielzug.tables.row_types import EntryRow
from spielzug.tables.table import Changes, Table


class SavedTable(Table):
    changes: SavedChanges
    revision = 0
    """How often it has been saved."""
    marks: LogMarks | None = None
    """Computes the marks of new log entries; set from the deal on."""

    def new_changes(self) -> SavedChanges:
        return SavedChanges()

    def follow(self, entry: LogEntry, instead: str | None = None) -> float:
        """Add the entry's row to the changes, too."""
        at = super().follow(entry, instead)
        if self.marks is None:
            self.marks = LogMarks(self.played())
        self.changes.rows.append(
            {
                "table_id": self.id,
                "number": entry.number,
                "kind": entry.kind,
                "seat": entry.seat,
                "action": entry.action,
                "created": at,
                "instead": instead,
                "leave": entry.by,
                **self.marks.of(entry, self.positions[-1], instead),
            }
        )
        return at

    def take_changes(self) -> SavedChanges:
        taken, self.changes = self.changes, self.new_changes()
        return taken


@dataclass
class SavedChanges(Changes):
    """What has to be saved, and then sent to the listeners."""

    rows: list[EntryRow] = field(default_factory=list)
    """Those of `entries`; empty if they are saved already."""
    created: Sequence[SavedTable] = ()
    """New tables, to be saved together with this change."""

    def __bool__(self) -> bool:
        return super().__bool__() or bool(self.created)
