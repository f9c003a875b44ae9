"""Where tables are kept, and what the two kinds of database differ in.

The driver beneath SQLAlchemy, for what is done so often that every layer counts.
"""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import cache
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

Kind = Literal["sqlite", "postgresql"]
Fate = Literal["written", "taken back", "under way", "unknown"]
VARIABLE = "SPIELZUG_CHILD_DATABASE"
"""By which a process that reads is told what: an address may hold a password, and the arguments of
a process are for everybody to see."""
READERS = 3  # so many read at the same time; who comes later waits


class Database(ABC):
    kind: Kind
    shown: str
    """What it is called where people read it: without a password."""
    engine: Engine

    @abstractmethod
    def setup_transaction(self) -> AbstractContextManager[Connection]:
        """A transaction in which nobody else sets this database up."""

    @abstractmethod
    def reading(self) -> AbstractContextManager[Connection]:
        """A transaction in which everything that is read is of one moment."""

    @abstractmethod
    def to_write(self) -> Connection:
        """A connection of the writer's own, on which it begins and ends transactions itself."""

    @abstractmethod
    def begin(self, connection: Connection) -> int | None:
        """Gives the number by which the transaction can be asked for afterwards, if it has one."""

    @abstractmethod
    def commit(self, connection: Connection) -> None: ...

    @abstractmethod
    def roll_back(self, connection: Connection) -> None:
        """Whatever was begun there is taken back; never fails."""

    @abstractmethod
    def is_lost(self, connection: Connection) -> bool:
        """Whether nothing can be asked there any more, so that another one must be opened."""

    def fate(self, connection: Connection, number: int) -> Fate:
        """What became of a transaction whose connection was lost."""
        return "unknown"

    @abstractmethod
    def is_transient(self, error: Exception) -> bool:
        """Whether the same may work at once if tried again: two had waited for each other."""

    @abstractmethod
    def refusal(self, error: Exception) -> str:
        """Why it cannot be used, and what to do, for whoever starts the server."""

    def separate_engine(self) -> Engine:
        """For a connection that is shared with nobody."""
        raise NotImplementedError

    def close(self) -> None:
        self.engine.dispose()


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


def wrap_driver_error(error: Exception) -> Exception:
    """An error of the driver as SQLAlchemy would have said it."""
    base = next((one for one in type(error).__mro__ if one.__name__ == "Error"), None)
    if base is None or base.__module__.partition(".")[0] not in ("sqlite3", "psycopg"):
        return error
    made = sa.exc.DBAPIError.instance("", None, error, base, hide_parameters=True)
    assert isinstance(made, Exception)
    return made
