"""Timers that act at a table when its game clock or a person's time limit runs out.

`GameClocks`: some games end after a fixed time. The engine knows no time, so the server plays the
game's "time is over" action, which is logged like every other entry.

`TurnDeadlines`: each deadline is a column of the table's row, so due tables are found without
loading them, also after downtime or the death of another process. The process that gets the table's
lease acts.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

from sqlalchemy.exc import DBAPIError

from spielzug.server.cluster.leases import LeaseLost
from spielzug.server.cluster.steady_time import steady
from spielzug.server.monitoring import short_id
from spielzug.server.problems import Problem
from spielzug.server.store import sql
from spielzug.server.store.store import Store
from spielzug.server.tables.manager import TRANSIENT_PROBLEMS, Tables
from spielzug.tables import time_limit
from spielzug.tables.table import RUNNING, Changes, Table

log = logging.getLogger("spielzug.server")

PAUSE = 2.0  # seconds before a failed attempt is repeated


class GameClocks:
    """One waiting task for each running table whose game has a clock."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._waiting: dict[str, asyncio.Task[None]] = {}

    def is_using(self, table_id: str) -> bool:
        return False  # an evicted table is loaded again when its time is over

    def table_changed(self, table: Table, changes: Changes) -> None:
        if table.status != RUNNING:
            task = self._waiting.pop(table.id, None)
            if task is not None and task is not asyncio.current_task():
                task.cancel()
        elif table.id not in self._waiting and (left := table.time_left()) is not None:
            self._waiting[table.id] = asyncio.create_task(self._wait(table.id, left))

    async def _wait(self, table_id: str, left: float) -> None:
        try:
            with contextlib.suppress(Problem):  # so that another process takes over if we die
                await self._tables.lease(table_id)
            await asyncio.sleep(left)
            while not await self._expire(table_id):
                await asyncio.sleep(PAUSE)
        finally:
            self._waiting.pop(table_id, None)

    async def _expire(self, table_id: str) -> bool:
        """End the game; False if that must be tried again, for example after a full disk."""
        try:
            lease = await self._tables.lease(table_id)
            if lease is None:
                return False  # its holder ends the game, unless that process dies
            await self._tables.change(table_id, Table.expire_clock, lease)
        except LeaseLost:
            return False
        except Problem as problem:
            if problem.code in TRANSIENT_PROBLEMS:
                return False
            log.error("could not end a game whose clock ran out: %s", problem.code)
        except Exception:
            log.exception(
                "could not end the game at table %s, whose clock ran out",
                short_id(table_id),
            )
            return False
        return True

    async def close(self) -> None:
        tasks = list(self._waiting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


ROUND = 60.0  # seconds between two queries for deadlines that are due soon
SLACK = 0.01  # seconds by which a sleep may end too early


class TurnDeadlines:
    """One waiting task for each table with a deadline that is in memory or due soon."""

    def __init__(self, tables: Tables, store: Store) -> None:
        self._tables = tables
        self._store = store
        self._waiting: dict[str, tuple[float, asyncio.Task[None]]] = {}

    def is_using(self, table_id: str) -> bool:
        return False  # an evicted table is loaded again when its time is over

    async def run(self) -> None:
        """Query for deadlines every `ROUND` seconds, also after a database error."""
        while True:
            with contextlib.suppress(DBAPIError, OSError):
                await self._load_due()
            await asyncio.sleep(ROUND)

    async def _load_due(self) -> None:
        """Start waiting for each deadline that is overdue or due within two rounds."""
        soon = steady() + 2 * ROUND
        for table_id, due in await self._store.read(lambda c: sql.due_before(c, soon)):
            if table_id not in self._waiting:
                self._wait_for(table_id, due)

    def table_changed(self, table: Table, changes: Changes) -> None:
        known, task = self._waiting.get(table.id, (None, None))
        due = table.deadline
        if due == known:
            return
        if task is not None:
            del self._waiting[table.id]
            if task is not asyncio.current_task():
                task.cancel()
        if due is not None:
            self._wait_for(table.id, due)

    def _wait_for(self, table_id: str, due: float) -> None:
        self._waiting[table_id] = due, asyncio.create_task(self._wait(table_id, due))

    async def _wait(self, table_id: str, due: float) -> None:
        try:
            await asyncio.sleep(due - steady())
            while await self._expire(table_id, due):
                await asyncio.sleep(max(SLACK, min(PAUSE, due - steady())))
        finally:
            if self._waiting.get(table_id, (0.0, None))[1] is asyncio.current_task():
                del self._waiting[table_id]

    async def _expire(self, table_id: str, due: float) -> bool:
        """Act on a deadline; True if that must be tried again, for example after a full disk."""
        try:
            lease = await self._tables.lease(table_id)
            if lease is None:
                return False  # its holder acts; if that process dies, the next query finds it
            return await self._tables.change(table_id, time_limit.process_deadline, lease) == due
        except LeaseLost:
            return False
        except Problem as problem:
            if problem.code in TRANSIENT_PROBLEMS:
                return True
            log.error("could not process an expired time limit: %s", problem.code)
        except Exception:
            told = short_id(table_id)
            log.exception("could not process the expired time limit of table %s", told)
            await asyncio.sleep(PAUSE)
            return True
        return False

    async def close(self) -> None:
        tasks = [task for _, task in self._waiting.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
