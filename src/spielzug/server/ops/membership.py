"""How a server process follows what other processes write to the same database.

With PostgreSQL, `ClusterMembership` handles the notes of other servers: it reloads tables, tracks
who is connected elsewhere, and takes over the work of dead processes. With SQLite it does nothing.

With SQLite, `DatabasePoller` detects what `spielzug admin` writes. It polls `PRAGMA data_version`
on the writer's connection, so that the server's own writes do not count, and outside a transaction,
so that an idle server writes and locks nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING

from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from spielzug.server.cluster.bus import (
    AllTold,
    Bus,
    Bye,
    Changed,
    Deleted,
    Free,
    Here,
    Note,
    PostgresBus,
    Signal,
    WhoIsThere,
)
from spielzug.server.cluster.leases import TABLE, Leases, SharedLeases
from spielzug.server.reviews.queue import ReviewLeases
from spielzug.server.store import sql
from spielzug.server.store.base import run
from spielzug.server.store.store import Store
from spielzug.server.tables.manager import Tables
from spielzug.tables.table import fresh_id

if TYPE_CHECKING:
    from spielzug.server.live.hub import Hub

log = logging.getLogger("spielzug.server")

GATHERING = 0.2  # seconds; changes of a table in this time cause one read for the lobby


class ClusterMembership:
    """The bus and the leases shared with other processes; local stand-ins with SQLite."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.bus: Bus = Bus()
        self.leases: Leases = Leases()
        self._shared: tuple[PostgresBus, SharedLeases] | None = None
        if store.kind == "postgresql":
            bus = PostgresBus(store, fresh_id())
            leases = SharedLeases(store, bus)
            self.bus, self.leases, self._shared = bus, leases, (bus, leases)
        self._tasks: set[asyncio.Task[None]] = set()
        self._lobby: dict[str, tuple[set[str], set[str]]] = {}
        """Tables about to be read for the lobby: their people, and devices that lost a seat."""

    @property
    def reviews(self) -> ReviewLeases | None:
        """Leases that let one process make each review; None with a single process."""
        return ReviewLeases(self._shared[1]) if self._shared is not None else None

    async def start(self, tables: Tables, hub: Hub) -> None:
        """Start to receive notes and to hold leases."""
        self._tables, self._hub = tables, hub
        if self._shared is not None:
            bus, leases = self._shared
            await bus.start(self)
            await leases.start(self)
            hub.remote_presence.ask()

    async def stop(self) -> None:
        """Release all leases at once."""
        if self._shared is not None:
            bus, leases = self._shared
            if self._tasks:
                await asyncio.wait(self._tasks, timeout=5)
            await leases.close()
            await bus.close()

    # -- notes from the bus -----------------------------------------------------------------------

    def on_note(self, note: Note, process: str) -> None:
        assert self._shared is not None
        bus, leases = self._shared
        own = process == bus.process
        if isinstance(note, Changed):
            if own:
                self._tables.on_remote_write(note.table, note.revision, own)
            else:
                self._spawn(self._tables.follow_note(note))
            if not own and not self._tables.is_loaded(note.table):
                self._tell_lobby(note)
        elif own:
            pass
        elif isinstance(note, Deleted):
            self._tables.on_remote_delete(note.tables)
        elif isinstance(note, Here):
            self._hub.on_remote_presence(note, process)
        elif isinstance(note, Signal):
            self._hub.send_signal(note.table, note.text)
        elif isinstance(note, WhoIsThere):
            self._hub.broadcast_presence()
        elif isinstance(note, AllTold):
            self._hub.on_presence_complete(process)
        elif isinstance(note, Free):
            for name in leases.mark_released(note.names):
                self.freed(name)
        elif isinstance(note, Bye):
            leases.check_now()

    def on_reconnect(self) -> None:
        """Refresh everything, because notes of any kind may have been missed."""
        assert self._shared is not None
        self._shared[1].forget_holders()
        self._hub.remote_presence.ask()
        self._hub.broadcast_presence()
        self._spawn(self._tables.refresh_loaded())
        self._tables.wake_loaded()

    # -- the lobby --------------------------------------------------------------------------------

    def _tell_lobby(self, note: Changed) -> None:
        """Update lobbies for a table not in memory, if one of its people has a lobby open here."""
        if not self._hub.lobbies.has_any_device({*note.people, *note.freed}):
            return
        if note.table in self._lobby:
            people, freed = self._lobby[note.table]
            people |= set(note.people)
            freed |= set(note.freed)
        else:
            self._lobby[note.table] = set(note.people), set(note.freed)
            self._spawn(self._read_for_lobby(note.table))

    async def _read_for_lobby(self, table_id: str) -> None:
        await asyncio.sleep(GATHERING)
        people, freed = self._lobby.pop(table_id)
        try:
            stored = await self._store.read(lambda c: sql.load(c, table_id, sql.NO_ENTRIES))
        except (DBAPIError, OSError) as error:
            log.error("could not read a table for the lobby: %s", error)
            return
        if stored is not None:
            sitting = {row["device"] for row in stored.seats if row["device"]}
            people &= {stored.table["creator"], *sitting}
        self._hub.lobbies.on_remote_change(table_id, stored, people, freed)

    # -- leases -----------------------------------------------------------------------------------

    def taken(self, name: str) -> None:
        self._spawn(self._tables.take_over(name.removeprefix(TABLE)))

    def freed(self, name: str) -> None:
        if name.startswith(TABLE):
            self._tables.wake_loaded(name.removeprefix(TABLE))

    def gone(self, processes: set[str]) -> None:
        self._hub.forget_processes(processes)

    def live(self, processes: set[str]) -> None:
        self._hub.on_live_processes(processes)

    def on_recovered(self) -> None:
        self._tables.wake_loaded()

    def _spawn(self, work: Coroutine[object, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("could not handle a change in another process", exc_info=error)


POLL_SECONDS = 1.0  # seconds between two polls


class DatabasePoller:
    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def run(self) -> None:
        """Poll forever; not needed with PostgreSQL, where the bus announces changes."""
        if self._store.kind != "sqlite":
            return
        known: int | None = None
        while True:
            with contextlib.suppress(DBAPIError, OSError):  # the next write reports the failure
                now = await self._store.ask_writer(_version)
                if known not in (None, now):
                    await self._tables.refresh_loaded()
                known = now
            await asyncio.sleep(POLL_SECONDS)


def _version(connection: Connection) -> int:
    [(version,)] = run(connection, "PRAGMA data_version", []).fetchall()
    return int(version)
