"""A PostgreSQL database: for large servers, and for several that share it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine

from spielzug.core.errors import UsageError
from spielzug.server.config.settings import without_password
from spielzug.server.store.base import READERS, Database, Fate

if TYPE_CHECKING:
    import psycopg
    from psycopg.rows import TupleRow

SET_UP_LOCK = 0x5A75675370  # an arbitrary number that no other program is likely to use
TRANSIENT_CODES = ("40001", "40P01")  # serialization failure, deadlock
SETTINGS = {
    # A move is acknowledged only once it is on disk, whatever the server's default is.
    "synchronous_commit": "on",
    "statement_timeout": "30s",
    # For readers, which may replay a long log inside the transaction.
    "idle_in_transaction_session_timeout": "120s",
}
BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED; SELECT txid_current()"
FATES: dict[str | None, Fate] = {
    "committed": "written",
    "aborted": "taken back",
    "in progress": "under way",
}
WRITERS_IDLE = "5s"  # a suspended writer must not hold row locks that others wait for
CONNECTING = {
    "application_name": "spielzug",
    "client_encoding": "utf8",
    "connect_timeout": 5,
    # How soon a silent connection counts as dead: seconds, but milliseconds in the last.
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}


class PostgreSQL(Database):
    kind = "postgresql"

    def __init__(self, address: str) -> None:
        self._url = url_of(address)
        self.shown = without_password(address)
        self.engine = _engine(self._url, pool_size=READERS)
        self._reading = self.engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        # No pool: after an outage its other connections are dead, too.
        self._writing = _engine(self._url, poolclass=sa.NullPool)

    def separate_engine(self) -> Engine:
        return _engine(self._url, poolclass=sa.NullPool)

    @contextlib.contextmanager
    def setup_transaction(self) -> Iterator[Connection]:
        with self.engine.begin() as connection:
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({SET_UP_LOCK})")
            encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
            if encoding != "UTF8":
                raise UsageError(
                    f"{self.shown} stores text as {encoding}, which cannot hold every name: "
                    "create a database with ENCODING 'UTF8' TEMPLATE template0"
                )
            yield connection

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        with self._reading.connect() as connection, connection.begin():
            yield connection

    def to_write(self) -> Connection:
        connection = self._writing.connect().execution_options(isolation_level="AUTOCOMMIT")
        idle = f"SET idle_in_transaction_session_timeout = '{WRITERS_IDLE}'"
        try:
            _driver(connection).execute(idle)
        except BaseException:
            connection.close()
            raise
        return connection

    def begin(self, connection: Connection) -> int | None:
        told = _driver(connection).execute(BEGIN, prepare=False)  # two statements, one roundtrip
        told.nextset()
        row = told.fetchone()
        assert row is not None
        return int(row[0])

    def fate(self, connection: Connection, number: int) -> Fate:
        row = _driver(connection).execute("SELECT txid_status(%s)", (number,)).fetchone()
        assert row is not None
        return FATES.get(row[0], "unknown")

    def commit(self, connection: Connection) -> None:
        told = _driver(connection).execute("COMMIT").statusmessage
        if told != "COMMIT":  # after a failed statement PostgreSQL only answers ROLLBACK
            raise RuntimeError(f"nothing was written: {told}")
        connection.rollback()  # ends SQLAlchemy's transaction, too

    def roll_back(self, connection: Connection) -> None:
        with contextlib.suppress(Exception):
            _driver(connection).execute("ROLLBACK")
        with contextlib.suppress(Exception):
            connection.rollback()

    def is_lost(self, connection: Connection) -> bool:
        return connection.invalidated or _driver(connection).closed

    def is_transient(self, error: Exception) -> bool:
        return getattr(getattr(error, "orig", error), "sqlstate", None) in TRANSIENT_CODES

    def refusal(self, error: Exception) -> str:
        why = error_summary(self._url, error)
        known = {
            "password": "check the user name and the password in the address",
            "no password supplied": "add the password to the address",
            "Connection refused": "is PostgreSQL running there, and is the port right?",
            "timeout": "is PostgreSQL running there, and can it be reached over the network?",
            "could not translate host": "check the host name in the address",
            "does not exist": "create it first: CREATE DATABASE … (see the server's docs)",
            "permission denied": "the user must be allowed to create tables there",
            "read-only": "this is a read-only copy: use the address of the main server",
        }
        hints = [told for sign, told in known.items() if sign.lower() in why.lower()]
        return f"the database {self.shown} cannot be used: {why}" + "".join(
            f" ({hint})" for hint in hints[:1]
        )


def _driver(connection: Connection) -> psycopg.Connection[TupleRow]:
    driver: psycopg.Connection[TupleRow] | None = connection.connection.driver_connection
    assert driver is not None
    return driver


def engine_to_read(address: str) -> Engine:
    """One connection, tested before use, since it may have been idle for long."""
    engine = _engine(url_of(address), pool_size=1, pool_pre_ping=True)
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def error_summary(url: URL, error: Exception) -> str:
    """The error in one line, without a password."""
    why = " ".join(str(getattr(error, "orig", error)).split())
    words = [url.password, *(url.query[name] for name in url.query if "pass" in name)]
    for word in map(str, filter(None, words)):
        for written in (word, quote(word, safe=""), quote_plus(word)):
            why = why.replace(written, "***")
    return why


def url_of(address: str) -> URL:
    """The address as an SQLAlchemy URL."""
    try:
        url = sa.make_url(address)
        if "@" in (url.host or ""):  # part of a password, which errors would show
            raise ValueError
    except (sa.exc.ArgumentError, ValueError):
        raise UsageError(
            "the address of the database is not valid: write it like "
            "postgresql://user:password@host:5432/name; in a password, write %40 for @, "
            "%2F for / and %20 for a space"
        ) from None
    return url.set(drivername="postgresql+psycopg")


def _engine(url: URL, **settings: Any) -> Engine:
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise UsageError(
            "PostgreSQL needs an extra package: pip install 'spielzug[postgres]'"
        ) from None
    own = url.query.get("options", "")
    ours = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
    options = f"{ours} {own if isinstance(own, str) else ' '.join(own)}".strip()
    return sa.create_engine(
        url.difference_update_query(["options"]),
        connect_args={**CONNECTING, **url.query, "options": options},
        isolation_level="READ COMMITTED",
        hide_parameters=True,  # an error in the log must not show secrets
        use_native_hstore=False,
        **settings,
    )
