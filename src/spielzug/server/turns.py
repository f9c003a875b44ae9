"""Turns that may take hours or days: when the time to think is over, the table is told.

The moment lies in the file beside each table, so after a start everything that is due is found
again without opening the tables, and what came due while the server was down comes at once.
"""

from __future__ import annotations

import asyncio
import logging

from spielzug.server.problems import Problem
from spielzug.server.store import sql
from spielzug.server.store.store import Store
from spielzug.server.tables import overtime
from spielzug.server.tables.changes import Changes
from spielzug.server.tables.manager import PASSING, Tables
from spielzug.server.tables.table import Table
from spielzug.server.times import steady

log = logging.getLogger("spielzug.server")

PAUSE = 2.0  # seconds before what could not be written is tried again
SLACK = 0.01  # seconds by which a sleep may end too early


class Turns:
    """One waiting task for each table where a person's time runs."""

    def __init__(self, tables: Tables, store: Store) -> None:
        self._tables = tables
        self._store = store
        self._waiting: dict[str, tuple[float, asyncio.Task[None]]] = {}

    def is_using(self, table_id: str) -> bool:
        return False  # a table that was put away is read again when its time is over

    async def wake(self) -> None:
        """After a start: wait for all that is due some day, or was while nobody was here."""
        for table_id, due in await self._store.read(sql.with_deadline):
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
            return await self._tables.change(table_id, overtime.ring) == due
        except Problem as problem:
            if problem.code in PASSING:
                return True
            log.error("the time to think at a table is over, but: %s", problem.code)
        except Exception:
            log.exception("the time to think at table %s is over, but nobody is asked", table_id)
            await asyncio.sleep(PAUSE)
            return True
        return False

    async def close(self) -> None:
        tasks = [task for _, task in self._waiting.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
