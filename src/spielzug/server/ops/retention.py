"""How long tables are kept: those that nobody needs any more are deleted in the background, and
with them what else is old (`old_rows.py`).

A few at a time and with a pause after each, so that nobody who decides has to wait for it. What is
in memory is in use and stays. What a deletion leaves free in the file is used for new tables; the
file itself does not get smaller.

What goes when it is old, beside tables: return codes, contacts, and the log of the host's deeds.

Each is kept for as long as it may be of use to somebody. What is found here may be in use again a
moment later, so that is asked once more in the transaction that deletes it.
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

from spielzug.server.cluster.leases import Leases, LocalLeases
from spielzug.server.config.settings import Settings
from spielzug.server.notifications import queue
from spielzug.server.store import sql
from spielzug.server.store.schema import contact, deed, game_table, notice, seat, way_back
from spielzug.server.store.store import Store
from spielzug.server.tables.manager import Tables
from spielzug.server.tables.table import OVER, RUNNING, WAITING

CODE_DAYS = 365  # that a code is kept which was not used and for whose device there is no table
CONTACT_DAYS = 365  # that a contact is kept where nothing arrived and nothing is played
FAILING_DAYS = 7  # that lie between two notices given up, with none that arrived since the first
DEED_DAYS = 730

Clause = sa.ColumnElement[bool]


@dataclass(frozen=True)
class OldRows:
    """Rows that are deleted by the same rule."""

    told: str
    """What they are, for a host."""
    key: sa.Column[Any]
    old: Callable[[float], Clause]
    """At this time."""


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
    """Once is nothing: a machine may be away for a night."""
    failed = (
        sa.select(notice.c.contact)
        .join(contact, contact.c.id == notice.c.contact)
        .where(contact.c.trouble.is_not(None) & notice.c.fate.like("given up%"))
        .where(notice.c.done > sa.func.coalesce(contact.c.told, 0.0))
        .group_by(notice.c.contact)
        .having(sa.func.max(notice.c.done) - sa.func.min(notice.c.done) >= FAILING_DAYS * DAY)
    )
    return contact.c.trouble.is_not(None) & contact.c.id.in_(failed)


def _old_deed(now: float) -> Clause:
    return deed.c.at < now - DEED_DAYS * DAY


ROWS: Final = (
    OldRows(
        f"return codes without tables, unused for {CODE_DAYS} days", way_back.c.device, _old_code
    ),
    OldRows(f"contacts unused for {CONTACT_DAYS} days", contact.c.id, _old_contact),
    OldRows(f"contacts failing for {FAILING_DAYS} days", contact.c.id, _failing_contact),
    OldRows(f"admin log entries older than {DEED_DAYS} days", deed.c.id, _old_deed),
)


def count(connection: Connection, rows: OldRows, now: float) -> int:
    query = sa.select(sa.func.count(rows.key)).where(rows.old(now))
    return int(connection.execute(query).scalar_one())


def find(connection: Connection, rows: OldRows, now: float, limit: int) -> list[Any]:
    query = sa.select(rows.key).where(rows.old(now)).order_by(rows.key).limit(limit)
    return list(connection.execute(query).scalars())


def delete(connection: Connection, rows: OldRows, now: float, keys: Sequence[Any]) -> int:
    """Those of these that are still old."""
    still = rows.key.in_(keys) & rows.old(now)
    if rows.key.table is not contact:
        return connection.execute(sa.delete(rows.key.table).where(still)).rowcount
    ids = connection.execute(sa.select(rows.key).where(still).with_for_update()).scalars()
    return queue.delete(connection, list(ids))


log = logging.getLogger("spielzug.server")

DAY = 24 * 3600.0
AT_ONCE = 20  # tables, or other rows, in one transaction
PAUSE = 0.1  # seconds after each
NAME = "retention"  # of the lease: of several processes one deletes
ROUND = 3600.0  # seconds between two looks at everything


@dataclass(frozen=True)
class RetentionKind:
    """Tables that are kept equally long."""

    status: str
    people: bool
    days: float | None
    """None: for ever."""


def kinds(settings: Settings) -> list[RetentionKind]:
    """Those that are not kept for ever."""
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
        self._leases = leases or LocalLeases()
        self._somebody_there = somebody_there
        self._kinds = kinds(settings)

    async def run(self) -> None:
        """For ever; what the disk refuses is tried again in the next round."""
        while True:
            try:
                if await self._leases.acquire(NAME) is not None:
                    if count := await self.clean():
                        log.info("old tables deleted: %d", count)
                    for told, count in (await self.clean_rows()).items():
                        log.info("%s: %d deleted", told, count)
            except (DBAPIError, OSError) as error:
                log.error("old tables cannot be deleted: %s", error)
            await asyncio.sleep(ROUND)

    async def clean(self) -> int:
        """One look at everything; gives how many tables were deleted."""
        return sum([await self._clean(kind) for kind in self._kinds])

    async def clean_rows(self) -> dict[str, int]:
        """Delete what else is old; gives how much of what, where there was something."""
        gone: dict[str, int] = {}
        for rows in ROWS:
            now = time.time()
            look = partial(find, rows=rows, now=now, limit=AT_ONCE)
            while keys := await self._store.read(look):
                work = partial(delete, rows=rows, now=now, keys=keys)
                count = await self._store.write(work)
                gone[rows.told] = gone.get(rows.told, 0) + count
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
                limit=AT_ONCE,
            )
            ids = await self._store.read(look)
            if not ids:
                return count
            unused = [one for one in ids if not self._somebody_there(one)]
            gone = await self._tables.delete(unused, before)
            count, spared = count + gone, spared + len(ids) - gone
            await asyncio.sleep(PAUSE)
