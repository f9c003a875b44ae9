"""PostgreSQL: clear error messages, and recovery from lost connections."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

import postgres
from server.helpers import FRIEND, ME, RANDOM, Device, Json, play_out, running, wait_for
from server.processes import free_port
from server.raw_rows import change, rows
from server.test_crash_safety import check_file
from spielzug.core.errors import UsageError
from spielzug.server.config.settings import read_database
from spielzug.server.store import schema, sql
from spielzug.server.store.base import driver_of
from spielzug.server.store.postgres import PostgreSQL
from spielzug.server.store.store import Store
from spielzug.server.tables import manager

pytestmark = pytest.mark.slow

LOCAL: Json = {"kind": "local", "name": "Bo"}


@pytest.fixture
def own() -> Iterator[postgres.Server]:
    """A server that a test may stop."""
    if postgres.programs() is None:
        pytest.skip(postgres.NOT_RUN)
    with postgres.own_server() as server:
        yield server


# -- starting ------------------------------------------------------------------------------------


def refusal(address: str) -> str:
    with pytest.raises(UsageError) as refused:
        Store(read_database(address))
    return str(refused.value)


def test_a_server_that_is_not_there(shared_database: str) -> None:
    told = refusal(f"postgresql://me:geheim@127.0.0.1:{free_port()}/games")
    assert "postgresql://me:***@127.0.0.1" in told
    assert "is PostgreSQL running there" in told
    assert "geheim" not in told


def test_a_wrong_password_is_not_shown(shared_database: str) -> None:
    wrong = shared_database.replace("correct%20horse", "wrong-mule")
    assert wrong != shared_database
    told = refusal(wrong)
    assert "check the user name and the password" in told
    assert "wrong-mule" not in told


def test_a_database_that_was_not_made(shared_database: str) -> None:
    told = refusal(f"{shared_database}_not")
    assert "CREATE DATABASE" in told
    assert "horse" not in told


def test_the_commands_of_the_docs_make_a_database(own: postgres.Server) -> None:
    """As its administrator types them; since PostgreSQL 15 only its owner may fill a database."""
    docs = Path(__file__).resolve().parents[2] / "docs" / "hosting.md"
    block = next(b for b in docs.read_text().split("```") if "createuser" in b)
    word = postgres.PASSWORD
    admin = {"PGHOST": "127.0.0.1", "PGPORT": str(own.port), "PGUSER": postgres.USER}
    for command in block.removeprefix("sh").strip().splitlines():
        program, *given = shlex.split(command.removeprefix("sudo -u postgres "))
        subprocess.run(
            [postgres._programs() / program, *(one for one in given if one != "--pwprompt")],
            env={**os.environ, **admin, "PGPASSWORD": word},
            check=True,
        )
    change(own.address(), f"ALTER ROLE spielzug PASSWORD '{word}'")
    (address,) = re.findall(r"postgresql://\S+/games", docs.read_text())
    there = f"spielzug:{word.replace(' ', '%20')}@127.0.0.1:{own.port}"
    Store(address.replace("spielzug@database.example.org", there)).close()


def test_somebody_elses_tables_are_left_alone(shared_database: str) -> None:
    change(shared_database, "CREATE TABLE invoices (id integer)")
    assert "belongs to another program (it has invoices)" in refusal(shared_database)
    assert rows(shared_database, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == [
        ("invoices",)
    ]


def test_a_schema_of_ones_own_goes_beside_others(shared_database: str) -> None:
    change(shared_database, "CREATE TABLE invoices (id integer)")
    change(shared_database, "CREATE SCHEMA games")
    store = Store(f"{shared_database}?options=-csearch_path%3Dgames")
    try:
        asyncio.run(store.write(sql.probe_write))
    finally:
        store.close()
    found = rows(shared_database, "SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'games'")
    assert found == [(len(schema.metadata.tables) + 1,)]  # and Alembic's own


def test_another_kind_of_database_is_refused() -> None:
    with pytest.raises(UsageError, match=r"mysql://….*SQLite .* or PostgreSQL"):
        read_database("mysql://me:geheim@host/games")
    assert read_database("postgres://host/games") == "postgresql://host/games"


def test_without_the_driver_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(UsageError, match=r"pip install 'spielzug\[postgres\]'"):
        Store("postgresql://me@localhost/games")


def test_many_that_start_at_once_agree_on_one_key(shared_database: str) -> None:
    keys: list[bytes] = []

    def start() -> None:
        store = Store(shared_database)
        keys.append(store.signing_key)
        store.close()

    starting = [threading.Thread(target=start) for _ in range(6)]
    for one in starting:
        one.start()
    for one in starting:
        one.join()
    assert len(keys) == 6
    assert len(set(keys)) == 1


def test_what_is_acknowledged_is_on_the_disk(shared_database: str) -> None:
    """Whatever the server's own default is."""
    change(shared_database, "ALTER ROLE CURRENT_USER SET synchronous_commit = off")
    store = Store(shared_database)

    def look(connection: Connection) -> tuple[Any, ...]:
        names = ("synchronous_commit", "transaction_isolation", "transaction_read_only")
        return tuple(connection.exec_driver_sql(f"SHOW {name}").scalar() for name in names)

    try:
        assert asyncio.run(store.write(look)) == ("on", "read committed", "off")
        assert asyncio.run(store.read(look)) == ("on", "repeatable read", "on")
    finally:
        store.close()
        change(shared_database, "ALTER ROLE CURRENT_USER RESET synchronous_commit")


def test_no_process_has_the_password_among_its_arguments(shared_database: str) -> None:
    """Everybody on the machine can read those; the environment is for its owner."""
    with running(shared_database) as server:
        device = server.device()
        over = play_out(device, device.table(ME, RANDOM, turn_limit=4))
        assert device.get(f"tables/{over['id']}/proof")["word"]["ok"]  # made by another process
        said = arguments_of_children()
        assert any("background.worker" in one for one in said)
        assert not any("horse" in one for one in said)


def arguments_of_children() -> list[str]:
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # some end while we look
            if f"PPid:\t{os.getpid()}\n" in (path / "status").read_text(errors="replace"):
                found.append((path / "cmdline").read_text(errors="replace"))
    return found


# -- several who write ---------------------------------------------------------------------------


def test_who_knows_an_older_revision_is_refused(database: Path | str) -> None:
    with running(database) as server:
        table = server.device().table(ME, LOCAL, first=1)["id"]
    store = Store(database)
    try:
        stored = asyncio.run(store.read(lambda c: sql.load(c, table)))
        assert stored is not None
        row, seats = stored.table, stored.seats
        asyncio.run(store.write(lambda c: sql.update_table(c, row, seats)))
        with pytest.raises(sql.Conflict):
            asyncio.run(store.write(lambda c: sql.update_table(c, row, seats)))
        with pytest.raises(sql.Conflict):
            asyncio.run(store.write(lambda c: sql.append_entries(c, [], row)))
        found = rows(database, "SELECT revision FROM game_table WHERE id = ?", table)
        assert found == [(row["revision"] + 1,)]
    finally:
        store.close()


def test_two_who_wait_for_each_other_both_get_through(shared_database: str) -> None:
    """PostgreSQL ends one of two such transactions; it is tried again."""
    stores = [Store(shared_database) for _ in range(2)]
    for key in ("a", "b"):
        change(shared_database, "INSERT INTO meta VALUES (?, '')", key)
    both = threading.Barrier(2)
    tries: list[str] = []

    def crossing(first: str, second: str) -> Callable[[Connection], None]:
        def work(connection: Connection) -> None:
            tries.append(first)
            for key in (first, second):
                mark = sa.update(schema.meta).where(schema.meta.c.key == key)
                connection.execute(mark.values(value=schema.meta.c.value + first))
                if key == first and len(tries) <= 2:  # not when it is tried again
                    both.wait(60)

        return work

    async def write() -> None:
        await asyncio.gather(
            stores[0].write(crossing("a", "b")), stores[1].write(crossing("b", "a"))
        )

    try:
        asyncio.run(write())
    finally:
        for store in stores:
            store.close()
    assert len(tries) > 2
    found = dict(rows(shared_database, "SELECT key, value FROM meta WHERE key IN ('a', 'b')"))
    assert [sorted(found[key]) for key in ("a", "b")] == [["a", "b"], ["a", "b"]]


# -- connections that are cut --------------------------------------------------------------------


@contextlib.contextmanager
def cut_at_commit(monkeypatch: pytest.MonkeyPatch, written: bool) -> Iterator[list[str]]:
    """The next commit's answer never arrives; whether it was written, only the database knows."""
    honest, cut = PostgreSQL.commit, ["next"]

    def commit(self: PostgreSQL, connection: Connection) -> None:
        if not cut:
            honest(self, connection)
            return
        cut.clear()
        if written:
            honest(self, connection)
        driver_of(connection).close()
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    with monkeypatch.context() as patched:
        patched.setattr(PostgreSQL, "commit", commit)
        yield cut
        assert cut == []


@pytest.mark.parametrize("written", [True, False], ids=["written", "lost"])
def test_an_answer_that_never_came_is_found_out(
    shared_database: str, monkeypatch: pytest.MonkeyPatch, written: bool
) -> None:
    """Nothing is there twice, nothing that is there is refused, and everybody is told of it."""
    with running(shared_database) as server:
        device, guest = server.device(), server.device()
        cut = partial(cut_at_commit, monkeypatch, written)
        with cut():
            table = device.table(ME, LOCAL, first=1, reveal=False)
        table = device.attend(table)
        path = f"tables/{table['id']}"
        action = table["choices"][0]["action"]
        with device.live(table["id"], seat=0) as live:
            with cut():
                live.send({"type": "decide", "id": 7, "number": 1, "seat": 0, "action": action})
                heard = [live.receive()]
                while {"ack", "entry"} - {one["type"] for one in heard if one.get("number") == 1}:
                    heard.append(live.receive())
            assert not [one for one in heard if one["type"] == "error"]
        with cut():
            device.post(f"{path}/abandon")
        with cut():
            again = device.post(f"{path}/rematch", {"hash": None})["table"]
        assert device.post(f"{path}/rematch", {"hash": None})["table"] == again
        waiting = device.table(ME, FRIEND)
        with cut():
            device.post(f"tables/{waiting['id']}/fill", {"seat": 1, "bot": "random"})
        with cut():
            guest.table(ME, LOCAL, reveal=False)
    tables = rows(shared_database, "SELECT id FROM game_table")
    assert len(tables) == 4
    numbers = rows(
        shared_database, "SELECT number FROM entry WHERE table_id = ? ORDER BY id", table["id"]
    )
    assert numbers == [(0,), (1,), (2,)]


@pytest.mark.parametrize("since", [True, False], ids=["others wrote since", "still under way"])
def test_what_was_written_counts_also_if_others_have_written_since(
    shared_database: str, monkeypatch: pytest.MonkeyPatch, since: bool
) -> None:
    """A deed that is no decision has no number by which it could be known again."""
    honest, cut = PostgreSQL.commit, ["next"]
    with running(shared_database) as here, running(shared_database) as there:
        device, guest = here.device(), there.device()
        table = device.table(ME, FRIEND, LOCAL, first=1)
        path = f"tables/{table['id']}"
        guest.join(table["seats"][1]["invitation"], "Berta")
        device.attend(device.get(path))
        writer = here.services.store._writer

        def commit(self: PostgreSQL, connection: Connection) -> None:
            if not cut or threading.current_thread() is not writer._thread:
                honest(self, connection)
                return
            cut.clear()
            if since:
                honest(self, connection)
                guest.post(f"{path}/rematch", {"hash": None})
                driver_of(connection).close()
            else:  # the answer is lost while the database is still at it
                threading.Timer(0.5, _commit_and_close, [connection]).start()
            raise psycopg.OperationalError("server closed the connection unexpectedly")

        monkeypatch.setattr(PostgreSQL, "commit", commit)
        if not since:
            monkeypatch.setattr(PostgreSQL, "roll_back", lambda *_: None)
            monkeypatch.setattr(PostgreSQL, "is_lost", lambda *_: True)
            monkeypatch.setattr(
                writer, "_drop_connection", lambda: setattr(writer, "_connection", None)
            )
        device.post(f"{path}/abandon")
        assert cut == []
        now = there.device().get(path)
        assert (now["status"], now["rematch"] is not None) == ("over", since)


def _commit_and_close(connection: Connection) -> None:
    with contextlib.suppress(psycopg.Error):
        driver_of(connection).execute("COMMIT")
        driver_of(connection).close()


def test_connections_that_are_cut_again_and_again_lose_nothing(shared_database: str) -> None:
    """Whoever runs the database may end every connection; nobody at a table notices."""
    end = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    acknowledged: dict[str, dict[int, str]] = {}
    with running(shared_database) as server:
        device = server.device()
        table = device.table(ME, LOCAL, first=1)
        path = f"tables/{table['id']}"
        done = acknowledged[table["id"]] = {}
        for turn in range(24):
            now = device.get(path)
            choice = now["choices"][turn % len(now["choices"])]
            if turn % 3 == 0:
                change(shared_database, end)
            body = {"number": now["number"], "seat": now["seat"], "action": choice["notation"]}
            answer = device.post(f"{path}/decide", body)
            assert answer == {"accepted": True, "number": now["number"], "duplicate": False}
            if now["seat"] == 0:
                done[now["number"]] = choice["notation"]
        assert device.get(path)["trouble"] is None
    check_file(shared_database, acknowledged)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["stopped", "crashed"])
def test_after_the_database_was_away_everything_goes_on(
    own: postgres.Server, monkeypatch: pytest.MonkeyPatch, how: signal.Signals
) -> None:
    """People are told meanwhile; then it goes on by itself, with all that was acknowledged."""
    monkeypatch.setattr(manager, "PAUSE", 0.1)
    acknowledged: dict[str, dict[int, str]] = {}
    with running(own.address()) as server:
        device = server.device()
        table = device.table(ME, LOCAL, first=1)
        bots = device.table(RANDOM, RANDOM, RANDOM, turn_limit=100_000)
        path = f"tables/{table['id']}"
        done = acknowledged[table["id"]] = {}
        quiet = device.table(ME, LOCAL)
        with contextlib.ExitStack() as here:
            live = here.enter_context(device.live(table["id"], seat=0, lang="en"))
            others = here.enter_context(device.live(bots["id"]))
            looking = here.enter_context(device.live(quiet["id"], lang="en"))
            number = decide(device, path, done)
            others.kind("entry")
            now = device.get(path)
            own.stop(how)
            refused = live.decide(number + 1, now["seat"], now["choices"][0]["action"])
            assert refused["code"] in ("cannot_save", "cannot_load"), refused
            told = looking.until(lambda m: m["type"] == "table" and m["trouble"] is not None)
            assert told["trouble"].startswith("The server cannot save right now")
            own.start()
            looking.until(lambda m: m["type"] == "table" and m["trouble"] is None)
            last = max(m["number"] for m in others.heard if m["type"] == "entry")
            decide(device, path, done)
            live.until(lambda m: m["type"] == "entry" and m["number"] == number + 1)
            others.until(lambda m: m["type"] == "entry" and m["number"] > last + 3)
    check_file(own.address(), acknowledged)


def decide(device: Device, path: str, done: dict[int, str]) -> int:
    now: Json = wait_for(lambda: _readable(device, path))
    choice = now["choices"][0]
    body = {"number": now["number"], "seat": now["seat"], "action": choice["notation"]}
    assert device.post(f"{path}/decide", body)["accepted"]
    if now["seat"] == 0:
        done[now["number"]] = choice["notation"]
    return int(now["number"])


def _readable(device: Device, path: str) -> Json | None:
    answer = device.http.get(f"/api/{path}")
    found: Json = answer.json()
    return found if answer.status_code == 200 else None
