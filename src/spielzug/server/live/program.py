"""A program's live connection to a table: the protocol of `spielzug.bots.protocol` on a WebSocket.

A program takes a seat with an invitation, as a person does. The same checks apply as for a browser,
and it gets the same position and events, as its seat sees them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from spielzug.bots import protocol
from spielzug.bots.protocol import RefusedMessage
from spielzug.server.identity import Identity
from spielzug.server.live.client import (
    MESSAGE_BYTES,
    POLICY,
    STRIKES,
    Client,
    Made,
    unexpected,
)
from spielzug.server.problems import Problem
from spielzug.server.tables.server_table import ServerTable
from spielzug.tables import messages, seat_changes
from spielzug.tables.messages import Presence
from spielzug.wire.program import (
    PROTOCOL,
    Play,
    ProgramHello,
    ProgramMessage,
    ProgramStart,
    Ready,
    Refusal,
)

BACKPRESSURE_SECONDS = (
    0.05  # seconds between two checks whether a program that is too fast may go on
)


class Program(Client):
    """One live connection of a program."""

    about = "program"

    ready = False
    ended = False
    """Whether it has been told that the game is over."""
    start_told: ProgramStart | None = None

    # -- sending ----------------------------------------------------------------------------------

    def set_view_seat(self, table: ServerTable, wanted: int | None) -> None:
        """One of its own seats; a program cannot be a spectator."""
        mine = table.seats_of(self.device)
        if not mine:
            raise Problem(403, "not_at_table")
        if wanted is not None and wanted not in mine:
            raise Problem(403, "not_your_seat")
        self.seat = mine[0] if wanted is None else wanted

    def welcome(self, table: ServerTable, start: int | None) -> None:
        hello = ProgramHello(
            type="hello",
            protocol=PROTOCOL,
            game=table.game.name,
            rules=table.version,
            seats=len(table.places),
            seat=self.seat,
            names=table.names(self.lang),
            options=table.options.named(),
            lang=self.lang,
        )
        self.enqueue(protocol.dump(hello), *self._start(table))

    def send_entry(self, table: ServerTable, number: int, made: Made) -> None:
        if self.ready and not self._has_lost_seat():
            question = self._turn(table) if number == table.number - 1 else []
            self.enqueue(*self._entry(table, number), *question)

    def send_table(
        self, table: ServerTable, presence: Presence, identity: Identity, made: Made
    ) -> None:
        if self._has_lost_seat():
            return
        if asked := self._start(table):
            self.enqueue(*asked)
        if self.ready:
            self.enqueue(*self._over(table))

    def send_presence(self, text: str) -> None:
        pass  # not part of the protocol

    def send_signal(self, text: str) -> None:
        pass  # not part of the protocol

    def send_position(self, table: ServerTable) -> None:
        if self.ready:
            self.enqueue(*self._turn(table))

    def _has_lost_seat(self) -> bool:
        """Whether its seat was freed; then it gets a refusal and is disconnected."""
        if self.seat == messages.SPECTATOR and self.close_when_sent is None:
            self.enqueue(protocol.dump(self._to_refusal(Problem(403, "not_your_seat"))))
            self.close_after_flush(POLICY)
        return self.seat == messages.SPECTATOR

    def _to_refusal(self, problem: Problem) -> Refusal:
        return protocol.error(problem.code, problem.say(self.lang), self.lang)

    def _start(self, table: ServerTable) -> list[str]:
        """The request for a hash or nonce before the deal, unless it was already sent."""
        part = messages.start_part(table)
        told = ProgramStart(
            type="start",
            table=table.id,
            commitment=table.secret.commitment,
            hash=table.start.hash_of(self.device),
            text=part["text"],
            fingerprint=part["fingerprint"],
        )
        if self.seat not in part["awaited"] or told == self.start_told:
            return []
        self.start_told = told
        return [protocol.dump(told)]

    def _entry(self, table: ServerTable, number: int) -> list[str]:
        """A log entry; before the first one, the facts that never change after the deal."""
        before = self._facts(table) if number == 0 else []
        told = messages.entry(table, number, self.seat, self.lang)
        return [*before, protocol.dump({"type": "entry", **told})]

    def _facts(self, table: ServerTable) -> list[str]:
        return [table.facts_text] if table.match is not None else []

    def _turn(self, table: ServerTable) -> list[str]:
        asked = messages.turn(table, self.seat, self.lang)
        return [protocol.dump(asked)] if asked is not None else []

    def _over(self, table: ServerTable) -> list[str]:
        known = messages.outcome(table, self.lang)
        if known is None or self.ended:
            return []
        self.ended = True
        return [protocol.dump({"type": "over", **known})]

    # -- receiving --------------------------------------------------------------------------------

    async def on_message(self, text: str) -> None:
        if self.close_when_sent is not None:
            return
        while not self.hub.limits.allow("play", self.device, self.address):
            await asyncio.sleep(BACKPRESSURE_SECONDS)  # backpressure instead of a refusal
        said: ProgramMessage | None = None
        try:
            if len(text.encode()) > MESSAGE_BYTES:
                raise Problem(413, "too_large", limit=MESSAGE_BYTES)
            said = protocol.read(text)
            await self._do(said)
        except RefusedMessage as refused:
            await self._send_refusal(refused.to_refusal(self.lang), said)
        except Problem as problem:
            await self._send_refusal(self._to_refusal(problem), said)
        except Exception:
            self.enqueue(protocol.dump(self._to_refusal(unexpected())))

    async def _do(self, said: ProgramMessage) -> None:
        device, seat, lang = self.device, self.seat, self.lang
        if isinstance(said, Ready):
            await self._begin(said)
        elif not self.ready:
            raise RefusedMessage("not_ready")
        elif isinstance(said, Play):
            number, action = said.number, said.action
            await self.hub.tables.change(
                self.table_id, lambda t: t.decide(device, number, seat, action, lang)
            )
            self.strikes = 0
        else:
            await self.hub.tables.change(self.table_id, lambda t: t.resign(device, seat))

    async def _begin(self, said: Ready) -> None:
        """Send the entries since `said.since`, and new ones from then on."""
        if self.ready:
            raise RefusedMessage("already_ready")
        protocol.check_protocol(said)
        device, seat = self.device, self.seat
        await self.hub.tables.change(
            self.table_id, lambda t: seat_changes.seat_program(t, device, seat, said.name)
        )
        async with self.hub.tables.use(self.table_id) as table:
            facts = self._facts(table) if said.since > 0 else []
            missed = self._missed(table, range(said.since, table.number))
            self.ready = True
            self.enqueue(*facts, missed, *self._turn(table), *self._over(table))

    def _missed(self, table: ServerTable, numbers: range) -> Iterator[str]:
        """Older entries; they never change, so they are built later without the lock."""
        for number in numbers:
            yield from self._entry(table, number)

    async def _send_refusal(self, told: Refusal, said: ProgramMessage | None) -> None:
        self.strikes += told["code"] != "too_late"
        if self.strikes >= STRIKES:
            last = RefusedMessage("too_many_errors", count=STRIKES).to_refusal(self.lang)
            self.enqueue(protocol.dump(told), protocol.dump(last))
            self.close_after_flush(POLICY)
            return
        self.enqueue(protocol.dump(told))
        if told["code"] in protocol.RETRY_CODES and isinstance(said, Play):
            async with self.hub.tables.use(self.table_id) as table:
                if said.number == table.number:
                    self.enqueue(*self._turn(table))
