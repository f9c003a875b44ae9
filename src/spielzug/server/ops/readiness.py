"""The readiness check: whether the server can read and save, and is not stopping."""

from __future__ import annotations

import asyncio
import time

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from spielzug.server.live.hub import NO_DATA, STOPPING
from spielzug.server.problems import Problem
from spielzug.server.store import sql
from spielzug.server.store.store import Store
from spielzug.server.tables.manager import Tables

PATIENCE = 2.0  # seconds for the database to answer
FRESH = 1.0  # seconds that a result is reused, so that many requests cause one query
SAVED = 30.0  # seconds after a successful save in which no test write is needed


class Readiness:
    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables
        self._asking: asyncio.Task[None] | None = None
        self._answered = -FRESH
        self._trouble: str | None = None
        self.stopping = False

    async def why_not(self) -> Problem | None:
        """Why the server is not ready; None if it is."""
        if self.stopping:
            return stopping()
        if time.monotonic() - self._answered >= FRESH:
            if self._asking is None:
                self._asking = asyncio.create_task(self._ask())
            await asyncio.shield(self._asking)
        return None if self._trouble is None else Problem(503, self._trouble)

    async def _ask(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.read(_answer)
                await self._require_saving()
            self._trouble = None
        except Problem as problem:
            self._trouble = problem.code
        except Exception:  # whatever the cause, no traffic should come here
            self._trouble = NO_DATA
        finally:
            self._answered, self._asking = time.monotonic(), None

    async def _require_saving(self) -> None:
        """Raise while saving fails; if the last save is long ago, try a write."""
        if self._tables.trouble is not None:
            raise Problem(503, self._tables.trouble)
        if time.monotonic() - self._tables.last_save >= SAVED:
            await self._tables.save(sql.probe_write)


def _answer(connection: Connection) -> None:
    connection.execute(sa.text("SELECT value FROM meta WHERE key = 'schema_version'")).all()


def stopping() -> Problem:
    return Problem(503, STOPPING)
