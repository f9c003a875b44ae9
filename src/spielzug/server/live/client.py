"""Base classes of live connections: the send queue, and closing.

What a decision gives a client to read is written at once and in one piece. Only if the client does
not read, or missed entries have to be built first, a task sends its queue; so an idle connection
costs little memory. Entries that a client missed are built one by one while they are sent.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, Protocol

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect

from spielzug.server.identity import Identity
from spielzug.server.limits.rates import Limits
from spielzug.server.problems import Problem
from spielzug.server.tables.manager import Tables
from spielzug.server.tables.server_table import ServerTable
from spielzug.tables.messages import SPECTATOR, Presence, Viewer
from spielzug.wire.live import LiveSignal

log = logging.getLogger("spielzug.server")

MESSAGE_BYTES = 4096
STRIKES = 10
POLICY, RESTARTING, TRY_LATER = 1008, 1012, 1013

WRITE_TEXTS = "spielzug.write_texts"
"""The extension of a WebSocket's scope that writes texts at once, see `WriteTexts`."""
WriteTexts = Callable[[Sequence[str]], bool]
"""Writes texts in one piece; False, and nothing is written, if the client has to read first."""

Made = dict[tuple[int | str, str], str]
"""Messages built so far, by seat or device and language, to be shared between connections."""


def dump(message: Mapping[str, object]) -> str:
    return orjson.dumps(message).decode()


def unexpected() -> Problem:
    """Log the current exception; the connection stays open. Gives the problem to send."""
    log.exception("could not answer a message on a live connection")
    return Problem(500, "internal")


class ConnectionHub(Protocol):
    """What a connection needs of the hub that holds it."""

    queue_length: int
    """Messages that may wait for one connection."""

    def send_soon(self, client: LiveConnection) -> None: ...
    async def make(self, pieces: Iterator[str]) -> str | None: ...


class TableHub(ConnectionHub, Protocol):
    """What a connection to a table needs, too."""

    limits: Limits
    tables: Tables

    async def give_signal(self, table_id: str, signal: LiveSignal) -> None: ...


class LiveConnection(ABC):
    """One live connection, to a table or to the lobby."""

    about: ClassVar[str] = "table"

    def __init__(
        self, hub: ConnectionHub, socket: WebSocket, device: str, address: str, lang: str
    ) -> None:
        self.hub = hub
        self.socket = socket
        self.device = device
        self.address = address
        self.lang = lang
        self.strikes = 0
        self.close_code: int | None = None
        self.close_when_sent: int | None = None
        """Set by `close_after_flush`: the code to close with once the queue is empty."""
        self.listen_timeout: asyncio.Timeout | None = None
        """Rescheduled to interrupt the receiving loop when the connection has to close."""
        self._waiting: list[str | Iterator[str]] = []  # an empty deque would take 600 bytes
        self._sender: asyncio.Task[None] | None = None
        self._busy = False
        """Whether it is sending, or queued in the hub to start."""

    # -- sending ----------------------------------------------------------------------------------

    def enqueue(self, *texts: str | Iterator[str]) -> None:
        """Queue texts without waiting, all or none of them.

        A full queue means that the client does not read, so it is disconnected. Ignored once the
        connection is about to close.
        """
        if self.close_code is not None or self.close_when_sent is not None or not texts:
            return
        if len(self._waiting) >= self.hub.queue_length:
            self.disconnect(TRY_LATER)
            return
        self._waiting.extend(texts)
        if not self._busy:
            self._busy = True
            self.hub.send_soon(self)

    def remind(self, text: str) -> None:
        """Send a keepalive, unless something is queued anyway."""
        if not self._waiting:
            self.enqueue(text)

    def disconnect(self, code: int) -> None:
        if self.close_code is None:
            self.close_code = code
            if self.listen_timeout is not None:
                self.listen_timeout.reschedule(asyncio.get_running_loop().time())

    def close_after_flush(self, code: int) -> None:
        """Disconnect once everything queued so far is sent.

        Nothing that is queued later is sent: the last text queued before this call is the last that
        the client gets. Whoever reconnects asks for what was missed. The first code counts.
        """
        if self.close_when_sent is None:
            self.close_when_sent = code
        if not self._busy:
            self.disconnect(code)

    def begin_to_send(self) -> None:
        """Write the queue at once if possible; otherwise start a task that sends it."""
        if self.close_code is not None:
            return
        if self._has_written_all():
            self._busy = False
            if self.close_when_sent is not None:
                self.disconnect(self.close_when_sent)
        else:
            self._sender = asyncio.create_task(self._send_all())
            self._sender.add_done_callback(self._sent)

    def _has_written_all(self) -> bool:
        write: WriteTexts | None = self.socket.scope.get("extensions", {}).get(WRITE_TEXTS)
        texts = [text for text in self._waiting if isinstance(text, str)]
        if write is None or len(texts) < len(self._waiting) or not write(texts):
            return False
        self._waiting.clear()
        return True

    async def _send_all(self) -> None:
        """Send until the queue is empty."""
        while self._waiting:
            first = self._waiting[0]
            if isinstance(first, str):
                self._waiting.pop(0)
                await self.socket.send_text(first)
            elif (text := await self.hub.make(first)) is not None:
                await self.socket.send_text(text)
            else:
                self._waiting.pop(0)
        if self.close_when_sent is not None:
            self.disconnect(self.close_when_sent)

    def _sent(self, sender: asyncio.Task[None]) -> None:
        self._sender, self._busy = None, False
        error = None if sender.cancelled() else sender.exception()
        # The receiving loop notices when the client has disconnected.
        if error is not None and not isinstance(
            error, (WebSocketDisconnect, RuntimeError, OSError)
        ):
            log.error("could not send on a live connection", exc_info=error)
            self.disconnect(TRY_LATER)
        elif error is None and self._waiting and self.close_code is None:
            self._busy = True  # something was queued just after the task ended
            self.hub.send_soon(self)

    async def end(self) -> None:
        """Stop sending and drop the queue."""
        self.close_code = self.close_code or 0
        self.listen_timeout = None
        sender = self._sender
        if sender is not None:
            sender.cancel()
            await asyncio.wait({sender})
        self._waiting.clear()

    @abstractmethod
    async def on_message(self, text: str) -> None: ...


class Client(LiveConnection):
    """A live connection to a table."""

    def __init__(
        self, hub: TableHub, socket: WebSocket, table_id: str, device: str, address: str, lang: str
    ) -> None:
        super().__init__(hub, socket, device, address, lang)
        self.hub: TableHub = hub
        self.table_id = table_id
        self.seat = SPECTATOR

    @property
    def viewer(self) -> Viewer:
        return Viewer(self.device, self.seat, self.lang)

    @abstractmethod
    def set_view_seat(self, table: ServerTable, wanted: int | None) -> None:
        """Choose the seat whose view is sent; raises if it is not allowed."""

    @abstractmethod
    def welcome(self, table: ServerTable, start: int | None) -> None:
        """Queue the first messages: the table, and the entries missed since `start`."""

    @abstractmethod
    def send_entry(self, table: ServerTable, number: int, made: Made) -> None: ...

    @abstractmethod
    def send_table(
        self, table: ServerTable, presence: Presence, identity: Identity, made: Made
    ) -> None: ...

    @abstractmethod
    def send_presence(self, text: str) -> None:
        """The list of connected seats or the number of spectators has changed."""

    @abstractmethod
    def send_signal(self, text: str) -> None:
        """A person at the table has sent a signal."""

    def send_trouble(self, what: str) -> None:
        """Nothing can be saved, and the table cannot be loaded; ignored by programs."""

    @abstractmethod
    def send_position(self, table: ServerTable) -> None:
        """The choices have changed without a new entry."""
