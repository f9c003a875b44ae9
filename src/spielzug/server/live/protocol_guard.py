"""WebSocket entry point that bypasses the framework, to save memory per live connection.

There may be ten thousand idle connections. A FastAPI route would keep a dozen coroutines for each,
and uvicorn would keep the headers of the first request.
"""

from __future__ import annotations

import asyncio
import re
import struct
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

from spielzug.server.live.browser import BrowserConnection
from spielzug.server.live.client import WRITE_TEXTS, Client
from spielzug.server.live.hub import Hub
from spielzug.server.live.program import Program

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

T = TypeVar("T")

KINDS: dict[str, type[Client]] = {"live": BrowserConnection, "bot": Program}
LOBBY = "/api/mine/live"
PATH = re.compile(r"/api/tables/([^/]+)/(live|bot)")


class LiveMiddleware:
    """ASGI middleware that passes live connections to the hub and everything else to the app."""

    def __init__(self, app: ASGIApp, hub: Hub) -> None:
        self._app = app
        self._hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            path = scope["path"].removeprefix(scope.get("root_path", ""))
            if path == LOBBY:
                await self._hub.serve_lobby(WebSocket(scope, receive, send))
                return
            if found := PATH.fullmatch(path):
                table, kind = found.groups()
                await self._hub.serve(WebSocket(scope, receive, send), table, KINDS[kind])
                return
        await self._app(scope, receive, send)


TEXT_HEAD = 0x81
"""The first byte of a frame with a whole text (RFC 6455, 5.2)."""


class LeanProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, which drops the headers after accepting.

    Many short messages come and go, so texts are written without a task or a coroutine for each,
    and reading pauses only when a second message waits.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = MessageQueue()  # type: ignore[assignment]

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[WRITE_TEXTS] = self.write_texts

    def send_receive_event_to_app(self) -> None:
        """Queue a message; uvicorn would always pause, which costs two system calls."""
        goes_on = self.queue.empty() and not self.read_paused
        self.read_paused = goes_on or self.read_paused
        super().send_receive_event_to_app()
        if goes_on:
            self.read_paused = False

    def write_texts(self, texts: Sequence[str]) -> bool:
        """Write texts in one piece, see `client.WriteTexts`."""
        if (
            not self.handshake_complete
            or self.close_sent
            or self.disconnected
            or self.conn.state is not OPEN
            or self.transport.is_closing()
            or not self.writable.is_set()
        ):
            return False
        self.transport.write(b"".join(map(text_frame, texts)))
        return True

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            # Emptied in place, because others hold references as long as the connection lasts.
            self.request.headers.clear()
            self.response.headers.clear()
            self.scope["headers"] = []


def text_frame(text: str) -> bytes:
    """A text as a frame of a server, which is neither masked nor split (RFC 6455, 5.2)."""
    data = text.encode()
    size = len(data)
    if size < 126:
        return bytes((TEXT_HEAD, size)) + data
    if size < 1 << 16:
        return struct.pack("!BBH", TEXT_HEAD, 126, size) + data
    return struct.pack("!BBQ", TEXT_HEAD, 127, size) + data


class MessageQueue(Generic[T]):
    """Received messages: like `asyncio.Queue` for one reader, with a tenth of the memory."""

    def __init__(self) -> None:
        self._messages: deque[T] | None = None
        self._reader: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        return not self._messages

    def put_nowait(self, item: T) -> None:
        if self._messages is None:
            self._messages = deque()
        self._messages.append(item)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> T:
        if self._messages:  # let others run between two messages of one client
            await asyncio.sleep(0)
        while not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        item = self._messages.popleft()
        if not self._messages:
            self._messages = None
        return item
