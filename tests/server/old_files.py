"""Files as an older Spielzug left them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from spielzug.server.store import SCHEMA_VERSION
from spielzug.server.tables import table
from spielzug.server.tables.marks import PositionMarks

BACK = {
    # From the next version back to this one: what its upgrade does, the other way round.
    1: ("ALTER TABLE game_table DROP COLUMN hints",),
    2: ("ALTER TABLE entry DROP COLUMN instead",),
    3: (
        "DROP INDEX game_table_age",
        "DROP INDEX game_table_creator",
        "DROP INDEX game_table_rematch",
        "DROP INDEX seat_of_device",
        "ALTER TABLE entry DROP COLUMN told",
        "ALTER TABLE entry DROP COLUMN became",
        "ALTER TABLE seat DROP COLUMN ended",
        "ALTER TABLE game_table DROP COLUMN ended",
        "ALTER TABLE game_table DROP COLUMN people",
        "ALTER TABLE game_table DROP COLUMN format",
        "ALTER TABLE game_table DROP COLUMN start",
        "ALTER TABLE game_table DROP COLUMN voids",
        "ALTER TABLE seat DROP COLUMN hash",
        "CREATE INDEX game_table_status ON game_table (status, updated)",
        "CREATE INDEX seat_device ON seat (device)",
    ),
}


def play_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on tables are dealt and logs are marked as they were before schema 4."""
    monkeypatch.setattr(table, "ChainMarks", lambda _: PositionMarks())
    monkeypatch.setattr(table.Table, "luck", property(lambda one: one.start.first_luck()))


def make_older(path: Path, version: int) -> None:
    """Turn a file of today (with tables that were played as before) into one of this schema."""
    with sqlite3.connect(path) as file:
        for step in range(SCHEMA_VERSION - 1, version - 1, -1):
            for statement in BACK[step]:
                file.execute(statement)
        file.execute("UPDATE meta SET value = ? WHERE key = 'schema_version'", (str(version),))
    file.close()
