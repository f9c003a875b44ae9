"""The manager of all tables: opens, loads, changes, saves and deletes them.

Each table has a lock. Its holder checks, changes the table in memory, waits until the change is on
the disk, and then notifies the listeners. Tables are read only with the lock, so nothing is shown
that could still be lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import TypeVar

from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from spielzug.server.cluster.bus import Bus, Changed
from spielzug.server.cluster.leases import (
    TABLE,
    Lease,
    LeaseLost,
    Leases,
    held_elsewhere,
)
from spielzug.server.config.settings import Settings
from spielzug.server.games import Games
from spielzug.server.monitoring import Counts
from spielzug.server.problems import CANNOT_LOAD, Problem, table_problems, unreadable
from spielzug.server.store import sql
from spielzug.server.store.store import Store
from spielzug.server.tables.external_changes import TableCheckpoint, apply_entries, apply_note
from spielzug.server.tables.server_table import (
    CLOCK,
    Listener,
    ServerChanges,
    ServerTable,
    TableInUse,
    UnreadTables,
    build_table,
    finish,
)
from spielzug.server.tables.transactions import ExtraWrite, deleting, opening, writing
from spielzug.tables.opening import game_terms, new_table
from spielzug.tables.row_types import StoredTable
from spielzug.tables.rows import devices
from spielzug.tables.start import StartPosition
from spielzug.tables.table import OVER
from spielzug.wire.requests import NewTable

log = logging.getLogger("spielzug.server")

T = TypeVar("T")
RECENT_DAYS = 30
LISTED = 100
LOOKED_AT = 8  # tables checked for eviction when another one is loaded
CANNOT_SAVE = "cannot_save"
TRANSIENT_PROBLEMS = (CANNOT_SAVE, CANNOT_LOAD)
"""Problems that may pass: a bot or a clock that gets one of them tries again."""
DISK_ERRORS = (DBAPIError, OSError, sqlite3.Error)  # sqlite3.Error: while a connection is opened
TRIES = 5  # of a change, if other processes write the same table
PAUSE = 2.0  # seconds before the database is tried again after an error


class Tables:
    def __init__(
        self,
        settings: Settings,
        store: Store,
        games: Games,
        bus: Bus | None = None,
        leases: Leases | None = None,
    ) -> None:
        self._bus = bus or Bus()
        self._leases = leases or Leases()
        self._settings = settings
        self._store = store
        self._games = games
        self._loaded: OrderedDict[str, ServerTable] = OrderedDict()
        self._loading: dict[str, asyncio.Task[ServerTable]] = {}
        self._unread = UnreadTables()
        self._deleting: set[str] = set()
        """Ids of tables that are being deleted."""
        self._checkpoints: dict[str, TableCheckpoint] = {}
        """What listeners last knew of tables that were dropped from memory while in use."""
        self._due: set[str] = set()
        """Ids of tables whose changes by other processes are about to be read."""
        self._tasks: set[asyncio.Task[object]] = set()
        self.trouble: str | None = None  # of all tables now: the key of a sentence
        self.last_save = float("-inf")  # by time.monotonic
        self._closing = False
        self.counts = Counts()
        self.listeners: list[Listener] = []
        self.error_sinks: list[Callable[[str, str], None]] = []
        """Called with table id and problem where not even the table can be loaded."""
        self.extra_writes: list[ExtraWrite] = []
        """Give further work for the transaction that saves a change of a table."""

    def __len__(self) -> int:
        """The number of tables in memory."""
        return len(self._loaded)

    # -- loading ----------------------------------------------------------------------------------

    def use(self, table_id: str, fresh: bool = True) -> TableInUse:
        """A table, with its lock held.

        `fresh` includes everything that other processes have written until now. Otherwise the table
        may be slightly outdated; saving a change on top of an outdated table fails.
        """
        return TableInUse(self._lock(table_id, fresh))

    async def _lock(self, table_id: str, fresh: bool) -> ServerTable:
        while True:
            table = await self._get_or_load(table_id)
            await table.lock.acquire()
            try:
                if fresh and not table.stale:
                    await self._refresh(table)
            except BaseException:
                table.lock.release()
                raise
            if not table.stale:
                return table
            table.lock.release()

    def on_device_left(self, table_id: str, device: str) -> None:
        """The last live connection of a device to this table has ended."""
        table = self._loaded.get(table_id)
        if table is not None and table.seats_of(device):  # absences of spectators do not matter
            table.away.mark_present(device)

    async def _get_or_load(self, table_id: str) -> ServerTable:
        if table_id in self._loaded:
            self._loaded.move_to_end(table_id)
            return self._loaded[table_id]
        if table_id in self._loading:
            try:
                return await asyncio.shield(self._loading[table_id])
            except Problem as problem:
                if problem.code != CANNOT_LOAD:
                    raise
                # That attempt began before this call, and the database may work again by now.
        if table_id not in self._loading:
            task = self._spawn(self._unread.watch(table_id, self._load(table_id)))
            self._loading[table_id] = task
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(self._loading[table_id])

    async def _load(self, table_id: str) -> ServerTable:
        if table_id in self._deleting:
            raise Problem(404, "no_table")
        try:
            table, stored = await self._store.read(lambda c: self._read(c, table_id))
        except DISK_ERRORS as error:
            log.error("could not read a table: %s", error)
            raise unreadable(error) from error
        if table is None:
            game = await self._games.get(stored.table["game"])
            table = await asyncio.to_thread(build_table, stored, game)
        told = self._checkpoints.pop(table_id, None)
        changes = ServerChanges() if told is None else told.changes_since(table)
        self._remember(table)
        self._tell(table, changes)
        return table

    def _read(
        self, connection: Connection, table_id: str
    ) -> tuple[ServerTable | None, StoredTable]:
        """In a reader's thread: the table, or None if its game must be loaded first; its rows."""
        stored = sql.load(connection, table_id)
        if stored is None:
            raise Problem(404, "no_table")
        game = self._games.loaded(stored.table["game"])
        return (None if game is None else build_table(stored, game)), stored

    def _remember(self, table: ServerTable) -> None:
        self._loaded[table.id] = table
        if table.status != OVER and table.has_thinking_bot:
            self._games.play(table.game.name)
        self._set_server_state(table)
        self._evict_tables(table)

    def _evict_tables(self, new: ServerTable) -> None:
        """Drop the least recently used tables from memory, except those in use.

        Checks at most `LOOKED_AT` tables, however many are in use.
        """
        for _ in range(LOOKED_AT):
            old = next(iter(self._loaded.values()))
            if old is new or len(self._loaded) <= self._settings.tables_in_memory:
                return
            if old.lock.locked() or any(one.is_using(old.id) for one in self.listeners):
                self._loaded.move_to_end(old.id)
            else:
                self._forget(old)
                self._leases.release(TABLE + old.id)

    def _forget(self, table: ServerTable, told: TableCheckpoint | None = None) -> None:
        """Drop a table from memory; with `told`, listeners get the difference after a reload."""
        table.stale = True
        if self._loaded.get(table.id) is table:
            del self._loaded[table.id]
            if told is not None and self._is_used(table.id):
                self._checkpoints[table.id] = told

    def _is_used(self, table_id: str) -> bool:
        return any(one.is_using(table_id) for one in self.listeners)

    # -- other processes --------------------------------------------------------------------------

    async def _refresh(self, table: ServerTable, sure: bool = False) -> bool:
        """Apply changes by other processes and notify the listeners; True if there were any.

        Call it with the table's lock held. After changes other than new entries the table is stale.
        Without a shared database it reads only if it is `sure` that something else has written.
        """
        if not self._bus.shared and not sure:
            return False
        table_id, revision, number = table.id, table.revision, table.number

        def read(connection: Connection) -> StoredTable | None:
            now = sql.revision_of(connection, table_id)
            if now is None:
                raise Problem(404, "no_table")
            return None if now == revision else sql.load(connection, table_id, number)

        try:
            stored = await self._store.read(read)
        except DISK_ERRORS as error:
            log.error("could not compare a table with the database: %s", error)
            if sure:
                raise unreadable(error) from error
            return False  # the table in memory has been saved
        except Problem:
            self._forget(table)
            self._leases.release(TABLE + table_id)
            raise
        if stored is None:
            return False
        told = TableCheckpoint.of(table)
        self._tell_or_forget(table, told, apply_entries(table, stored))
        return True

    def _tell_or_forget(
        self, table: ServerTable, told: TableCheckpoint, changes: ServerChanges | None
    ) -> None:
        """Notify of others' changes; the table is loaded again if they could not be followed."""
        if changes is None:
            self._forget(table, told)
        else:
            self._tell(table, changes)

    def is_loaded(self, table_id: str) -> bool:
        return table_id in self._loaded

    def on_remote_write(self, table_id: str, revision: int, own: bool = False) -> None:
        """A process has written a table.

        A note of our `own` matters only if the table was dropped because saving seemed to fail.
        """
        table = self._loaded.get(table_id)
        behind = table is not None and table.revision < revision and not own
        wanted = behind or (table is None and self._is_wanted(table_id))
        if wanted and table_id not in self._due:
            self._due.add(table_id)
            self._spawn(self._catch_up(table_id))

    def _is_wanted(self, table_id: str) -> bool:
        """Whether this process needs a table that is not in memory, e.g. to move its bots."""
        held = self._leases.is_holding(TABLE + table_id)
        return held or table_id in self._loading or self._is_used(table_id)

    async def follow_note(self, note: Changed) -> None:
        """Follow what another process has written; read the database only if that is needed."""
        if note.entries and self.is_loaded(note.table):
            with contextlib.suppress(Problem):
                async with self.use(note.table, fresh=False) as table:
                    if table.revision == note.revision - 1:
                        told = TableCheckpoint.of(table)
                        self._tell_or_forget(table, told, apply_note(table, note))
        self.on_remote_write(note.table, note.revision)

    async def _catch_up(self, table_id: str) -> None:
        """Read changes by others, retrying until it works: each change is announced only once."""
        try:
            while not await self._try_catch_up(table_id):
                self._due.add(table_id)
                await asyncio.sleep(PAUSE)
                if self._closing or not (self.is_loaded(table_id) or self._is_wanted(table_id)):
                    return
        finally:
            self._due.discard(table_id)

    async def _try_catch_up(self, table_id: str) -> bool:
        """False if the database cannot be read at the moment."""
        try:
            async with self.use(table_id, fresh=False) as table:
                self._due.discard(table_id)
                await self._refresh(table, sure=True)
            if table.stale:
                await self._get_or_load(table_id)
        except Problem as problem:
            return problem.code != CANNOT_LOAD
        return True

    def on_remote_delete(self, ids: Sequence[str]) -> None:
        for table_id in ids:
            if (table := self._loaded.get(table_id)) is not None:
                self._forget(table)
                self._leases.release(TABLE + table_id)

    async def refresh_loaded(self) -> None:
        """Compare all tables in memory with the database, because notes may have been missed."""
        while not self._closing:
            known = {table.id: table.revision for table in self._loaded.values()}
            try:
                now = await self._store.read(partial(sql.revisions, ids=list(known)))
                break
            except DISK_ERRORS as error:
                log.error("could not compare the tables with the database: %s", error)
                await asyncio.sleep(PAUSE)
        else:
            return
        for table_id, revision in known.items():
            if now.get(table_id) != revision:
                self.on_remote_write(table_id, revision + 1)
        for table_id in list(self._checkpoints):
            self.on_remote_write(table_id, 0)

    async def lease(self, table_id: str) -> Lease | None:
        """A lease for what only one process may do at a table; None if another process has it.

        Also None for a finished game, so that a released lease is not acquired again.
        """
        table = self._loaded.get(table_id)
        if self._leases.shared and table is not None and table.status == OVER:
            return None
        try:
            return await self._leases.acquire(TABLE + table_id)
        except DISK_ERRORS as error:
            raise Problem(503, CANNOT_SAVE) from error

    def wake_loaded(self, table_id: str | None = None) -> None:
        """Notify the listeners of one table in memory (or all) of a change that is not stored."""
        for one in [*self._loaded] if table_id is None else [table_id]:
            if one in self._loaded:
                self._spawn(self._wake(one))

    async def _wake(self, table_id: str) -> None:
        with contextlib.suppress(Problem):
            async with self.use(table_id, fresh=False) as table:
                self.wake(table)

    async def take_over(self, table_id: str) -> None:
        """Continue a table whose lease this process has taken from a dead one."""
        try:
            async with self.use(table_id) as table:
                self.wake(table)
        except Problem as problem:
            log.error("could not take over a table from another process: %s", problem.code)
            self._leases.release(TABLE + table_id)

    def people(self, table_id: str) -> set[str]:
        """The devices that own seats at a table; empty if it is not in memory."""
        table = self._loaded.get(table_id)
        return devices(table) if table is not None else set()

    # -- changing ---------------------------------------------------------------------------------

    async def change(
        self,
        table_id: str,
        act: Callable[[ServerTable], T],
        lease: Lease | None = None,
        on_saved: Callable[[T], None] | None = None,
    ) -> T:
        """Let `act` check and change a table, save the change, and notify the listeners.

        Runs to its end even if the caller is cancelled. With a `lease`, nothing is written if
        another process has acquired it meanwhile. `on_saved` gets the answer after the listeners,
        early enough that what it sends goes out together with what they send.
        """

        async def work() -> T:
            for _ in range(TRIES):
                try:
                    answer = await self._try(table_id, act, lease)
                except (IntegrityError, sql.Conflict):
                    continue  # another process wrote first: try again on top of its change
                if on_saved is not None:
                    on_saved(answer)
                return answer
            raise Problem(503, "contended")

        return await finish(self._spawn, work())

    async def _try(self, table_id: str, act: Callable[[ServerTable], T], lease: Lease | None) -> T:
        begin = time.perf_counter()
        async with self.use(table_id, fresh=False) as table:
            told = TableCheckpoint.of(table)
            try:
                with table_problems():
                    answer = act(table)
                changes = table.take_changes()
                if changes:
                    also = [work for one in self.extra_writes if (work := one(table, changes))]
                    await self.save(writing(table, changes, self._bus, lease, also))
                    self.counts.saved(changes.entries, time.perf_counter() - begin)
            except Problem as problem:
                if problem.code == CANNOT_SAVE:
                    self._forget(table, told)
                elif await self._refresh(table):
                    raise sql.Conflict(table_id) from problem
                raise  # `act` refused before it changed anything
            except LeaseLost:
                self._forget(table, told)
                if lease is not None:
                    self._leases.mark_lost(lease)
                raise
            except BaseException:
                self._forget(table, told)
                raise
            if not changes and await self._refresh(table):
                raise sql.Conflict(table_id)  # without a write, `act` may have read an old state
            if changes:
                table.revision += 1
                for new in changes.created:
                    self._remember(new)
                    fresh = new.take_changes()
                    fresh.table = True  # even if nothing is dealt yet: lists gain a table
                    self._tell(new, fresh)
                self._tell(table, changes)
            return answer

    async def save(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a write transaction; after a disk error all tables show the trouble."""
        try:
            saved = await self._store.write(work)
        except (IntegrityError, sql.Conflict):
            raise
        except DISK_ERRORS as error:
            if self.trouble is None:
                log.error("could not save a table: %s", error)
            self._trouble(CANNOT_SAVE)
            raise Problem(503, CANNOT_SAVE) from error
        self.last_save = time.monotonic()
        self._trouble(None)
        return saved

    def _trouble(self, what: str | None) -> None:
        if what != self.trouble:
            self.trouble = what
            self._notify_again_if(lambda _: True)
            if what is not None:
                self._spawn(self._try_to_save())
            else:  # changes of tables that were dropped meanwhile may have been written after all
                for table_id in list(self._checkpoints):
                    self._spawn(self._notify_again(table_id))

    async def _try_to_save(self) -> None:
        """Probe until writing works again; otherwise only the next change would end the trouble."""
        while self.trouble is not None and not self._closing:
            await asyncio.sleep(PAUSE)
            with contextlib.suppress(Problem):
                await self.save(sql.probe_write)

    def on_compile_progress(self, name: str) -> None:
        """`preparing` of a game has changed."""
        self._notify_again_if(lambda table: table.game.name == name)

    def _notify_again_if(self, which: Callable[[ServerTable], bool]) -> None:
        for table in self._loaded.values():
            if which(table):
                self._spawn(self._notify_again(table.id))

    async def _notify_again(self, table_id: str) -> None:
        """Notify the listeners of a change of the server's state, which is not stored."""
        try:
            async with self.use(table_id, fresh=False) as table:
                self._set_server_state(table)
                self._tell(table, ServerChanges(table=True))
        except Problem as problem:
            if problem.code == CANNOT_LOAD and self.trouble is not None:
                for tell in self.error_sinks:
                    tell(table_id, self.trouble)
            raise

    def _set_server_state(self, table: ServerTable) -> None:
        table.preparing = self._games.preparing(table.game.name)
        table.trouble = self.trouble
        table.reveal_seconds = self._settings.reveal_seconds
        if table.time_to_think is not None:
            table.reveal_seconds = max(table.reveal_seconds, table.time_to_think.patience)

    def _tell(self, table: ServerTable, changes: ServerChanges) -> None:
        for listener in self.listeners:
            listener.table_changed(table, changes)
        if table.status == OVER:
            self._leases.release(TABLE + table.id)

    def _spawn(self, work: Coroutine[object, None, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)  # the loop itself holds tasks only weakly
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # mark it as retrieved: the caller has it, if there still is one

    # -- opening ----------------------------------------------------------------------------------

    async def open(
        self, device: str, wanted: NewTable, start_position: StartPosition | None = None
    ) -> str:
        game = await self._games.get(wanted.game)
        with table_problems():
            terms = game_terms(game, wanted, start_position)
        limit = self._settings.open_tables_per_device
        if await self._store.read(lambda c: sql.open_tables(c, device)) >= limit:
            raise Problem(429, "too_many_tables", limit=limit)
        with table_problems():
            table = new_table(
                ServerTable, device, wanted, terms, CLOCK,
                quick=self._settings.quick_times, start_position=start_position,
            )  # fmt: skip
        await self.add(table)
        return table.id

    async def add(self, table: ServerTable) -> None:
        """Save a new table and notify the listeners."""
        changes = table.take_changes()
        changes.table = True  # it is new, even if nothing has happened there yet
        for last in (False, False, True):
            try:
                await self.save(opening(table, changes, self._bus))
                break
            except IntegrityError:  # this device opened another open table at the same moment
                if last or not table.open:
                    raise
        self._remember(table)
        self._tell(table, changes)

    # -- lists and deletion -----------------------------------------------------------------------

    async def of_device(self, device: str) -> list[StoredTable]:
        return await self._store.read(lambda c: sql.of_device(c, device, LISTED))

    async def wake_bots(self) -> None:
        """After a start, load the recent tables where a bot is to move, so that they continue."""
        since = time.time() - RECENT_DAYS * 24 * 3600
        room = self._settings.tables_in_memory // 2
        waiting = await self._store.read(lambda c: sql.waiting_for_bots(c, since, room))
        for table_id in await self._without_lease(waiting):
            try:
                await self._get_or_load(table_id)
            except Problem as problem:
                log.error("could not resume a running table: %s", problem.code)
            except Exception:
                log.exception("could not resume a running table")

    async def _without_lease(self, ids: list[str]) -> list[str]:
        """Those whose lease no living process holds."""
        if not self._leases.shared:
            return ids
        names = [TABLE + one for one in ids]
        held = await self._store.read(lambda c: held_elsewhere(c, names))
        return [one for one in ids if TABLE + one not in held]

    async def delete(self, ids: Sequence[str], before: float) -> int:
        """Delete tables that have not changed since `before`, except those in memory."""
        wanted = [one for one in ids if one not in self._loaded and one not in self._loading]
        self._deleting.update(wanted)
        try:
            gone = await self._store.write(deleting(wanted, before, self._bus))
        finally:
            self._deleting.difference_update(wanted)
        for table in self._loaded.values():
            if table.rematch in gone:
                table.rematch = None
                table.revision += 1
        return len(gone)

    def wake(self, table: ServerTable) -> None:
        """Notify the listeners without a change, so that bots start; call it with the lock held."""
        self._tell(table, ServerChanges())

    async def close(self) -> None:
        """Wait for all running tasks."""
        self._closing = True
        while self._tasks:
            await asyncio.wait(self._tasks)
