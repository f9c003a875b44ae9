"""Chooses between SQLite and PostgreSQL by whether the database is given as a path or a URL."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.engine import Engine

from spielzug.server.config.settings import is_database_url
from spielzug.server.store import postgres, sqlite
from spielzug.server.store.database import Database


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
