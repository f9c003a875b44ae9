"""Which kind of database a path or an address means: SQLite or PostgreSQL."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.engine import Engine

from spielzug.server.config.settings import is_database_url
from spielzug.server.store import postgres, sqlite
from spielzug.server.store.database import Database


def find(database: Path | str) -> Database:
    """The file, or the database of that address."""
    if is_database_url(database):
        return postgres.PostgreSQL(str(database))
    return sqlite.SQLite(Path(database))


def portable_name(database: Path | str) -> str:
    """For a process that may run in another folder."""
    return str(database if is_database_url(database) else Path(database).absolute())


def find_to_read(database: Path | str) -> Engine:
    """For a process that only reads, and seldom."""
    if is_database_url(database):
        return postgres.engine_to_read(str(database))
    return sqlite.engine_to_read(Path(database))


def error_summary(database: Path | str, error: Exception) -> str:
    """What went wrong there, in one line and without a password."""
    if is_database_url(database):
        return postgres.error_summary(postgres.url_of(str(database)), error)
    return " ".join(str(getattr(error, "orig", error)).split())
