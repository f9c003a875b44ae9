"""The bus: how processes on one database tell each other that there is something to look at.

LISTEN and NOTIFY of PostgreSQL, on a channel of this database. A note about a table travels in the
transaction that writes the table: it is told if and only if that is written, and after it. A thread
listens on a connection of its own. When that was lost nobody knows what was missed, so then
everything in memory is looked at again.

What processes tell each other: small notes, each in one line of JSON.

A note says that there is something to look at, and never what it is: that lies in the database.
Only who is connected where, and signals, lie nowhere else.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Protocol

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from spielzug.server.store.database import run

if TYPE_CHECKING:
    import psycopg

    from spielzug.server.store.store import Store

MOST = 7900  # bytes; PostgreSQL takes less than 8,000


@dataclass(frozen=True)
class Changed:
    """A table was written."""

    table: str
    revision: int
    people: tuple[str, ...] = ()
    """The devices whose lists it is in."""
    freed: tuple[str, ...] = ()
    """Devices that have lost a seat there."""


@dataclass(frozen=True)
class Deleted:
    tables: tuple[str, ...]


@dataclass(frozen=True)
class Here:
    """Who is connected to a table at the process that says so, all of it anew each time."""

    table: str
    devices: tuple[tuple[str, str, int], ...] = ()
    """A device, its address, and how many connections it has."""
    more: int = 0
    """Connections beside these, of devices that only look."""


@dataclass(frozen=True)
class Signal:
    """Somebody gave a signal; `text` is what the pages are told."""

    table: str
    text: str


@dataclass(frozen=True)
class WhoIsThere:
    """A process that has heard nothing yet."""


@dataclass(frozen=True)
class AllTold:
    """A process has told of all tables that somebody is connected to there: of others nobody is."""


@dataclass(frozen=True)
class Free:
    """Leases that were given back."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Bye:
    """A process ends, and with it all that it held."""


Note = Changed | Deleted | Here | Signal | WhoIsThere | AllTold | Free | Bye
KINDS: dict[str, type[Note]] = {
    kind.__name__: kind for kind in (Changed, Deleted, Here, Signal, WhoIsThere, AllTold, Free, Bye)
}


def pack(note: Note, process: str) -> str:
    return json.dumps([type(note).__name__, process, asdict(note)], separators=(",", ":"))


def unpack(text: str) -> tuple[Note, str] | None:
    """The note and who sent it; None for one of a newer Spielzug that we do not know."""
    try:
        kind, process, fields = json.loads(text)
        made = KINDS[kind](**{name: _tuples(value) for name, value in fields.items()})
    except (ValueError, LookupError, TypeError):
        return None
    return made, str(process)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(one) for one in value) if isinstance(value, list) else value


def chunk_names(names: Iterable[str], most: int = 100) -> Iterator[tuple[str, ...]]:
    """Names in portions that fit into a note each."""
    rest = list(names)
    for first in range(0, len(rest), most):
        yield tuple(rest[first : first + most])


log = logging.getLogger("spielzug.server")

CONNECT_TIMEOUT = (
    10.0  # seconds for a connection; and until a start goes on without having heard anything
)
PAUSE = 0.5  # seconds before a lost connection is tried again
POLL_SECONDS = 0.5  # seconds between two looks whether to end
PROBE = 4  # breaths of silence until the connection is tried
NOTIFY = "SELECT pg_notify(?, ?)"


class NoteListener(Protocol):
    """Who wants to know what the others tell."""

    def on_note(self, note: Note, process: str) -> None: ...
    def on_reconnect(self) -> None:
        """Notes may have been missed."""


class Bus(Protocol):
    process: str
    """What this process is called among the others."""
    shared: bool
    """Whether there can be others."""

    def write(self, connection: Connection, note: Note) -> None:
        """Told when the transaction of this connection is on the disk, and only then."""

    async def send(self, note: Note) -> None:
        """Told by itself; what cannot be told is lost."""


class NoBus:
    """One process alone has nobody to tell."""

    process = ""
    shared = False

    def write(self, connection: Connection, note: Note) -> None:
        pass

    async def send(self, note: Note) -> None:
        pass


class PostgresBus:
    shared = True

    def __init__(self, store: Store, process: str) -> None:
        self.process = process
        self._store = store
        self._channel = f"spielzug_{store.signing_key.hex()[:12]}"
        self._closing = threading.Event()
        self._listening = threading.Event()
        self._missed = False
        """Whether others may have told something that was not heard."""
        self._thread: threading.Thread | None = None

    # -- sending ----------------------------------------------------------------------------------

    def write(self, connection: Connection, note: Note) -> None:
        text = pack(note, self.process)
        assert len(text.encode()) <= MOST, text[:80]
        run(connection, NOTIFY, (self._channel, text))  # with every decision, so by the driver

    async def send(self, note: Note) -> None:
        with contextlib.suppress(sa.exc.DBAPIError, OSError):
            await self._store.write(lambda connection: self.write(connection, note))

    # -- listening --------------------------------------------------------------------------------

    async def start(self, listener: NoteListener) -> None:
        """Listen; returns when nothing that is written from now on is missed."""
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(
            target=self._listen, args=(loop, listener), name="bus", daemon=True
        )
        self._thread.start()
        if not await asyncio.to_thread(self._listening.wait, CONNECT_TIMEOUT):
            self._missed = True
            log.error("not yet listening to the other processes on this database")

    def _listen(self, loop: asyncio.AbstractEventLoop, listener: NoteListener) -> None:
        import psycopg

        lost = False
        while not self._closing.is_set():
            try:
                with open_connection(self._store, "bus") as link:
                    link.execute(f"LISTEN {self._channel}")
                    if self._missed or self._listening.is_set():
                        post(loop, listener.on_reconnect)
                    self._listening.set()
                    lost = False
                    self._receive(link, loop, listener)
            except (psycopg.Error, sa.exc.DBAPIError) as error:
                if not self._closing.is_set() and not lost:
                    log.warning("lost contact with other processes for a moment: %s", first(error))
                lost = True
                self._closing.wait(PAUSE)

    def _receive(
        self, link: psycopg.Connection[Any], loop: asyncio.AbstractEventLoop, listener: NoteListener
    ) -> None:
        silent = 0
        while not self._closing.is_set():
            silent += 1
            for told in link.notifies(timeout=POLL_SECONDS):
                silent = 0
                known = unpack(told.payload)
                if known is not None:
                    post(loop, listener.on_note, *known)
            if silent >= PROBE:
                link.execute("SELECT 1")
                silent = 0

    async def close(self) -> None:
        self._closing.set()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join, CONNECT_TIMEOUT)


@contextlib.contextmanager
def open_connection(store: Store, purpose: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection of one's own; every statement is a transaction by itself."""
    with store.open_connection() as link:
        link.autocommit = True
        link.execute(f"SET application_name = 'spielzug {purpose}'")
        yield link


def first(error: Exception) -> str:
    """What went wrong, in one line."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def post(loop: asyncio.AbstractEventLoop, call: Callable[..., None], *given: Any) -> None:
    with contextlib.suppress(RuntimeError):  # a loop that is closed wants to know nothing
        loop.call_soon_threadsafe(call, *given)
