"""SQL statements and queries on tables and reviews; each runs inside a transaction."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from spielzug.core.events import MAX_SEATS
from spielzug.server.store.base import run
from spielzug.server.store.schema import (
    ReviewRow,
    entry,
    game_table,
    meta,
    open_table,
    review,
    seat,
    to_seat_row,
    to_table_row,
)
from spielzug.tables.row_types import EntryRow, SeatRow, StoredTable, SummaryRow, TableRow


class Conflict(Exception):
    """The table was written or deleted meanwhile and must be read again."""


# -- statements (each runs inside a transaction of the writer) -----------------------------------


def insert_table(
    connection: Connection,
    table: TableRow,
    seats: Sequence[SeatRow],
    entries: Sequence[EntryRow] = (),
) -> None:
    connection.execute(sa.insert(game_table), table)
    connection.execute(sa.insert(seat), list(seats))
    _insert_entries(connection, entries)


def update_table(
    connection: Connection,
    table: TableRow,
    seats: Sequence[SeatRow],
    entries: Sequence[EntryRow] = (),
) -> None:
    """`table` has the revision it was read with; raises `Conflict` if that is outdated."""
    revision = table["revision"]
    wanted = (game_table.c.id == table["id"]) & (game_table.c.revision == revision)
    values = {**table, "revision": revision + 1}
    if connection.execute(sa.update(game_table).where(wanted).values(values)).rowcount == 0:
        raise Conflict(table["id"])
    for row in seats:
        place = (seat.c.table_id == row["table_id"]) & (seat.c.number == row["number"])
        connection.execute(sa.update(seat).where(place).values(row))
    _insert_entries(connection, entries)


# Runs with every move, so it bypasses SQLAlchemy.
_ENTRY = [column.name for column in entry.columns if column.name != "id"]
_APPEND = f"INSERT INTO entry ({', '.join(_ENTRY)}) VALUES ({', '.join('?' * len(_ENTRY))})"
_NEXT = (
    "UPDATE game_table SET turn = ?, updated = ?, revision = revision + 1 "
    "WHERE id = ? AND revision = ?"
)
_END = (
    "UPDATE game_table SET status = ?, turn = ?, result = ?, reason = ?, updated = ?, ended = ?, "
    "revision = revision + 1 WHERE id = ? AND revision = ?"
)
MOST_TOGETHER = 32
"""Rows in one statement: it compares each with all, and older SQLite takes 999 values."""
_END_OF_SEATS = "UPDATE seat SET ended = ? WHERE table_id = ?"


def append_entries(
    connection: Connection, entries: Sequence[EntryRow], summary: SummaryRow
) -> None:
    """The revision and the unique key (table, number) exclude concurrent writers.

    The table's row is updated first, because it is the lock that other writers wait for.
    """
    columns: Mapping[str, object] = summary
    if summary["ended"] is None:
        named: tuple[str, ...] = ("turn", "updated", "id", "revision")
        found = run(connection, _NEXT, [columns[name] for name in named])
    else:
        named = ("status", "turn", "result", "reason", "updated", "ended", "id", "revision")
        found = run(connection, _END, [columns[name] for name in named])
        run(connection, _END_OF_SEATS, (summary["ended"], summary["id"]))
    if found.rowcount == 0:
        raise Conflict(summary["id"])
    _insert_entries(connection, entries)


def append_to_tables(
    connection: Connection, summaries: Sequence[SummaryRow], entries: Sequence[EntryRow]
) -> None:
    """The same for several tables whose games go on; raises `Conflict` if it fails for one."""
    for begin in range(0, len(summaries), MOST_TOGETHER):
        some = summaries[begin : begin + MOST_TOGETHER]
        values: list[object] = []
        for name in ("turn", "updated"):
            for row in some:
                values += (row["id"], row[name])
        values += [row["id"] for row in some]
        for row in some:
            values += (row["id"], row["revision"])
        if run(connection, _update_of(len(some)), values).rowcount < len(some):
            raise Conflict("one of several tables")
    written = cast("Sequence[Mapping[str, object]]", entries)
    for begin in range(0, len(written), MOST_TOGETHER):
        added = written[begin : begin + MOST_TOGETHER]
        insert = f"INSERT INTO entry ({', '.join(_ENTRY)}) VALUES {_rows(len(added), len(_ENTRY))}"
        run(connection, insert, [row[name] for row in added for name in _ENTRY])


def _update_of(count: int) -> str:
    """The statement that updates so many tables; it finds each by its id."""
    when = " WHEN ? THEN ?" * count
    return (
        f"UPDATE game_table SET turn = CASE id{when} END, updated = CASE id{when} END, "
        f"revision = revision + 1 WHERE id IN {_rows(1, count)} "
        f"AND (id, revision) IN (VALUES {_rows(count, 2)})"
    )


def _rows(count: int, width: int) -> str:
    """Placeholders for rows of values."""
    return ", ".join([f"({', '.join('?' * width)})"] * count)


def _insert_entries(connection: Connection, entries: Sequence[Mapping[str, object]]) -> None:
    for row in entries:
        run(connection, _APPEND, [row[name] for name in _ENTRY])


def is_written(connection: Connection, table: SummaryRow) -> bool:
    """Whether this write of a table was committed.

    Needed when the connection was lost during the commit.
    """
    query = "SELECT 1 FROM game_table WHERE id = ? AND revision = ? AND updated = ?"
    values = (table["id"], table["revision"] + 1, table["updated"])
    return run(connection, query, values).fetchone() is not None


def table_exists(connection: Connection, table_id: str) -> bool:
    return (
        run(connection, "SELECT 1 FROM game_table WHERE id = ?", [table_id]).fetchone() is not None
    )


def delete_tables(connection: Connection, ids: Sequence[str], before: float) -> set[str]:
    """Delete those that have not changed since `before`; returns their ids."""
    old = (
        sa.select(game_table.c.id)
        .where(game_table.c.id.in_(ids), game_table.c.updated < before)
        .order_by(game_table.c.id)
        .with_for_update()  # concurrent writers wait and then find the table gone
    )
    gone = set(connection.execute(old).scalars())
    if not gone:
        return gone
    below = (open_table.c.table_id, review.c.table_id, entry.c.table_id, seat.c.table_id)
    for column in (*below, game_table.c.id):
        connection.execute(sa.delete(column.table).where(column.in_(gone)))
    again = sa.update(game_table).where(game_table.c.rematch.in_(gone))
    connection.execute(again.values(rematch=None, revision=game_table.c.revision + 1))
    return gone


def keep_review(connection: Connection, row: ReviewRow) -> None:
    """Replaces a review of an older format; does nothing if the table was deleted meanwhile."""
    old = (review.c.table_id == row["table_id"]) & (review.c.view == row["view"])
    there = sa.select(game_table.c.id).where(game_table.c.id == row["table_id"])
    if connection.execute(there).first() is not None:
        connection.execute(sa.delete(review).where(old))
        connection.execute(sa.insert(review), row)


def probe_write(connection: Connection) -> None:
    """Check that the database can grow; leaves nothing behind."""
    row = {"key": f"try_to_write {secrets.token_hex(8)}", "value": "." * 16_384}
    connection.execute(sa.insert(meta), row)
    connection.execute(sa.delete(meta).where(meta.c.key == row["key"]))


# -- queries -------------------------------------------------------------------------------------


def revision_of(connection: Connection, table_id: str) -> int | None:
    """How often a table was written; None if it does not exist."""
    found = run(connection, "SELECT revision FROM game_table WHERE id = ?", [table_id]).fetchone()
    return None if found is None else int(found[0])


def revisions(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    query = sa.select(game_table.c.id, game_table.c.revision).where(game_table.c.id.in_(ids))
    return {row.id: row.revision for row in connection.execute(query)}


NO_ENTRIES = 1 << 30  # a number that no log reaches


def load(connection: Connection, table_id: str, since: int = 0) -> StoredTable | None:
    """A table with its log from entry `since` on.

    Bypasses SQLAlchemy, because a thousand people may reconnect in the same second.
    """
    found = [
        [dict(zip(names, values, strict=True)) for values in run(connection, question, given)]
        for names, question, given in (
            (*_WHOLE[0], [table_id]),
            (*_WHOLE[1], [table_id]),
            (*_WHOLE[2], [table_id, since]),
        )
    ]
    (rows, seats, entries) = found
    if not rows:
        return None
    for name in ("hints", "people", "practice", "open"):
        rows[0][name] = bool(rows[0][name])
    return StoredTable(
        cast("TableRow", rows[0]), cast("list[SeatRow]", seats), cast("list[EntryRow]", entries)
    )


_WHOLE = [
    (names, f"SELECT {', '.join(names)} FROM {table} WHERE {where}")
    for names, table, where in (
        (list(game_table.columns.keys()), "game_table", "id = ?"),
        (list(seat.columns.keys()), "seat", "table_id = ? ORDER BY number"),
        (_ENTRY, "entry", "table_id = ? AND number >= ? ORDER BY number"),
    )
]


def of_device(connection: Connection, device: str, limit: int) -> list[StoredTable]:
    """The tables where the device has a seat or that it opened, newest first, without logs."""
    rows = [
        to_table_row(row)
        for ids in (_open_of(device), _ended_of(device, limit))
        for row in connection.execute(
            sa.select(game_table)
            .where(game_table.c.id.in_(ids))
            .order_by(game_table.c.ended.desc(), game_table.c.updated.desc())
            .limit(limit)
        ).mappings()
    ]
    return with_seats(connection, rows)


def with_seats(connection: Connection, rows: Sequence[TableRow]) -> list[StoredTable]:
    """Tables as lists show them, without their logs."""
    by_table: dict[str, list[SeatRow]] = {row["id"]: [] for row in rows}
    query = sa.select(seat).where(seat.c.table_id.in_(by_table)).order_by(seat.c.number)
    for place in connection.execute(query).mappings():
        by_table[place["table_id"]].append(to_seat_row(place))
    return [StoredTable(row, by_table[row["id"]], []) for row in rows]


# Seat and creator are separate queries, so that each uses an index; with OR none is used.


def _open_of(device: str) -> sa.CompoundSelect[str]:
    sits = sa.select(seat.c.table_id).where((seat.c.device == device) & seat.c.ended.is_(None))
    return sits.union(sa.select(game_table.c.id).where(_open_by(device)))


def _open_by(device: str) -> sa.ColumnElement[bool]:
    return (game_table.c.creator == device) & game_table.c.ended.is_(None)


def _ended_of(device: str, limit: int) -> sa.CompoundSelect[str]:
    """Enough of the newest of each kind to contain the `limit` newest of both."""
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
    """What decides whether a table can be reviewed."""

    status: str
    reason: str | None
    made: bool
    """Whether the review is stored already."""


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
    """Reviews of another format are ignored."""
    return (review.c.table_id == table_id) & (review.c.view == view) & (review.c.format == form)


def open_tables(connection: Connection, device: str) -> int:
    query = sa.select(sa.func.count()).where(_open_by(device))
    return int(connection.execute(query).scalar_one())


def waiting_for_bots(connection: Connection, since: float, limit: int) -> list[str]:
    """Running tables with a person where it is a bot's turn, for resuming them after a crash.

    Tables without a person wait until somebody watches.
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


def due_before(connection: Connection, moment: float) -> list[tuple[str, float]]:
    """Tables with a deadline before that moment, and their deadlines."""
    query = sa.select(game_table.c.id, game_table.c.deadline)
    found = connection.execute(query.where(game_table.c.deadline < moment))
    return [(row.id, row.deadline) for row in found]


def idle_tables(
    connection: Connection, status: str, people: bool, before: float, skip: int, limit: int
) -> list[str]:
    """Tables of this kind that have not changed since `before`, the oldest first.

    Tables where somebody still has time to move are left out.
    """
    query = (
        sa.select(game_table.c.id)
        .where((game_table.c.status == status) & (game_table.c.people == people))
        .where(game_table.c.updated < before)
        .where(game_table.c.deadline.is_(None) | (game_table.c.deadline < before))
        .order_by(game_table.c.updated)
        .offset(skip)
        .limit(limit)
    )
    return list(connection.execute(query).scalars())
