"""The file of data: one append-only log for every table, and who sits where.

A decision counts when its transaction is on the disk (write-ahead log, ``synchronous=FULL``), and
only then is it acknowledged.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from spielzug.core.errors import UsageError
from spielzug.server.counts import Spread
from spielzug.server.store.driver import driver_of, known_error
from spielzug.server.store.schema import SCHEMA_VERSION, meta, metadata
from spielzug.server.store.upgrades import known_version, upgrade
from spielzug.server.store.writer import Writer

T = TypeVar("T")

READERS = 3  # so many read at the same time; who comes later waits


class Store:
    def __init__(self, path: Path) -> None:
        self.path = path
        _make_private(path)
        self._engine = sa.create_engine(
            f"sqlite:///{path}",
            connect_args={"check_same_thread": False},
            pool_size=4,
            hide_parameters=True,  # an error in the log must not show secrets
        )
        sa.event.listen(self._engine, "connect", _prepare)
        sa.event.listen(self._engine, "begin", _begin)
        try:
            self.signing_key = self._set_up()
        except BaseException:
            self._engine.dispose()
            raise
        self._writer = Writer(self._engine)
        self._readers = ThreadPoolExecutor(READERS, "store-reader")

    def _set_up(self) -> bytes:
        try:
            with self._engine.begin() as connection:
                metadata.create_all(connection, tables=[meta])
                rows = connection.execute(sa.select(meta.c.key, meta.c.value))
                known = {row.key: row.value for row in rows}
                version = known_version(self.path, known)
                if version > SCHEMA_VERSION:
                    raise UsageError(
                        f"{self.path} was written by a newer Spielzug (schema {version}; this one "
                        f"knows schema {SCHEMA_VERSION}): please update, or name another --database"
                    )
                if "schema_version" in known and version < SCHEMA_VERSION:
                    upgrade(connection, version)
                metadata.create_all(connection)
                if "schema_version" not in known:
                    known["signing_key"] = secrets.token_hex(32)
                    new = [
                        {"key": "schema_version", "value": str(SCHEMA_VERSION)},
                        {"key": "signing_key", "value": known["signing_key"]},
                    ]
                    connection.execute(sa.insert(meta), new)
        except (sa.exc.DatabaseError, sqlite3.Error) as error:
            why = getattr(error, "orig", error)
            raise UsageError(f"{self.path} cannot be used as a database: {why}") from None
        return bytes.fromhex(known["signing_key"])

    @property
    def batches(self) -> Spread:
        return self._writer.batches

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a transaction; returns when that is on the disk.

        It may be run twice: what it did the first time was taken back then.
        """
        return await self._writer.write(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    def _read(self, work: Callable[[Connection], T]) -> T:
        with self._engine.connect().execution_options(spielzug_read=True) as connection:
            try:
                with connection.begin():  # all that it reads is of the same moment
                    return work(connection)
            except sqlite3.Error as error:
                raise known_error(error) from error

    def close(self) -> None:
        """Write what waits, then let go of the file."""
        self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()


def _make_private(path: Path) -> None:
    """The file holds the signing key and the secrets of running games: for its owner only."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise UsageError(f"the database {path} cannot be written: {error.strerror}") from None


def _prepare(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say so, see _begin
    cursor = connection.cursor()
    for setting in (
        "busy_timeout=10000",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _begin(connection: Connection) -> None:
    # A writer takes the lock at once: a reader that turns into a writer could fail half-way.
    if not driver_of(connection).in_transaction:  # the writer has begun its own
        reading = connection.get_execution_options().get("spielzug_read", False)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
