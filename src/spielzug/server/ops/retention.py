"""Deletes old tables, return codes, contacts and audit log entries in the background.

It deletes a few rows at a time with pauses, so that players' moves do not wait. Tables in memory
are in use and stay. Rows found to be old may be in use again a moment later, so the transaction
that deletes them checks again. An SQLite file does not shrink; new tables reuse the free space.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from spielzug.server.cluster.leases import Leases
from spielzug.server.config.settings import Settings
from spielzug.server.notifications import queue
from spielzug.server.store import sql
from spielzug.server.store.schema import contact, deed, game_table, notice, seat, way_back
from spielzug.server.store.store import Store
from spielzug.server.tables.manager import Tables
from spielzug.tables.table import OVER, RUNNING, WAITING

CODE_DAYS = 365  # for an unused return code whose device has no table
CONTACT_DAYS = 365  # for a contact without deliveries whose device plays nowhere
FAILING_DAYS = 7  # between the first and last failed notification, with no delivery since the first
DEED_DAYS = 730

Clause = sa.ColumnElement[bool]


@dataclass(frozen=True)
class OldRows:
    """Rows that are deleted by the same rule."""

    label: str
    """A description for the host."""
    key: sa.Column[Any]
    old: Callable[[float], Clause]
    """The condition for rows that are old at a given time."""


def _old_code(now: float) -> Clause:
    used = sa.func.coalesce(way_back.c.used, way_back.c.created)
    sits = sa.exists().where(seat.c.device == way_back.c.device)
    opened = sa.exists().where(game_table.c.creator == way_back.c.device)
    return (used < now - CODE_DAYS * DAY) & ~sits & ~opened


def _old_contact(now: float) -> Clause:
    last = sa.func.coalesce(contact.c.told, contact.c.confirmed, contact.c.created)
    plays = sa.exists().where((seat.c.device == contact.c.device) & seat.c.ended.is_(None))
    waits = sa.exists().where((notice.c.contact == contact.c.id) & notice.c.done.is_(None))
    return (last < now - CONTACT_DAYS * DAY) & ~plays & ~waits


def _failing_contact(_: float) -> Clause:
    """Contacts that failed for days, not once: a machine may be off for a night."""
    failed = (
        sa.select(notice.c.contact)
        .join(contact, contact.c.id == notice.c.contact)
        .where(contact.c.trouble.is_not(None) & notice.c.fate.like("given up%"))
        .where(notice.c.done > sa.func.coalesce(contact.c.told, 0.0))
        .group_by(notice.c.contact)
        .having(sa.func.max(notice.c.done) - sa.func.min(notice.c.done) >= FAILING_DAYS * DAY)
    )
    return contact.c.trouble.is_not(None) & contact.c.id.in_(failed)


ROWS: Final = (
    OldRows(
        f"return codes without tables, unused for {CODE_DAYS} days", way_back.c.device, _old_code
    ),
    OldRows(f"contacts unused for {CONTACT_DAYS} days", contact.c.id, _old_contact),
    OldRows(f"contacts failing for {FAILING_DAYS} days", contact.c.id, _failing_contact),
    OldRows(
        f"admin log entries older than {DEED_DAYS} days",
        deed.c.id,
        lambda now: deed.c.at < now - DEED_DAYS * DAY,
    ),
)


def count(connection: Connection, rows: OldRows, now: float) -> int:
    query = sa.select(sa.func.count(rows.key)).where(rows.old(now))
    return int(connection.execute(query).scalar_one())


def find(connection: Connection, rows: OldRows, now: float, limit: int) -> list[str | int]:
    query = sa.select(rows.key).where(rows.old(now)).order_by(rows.key).limit(limit)
    return list(connection.execute(query).scalars())


def delete(connection: Connection, rows: OldRows, now: float, keys: Sequence[str | int]) -> int:
    """Delete those of `keys` that are still old."""
    still = rows.key.in_(keys) & rows.old(now)
    if rows.key.table is not contact:
        return connection.execute(sa.delete(rows.key.table).where(still)).rowcount
    ids = connection.execute(sa.select(rows.key).where(still).with_for_update()).scalars()
    return queue.delete(connection, list(ids))


log = logging.getLogger("spielzug.server")

DAY = 24 * 3600.0
BATCH_SIZE = 20  # tables, or other rows, in one transaction
PAUSE = 0.1  # seconds after each transaction
NAME = "retention"  # of the lease that lets only one process delete
ROUND = 3600.0  # seconds between two rounds


@dataclass(frozen=True)
class RetentionKind:
    """A kind of table with its retention."""

    status: str
    people: bool
    days: float | None
    """None: forever."""


def kinds(settings: Settings) -> list[RetentionKind]:
    """The kinds that are not kept forever."""
    known = (
        RetentionKind(WAITING, False, settings.waiting_days),
        RetentionKind(RUNNING, False, settings.bots_days),
        RetentionKind(OVER, False, settings.bots_days),
        RetentionKind(RUNNING, True, settings.running_days),
        RetentionKind(OVER, True, settings.finished_days),
    )
    return [kind for kind in known if kind.days is not None]


class Retention:
    def __init__(
        self,
        settings: Settings,
        store: Store,
        tables: Tables,
        leases: Leases | None = None,
        somebody_there: Callable[[str], object] = lambda _: False,
    ) -> None:
        self._store = store
        self._tables = tables
        self._leases = leases or Leases()
        self._somebody_there = somebody_there
        self._kinds = kinds(settings)

    async def run(self) -> None:
        """Run forever; failures are retried in the next round."""
        while True:
            try:
                if await self._leases.acquire(NAME) is not None:
                    if count := await self.clean():
                        log.info("deleted old tables: %d", count)
                    for told, count in (await self.clean_rows()).items():
                        log.info("deleted %s: %d", told, count)
            except (DBAPIError, OSError) as error:
                log.error("could not delete old data: %s", error)
            await asyncio.sleep(ROUND)

    async def clean(self) -> int:
        """Delete all expired tables and return their number."""
        return sum([await self._clean(kind) for kind in self._kinds])

    async def clean_rows(self) -> dict[str, int]:
        """Delete all other old rows; returns the numbers by description, without zeros."""
        gone: dict[str, int] = {}
        for rows in ROWS:
            now = time.time()
            look = partial(find, rows=rows, now=now, limit=BATCH_SIZE)
            while keys := await self._store.read(look):
                work = partial(delete, rows=rows, now=now, keys=keys)
                count = await self._store.write(work)
                gone[rows.label] = gone.get(rows.label, 0) + count
                await asyncio.sleep(PAUSE)
        return gone

    async def _clean(self, kind: RetentionKind) -> int:
        assert kind.days is not None
        before, count, spared = time.time() - kind.days * DAY, 0, 0
        while True:
            look = partial(
                sql.idle_tables,
                status=kind.status,
                people=kind.people,
                before=before,
                skip=spared,
                limit=BATCH_SIZE,
            )
            ids = await self._store.read(look)
            if not ids:
                return count
            unused = [one for one in ids if not self._somebody_there(one)]
            gone = await self._tables.delete(unused, before)
            count, spared = count + gone, spared + len(ids) - gone
            await asyncio.sleep(PAUSE)
