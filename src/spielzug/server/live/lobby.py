"""Live connections of the lobby page, which get changes of their device's own tables.

The page loads the list itself (`/api/mine`), again after every disconnection; the connection sends
only later changes. A table is sent at most twice a second, and only if something changed that the
list shows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Set
from hashlib import blake2b

from starlette.websockets import WebSocket

from spielzug.server.live.client import POLICY, STRIKES, ConnectionHub, LiveConnection, dump
from spielzug.server.tables.server_table import ServerChanges, ServerTable
from spielzug.tables.row_types import StoredTable
from spielzug.tables.rows import seat_rows, table_row
from spielzug.tables.summary import summary
from spielzug.tables.table import OVER
from spielzug.wire.live import LobbyGone, LobbyTable

GATHERING = 0.5  # seconds in which changes are collected
KNOWN = 100  # tables whose last message a connection remembers; others may be sent twice


class LobbyEntry:
    """A table after a change; messages are built only when a connection needs them."""

    def __init__(self, stored: StoredTable) -> None:
        self.over = stored.table["status"] == OVER
        self._stored = stored
        self._made: dict[tuple[str, str], tuple[bytes, str]] = {}

    def hashed_message(self, device: str, lang: str) -> tuple[bytes, str]:
        """Hash and text of the message, built once for each device and language."""
        made = self._made.get((device, lang))
        if made is None:
            table = summary(self._stored, device, lang)
            text = dump(LobbyTable(type="table", table=table))
            # A new `updated` time alone is not worth a message.
            shown = dump({**table, "updated": ""}).encode()
            made = blake2b(shown, digest_size=16).digest(), text
            self._made[device, lang] = made
        return made


class LobbyConnection(LiveConnection):
    """One lobby page, which shows the tables of its device."""

    about = "lobby"

    def __init__(
        self, hub: ConnectionHub, socket: WebSocket, device: str, address: str, lang: str
    ) -> None:
        super().__init__(hub, socket, device, address, lang)
        self.known: dict[str, bytes] = {}
        """Hash of the last message for each table, the latest last."""
        self._changed: dict[str, LobbyEntry | None] = {}
        """Changes since the last sending; None: the table has left this device's list."""
        self._gathering: asyncio.TimerHandle | None = None

    def tell(self, table_id: str, standing: LobbyEntry | None) -> None:
        """Send a change at once; later ones within `GATHERING` seconds are sent together."""
        self._changed[table_id] = standing
        if self._gathering is None:
            self._flush()

    def _flush(self) -> None:
        self._gathering = None
        if self._changed and self.close_code is None:
            news = [self._news(table_id, now) for table_id, now in self._changed.items()]
            self._changed.clear()
            self.enqueue(*filter(None, news))
            self._gathering = asyncio.get_running_loop().call_later(GATHERING, self._flush)

    def _news(self, table_id: str, standing: LobbyEntry | None) -> str | None:
        """The message, unless the page already shows the same."""
        known = self.known.pop(table_id, None)
        if standing is None:
            return dump(LobbyGone(type="gone", table=table_id))
        mark, text = standing.hashed_message(self.device, self.lang)
        if not standing.over:  # a finished table hardly changes any more
            self.known[table_id] = mark
            if len(self.known) > KNOWN:
                del self.known[next(iter(self.known))]
        return text if mark != known else None

    async def on_message(self, text: str) -> None:
        """The page has nothing to send, so every message counts as an offence."""
        self.strikes += 1
        if self.strikes >= STRIKES:
            self.disconnect(POLICY)


class Lobbies:
    """The lobby connections of this process, by device; a device may have several."""

    def __init__(self) -> None:
        self._connections: dict[str, set[LobbyConnection]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._connections.values()))

    def add(self, connection: LobbyConnection) -> None:
        self._connections.setdefault(connection.device, set()).add(connection)

    def remove(self, connection: LobbyConnection) -> None:
        here = self._connections.get(connection.device, set())
        here.discard(connection)
        if not here:
            self._connections.pop(connection.device, None)

    def table_changed(self, table: ServerTable, changes: ServerChanges) -> None:
        """Called with the table's lock held; returns quickly when no lobby page is open."""
        if not changes or not self._connections:
            return
        people = {table.creator, *(place.device for place in table.places if place.device)}
        if here := people & self._connections.keys():
            standing = LobbyEntry(StoredTable(table_row(table), seat_rows(table), []))
            self._tell(here, table.id, standing)
        self._tell((changes.freed - people) & self._connections.keys(), table.id, None)

    def has_any_device(self, people: Iterable[str]) -> bool:
        """Whether one of these devices has a lobby page open at this process."""
        return not self._connections.keys().isdisjoint(people)

    def on_remote_change(
        self, table_id: str, stored: StoredTable | None, people: Set[str], freed: Set[str]
    ) -> None:
        """Another process has written a table that is not in memory here."""
        if stored is not None and (here := people & self._connections.keys()):
            self._tell(here, table_id, LobbyEntry(stored))
        self._tell((freed - people) & self._connections.keys(), table_id, None)

    def _tell(self, devices: Set[str], table_id: str, standing: LobbyEntry | None) -> None:
        for device in devices:
            for connection in self._connections[device]:
                connection.tell(table_id, standing)
