"""A table as the server keeps it: with a lock, and with changes that other processes may have made.

The manager saves the changes in one transaction and only then notifies anyone. If saving fails, the
table is dropped from memory and loaded again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeVar

import orjson

from spielzug.core.errors import SpielzugError
from spielzug.core.game import Game
from spielzug.server.cluster.steady_time import steady
from spielzug.server.monitoring import short_id
from spielzug.server.problems import UNREAD, Problem, table_problems, to_problem
from spielzug.tables.errors import TableError
from spielzug.tables.messages import facts
from spielzug.tables.row_types import StoredTable
from spielzug.tables.rows import SavedChanges, SavedTable, read_table
from spielzug.tables.table import TableClock

log = logging.getLogger("spielzug.server")

T = TypeVar("T")


class ServerClock(TableClock):
    """The machine's time, and that of all processes that share the database."""

    def now(self) -> float:
        return time.time()

    def steady(self) -> float:
        return steady()


CLOCK = ServerClock()


class ServerTable(SavedTable):
    changes: ServerChanges
    stale = False
    """Dropped from memory: whoever still waits for the lock must get the table again."""
    _facts_text: str | None = None

    @cached_property
    def lock(self) -> asyncio.Lock:
        return asyncio.Lock()

    @property
    def facts_text(self) -> str:
        """The message of the facts as JSON; one string shared by all clients."""
        if self._facts_text is None:
            self._facts_text = orjson.dumps(facts(self)).decode()
        return self._facts_text

    def new_changes(self) -> ServerChanges:
        return ServerChanges()

    def take_changes(self) -> ServerChanges:
        taken, self.changes = self.changes, self.new_changes()
        return taken


@dataclass
class ServerChanges(SavedChanges):
    created: Sequence[ServerTable] = ()
    by_other_process: bool = False
    """Saved by another process, which also does whatever must be done only once."""


class TableInUse:
    """A table whose lock is held inside an `async with`; its errors become problems."""

    def __init__(self, locked: Coroutine[object, None, ServerTable]) -> None:
        """`locked` acquires the lock."""
        self._locked = locked

    async def __aenter__(self) -> ServerTable:
        self._table = await self._locked
        return self._table

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._table.lock.release()
        if isinstance(error, TableError):
            raise to_problem(error) from error


Spawn = Callable[[Coroutine[object, None, None]], object]
"""Starts a task, and keeps it until it is done."""


async def finish(spawn: Spawn, work: Coroutine[object, None, T]) -> T:
    """The result of work that goes on to its end even if the caller is cancelled.

    Like `asyncio.shield`, in half the time.
    """
    answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
    spawn(_settle(answer, work))
    try:
        return await answer
    finally:
        del answer  # a frame in an error's traceback would keep it, and it keeps the error


async def _settle(answer: asyncio.Future[T], work: Coroutine[object, None, T]) -> None:
    try:
        found = await work
    except asyncio.CancelledError:
        answer.cancel()
        raise
    except BaseException as error:
        if not answer.done():
            answer.set_exception(error)
    else:
        if not answer.done():
            answer.set_result(found)
    finally:
        del answer


class Listener(Protocol):
    """Notified of changes: the hub, the bots, the clocks."""

    def table_changed(self, table: ServerTable, changes: ServerChanges) -> None: ...
    def is_using(self, table_id: str) -> bool: ...


def load_table(stored: StoredTable, game: Game) -> ServerTable:
    """The stored table with its log."""
    return read_table(ServerTable, stored, game, CLOCK)


class UnreadTables:
    """Logs once of each table that it cannot be opened, and why."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    async def watch(self, table_id: str, loading: Awaitable[ServerTable]) -> ServerTable:
        try:
            return await loading
        except Problem as problem:
            if problem.code in UNREAD and table_id not in self._known:
                self._known.add(table_id)
                why = problem.say("en")
                log.error("table %s cannot be opened: %s", short_id(table_id), why)
            raise


def build_table(stored: StoredTable, game: Game) -> ServerTable:
    """The table of these rows; raises `damaged` if they are inconsistent."""
    try:
        with table_problems():
            return load_table(stored, game)
    except (LookupError, ValueError, SpielzugError) as error:
        log.exception("the stored data of table %s is damaged", short_id(stored.table["id"]))
        raise Problem(500, "damaged") from error
