"""One live connection: what waits to be sent to it, and when it ends.

An idle connection has nothing but its place in the hub: a task that sends exists only while there
is something to send. What somebody missed is made while it is being read, piece by piece.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from pydantic_core import to_json
from starlette.websockets import WebSocket, WebSocketDisconnect

from spielzug.server import snapshots
from spielzug.server.identity import Identity
from spielzug.server.problems import Problem
from spielzug.server.snapshots import Presence, Viewer
from spielzug.server.tables.table import Table
from spielzug.wire.parts import Fields, Message

if TYPE_CHECKING:
    from spielzug.server.live.hub import Hub

log = logging.getLogger("spielzug.server")

MESSAGE_BYTES = 4096
STRIKES = 10
POLICY, RESTARTING, TRY_LATER = 1008, 1012, 1013

Made = dict[tuple[int | str, str], str]
"""Messages already written, for those who are told the same."""


def dump(message: Message | Fields) -> str:
    if isinstance(message, Message):
        return message.model_dump_json()
    return to_json(message).decode()


def unexpected() -> Problem:
    """Of an error that nobody has thought of: it is in the log, and the line stays."""
    log.exception("a message on a live connection could not be answered")
    return Problem(500, "internal")


class LiveConnection(ABC):
    """One live connection, whatever it is about."""

    about: ClassVar[str] = "table"

    def __init__(self, hub: Hub, socket: WebSocket, device: str, address: str, lang: str) -> None:
        self.hub = hub
        self.socket = socket
        self.device = device
        self.address = address
        self.lang = lang
        self.strikes = 0
        self.close_code: int | None = None
        self.close_when_sent: int | None = None
        """With this code it is sent away as soon as all is sent."""
        self.listen_timeout: asyncio.Timeout | None = None
        """Ends the listening when the connection is to end."""
        self._waiting: list[str | Iterator[str]] = []  # an empty deque would have 600 bytes
        self._sender: asyncio.Task[None] | None = None
        self._busy = False
        """Whether it sends, or will as soon as it is its turn."""

    # -- sending ----------------------------------------------------------------------------------

    def enqueue(self, *texts: str | Iterator[str]) -> None:
        """Never waits; a full queue means that nobody reads at the other end.

        Of several texts that belong together all are told or none.
        """
        if self.close_code is not None or not texts:
            return
        if len(self._waiting) >= self.hub.room:
            self.disconnect(TRY_LATER)
            return
        self._waiting.extend(texts)
        if not self._busy:
            self._busy = True
            self.hub.send_soon(self)

    def remind(self, text: str) -> None:
        """Send something only so that something is sent."""
        if not self._waiting:
            self.enqueue(text)

    def disconnect(self, code: int) -> None:
        if self.close_code is None:
            self.close_code = code
            if self.listen_timeout is not None:
                self.listen_timeout.reschedule(asyncio.get_running_loop().time())

    def close_after_flush(self, code: int) -> None:
        """Send it away as soon as it has got what waits for it."""
        self.close_when_sent = code
        if not self._busy:
            self.disconnect(code)

    def begin_to_send(self) -> None:
        if self.close_code is None:
            self._sender = asyncio.create_task(self._send_all())
            self._sender.add_done_callback(self._sent)

    async def _send_all(self) -> None:
        """Until nothing waits."""
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
        # That the other end is gone is noticed by the one who listens.
        if error is not None and not isinstance(
            error, (WebSocketDisconnect, RuntimeError, OSError)
        ):
            log.error("a live connection failed", exc_info=error)
            self.disconnect(TRY_LATER)
        elif error is None and self._waiting and self.close_code is None:
            self._busy = True  # something came when it had just ended
            self.hub.send_soon(self)

    async def end(self) -> None:
        """Nothing more is sent, and nothing that waited is kept."""
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
        self, hub: Hub, socket: WebSocket, table_id: str, device: str, address: str, lang: str
    ) -> None:
        super().__init__(hub, socket, device, address, lang)
        self.table_id = table_id
        self.seat = snapshots.SPECTATOR

    @property
    def viewer(self) -> Viewer:
        return Viewer(self.device, self.seat, self.lang)

    @abstractmethod
    def set_view_seat(self, table: Table, wanted: int | None) -> None:
        """Look as the seat that is wanted, if that is allowed."""

    @abstractmethod
    def welcome(self, table: Table, start: int | None) -> None:
        """Offer what is told first: what it is, and what was missed since `start`."""

    @abstractmethod
    def send_entry(self, table: Table, number: int, made: Made) -> None: ...

    @abstractmethod
    def send_table(
        self, table: Table, presence: Presence, identity: Identity, made: Made
    ) -> None: ...

    @abstractmethod
    def send_presence(self, text: str) -> None:
        """Who is here has changed."""

    @abstractmethod
    def send_signal(self, text: str) -> None:
        """Somebody who sits here has given a signal."""

    def send_trouble(self, what: str) -> None:
        """Nothing can be saved, and the table cannot be read; a program need not know."""

    @abstractmethod
    def send_position(self, table: Table) -> None:
        """Other choices without a new entry."""
