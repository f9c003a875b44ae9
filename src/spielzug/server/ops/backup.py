"""Backup and restore of a whole database, also for moving between SQLite and PostgreSQL.

A backup is an SQLite file of the current schema. It is a consistent snapshot even while servers
write, and appears complete or not at all. It can be restored only into an empty database.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from spielzug.core.errors import UsageError
from spielzug.server.cluster.leases import live
from spielzug.server.config.settings import is_database_url, without_password
from spielzug.server.store import store
from spielzug.server.store.base import wrap_driver_error
from spielzug.server.store.migrations import known_version
from spielzug.server.store.schema import SCHEMA_VERSION, game_table, lease, meta, metadata, process
from spielzug.server.store.sqlite import claim_database
from spielzug.server.store.store import Store

OF_THIS_MOMENT = (process, lease)
"""Running servers and their leases: meaningless in another database."""
BACKED_UP = [table for table in metadata.sorted_tables if table not in OF_THIS_MOMENT]
ROWS_PER_FETCH = 500  # rows
STOP = "stop it first, or choose another --database; nothing was changed"

Watch = Callable[[int], AbstractContextManager[Callable[[int], None]]]
"""Starts a progress display for this many rows; yields the function to call with rows done."""


def back_up(database: Path | str, file: Path, force: bool, watch: Watch) -> int:
    """Write a backup and return the number of game tables in it."""
    if not force and os.path.lexists(file):
        raise UsageError(f"the file {file} already exists: choose another, or use --force")
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", suffix=".part", dir=file.parent)
    os.close(handle)
    part = Path(name)
    try:
        with _readable(database) as source:
            count = _copy(source, part, watch)
        _finalize_file(part)
        if force:
            os.replace(part, file)
        else:
            os.link(part, file)  # unlike a rename it never overwrites a file
        return count
    except FileExistsError:
        raise UsageError(
            f"the file {file} already exists: choose another, or use --force"
        ) from None
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}") from None
    finally:
        _delete(part)


def restore(file: Path, database: Path | str, watch: Watch) -> int:
    """Fill an empty database from a backup and return the number of game tables."""
    if not file.is_file():
        raise UsageError(f"there is no file {file}")
    _check_intact(file)
    is_new = not is_database_url(database) and not os.path.lexists(database)
    with claim_database(database, " at {where}", f": {STOP}"), _readable(file) as source:
        try:
            return _copy(source, database, watch)
        except BaseException:
            if is_new:
                _delete(Path(database))
            raise


def owner_to_be(database: Path) -> str | None:
    """The command after which the folder's owner can use a file that somebody else has made."""
    if database.stat().st_uid == database.parent.stat().st_uid:
        return None
    return shlex.join(["chown", f"--reference={database.parent}", str(database)])


# -- reading -------------------------------------------------------------------------------------


@contextlib.contextmanager
def _readable(database: Path | str) -> Iterator[Connection]:
    """A snapshot of a database in the current schema; of an older SQLite file, an upgraded copy."""
    shown = without_password(str(database)) if is_database_url(database) else str(database)
    if not is_database_url(database) and not Path(database).is_file():
        raise UsageError(f"there is no database {shown}: choose one with --database")
    with _reading(database, shown) as connection:
        version = _version(connection, shown)
        if version == SCHEMA_VERSION:
            yield connection
            return
    if is_database_url(database):
        raise UsageError(
            f"{shown} is from an older Spielzug (schema {version}): start a server of this version "
            "on it first"
        )
    with tempfile.TemporaryDirectory(prefix="spielzug-") as folder:
        newer = Path(folder) / "newer.sqlite3"
        with contextlib.closing(sqlite3.connect(database)) as old:
            old.execute("VACUUM INTO ?", (str(newer),))
        Store(newer).close()
        with _reading(newer, shown) as connection:
            yield connection


@contextlib.contextmanager
def _reading(database: Path | str, shown: str) -> Iterator[Connection]:
    engine = store.find_to_read(database)
    try:
        with engine.connect() as connection, connection.begin():
            yield connection
    except (sa.exc.DBAPIError, sqlite3.Error) as error:
        why = store.error_summary(database, wrap_driver_error(error))
        raise UsageError(f"{shown} cannot be read: {why}") from None
    finally:
        engine.dispose()


def _version(connection: Connection, shown: str) -> int:
    if not sa.inspect(connection).has_table(meta.name):
        raise UsageError(f"{shown} was not written by Spielzug: its tables are missing")
    rows = connection.execute(sa.select(meta.c.key, meta.c.value))
    version = known_version(shown, {row.key: row.value for row in rows} or {"": ""})
    if version > SCHEMA_VERSION:
        raise UsageError(
            f"{shown} was written by a newer Spielzug (schema {version}; this one knows schema "
            f"{SCHEMA_VERSION}): please update"
        )
    return version


def _check_intact(file: Path) -> None:
    try:
        opened = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
        with contextlib.closing(opened) as connection:
            told = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise UsageError(f"{file} cannot be read: {error}") from None
    if told != "ok":
        raise UsageError(f"{file} is damaged: {told}")


# -- copying -------------------------------------------------------------------------------------


def _copy(source: Connection, target: Path | str, watch: Watch) -> int:
    total = sum(_count(source, table) for table in BACKED_UP)
    Store(target).close()  # creates the schema, or refuses another program's database
    found = store.find(target)
    try:
        with found.setup_transaction() as connection, watch(total) as done:
            _check_not_in_use(connection, found.shown)
            _check_empty(connection, found.shown)
            for table in (*BACKED_UP, *OF_THIS_MOMENT):
                connection.execute(sa.delete(table))
            for table in BACKED_UP:
                _copy_table(source, connection, table, done)
                _reset_sequence(connection, table)
            _check_not_in_use(connection, found.shown)  # a server may have started meanwhile
            return _count(connection, game_table)
    except (sa.exc.DBAPIError, sqlite3.Error) as error:
        raise UsageError(found.refusal(error)) from None
    finally:
        found.close()


def _copy_table(
    source: Connection, target: Connection, table: sa.Table, done: Callable[[int], None]
) -> None:
    query = sa.select(table).order_by(*table.primary_key.columns)
    found = source.execution_options(yield_per=ROWS_PER_FETCH).execute(query)
    copied = 0
    for rows in found.mappings().partitions():
        target.execute(sa.insert(table), [dict(row) for row in rows])
        copied += len(rows)
        done(len(rows))
    if _count(target, table) != copied:
        raise UsageError(f"{table.name} was not copied completely; nothing was changed")


def _reset_sequence(connection: Connection, table: sa.Table) -> None:
    """Advance PostgreSQL's sequence past the copied ids."""
    column = table.autoincrement_column
    if connection.dialect.name == "postgresql" and column is not None:
        connection.execute(
            sa.text(
                "SELECT setval(pg_get_serial_sequence(:table, :column), "
                f"(SELECT COALESCE(MAX({column.name}), 0) + 1 FROM {table.name}), false)"
            ),
            {"table": table.name, "column": column.name},
        )


def _check_not_in_use(connection: Connection, shown: str) -> None:
    """Running servers would keep using their old signing key and tables."""
    if connection.dialect.name != "postgresql" or not (running := live(connection)):
        return
    lines = connection.exec_driver_sql(
        "SELECT DISTINCT COALESCE(host(client_addr), 'this machine') FROM pg_stat_activity "
        "WHERE datname = current_database() AND application_name = 'spielzug beat' ORDER BY 1"
    )
    where = ", ".join(lines.scalars())
    named = ", ".join(one[:8] for one in running)
    raise UsageError(
        f"{len(running)} running server processes use {shown} ({named}"
        + (f"; connected from {where}" if where else "")
        + f"): {STOP.replace('it', 'them', 1)}"
    )


def _check_empty(connection: Connection, shown: str) -> None:
    full = [table.name for table in BACKED_UP if table is not meta and _count(connection, table)]
    if full:
        raise UsageError(
            f"{shown} is not empty (it has {_count(connection, game_table)} tables): "
            "choose a new --database; nothing was changed"
        )


def _count(connection: Connection, table: sa.Table) -> int:
    return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())


def _delete(file: Path) -> None:
    """Delete a database file, with what SQLite keeps beside it."""
    for end in ("", "-wal", "-shm"):
        file.with_name(file.name + end).unlink(missing_ok=True)


def _finalize_file(file: Path) -> None:
    """Leave WAL mode, so that there is a single file, and flush it to disk."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    with file.open("rb") as opened:
        os.fsync(opened.fileno())
