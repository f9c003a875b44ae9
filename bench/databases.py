"""Databases for measurements: a file, or a PostgreSQL server started for the purpose."""

from __future__ import annotations

import contextlib
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Log = dict[str, list[tuple[int, int, int]]]
"""By table: number, seat and action of every entry."""

QUESTION = "SELECT table_id, number, seat, action FROM entry ORDER BY table_id, number"


@contextlib.contextmanager
def postgresql(durable: bool = False) -> Iterator[Any]:
    """A PostgreSQL server from installed binaries, in a temporary folder, as in the tests."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    import postgres

    with postgres.own_server(durable=durable) as server:
        yield server


@dataclass(frozen=True)
class Setup:
    """The database and processes that a server is measured with."""

    title: str
    postgres: bool = False
    processes: int = 1
    cores: int = 0
    """Cores that the database and the servers share; 0: all."""

    @contextlib.contextmanager
    def database(self) -> Iterator[str]:
        """An empty database with full durability, deleted afterwards."""
        if self.postgres:
            with postgresql(durable=True) as server:
                yield server.address()
        else:
            with tempfile.TemporaryDirectory() as folder:
                yield str(Path(folder) / "bench.sqlite3")


SQLITE = Setup("SQLite, one process")
SETUPS = (
    SQLITE,
    Setup("PostgreSQL, one process", postgres=True),
    Setup("PostgreSQL, two processes", postgres=True, processes=2),
)


def read_log(database: str) -> Log:
    """The stored log, read without our own code."""
    log: Log = {}
    for table, number, seat, action in _rows(database):
        log.setdefault(table, []).append((number, seat, action))
    return log


def _rows(database: str) -> list[tuple[str, int, int, int]]:
    if "://" in database:
        import psycopg

        with psycopg.connect(database) as connection:
            return connection.execute(QUESTION).fetchall()
    with contextlib.closing(sqlite3.connect(database)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return file.execute(QUESTION).fetchall()
