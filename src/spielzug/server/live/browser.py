"""A browser at a table: it hears of each entry, decides, looks with other eyes, and asks why."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from pydantic import ValidationError

from spielzug.core.wire.live import (
    FROM_BROWSER,
    AskDecide,
    AskSeat,
    FromBrowser,
    LiveAck,
    LiveError,
    LiveHello,
    LiveTable,
    LiveView,
    LiveWhy,
    known_id,
)
from spielzug.core.wire.parts import Message
from spielzug.server import show
from spielzug.server.identity import Identity
from spielzug.server.live.hub import (
    AT_ONCE,
    MESSAGE_BYTES,
    POLICY,
    STRIKES,
    Client,
    Hub,
    Made,
    dump,
)
from spielzug.server.problems import Problem
from spielzug.server.show import Presence
from spielzug.server.tables.table import Table

ASKED = {
    "decide": "number, seat, action",
    "seat": "seat, lang",
    "why": "action",
}
"""What a browser may say, and the fields that can be wrong in it."""


class Browser(Client):
    """One live connection of a browser."""

    # -- telling ----------------------------------------------------------------------------------

    def sit(self, table: Table, wanted: int | None) -> None:
        """Look as the seat that is wanted, if that is allowed."""
        self.seat = show.look_as(table, self.device, wanted)

    async def welcome(self, table: Table, start: int | None) -> None:
        self.backlog.append(dump(LiveHello(number=table.number, seat=self.seat)))
        if table.match is not None:
            self.backlog.append(dump(show.facts(table)))
        first = table.number if start is None else max(start, 0)
        for done, number in enumerate(range(first, table.number), 1):
            self.backlog.append(dump(show.live_entry(table, number, self.seat, self.lang)))
            if done % AT_ONCE == 0:
                await asyncio.sleep(0)

    def tell_entry(self, table: Table, number: int, made: Made) -> None:
        key = (self.seat, self.lang)
        if key not in made:
            made[key] = dump(show.live_entry(table, number, *key))
        if number == 0:
            self.offer(dump(show.facts(table)), made[key])
        else:
            self.offer(made[key])

    def tell_table(self, table: Table, presence: Presence, identity: Identity, made: Made) -> None:
        key = (self.device, self.lang)
        if key not in made:
            part = show.table_part(table, *key, presence, identity)
            made[key] = dump(LiveTable(**dict(part)))
        self.offer(made[key])

    def tell_position(self, table: Table) -> None:
        """Other choices without a new entry."""
        self.offer(dump(show.live_view(table, self.seat, self.lang)))

    # -- hearing ----------------------------------------------------------------------------------

    async def hear(self, hub: Hub, text: str) -> None:
        name: int | str | None = None
        try:
            if len(text.encode()) > MESSAGE_BYTES:
                raise Problem(413, "too_large", limit=MESSAGE_BYTES)
            message = _read(text)
            name = known_id(message.get("id"))
            if not hub.limits.allow("play", self.device, self.address):
                raise Problem(429, "too_fast")
            self.offer(dump(await self._answer(hub, _understood(message))))
        except Problem as problem:
            detail = problem.say(self.lang)
            self.offer(dump(LiveError(id=name, code=problem.code, detail=detail)))
            if problem.code in ("too_large", "unknown_message", "bad_request"):
                self.strikes += 1
                if self.strikes >= STRIKES:
                    await asyncio.sleep(0)  # let the last answer out
                    self.send_away(POLICY)

    async def _answer(self, hub: Hub, asked: FromBrowser) -> Message:
        if isinstance(asked, AskDecide):
            return await self._decide(hub, asked)
        if isinstance(asked, AskSeat):
            return await self._look_as(hub, asked)
        async with hub.tables.use(self.table_id) as table:
            return LiveWhy(id=asked.id, detail=show.why(table, self.viewer, asked.action))

    async def _decide(self, hub: Hub, asked: AskDecide) -> LiveAck:
        device, lang = self.device, self.lang
        number, duplicate = await hub.tables.change(
            self.table_id,
            lambda t: t.decide(device, asked.number, asked.seat, asked.action, lang),
        )
        return LiveAck(id=asked.id, number=number, duplicate=duplicate)

    async def _look_as(self, hub: Hub, asked: AskSeat) -> LiveView:
        async with hub.tables.use(self.table_id) as table:
            self.seat = show.look_as(table, self.device, asked.seat)
            self.lang = asked.lang or self.lang
            return show.live_view(table, self.seat, self.lang)


def _read(text: str) -> dict[str, Any]:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise Problem(400, "unknown_message")
    return message


def _understood(message: dict[str, Any]) -> FromBrowser:
    kind = message.get("type")
    if not isinstance(kind, str) or kind not in ASKED:
        raise Problem(400, "unknown_message")
    try:
        return FROM_BROWSER.validate_python(message)
    except ValidationError:
        raise Problem(422, "bad_request", field=ASKED[kind]) from None
