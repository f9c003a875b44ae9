"""Backups: consistent, complete, and restorable into the other kind of database."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from server.helpers import FRIEND, ME, RANDOM, Json, play_out, running, wait_for
from server.processes import free_port, started
from server.raw_rows import change, rows
from server.test_migrations import OLD
from spielzug.server.cluster.leases import DEAD
from spielzug.server.ops.backup import BACKED_UP, back_up, owner_to_be, restore
from spielzug.server.store import store
from spielzug.server.store.schema import metadata
from spielzug.server.store.store import Store

PROGRAM = "from spielzug.cli import main; main()"
LOCAL: Json = {"kind": "local", "name": "Bo"}


def spielzug(*words: object) -> subprocess.CompletedProcess[str]:
    given = [sys.executable, "-c", PROGRAM, *map(str, words)]
    return subprocess.run(given, capture_output=True, text=True)


def unwatched(_: int) -> contextlib.AbstractContextManager[Callable[[int], None]]:
    return contextlib.nullcontext(lambda _: None)


def everything(database: Path | str) -> dict[str, list[Any]]:
    engine = store.find_to_read(database)
    with engine.connect() as connection:
        found = {
            table.name: sorted(
                [tuple(row) for row in connection.execute(sa.select(table))], key=repr
            )
            for table in BACKED_UP
        }
    engine.dispose()
    return found


def newest(database: Path | str) -> int:
    found: int = rows(database, "SELECT MAX(id) FROM entry")[0][0]
    return found


def is_past(database: Path | str, number: int) -> bool:
    return newest(database) > number


def fill(database: Path | str) -> tuple[str, Json]:
    """Play there; gives a cookie and the table that still runs."""
    with running(database) as server:
        device = server.device()
        table = device.table(ME, LOCAL, first=1)
        body = {"number": 1, "seat": 0, "action": table["choices"][0]["action"]}
        device.post(f"tables/{table['id']}/decide", body)
        over = play_out(device, device.table(ME, RANDOM, turn_limit=4))
        device.table(ME, FRIEND)
        device.get(f"tables/{over['id']}")
        shown = device.get(f"tables/{table['id']}")
        cookie = device.cookie
    row = (
        "INSERT INTO review (table_id, view, format, created, packed) VALUES (?, 'seat', 1, 0.1, ?)"
    )
    change(database, row, over["id"], bytes(range(256)))
    return cookie, shown


@pytest.mark.slow
def test_there_and_back_again_nothing_is_lost(tmp_path: Path, shared_database: str) -> None:
    """SQLite, PostgreSQL, SQLite; at each the running game goes on, and its cookie fits."""
    first, copy = tmp_path / "first.sqlite3", tmp_path / "copy.sqlite3"
    cookie, shown = fill(first)
    before = everything(first)
    assert all(before[name] for name in ("meta", "game_table", "seat", "entry", "review"))
    told = spielzug("backup", copy, "--database", first)
    assert (told.returncode, told.stdout) == (0, f"Backed up 3 tables to {copy}\n"), told.stderr
    assert copy.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir() if "copy" in path.name) == [copy.name]
    assert everything(copy) == before

    told = spielzug("restore", copy, "--database", shared_database)
    assert told.returncode == 0, told.stderr
    password = psycopg.conninfo.conninfo_to_dict(shared_database)["password"]
    assert str(password) not in told.stdout + told.stderr
    assert everything(shared_database) == before

    again, last = tmp_path / "again.sqlite3", tmp_path / "last.sqlite3"
    assert spielzug("backup", again, "--database", shared_database).returncode == 0
    assert spielzug("restore", again, "--database", last).returncode == 0
    assert everything(last) == before

    for database in (shared_database, last):
        with running(database) as server:
            device = server.device(Cookie=cookie)
            now = device.get(f"tables/{shown['id']}")
            assert (now["log"], now["view"]) == (shown["log"], shown["view"])
            body = {"number": 2, "seat": now["seat"], "action": now["choices"][0]["action"]}
            assert device.post(f"tables/{now['id']}/decide", body)["accepted"]
            assert len(device.get("mine")["running"]) == 2  # one of them waits


def test_a_copy_is_of_one_moment_while_people_play(database: Path | str, tmp_path: Path) -> None:
    """Every log is whole, and the row of its table says what the log does."""
    with running(database) as server:
        device = server.device()
        tables = [device.table(RANDOM, RANDOM, RANDOM, turn_limit=100_000) for _ in range(3)]
        stop = threading.Event()

        def watch(table: str) -> None:
            with device.live(table) as live:
                while not stop.is_set():
                    live.receive()

        watching = [threading.Thread(target=watch, args=(table["id"],)) for table in tables]
        for one in watching:
            one.start()
        try:
            copies = [tmp_path / f"copy{number}.sqlite3" for number in range(3)]
            for copy in copies:
                before = newest(database)
                wait_for(partial(is_past, database, before + 5))
                back_up(database, copy, False, unwatched)
        finally:
            stop.set()
            for one in watching:
                one.join()
    query = (
        "SELECT g.id, g.revision, COUNT(e.id), MAX(e.number) + 1 FROM game_table g "
        "JOIN entry e ON e.table_id = g.id GROUP BY g.id, g.revision"
    )
    ahead: dict[str, set[int]] = {}
    for copy in copies:
        for table, revision, count, last in rows(copy, query):
            assert count == last
            ahead.setdefault(table, set()).add(revision - count)
    assert [len(one) for one in ahead.values()] == [1] * len(tables)  # an entry a write
    assert len({rows(copy, "SELECT COUNT(*) FROM entry")[0] for copy in copies}) == len(copies)


@pytest.mark.slow
def test_what_is_there_is_not_overwritten(tmp_path: Path) -> None:
    database, copy = tmp_path / "t.sqlite3", tmp_path / "copy.sqlite3"
    Store(database).close()
    copy.write_text("precious")
    refused = spielzug("backup", copy, "--database", database)
    assert refused.returncode == 2
    assert "already" in refused.stderr
    assert "--force" in refused.stderr
    assert copy.read_text() == "precious"
    assert spielzug("backup", copy, "--database", database, "--force").returncode == 0
    assert rows(copy, "SELECT COUNT(*) FROM game_table") == [(0,)]


@pytest.mark.slow
def test_a_database_that_is_in_use_is_not_filled(database: Path | str, tmp_path: Path) -> None:
    source, copy = tmp_path / "source.sqlite3", tmp_path / "copy.sqlite3"
    Store(source).close()
    assert spielzug("backup", copy, "--database", source).returncode == 0
    fill(database)
    before = everything(database)
    refused = spielzug("restore", copy, "--database", database)
    assert refused.returncode == 2
    assert re.search(r"is not empty \(it has 3 tables\).*nothing was changed", refused.stderr)
    assert everything(database) == before


@pytest.mark.slow
def test_a_database_that_running_servers_use_is_not_filled(
    database: Path | str, tmp_path: Path
) -> None:
    """Also an empty one: they would go on with another key than that of the copy."""
    source = tmp_path / "source.sqlite3"
    fill(source)
    port = free_port()
    with started(database, "--port", str(port)):
        before = everything(database)
        refused = spielzug("restore", source, "--database", database)
        assert refused.returncode == 2
        assert "stop" in refused.stderr
        assert "nothing was changed" in refused.stderr
        assert everything(database) == before
        if isinstance(database, str):
            (process,) = rows(database, "SELECT id FROM process")
            assert f"({process[0][:8]}; connected from 127.0.0.1)" in refused.stderr
        else:
            assert f" at http://127.0.0.1:{port}: stop it" in refused.stderr
    if isinstance(database, str):
        wait_for(lambda: not live_ones(database))
    assert spielzug("restore", source, "--database", database).returncode == 0


def live_ones(database: str) -> list[Any]:
    now = "extract(epoch FROM clock_timestamp())"
    return rows(database, f"SELECT id FROM process WHERE beat > {now} - {DEAD}")


def test_a_file_from_before_any_release_is_not_copied(tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    refused = spielzug("backup", copy, "--database", OLD)
    assert (refused.returncode, copy.exists()) == (2, False)
    assert "from before release 1.0 (schema 7" in refused.stderr


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"dear diary\n" * 100, "not a database"), (None, "there is no file"), (b"", "not written")],
)
def test_what_is_no_copy_is_refused(tmp_path: Path, content: bytes | None, why: str) -> None:
    copy, database = tmp_path / "copy.sqlite3", tmp_path / "new.sqlite3"
    if content is not None:
        copy.write_bytes(content)
    refused = spielzug("restore", copy, "--database", database)
    assert refused.returncode == 2
    assert why in refused.stderr
    assert [path for path in tmp_path.iterdir() if path != copy] == []


def test_a_restored_file_must_belong_to_whom_its_folder_belongs_to(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite3"
    file.touch()
    assert owner_to_be(file) is None
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder away")
    os.chown(tmp_path, 65534, -1)
    command = owner_to_be(file)
    assert command == f"chown --reference={tmp_path} {file}"
    subprocess.run(shlex.split(command), check=True)
    assert owner_to_be(file) is None


@pytest.mark.slow
def test_a_damaged_copy_is_refused(tmp_path: Path) -> None:
    database, copy = tmp_path / "t.sqlite3", tmp_path / "copy.sqlite3"
    fill(database)
    assert spielzug("backup", copy, "--database", database).returncode == 0
    whole = copy.read_bytes()
    copy.write_bytes(whole[:4096] + b"\xff" * 8192 + whole[12288:])
    refused = spielzug("restore", copy, "--database", tmp_path / "new.sqlite3")
    assert refused.returncode == 2
    assert "copy.sqlite3" in refused.stderr
    assert not (tmp_path / "new.sqlite3").exists()


def test_all_that_is_kept_is_copied() -> None:
    assert {table.name for table in metadata.sorted_tables} - {
        table.name for table in BACKED_UP
    } == {
        "process",
        "lease",
    }


def test_numbers_go_on_where_the_copy_ended(tmp_path: Path, shared_database: str) -> None:
    database, copy = tmp_path / "t.sqlite3", tmp_path / "copy.sqlite3"
    fill(database)
    assert back_up(database, copy, False, unwatched) == 3
    assert restore(copy, shared_database, unwatched) == 3
    [(last,)] = rows(shared_database, "SELECT MAX(id) FROM entry")
    with psycopg.connect(shared_database) as connection:
        found = connection.execute("SELECT nextval(pg_get_serial_sequence('entry', 'id'))")
        assert found.fetchone() == (last + 1,)
    with sqlite3.connect(copy) as file:
        assert file.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    file.close()
