"""Bots at the tables: they think in threads of their own and move at a pace people can follow."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from spielzug.bots import get_bot
from spielzug.core.chance import generator
from spielzug.core.game import Game
from spielzug.server.problems import Problem
from spielzug.server.table import RUNNING, Changes, Table
from spielzug.server.tables import Tables

log = logging.getLogger("spielzug.server")


class BotsRunner:
    """At most one task for each table; it ends when a person has the turn or the game is over."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._threads = ThreadPoolExecutor(max(2, os.cpu_count() or 2), "bot")
        self._active: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    def is_using(self, table_id: str) -> bool:
        return table_id in self._active

    def table_changed(self, table: Table, changes: Changes) -> None:
        """Called with the table's lock held: only looks, and leaves the rest to a task."""
        if self._closed or table.id in self._active or bot_to_move(table) is None:
            return
        task = asyncio.create_task(self._play(table.id))
        self._active[table.id] = task
        task.add_done_callback(lambda done: self._ended(table.id, done))

    def _ended(self, table_id: str, task: asyncio.Task[None]) -> None:
        if self._active.get(table_id) is task:
            del self._active[table_id]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a bot stopped playing", exc_info=error)

    async def _play(self, table_id: str) -> None:
        while await self._move(table_id):
            pass

    async def _move(self, table_id: str) -> bool:
        """One decision of whatever bot is to move; False when none is."""
        loop = asyncio.get_running_loop()
        begin = loop.time()
        async with self._tables.use(table_id) as table:
            bot = bot_to_move(table)
            if bot is None:
                # Gone before the lock is: whoever changes the table next must find it free.
                self._active.pop(table_id, None)
                return False
            match, number, pace = table.played(), table.number, table.pace / 1000
            seat, legal = match.actor, match.legal()
            hidden = match.hidden(seat)
        if len(legal) == 1:
            action, pace = legal[0], pace / 2
        else:
            thinking = (bot, match.game, match.tables, hidden)
            action = await loop.run_in_executor(self._threads, _think, *thinking)
        await asyncio.sleep(max(0.0, begin + pace - loop.time()))
        try:
            await self._tables.change(table_id, lambda t: t.bot_decides(number, seat, action))
        except Problem as problem:
            log.error("a bot's table is gone: %s", problem.code)
            return False
        return True

    async def close(self) -> None:
        self._closed = True
        tasks = list(self._active.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)


def bot_to_move(table: Table) -> str | None:
    if table.status != RUNNING or table.actor < 0:
        return None
    return table.places[table.actor].bot


def _think(name: str, game: Game, tables: Any, hidden: Any) -> int:
    """In a thread: the compiled code lets go of the interpreter meanwhile."""
    return get_bot(name).choose(game, tables, hidden, generator(secrets.randbits(64)))
