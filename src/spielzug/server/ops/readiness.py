"""Whether this server is of use to a visitor now: it reads and saves, and is not about to stop."""

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

PATIENCE = 2.0  # seconds for the data to answer
FRESH = 1.0  # seconds that an answer counts: however many ask, the data are asked once
SAVED = 30.0  # seconds after a save in which saving counts as possible


class Readiness:
    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables
        self._asking: asyncio.Task[None] | None = None
        self._answered = -FRESH
        self._trouble: str | None = None
        self.stopping = False

    async def why_not(self) -> Problem | None:
        """None if it is."""
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
        except Exception:  # whatever it is, nobody should be sent here
            self._trouble = NO_DATA
        finally:
            self._answered, self._asking = time.monotonic(), None

    async def _require_saving(self) -> None:
        """Refuse while nothing can be saved; where nobody has saved for a while it is tried."""
        if self._tables.trouble is not None:
            raise Problem(503, self._tables.trouble)
        if time.monotonic() - self._tables.last_save >= SAVED:
            await self._tables.save(sql.probe_write)


def _answer(connection: Connection) -> None:
    connection.execute(sa.text("SELECT value FROM meta WHERE key = 'schema_version'")).all()


def stopping() -> Problem:
    return Problem(503, STOPPING)
