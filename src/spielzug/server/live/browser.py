"""A browser's live connection to a table: log entries out; decisions, signals and questions in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pydantic import ValidationError

from spielzug.core.texts import say
from spielzug.server.identity import Identity
from spielzug.server.live.client import (
    MESSAGE_BYTES,
    POLICY,
    STRIKES,
    Client,
    Made,
    dump,
    unexpected,
)
from spielzug.server.problems import Problem
from spielzug.server.tables.server_table import ServerTable
from spielzug.tables import messages
from spielzug.tables.messages import Presence
from spielzug.tables.texts import SENTENCES
from spielzug.wire.live import (
    FROM_BROWSER,
    AskDecide,
    AskSeat,
    AskSignal,
    AskWhy,
    FromBrowser,
    LiveAck,
    LiveError,
    LiveHeard,
    LiveHello,
    LiveSignal,
    LiveWhy,
    parse_request_id,
)

if TYPE_CHECKING:
    from spielzug.wire import live


ASKED = {
    "decide": "number, seat, action",
    "seat": "seat, lang",
    "why": "action",
    "signal": "seat, signal",
}
"""The messages of a browser, each with the fields that an error message names."""

BEHIND = 50  # entries; a client that missed more gets the current state instead of each entry


class BrowserConnection(Client):
    """One live connection of a browser."""

    # -- sending ----------------------------------------------------------------------------------

    def set_view_seat(self, table: ServerTable, wanted: int | None) -> None:
        """The wanted seat, or by default an own one; raises if it is not this device's."""
        self.seat = messages.resolve_view_seat(table, self.device, wanted)

    def welcome(self, table: ServerTable, start: int | None) -> None:
        self.enqueue(dump(LiveHello(type="hello", number=table.number, seat=self.seat)))
        if table.match is not None:
            self.enqueue(table.facts_text)
        first = table.number if start is None else max(start, 0)
        last = table.number - 1
        if table.number - first > BEHIND:
            self.enqueue(dump(messages.live_fresh(table, self.seat, self.lang, BEHIND)))
        elif first <= last:
            # The last entry carries the current choices, so it is built now, with the lock held.
            now = dump(messages.live_entry(table, last, self.seat, self.lang))
            self.enqueue(self._missed(table, range(first, last)), now)

    def _missed(self, table: ServerTable, numbers: range) -> Iterator[str]:
        """Older entries; they never change, so they are built later without the lock."""
        for number in numbers:
            yield dump(messages.earlier_entry(table, number, self.seat, self.lang))

    def send_entry(self, table: ServerTable, number: int, made: Made) -> None:
        key = (self.seat, self.lang)
        if key not in made:
            made[key] = dump(messages.live_entry(table, number, *key))
        if number == 0:
            self.enqueue(table.facts_text, made[key])
        else:
            self.enqueue(made[key])

    def send_table(
        self, table: ServerTable, presence: Presence, identity: Identity, made: Made
    ) -> None:
        # All devices that neither opened the table nor have a seat get the same message.
        outside = self.device != table.creator and not table.seats_of(self.device)
        key = (messages.ANYBODY if outside else self.device, self.lang)
        if key not in made:
            made[key] = dump(messages.live_table(table, *key, presence, identity))
        self.enqueue(made[key])

    def send_presence(self, text: str) -> None:
        self.enqueue(text)

    def send_signal(self, text: str) -> None:
        self.enqueue(text)

    def send_trouble(self, what: str) -> None:
        self._send_error(None, what, say(SENTENCES, what, self.lang))

    def send_position(self, table: ServerTable) -> None:
        self.enqueue(dump(messages.live_view(table, self.seat, self.lang)))

    # -- receiving --------------------------------------------------------------------------------

    async def on_message(self, text: str) -> None:
        if self.close_when_sent is not None:
            return
        name: int | str | None = None
        try:
            if len(text.encode()) > MESSAGE_BYTES:
                raise Problem(413, "too_large", limit=MESSAGE_BYTES)
            message = _read(text)
            name = parse_request_id(message.get("id"))
            if not self.hub.limits.allow("play", self.device, self.address):
                raise Problem(429, "too_fast")
            asked = _understood(message)
            if isinstance(asked, AskDecide):
                await self._decide(asked)
            else:
                self.enqueue(dump(await self._answer(asked)))
        except Problem as problem:
            self._send_problem(problem, name)
            if problem.code in ("too_large", "unknown_message", "bad_request"):
                self.strikes += 1
                if self.strikes >= STRIKES:
                    self.close_after_flush(POLICY)
        except Exception:
            self._send_problem(unexpected(), name)

    def _send_problem(self, problem: Problem, name: int | str | None) -> None:
        self._send_error(name, problem.code, problem.say(self.lang))

    def _send_error(self, name: int | str | None, code: str, detail: str) -> None:
        self.enqueue(dump(LiveError(type="error", id=name, code=code, detail=detail)))

    async def _answer(
        self, asked: AskSeat | AskWhy | AskSignal
    ) -> LiveHeard | LiveWhy | live.LiveView:
        if isinstance(asked, AskSeat):
            return await self._look_as(asked)
        if isinstance(asked, AskSignal):
            return await self._signal(asked)
        async with self.hub.tables.use(self.table_id) as table:
            return LiveWhy(
                type="why", id=asked.id, detail=messages.why(table, self.viewer, asked.action)
            )

    async def _decide(self, asked: AskDecide) -> None:
        device, lang = self.device, self.lang

        def acknowledge(decided: tuple[int, bool]) -> None:
            number, duplicate = decided
            ack = LiveAck(type="ack", id=asked.id, number=number, duplicate=duplicate)
            self.enqueue(dump(ack))

        await self.hub.tables.change(
            self.table_id,
            lambda t: t.decide(device, asked.number, asked.seat, asked.action, lang),
            on_saved=acknowledge,
        )

    async def _signal(self, asked: AskSignal) -> LiveHeard:
        """Broadcast a signal to all connections of the table; it is not stored."""
        if not self.hub.limits.allow("signal", self.device, self.address):
            raise Problem(429, "signals_too_fast")
        async with self.hub.tables.use(self.table_id) as table:
            if not table.own_place(self.device, asked.seat).is_person:
                raise Problem(409, "seat_left")
        signal = LiveSignal(type="signal", seat=asked.seat, signal=asked.signal)
        await self.hub.give_signal(self.table_id, signal)
        return LiveHeard(type="heard", id=asked.id)

    async def _look_as(self, asked: AskSeat) -> live.LiveView:
        async with self.hub.tables.use(self.table_id) as table:
            self.seat = messages.resolve_view_seat(table, self.device, asked.seat)
            self.lang = asked.lang or self.lang
            return messages.live_view(table, self.seat, self.lang)


def _read(text: str) -> dict[str, object]:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise Problem(400, "unknown_message")
    return message


def _understood(message: dict[str, object]) -> FromBrowser:
    kind = message.get("type")
    if not isinstance(kind, str) or kind not in ASKED:
        raise Problem(400, "unknown_message")
    try:
        return FROM_BROWSER.validate_python(message)
    except ValidationError:
        raise Problem(422, "bad_request", field=ASKED[kind]) from None
