"""Reads and changes database rows behind the server's back."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import psycopg


def rows(database: Path | str, statement: str, *values: Any) -> list[Any]:
    with _connected(database) as connection:
        found: list[Any] = _execute(connection, statement, values).fetchall()
        return found


def change(database: Path | str, statement: str, *values: Any) -> None:
    with _connected(database) as connection:
        _execute(connection, statement, values)
        connection.commit()


def _connected(database: Path | str) -> contextlib.AbstractContextManager[Any]:
    made: Any = (
        psycopg.connect(database) if isinstance(database, str) else sqlite3.connect(database)
    )
    return contextlib.closing(made)


def _execute(connection: Any, statement: str, values: tuple[Any, ...]) -> Any:
    if isinstance(connection, psycopg.Connection):
        return connection.execute(statement.replace("?", "%s").encode(), values or None)
    return connection.execute(statement, values)
