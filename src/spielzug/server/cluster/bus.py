"""The bus: small JSON notes between processes on one database, by LISTEN and NOTIFY of PostgreSQL.

A note about a table is part of the transaction that writes the table, so it is delivered if and
only if that commits. If nothing but the log has changed, it has the new entries, which the receiver
checks by their marks; otherwise the receiver reads the database. Only presence and signals are not
stored anywhere.

A thread listens on its own connection. If that connection was lost, notes may have been missed, and
everything in memory is compared with the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVarTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from spielzug.server.store.base import run

if TYPE_CHECKING:
    import psycopg
    from psycopg.rows import TupleRow

    from spielzug.server.store.store import Store

MAX_NOTE_BYTES = 7900  # bytes; PostgreSQL takes less than 8,000


NotedEntry = tuple[int, str, int, int, str | None, str | None, str]
"""Number, kind, seat, action, instead, leave and digest of an entry, see `row_types.EntryRow`."""


@dataclass(frozen=True)
class Changed:
    """A table was written."""

    table: str
    revision: int
    people: tuple[str, ...] = ()
    """The devices whose lists contain the table."""
    freed: tuple[str, ...] = ()
    """Devices that have lost a seat there."""
    updated: float = 0.0
    entries: tuple[NotedEntry, ...] = ()
    """The new entries of the log, if nothing else has changed."""


@dataclass(frozen=True)
class Deleted:
    tables: tuple[str, ...]


@dataclass(frozen=True)
class Here:
    """Who is connected to a table at the sending process; replaces its earlier note."""

    table: str
    devices: tuple[tuple[str, str, int], ...] = ()
    """Device, address, and number of connections."""
    more: int = 0
    """Further connections, of spectators."""


@dataclass(frozen=True)
class Signal:
    """A person sent a signal; `text` is the message for the browsers."""

    table: str
    text: str


@dataclass(frozen=True)
class WhoIsThere:
    """Asks the other processes for all their `Here` notes."""


@dataclass(frozen=True)
class AllTold:
    """All `Here` notes are sent: nobody is connected to any other table at this process."""


@dataclass(frozen=True)
class Free:
    """Leases that were released."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Bye:
    """A process ends; its leases are free."""


Note = Changed | Deleted | Here | Signal | WhoIsThere | AllTold | Free | Bye
KINDS: dict[str, type[Note]] = {
    kind.__name__: kind for kind in (Changed, Deleted, Here, Signal, WhoIsThere, AllTold, Free, Bye)
}


def pack(note: Note, process: str) -> str:
    return json.dumps([type(note).__name__, process, asdict(note)], separators=(",", ":"))


def unpack(text: str) -> tuple[Note, str] | None:
    """The note and its sender; None for an unknown kind, sent by a newer version of Spielzug."""
    try:
        kind, process, fields = json.loads(text)
        made = KINDS[kind](**{name: _tuples(value) for name, value in fields.items()})
    except (ValueError, LookupError, TypeError):
        return None
    return made, str(process)


def _tuples(value: object) -> Any:
    return tuple(_tuples(one) for one in value) if isinstance(value, list) else value


def chunk_names(names: Iterable[str], most: int = 100) -> Iterator[tuple[str, ...]]:
    """Names in chunks that fit into one note each."""
    rest = list(names)
    for first in range(0, len(rest), most):
        yield tuple(rest[first : first + most])


log = logging.getLogger("spielzug.server")

CONNECT_TIMEOUT = 10.0  # seconds that `start` waits for the connection, and `close` for the thread
PAUSE = 0.5  # seconds before a lost connection is tried again
POLL_SECONDS = 0.5  # seconds between two checks whether the bus is closing
PROBE = 4  # polls without a note until the connection is tested


class NoteListener(Protocol):
    """Receives the notes of other processes."""

    def on_note(self, note: Note, process: str) -> None: ...
    def on_reconnect(self) -> None:
        """Notes may have been missed."""


class Bus:
    """Carries notes between processes; this one, for a single process, does nothing."""

    process = ""
    """The id of this process."""
    shared = False
    """Whether there can be other processes."""

    def write(self, connection: Connection, note: Note) -> None:
        """Send a note with the transaction of this connection, when it commits."""
        self.write_all(connection, [note])

    def write_all(self, connection: Connection, notes: Sequence[Note]) -> None:
        """Send several notes, in this order."""

    async def send(self, note: Note) -> None:
        """Send a note in its own transaction; it is lost if that fails."""


class PostgresBus(Bus):
    shared = True

    def __init__(self, store: Store, process: str) -> None:
        self.process = process
        self._store = store
        self._channel = f"spielzug_{store.signing_key.hex()[:12]}"
        self._closing = threading.Event()
        self._listening = threading.Event()
        self._missed = False
        """Whether notes may have been missed before listening began."""
        self._thread: threading.Thread | None = None

    # -- sending ----------------------------------------------------------------------------------

    def write_all(self, connection: Connection, notes: Sequence[Note]) -> None:
        texts = [pack(note, self.process) for note in notes]
        assert all(len(text.encode()) <= MAX_NOTE_BYTES for text in texts), texts[0][:80]
        if texts:  # hot path, so without SQLAlchemy's layers
            query = "SELECT pg_notify(?, column1) FROM (VALUES {}) AS notes"
            values = ", ".join(["(?)"] * len(texts))
            run(connection, query.format(values), (self._channel, *texts))

    async def send(self, note: Note) -> None:
        with contextlib.suppress(sa.exc.DBAPIError, OSError):
            await self._store.write(lambda connection: self.write(connection, note))

    # -- listening --------------------------------------------------------------------------------

    async def start(self, listener: NoteListener) -> None:
        """Start listening; returns when no later note can be missed, or after a timeout."""
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(
            target=self._listen, args=(loop, listener), name="bus", daemon=True
        )
        self._thread.start()
        if not await asyncio.to_thread(self._listening.wait, CONNECT_TIMEOUT):
            self._missed = True
            log.error("cannot listen to the other processes on this database yet; still trying")

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
                    log.warning(
                        "lost contact with the other processes, reconnecting: %s", first(error)
                    )
                lost = True
                self._closing.wait(PAUSE)

    def _receive(
        self,
        link: psycopg.Connection[TupleRow],
        loop: asyncio.AbstractEventLoop,
        listener: NoteListener,
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
def open_connection(store: Store, purpose: str) -> Iterator[psycopg.Connection[TupleRow]]:
    """A separate connection in autocommit mode; `purpose` names it in PostgreSQL's views."""
    with store.open_connection() as link:
        link.autocommit = True
        link.execute(f"SET application_name = 'spielzug {purpose}'")
        yield link


def first(error: Exception) -> str:
    """The first line of an error."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]


Given = TypeVarTuple("Given")


def post(loop: asyncio.AbstractEventLoop, call: Callable[[*Given], None], *given: *Given) -> None:
    with contextlib.suppress(RuntimeError):  # the loop is closed already
        loop.call_soon_threadsafe(call, *given)
