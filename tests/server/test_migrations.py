"""A database of every published Spielzug opens, is what it would be if made today, and plays on.

The files in `old` were written by those programs themselves: each has a game that runs and one that
is over.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy.engine import Connection

from server.helpers import Json, running
from server.raw_rows import change, rows
from spielzug.core.errors import UsageError
from spielzug.server.store import databases, migrations
from spielzug.server.store.schema import SCHEMA_VERSION, metadata
from spielzug.server.store.store import Store

OLD = Path(__file__).with_name("old")
TABLES: dict[str, Json] = json.loads((OLD / "tables.json").read_text())


def differences(connection: Connection) -> list[Any]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


def differing(database: Path | str) -> list[Any]:
    found = databases.find(database)
    try:
        with found.setup_transaction() as connection:
            return differences(connection)
    finally:
        found.close()


def test_there_is_a_file_of_every_published_schema() -> None:
    assert sorted(map(int, TABLES)) == list(range(1, SCHEMA_VERSION))
    for version in TABLES:
        found = rows(OLD / f"schema{version}.sqlite3", "SELECT value FROM meta")
        assert (version,) in found


@pytest.mark.slow
@pytest.mark.parametrize("version", TABLES)
def test_an_old_file_opens_and_its_games_go_on(tmp_path: Path, version: str) -> None:
    database, told = tmp_path / "t.sqlite3", TABLES[version]
    shutil.copy(OLD / f"schema{version}.sqlite3", database)
    before = rows(database, "SELECT table_id, number, action, digest FROM entry ORDER BY id")
    with running(database) as server:
        device = server.device(Cookie=told["cookie"])
        mine = device.get("mine")
        assert [one["id"] for one in mine["running"]] == [told["running"]]
        assert [one["id"] for one in mine["finished"]] == [told["over"]]
        now = device.get(f"tables/{told['running']}")
        assert (now["status"], now["number"]) == ("running", told["number"])
        path = f"tables/{now['id']}"
        for number in range(now["number"], now["number"] + 3):
            body = {"number": number, "seat": now["seat"], "action": now["choices"][0]["action"]}
            assert device.post(f"{path}/decide", body)["accepted"]
            now = device.get(path)
        device.post(f"{path}/abandon")
        for table in (told["running"], told["over"]):
            assert device.get(f"tables/{table}/proof")["word"]["ok"]
    assert differing(database) == []
    after = rows(database, "SELECT table_id, number, action, digest FROM entry ORDER BY id")
    assert after[: len(before)] == before
    assert rows(database, "SELECT version_num FROM alembic_version") == [(f"{SCHEMA_VERSION:04}",)]


def test_all_steps_lead_to_the_schema_of_today(database: Path | str) -> None:
    found = databases.find(database)
    try:
        with found.setup_transaction() as connection:
            migrations.migrate(connection, 0)
            assert differences(connection) == []
    finally:
        found.close()


def test_what_is_made_today_needs_no_step(database: Path | str) -> None:
    Store(database).close()
    assert differing(database) == []
    assert rows(database, "SELECT version_num FROM alembic_version") == [(f"{SCHEMA_VERSION:04}",)]


def test_a_missing_column_or_index_would_be_noticed(database: Path | str) -> None:
    Store(database).close()
    change(database, "DROP INDEX seat_of_device")
    change(database, "ALTER TABLE seat DROP COLUMN ended")
    assert {one[0] for one in differing(database)} == {"add_column", "add_index"}


def test_a_step_that_fails_leaves_the_old_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All or nothing, though SQLite commits what changes a schema if nobody prevents it."""
    database = tmp_path / "t.sqlite3"
    shutil.copy(OLD / "schema3.sqlite3", database)
    made = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
    before = rows(database, made)
    honest = migrations.migrate

    def breaks(connection: Connection, version: int) -> None:
        honest(connection, version)
        connection.execute(sa.text("SELECT no_such_column FROM game_table"))

    monkeypatch.setattr("spielzug.server.store.migrations.migrate", breaks)
    with pytest.raises(UsageError, match="cannot be used"):
        Store(database)
    monkeypatch.undo()
    assert rows(database, made) == before
    Store(database).close()
    assert differing(database) == []


def test_nobody_waits_for_alembic_who_has_no_step_to_take(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from spielzug.server.store.store import Store\n"
        "Store(Path(sys.argv[1])).close(); Store(Path(sys.argv[1])).close()\n"
        "print([name for name in sys.modules if name.startswith(('alembic', 'psycopg'))])"
    )
    told = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "t.sqlite3")],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout.strip() == "[]"
