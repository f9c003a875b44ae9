"""Ends games whose own clock has run out, also while somebody is still thinking."""

from __future__ import annotations

import asyncio

from spielzug.browser.tables import BrowserTables
from spielzug.tables.saved_table import SavedChanges, SavedTable
from spielzug.tables.table import RUNNING


class GameClocks:
    """One waiting task for each open table whose game has a clock."""

    def __init__(self, tables: BrowserTables) -> None:
        self._tables = tables
        self._waiting: dict[str, asyncio.Task[None]] = {}

    def is_using(self, table_id: str) -> bool:
        return table_id in self._waiting

    def table_changed(self, table: SavedTable, changes: SavedChanges) -> None:
        self.wake(table)

    def table_reloaded(self, table: SavedTable) -> None:
        self.wake(table)

    def wake(self, table: SavedTable) -> None:
        left = table.time_left() if table.status == RUNNING else None
        task = self._waiting.get(table.id)
        if left is None:
            if task is not None and task is not asyncio.current_task():
                task.cancel()
        elif task is None:
            self._waiting[table.id] = asyncio.create_task(self._wait(table.id, left))

    async def _wait(self, table_id: str, seconds: float) -> None:
        try:
            await asyncio.sleep(seconds)
            await self._tables.change(table_id, lambda t: t.expire_clock())
        finally:
            self._waiting.pop(table_id, None)
