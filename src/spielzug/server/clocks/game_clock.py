"""The clock of a table: some games end when their time is over, also while a player thinks.

The engine knows no time. The table's clock runs from the deal, and when it is over the table
itself plays the game's "time is over", which is written into the log like everything else.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

from spielzug.server.cluster.leases import LeaseLost
from spielzug.server.ops.logs import shown_id
from spielzug.server.problems import Problem
from spielzug.server.tables.manager import PASSING, Tables
from spielzug.server.tables.table import RUNNING, Changes, Table

log = logging.getLogger("spielzug.server")

PAUSE = 2.0  # seconds before the end of the time is tried again


class Clocks:
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
            while not await self._ring(table_id):
                await asyncio.sleep(PAUSE)
        finally:
            self._waiting.pop(table_id, None)

    async def _ring(self, table_id: str) -> bool:
        """Whether that is done: a disk that is full today may have room in a moment."""
        try:
            lease = await self._tables.lease(table_id)
            if lease is None:
                return False  # whoever has it does it; unless that one dies
            await self._tables.change(table_id, Table.time_is_over, lease)
        except LeaseLost:
            return False
        except Problem as problem:
            if problem.code in PASSING:
                return False
            log.error("a table's clock ran out, but the game could not be ended: %s", problem.code)
        except Exception:
            log.exception(
                "the clock of table %s ran out, but its game could not be ended",
                shown_id(table_id),
            )
            return False
        return True

    async def close(self) -> None:
        tasks = list(self._waiting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
