"""Several processes on one PostgreSQL: notes that are missed or arrive late."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import Any

import psycopg
import pytest

from server.helpers import FRIEND, ME, RANDOM, Device, Json, wait_for
from server.test_cluster import LISTENING, TwoServers, decision, entry, leases, table_leases
from server.test_cluster import two_servers as two_servers
from server.test_cluster_kill import browser, decide_until_the_bot, servers
from spielzug.server.cluster.bus import Changed, Here, PostgresBus, pack
from spielzug.server.cluster.leases import SharedLeases
from spielzug.server.store.store import Store
from spielzug.server.tables import manager
from spielzug.server.tables.external_changes import apply_note
from spielzug.server.tables.server_table import ServerChanges, ServerTable

pytestmark = pytest.mark.slow


def connected(device: Device, table: Json) -> list[bool]:
    return [bool(seat["connected"]) for seat in device.get(f"tables/{table['id']}")["seats"]]


def test_who_is_connected_to_a_process_that_was_asleep_is_there_again(
    shared_database: str,
) -> None:
    with servers(shared_database) as (first, second), ExitStack() as stack:
        anna = browser(first, second, stack)
        table = anna.first.table(ME, RANDOM, first=1)
        stack.enter_context(anna.first.live(table["id"]))
        wait_for(lambda: connected(anna.second, table)[0])
        first.signal(signal.SIGSTOP)
        wait_for(lambda: not connected(anna.second, table)[0])
        first.signal(signal.SIGCONT)
        wait_for(lambda: connected(anna.second, table)[0])


def test_who_left_while_nobody_listened_is_gone(
    two_servers: TwoServers, shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, berta = two_servers.device(), two_servers.device()
    table = anna.first.table(ME, FRIEND)
    berta.second.join(table["seats"][1]["invitation"], "Berta", reveal=False)
    with (
        psycopg.connect(shared_database, autocommit=True) as connection,
        monkeypatch.context() as m,
    ):
        with berta.second.live(table["id"]):
            wait_for(lambda: connected(anna.first, table)[1])
            m.setattr(two_servers.first.services.cluster_membership, "on_note", lambda *_: None)
        wait_for(lambda: not two_servers.second.services.hub.is_using(table["id"]))
        wait_for(lambda: not two_servers.second.services.hub.remote_presence._tasks)
        assert connected(anna.first, table)[1]
        m.undo()
        connection.execute(LISTENING, {"cut": True})
        wait_for(lambda: not connected(anna.first, table)[1])


def test_what_a_dead_process_told_is_forgotten_also_if_it_comes_late(
    two_servers: TwoServers, shared_database: str
) -> None:
    anna = two_servers.device()
    table = anna.first.table(ME, FRIEND)
    channel = f"spielzug_{two_servers.first.services.store.signing_key.hex()[:12]}"
    with anna.first.live(table["id"]) as live:
        live.kind("table")
        with psycopg.connect(shared_database, autocommit=True) as connection:
            note = pack(Here(table["id"], more=1), "dead")
            connection.execute("SELECT pg_notify(%s, %s)", (channel, note))
        # It may be forgotten before anybody could ask for it: what was told stays told.
        for count in (1, 0):
            live.until(lambda m, n=count: m["type"] == "presence" and m["spectators"] == n)  # type: ignore[misc]


class Failing:
    """Replaces a method of the store: fails a few times."""

    def __init__(self, real: Callable[..., Any], times: int) -> None:
        self._real, self.left = real, times

    async def __call__(self, work: Callable[..., Any]) -> Any:
        if self.left > 0:
            self.left -= 1
            raise OSError("no more")
        return await self._real(work)


def test_bots_move_where_the_table_was_thrown_away(
    two_servers: TwoServers, shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process with the lease but without the table goes on when somebody decides elsewhere."""
    anna = two_servers.device()
    table = anna.first.table(ME, RANDOM, first=2, turn_limit=20)
    path = f"tables/{table['id']}"
    now = wait_for(lambda: (t := anna.second.get(path))["choices"] and t)
    services = two_servers.first.services
    assert table_leases(shared_database) == {
        f"table:{table['id']}": services.cluster_membership.bus.process
    }
    reading = Failing(services.store.read, 1)
    with monkeypatch.context() as m:
        m.setattr(services.store, "write", Failing(services.store.write, 1))
        m.setattr(services.store, "read", reading)
        refused = anna.first.post(f"{path}/decide", decision(now), 503)
        assert refused["code"] == "cannot_save"
        wait_for(lambda: reading.left == 0)
    assert not services.tables.is_loaded(table["id"])
    anna.second.post(f"{path}/decide", decision(now))
    # Asked at the second process alone: whoever asks at the first has the table read there.
    wait_for(partial(decide_until_the_bot, anna.second, path, now["number"]))


def test_what_cannot_be_read_at_once_is_told_later(
    two_servers: TwoServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = two_servers.device()
    table = anna.first.table(ME, {"kind": "local", "name": "Bo"}, first=1)
    path = f"tables/{table['id']}"
    with anna.second.live(table["id"]) as live:
        live.kind("table")
        store = two_servers.second.services.store
        failing = Failing(store.read, 1)
        monkeypatch.setattr(store, "read", failing)
        anna.first.post(f"{path}/pace", {"pace": 300})
        assert live.until(lambda told: told.get("pace") == 300)
        assert failing.left == 0


def test_an_entry_comes_with_its_note_and_is_not_read(
    two_servers: TwoServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert reads_of_the_other_process(two_servers, monkeypatch) == 0


def test_a_note_that_is_not_true_is_read_instead(
    two_servers: TwoServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its mark shows that something else happened, so nobody is told of it."""

    def falsified(table: ServerTable, note: Changed) -> ServerChanges | None:
        false = tuple((*noted[:-1], "0" * 64) for noted in note.entries)
        return apply_note(table, replace(note, entries=false))

    monkeypatch.setattr(manager, "apply_note", falsified)
    assert reads_of_the_other_process(two_servers, monkeypatch) == 1


def reads_of_the_other_process(two_servers: TwoServers, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often it tried to read the database (at most 1 counts) to show a decision made here."""
    anna = two_servers.device()
    table = anna.first.table(ME, {"kind": "local", "name": "Bo"}, first=1)
    path = f"tables/{table['id']}"
    with anna.second.live(table["id"]) as live:
        live.kind("table")
        now = next(t for s in (0, 1) if (t := anna.first.get(path, seat=s))["choices"])
        failing = Failing(two_servers.second.services.store.read, 1)
        monkeypatch.setattr(two_servers.second.services.store, "read", failing)
        anna.first.post(f"{path}/decide", decision(now))
        assert entry(live, now["number"])
        return 1 - failing.left


class NullObserver:
    """Ignores everything."""

    def taken(self, name: str) -> None: ...
    def freed(self, name: str) -> None: ...
    def gone(self, processes: set[str]) -> None: ...
    def live(self, processes: set[str]) -> None: ...
    def on_recovered(self) -> None: ...


def test_a_lease_that_could_not_be_given_back_is_given_back_later(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(shared_database)
    held = SharedLeases(store, PostgresBus(store, "we"))

    async def release() -> None:
        await held.start(NullObserver())
        assert await held.acquire("table:one") is not None
        failing = Failing(store.write, 1)
        monkeypatch.setattr(store, "write", failing)
        held.release("table:one")
        await asyncio.to_thread(wait_for, lambda: failing.left == 0)
        await asyncio.to_thread(wait_for, lambda: leases(shared_database) == {})
        await held.close()

    try:
        asyncio.run(release())
    finally:
        store.close()
