"""The open lobby, if the host enables it: a list of tables where anybody may take a seat.

The database decides what is listed for whom, so that several processes share one lobby.
"""

from __future__ import annotations

import asyncio
import logging
import time

from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from spielzug.core.errors import UsageError
from spielzug.games import get_game
from spielzug.server.config.settings import Settings
from spielzug.server.limits.rates import network
from spielzug.server.live.hub import Hub
from spielzug.server.problems import Problem
from spielzug.server.store import seat_queries
from spielzug.server.store.seat_queries import Listed
from spielzug.server.store.store import Store
from spielzug.server.tables.manager import Tables
from spielzug.tables.errors import TableError
from spielzug.tables.messages import time_part
from spielzug.tables.rows import read_places, stored_options
from spielzug.tables.seat_changes import remove_guest, require_removable, sit_anywhere
from spielzug.tables.seats import FRIEND, PROGRAM, shown_names
from spielzug.tables.table import WAITING, Changes, Table
from spielzug.tables.time_limit import TimeLimit
from spielzug.wire.seats import OpenSeat, OpenTable

log = logging.getLogger("spielzug.server")

MAX_LISTED = 200  # tables in the list
FRESH = 1.0  # seconds that the list is cached, unless this process changes an open table
MOST_NEAR = 20  # seats at waiting open tables for guests from one network
ROUNDS = 15  # attendance is saved this often within `open_seconds`, after which a table is unlisted


class OpenTables:
    def __init__(self, settings: Settings, store: Store, tables: Tables, hub: Hub) -> None:
        self._settings = settings
        self._store = store
        self._tables = tables
        self._hub = hub
        self._waiting: dict[str, str] = {}
        """Waiting open tables in memory, and their creators."""
        self._sitting: dict[str, dict[str, str]] = {}
        """By waiting open table: devices that took a seat through this process, and networks."""
        self._joining: set[tuple[str, str]] = set()
        """Tables and devices that are about to take a seat there."""
        self._found: tuple[float, list[Listed]] | None = None
        self._list_task: asyncio.Task[list[Listed]] | None = None
        """The running query, shared by everybody who asks meanwhile."""

    def require_open_lobby(self) -> None:
        if not self._settings.open_lobby:
            raise Problem(404, "no_open_lobby")

    # -- attendance -------------------------------------------------------------------------------

    def is_using(self, table_id: str) -> bool:
        return False

    def table_changed(self, table: Table, changes: Changes) -> None:
        if not table.open:
            return
        if changes:
            self._found = self._list_task = None
        sitting = self._sitting.pop(table.id, {})
        if table.status == WAITING:
            self._waiting[table.id] = table.creator
            still = {
                one: where
                for one, where in sitting.items()
                if table.seats_of(one) or (table.id, one) in self._joining
            }
            if still:
                self._sitting[table.id] = still
        else:
            self._waiting.pop(table.id, None)

    async def run(self) -> None:
        """Save regularly which open tables have a connected creator; only these are listed."""
        if not self._settings.open_lobby:
            return
        while True:
            await asyncio.sleep(self._settings.open_seconds / ROUNDS)
            here = [
                table
                for table, creator in self._waiting.items()
                if any(client.device == creator for client in self._hub.connected(table))
            ]
            self._waiting = {table: self._waiting[table] for table in here}
            known = filter(self._tables.is_loaded, self._sitting)
            self._sitting = {table: self._sitting[table] for table in known}
            if here:
                now = time.time()
                try:
                    await self._store.write(lambda c, h=here, n=now: seat_queries.seen(c, h, n))  # type: ignore[misc]
                except (SQLAlchemyError, OSError) as error:
                    log.error("could not update the open lobby: %s", error)

    # -- the list and its seats -------------------------------------------------------------------

    async def listed(self, device: str, lang: str) -> list[OpenTable]:
        self.require_open_lobby()
        now = time.time()
        shown = [_shown(one, device, lang, now) for one in await self._list(now)]
        return [table for table in shown if table is not None]

    async def _list(self, now: float) -> list[Listed]:
        """The cached list, or one query for all who ask at the same time."""
        if self._found is not None and 0 <= now - self._found[0] < FRESH:
            return self._found[1]
        if self._list_task is None:
            self._list_task = asyncio.create_task(self._load_list(now))
        return await asyncio.shield(self._list_task)

    async def _load_list(self, now: float) -> list[Listed]:
        since, found = now - self._settings.open_seconds, None
        try:
            found = await self._store.read(lambda c: seat_queries.listed(c, since, MAX_LISTED))
            return found
        finally:
            if self._list_task is asyncio.current_task():  # else a change has made it outdated
                self._found = (now, found) if found is not None else None
                self._list_task = None

    async def sit(
        self, table_id: str, device: str, address: str, seat: int | None, name: str, given: str
    ) -> int:
        """Take a free seat at a listed table; gives its number."""
        self.require_open_lobby()
        since = time.time() - self._settings.open_seconds

        def look(connection: Connection) -> tuple[bool, int]:
            fits = seat_queries.is_listed(connection, table_id, since, device)
            return fits, seat_queries.count_other_seats(connection, device, table_id)

        listed, elsewhere = await self._store.read(look)
        if not listed:
            raise Problem(409, "not_open")
        self._check_seat_quota(table_id, device, network(address), elsewhere)
        coming = (table_id, device)
        self._joining.add(coming)
        self._sitting.setdefault(table_id, {})[device] = network(address)
        try:
            return await self._tables.change(
                table_id, lambda t: sit_anywhere(t, device, seat, name, given)
            )
        except BaseException:
            self._sitting.get(table_id, {}).pop(device, None)
            raise
        finally:
            self._joining.discard(coming)

    def _check_seat_quota(self, table_id: str, device: str, where: str, elsewhere: int) -> None:
        """Limit seats per device and, because devices are cheap to invent, per network."""
        if not self._settings.limits:
            return
        others = [
            (one, place)
            for table, sitting in self._sitting.items()
            for one, place in sitting.items()
            if (table, one) != (table_id, device)
        ]
        if max(elsewhere, sum(one == device for one, _ in others)) >= seat_queries.MOST_SEATS:
            raise Problem(429, "too_many_waiting_seats", limit=seat_queries.MOST_SEATS)
        if sum(place == where for _, place in others) >= MOST_NEAR:
            raise Problem(429, "too_many_seats_near", limit=MOST_NEAR)

    async def remove_guest(self, table_id: str, device: str, seat: int) -> None:
        """Remove a guest before the deal, for the creator; the table is unlisted for the guest."""
        async with self._tables.use(table_id) as table:
            sitter = require_removable(table, device, seat)
        await self._store.write(lambda c: seat_queries.bar_device(c, table_id, sitter))
        await self._tables.change(table_id, lambda t: remove_guest(t, device, seat))


def _shown(found: Listed, device: str, lang: str, now: float) -> OpenTable | None:
    """A list entry for a device; None if no seat is free for it."""
    row, places = found.table, read_places(found.seats)
    yours = row["creator"] == device or any(place.device == device for place in places)
    free = [place.kind == FRIEND and place.empty for place in places]
    if not any(free) or device in found.refused:
        return None
    try:
        options = stored_options(get_game(row["game"]), row["options"]).named()
    except (TableError, UsageError):
        return None  # this server does not have its set or its game
    names, limit = shown_names(places, lang, row["game"]), row["time_to_think"]
    return OpenTable(
        id=row["id"],
        game=row["game"],
        options=options,
        seats=[
            OpenSeat(
                name=name,
                player=PROGRAM if place.kind == PROGRAM else place.player,
                free=is_free,
            )
            for place, name, is_free in zip(places, names, free, strict=True)
        ],
        free=sum(free),
        time=time_part(TimeLimit.from_text(limit) if limit is not None else None),
        grace=row["grace"],
        hints=row["hints"],
        age=max(0, round(now - row["created"])),
        yours=yours,
    )
