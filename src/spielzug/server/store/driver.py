"""The driver beneath SQLAlchemy, for what is done so often that every layer counts."""

from __future__ import annotations

import sqlite3

import sqlalchemy as sa
from sqlalchemy.engine import Connection


def driver_of(connection: Connection) -> sqlite3.Connection:
    """The driver's own connection, for what is done so often that every layer counts."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def known_error(error: Exception) -> Exception:
    """An error of the driver as SQLAlchemy would have said it."""
    if not isinstance(error, sqlite3.Error):
        return error
    made = sa.exc.DBAPIError.instance("", None, error, sqlite3.Error, hide_parameters=True)
    assert isinstance(made, Exception)
    return made
