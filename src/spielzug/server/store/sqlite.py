"""An SQLite file: the database of most servers.

Only one server may use a file; it holds a lock on a second file beside it.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import IO
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.pool import ConnectionPoolEntry

from spielzug.core.cache import try_lock
from spielzug.core.errors import UsageError
from spielzug.server.config.settings import is_database_url
from spielzug.server.store.base import READERS, Database, driver_of
from spielzug.server.store.migrations import check_age


class SQLite(Database):
    kind = "sqlite"

    def __init__(self, path: Path) -> None:
        self.shown = str(path)
        _check_age(path)
        _make_private(path)
        self.engine = sa.create_engine(
            f"sqlite:///{path}",
            connect_args={"check_same_thread": False},
            pool_size=READERS + 1,
            hide_parameters=True,  # an error in the log must not show secrets
        )
        sa.event.listen(self.engine, "connect", _prepare)
        sa.event.listen(self.engine, "begin", _begin)

    @contextlib.contextmanager
    def setup_transaction(self) -> Iterator[Connection]:
        with self.engine.begin() as connection:
            yield connection

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        with (
            self.engine.connect().execution_options(spielzug_read=True) as connection,
            connection.begin(),
        ):
            yield connection

    def to_write(self) -> Connection:
        return self.engine.connect()

    def begin(self, connection: Connection) -> None:  # no number: a file's connection is never lost
        _driver(connection).execute("BEGIN IMMEDIATE")

    def commit(self, connection: Connection) -> None:
        _driver(connection).execute("COMMIT")
        connection.rollback()  # ends SQLAlchemy's transaction, too

    def roll_back(self, connection: Connection) -> None:
        driver = _driver(connection)
        if driver.in_transaction:
            driver.rollback()
        connection.rollback()

    def is_lost(self, connection: Connection) -> bool:
        return False

    def is_transient(self, error: Exception) -> bool:
        return False

    def refusal(self, error: Exception) -> str:
        return f"{self.shown} cannot be used as a database: {getattr(error, 'orig', error)}"


def _driver(connection: Connection) -> sqlite3.Connection:
    driver = driver_of(connection)
    assert isinstance(driver, sqlite3.Connection)
    return driver


def engine_to_read(path: Path) -> Engine:
    address = f"file:{quote(str(path))}?mode=ro"
    engine = sa.create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(address, uri=True, isolation_level=None),
        hide_parameters=True,
    )
    sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def _check_age(path: Path) -> None:
    """Read the schema without writing: to open a file for writing changes its first bytes."""
    known: dict[str, str] = {}
    with contextlib.suppress(sqlite3.Error):  # whatever else is wrong is told later
        file = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        with contextlib.closing(file):
            known = dict(file.execute("SELECT key, value FROM meta"))
    check_age(str(path), known.get("schema_version", ""))


def _make_private(path: Path) -> None:
    """Only its owner may read the file: it holds the signing key and secrets of running games."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise UsageError(f"the database {path} cannot be written: {error.strerror}") from None


def _prepare(connection: sqlite3.Connection, _record: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # transactions begin explicitly, see _begin
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
    # A writer locks at once: upgrading a read lock later could fail.
    if not _driver(connection).in_transaction:  # the writer has begun its own
        reading = connection.get_execution_options().get("spielzug_read", False)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


@contextlib.contextmanager
def claim_database(database: Path | str, place: str, way_out: str) -> Iterator[IO[str] | None]:
    """Lock the file: servers cache it in memory, so only one may use it. A dead one holds no lock.

    The error for a second server contains `place`, with the address of the first if known, and
    `way_out`. PostgreSQL needs no lock.
    """
    if is_database_url(database):
        yield None
        return
    try:
        real = Path(database).resolve()  # one lock for all links to the file
        path = real.with_name(real.name + ".lock")
        path.parent.mkdir(parents=True, exist_ok=True)
        claim = path.open("a+", encoding="utf-8")
    except (OSError, RuntimeError) as error:  # RuntimeError: circular links
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"the database {database} cannot be written: {why}") from None
    with claim:
        if not try_lock(claim) or not _is_still(path, claim):
            claim.seek(0)
            where = claim.read().strip()
            told = place.format(where=where) if where else ""
            raise UsageError(f"a Spielzug server is already using {database}{told}{way_out}")
        claim.truncate(0)
        try:
            yield claim
        finally:
            with contextlib.suppress(OSError):
                path.unlink()


def _is_still(path: Path, opened: IO[str]) -> bool:
    """Whether the path leads to the open file: the one who held it may just have deleted it."""
    with contextlib.suppress(OSError):
        return os.path.samestat(path.stat(), os.fstat(opened.fileno()))
    return False
