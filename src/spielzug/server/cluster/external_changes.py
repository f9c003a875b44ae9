"""A server with a file of its own notices what somebody else has written there.

That is a host with `spielzug admin`. SQLite tells each connection whether another one has changed
the file since it last asked; the writer's own connection asks, so that our own writing is none. It
asks outside of a transaction: an idle server writes nothing and locks nothing.
"""

from __future__ import annotations

import asyncio
import contextlib

from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from spielzug.server.store.driver import run
from spielzug.server.store.store import Store
from spielzug.server.tables.manager import Tables

LOOK = 1.0  # seconds between two looks


class ExternalChanges:
    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def run(self) -> None:
        """For ever; with PostgreSQL the notes of the bus do this."""
        if self._store.kind != "sqlite":
            return
        known: int | None = None
        while True:
            with contextlib.suppress(DBAPIError, OSError):  # trouble is told by those who write
                now = await self._store.ask_writer(_version)
                if known not in (None, now):
                    await self._tables.look_again()
                known = now
            await asyncio.sleep(LOOK)


def _version(connection: Connection) -> int:
    [(version,)] = run(connection, "PRAGMA data_version", []).fetchall()
    return int(version)
