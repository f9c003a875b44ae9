"""A live connection for many simulated people, with a tenth of the CPU time of a full client.

The server's own frames are never masked or split, so they are read as they are. What is sent is
masked with zeros, which leaves its text as it is.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
LONG, LONGER = 126, 127  # lengths that stand for a length of 2 and of 8 bytes behind them
REQUEST = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{cookie}\r\n"
)


class LiveClient(asyncio.Protocol):
    """Calls `on_text` with each message; `ended` is done when the connection has ended."""

    def __init__(self, request: str, on_text: Callable[[bytes], None]) -> None:
        self._request = request
        self._on_text = on_text
        self._data = b""
        self._answered = False
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request.encode())

    def connection_lost(self, error: Exception | None) -> None:
        for waiting in (self.opened, self.ended):
            if not waiting.done():
                waiting.set_result(None)

    def data_received(self, data: bytes) -> None:
        data = self._data + data
        if not self._answered:
            head, found, rest = data.partition(b"\r\n\r\n")
            if not found:
                self._data = data
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                raise RuntimeError(head.decode())
            self._answered, data = True, rest
            self.opened.set_result(None)
        at = 0
        while (frame := _frame(data, at)) is not None:
            code, begin, at = frame
            if code == TEXT:
                self._on_text(data[begin:at])
            elif code == PING:
                self._send(PONG, data[begin:at])
            elif code == CLOSE:
                self.close()
        self._data = data[at:]

    def send(self, text: str) -> None:
        self._send(TEXT, text.encode())

    def _send(self, code: int, payload: bytes) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        size = len(payload)
        length = bytes([0x80 | size]) if size < LONG else struct.pack("!BH", 0x80 | LONG, size)
        self._transport.write(bytes([0x80 | code]) + length + bytes(4) + payload)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


def _frame(data: bytes, at: int) -> tuple[int, int, int] | None:
    """Code, begin and end of the frame there; None while a part of it is missing."""
    if len(data) < at + 2:
        return None
    size, begin = data[at + 1], at + 2
    if size in (LONG, LONGER):
        width = 2 if size == LONG else 8
        size = int.from_bytes(data[begin : begin + width], "big")
        begin += width
    return (data[at] & 15, begin, begin + size) if len(data) >= begin + size else None


async def open_live(
    url: str,
    table: str,
    on_text: Callable[[bytes], None],
    cookie: str = "",
    seat: int | None = None,
) -> LiveClient:
    """A visitor's live connection; without a cookie, a spectator's."""
    parts = urlsplit(url)
    path = f"/api/tables/{table}/live?from=0" + (f"&seat={seat}" if seat is not None else "")
    request = REQUEST.format(
        path=path, host=parts.netloc, origin=url, cookie=f"Cookie: {cookie}\r\n" if cookie else ""
    )
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(
        lambda: LiveClient(request, on_text), parts.hostname, parts.port
    )
    await client.opened
    return client
