"""The door: who may hold a connection, how many, and how long in silence.

A connection costs a file of this process before anything was said over it, and files are few. So a
connection without a whole request is put out after a while, one whose answer is not read as well,
and one address holds only so many. When the house is full, whoever has been silent longest goes.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from dataclasses import dataclass
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr

from spielzug.server.files import file_limit
from spielzug.server.limits import network
from spielzug.server.problems import Problem
from spielzug.server.settings import Settings

LOOK_SECONDS = 1.0  # between two rounds of the watch
AT_ONCE = 500  # connections it looks at before others get a turn
ANSWER_BYTES = 64 * 1024  # of a long answer that must be read in `answer_seconds`
LANE = 64  # connections beyond the limits that are told so at the same time
SPARE_FILES = 256  # for the data, the processes that think, and the page

TOO_MANY, FULL = "too_many_connections", "full"


@dataclass(slots=True)
class Held:
    """One connection."""

    who: str
    unsent: int = 0
    """How much of its answer waited when it last got on, and since when nothing did."""
    since: float = 0.0


class Door:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._held: dict[asyncio.Transport, Held] = {}
        self._by_address: Counter[str] = Counter()
        self._silent: OrderedDict[asyncio.Transport, float] = OrderedDict()
        """Those that have not asked anything (yet, or again), the longest silent first."""
        self._lane: dict[asyncio.Transport, float] = {}
        """Those that are too many, since when: they are told so, and have no more time for it."""
        self.room = room_for_connections(settings)

    def __len__(self) -> int:
        return len(self._held) + len(self._lane)

    @property
    def limited(self) -> bool:
        return self._settings.limits

    # -- coming and going -------------------------------------------------------------------------

    def enter(self, transport: asyncio.Transport) -> str | None:
        """Note a connection; gives the code of the refusal if it is one too many."""
        peer = get_remote_addr(transport)
        who = network(peer[0]) if peer else "unknown"
        refused = self._too_many(who) if self.limited else None
        if refused is None:
            self._held[transport] = Held(who)
            self._silent[transport] = time.monotonic()
            self._by_address[who] += 1
        elif len(self._lane) < LANE:
            self._lane[transport] = time.monotonic()
        else:
            transport.abort()  # not even room to say it
        return refused

    def _too_many(self, who: str) -> str | None:
        # With a proxy before us all come from its address; the shield counts those it names.
        one_each = not self._settings.trust_proxy
        if one_each and self._by_address[who] >= self._settings.connections_per_address:
            return TOO_MANY
        if len(self._held) >= self.room:
            silent = self._longest_silent()
            if silent is None:
                return FULL
            self._put_out(silent)
        return None

    def leave(self, transport: asyncio.Transport) -> None:
        self._lane.pop(transport, None)
        self._silent.pop(transport, None)
        held = self._held.pop(transport, None)
        if held is None:
            return
        self._by_address[held.who] -= 1
        if not self._by_address[held.who]:
            del self._by_address[held.who]

    def _put_out(self, transport: asyncio.Transport) -> None:
        self.leave(transport)
        transport.abort()

    # -- silence ----------------------------------------------------------------------------------

    def asks(self, transport: asyncio.Transport) -> None:
        """A whole request is there."""
        self._silent.pop(transport, None)

    def answered(self, transport: asyncio.Transport) -> None:
        """From now on it is silent again, until the next request is there as a whole."""
        if transport in self._held:
            self._silent[transport] = time.monotonic()

    def reads(self, transport: asyncio.Transport) -> None:
        """What waited for it has gone out."""
        if (held := self._held.get(transport)) is not None:
            held.unsent = 0

    async def watch(self) -> None:
        """Put out who asks nothing and who does not read, for as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.end_silence(time.monotonic())
            for number, transport in enumerate(list(self._held), 1):
                self.end_deafness(transport, time.monotonic())
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)

    def end_silence(self, now: float) -> None:
        while (transport := self._longest_silent()) is not None:
            if now - self._silent[transport] < self._settings.request_seconds:
                break
            self._put_out(transport)
        for transport, since in list(self._lane.items()):
            if now - since >= self._settings.request_seconds:
                self._put_out(transport)

    def _longest_silent(self) -> asyncio.Transport | None:
        for _ in range(len(self._silent)):
            transport = next(iter(self._silent))
            if not transport.get_write_buffer_size():
                return transport
            # It still reads its last answer: its silence begins after that.
            del self._silent[transport]
            self._silent[transport] = time.monotonic()
        return None

    def end_deafness(self, transport: asyncio.Transport, now: float) -> None:
        """An answer must get on: by 64 kB in `answer_seconds`, or by half of what is left."""
        held, unsent = self._held.get(transport), transport.get_write_buffer_size()
        if held is None:
            return
        enough = max(held.unsent // 2, held.unsent - ANSWER_BYTES)
        if not unsent or not held.unsent or unsent <= enough:
            held.unsent, held.since = unsent, now
        elif now - held.since >= self._settings.answer_seconds:
            self._put_out(transport)


def room_for_connections(settings: Settings) -> int:
    """How many connections there may be in all: the host's number, if the files suffice."""
    files = file_limit()
    most = files - min(files // 4, SPARE_FILES)
    return min(settings.connections or most, most)


# -- the protocols of the web server, with the door told ------------------------------------------


class _Known(asyncio.Protocol):
    """A connection that the door hears of."""

    door: ClassVar[Door]
    transport: asyncio.Transport

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.door.leave(self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.door.reads(self.transport)


class Visitor(_Known, H11Protocol):
    """HTTP; turns into a WebSocket when that is asked for."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        refused = self.door.enter(transport)
        if refused is not None:
            # The request is read all the same, so that the refusal is in the reader's language.
            self.app_state = {**self.app_state, "refused": refused}

    def data_received(self, data: bytes) -> None:
        if not self.transport.is_closing():
            super().data_received(data)

    def handle_events(self) -> None:
        super().handle_events()
        if self.cycle is not None and not self.cycle.response_complete:
            self.door.asks(self.transport)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.door.asks(self.transport)
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP at all is refused like everything else; its language is not known."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            refusal = Problem(400, "bad_request", field="HTTP").response("en")
            headers = [*refusal.raw_headers, (b"connection", b"close")]
            for event in (
                h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
                h11.Data(data=bytes(refusal.body)),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def on_response_complete(self) -> None:
        self.door.answered(self.transport)
        super().on_response_complete()


def visitors(door: Door, sockets: type[Any]) -> tuple[type[Visitor], type[Any]]:
    """The two protocols as the web server wants them: classes, one for each door."""
    http = type("HttpVisitor", (Visitor,), {"door": door})
    live = type("LiveVisitor", (_Known, sockets), {"door": door})
    return http, live
