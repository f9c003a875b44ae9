"""The file of data: one append-only log for every table, and who sits where.

A decision counts when its transaction is on the disk (write-ahead log, ``synchronous=FULL``), and
only then is it acknowledged. All writing happens in one thread; whatever waits there when a
transaction begins travels in it together, so that a hundred tables cost a few syncs, not hundreds.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import re
import secrets
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from spielzug.core.errors import UsageError

T = TypeVar("T")

SCHEMA_VERSION = 3
TOGETHER = 128  # most jobs in one transaction

_metadata = sa.MetaData()

meta = sa.Table(
    "meta",
    _metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
game_table = sa.Table(
    "game_table",
    _metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("secret", sa.Text, nullable=False),
    sa.Column("commitment", sa.Text, nullable=False),
    sa.Column("creator", sa.Text, nullable=False),
    sa.Column("pace", sa.Integer, nullable=False),
    sa.Column("hints", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("rematch", sa.Text),
    # What follows is a summary of the log, kept in the same transactions, for lists.
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("result", sa.Text),
    sa.Column("reason", sa.Text),
    sa.Column("updated", sa.Float, nullable=False),
    sa.Index("game_table_status", "status", "updated"),
)
seat = sa.Table(
    "seat",
    _metadata,
    sa.Column("table_id", sa.Text, sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("device", sa.Text),
    sa.Column("nonce", sa.Text),
    sa.Column("stand_in", sa.Text),
    sa.Index("seat_device", "device"),
)
entry = sa.Table(
    "entry",
    _metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.Text, sa.ForeignKey("game_table.id"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("action", sa.Integer, nullable=False),
    # The position it led to: a later reading of the log can prove that it leads there again.
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    # Why the quick player decided instead of the one who sits there; NULL where it did not.
    sa.Column("instead", sa.Text),
    sa.UniqueConstraint("table_id", "number"),
)

Row = dict[str, Any]


@dataclass(frozen=True)
class Stored:
    """A table as it lies in the file."""

    table: Row
    seats: list[Row]
    entries: list[Row]


# -- statements (each runs inside a transaction of the writer) -----------------------------------


def insert_table(connection: Connection, table: Row, seats: Sequence[Row]) -> None:
    connection.execute(sa.insert(game_table), table)
    connection.execute(sa.insert(seat), list(seats))


def update_table(connection: Connection, table: Row, seats: Sequence[Row]) -> None:
    wanted = game_table.c.id == table["id"]
    connection.execute(sa.update(game_table).where(wanted).values(table))
    for row in seats:
        place = (seat.c.table_id == row["table_id"]) & (seat.c.number == row["number"])
        connection.execute(sa.update(seat).where(place).values(row))


_SUMMARY = (
    sa.update(game_table)
    .where(game_table.c.id == sa.bindparam("table_id"))
    .values(
        {
            name: sa.bindparam(f"new_{name}")
            for name in ("status", "turn", "result", "reason", "updated")
        }
    )
)


def append_entries(connection: Connection, entries: Sequence[Row], summary: Row) -> None:
    """The unique key (table, number) decides: a number is given once, whoever else writes."""
    connection.execute(sa.insert(entry), list(entries))
    named = {
        f"new_{name}": summary[name] for name in ("status", "turn", "result", "reason", "updated")
    }
    connection.execute(_SUMMARY, {"table_id": summary["id"], **named})


def try_to_write(connection: Connection) -> None:
    """Find out whether the file can grow; leaves nothing behind."""
    row = {"key": "try_to_write", "value": "." * 16_384}
    connection.execute(sa.insert(meta), row)
    connection.execute(sa.delete(meta).where(meta.c.key == row["key"]))


# -- questions -----------------------------------------------------------------------------------


def load(connection: Connection, table_id: str) -> Stored | None:
    row = (
        connection.execute(sa.select(game_table).where(game_table.c.id == table_id))
        .mappings()
        .first()
    )
    if row is None:
        return None
    seats = sa.select(seat).where(seat.c.table_id == table_id).order_by(seat.c.number)
    entries = sa.select(entry).where(entry.c.table_id == table_id).order_by(entry.c.number)
    return Stored(
        dict(row),
        [dict(r) for r in connection.execute(seats).mappings()],
        [dict(r) for r in connection.execute(entries).mappings()],
    )


def of_device(connection: Connection, device: str, limit: int) -> list[Stored]:
    """The tables where the device has a seat or which it opened, newest first, without logs."""
    sits = sa.select(seat.c.table_id).where(seat.c.device == device)
    mine = game_table.c.id.in_(sits) | (game_table.c.creator == device)
    rows = [
        dict(r)
        for over in (False, True)
        for r in connection.execute(
            sa.select(game_table)
            .where(mine & ((game_table.c.status == "over") == over))
            .order_by(game_table.c.updated.desc())
            .limit(limit)
        ).mappings()
    ]
    by_table: dict[str, list[Row]] = {row["id"]: [] for row in rows}
    query = sa.select(seat).where(seat.c.table_id.in_(by_table)).order_by(seat.c.number)
    for place in connection.execute(query).mappings():
        by_table[place["table_id"]].append(dict(place))
    return [Stored(row, by_table[row["id"]], []) for row in rows]


def open_tables(connection: Connection, device: str) -> int:
    query = sa.select(sa.func.count()).where(
        (game_table.c.creator == device) & (game_table.c.status != "over")
    )
    return int(connection.execute(query).scalar_one())


def waiting_for_bots(connection: Connection, since: float, limit: int) -> list[str]:
    """Running tables where a bot has the turn: after a crash nobody else would wake them."""
    bot = (seat.c.player != "human") | seat.c.stand_in.is_not(None)
    query = (
        sa.select(game_table.c.id)
        .join(seat, (seat.c.table_id == game_table.c.id) & (seat.c.number == game_table.c.turn))
        .where((game_table.c.status == "running") & bot & (game_table.c.updated >= since))
        .order_by(game_table.c.updated.desc())
        .limit(limit)
    )
    return list(connection.execute(query).scalars())


# -- the file ------------------------------------------------------------------------------------


@dataclass
class _Job:
    work: Callable[[Connection], Any]
    answer: Future[Any]


class Store:
    def __init__(self, path: Path) -> None:
        self.path = path
        _make_private(path)
        self._engine = sa.create_engine(
            f"sqlite:///{path}",
            connect_args={"check_same_thread": False},
            pool_size=4,
            hide_parameters=True,  # an error in the log must not show secrets
        )
        sa.event.listen(self._engine, "connect", _prepare)
        sa.event.listen(self._engine, "begin", _begin)
        try:
            self.signing_key = self._set_up()
        except BaseException:
            self._engine.dispose()
            raise
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="store-writer", daemon=True)
        self._writer.start()
        self._readers = ThreadPoolExecutor(2, "store-reader")

    def _set_up(self) -> bytes:
        try:
            with self._engine.begin() as connection:
                _metadata.create_all(connection, tables=[meta])
                rows = connection.execute(sa.select(meta.c.key, meta.c.value))
                known = {row.key: row.value for row in rows}
                version = _known_version(self.path, known)
                if version > SCHEMA_VERSION:
                    raise UsageError(
                        f"{self.path} was written by a newer Spielzug (schema {version}; this one "
                        f"knows schema {SCHEMA_VERSION}): please update, or name another --database"
                    )
                if "schema_version" in known and version < SCHEMA_VERSION:
                    _upgrade(connection, version)
                _metadata.create_all(connection)
                if "schema_version" not in known:
                    known["signing_key"] = secrets.token_hex(32)
                    new = [
                        {"key": "schema_version", "value": str(SCHEMA_VERSION)},
                        {"key": "signing_key", "value": known["signing_key"]},
                    ]
                    connection.execute(sa.insert(meta), new)
        except (sa.exc.DatabaseError, sqlite3.Error) as error:
            why = getattr(error, "orig", error)
            raise UsageError(f"{self.path} cannot be used as a database: {why}") from None
        return bytes.fromhex(known["signing_key"])

    # -- writing ----------------------------------------------------------------------------------

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a transaction; returns when that is on the disk."""
        answer: Future[T] = Future()
        self._jobs.put(_Job(work, answer))
        return await asyncio.wrap_future(answer)

    def _write_all(self) -> None:
        while (first := self._jobs.get()) is not None:
            jobs, last = [first], False
            with contextlib.suppress(queue.Empty):
                while len(jobs) < TOGETHER:
                    job = self._jobs.get_nowait()
                    if job is None:
                        last = True
                        break
                    jobs.append(job)
            self._write(jobs)
            if last:
                return

    def _write(self, jobs: list[_Job]) -> None:
        """One transaction; a failing job is rolled back alone, a failed commit fails all."""
        done: list[tuple[Future[Any], Any, Exception | None]] = []
        try:
            with self._engine.begin() as connection:
                for job in jobs:
                    try:
                        with connection.begin_nested():
                            done.append((job.answer, job.work(connection), None))
                    except Exception as error:
                        done.append((job.answer, None, error))
        except Exception as error:
            done = [(job.answer, None, error) for job in jobs]
        for answer, value, failure in done:
            if answer.set_running_or_notify_cancel():
                if failure is None:
                    answer.set_result(value)
                else:
                    answer.set_exception(failure)

    # -- reading ----------------------------------------------------------------------------------

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    def _read(self, work: Callable[[Connection], T]) -> T:
        with self._engine.connect().execution_options(spielzug_read=True) as connection:
            return work(connection)

    def close(self) -> None:
        """Write what waits, then let go of the file."""
        self._jobs.put(None)
        self._writer.join()
        self._readers.shutdown()
        self._engine.dispose()


_UPGRADES = {
    # From this version to the next: tables of before hints were asked about have none.
    1: "ALTER TABLE game_table ADD COLUMN hints BOOLEAN NOT NULL DEFAULT FALSE",
    # Before, a bot that failed left its table waiting.
    2: "ALTER TABLE entry ADD COLUMN instead TEXT",
}


def _known_version(path: Path, known: dict[str, str]) -> int:
    """The schema of the file; what no Spielzug has written is refused."""
    if not known:
        return SCHEMA_VERSION
    version, key = known.get("schema_version", ""), known.get("signing_key", "")
    if not re.fullmatch(r"[1-9][0-9]{0,8}", version) or not re.fullmatch(r"([0-9a-f]{2})+", key):
        raise UsageError(
            f"{path} was not written by Spielzug, or is damaged (schema {version[:20]!r}): "
            "name another --database, or put back a copy"
        )
    return int(version)


def _upgrade(connection: Connection, version: int) -> None:
    """Bring a file of an older Spielzug up to date, all or nothing."""
    for step in range(version, SCHEMA_VERSION):
        connection.execute(sa.text(_UPGRADES[step]))
    row = sa.update(meta).where(meta.c.key == "schema_version")
    connection.execute(row.values(value=str(SCHEMA_VERSION)))


def _make_private(path: Path) -> None:
    """The file holds the signing key and the secrets of running games: for its owner only."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise UsageError(f"the database {path} cannot be written: {error.strerror}") from None


def _prepare(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say so, see _begin
    cursor = connection.cursor()
    for setting in (
        "busy_timeout=10000",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _begin(connection: Connection) -> None:
    # A writer takes the lock at once: a reader that turns into a writer could fail half-way.
    reading = connection.get_execution_options().get("spielzug_read", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
