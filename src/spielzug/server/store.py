"""The file of data: one append-only log for every table, and who sits where.

A decision counts when its transaction is on the disk (write-ahead log, ``synchronous=FULL``), and
only then is it acknowledged.
"""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from spielzug.core.errors import UsageError
from spielzug.core.outcome import MAX_SEATS
from spielzug.server.writer import Writer, driver_of, known_error

T = TypeVar("T")

SCHEMA_VERSION = 7
READERS = 3  # so many read at the same time; who comes later waits

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
    # Of the record: 1 has no start list. The list is there from sealing on, as its text.
    sa.Column("format", sa.Integer, nullable=False),
    sa.Column("start", sa.Text),
    sa.Column("voids", sa.Text),
    sa.Column("creator", sa.Text, nullable=False),
    sa.Column("pace", sa.Integer, nullable=False),
    sa.Column("hints", sa.Boolean, nullable=False),
    sa.Column("practice", sa.Boolean, nullable=False),
    # Seconds that one who is away is waited for; NULL: for ever.
    sa.Column("grace", sa.Integer),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("rematch", sa.Text),
    # Where a practice game began that was not dealt, as JSON with its position; NULL: it was dealt.
    sa.Column("begun", sa.Text),
    # What follows is a summary of the log, kept in the same transactions, for lists.
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("result", sa.Text),
    sa.Column("reason", sa.Text),
    sa.Column("updated", sa.Float, nullable=False),
    # When it was over; NULL before.
    sa.Column("ended", sa.Float),
    # Whether people play or have played here: a game of bots alone or one never dealt is not kept.
    sa.Column("people", sa.Boolean, nullable=False),
    # Only the first of these changes with every decision.
    sa.Index("game_table_age", "status", "people", "updated"),
    sa.Index("game_table_creator", "creator", "ended"),
    sa.Index("game_table_rematch", "rematch", sqlite_where=sa.text("rematch IS NOT NULL")),
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
    sa.Column("hash", sa.Text),
    sa.Column("nonce", sa.Text),
    sa.Column("stand_in", sa.Text),
    # What it is called at the table; NULL: as the reader's language calls it.
    sa.Column("shown", sa.Text),
    # When the table's game was over, as it stands there: the newest are found without asking there.
    sa.Column("ended", sa.Float),
    sa.Index("seat_of_device", "device", "ended"),
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
    # A mark of the entry: a later reading of the log can prove that it leads there again.
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    # Why the quick player decided instead of the one who sits there; NULL where it did not.
    sa.Column("instead", sa.Text),
    # What happened and what the position became, see `tables.marks`; NULL in logs of before that.
    sa.Column("told", sa.LargeBinary),
    sa.Column("became", sa.LargeBinary),
    # Of an undo that took luck back: by whose leave.
    sa.Column("leave", sa.Text),
    sa.UniqueConstraint("table_id", "number"),
)
review = sa.Table(
    "review",
    _metadata,
    sa.Column("table_id", sa.Text, sa.ForeignKey("game_table.id"), primary_key=True),
    # With what each seat knew, or with all cards open.
    sa.Column("view", sa.Text, primary_key=True),
    sa.Column("format", sa.Integer, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    # The review as JSON, compressed.
    sa.Column("packed", sa.LargeBinary, nullable=False),
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


# The one path that is taken at every decision, without SQLAlchemy in between.
_ENTRY = [column.name for column in entry.columns if column.name != "id"]
_APPEND = f"INSERT INTO entry ({', '.join(_ENTRY)}) VALUES ({', '.join('?' * len(_ENTRY))})"
_NEXT = "UPDATE game_table SET turn = ?, updated = ? WHERE id = ?"
_END = (
    "UPDATE game_table SET status = ?, turn = ?, result = ?, reason = ?, updated = ?, ended = ? "
    "WHERE id = ?"
)
_END_OF_SEATS = "UPDATE seat SET ended = ? WHERE table_id = ?"


def append_entries(connection: Connection, entries: Sequence[Row], summary: Row) -> None:
    """The unique key (table, number) decides: a number is given once, whoever else writes."""
    driver = driver_of(connection)
    driver.executemany(_APPEND, [[row[name] for name in _ENTRY] for row in entries])
    if summary["ended"] is None:
        driver.execute(_NEXT, (summary["turn"], summary["updated"], summary["id"]))
    else:
        named = ("status", "turn", "result", "reason", "updated", "ended", "id")
        driver.execute(_END, [summary[name] for name in named])
        driver.execute(_END_OF_SEATS, (summary["ended"], summary["id"]))


def delete_tables(connection: Connection, ids: Sequence[str], before: float) -> set[str]:
    """Delete those in which nothing happened since; gives their ids."""
    old = sa.select(game_table.c.id).where(game_table.c.id.in_(ids), game_table.c.updated < before)
    gone = set(connection.execute(old).scalars())
    if not gone:
        return gone
    for column in (review.c.table_id, entry.c.table_id, seat.c.table_id, game_table.c.id):
        connection.execute(sa.delete(column.table).where(column.in_(gone)))
    again = sa.update(game_table).where(game_table.c.rematch.in_(gone))
    connection.execute(again.values(rematch=None))
    return gone


def keep_review(connection: Connection, row: Row) -> None:
    """In place of one of an older format; nothing is kept of a table that is gone meanwhile."""
    old = (review.c.table_id == row["table_id"]) & (review.c.view == row["view"])
    there = sa.select(game_table.c.id).where(game_table.c.id == row["table_id"])
    if connection.execute(there).first() is not None:
        connection.execute(sa.delete(review).where(old))
        connection.execute(sa.insert(review), row)


def try_to_write(connection: Connection) -> None:
    """Find out whether the file can grow; leaves nothing behind."""
    row = {"key": "try_to_write", "value": "." * 16_384}
    connection.execute(sa.insert(meta), row)
    connection.execute(sa.delete(meta).where(meta.c.key == row["key"]))


# -- questions -----------------------------------------------------------------------------------


def load(connection: Connection, table_id: str) -> Stored | None:
    """A whole table: a thousand people may come back in the same second, so by the driver."""
    driver = driver_of(connection)
    found = [
        [dict(zip(names, values, strict=True)) for values in driver.execute(question, (table_id,))]
        for names, question in _WHOLE
    ]
    (rows, seats, entries) = found
    if not rows:
        return None
    for name in ("hints", "people", "practice"):
        rows[0][name] = bool(rows[0][name])
    return Stored(rows[0], seats, entries)


_WHOLE = [
    (names, f"SELECT {', '.join(names)} FROM {table} WHERE {where}")
    for names, table, where in (
        (list(game_table.columns.keys()), "game_table", "id = ?"),
        (list(seat.columns.keys()), "seat", "table_id = ? ORDER BY number"),
        (_ENTRY, "entry", "table_id = ? ORDER BY number"),
    )
]


def of_device(connection: Connection, device: str, limit: int) -> list[Stored]:
    """The tables where the device has a seat or which it opened, newest first, without logs."""
    rows = [
        dict(row)
        for ids in (_open_of(device), _ended_of(device, limit))
        for row in connection.execute(
            sa.select(game_table)
            .where(game_table.c.id.in_(ids))
            .order_by(game_table.c.ended.desc(), game_table.c.updated.desc())
            .limit(limit)
        ).mappings()
    ]
    by_table: dict[str, list[Row]] = {row["id"]: [] for row in rows}
    query = sa.select(seat).where(seat.c.table_id.in_(by_table)).order_by(seat.c.number)
    for place in connection.execute(query).mappings():
        by_table[place["table_id"]].append(dict(place))
    return [Stored(row, by_table[row["id"]], []) for row in rows]


# A seat or the creator: two questions, each with an index of its own. One with OR has none.


def _open_of(device: str) -> sa.CompoundSelect[Any]:
    sits = sa.select(seat.c.table_id).where((seat.c.device == device) & seat.c.ended.is_(None))
    return sits.union(sa.select(game_table.c.id).where(_open_by(device)))


def _open_by(device: str) -> sa.ColumnElement[bool]:
    return (game_table.c.creator == device) & game_table.c.ended.is_(None)


def _ended_of(device: str, limit: int) -> sa.CompoundSelect[Any]:
    """As many of the newest as can be among the `limit` newest of both kinds."""
    sat = (
        sa.select(seat.c.table_id)
        .where((seat.c.device == device) & seat.c.ended.is_not(None))
        .order_by(seat.c.ended.desc())
        .limit(limit * MAX_SEATS)
    )
    opened = (
        sa.select(game_table.c.id)
        .where((game_table.c.creator == device) & game_table.c.ended.is_not(None))
        .order_by(game_table.c.ended.desc())
        .limit(limit)
    )
    return sa.union(*(sa.select(one.subquery().columns[0]) for one in (sat, opened)))


@dataclass(frozen=True)
class Reviewable:
    """A table as far as a review needs to know."""

    status: str
    reason: str | None
    made: bool
    """Whether this review of it lies in the file."""


def reviewable(connection: Connection, table_id: str, view: str, form: int) -> Reviewable | None:
    query = sa.select(game_table.c.status, game_table.c.reason).where(game_table.c.id == table_id)
    row = connection.execute(query).first()
    if row is None:
        return None
    made = sa.select(review.c.created).where(_review_of(table_id, view, form))
    return Reviewable(row.status, row.reason, connection.execute(made).first() is not None)


def packed_review(connection: Connection, table_id: str, view: str, form: int) -> bytes | None:
    query = sa.select(review.c.packed).where(_review_of(table_id, view, form))
    packed: bytes | None = connection.execute(query).scalar_one_or_none()
    return packed


def _review_of(table_id: str, view: str, form: int) -> sa.ColumnElement[bool]:
    """One of a format that is not ours is as good as none."""
    return (review.c.table_id == table_id) & (review.c.view == view) & (review.c.format == form)


def open_tables(connection: Connection, device: str) -> int:
    query = sa.select(sa.func.count()).where(_open_by(device))
    return int(connection.execute(query).scalar_one())


def waiting_for_bots(connection: Connection, since: float, limit: int) -> list[str]:
    """Running tables where a bot has the turn and a person will come back to find it moved.

    After a crash nobody else would wake them. Tables without a person wait until one looks.
    """
    bot = (seat.c.player != "human") | seat.c.stand_in.is_not(None)
    other = seat.alias()
    person = sa.exists().where(
        (other.c.table_id == game_table.c.id)
        & (other.c.player == "human")
        & other.c.stand_in.is_(None)
        & (other.c.kind != "program")
    )
    query = (
        sa.select(game_table.c.id)
        .join(seat, (seat.c.table_id == game_table.c.id) & (seat.c.number == game_table.c.turn))
        .where((game_table.c.status == "running") & game_table.c.people & bot & person)
        .where(game_table.c.updated >= since)
        .order_by(game_table.c.updated.desc())
        .limit(limit)
    )
    return list(connection.execute(query).scalars())


def untouched(
    connection: Connection, status: str, people: bool, before: float, skip: int, limit: int
) -> list[str]:
    """Tables of this kind in which nothing happened since, the oldest first."""
    query = (
        sa.select(game_table.c.id)
        .where((game_table.c.status == status) & (game_table.c.people == people))
        .where(game_table.c.updated < before)
        .order_by(game_table.c.updated)
        .offset(skip)
        .limit(limit)
    )
    return list(connection.execute(query).scalars())


# -- the file ------------------------------------------------------------------------------------


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
        self._writer = Writer(self._engine)
        self._readers = ThreadPoolExecutor(READERS, "store-reader")

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

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a transaction; returns when that is on the disk.

        It may be run twice: what it did the first time was taken back then.
        """
        return await self._writer.write(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    def _read(self, work: Callable[[Connection], T]) -> T:
        with self._engine.connect().execution_options(spielzug_read=True) as connection:
            try:
                with connection.begin():  # all that it reads is of the same moment
                    return work(connection)
            except sqlite3.Error as error:
                raise known_error(error) from error

    def close(self) -> None:
        """Write what waits, then let go of the file."""
        self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()


_UPGRADES: dict[int, tuple[str, ...]] = {
    # From this version to the next: tables of before hints were asked about have none.
    1: ("ALTER TABLE game_table ADD COLUMN hints BOOLEAN NOT NULL DEFAULT FALSE",),
    # Before, a bot that failed left its table waiting.
    2: ("ALTER TABLE entry ADD COLUMN instead TEXT",),
    # Before, every question looked at every table, and every log was played again; tables of
    # before start lists go on with the luck they began with.
    3: (
        "ALTER TABLE entry ADD COLUMN told BLOB",
        "ALTER TABLE entry ADD COLUMN became BLOB",
        "ALTER TABLE seat ADD COLUMN ended FLOAT",
        "ALTER TABLE game_table ADD COLUMN ended FLOAT",
        "ALTER TABLE game_table ADD COLUMN people BOOLEAN NOT NULL DEFAULT FALSE",
        "DROP INDEX IF EXISTS game_table_status",
        "DROP INDEX IF EXISTS seat_device",
        "UPDATE game_table SET ended = updated WHERE status = 'over'",
        "UPDATE seat SET ended = (SELECT ended FROM game_table WHERE id = table_id)",
        "UPDATE game_table SET people = TRUE WHERE EXISTS "
        "(SELECT 1 FROM entry WHERE table_id = game_table.id) AND EXISTS "
        "(SELECT 1 FROM seat WHERE table_id = game_table.id AND device IS NOT NULL)",
        "ALTER TABLE game_table ADD COLUMN format INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE game_table ADD COLUMN start TEXT",
        "ALTER TABLE game_table ADD COLUMN voids TEXT",
        "ALTER TABLE seat ADD COLUMN hash TEXT",
    ),
    # Before, luck was never taken back here, a friend who vanished was waited for (and still is at
    # those tables), and everybody was called as the language of whoever opened it did.
    4: (
        "ALTER TABLE entry ADD COLUMN leave TEXT",
        "ALTER TABLE game_table ADD COLUMN practice BOOLEAN NOT NULL DEFAULT FALSE",
        "ALTER TABLE game_table ADD COLUMN grace INTEGER",
        "ALTER TABLE seat ADD COLUMN shown TEXT",
        "UPDATE seat SET shown = name",
    ),
    # Before, every game was dealt.
    5: ("ALTER TABLE game_table ADD COLUMN begun TEXT",),
    # Before, there were no reviews; their table is made with all that is missing.
    6: (),
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
        for statement in _UPGRADES[step]:
            connection.execute(sa.text(statement))
    for table in _metadata.sorted_tables:
        for index in table.indexes:
            index.create(connection, checkfirst=True)
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
    if not driver_of(connection).in_transaction:  # the writer has begun its own
        reading = connection.get_execution_options().get("spielzug_read", False)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
