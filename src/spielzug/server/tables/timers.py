"""Clocks: the game's own, the deadlines of turns, and a time that runs evenly.

Time that runs evenly: the clock of a machine may be set while a game runs.

The clock of a table: some games end when their time is over, also while a player thinks.

The engine knows no time. The table's clock runs from the deal, and when it is over the table
itself plays the game's "time is over", which is written into the log like everything else.

Turns that may take hours or days: when the time to think is over, the table is told.

The moment lies in the file beside each table, so everything that is due is found there without
opening the tables: what came due while the server was down, and what another process that is gone
would have done. Of several processes the one that gets the table's lease does it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

from sqlalchemy.exc import DBAPIError

from spielzug.server.cluster.leases import LeaseLost
from spielzug.server.cluster.steady_time import steady
from spielzug.server.logs import short_id
from spielzug.server.problems import Problem
from spielzug.server.store import sql
from spielzug.server.store.store import Store
from spielzug.server.tables import seat_changes
from spielzug.server.tables.manager import TRANSIENT_PROBLEMS, Tables
from spielzug.server.tables.table import RUNNING, Changes, Table

log = logging.getLogger("spielzug.server")

PAUSE = 2.0  # seconds before the end of the time is tried again


class GameClocks:
    """One waiting task for each running table that has a clock."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._waiting: dict[str, asyncio.Task[None]] = {}

    def is_using(self, table_id: str) -> bool:
        return False  # a table that was put away is read again when its time is over

    def table_changed(self, table: Table, changes: Changes) -> None:
        if table.status != RUNNING:
            task = self._waiting.pop(table.id, None)
            if task is not None and task is not asyncio.current_task():
                task.cancel()
        elif table.id not in self._waiting and (left := table.time_left()) is not None:
            self._waiting[table.id] = asyncio.create_task(self._wait(table.id, left))

    async def _wait(self, table_id: str, left: float) -> None:
        try:
            with contextlib.suppress(Problem):  # so that another goes on with it if we die
                await self._tables.lease(table_id)
            await asyncio.sleep(left)
            while not await self._expire(table_id):
                await asyncio.sleep(PAUSE)
        finally:
            self._waiting.pop(table_id, None)

    async def _expire(self, table_id: str) -> bool:
        """Whether that is done: a disk that is full today may have room in a moment."""
        try:
            lease = await self._tables.lease(table_id)
            if lease is None:
                return False  # whoever has it does it; unless that one dies
            await self._tables.change(table_id, Table.expire_clock, lease)
        except LeaseLost:
            return False
        except Problem as problem:
            if problem.code in TRANSIENT_PROBLEMS:
                return False
            log.error("a table's clock ran out, but the game could not be ended: %s", problem.code)
        except Exception:
            log.exception(
                "the clock of table %s ran out, but its game could not be ended",
                short_id(table_id),
            )
            return False
        return True

    async def close(self) -> None:
        tasks = list(self._waiting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


ROUND = 60.0  # seconds between two looks at what is due soon
SLACK = 0.01  # seconds by which a sleep may end too early


class TurnDeadlines:
    """One waiting task for each table where a person's time runs and is over soon, or in memory."""

    def __init__(self, tables: Tables, store: Store) -> None:
        self._tables = tables
        self._store = store
        self._waiting: dict[str, tuple[float, asyncio.Task[None]]] = {}

    def is_using(self, table_id: str) -> bool:
        return False  # a table that was put away is read again when its time is over

    async def run(self) -> None:
        """For ever: what the file cannot tell just now is looked for in the next round."""
        while True:
            with contextlib.suppress(DBAPIError, OSError):
                await self._look()
            await asyncio.sleep(ROUND)

    async def _look(self) -> None:
        """Wait for all that is due before the next look, or was while nobody was here."""
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
        """Whether it must be tried again: a disk that is full today may have room in a moment."""
        try:
            lease = await self._tables.lease(table_id)
            if lease is None:
                return False  # whoever has it does it; if that one dies, the next look finds it
            return await self._tables.change(table_id, seat_changes.process_deadline, lease) == due
        except LeaseLost:
            return False
        except Problem as problem:
            if problem.code in TRANSIENT_PROBLEMS:
                return True
            log.error("time to think ran out, but nobody could be asked: %s", problem.code)
        except Exception:
            told = short_id(table_id)
            log.exception("time to think at table %s ran out, but nobody could be asked", told)
            await asyncio.sleep(PAUSE)
            return True
        return False

    async def close(self) -> None:
        tasks = [task for _, task in self._waiting.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
