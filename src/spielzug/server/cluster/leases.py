"""Leases: a process needs one for what only one of several processes may do.

Every process sends a heartbeat: once a second it writes the database's time to its row. Without one
for three seconds it counts as dead, and any process may take its leases. Each taking increments the
lease's epoch. A process that was only suspended still believes that it holds its leases, so writes
under a lease are fenced: the same transaction checks that holder and epoch are unchanged.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from spielzug.server.cluster.bus import Bus, Bye, Free, chunk_names, first, open_connection, post
from spielzug.server.cluster.steady_time import sync_clock
from spielzug.server.store.schema import lease as rows

if TYPE_CHECKING:
    import psycopg
    from psycopg.rows import TupleRow

    from spielzug.server.store.store import Store

log = logging.getLogger("spielzug.server")

BEAT = 1.0  # seconds between two heartbeats
DEAD = 3.0  # seconds without a heartbeat after which a process counts as dead
CHECK_SECONDS = 0.5  # seconds between two checks for leases of dead processes
MAX_TAKEOVERS = (
    50  # leases of dead processes taken in one check, so that other processes get some, too
)
OLD = 3600.0  # seconds until the row of a dead process is deleted
TABLE = "table:"
"""Prefix of the names of leases on tables."""


@dataclass(frozen=True)
class Lease:
    name: str
    holder: str
    epoch: int


class LeaseLost(Exception):
    """Another process has taken the lease; nothing was written."""


@dataclass(frozen=True)
class HeldLease:
    """A lease as other processes see it."""

    alive: bool
    """Whether a living process holds it."""
    note: str | None
    silent: float
    """Seconds since a process last asked about it."""


class LeaseListener(Protocol):
    """Notified of changes of leases and of their holders."""

    def taken(self, name: str) -> None:
        """This process has taken the lease of a dead one."""

    def freed(self, name: str) -> None:
        """The lease can be acquired again."""

    def gone(self, processes: set[str]) -> None: ...
    def live(self, processes: set[str]) -> None:
        """All living processes; called at every check."""

    def on_recovered(self) -> None:
        """This process counts as alive again, and keeps the leases that nobody took."""


class Leases:
    """Who may do what; in this one, for a single process, every lease is free to take."""

    shared = False

    async def acquire(self, name: str) -> Lease | None:
        """The lease, new or already held; None while another process has it."""
        return Lease(name, "", 0)

    def is_holding(self, name: str) -> bool:
        """Whether this process holds it, as far as it knows; matters only with several."""
        return False

    def release(self, name: str) -> None:
        """Give the lease back, if this process holds it."""

    def mark_lost(self, lease: Lease) -> None:
        """Forget a lease that another process has taken."""


def fence(connection: Connection, lease: Lease) -> None:
    """Raise if another process has taken the lease.

    Locks the row, so that nobody can take the lease before the transaction ends.
    """
    if not lease.holder:
        return
    if connection.execute(_FENCE, _named(lease)).first() is None:
        raise LeaseLost(lease.name)


def live(connection: Connection) -> list[str]:
    """The ids of the processes that count as alive."""
    return sorted(connection.exec_driver_sql(_LIVE).scalars())


def _named(lease: Lease) -> dict[str, str | int]:
    return {"name": lease.name, "holder": lease.holder, "epoch": lease.epoch}


# -- statements; all times come from the database's clock -----------------------------------------

_NOW = "CAST(extract(epoch FROM clock_timestamp()) AS double precision)"
_ALIVE = f"EXISTS (SELECT 1 FROM process WHERE id = lease.holder AND beat > {_NOW} - {DEAD})"
_OURS = "name = :name AND holder = :holder AND epoch = :epoch"
_FENCE = sa.text(f"SELECT 1 FROM lease WHERE {_OURS} FOR SHARE")
_TAKE = sa.text(
    f"INSERT INTO lease (name, holder, epoch, asked) VALUES (:name, :holder, 1, {_NOW}) "
    "ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, epoch = lease.epoch + 1, "
    f"note = NULL, asked = excluded.asked WHERE lease.holder = excluded.holder OR NOT {_ALIVE} "
    "RETURNING epoch"
)
_HOLDER = sa.text("SELECT holder FROM lease WHERE name = :name")
_GIVE_BACK = sa.text(f"DELETE FROM lease WHERE {_OURS}")
_ASK = sa.text(
    f"UPDATE lease SET asked = {_NOW} "
    "FROM (SELECT name AS named, asked AS was FROM lease WHERE name = :name) AS before "
    f"WHERE name = named RETURNING note, {_ALIVE} AS alive, {_NOW} - was AS silent"
)
_SAY = sa.text(f"UPDATE lease SET note = :note WHERE {_OURS} RETURNING {_NOW} - asked AS silent")
_LEAVE_SAID = sa.text(f"UPDATE lease SET note = :note, holder = '' WHERE {_OURS}")
_END = sa.text("DELETE FROM process WHERE id = :id")

_BEAT = (
    f"INSERT INTO process (id, beat) VALUES (%s, {_NOW}) "
    "ON CONFLICT (id) DO UPDATE SET beat = excluded.beat RETURNING beat"
)
_LIVE = f"SELECT id FROM process WHERE beat > {_NOW} - {DEAD}"
_MINE = "SELECT name, epoch FROM lease WHERE holder = %s"
_LEFT = f"SELECT name FROM lease WHERE name LIKE '{TABLE}%%' AND NOT {_ALIVE} LIMIT {MAX_TAKEOVERS}"
_TAKE_LEFT = (
    "UPDATE lease SET holder = %s, epoch = epoch + 1 "
    f"WHERE name IN ({_LEFT} FOR UPDATE SKIP LOCKED) RETURNING name, epoch"
)
_BURY = f"DELETE FROM process WHERE beat < {_NOW} - {OLD}"
_BURY_LEASES = (
    f"DELETE FROM lease WHERE name NOT LIKE '{TABLE}%%' AND NOT {_ALIVE} AND asked < {_NOW} - {OLD}"
)


@dataclass(frozen=True)
class HeartbeatResult:
    """The result of one check of the heartbeat thread."""

    began: float
    """`time.monotonic()` just before the last heartbeat was sent."""
    live: set[str]
    taken: list[Lease]
    mine: list[Lease] | None
    """The leases that this process still holds, if it counted as dead; otherwise None."""


class SharedLeases(Leases):
    shared = True

    def __init__(self, store: Store, bus: Bus) -> None:
        self._store = store
        self._bus = bus
        self._me = bus.process
        self._held: dict[str, Lease] = {}
        self._others: dict[str, str] = {}
        """Holders of leases that others have, until they die or release them."""
        self._asking: dict[str, asyncio.Task[Lease | None]] = {}
        self._again: set[str] = set()
        """Leases released by others while being asked for: the answer may be outdated."""
        self._unreturned: dict[Lease, str | None] = {}
        """Leases that could not be released, with their last note; retried at the next check."""
        self._live: set[str] = set()
        self._last_beat = -DEAD
        self._closing = threading.Event()
        self._wakeup = threading.Event()
        self._begun = threading.Event()
        self._thread: threading.Thread | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def alive(self) -> bool:
        """Whether this process still counts as alive; if not, it acquires no lease."""
        return time.monotonic() - self._last_beat < DEAD

    # -- holding ----------------------------------------------------------------------------------

    async def acquire(self, name: str) -> Lease | None:
        if not self.alive or name in self._others:
            return None
        if name in self._held:
            return self._held[name]
        if name not in self._asking:
            task = asyncio.create_task(self._take(name))
            self._asking[name] = task
            task.add_done_callback(lambda done: self._asked(name, done))
        return await asyncio.shield(self._asking[name])

    def _asked(self, name: str, task: asyncio.Task[Lease | None]) -> None:
        self._asking.pop(name, None)
        self._again.discard(name)
        if not task.cancelled():
            task.exception()  # mark it as retrieved: the caller has it

    async def _take(self, name: str) -> Lease | None:
        def work(connection: Connection) -> tuple[str, int]:
            given = {"name": name, "holder": self._me}
            row = connection.execute(_TAKE, given).first()
            if row is not None:
                return self._me, int(row.epoch)
            other = connection.execute(_HOLDER, given).first()
            return ("", 0) if other is None else (str(other.holder), 0)

        self._again.discard(name)
        holder, epoch = await self._store.write(work)
        if holder == self._me:
            self._held[name] = Lease(name, holder, epoch)
            return self._held[name]
        if name in self._again or not holder:
            return await self._take(name)
        self._others[name] = holder
        return None

    def is_holding(self, name: str) -> bool:
        return name in self._held

    def release(self, name: str) -> None:
        lease = self._held.pop(name, None)
        if lease is not None:
            self._spawn(self._give_back(lease))

    async def _give_back(self, lease: Lease, said: str | None = None) -> None:
        def work(connection: Connection) -> None:
            if said is None:
                connection.execute(_GIVE_BACK, _named(lease))
            else:
                connection.execute(_LEAVE_SAID, {**_named(lease), "note": said})
            self._bus.write(connection, Free((lease.name,)))

        try:
            await self._store.write(work)
        except (sa.exc.DBAPIError, OSError):  # retry, or no other process could acquire it
            self._unreturned[lease] = said

    def mark_lost(self, lease: Lease) -> None:
        if self._held.get(lease.name) == lease:
            del self._held[lease.name]

    def mark_released(self, names: Iterable[str]) -> list[str]:
        """Others have released these leases; gives those that this process has asked for."""
        names = list(names)
        self._again.update(self._asking.keys() & names)
        return [name for name in names if self._others.pop(name, None) is not None]

    def forget_holders(self) -> None:
        """Ask again for all leases of others, because notes may have been missed."""
        self._again.update(self._asking)
        self._others.clear()

    def _spawn(self, work: Coroutine[object, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- the holder's note ------------------------------------------------------------------------

    async def ask(self, name: str) -> HeldLease | None:
        """The holder's last note, and record that somebody asked; None: no such lease."""
        row = await self._store.write(lambda c: c.execute(_ASK, {"name": name}).first())
        return None if row is None else HeldLease(bool(row.alive), row.note, float(row.silent))

    async def report(self, lease: Lease, note: str) -> float:
        """Save a note on the progress; gives the seconds since somebody last asked."""
        given = {**_named(lease), "note": note}
        row = await self._store.write(lambda c: c.execute(_SAY, given).first())
        if row is None:
            self.mark_lost(lease)
            raise LeaseLost(lease.name)
        return float(row.silent)

    async def end(self, lease: Lease, last: str | None = None) -> None:
        """Release the lease at once, and leave a last note for those who ask."""
        self.mark_lost(lease)
        await self._give_back(lease, last)

    # -- heartbeat --------------------------------------------------------------------------------

    async def start(self, listener: LeaseListener) -> None:
        """Start the heartbeat; returns when this process counts as alive."""
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(
            target=self._heartbeat_loop, args=(loop, listener), name="beat", daemon=True
        )
        self._thread.start()
        await asyncio.to_thread(self._begun.wait, 10 * BEAT)
        await asyncio.sleep(0)  # let the callbacks posted by the thread run first

    def check_now(self) -> None:
        """Check now, because a process has ended and its leases are free."""
        self._wakeup.set()

    def _heartbeat_loop(self, loop: asyncio.AbstractEventLoop, listener: LeaseListener) -> None:
        import psycopg

        trouble = False
        while not self._closing.is_set():
            try:
                with open_connection(self._store, "beat") as link:
                    link.execute("SET synchronous_commit = off")  # heartbeats may be lost
                    self._send_heartbeats(link, loop, listener)
            except (psycopg.Error, sa.exc.DBAPIError) as error:
                if not trouble:
                    log.warning("could not send a heartbeat: %s", first(error))
                trouble = True
                self._closing.wait(CHECK_SECONDS)
            else:
                trouble = False

    def _send_heartbeats(
        self,
        link: psycopg.Connection[TupleRow],
        loop: asyncio.AbstractEventLoop,
        listener: LeaseListener,
    ) -> None:
        last, buried = -DEAD, -OLD
        while not self._closing.is_set():
            began = time.monotonic()
            if began - last >= BEAT - CHECK_SECONDS / 2:
                row = link.execute(_BEAT, (self._me,)).fetchone()
                assert row is not None
                sync_clock(float(row[0]), (began + time.monotonic()) / 2)
                dead = began - last >= DEAD
                last = began
            else:
                dead = False
            if began - buried >= OLD:
                link.execute(_BURY)
                link.execute(_BURY_LEASES)
                buried = began
            look = self._beat_and_check(link, last, dead)
            post(loop, self._apply_heartbeat, look, listener)
            self._begun.set()
            # After a full batch more may be left; the short wait lets other processes take some.
            self._wakeup.wait(
                CHECK_SECONDS / 10 if len(look.taken) == MAX_TAKEOVERS else CHECK_SECONDS
            )
            self._wakeup.clear()

    def _beat_and_check(
        self, link: psycopg.Connection[TupleRow], began: float, dead: bool
    ) -> HeartbeatResult:
        mine: list[Lease] | None = None
        if dead:
            mine = [Lease(n, self._me, e) for n, e in link.execute(_MINE, (self._me,))]
        live = {str(row[0]) for row in link.execute(_LIVE)}
        taken: list[Lease] = []
        if link.execute(_LEFT).fetchone() is not None:
            taken = [Lease(n, self._me, e) for n, e in link.execute(_TAKE_LEFT, (self._me,))]
        return HeartbeatResult(began, live, taken, mine)

    def _apply_heartbeat(self, look: HeartbeatResult, listener: LeaseListener) -> None:
        """Take over the result of a check, in the event loop."""
        was = self.alive
        self._last_beat = look.began
        if look.mine is not None:
            self._held = {lease.name: lease for lease in look.mine}
        self._held |= {lease.name: lease for lease in look.taken}
        gone, self._live = self._live - look.live, look.live
        for lease in look.taken:
            self._others.pop(lease.name, None)
        freed = [name for name, holder in self._others.items() if holder not in look.live]
        for name in freed:
            del self._others[name]
        if gone - {self._me}:
            listener.gone(gone - {self._me})
        listener.live(look.live)
        again, self._unreturned = self._unreturned, {}
        for lease, said in again.items():
            self._spawn(self._give_back(lease, said))
        for lease in look.taken:
            listener.taken(lease.name)
        for name in freed:
            listener.freed(name)
        if not was and self.alive:
            listener.on_recovered()

    async def close(self) -> None:
        """Delete the process's row, which frees all its leases, and notify the others."""
        self._closing.set()
        self._wakeup.set()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join, DEAD)
        self._last_beat = -DEAD
        if self._tasks:
            await asyncio.wait(self._tasks)

        def work(connection: Connection) -> None:
            connection.execute(_END, {"id": self._me})
            self._bus.write(connection, Bye())

        with contextlib.suppress(sa.exc.DBAPIError, OSError, TimeoutError):
            async with asyncio.timeout(DEAD):
                await self._store.write(work)


def held_elsewhere(connection: Connection, names: Iterable[str]) -> set[str]:
    """Those of these leases that a living process holds."""
    alive = sa.text(_ALIVE)
    found: set[str] = set()
    for some in chunk_names(names):
        query = sa.select(rows.c.name).where(rows.c.name.in_(some), alive)
        found |= set(connection.execute(query).scalars())
    return found
