"""The driver beneath SQLAlchemy, for what is done so often that every layer counts."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection


def driver_of(connection: Connection) -> Any:
    """The driver's own connection: of sqlite3 or of psycopg."""
    return connection.connection.driver_connection


def run(connection: Connection, statement: str, values: Sequence[Any]) -> Any:
    """Execute by the driver alone; values stand as ``?`` whatever the driver writes for them."""
    driver = connection.connection.driver_connection
    if isinstance(driver, sqlite3.Connection):
        return driver.execute(statement, values)
    return driver_of(connection).execute(_percent(statement), values)


@cache
def _percent(statement: str) -> str:
    return statement.replace("?", "%s")


def known_error(error: Exception) -> Exception:
    """An error of the driver as SQLAlchemy would have said it."""
    base = next((one for one in type(error).__mro__ if one.__name__ == "Error"), None)
    if base is None or base.__module__.partition(".")[0] not in ("sqlite3", "psycopg"):
        return error
    made = sa.exc.DBAPIError.instance("", None, error, base, hide_parameters=True)
    assert isinstance(made, Exception)
    return made
