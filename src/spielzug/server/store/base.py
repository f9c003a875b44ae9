"""The interface of a database, which hides the differences between SQLite and PostgreSQL.

Also direct access to the driver below SQLAlchemy, for queries so frequent that its cost matters.
"""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import cache
from typing import TYPE_CHECKING, Literal

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

if TYPE_CHECKING:
    import psycopg
    from psycopg.rows import TupleRow

Kind = Literal["sqlite", "postgresql"]
Fate = Literal["written", "taken back", "under way", "unknown"]
VARIABLE = "SPIELZUG_CHILD_DATABASE"
"""The environment variable that names the database to a child process: the URL may hold a password,
and command lines are visible to every user of the machine."""
READERS = 3  # concurrent reads; more have to wait


class Database(ABC):
    kind: Kind
    shown: str
    """Its name for logs and messages, without a password."""
    engine: Engine

    @abstractmethod
    def setup_transaction(self) -> AbstractContextManager[Connection]:
        """A transaction that excludes other processes from setting up the database."""

    @abstractmethod
    def reading(self) -> AbstractContextManager[Connection]:
        """A transaction whose reads see one snapshot."""

    @abstractmethod
    def to_write(self) -> Connection:
        """A connection for the writer, which begins and ends transactions itself."""

    @abstractmethod
    def begin(self, connection: Connection) -> int | None:
        """Begin a transaction; returns its number for `fate`, or None if there is none."""

    @abstractmethod
    def commit(self, connection: Connection) -> None: ...

    @abstractmethod
    def roll_back(self, connection: Connection) -> None:
        """Roll back any open transaction; never fails."""

    @abstractmethod
    def is_lost(self, connection: Connection) -> bool:
        """Whether the connection is dead and must be replaced."""

    def fate(self, connection: Connection, number: int) -> Fate:
        """The outcome of a transaction whose connection was lost."""
        return "unknown"

    @abstractmethod
    def is_transient(self, error: Exception) -> bool:
        """Whether retrying at once may succeed, e.g. after a deadlock."""

    @abstractmethod
    def refusal(self, error: Exception) -> str:
        """Why the database cannot be used and what to do, as a message for the host."""

    def separate_engine(self) -> Engine:
        """An engine without a pool, for a dedicated connection."""
        raise NotImplementedError

    def close(self) -> None:
        self.engine.dispose()


def driver_of(connection: Connection) -> sqlite3.Connection | psycopg.Connection[TupleRow]:
    """The connection of the driver."""
    driver: sqlite3.Connection | psycopg.Connection[TupleRow] | None = (
        connection.connection.driver_connection
    )
    assert driver is not None
    return driver


def run(
    connection: Connection, statement: str, values: Sequence[object]
) -> sqlite3.Cursor | psycopg.Cursor[TupleRow]:
    """Execute directly with the driver; placeholders are ``?`` for both drivers."""
    driver = driver_of(connection)
    if isinstance(driver, sqlite3.Connection):
        return driver.execute(statement, values)
    return driver.execute(_percent(statement), values)


@cache
def _percent(statement: str) -> str:
    return statement.replace("?", "%s")


def wrap_driver_error(error: Exception) -> Exception:
    """A driver's error wrapped as SQLAlchemy would have done; other errors unchanged."""
    base = next((one for one in type(error).__mro__ if one.__name__ == "Error"), None)
    if base is None or base.__module__.partition(".")[0] not in ("sqlite3", "psycopg"):
        return error
    made = sa.exc.DBAPIError.instance("", None, error, base, hide_parameters=True)
    assert isinstance(made, Exception)
    return made
