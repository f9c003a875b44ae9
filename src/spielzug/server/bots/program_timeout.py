"""Timeouts for programs: after a while the quick player decides for a silent one.

After a program's first timeout its decisions are made at the table's pace, until it decides
something itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from operator import methodcaller

from spielzug.server.bots.runner import TableAttendance
from spielzug.server.cluster.leases import LeaseLost
from spielzug.server.monitoring import short_id
from spielzug.server.problems import Problem
from spielzug.server.tables.executors import DecisionExecutors
from spielzug.server.tables.manager import TRANSIENT_PROBLEMS, Tables
from spielzug.tables.table import Changes, Table

log = logging.getLogger("spielzug.server")

SILENT = "silent"
SHORT = 1.0  # least seconds for a program that has been silent before
PAUSE = 2.0  # seconds before a decision that could not be saved is tried again


class ProgramTimeouts:
    """One waiting task for each table where a program is to decide."""

    def __init__(
        self,
        tables: Tables,
        decision_executors: DecisionExecutors,
        attendance: TableAttendance,
        patience: float,
    ) -> None:
        self._tables = tables
        self._decision_executors = decision_executors
        self._attendance = attendance
        self._patience = patience
        self._waiting: dict[str, tuple[int, asyncio.Task[None]]] = {}
        self._silent: set[tuple[str, int]] = set()

    def is_using(self, table_id: str) -> bool:
        return table_id in self._waiting

    def table_changed(self, table: Table, changes: Changes) -> None:
        for entry in changes.entries:
            if table.instead.get(entry.number) != SILENT:
                self._silent.discard((table.id, entry.seat))
        number, task = self._waiting.get(table.id, (-1, None))
        due = self._is_due(table)
        if task is not None and (not due or number != table.number):
            if task is not asyncio.current_task():
                task.cancel()
            del self._waiting[table.id]
            task = None
        if due and task is None:
            again = (table.id, table.actor) in self._silent
            seconds = max(SHORT, table.pace / 1000) if again else self._patience
            made = asyncio.create_task(self._wait(table.id, table.number, table.actor, seconds))
            self._waiting[table.id] = (table.number, made)

    async def _wait(self, table_id: str, number: int, seat: int, seconds: float) -> None:
        with contextlib.suppress(Problem):  # so that another process takes over if we die
            await self._tables.lease(table_id)
        await asyncio.sleep(seconds)
        while True:
            try:
                async with self._tables.use(table_id, fresh=False) as table:
                    lease = await self._tables.lease(table_id)
                    if lease is None or table.number != number or not self._is_due(table):
                        self._forget(table_id)
                        return
                    seen, path = table.seen_by_actor(), self._attendance.queue_key(table)
                action = await self._decision_executors.choose_quickly(path, seen)
                self._silent.add((table_id, seat))
                decided = methodcaller("decide_for_program", number, seat, action, SILENT)
                await self._tables.change(table_id, decided, lease)
                return
            except LeaseLost:
                pass
            except Problem as problem:
                if problem.code not in TRANSIENT_PROBLEMS:
                    return
            except Exception:
                log.exception(
                    "could not move for a silent program at table %s",
                    short_id(table_id),
                )
            await asyncio.sleep(PAUSE)

    def _is_due(self, table: Table) -> bool:
        return table.program_to_move and self._attendance.bots_may_move(table)

    def _forget(self, table_id: str) -> None:
        """Deregister the current task; with the table's lock held, so that the next change starts
        a new one."""
        if self._waiting.get(table_id, (0, None))[1] is asyncio.current_task():
            del self._waiting[table_id]

    async def close(self) -> None:
        tasks = [task for _, task in self._waiting.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
