"""Database migrations start from one schema: older databases are rejected, later ones upgraded."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy.engine import Connection

from server import schema8
from server.raw_rows import change, rows
from spielzug.core.errors import UsageError
from spielzug.server.store import migrations, store
from spielzug.server.store.schema import SCHEMA_VERSION, metadata
from spielzug.server.store.store import Store

OLD = Path(__file__).parent / "old" / "schema7.sqlite3"
"""Written by the program of that time."""
NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("seat", sa.Column("later", sa.Text))
"""


def differences(connection: Connection) -> list[Any]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


def differing(database: Path | str) -> list[Any]:
    found = store.find(database)
    try:
        with found.setup_transaction() as connection:
            return differences(connection)
    finally:
        found.close()


def test_a_file_from_before_any_release_is_refused_and_left_alone(tmp_path: Path) -> None:
    database = tmp_path / "t.sqlite3"
    shutil.copy(OLD, database)
    with pytest.raises(UsageError, match=r"from before release 1\.0 \(schema 7; the oldest"):
        Store(database)
    assert database.read_bytes() == OLD.read_bytes()


@pytest.fixture
def next_schema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spielzug with a schema one step newer."""
    later = tmp_path / "versions"
    later.mkdir()
    (later / "v0009_later.py").write_text(NEXT)
    monkeypatch.setattr(migrations, "VERSIONS", [*migrations.VERSIONS, later])
    for module in (migrations, store):
        monkeypatch.setattr(module, "SCHEMA_VERSION", 9)
    monkeypatch.setattr(migrations.migrate, "__defaults__", (9,))


def test_a_step_is_taken_once(
    database: Path | str, next_schema: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(store, "SCHEMA_VERSION", 8)
        before.setattr(migrations, "SCHEMA_VERSION", 8)
        Store(database).close()
    Store(database).close()
    assert [one[0] for one in differing(database)] == ["remove_column"]
    assert rows(database, "SELECT version_num FROM alembic_version") == [("0009",)]
    assert ("9",) in rows(database, "SELECT value FROM meta")
    Store(database).close()


def test_all_steps_lead_to_the_schema_of_today(database: Path | str) -> None:
    found = store.find(database)
    try:
        with found.setup_transaction() as connection:
            with Operations.context(MigrationContext.configure(connection)):
                schema8.create()
            migrations.migrate(connection, 8)
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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """All or nothing, though SQLite commits what changes a schema if nobody prevents it."""
    database = tmp_path / "t.sqlite3"
    Store(database).close()
    request.getfixturevalue("next_schema")
    made = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
    before = rows(database, made)
    honest = migrations.migrate

    def breaks(connection: Connection, version: int) -> None:
        honest(connection, version)
        connection.execute(sa.text("SELECT no_such_column FROM game_table"))

    with monkeypatch.context() as broken:
        broken.setattr(migrations, "migrate", breaks)
        with pytest.raises(UsageError, match="cannot be used"):
            Store(database)
    assert rows(database, made) == before
    Store(database).close()
    assert [one[0] for one in differing(database)] == ["remove_column"]


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
