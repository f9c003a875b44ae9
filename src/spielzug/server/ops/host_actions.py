"""Actions of a host on tables, also while servers run: list, export, close, delete.

They write as a server does: with the table's revision, so that no move is lost, and with a note to
the servers on the same PostgreSQL database. A server on an SQLite file detects the change itself
(`membership.DatabasePoller`). Every change is recorded in the audit log (table `deed`).
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypedDict, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from spielzug.bots.thinking.compilation import AT_TABLE
from spielzug.core.errors import SpielzugError, UsageError
from spielzug.games import get_game
from spielzug.server.cluster.bus import Bus, PostgresBus, chunk_names
from spielzug.server.config.settings import Settings
from spielzug.server.ops import retention
from spielzug.server.ops.retention import BATCH_SIZE, DAY, ROWS, RetentionKind, kinds
from spielzug.server.store import sql
from spielzug.server.store.schema import DeedRow, deed, game_table, seat, to_deed_row
from spielzug.server.store.store import Store
from spielzug.server.tables.server_table import ServerTable, load_table
from spielzug.server.tables.transactions import deleting, writing
from spielzug.tables.endings import close
from spielzug.tables.errors import TableError
from spielzug.tables.exports import record_file
from spielzug.tables.row_types import StoredTable, TableRow
from spielzug.tables.rows import check_versions, stored_options
from spielzug.tables.seat_changes import remove_name
from spielzug.tables.table import OVER, fresh_id

T = TypeVar("T")
TRIES = 5  # writes of a table that changes at the same time
LEAST = 4  # letters of a table's id


@dataclass(frozen=True)
class Filter:
    status: str | None = None
    game: str | None = None
    before: float | None = None
    """Only tables that were last changed before this time."""
    limit: int | None = None


class ListedSeat(TypedDict):
    name: str
    player: str


class ListedTable(TypedDict):
    """A table in the list of tables."""

    id: str
    game: str
    status: str
    reason: str | None
    created: float
    updated: float
    ended: float | None
    people: bool
    trouble: str | None
    """Why no server of this version can open it."""
    seats: list[ListedSeat]


class HostActions:
    def __init__(self, store: Store, who: str) -> None:
        self._store = store
        self._who = who
        self._bus: Bus = Bus()
        if store.kind == "postgresql":
            self._bus = PostgresBus(store, fresh_id())

    # -- reading ----------------------------------------------------------------------------------

    def tables(self, wanted: Filter) -> list[ListedTable]:
        """Rows for the list of tables, the newest first."""
        return self._read(partial(_listed, wanted=wanted))

    def find(self, name: str) -> str:
        """The id of a table, from its beginning (as logs show it) or its link."""
        name = name.rstrip("…").rsplit("/", 1)[-1]
        if len(name) < LEAST:
            raise UsageError(f"{name}: give at least {LEAST} letters of the table's name")
        found = self._read(partial(_beginning_with, name=name))
        if len(found) == 1:
            return found[0]
        if not found:
            raise UsageError(f"there is no table {name}: `spielzug admin tables` lists all of them")
        raise UsageError(
            f"several tables start with {name} ({', '.join(found[:5])}): give more letters"
        )

    def record(self, table_id: str) -> tuple[str, str]:
        """The file name and the record of a finished game."""
        table = self._table(table_id)
        if table.status != OVER:
            raise UsageError(
                f"{table_id}: its game is not over, and the record would reveal all cards; "
                "end it first (`spielzug admin close`)"
            )
        if table.match is None:
            raise UsageError(f"{table_id}: its game was never dealt, so there is no record")
        file = record_file(table)
        return file.name, file.text

    def audit_log(self, limit: int) -> list[DeedRow]:
        """The recorded actions, the newest first."""
        query = sa.select(deed).order_by(deed.c.id.desc()).limit(limit)
        return self._read(lambda c: [to_deed_row(row) for row in c.execute(query).mappings()])

    # -- changing ---------------------------------------------------------------------------------

    def close(self, table_id: str, words: str) -> None:
        """End the game without a result; its players see `words`."""
        self._change(table_id, lambda table: close(table, words), "close", words)

    def forget_name(self, table_id: str, seat: int) -> bool:
        """Remove the name at a seat from a finished game; False if there was none."""
        what = "forget-name"
        return self._change(table_id, lambda t: remove_name(t, seat), what, f"seat {seat + 1}")

    def _change(
        self, table_id: str, act: Callable[[ServerTable], bool | None], what: str, note: str
    ) -> bool:
        """Let `act` change a table, unless it returns False, and save that."""
        for _ in range(TRIES):
            table = self._table(table_id)
            try:
                if act(table) is False:
                    return False
            except TableError as error:
                raise UsageError(f"{table_id}: {error.say('en')}") from None
            work = writing(table, table.take_changes(), self._bus, None)
            with contextlib.suppress(IntegrityError, sql.Conflict):
                self._write(work, what, table_id, note)
                return True
        raise UsageError(f"{table_id}: too much is happening there right now; try again")

    def delete(self, table_id: str) -> None:
        if self._stored(table_id).table["status"] != OVER:
            raise UsageError(
                f"{table_id}: its game is not over; end it first (`spielzug admin close`), so that "
                "its players learn why"
            )
        work = deleting([table_id], time.time() + DAY, self._bus)
        if not self._write(work, "delete", table_id):
            raise UsageError(f"the table {table_id} no longer exists")

    def to_prune(self, settings: Settings) -> Iterator[tuple[RetentionKind, int]]:
        """The number of expired tables of each kind."""
        for kind in kinds(settings):
            yield kind, self._read(partial(_count, kind=kind, before=_before(kind)))

    def rows_to_prune(self) -> Iterator[tuple[str, int]]:
        """The number of other expired rows, with their description."""
        for rows in ROWS:
            yield rows.label, self._read(partial(retention.count, rows=rows, now=time.time()))

    def prune(self, settings: Settings) -> tuple[int, int]:
        """Delete what a server would delete within the hour; returns the numbers of tables and of
        other rows."""
        gone, others = 0, 0
        for kind in kinds(settings):
            before = _before(kind)
            look = partial(
                sql.idle_tables, status=kind.status, people=kind.people, before=before,
                skip=0, limit=BATCH_SIZE,
            )  # fmt: skip
            while ids := self._read(look):
                gone += len(asyncio.run(self._store.write(deleting(ids, before, self._bus))))
        for rows in ROWS:
            now = time.time()
            while keys := self._read(partial(retention.find, rows=rows, now=now, limit=BATCH_SIZE)):
                work = partial(retention.delete, rows=rows, now=now, keys=keys)
                others += asyncio.run(self._store.write(work))
        noted = f"{gone} tables" + (f", {others} other rows" if others else "")
        self._write(lambda _: None, "prune", None, noted)
        return gone, others

    # -- the database -----------------------------------------------------------------------------

    def _stored(self, table_id: str) -> StoredTable:
        stored = self._read(lambda c: sql.load(c, table_id))
        if stored is None:
            raise UsageError(f"the table {table_id} no longer exists")
        return stored

    def _table(self, table_id: str) -> ServerTable:
        stored = self._stored(table_id)
        try:
            return load_table(stored, get_game(stored.table["game"]).ready(AT_TABLE))
        except TableError as error:
            raise UsageError(f"{table_id} cannot be read: {error.say('en')}") from None
        except (LookupError, ValueError, SpielzugError) as error:
            raise UsageError(f"{table_id} cannot be read: {error}") from None

    def _read(self, work: Callable[[Connection], T]) -> T:
        try:
            return asyncio.run(self._store.read(work))
        except (DBAPIError, OSError) as error:
            raise UsageError(f"{self._store.shown} cannot be read: {error}") from None

    def _write(
        self,
        work: Callable[[Connection], T],
        what: str,
        table_id: str | None,
        note: str | None = None,
    ) -> T:
        """Run `work` and record it in the audit log, in one transaction."""
        row = {
            "at": time.time(), "who": self._who, "what": what, "table_id": table_id, "note": note,
        }  # fmt: skip

        def noted(connection: Connection) -> T:
            done = work(connection)
            connection.execute(sa.insert(deed), row)
            return done

        try:
            return asyncio.run(self._store.write(noted))
        except IntegrityError:
            raise
        except (DBAPIError, OSError) as error:
            raise UsageError(f"{self._store.shown} cannot be written: {error}") from None


def _before(kind: RetentionKind) -> float:
    assert kind.days is not None
    return time.time() - kind.days * DAY


LISTED = ("id", "game", "status", "reason", "created", "updated", "ended", "people")
NEEDED_TO_OPEN = ("format", "rules_version", "options")


def _listed(connection: Connection, wanted: Filter) -> list[ListedTable]:
    query = sa.select(*(game_table.c[name] for name in (*LISTED, *NEEDED_TO_OPEN)))
    if wanted.status is not None:
        query = query.where(game_table.c.status == wanted.status)
    if wanted.game is not None:
        query = query.where(game_table.c.game == wanted.game)
    if wanted.before is not None:
        query = query.where(game_table.c.updated < wanted.before)
    query = query.order_by(game_table.c.updated.desc()).limit(wanted.limit)
    rows = connection.execute(query).mappings().all()
    by_table: dict[str, list[ListedSeat]] = {row["id"]: [] for row in rows}
    for some in chunk_names(by_table, 500):
        seats = sa.select(seat).where(seat.c.table_id.in_(some)).order_by(seat.c.number)
        for place in connection.execute(seats).mappings():
            told: ListedSeat = {
                "name": place["shown"] or place["name"], "player": place["player"],
            }  # fmt: skip
            by_table[place["table_id"]].append(told)
    shown = [{name: row[name] for name in LISTED} for row in rows]
    return [
        cast("ListedTable", {**told, "trouble": _trouble(row), "seats": by_table[row["id"]]})
        for told, row in zip(shown, rows, strict=True)
    ]


def _trouble(row: sa.RowMapping) -> str | None:
    try:
        game = get_game(row["game"])
        check_versions(game, cast("TableRow", row))
        stored_options(game, row["options"])
    except TableError as error:
        return error.say("en")
    except UsageError as error:
        return str(error)
    return None


def _beginning_with(connection: Connection, name: str) -> list[str]:
    # Not LIKE: ids contain underscores, and LIKE ignores case in SQLite.
    same = sa.func.substr(game_table.c.id, 1, len(name)) == name
    query = sa.select(game_table.c.id).where(same).order_by(game_table.c.id).limit(6)
    found = list(connection.execute(query).scalars())
    return [name] if name in found else found


def _count(connection: Connection, kind: RetentionKind, before: float) -> int:
    query = (
        sa.select(sa.func.count())
        .where((game_table.c.status == kind.status) & (game_table.c.people == kind.people))
        .where(game_table.c.updated < before)
        .where(game_table.c.deadline.is_(None) | (game_table.c.deadline < before))
    )
    return int(connection.execute(query).scalar_one())
