"""Live connections: every client hears of each entry of the log, as the seat it looks as.

A client has a queue of its own. The table puts a message there and goes on; a client that does not
read fills only its own queue, is sent away, and comes back later with the number it knows.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Sequence

from pydantic_core import to_json
from starlette.websockets import WebSocket, WebSocketDisconnect

from spielzug.core.wire.made import Fields
from spielzug.core.wire.parts import Message, Ping
from spielzug.server import show
from spielzug.server.identity import Identity
from spielzug.server.limits import Limits
from spielzug.server.problems import Problem, language
from spielzug.server.settings import Settings
from spielzug.server.show import Presence, Viewer
from spielzug.server.tables.manager import Tables
from spielzug.server.tables.table import OVER, Changes, Table

log = logging.getLogger("spielzug.server")

MESSAGE_BYTES = 4096
STRIKES = 10
POLICY, TRY_LATER = 1008, 1013
AT_ONCE = 20  # entries told to a newcomer before others get a turn


Made = dict[tuple[int | str, str], str]
"""Messages already written, for those who are told the same."""


def dump(message: Message | Fields) -> str:
    if isinstance(message, Message):
        return message.model_dump_json()
    return to_json(message).decode()


PING = dump(Ping())


class Client(ABC):
    """One live connection."""

    def __init__(
        self, socket: WebSocket, table_id: str, device: str, address: str, lang: str, room: int
    ) -> None:
        self.socket = socket
        self.table_id = table_id
        self.device = device
        self.address = address
        self.lang = lang
        self.seat = show.SPECTATOR
        self.strikes = 0
        self.close_code: int | None = None
        self.farewell: int | None = None
        """With this code it is sent away as soon as all is sent."""
        self.backlog: list[str] = []
        self.sender: asyncio.Task[None] | None = None
        self._queue: asyncio.Queue[Sequence[str]] = asyncio.Queue(room)

    @property
    def viewer(self) -> Viewer:
        return Viewer(self.device, self.seat, self.lang)

    def offer(self, *texts: str) -> None:
        """Never waits; a full queue means that nobody reads at the other end."""
        try:
            self._queue.put_nowait(texts)
        except asyncio.QueueFull:
            self.send_away(TRY_LATER)

    def send_away(self, code: int) -> None:
        if self.close_code is None:
            self.close_code = code
            if self.sender is not None:
                self.sender.cancel()

    async def send_all(self) -> None:
        for text in self.backlog:
            await self.socket.send_text(text)
        self.backlog.clear()
        while True:
            for text in await self._queue.get():
                await self.socket.send_text(text)
            if self.farewell is not None and self._queue.empty():
                self.close_code = self.farewell
                return

    # -- what is told and heard -------------------------------------------------------------------

    @abstractmethod
    def sit(self, table: Table, wanted: int | None) -> None:
        """Look as the seat that is wanted, if that is allowed."""

    @abstractmethod
    async def welcome(self, table: Table, start: int | None) -> None:
        """Prepare what is told first, into the backlog."""

    @abstractmethod
    def tell_entry(self, table: Table, number: int, made: Made) -> None: ...

    @abstractmethod
    def tell_table(
        self, table: Table, presence: Presence, identity: Identity, made: Made
    ) -> None: ...

    @abstractmethod
    def tell_position(self, table: Table) -> None:
        """Other choices without a new entry."""

    @abstractmethod
    async def hear(self, hub: Hub, text: str) -> None: ...


class Hub:
    def __init__(
        self, settings: Settings, tables: Tables, identity: Identity, limits: Limits
    ) -> None:
        self._settings = settings
        self.tables = tables
        self._identity = identity
        self.limits = limits
        self._clients: defaultdict[str, set[Client]] = defaultdict(set)

    # -- what the tables tell ---------------------------------------------------------------------

    def is_using(self, table_id: str) -> bool:
        return table_id in self._clients

    def table_changed(self, table: Table, changes: Changes) -> None:
        """Called with the table's lock held, after the change is on the disk."""
        if table.id not in self._clients:
            return
        for row in changes.entries:
            self._tell_entry(table, row["number"])
        if changes.table or (changes.entries and table.status == OVER):
            self.tell_table(table)
        for client in list(self._clients[table.id]):
            if client.seat in changes.handed_over:
                client.tell_position(table)

    def _tell_entry(self, table: Table, number: int) -> None:
        made: Made = {}
        for client in list(self._clients[table.id]):
            self._refuse_lost_seat(table, client)
            client.tell_entry(table, number, made)

    def tell_table(self, table: Table) -> None:
        presence = self.presence(table)
        made: Made = {}
        for client in list(self._clients.get(table.id, ())):
            self._refuse_lost_seat(table, client)
            client.tell_table(table, presence, self._identity, made)

    @staticmethod
    def _refuse_lost_seat(table: Table, client: Client) -> None:
        """Someone gave a seat back: from now on they see what a spectator sees."""
        if client.seat != show.SPECTATOR and table.places[client.seat].device != client.device:
            client.seat = show.SPECTATOR

    def presence(self, table: Table) -> Presence:
        clients = self._clients.get(table.id, set())
        sitting = {place.device for place in table.places}
        return Presence(
            frozenset(client.device for client in clients),
            sum(client.device not in sitting for client in clients),
        )

    def connections(self, table_id: str) -> int:
        return len(self._clients.get(table_id, ()))

    async def ping_all(self) -> None:
        while True:
            await asyncio.sleep(self._settings.ping_seconds)
            for clients in list(self._clients.values()):
                for client in list(clients):
                    client.offer(PING)

    # -- one connection ---------------------------------------------------------------------------

    async def serve(self, socket: WebSocket, table_id: str, kind: type[Client]) -> None:
        device, address = socket.state.device, socket.state.address
        room = self._settings.queue_length
        client = kind(socket, table_id, device, address, language(socket), room)
        try:
            wanted = _number(socket.query_params.get("seat"))
            start = _number(socket.query_params.get("from"))
            async with self.tables.use(table_id) as table:
                client.sit(table, wanted)
        except Problem as problem:
            await socket.send_denial_response(problem.response(client.lang))
            return
        await socket.accept()
        try:
            await self._register(client, wanted, start)
            await self._talk(client)
        except WebSocketDisconnect:
            pass
        finally:
            await self._unregister(client)

    async def _register(self, client: Client, wanted: int | None, start: int | None) -> None:
        async with self.tables.use(client.table_id) as table:
            client.sit(table, wanted)
            await client.welcome(table, start)
            self._clients[table.id].add(client)
            self.tell_table(table)
            self.tables.wake(table)

    async def _unregister(self, client: Client) -> None:
        clients = self._clients.get(client.table_id)
        if clients is None or client not in clients:
            return
        clients.discard(client)
        if not clients:
            del self._clients[client.table_id]
            return
        with contextlib.suppress(Problem):
            async with self.tables.use(client.table_id) as table:
                self.tell_table(table)

    async def _talk(self, client: Client) -> None:
        """Until one side ends it. Sending and receiving never wait for each other."""
        client.sender = asyncio.create_task(client.send_all())
        receiver = asyncio.create_task(self._receive_all(client))
        both = {client.sender, receiver}
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
            for outcome in await asyncio.gather(*both, return_exceptions=True):
                known = (asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError)
                if isinstance(outcome, BaseException) and not isinstance(outcome, known):
                    log.error("a live connection failed", exc_info=outcome)
        if client.close_code is not None:
            # One that does not read cannot be told either: give it a moment, not more.
            with contextlib.suppress(TimeoutError, RuntimeError, OSError, WebSocketDisconnect):
                async with asyncio.timeout(2):
                    await client.socket.close(client.close_code)

    # -- what clients say -------------------------------------------------------------------------

    async def _receive_all(self, client: Client) -> None:
        while client.close_code is None:
            message = await client.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await client.hear(self, message.get("text") or "")


def _number(text: str | None) -> int | None:
    if text is None or text == "":
        return None
    try:
        return int(text[:12])
    except ValueError:
        raise Problem(422, "bad_request", field="seat, from") from None
