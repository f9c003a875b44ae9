"""All tables: opening them, finding them again in the file, and changing them in good order.

Each table has a lock. Whoever holds it checks, changes the table in memory, waits until the change
is on the disk, and tells everybody; then comes the next. Nobody looks at a table without the lock,
so nothing is ever shown that could still be lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import sqlite3
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, Protocol, TypeVar

from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from spielzug.bots.net.find import Terms
from spielzug.core.errors import SpielzugError
from spielzug.core.game import Game
from spielzug.core.wire.requests import NewTable
from spielzug.server import show
from spielzug.server.counts import Counts
from spielzug.server.games import Games, read_options
from spielzug.server.logs import shown_id
from spielzug.server.problems import CANNOT_LOAD, Problem, unreadable
from spielzug.server.settings import Settings
from spielzug.server.store import sql
from spielzug.server.store.store import Store
from spielzug.server.tables.begun import Begun
from spielzug.server.tables.changes import Changes
from spielzug.server.tables.overtime import time_for
from spielzug.server.tables.places import alone, may_practise, places_for
from spielzug.server.tables.rows import read_table, seat_rows, table_row
from spielzug.server.tables.table import OVER, Table

log = logging.getLogger("spielzug.server")

T = TypeVar("T")
RECENT_DAYS = 30
LISTED = 100
LOOKED_AT = 8  # tables that may be forgotten when another comes
CANNOT_SAVE = "cannot_save"
PASSING = (CANNOT_SAVE, CANNOT_LOAD)
"""What may work again in a moment: a bot or a clock that is refused so tries again."""
DISK_ERRORS = (DBAPIError, OSError, sqlite3.Error)  # the last: of a connection being opened
TRIES = 5  # at a table that others write, too
PAUSE = 2.0  # seconds before it is tried whether the disk works again


class Listener(Protocol):
    """Who wants to know of changes (the live connections, the bots)."""

    def table_changed(self, table: Table, changes: Changes) -> None: ...
    def is_using(self, table_id: str) -> bool: ...


class Tables:
    def __init__(self, settings: Settings, store: Store, games: Games) -> None:
        self._settings = settings
        self._store = store
        self._games = games
        self._known: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._leaving: set[str] = set()
        """Tables that are just being deleted."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self.trouble: str | None = None
        """What goes wrong for all tables just now."""
        self._closing = False
        self.counts = Counts()
        self.listeners: list[Listener] = []

    def __len__(self) -> int:
        """How many are in memory."""
        return len(self._known)

    # -- finding ----------------------------------------------------------------------------------

    @asynccontextmanager
    async def use(self, table_id: str) -> AsyncIterator[Table]:
        """A table, with its lock held."""
        while True:
            table = await self._find(table_id)
            async with table.lock:
                if table.stale:
                    continue
                yield table
                return

    def went(self, table_id: str, device: str) -> None:
        """The last live connection of a device to this table has ended."""
        table = self._known.get(table_id)
        if table is not None and table.seats_of(device):  # of others nothing need be remembered
            table.away.was_here(device)

    async def _find(self, table_id: str) -> Table:
        if table_id in self._known:
            self._known.move_to_end(table_id)
            return self._known[table_id]
        if table_id in self._loading:
            try:
                return await asyncio.shield(self._loading[table_id])
            except Problem as problem:
                if problem.code != CANNOT_LOAD:
                    raise
                # Somebody else began that before we came: what was wrong may be mended since.
        if table_id not in self._loading:
            task = self._spawn(self._load(table_id))
            self._loading[table_id] = task
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(self._loading[table_id])

    async def _load(self, table_id: str) -> Table:
        if table_id in self._leaving:
            raise Problem(404, "no_table")
        try:
            found = await self._store.read(lambda c: self._read(c, table_id))
        except DISK_ERRORS as error:
            log.error("a table cannot be read: %s", error)
            raise unreadable(error) from error
        if isinstance(found, sql.Stored):
            game = await self._games.get(found.table["game"])
            found = await asyncio.to_thread(_sensible, found, game)
        self._remember(found)
        self._tell(found, Changes())
        return found

    def _read(self, connection: Connection, table_id: str) -> Table | sql.Stored:
        """In a reader's thread: the table, or its rows if the game must be loaded first."""
        stored = sql.load(connection, table_id)
        if stored is None:
            raise Problem(404, "no_table")
        game = self._games.loaded(stored.table["game"])
        return stored if game is None else _sensible(stored, game)

    def _remember(self, table: Table) -> None:
        self._known[table.id] = table
        if table.status != OVER and show.has_level(table):
            self._games.play(table.game.name)
        self._look_around(table)
        self._make_room(table)

    def _make_room(self, new: Table) -> None:
        """Forget the tables that were used longest ago, except those that are used now.

        Only a few are looked at each time, however many are in use.
        """
        for _ in range(LOOKED_AT):
            old = next(iter(self._known.values()))
            if old is new or len(self._known) <= self._settings.tables_in_memory:
                return
            if old.lock.locked() or any(one.is_using(old.id) for one in self.listeners):
                self._known.move_to_end(old.id)
            else:
                self._forget(old)

    def _forget(self, table: Table) -> None:
        table.stale = True
        if self._known.get(table.id) is table:
            del self._known[table.id]

    # -- changing ---------------------------------------------------------------------------------

    async def change(self, table_id: str, act: Callable[[Table], T]) -> T:
        """Check and change a table, write that down, tell everybody.

        Runs to its end even if the one who asked goes away in the middle.
        """
        return await asyncio.shield(self._spawn(self._change(table_id, act)))

    async def _change(self, table_id: str, act: Callable[[Table], T]) -> T:
        for _ in range(TRIES):
            with contextlib.suppress(IntegrityError, sql.Conflict):
                return await self._try(table_id, act)
            # Somebody else was first: look again, at what they wrote.
        raise Problem(503, "contended")

    async def _try(self, table_id: str, act: Callable[[Table], T]) -> T:
        begin = time.perf_counter()
        async with self.use(table_id) as table:
            try:
                answer = act(table)
                changes = table.take_changes()
                if changes:
                    await self._save(_writing(table, changes))
                    kinds = [row["kind"] for row in changes.entries]
                    self.counts.saved(kinds, time.perf_counter() - begin)
            except Problem as problem:
                if problem.code == CANNOT_SAVE:
                    self._forget(table)
                raise  # anything else was refused before something was changed
            except BaseException:
                self._forget(table)
                raise
            if changes:
                table.revision += 1
                for new in changes.created:
                    self._remember(new)
                    fresh = new.take_changes()
                    fresh.table = True  # also if nothing was dealt yet: lists have one more
                    self._tell(new, fresh)
                self._tell(table, changes)
            return answer

    async def _save(self, work: Callable[[Connection], T]) -> T:
        """Write; what the disk refuses is told to everybody until it works again."""
        try:
            saved = await self._store.write(work)
        except (IntegrityError, sql.Conflict):
            raise
        except DISK_ERRORS as error:
            if self.trouble is None:
                log.error("tables cannot be saved: %s", error)
            self._trouble(CANNOT_SAVE)
            raise Problem(503, CANNOT_SAVE) from error
        self._trouble(None)
        return saved

    def _trouble(self, what: str | None) -> None:
        if what != self.trouble:
            self.trouble = what
            self._show_again(lambda _: True)
            if what is not None:
                self._spawn(self._try_to_save())

    async def _try_to_save(self) -> None:
        """Until it works again: nobody else may have anything to write meanwhile."""
        while self.trouble is not None and not self._closing:
            await asyncio.sleep(PAUSE)
            with contextlib.suppress(Problem):
                await self._save(sql.try_to_write)

    def got_further(self, name: str) -> None:
        """Something more of a game is compiled."""
        self._show_again(lambda table: table.game.name == name)

    def _show_again(self, which: Callable[[Table], bool]) -> None:
        for table in self._known.values():
            if which(table):
                self._spawn(self._tell_again(table.id))

    async def _tell_again(self, table_id: str) -> None:
        """Nothing is written: what changed is true of the whole server."""
        async with self.use(table_id) as table:
            self._look_around(table)
            self._tell(table, Changes(table=True))

    def _look_around(self, table: Table) -> None:
        table.preparing = self._games.preparing(table.game.name)
        table.trouble = self.trouble
        table.reveal_seconds = self._settings.reveal_seconds
        if table.time_to_think is not None:
            table.reveal_seconds = max(table.reveal_seconds, table.time_to_think.patience)

    def _tell(self, table: Table, changes: Changes) -> None:
        for listener in self.listeners:
            listener.table_changed(table, changes)

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)  # the loop itself holds tasks only weakly
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waited has got it; nobody waiting is no news

    # -- opening ----------------------------------------------------------------------------------

    async def open(self, device: str, wanted: NewTable, begun: Begun | None = None) -> str:
        game = await self._games.get(wanted.game)
        count = len(wanted.seats)
        if count not in game.seats:
            low, high = game.seats[0], game.seats[-1]
            raise Problem(422, "wrong_seats", low=low, high=high, count=count)
        options = read_options(game, wanted.options, count)
        version = game.rules_version
        if begun is not None:
            options, version = begun.position.options, begun.position.version
        limit = self._settings.open_tables_per_device
        if await self._store.read(lambda c: sql.open_tables(c, device)) >= limit:
            raise Problem(429, "too_many_tables", limit=limit)
        if wanted.practice and not may_practise(wanted):
            raise Problem(422, "practice_alone")
        time = time_for(wanted, game, options, self._settings.quick_times)
        hints = alone(wanted) if wanted.hints is None else wanted.hints
        places = places_for(device, wanted, Terms(game, options, count, version))
        table = Table(
            game, options, places, device, wanted.pace,
            hints=hints, practice=wanted.practice, time_to_think=time,
            grace=wanted.grace if time is None else None,
        )  # fmt: skip
        if begun is not None:
            table.begin_from(begun)
        else:
            table.start.fix(device, wanted.hash)
        table.deal_if_complete()
        await self.add(table)
        return table.id

    async def add(self, table: Table) -> None:
        """Write a new table down, and tell everybody."""
        changes = table.take_changes()
        changes.table = True  # it is new, also if nothing has happened there
        await self._save(_opening(table, changes))
        self._remember(table)
        self._tell(table, changes)

    # -- lists ------------------------------------------------------------------------------------

    async def of_device(self, device: str) -> list[sql.Stored]:
        return await self._store.read(lambda c: sql.of_device(c, device, LISTED))

    async def wake_bots(self) -> None:
        """After a start: tables where a bot was to move go on by themselves."""
        since = time.time() - RECENT_DAYS * 24 * 3600
        room = self._settings.tables_in_memory // 2
        for table_id in await self._store.read(lambda c: sql.waiting_for_bots(c, since, room)):
            try:
                await self._find(table_id)
            except Problem as problem:
                log.error("a running table cannot be continued: %s", problem.code)
            except Exception:
                log.exception("a running table cannot be continued")

    async def delete(self, ids: Sequence[str], before: float) -> int:
        """Delete tables in which nothing happened since `before`; those in memory are spared."""
        wanted = [one for one in ids if one not in self._known and one not in self._loading]
        self._leaving.update(wanted)
        try:
            gone = await self._store.write(lambda c: sql.delete_tables(c, wanted, before))
        finally:
            self._leaving.difference_update(wanted)
        for table in self._known.values():
            if table.rematch in gone:
                table.rematch = None
                table.revision += 1
        return len(gone)

    def wake(self, table: Table) -> None:
        """Somebody looks (and holds the lock): a bot whose turn it is moves, if it does not yet."""
        self._tell(table, Changes())

    async def close(self) -> None:
        """Let what was begun come to its end."""
        self._closing = True
        while self._tasks:
            await asyncio.wait(self._tasks)


def _sensible(stored: sql.Stored, game: Game) -> Table:
    """The table of these rows, unless they make no sense."""
    try:
        return read_table(stored, game)
    except (LookupError, ValueError, SpielzugError) as error:
        log.exception("what is stored about table %s makes no sense", shown_id(stored.table["id"]))
        raise Problem(500, "damaged") from error


def _opening(table: Table, changes: Changes) -> Callable[[Connection], None]:
    row, seats = table_row(table), seat_rows(table)
    tries = itertools.count()

    def work(connection: Connection) -> None:
        if next(tries) == 0 or not sql.is_there(connection, row["id"]):
            sql.insert_table(connection, row, seats, changes.entries)

    return work


def _writing(table: Table, changes: Changes) -> Callable[[Connection], None]:
    # The rows are made here, in the loop: the writer's thread never looks at a live table.
    row, seats = table_row(table), seat_rows(table) if changes.table else []
    openings = [_opening(new, new.changes) for new in changes.created]
    tries = itertools.count()

    def work(connection: Connection) -> None:
        if next(tries) and sql.is_written(connection, row):
            return
        if changes.table:
            sql.update_table(connection, row, seats, changes.entries)
        else:
            sql.append_entries(connection, changes.entries, row)
        for opening in openings:
            opening(connection)

    return work
