"""Limits on connections: how many per address, how long they may idle, how much they may send.

Each connection costs a file descriptor, even before its first request, and these are few. So a
connection without a complete request is closed after a while, and so is one whose response is not
read. The number per address is limited. When the server is full, the longest idle one is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections import Counter, OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr

from spielzug.server.config.settings import Settings
from spielzug.server.limits.rates import Buckets, Limits, RateLimit, network
from spielzug.server.problems import Problem

if TYPE_CHECKING:
    from uvicorn._types import WebSocketScope

LOOK_SECONDS = 1.0  # between two checks for idle and stalled connections
CHECKS_PER_YIELD = 500  # connections checked before other tasks may run
ANSWER_BYTES = 64 * 1024  # of a long response that must be read in `answer_seconds`
REQUEST_BUCKETS = 20_000  # addresses whose requests are counted
PAUSED, PAUSE_SECONDS = 64, 1.0  # connections of blocked addresses that are kept waiting
LANE = 64  # connections beyond the limits that get a refusal at the same time
SPARE_FILES = 256  # for the database, the thinking processes, and static files

TOO_MANY, FULL = "too_many_connections", "full"


REQUESTS = RateLimit(1_500, 250)
"""Complete requests of one address; a school class of thirty may open its pages at once."""
PIPELINED = 4  # requests sent before the previous one is answered; browsers send none
REQUEST_BYTES = 96 * 1024  # head and body; more would be refused later anyway
OWNER_BYTES = 4 * 1024 * 1024  # from this machine, whose owner may upload files to the Lab
MESSAGES = RateLimit(150, 30)  # of one live connection
MESSAGE_BYTES = RateLimit(64 * 1024, 16 * 1024)
LOOPBACK_6 = network("::1")
HEAD_END = b"\r\n\r\n"


def _refusal(status: str, code: str) -> bytes:
    """A complete response, built once, so that refusing costs next to nothing."""
    body = Problem(int(status[:3]), code, limit=REQUEST_BYTES).response("en").body
    head = (
        f"HTTP/1.1 {status}\r\ncontent-type: application/problem+json\r\n"
        f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + bytes(body)


TOO_FAST = _refusal("429 Too Many Requests", "too_fast")
TOO_LARGE = _refusal("413 Content Too Large", "too_large")


@dataclass(slots=True)
class HeldConnection:
    """A connection within the limits."""

    who: str
    unsent: int = 0
    """Unsent bytes of its response when it last made progress."""
    since: float = 0.0
    """When it last made progress."""


class ConnectionLimits:
    def __init__(self, settings: Settings, limits: Limits | None = None) -> None:
        self._settings = settings
        self._limits = limits or Limits(settings.limits)
        self._requests = Buckets(REQUEST_BUCKETS)
        self._held: dict[asyncio.Transport, HeldConnection] = {}
        self._by_address: Counter[str] = Counter()
        self._silent: OrderedDict[asyncio.Transport, float] = OrderedDict()
        """Connections without a pending request, since when; the longest idle first."""
        self._lane: dict[asyncio.Transport, float] = {}
        """Connections beyond the limits, since when; they stay only until they are refused."""
        self._paused: dict[asyncio.Transport, float] = {}
        """Connections of blocked addresses, since when. Nothing is read, and they are aborted after
        `PAUSE_SECONDS`: the wait slows down clients that reconnect at once."""
        self.capacity = max_connections(settings)

    def __len__(self) -> int:
        return len(self._held) + len(self._lane)

    @property
    def limited(self) -> bool:
        return self._settings.limits

    # -- connecting and disconnecting -------------------------------------------------------------

    def enter(self, transport: asyncio.Transport) -> str | None:
        """Register a connection; gives the problem code if it is one too many."""
        who = address_of(transport)
        if self.limited and self._one_each and self._limits.is_blocked(who):
            self._pause(transport)
            return TOO_MANY
        who = network(who)
        refused = self._too_many(who) if self.limited else None
        if refused is None:
            self._held[transport] = HeldConnection(who)
            self._silent[transport] = time.monotonic()
            self._by_address[who] += 1
        elif len(self._lane) < LANE:
            self._lane[transport] = time.monotonic()
        else:
            transport.abort()  # too many even to send a refusal
        return refused

    def _pause(self, transport: asyncio.Transport) -> None:
        if len(self._paused) < PAUSED:
            transport.pause_reading()
            self._paused[transport] = time.monotonic()
        else:
            transport.abort()

    def _too_many(self, who: str) -> str | None:
        if self._one_each and self._by_address[who] >= self._settings.connections_per_address:
            return TOO_MANY
        if len(self._held) >= self.capacity:
            silent = self._longest_silent()
            if silent is None:
                return FULL
            self._abort(silent)
        return None

    @property
    def _one_each(self) -> bool:
        """False behind a proxy, where all share its address; there the middleware counts."""
        return not self._settings.trust_proxy

    # -- exceeded limits --------------------------------------------------------------------------

    def allows_requests(self, transport: asyncio.Transport, count: int) -> bool:
        """Whether the address may send so many more requests; they are not parsed yet."""
        if not self.limited or not self._one_each:
            return True
        held, now = self._held.get(transport), time.monotonic()
        if held is None:
            return True
        return all(self._requests.take("", held.who, REQUESTS, now) for _ in range(count))

    def max_request_bytes(self, transport: asyncio.Transport) -> int:
        """The largest request; larger from this machine, because the Lab accepts files."""
        held = self._held.get(transport)
        is_here = held is not None and (held.who.startswith("127.") or held.who == LOOPBACK_6)
        return OWNER_BYTES if is_here else REQUEST_BYTES

    def close_for_excess(
        self, transport: asyncio.Transport, answer: bytes = b"", address: str | None = None
    ) -> None:
        """Close a connection that exceeds a limit; repeated offences block its address."""
        self._limits.note_offence(address or address_of(transport))
        if answer:
            transport.write(answer)
            transport.close()
        else:
            transport.abort()

    def leave(self, transport: asyncio.Transport) -> None:
        self._lane.pop(transport, None)
        self._paused.pop(transport, None)
        self._silent.pop(transport, None)
        held = self._held.pop(transport, None)
        if held is None:
            return
        self._by_address[held.who] -= 1
        if not self._by_address[held.who]:
            del self._by_address[held.who]

    def _abort(self, transport: asyncio.Transport) -> None:
        self.leave(transport)
        transport.abort()

    # -- idle and stalled connections -------------------------------------------------------------

    def on_request(self, transport: asyncio.Transport) -> None:
        """A complete request has arrived, so the connection is not idle."""
        self._silent.pop(transport, None)

    def on_response(self, transport: asyncio.Transport) -> None:
        """The response is complete: the connection is idle until the next complete request."""
        if transport in self._held:
            self._silent[transport] = time.monotonic()

    def on_drained(self, transport: asyncio.Transport) -> None:
        """The write buffer has been sent."""
        if (held := self._held.get(transport)) is not None:
            held.unsent = 0

    async def watch(self) -> None:
        """Close idle and stalled connections, for as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.close_silent(time.monotonic())
            for number, transport in enumerate(list(self._held), 1):
                self.close_if_stalled(transport, time.monotonic())
                if number % CHECKS_PER_YIELD == 0:
                    await asyncio.sleep(0)

    def close_silent(self, now: float) -> None:
        while (transport := self._longest_silent()) is not None:
            if now - self._silent[transport] < self._settings.request_seconds:
                break
            self._abort(transport)
        for transport, since in list(self._lane.items()):
            if now - since >= self._settings.request_seconds:
                self._abort(transport)
        for transport, since in list(self._paused.items()):
            if now - since >= PAUSE_SECONDS:
                self._abort(transport)

    def _longest_silent(self) -> asyncio.Transport | None:
        for _ in range(len(self._silent)):
            transport = next(iter(self._silent))
            if not transport.get_write_buffer_size():
                return transport
            # It still reads its last response, so it is not idle yet.
            del self._silent[transport]
            self._silent[transport] = time.monotonic()
        return None

    def close_if_stalled(self, transport: asyncio.Transport, now: float) -> None:
        """Abort unless, in `answer_seconds`, 64 kB or half of the unsent rest were sent."""
        held, unsent = self._held.get(transport), transport.get_write_buffer_size()
        if held is None:
            return
        enough = max(held.unsent // 2, held.unsent - ANSWER_BYTES)
        if not unsent or not held.unsent or unsent <= enough:
            held.unsent, held.since = unsent, now
        elif now - held.since >= self._settings.answer_seconds:
            self._abort(transport)


def max_connections(settings: Settings) -> int:
    """The most connections in all: the host's setting, as far as file descriptors allow."""
    files = file_limit()
    most = files - min(files // 4, SPARE_FILES)
    return min(settings.connections or most, most)


# -- uvicorn's protocols with these limits --------------------------------------------------------


def address_of(transport: asyncio.Transport) -> str:
    peer = get_remote_addr(transport)
    return peer[0] if peer else "unknown"


class MessageBudget:
    """Token buckets for bytes and messages of a live connection, counted before parsing."""

    __slots__ = ("_bytes", "_head", "_messages", "_rest", "_when")

    def __init__(self, now: float) -> None:
        self._bytes, self._messages, self._when = MESSAGE_BYTES.burst, MESSAGES.burst, now
        self._rest = 0
        """Bytes of the current message that are still to come."""
        self._head = b""
        """The start of a message whose header is not complete yet."""

    def allows(self, data: bytes, now: float) -> bool:
        passed, self._when = now - self._when, now
        self._bytes = min(MESSAGE_BYTES.burst, self._bytes + passed * MESSAGE_BYTES.per_second)
        self._messages = min(MESSAGES.burst, self._messages + passed * MESSAGES.per_second)
        self._bytes -= len(data)
        self._messages -= self._count_messages(data)
        return self._bytes >= 0 and self._messages >= 0

    def _count_messages(self, data: bytes) -> int:
        """How many messages begin in `data` (RFC 6455, 5.2); stops beyond the allowed burst."""
        if self._head:
            data, self._head = self._head + data, b""
        at, end, count = self._rest, len(data), 0
        while at < end and count <= MESSAGES.burst:
            size = 2 if at + 1 >= end else _HEAD_SIZES[data[at + 1]]
            if at + size > end:
                self._head, self._rest = data[at:], 0
                return count
            length = data[at + 1] & 127
            if length == 126:
                length = int.from_bytes(data[at + 2 : at + 4])
            elif length == 127:
                length = int.from_bytes(data[at + 2 : at + 10])
            at += size + length
            count += 1
        self._rest = max(0, at - end)
        return count


_HEAD_SIZES = tuple(
    2 + (4 if second & 128 else 0) + {126: 2, 127: 8}.get(second & 127, 0) for second in range(256)
)
"""Bytes of a frame header by its second byte: 2, the extended length, and the mask."""


class _CountedProtocol(asyncio.Protocol):
    """Reports closed and drained connections to the limits."""

    connection_limiter: ClassVar[ConnectionLimits]
    transport: asyncio.Transport

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.connection_limiter.leave(self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.connection_limiter.on_drained(self.transport)


class LimitedHttpProtocol(_CountedProtocol, H11Protocol):
    """uvicorn's HTTP protocol with limits; it hands WebSocket upgrades over."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        refused = self.connection_limiter.enter(transport)
        if refused is not None:
            # The request is still read, so that the refusal is in the client's language.
            self.app_state = {**self.app_state, "refused": refused}

    _received = 0
    """Bytes received since the last complete response."""

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.connection_limiter.limited and not self._is_within_limits(data):
            return
        super().data_received(data)

    def _is_within_limits(self, data: bytes) -> bool:
        """Check the raw bytes, so that nothing is parsed for a client that sends too much."""
        self._received += len(data)
        requests = data.count(HEAD_END)
        waiting = self.cycle is not None and not self.cycle.response_complete
        if requests > PIPELINED + (not waiting) or not self.connection_limiter.allows_requests(
            self.transport, requests
        ):
            self.connection_limiter.close_for_excess(self.transport, TOO_FAST)
        elif self._received > self.connection_limiter.max_request_bytes(self.transport):
            self.connection_limiter.close_for_excess(self.transport, TOO_LARGE)
        else:
            return True
        return False

    def handle_events(self) -> None:
        super().handle_events()
        if self.cycle is not None and not self.cycle.response_complete:
            self.connection_limiter.on_request(self.transport)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.connection_limiter.on_request(self.transport)
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Answer input that is not HTTP with a problem in English, as its language is unknown."""
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
        self.connection_limiter.on_response(self.transport)
        self._received = 0
        super().on_response_complete()


class LimitedWebSocket(_CountedProtocol):
    """Message limits, mixed in before uvicorn's WebSocket protocol."""

    scope: WebSocketScope
    handshake_initiated: bool
    _budget: MessageBudget | None = None

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.connection_limiter.limited and self.handshake_initiated:
            now = time.monotonic()
            if self._budget is None:
                self._budget = MessageBudget(now)
            if not self._budget.allows(data, now):
                # Behind a proxy this is the forwarded address.
                address = self.scope["state"].get("address")
                self.connection_limiter.close_for_excess(self.transport, address=address)
                return
        super().data_received(data)


def limited_protocols(
    connection_limiter: ConnectionLimits, sockets: type[asyncio.Protocol]
) -> tuple[type[LimitedHttpProtocol], type[asyncio.Protocol]]:
    """HTTP and WebSocket protocol classes bound to these limits; uvicorn expects classes."""
    http = type("LimitedHttp", (LimitedHttpProtocol,), {"connection_limiter": connection_limiter})
    live = type(
        "LimitedWebSocket", (LimitedWebSocket, sockets), {"connection_limiter": connection_limiter}
    )
    return http, live


ENOUGH = 65_536


UNKNOWN = 10_000  # where the system has no such limit


def file_limit() -> int:
    if sys.platform == "win32":
        return UNKNOWN
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return soft if 0 < soft < ENOUGH else ENOUGH


def raise_file_limit() -> int:
    """Raise the limit on file descriptors as far as possible without privileges; gives it."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = min(hard, ENOUGH) if hard != resource.RLIM_INFINITY else ENOUGH
        if soft != resource.RLIM_INFINITY and soft < wanted:
            # Some systems refuse even the hard limit that they report.
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return file_limit()
