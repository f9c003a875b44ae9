"""Damaged database files: a clear message, and no false promises."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from server.helpers import FRIEND, ME, Json, Running, running
from server.processes import started
from spielzug.core.errors import UsageError
from spielzug.server.store.store import Store
from spielzug.server.texts.errors import ERRORS


def change(database: Path, statement: str) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute(statement)
    connection.close()


def garble(database: Path, table: str) -> None:
    """Overwrites the page where a table's rows begin."""
    connection = sqlite3.connect(database)
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    (page,) = connection.execute(
        "SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)
    ).fetchone()
    connection.close()
    with database.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


@pytest.fixture
def left_behind(tmp_path: Path) -> tuple[Path, str, Json]:
    """The file of a stopped server, a cookie, and a table."""
    database = tmp_path / "t.sqlite3"
    with running(database) as server:
        device = server.device()
        table = device.table(ME, FRIEND)
        return database, device.cookie, table


def asked(server: Running, cookie: str, table: Json) -> list[Json]:
    device = server.device(Cookie=cookie)
    paths = ("mine", f"tables/{table['id']}", f"tables/{table['id']}/proof")
    return [device.http.get(f"/api/{path}").json() for path in paths]


def test_garbled_pages_of_the_file(left_behind: tuple[Path, str, Json]) -> None:
    database, cookie, table = left_behind
    garble(database, "game_table")
    with running(database) as server:
        for problem in asked(server, cookie, table):
            assert (problem["status"], problem["code"]) == (500, "file_damaged")
        device = server.device(Cookie=cookie)
        assert device.get("health")["ok"]


def test_a_row_that_makes_no_sense(left_behind: tuple[Path, str, Json]) -> None:
    database, cookie, table = left_behind
    change(database, "UPDATE game_table SET secret = 'nonsense'")
    with running(database) as server:
        device = server.device(Cookie=cookie)
        assert device.get(f"tables/{table['id']}", 500)["code"] == "damaged"
        assert device.get("mine")["running"]


def test_a_mistake_of_ours_promises_nothing() -> None:
    for code in ("internal", "file_damaged", "damaged"):
        for text in ERRORS[code].values():
            for promise in ("safe", "sicher", "sauf", "veilig", "lost", "verlor"):
                assert promise not in text.lower().replace("sicherungskopie", "")


@pytest.mark.parametrize("version", ["0", "-1", "", "three", "1.5", "99999999999999999999"])
def test_a_schema_that_no_spielzug_wrote(tmp_path: Path, version: str) -> None:
    path = tmp_path / "t.sqlite3"
    Store(path).close()
    change(path, f"UPDATE meta SET value = '{version}' WHERE key = 'schema_version'")
    with pytest.raises(UsageError, match="not written by Spielzug, or is damaged"):
        Store(path)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE meta SET value = 'xyz' WHERE key = 'signing_key'",
        "DELETE FROM meta WHERE key = 'signing_key'",
        "DELETE FROM meta WHERE key = 'schema_version'",
    ],
)
def test_a_file_without_its_key_or_its_version(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "t.sqlite3"
    Store(path).close()
    change(path, statement)
    with pytest.raises(UsageError, match="damaged"):
        Store(path)


@pytest.mark.slow
def test_schema_0_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite3"
    Store(path).close()
    change(path, "UPDATE meta SET value = '0' WHERE key = 'schema_version'")
    with started(path, "--port", "0") as server:
        assert server.process.wait() == 2
        assert "schema '0'" in server.text
        assert "Traceback" not in server.text
