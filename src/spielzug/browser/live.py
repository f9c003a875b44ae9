"""Live connections of the page: log entries and changes out; decisions and questions in.

The messages are those of a server's live connections, see `spielzug.wire.live`, but there are no
programs, no signals and no spectators on other devices.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from spielzug.browser.bridge import WorkerBridge
from spielzug.browser.errors import BrowserError
from spielzug.browser.tables import DEVICE, BrowserTables, TableListener
from spielzug.core.texts import LANGUAGES, CodedError
from spielzug.tables import messages
from spielzug.tables.messages import SPECTATOR, Presence, Viewer
from spielzug.tables.row_types import StoredTable
from spielzug.tables.rows import SavedChanges, SavedTable, seat_rows, table_row
from spielzug.tables.summary import summary
from spielzug.tables.table import OVER

BEHIND = 50
"""Entries; a page that missed more gets the current state instead of each entry."""


class NoInvitations:
    """Nobody can be invited from another device."""

    def invitation(self, table: str, seat: int, offer: int = 0) -> str:
        return ""

    def table_invitation(self, table: str) -> str:
        return ""


NO_INVITATIONS = NoInvitations()


@dataclass
class TableChannel:
    channel: int
    table: str
    lang: str
    seat: int = SPECTATOR

    @property
    def viewer(self) -> Viewer:
        return Viewer(DEVICE, self.seat, self.lang)


@dataclass(frozen=True)
class LobbyChannel:
    channel: int
    lang: str


class LiveConnections(TableListener):
    """All live connections of the page; a listener of the tables."""

    def __init__(self, bridge: WorkerBridge, tables: BrowserTables) -> None:
        self._bridge = bridge
        self._tables = tables
        self._at_tables: dict[int, TableChannel] = {}
        self._in_lobby: dict[int, LobbyChannel] = {}

    def is_using(self, table_id: str) -> bool:
        return any(one.table == table_id for one in self._at_tables.values())

    def presence(self, table_id: str) -> Presence:
        return Presence(frozenset({DEVICE})) if self.is_using(table_id) else Presence()

    # -- opening and closing ----------------------------------------------------------------------

    async def connect(self, channel: int, path: str, query: Mapping[str, str]) -> SavedTable | None:
        """Open a channel, ``mine/live`` or ``tables/…/live``; returns the table, if any."""
        lang = language(query)
        place, *more = path.split("/")
        if place == "mine":
            self._in_lobby[channel] = LobbyChannel(channel, lang)
            return None
        async with self._tables.use(more[0]) as table:
            wanted = query.get("seat")
            seat = messages.resolve_view_seat(
                table, DEVICE, None if wanted is None else int(wanted)
            )
            connection = TableChannel(channel, table.id, lang, seat)
            self._at_tables[channel] = connection
            self._welcome(table, connection, int(query.get("from") or table.number))
            self._send_table(table, connection)
            return table

    def disconnect(self, channel: int) -> None:
        self._in_lobby.pop(channel, None)
        connection = self._at_tables.pop(channel, None)
        if connection is not None:
            self._tables.mark_left(connection.table)

    def _welcome(self, table: SavedTable, to: TableChannel, first: int) -> None:
        self._send(to, {"type": "hello", "number": table.number, "seat": to.seat})
        if table.match is None:
            return
        self._send(to, messages.facts(table))
        if table.number - first > BEHIND:
            self._send(to, messages.live_fresh(table, to.seat, to.lang, BEHIND))
            return
        for number in range(max(first, 0), table.number):
            self._send(to, messages.live_entry(table, number, to.seat, to.lang))

    def _send(self, to: TableChannel | LobbyChannel, fields: Mapping[str, object]) -> None:
        self._bridge.send(to.channel, json.dumps(fields, ensure_ascii=False))

    def _send_table(self, table: SavedTable, to: TableChannel) -> None:
        presence = self.presence(table.id)
        self._send(to, messages.live_table(table, DEVICE, to.lang, presence, NO_INVITATIONS))

    # -- changes ----------------------------------------------------------------------------------

    def table_changed(self, table: SavedTable, changes: SavedChanges) -> None:
        for to in [one for one in self._at_tables.values() if one.table == table.id]:
            for entry in changes.entries:
                if entry.number == 0:
                    self._send(to, messages.facts(table))
                self._send(to, messages.live_entry(table, entry.number, to.seat, to.lang))
            if changes.table or table.status == OVER:
                self._send_table(table, to)
            if to.seat in changes.handed_over:
                self._send(to, messages.live_view(table, to.seat, to.lang))
        self.tell_lobby(StoredTable(table_row(table), seat_rows(table), []))

    def tell_lobby(self, stored: StoredTable) -> None:
        for lobby in self._in_lobby.values():
            told = summary(stored, DEVICE, lobby.lang)
            self._send(lobby, {"type": "table", "table": told})

    def table_removed(self, table_id: str) -> None:
        for lobby in self._in_lobby.values():
            self._send(lobby, {"type": "gone", "table": table_id})

    def table_reloaded(self, table: SavedTable) -> None:
        """Show the table as it is now."""
        for to in [one for one in self._at_tables.values() if one.table == table.id]:
            if table.match is not None:
                self._send(to, messages.facts(table))
                self._send(to, messages.live_fresh(table, to.seat, to.lang, BEHIND))
            self._send_table(table, to)

    # -- messages of the page ---------------------------------------------------------------------

    async def receive(self, channel: int, text: str) -> None:
        to = self._at_tables.get(channel)
        if to is None:
            return
        asked = json.loads(text)
        name = asked.get("id")
        try:
            self._send(to, {**await self._answer(to, asked), "id": name})
        except CodedError as error:
            said = error.say(to.lang)
            self._send(to, {"type": "error", "id": name, "code": error.code, "detail": said})

    async def _answer(self, to: TableChannel, asked: dict[str, Any]) -> dict[str, object]:
        if asked["type"] == "decide":
            number, seat, action = (asked[key] for key in ("number", "seat", "action"))
            found, duplicate = await self._tables.change(
                to.table, lambda t: t.decide(DEVICE, number, seat, action, to.lang)
            )
            return {"type": "ack", "number": found, "duplicate": duplicate}
        if asked["type"] == "why":
            async with self._tables.use(to.table) as table:
                return {"type": "why", "detail": messages.why(table, to.viewer, asked["action"])}
        if asked["type"] == "signal":  # everybody sits at this device
            return {"type": "heard"}
        raise BrowserError("needs_server")


def language(query: Mapping[str, str]) -> str:
    asked = query.get("lang", "")
    return asked if asked in LANGUAGES else "en"
