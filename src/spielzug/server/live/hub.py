"""The hub: all live connections of this process, and what tables send to them.

Every client gets each log entry as its seat sees it. Messages wait in the client's own queue, so a
client that does not read delays nobody; it is disconnected when its queue is full, and resumes from
the last entry it knows when it reconnects.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Collection, Iterator

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from spielzug.server.bots.runner import Connected
from spielzug.server.cluster.bus import Bus, Here, Signal
from spielzug.server.cluster.presence import NAMED, RemotePresence
from spielzug.server.config.settings import Settings
from spielzug.server.identity import Identity
from spielzug.server.limits.rates import Limits
from spielzug.server.live.client import RESTARTING, Client, LiveConnection, Made, dump
from spielzug.server.live.lobby import Lobbies, LobbyConnection
from spielzug.server.problems import Problem, language
from spielzug.server.tables.manager import Tables
from spielzug.server.tables.server_table import ServerChanges, ServerTable
from spielzug.tables import messages
from spielzug.tables.messages import Presence
from spielzug.tables.table import OVER
from spielzug.wire.live import LivePresence, LiveSignal
from spielzug.wire.parts import Ping

SENDERS_PER_ITERATION = 25  # clients that start sending in one iteration of the event loop
STOPPING, NO_DATA = "stopping", "no_data"
GATHERING = 0.5  # seconds in which changes of presence are collected into one message
SLOTS = 20  # parts of the ping interval, so that not all connections are pinged at once
PING = dump(Ping(type="ping"))


class TableAudience:
    """The connections of this process to one table."""

    def __init__(self) -> None:
        self.clients: set[Client] = set()
        self.devices: Counter[str] = Counter()
        self.last_presence = ""
        """The last presence message sent."""
        self.changed = False
        """Whether presence has changed since the last message."""
        self.gathering: asyncio.TimerHandle | None = None

    def add(self, client: Client) -> None:
        self.clients.add(client)
        self.devices[client.device] += 1

    def remove(self, client: Client) -> None:
        self.clients.discard(client)
        self.devices[client.device] -= 1
        if self.devices[client.device] <= 0:
            del self.devices[client.device]


class Hub:
    def __init__(
        self,
        settings: Settings,
        tables: Tables,
        identity: Identity,
        limits: Limits,
        bus: Bus | None = None,
    ) -> None:
        self.tables = tables
        self.limits = limits
        self.queue_length = settings.queue_length
        self._ping_seconds = settings.ping_seconds
        self._identity = identity
        self._audiences: dict[str, TableAudience] = {}
        self._bus = bus or Bus()
        self.remote_presence = RemotePresence(self._bus, self._local_presence)
        self.lobbies = Lobbies()
        self._slots: list[set[LiveConnection]] = [set() for _ in range(SLOTS)]
        self._due: deque[LiveConnection] = deque()
        self._making = asyncio.Lock()
        self.closing = False
        self._tasks: set[asyncio.Task[None]] = set()

    # -- table changes ----------------------------------------------------------------------------

    def is_using(self, table_id: str) -> bool:
        return table_id in self._audiences

    def table_changed(self, table: ServerTable, changes: ServerChanges) -> None:
        """Called with the table's lock held, after the change is on the disk."""
        self.lobbies.table_changed(table, changes)
        if table.id not in self._audiences:
            return
        for entry in changes.entries:
            made: Made = {}
            for client in self._clients(table.id):
                self._demote_if_unseated(table, client)
                client.send_entry(table, entry.number, made)
        if changes.table or (changes.entries and table.status == OVER):
            self.send_table(table)
        for client in self._clients(table.id):
            if client.seat in changes.handed_over:
                client.send_position(table)

    def send_table(self, table: ServerTable) -> None:
        presence = self.presence(table)
        made: Made = {}
        for client in self._clients(table.id):
            self._demote_if_unseated(table, client)
            client.send_table(table, presence, self._identity, made)

    async def give_signal(self, table_id: str, signal: LiveSignal) -> None:
        """Broadcast a signal to all connections of the table, at all processes."""
        text = dump(signal)
        self.send_signal(table_id, text)
        await self._bus.send(Signal(table_id, text))

    def send_trouble(self, table_id: str, what: str) -> None:
        """Send the problem to the clients of a table that cannot be loaded."""
        for client in self._clients(table_id):
            client.send_trouble(what)

    def send_signal(self, table_id: str, text: str) -> None:
        for client in self._clients(table_id):
            client.send_signal(text)

    def _clients(self, table_id: str) -> list[Client]:
        audience = self._audiences.get(table_id)
        return list(audience.clients) if audience is not None else []

    @staticmethod
    def _demote_if_unseated(table: ServerTable, client: Client) -> None:
        """A client that has lost its seat sees what a spectator sees."""
        if client.seat != messages.SPECTATOR and table.places[client.seat].device != client.device:
            client.seat = messages.SPECTATOR

    def connected(self, table_id: str) -> Collection[Connected]:
        """All connections to the table, at all processes."""
        audience = self._audiences.get(table_id)
        here: Collection[Client] = audience.clients if audience is not None else ()
        if not self.remote_presence.has_clients(table_id):
            return here
        return [*here, *self.remote_presence.remote_clients(table_id)]

    def devices(self, table_id: str) -> Collection[str]:
        return {one.device for one in self.connected(table_id)}

    def connections(self, table_id: str) -> int:
        """The number of connections to the table at this process."""
        audience = self._audiences.get(table_id)
        return len(audience.clients) if audience is not None else 0

    def connections_by_kind(self) -> dict[str, float]:
        """The number of live connections by kind, for metrics."""
        found: Counter[str] = Counter()
        for audience in self._audiences.values():
            found.update(client.about for client in audience.clients)
        return {"table": found["table"], "program": found["program"], "lobby": len(self.lobbies)}

    # -- presence ---------------------------------------------------------------------------------

    def presence(self, table: ServerTable) -> Presence:
        """The connected devices and the number of spectators, at all processes."""
        audience = self._audiences.get(table.id)
        devices, looking = self.remote_presence.connection_counts(table.id)
        if audience is not None:
            devices = devices + audience.devices
        sitting = {place.device for place in table.places if place.device is not None}
        looking += sum(count for device, count in devices.items() if device not in sitting)
        return Presence(devices.keys(), looking)

    def _local_presence(self, table_id: str) -> Here:
        """Who is connected at this process, as a note for the others.

        It names at most `NAMED` devices, those with seats first, and counts the rest.
        """
        audience = self._audiences.get(table_id)
        if audience is None:
            return Here(table_id)
        addresses = {client.device: client.address for client in audience.clients}
        sitting = self.tables.people(table_id)
        named = sorted(audience.devices, key=lambda device: device not in sitting)[:NAMED]
        told = tuple((device, addresses[device], audience.devices[device]) for device in named)
        return Here(table_id, told, len(audience.clients) - sum(count for *_, count in told))

    def on_remote_presence(self, here: Here, process: str) -> None:
        """Another process has reported who is connected there."""
        self._gone(here.table, self.remote_presence.record_presence(here, process))

    def forget_processes(self, processes: set[str]) -> None:
        for table_id, devices in self.remote_presence.forget(processes).items():
            self._gone(table_id, devices)

    def on_live_processes(self, live: set[str]) -> None:
        if strangers := self.remote_presence.update_live(live):
            self.forget_processes(strangers)

    def on_presence_complete(self, process: str) -> None:
        """Another process has reported all its tables: what it did not report again is outdated."""
        for table_id, devices in self.remote_presence.drop_unconfirmed(process).items():
            self._gone(table_id, devices)

    def _gone(self, table_id: str, devices: set[str]) -> None:
        audience = self._audiences.get(table_id)
        for device in devices:
            if audience is None or device not in audience.devices:
                self.tables.on_device_left(table_id, device)
        self._presence_changed(table_id)
        self.tables.wake_loaded(table_id)

    def broadcast_presence(self) -> None:
        self.remote_presence.tell(list(self._audiences))

    def presence_changed(self, table_id: str) -> None:
        """A client has connected or disconnected at this process."""
        self.remote_presence.changed(table_id)
        self._presence_changed(table_id)

    def _presence_changed(self, table_id: str) -> None:
        """Send a change at once; later ones within `GATHERING` seconds are sent together."""
        audience = self._audiences.get(table_id)
        if audience is None:
            return
        audience.changed = True
        if audience.gathering is None:
            self._tell_presence_soon(table_id, audience)

    def _tell_presence_soon(self, table_id: str, audience: TableAudience) -> None:
        audience.changed = False
        loop = asyncio.get_running_loop()
        audience.gathering = loop.call_later(GATHERING, self._flush, table_id, audience)
        task = loop.create_task(self._tell_presence(table_id, audience))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _flush(self, table_id: str, audience: TableAudience) -> None:
        audience.gathering = None
        if audience.changed and self._audiences.get(table_id) is audience:
            self._tell_presence_soon(table_id, audience)

    async def _tell_presence(self, table_id: str, audience: TableAudience) -> None:
        with contextlib.suppress(Problem):
            async with self.tables.use(table_id, fresh=False) as table:
                text = self._presence_text(table)
                if text != audience.last_presence:
                    audience.last_presence = text
                    for client in list(audience.clients):
                        client.send_presence(text)

    def _presence_text(self, table: ServerTable) -> str:
        now = self.presence(table)
        connected = messages.connected(table, now)
        return dump(LivePresence(type="presence", connected=connected, spectators=now.spectators))

    # -- sending ----------------------------------------------------------------------------------

    def send_soon(self, client: LiveConnection) -> None:
        """Send the client's queue in the next iteration of the event loop.

        What is queued until then is sent with it.
        """
        if not self._due:
            asyncio.get_running_loop().call_soon(self._send_due)
        self._due.append(client)

    def _send_due(self) -> None:
        for _ in range(min(SENDERS_PER_ITERATION, len(self._due))):
            self._due.popleft().begin_to_send()
        if self._due:
            asyncio.get_running_loop().call_soon(self._send_due)

    async def make(self, pieces: Iterator[str]) -> str | None:
        """Build the next missed message; one for one client per iteration of the event loop."""
        async with self._making:
            await asyncio.sleep(0)
            return next(pieces, None)

    async def close(self) -> None:
        """Send what is queued, then disconnect everybody with the code for a restart."""
        self.closing = True
        while open_connections := set[LiveConnection]().union(*self._slots):
            for connection in open_connections:
                connection.close_after_flush(RESTARTING)
            await asyncio.sleep(0.05)

    async def ping_all(self) -> None:
        """Ping every connection once in `ping_seconds`."""
        while True:
            for slot in self._slots:
                await asyncio.sleep(self._ping_seconds / SLOTS)
                for client in list(slot):
                    client.remind(PING)

    # -- one connection ---------------------------------------------------------------------------

    async def serve(self, socket: WebSocket, table_id: str, kind: type[Client]) -> None:
        client = kind(self, socket, table_id, *_client_identity(socket))
        await self._serve(client, lambda: self._register(client), lambda: self._unregister(client))

    async def serve_lobby(self, socket: WebSocket) -> None:
        visitor = LobbyConnection(self, socket, *_client_identity(socket))
        await self._serve(
            visitor, lambda: self._register_lobby(visitor), lambda: self._unregister_lobby(visitor)
        )

    async def _serve(
        self,
        connection: LiveConnection,
        begin: Callable[[], Awaitable[None]],
        end: Callable[[], None],
    ) -> None:
        socket = connection.socket
        try:
            if self.closing:
                raise Problem(503, STOPPING)
            await begin()
            self.tables.counts.connections[connection.about] += 1
            async with asyncio.timeout(None) as connection.listen_timeout:
                await self._listen(connection)
        except Problem as problem:
            await socket.send_denial_response(problem.response(connection.lang))
        except (WebSocketDisconnect, TimeoutError):
            pass
        finally:
            code = connection.close_code
            end()
            await connection.end()
        if code is not None:
            # A client that does not read would block the closing handshake.
            with contextlib.suppress(TimeoutError, RuntimeError, OSError, WebSocketDisconnect):
                async with asyncio.timeout(2):
                    await socket.close(code)

    async def _register_lobby(self, visitor: LobbyConnection) -> None:
        await visitor.socket.accept()
        self.lobbies.add(visitor)
        min(self._slots, key=len).add(visitor)

    def _unregister_lobby(self, visitor: LobbyConnection) -> None:
        self.lobbies.remove(visitor)
        for slot in self._slots:
            slot.discard(visitor)

    async def _register(self, client: Client) -> None:
        """Raise, or accept the connection and send its first messages."""
        asked = HTTPConnection(client.socket.scope).query_params
        wanted, start = _number(asked.get("seat")), _number(asked.get("from"))
        async with self.tables.use(client.table_id) as table:
            client.set_view_seat(table, wanted)
            await client.socket.accept()
            client.welcome(table, start)
            audience = self._audiences.setdefault(table.id, TableAudience())
            audience.add(client)
            min(self._slots, key=len).add(client)
            client.send_table(table, self.presence(table), self._identity, {})
            if len(audience.clients) == 1:
                audience.last_presence = self._presence_text(
                    table
                )  # the client has just got it with the table
                self.remote_presence.changed(table.id)
            else:
                self.presence_changed(table.id)
            self.tables.wake(table)

    def _unregister(self, client: Client) -> None:
        audience = self._audiences.get(client.table_id)
        if audience is None or client not in audience.clients:
            return
        for slot in self._slots:
            slot.discard(client)
        audience.remove(client)
        if (
            client.device
            not in self.remote_presence.connection_counts(client.table_id)[0] + audience.devices
        ):
            self.tables.on_device_left(client.table_id, client.device)
        if audience.clients:
            self.presence_changed(client.table_id)
            return
        if audience.gathering is not None:
            audience.gathering.cancel()
        del self._audiences[client.table_id]
        self.remote_presence.changed(client.table_id)

    async def _listen(self, connection: LiveConnection) -> None:
        """Receive messages until one side closes the connection."""
        while connection.close_code is None:
            message = await connection.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await connection.on_message(message.get("text") or "")


def _client_identity(socket: WebSocket) -> tuple[str, str, str]:
    """Device, address and language; read now, because the headers are dropped after accepting."""
    state = socket.scope["state"]
    return state["device"], state["address"], language(HTTPConnection(socket.scope))


def _number(text: str | None) -> int | None:
    if text is None or text == "":
        return None
    try:
        return int(text[:12])
    except ValueError:
        raise Problem(422, "bad_request", field="seat, from") from None
