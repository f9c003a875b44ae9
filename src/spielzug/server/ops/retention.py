"""How long tables are kept: those that nobody needs any more are deleted in the background, and
with them what else is old (`old_rows.py`).

A few at a time and with a pause after each, so that nobody who decides has to wait for it. What is
in memory is in use and stays. What a deletion leaves free in the file is used for new tables; the
file itself does not get smaller.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from sqlalchemy.exc import DBAPIError

from spielzug.server.cluster.leases import Leases, OwnLeases
from spielzug.server.config.settings import Settings
from spielzug.server.ops import old_rows
from spielzug.server.ops.old_rows import ROWS
from spielzug.server.store import sql
from spielzug.server.store.store import Store
from spielzug.server.tables.manager import Tables
from spielzug.server.tables.table import OVER, RUNNING, WAITING

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
        self._leases = leases or OwnLeases()
        self._somebody_there = somebody_there
        self._kinds = kinds(settings)

    async def run(self) -> None:
        """For ever; what the disk refuses is tried again in the next round."""
        while True:
            try:
                if await self._leases.hold(NAME) is not None:
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
            look = partial(old_rows.find, rows=rows, now=now, limit=AT_ONCE)
            while keys := await self._store.read(look):
                work = partial(old_rows.delete, rows=rows, now=now, keys=keys)
                count = await self._store.write(work)
                gone[rows.told] = gone.get(rows.told, 0) + count
                await asyncio.sleep(PAUSE)
        return gone

    async def _clean(self, kind: RetentionKind) -> int:
        assert kind.days is not None
        before, count, spared = time.time() - kind.days * DAY, 0, 0
        while True:
            look = partial(
                sql.untouched,
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
