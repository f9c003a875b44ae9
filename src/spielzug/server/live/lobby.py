"""Live connections of the lobby: a device hears how its own tables stand, without asking.

What a page knew before it asks for itself (`/api/mine`), after every break again; here it is told
what changes from then on. A table where much happens is told of twice a second at most, and not at
all as long as nothing is different that a list shows.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket

from spielzug.core.wire.answers import TableSummary
from spielzug.core.wire.live import LobbyGone, LobbyTable
from spielzug.server import show
from spielzug.server.live.client import POLICY, STRIKES, Line, dump
from spielzug.server.store import Stored
from spielzug.server.tables.rows import seat_rows, table_row
from spielzug.server.tables.table import Changes, Table

if TYPE_CHECKING:
    from spielzug.server.live.hub import Hub

GATHERING = 0.5  # seconds in which what happens is told together


class Visitor(Line):
    """One page that shows the tables of its device."""

    def __init__(self, hub: Hub, socket: WebSocket, device: str, address: str, lang: str) -> None:
        super().__init__(hub, socket, device, address, lang)
        self._told: dict[str, TableSummary] = {}
        """What each table was told as last."""
        self._news: dict[str, str] = {}
        self._gathering: asyncio.TimerHandle | None = None

    def tell_table(self, summary: TableSummary) -> None:
        known = self._told.get(summary.id)
        self._told[summary.id] = summary
        # When something last happened is no news by itself.
        if known is None or known.model_copy(update={"updated": summary.updated}) != summary:
            self._tell(summary.id, dump(LobbyTable(table=summary)))

    def tell_gone(self, table_id: str) -> None:
        self._told.pop(table_id, None)
        self._tell(table_id, dump(LobbyGone(table=table_id)))

    def _tell(self, table_id: str, text: str) -> None:
        """At once, but what comes soon after that only together."""
        self._news[table_id] = text
        if self._gathering is None:
            self._gathered()

    def _gathered(self) -> None:
        self._gathering = None
        if self._news and self.close_code is None:
            self.offer(*self._news.values())
            self._news.clear()
            self._gathering = asyncio.get_running_loop().call_later(GATHERING, self._gathered)

    async def hear(self, text: str) -> None:
        """There is nothing to say here."""
        self.strikes += 1
        if self.strikes >= STRIKES:
            self.send_away(POLICY)


class Lobbies:
    """All such pages, by device; a device may have several open."""

    def __init__(self) -> None:
        self._visitors: dict[str, set[Visitor]] = {}

    def add(self, visitor: Visitor) -> None:
        self._visitors.setdefault(visitor.device, set()).add(visitor)

    def remove(self, visitor: Visitor) -> None:
        here = self._visitors.get(visitor.device, set())
        here.discard(visitor)
        if not here:
            self._visitors.pop(visitor.device, None)

    def table_changed(self, table: Table, changes: Changes) -> None:
        """Called with the table's lock held; nearly always nobody of its people is in a lobby."""
        if not changes or not self._visitors:
            return
        people = {table.creator, *(place.device for place in table.places if place.device)}
        if here := people & self._visitors.keys():
            stored = Stored(table_row(table), seat_rows(table), [])
            for device in here:
                for visitor in self._visitors[device]:
                    visitor.tell_table(show.summary(stored, device, visitor.lang))
        for device in (changes.freed - people) & self._visitors.keys():
            for visitor in self._visitors[device]:
                visitor.tell_gone(table.id)
