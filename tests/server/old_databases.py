"""Files as an older Spielzug left them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy.engine import Connection

from spielzug.games import get_game
from spielzug.server.store import sql
from spielzug.server.store.store import Store
from spielzug.server.tables import table as table_module
from spielzug.server.tables.log_marks import PositionMarks
from spielzug.server.tables.rows import seat_rows, table_row
from spielzug.server.tables.seats import Place
from spielzug.server.tables.table import RUNNING, Table

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
    4: (
        "ALTER TABLE entry DROP COLUMN leave",
        "ALTER TABLE game_table DROP COLUMN practice",
        "ALTER TABLE game_table DROP COLUMN grace",
        "ALTER TABLE seat DROP COLUMN shown",
    ),
    5: ("ALTER TABLE game_table DROP COLUMN begun",),
    6: ("DROP TABLE review",),
    7: (
        "ALTER TABLE game_table DROP COLUMN calling_off",
        "ALTER TABLE game_table DROP COLUMN revision",
        "ALTER TABLE game_table DROP COLUMN open",
        "ALTER TABLE game_table DROP COLUMN removed",
        "ALTER TABLE game_table DROP COLUMN sealed_as",
        "ALTER TABLE seat DROP COLUMN fixed_by",
        "ALTER TABLE seat DROP COLUMN released",
        "ALTER TABLE seat DROP COLUMN since",
        "DROP INDEX game_table_deadline",
        "ALTER TABLE game_table DROP COLUMN time_to_think",
        "ALTER TABLE game_table DROP COLUMN time_marks",
        "ALTER TABLE game_table DROP COLUMN deadline",
        "ALTER TABLE game_table DROP COLUMN asked",
        "ALTER TABLE seat DROP COLUMN why",
        "ALTER TABLE game_table DROP COLUMN closed",
        "DROP TABLE deed",
        "DROP TABLE notice",
        "DROP TABLE contact",
        "DROP TABLE letter",
        "DROP TABLE seat_pass",
        "DROP TABLE way_back",
        "DROP TABLE open_table",
        "DROP TABLE process",
        "DROP TABLE lease",
    ),
}


def use_old_format(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on tables are dealt and logs are marked as they were before schema 4."""
    monkeypatch.setattr(table_module, "ChainMarks", lambda _: PositionMarks())
    monkeypatch.setattr(Table, "luck", property(lambda one: one.start.legacy_luck()))


def make_older(path: Path, version: int) -> None:
    """Turn a file of today (with tables that were played as before) into one of this schema."""
    with sqlite3.connect(path) as file:
        [(now,)] = file.execute("SELECT value FROM meta WHERE key = 'schema_version'")
        for step in range(int(now) - 1, version - 1, -1):
            for statement in BACK[step]:
                file.execute(statement)
        file.execute("DROP TABLE IF EXISTS alembic_version")
        file.execute("UPDATE meta SET value = ? WHERE key = 'schema_version'", (str(version),))
    file.close()


def first_table(device: str, dealt: bool = True) -> Table:
    """A table of format 1: one device, two seats; waiting, it has its nonce already."""
    game = get_game("game_of_trains").ready()
    second = Place("local", "Bo", device=device) if dealt else Place("friend", "Bo")
    places = [Place("me", "Anna", device=device, nonce="00112233"), second]
    table = Table(game, game.options(first=1, turn_limit=12), places, device, 0, hints=True)
    table.format, table.marks = 1, PositionMarks()
    if dealt:
        table.set_up_match()
        table.status = RUNNING
        table.follow(table.played().log[0])
    return table


def write_first(path: Path, *tables: Table) -> None:
    """Put tables of format 1 into a file, and make it one of schema 3."""
    store = Store(path)
    for table in tables:
        asyncio.run(store.write(_inserting(table)))
    store.close()
    make_older(path, 3)


def _inserting(table: Table) -> Callable[[Connection], None]:
    def work(connection: Connection) -> None:
        row = table_row(table)
        sql.insert_table(connection, row, seat_rows(table), table.take_changes().entries)

    return work
