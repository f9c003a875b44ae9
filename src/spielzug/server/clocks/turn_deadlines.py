"""Turns that may take hours or days: when the time to think is over, the table is told.

The moment lies in the file beside each table, so everything that is due is found there without
opening the tables: what came due while the server was down, and what another process that is gone
would have done. Of several processes the one that gets the table's lease does it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

from sqlalchemy.exc import DBAPIError

from spielzug.server.clocks.steady_time import steady
from spielzug.server.cluster.leases import LeaseLost
from spielzug.server.ops.logs import shown_id
from spielzug.server.problems import Problem
from spielzug.server.store import sql
from spielzug.server.store.store import Store
from spielzug.server.tables import seat_changes
from spielzug.server.tables.manager import PASSING, Tables
from spielzug.server.tables.table import Changes, Table

log = logging.getLogger("spielzug.server")

PAUSE = 2.0  # seconds before what could not be written is tried again
ROUND = 60.0  # seconds between two looks at what is due soon
SLACK = 0.01  # seconds by which a sleep may end too early


class Turns:
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
            while await self._ring(table_id, due):
                await asyncio.sleep(max(SLACK, min(PAUSE, due - steady())))
        finally:
            if self._waiting.get(table_id, (0.0, None))[1] is asyncio.current_task():
                del self._waiting[table_id]

    async def _ring(self, table_id: str, due: float) -> bool:
        """Whether it must be tried again: a disk that is full today may have room in a moment."""
        try:
            lease = await self._tables.lease(table_id)
            if lease is None:
                return False  # whoever has it does it; if that one dies, the next look finds it
            return await self._tables.change(table_id, seat_changes.ring, lease) == due
        except LeaseLost:
            return False
        except Problem as problem:
            if problem.code in PASSING:
                return True
            log.error("time to think ran out, but nobody could be asked: %s", problem.code)
        except Exception:
            told = shown_id(table_id)
            log.exception("time to think at table %s ran out, but nobody could be asked", told)
            await asyncio.sleep(PAUSE)
            return True
        return False

    async def close(self) -> None:
        tasks = [task for _, task in self._waiting.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
