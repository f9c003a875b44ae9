"""The store: only what is in the database counts."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import stat
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast, get_args, get_type_hints

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from server.helpers import FRIEND, ME, RANDOM, Device, Json, play_out, running, wait_for
from server.raw_rows import change, rows
from spielzug.core.errors import UsageError
from spielzug.server.store import schema, sql
from spielzug.server.store.base import driver_of
from spielzug.server.store.schema import OLDEST_SCHEMA, SCHEMA_VERSION, DeedRow, PassRow, ReviewRow
from spielzug.server.store.sqlite import SQLite
from spielzug.server.store.store import Store
from spielzug.tables.row_types import EntryRow, SeatRow, SummaryRow, TableRow
from spielzug.tables.rows import read_places
from spielzug.tables.seats import Place


def test_settings_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "t.sqlite3"
    store = Store(path)

    def pragmas(connection: Connection) -> list[Any]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    try:
        assert asyncio.run(store.read(pragmas)) == ["wal", 2, 1, 10000]
        assert asyncio.run(store.write(pragmas)) == ["wal", 2, 1, 10000]
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        key = store.signing_key
    finally:
        store.close()
    again = Store(path)
    again.close()
    assert again.signing_key == key
    assert len(key) == 32


@pytest.mark.parametrize(
    ("table", "row_type"),
    [
        (schema.game_table, TableRow),
        (schema.seat, SeatRow),
        (schema.entry, EntryRow),
        (schema.review, ReviewRow),
        (schema.seat_pass, PassRow),
        (schema.deed, DeedRow),
    ],
)
def test_a_row_type_has_the_columns_of_its_table(table: sa.Table, row_type: type) -> None:
    """The optional ones are those that may be NULL."""
    nullable = {column.name: column.nullable for column in table.columns}
    if row_type is EntryRow:
        del nullable["id"]
    hints = get_type_hints(row_type)
    assert {name: type(None) in get_args(hint) for name, hint in hints.items()} == nullable


def test_every_field_of_a_place_is_read_from_its_row() -> None:
    place = Place(
        "friend", "Anna", "human", "a", "b", "c", "d", "left", "e", "f", 1.5, 2,
    )  # fmt: skip
    row = cast("SeatRow", {"table_id": "t", "number": 0, "ended": None, **asdict(place)})
    assert read_places([row]) == [place]


def test_an_idle_server_does_not_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks again and again whether somebody else did, and begins no transaction for that."""
    begun: list[Connection] = []
    looked: list[None] = []

    def begin(database: SQLite, connection: Connection) -> None:
        begun.append(connection)
        driver_of(connection).execute("BEGIN IMMEDIATE")

    async def refresh_loaded() -> None:
        looked.append(None)

    def noticed() -> bool:
        change(path, "INSERT INTO meta (key, value) VALUES (hex(randomblob(8)), '')")
        return len(looked) >= 20

    monkeypatch.setattr(SQLite, "begin", begin)
    monkeypatch.setattr("spielzug.server.ops.membership.POLL_SECONDS", 0.01)
    path = tmp_path / "t.sqlite3"
    with running(path) as server:
        monkeypatch.setattr(server.services.tables, "refresh_loaded", refresh_loaded)
        wait_for(noticed)
        assert len(begun) <= 2, "a look is no transaction; a server may begin one at its start"


def test_a_newer_schema_is_refused(database: Path | str) -> None:
    Store(database).close()
    change(
        database, "UPDATE meta SET value = ? WHERE key = 'schema_version'", str(SCHEMA_VERSION + 1)
    )
    with pytest.raises(UsageError, match="newer Spielzug .*please update"):
        Store(database)


@pytest.mark.parametrize("text", ["0", "-1", "three", "", "4.5"])
def test_a_schema_that_never_was_is_refused(database: Path | str, text: str) -> None:
    Store(database).close()
    change(database, "UPDATE meta SET value = ? WHERE key = 'schema_version'", text)
    with pytest.raises(
        UsageError, match="not written by Spielzug, or is damaged .*choose another --database"
    ):
        Store(database)


@pytest.mark.parametrize("version", range(1, OLDEST_SCHEMA))
def test_a_schema_from_before_any_release_is_refused_and_left_alone(
    database: Path | str, version: int
) -> None:
    Store(database).close()
    change(database, "UPDATE meta SET value = ? WHERE key = 'schema_version'", str(version))
    before = rows(database, "SELECT key, value FROM meta ORDER BY key")
    with pytest.raises(
        UsageError,
        match=f"development version .*before release 1.0 .schema {version}; .*Nothing was changed: "
        "open it with that version, or choose another --database",
    ):
        Store(database)
    assert rows(database, "SELECT key, value FROM meta ORDER BY key") == before


def test_no_question_looks_at_every_table(tmp_path: Path) -> None:
    """Whatever SQLite is asked, it finds by an index."""
    database = tmp_path / "t.sqlite3"
    with running(database) as server:
        device = server.device()
        over = play_out(device, device.table(ME, RANDOM, turn_limit=6))["id"]
        device.table(ME, FRIEND)
        mine = server.services.tables._loaded[over].creator
    store = Store(database)

    def decide_at_two(connection: Connection) -> None:
        row = {"id": over, "revision": -1, "turn": 0, "updated": 0.0}
        with suppress(sql.Conflict):
            sql.append_to_tables(connection, [cast("SummaryRow", row)] * 2, [])

    questions: dict[str, Any] = {
        "lobby": lambda c: sql.of_device(c, mine, 100),
        "opening": lambda c: sql.open_tables(c, mine),
        "loading": lambda c: sql.load(c, over),
        "waking": lambda c: sql.waiting_for_bots(c, 0.0, 10),
        "retention": lambda c: sql.idle_tables(c, "over", False, 1.0, 0, 10),
        "deleting": lambda c: sql.delete_tables(c, [over], 9e9),
        "deciding": decide_at_two,
    }
    try:
        for name, question in questions.items():
            asked: list[str] = []
            with store._database.setup_transaction() as connection:
                driver = driver_of(connection)
                assert isinstance(driver, sqlite3.Connection)
                driver.set_trace_callback(asked.append)
                question(connection)
                driver.set_trace_callback(None)
                assert asked, name
                for statement in asked:
                    plan = driver.execute(f"EXPLAIN QUERY PLAN {statement}")
                    steps = [row[3] for row in plan]
                    for step in steps:
                        assert not re.match(r"SCAN (game_table|seat|entry)", step), (name, steps)
                    if name in ("opening", "waking", "retention"):
                        assert not [step for step in steps if "TEMP B-TREE" in step], (name, steps)
    finally:
        store.close()


def test_no_database_at_all(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("dear diary\n" * 1000)
    with pytest.raises(UsageError, match="cannot be used as a database"):
        Store(text)
    assert text.read_text().startswith("dear diary")
    with pytest.raises(UsageError, match="cannot be written"):
        Store(tmp_path)


def test_jobs_travel_together_but_fail_alone(database: Path | str) -> None:
    store = Store(database)

    def insert(key: str) -> Any:
        def work(connection: Connection) -> str:
            connection.execute(sa.insert(schema.meta), {"key": key, "value": "x"})
            return key

        return work

    async def many() -> list[Any]:
        keys = [f"k{n % 40}" for n in range(80)]  # every second one is a duplicate
        jobs = (store.write(insert(key)) for key in keys)
        return await asyncio.gather(*jobs, return_exceptions=True)

    answers = asyncio.run(many())
    store.close()
    assert [answer for answer in answers if isinstance(answer, str)] == [f"k{n}" for n in range(40)]
    assert sum(isinstance(answer, sa.exc.IntegrityError) for answer in answers) == 40
    assert len(rows(database, "SELECT * FROM meta WHERE key LIKE 'k%'")) == 40


def test_a_number_is_given_once(database: Path | str) -> None:
    with running(database) as server:
        table = server.device().table(ME, {"kind": "local"})["id"]
    columns = "table_id, number, kind, seat, action, digest, created, instead, told, became, leave"
    copy = f"INSERT INTO entry ({columns}) SELECT {columns} FROM entry"
    with pytest.raises((sqlite3.IntegrityError, psycopg.IntegrityError)):
        change(database, copy)
    assert rows(database, "SELECT number, kind FROM entry WHERE table_id = ?", table) == [
        (0, "deal")
    ]


def test_tables_are_read_again_after_a_restart(database: Path | str) -> None:
    with running(database) as server:
        device = server.device()
        waiting = device.table(ME, FRIEND)
        running_ = device.table(ME, {"kind": "local"}, first=1)
        path = f"tables/{running_['id']}"
        body = {"number": 1, "seat": 0, "action": running_["choices"][0]["action"]}
        device.post(f"{path}/decide", body)
        device.post(f"{path}/undo", {"number": 2, "seat": 0})
        device.post(f"{path}/decide", {**body, "number": 3})
        over = play_out(device, device.table(ME, RANDOM, turn_limit=10))
        shown = [device.get(f"tables/{t['id']}") for t in (waiting, running_, over)]
        cookie, mine = device.cookie, device.get("mine")
    with running(database) as server:
        device = server.device(Cookie=cookie)
        for before in shown:
            now = device.get(f"tables/{before['id']}")
            before["invite_url_base"] = f"{server.url}/#/join/"
            for seat in (*now["seats"], *before["seats"]):
                seat["away"] = None  # which begins anew
            assert now == before
        assert device.get("mine") == mine
        again = {"number": 3, "seat": 0, "action": running_["choices"][0]["action"]}
        assert device.post(f"{path}/decide", again)["duplicate"]


def test_few_tables_in_memory(database: Path | str) -> None:
    with running(database, tables_in_memory=2) as server:
        device = server.device()
        ids = [device.table(ME, {"kind": "local"})["id"] for _ in range(6)]
        with device.live(ids[0]) as live:
            live.receive()
            for _ in range(2):
                for table in ids:
                    assert device.get(f"tables/{table}")["status"] == "running"
            known = server.services.tables._loaded
            assert len(known) <= 3
            assert ids[0] in known  # somebody looks at it


def test_bots_go_on_after_a_restart(database: Path | str) -> None:
    """Nobody looks, nobody asks: whoever plays there shall find that it is their turn."""
    with running(database) as server:
        device = server.device()
        table = device.table(RANDOM, ME, first=1, pace=5000)["id"]
        alone = device.table(RANDOM, RANDOM, pace=5000)["id"]
    change(database, "UPDATE game_table SET pace = 0")
    with running(database) as server:
        wait_for(
            lambda: rows(database, "SELECT turn FROM game_table WHERE id = ?", table) == [(1,)]
        )
        assert alone not in server.services.tables._loaded  # nobody sits there, nobody looks


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("UPDATE entry SET digest = 'x' WHERE number = 0", "damaged"),
        ("UPDATE entry SET action = 0 WHERE number = 1", "damaged"),
        (f"UPDATE game_table SET secret = '{'0' * 64}'", "damaged"),
        ("UPDATE game_table SET rules_version = 99", "other_rules"),
        ("UPDATE game_table SET format = 1", "other_format"),
    ],
)
def test_a_log_that_leads_elsewhere(database: Path | str, statement: str, expected: str) -> None:
    """Better no table than a wrong one; and the proof says what is wrong."""
    with running(database) as server:
        over = play_out(device := server.device(), device.table(ME, RANDOM, turn_limit=10))
    change(database, statement)
    with running(database) as server:
        device = server.device()
        status = 409 if expected.startswith("other_") else 500
        assert device.get(f"tables/{over['id']}", status)["code"] == expected
        if expected == "damaged":
            proof = device.get(f"tables/{over['id']}/proof", lang="en")["word"]
            assert proof["ok"] is False
            assert any(step["ok"] is False for step in proof["steps"])


def test_the_unique_key_decides_between_two_processes(database: Path | str) -> None:
    """Two servers that know nothing of each other: the second decision for a number is too late."""
    with running(database) as first, running(database) as second:
        one = first.device()
        table = one.table(ME, {"kind": "local"}, first=1)
        path = f"tables/{table['id']}"
        two = second.device(Cookie=one.cookie)
        action = two.get(path)["choices"][0]["action"]
        body: Json = {"number": 1, "seat": 0, "action": action}
        one.post(f"{path}/decide", body)
        if isinstance(database, Path):  # with PostgreSQL it is told, sooner or later
            assert second.services.tables._loaded[table["id"]].number == 1
        assert two.post(f"{path}/decide", body)["duplicate"]
        assert two.get(path)["log"] == one.get(path)["log"]
        one.post(f"{path}/undo", {"number": 2, "seat": 0})
        wrong = {"number": 2, "seat": 0, "action": two.get(path, seat=0)["choices"][0]["action"]}
        assert two.post(f"{path}/decide", wrong, 409)["code"] == "too_late"
        assert two.get(path)["log"] == one.get(path)["log"]


def test_a_failed_write_changes_nothing(database: Path | str) -> None:
    """Something is wrong with the file: the decision is refused, and the table is as it was."""
    with running(database) as server:
        device: Device = server.device()
        table = device.table(ME, {"kind": "local"}, first=1)
        path = f"tables/{table['id']}"
        body = {"number": 1, "seat": 0, "action": table["choices"][0]["action"]}
        change(database, "ALTER TABLE entry RENAME TO elsewhere")
        assert device.post(f"{path}/decide", body, 503)["code"] == "cannot_save"
        assert device.get(path, 503)["code"] == "cannot_load"
        change(database, "ALTER TABLE elsewhere RENAME TO entry")
        assert device.get(path)["number"] == 1
        accepted = device.post(f"{path}/decide", body)
        assert accepted == {"accepted": True, "number": 1, "duplicate": False}
        assert device.get(path)["number"] == 2
