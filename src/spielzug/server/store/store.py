"""The store: async reads and writes on the database, which holds an append-only log per table.

A move is acknowledged only once its transaction is on disk (SQLite: write-ahead log,
``synchronous=FULL``; PostgreSQL: ``synchronous_commit=on``).
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from spielzug.core.errors import UsageError
from spielzug.server.config.settings import is_database_url
from spielzug.server.monitoring import Histogram
from spielzug.server.store import postgres, sqlite
from spielzug.server.store.base import READERS, Database, Kind, wrap_driver_error
from spielzug.server.store.migrations import known_version, stamp, upgrade
from spielzug.server.store.schema import SCHEMA_VERSION, meta, metadata
from spielzug.server.store.writer import StoreWriter

if TYPE_CHECKING:
    import psycopg
    from psycopg.rows import TupleRow


def find(database: Path | str) -> Database:
    """The SQLite file, or the PostgreSQL database at that URL."""
    if is_database_url(database):
        return postgres.PostgreSQL(str(database))
    return sqlite.SQLite(Path(database))


def portable_name(database: Path | str) -> str:
    """A URL or an absolute path, valid in a process with another working directory."""
    return str(database if is_database_url(database) else Path(database).absolute())


def find_to_read(database: Path | str) -> Engine:
    """An engine for a process that only reads, and rarely."""
    if is_database_url(database):
        return postgres.engine_to_read(str(database))
    return sqlite.engine_to_read(Path(database))


def error_summary(database: Path | str, error: Exception) -> str:
    """The error in one line, without a password."""
    if is_database_url(database):
        return postgres.error_summary(postgres.url_of(str(database)), error)
    return " ".join(str(getattr(error, "orig", error)).split())


T = TypeVar("T")


class ConnectionLost(Exception):
    """A connection was lost; a retry with another one may succeed."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


class Store:
    def __init__(self, database: Path | str) -> None:
        self.address = database
        """The file, or the URL with its password: not to be shown."""
        self._database = find(database)
        try:
            self.signing_key = self._set_up()
        except BaseException:
            self._database.close()
            raise
        self._writer = StoreWriter(self._database)
        self._readers = ThreadPoolExecutor(READERS, "store-reader")

    @property
    def kind(self) -> Kind:
        return self._database.kind

    @property
    def shown(self) -> str:
        """Its name for logs and messages, without a password."""
        return self._database.shown

    def _set_up(self) -> bytes:
        try:
            with self._database.setup_transaction() as connection:
                return _set_up(connection, self.shown)
        except (sa.exc.DatabaseError, sa.exc.InterfaceError, sqlite3.Error) as error:
            raise UsageError(self._database.refusal(error)) from None

    @property
    def batches(self) -> Histogram:
        return self._writer.batches

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a transaction; returns when that is on disk.

        `work` may run twice, after its first run was rolled back. If the connection was lost during
        the commit, the first run may be written nevertheless; `work` must detect that.
        """
        return await self._writer.write(work)

    async def ask_writer(self, work: Callable[[Connection], T]) -> T:
        """Run `work` on the connection that writes, without a transaction (`StoreWriter.ask`)."""
        return await self._writer.ask(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    def _read(self, work: Callable[[Connection], T]) -> T:
        try:
            return self._read_once(work)
        except ConnectionLost:
            # A restart of the database cuts all connections, including those in the pool.
            self._database.engine.dispose()
        try:
            return self._read_once(work)
        except ConnectionLost as lost:
            raise lost.error from None

    def _read_once(self, work: Callable[[Connection], T]) -> T:
        try:
            with self._database.reading() as connection:
                try:
                    return work(connection)
                except Exception as error:
                    if self._database.is_lost(connection):
                        connection.invalidate()
                        raise ConnectionLost(wrap_driver_error(error)) from error
                    raise
        except ConnectionLost:
            raise
        except Exception as error:
            raise wrap_driver_error(error) from error

    @contextlib.contextmanager
    def open_connection(self) -> Iterator[psycopg.Connection[TupleRow]]:
        """A dedicated connection to PostgreSQL, separate from those that write and read."""
        engine = self._database.separate_engine()
        borrowed = engine.raw_connection()
        try:
            driver: psycopg.Connection[TupleRow] | None = borrowed.driver_connection
            assert driver is not None
            yield driver
        finally:
            borrowed.invalidate()  # closes without a rollback, as the connection may be lost
            engine.dispose()

    def close(self) -> None:
        """Write what is queued, then close the database."""
        self._writer.close()
        self._readers.shutdown()
        self._database.close()


def _set_up(connection: Connection, shown: str) -> bytes:
    """Create or upgrade the schema; returns the signing key."""
    _check_own_schema(connection, shown)
    metadata.create_all(connection, tables=[meta])
    rows = connection.execute(sa.select(meta.c.key, meta.c.value))
    known = {row.key: row.value for row in rows}
    version = known_version(shown, known)
    if version > SCHEMA_VERSION:
        raise UsageError(
            f"{shown} was written by a newer Spielzug (schema {version}; this one "
            f"knows schema {SCHEMA_VERSION}): please update, or choose another --database"
        )
    if "schema_version" in known and version < SCHEMA_VERSION:
        upgrade(connection, version)
    if "schema_version" not in known:
        metadata.create_all(connection)
        stamp(connection)
        known["signing_key"] = secrets.token_hex(32)
        new = [
            {"key": "schema_version", "value": str(SCHEMA_VERSION)},
            {"key": "signing_key", "value": known["signing_key"]},
        ]
        connection.execute(sa.insert(meta), new)
    return bytes.fromhex(known["signing_key"])


def _check_own_schema(connection: Connection, shown: str) -> None:
    """Refuse another program's database, even if our tables would fit beside its own."""
    inspector = sa.inspect(connection)
    there = set(inspector.get_table_names())
    if meta.name in there:
        columns = {column["name"] for column in inspector.get_columns(meta.name)}
        ours = columns == set(meta.columns.keys())
    else:
        ours = not there
    if not ours:
        named = ", ".join(sorted(there)[:3])
        raise UsageError(
            f"{shown} belongs to another program (it has {named}): choose another --database"
        )
