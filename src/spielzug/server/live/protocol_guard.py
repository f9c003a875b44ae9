"""The way in for live connections, past all that plain requests need.

Ten thousand of them wait for something to happen. A route of the framework would hold a dozen
coroutines and stacks for each; uvicorn keeps the request it began with. Here it is the hub alone.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from spielzug.server.live.browser import BrowserConnection
from spielzug.server.live.hub import Hub
from spielzug.server.live.program import Program

KINDS: dict[str, Any] = {"live": BrowserConnection, "bot": Program}
LOBBY = "/api/mine/live"
PATH = re.compile(r"/api/tables/([^/]+)/(live|bot)")


class LiveMiddleware:
    """A plain ASGI layer: live connections go to the hub, everything else goes on."""

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


class LeanProtocol(WebSocketsSansIOProtocol):
    """uvicorn's own, which does not keep what it needs no more."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = MessageQueue()  # type: ignore[assignment]

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            # Others hold them, too, for as long as the connection lasts: so they are emptied.
            self.request.headers.clear()
            self.response.headers.clear()
            self.scope["headers"] = []


class MessageQueue:
    """What a client sent, for the one who listens: an `asyncio.Queue` in a tenth of its room."""

    def __init__(self) -> None:
        self._letters: deque[Any] | None = None
        self._reader: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        return not self._letters

    def put_nowait(self, letter: Any) -> None:
        if self._letters is None:
            self._letters = deque()
        self._letters.append(letter)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        while not self._letters:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        letter = self._letters.popleft()
        if not self._letters:
            self._letters = None
        return letter
