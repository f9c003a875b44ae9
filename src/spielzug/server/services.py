"""The parts of a server: created, connected, started, stopped; and whether it is ready."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import logging
import secrets
import time
from collections.abc import Coroutine

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from spielzug.server.background.queue import BackgroundQueue, BackgroundRequest
from spielzug.server.bots.hints import Hints
from spielzug.server.bots.program_timeout import ProgramTimeouts
from spielzug.server.bots.runner import BotsRunner, TableAttendance
from spielzug.server.config.settings import Settings
from spielzug.server.games import Games
from spielzug.server.identity import Identity
from spielzug.server.lab_jobs import LabJobs
from spielzug.server.learning import School
from spielzug.server.limits.connections import ConnectionLimits
from spielzug.server.limits.rates import Limits
from spielzug.server.live.hub import NO_DATA, STOPPING, Hub
from spielzug.server.notifications.service import Notifications
from spielzug.server.ops.membership import ClusterMembership, DatabasePoller
from spielzug.server.ops.retention import Retention
from spielzug.server.problems import Problem
from spielzug.server.reviews.queue import Reviews
from spielzug.server.seats.open_lobby import OpenTables
from spielzug.server.seats.transfer import SeatTransfers
from spielzug.server.store import seat_queries, sql
from spielzug.server.store.store import Store
from spielzug.server.tables.executors import DecisionExecutors
from spielzug.server.tables.manager import Tables
from spielzug.server.tables.timers import GameClocks, TurnDeadlines
from spielzug.tables.seats import only_person
from spielzug.tables.start import StartPosition, check_matches_start
from spielzug.wire.requests import FromTable, NewTable

DATABASE_TIMEOUT = 2.0  # seconds for the database to answer
FRESH = 1.0  # seconds that a result is reused, so that many requests cause one query
SAVED = 30.0  # seconds after a successful save in which no test write is needed


class Readiness:
    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables
        self._asking: asyncio.Task[None] | None = None
        self._answered = -FRESH
        self._trouble: str | None = None
        self.stopping = False

    async def why_not(self) -> Problem | None:
        """Why the server is not ready; None if it is."""
        if self.stopping:
            return stopping()
        if time.monotonic() - self._answered >= FRESH:
            if self._asking is None:
                self._asking = asyncio.create_task(self._ask())
            await asyncio.shield(self._asking)
        return None if self._trouble is None else Problem(503, self._trouble)

    async def _ask(self) -> None:
        try:
            async with asyncio.timeout(DATABASE_TIMEOUT):
                await self._store.read(_answer)
                await self._require_saving()
            self._trouble = None
        except Problem as problem:
            self._trouble = problem.code
        except Exception:  # whatever the cause, no traffic should come here
            self._trouble = NO_DATA
        finally:
            self._answered, self._asking = time.monotonic(), None

    async def _require_saving(self) -> None:
        """Raise while saving fails; if the last save is long ago, try a write."""
        if self._tables.trouble is not None:
            raise Problem(503, self._tables.trouble)
        if time.monotonic() - self._tables.last_save >= SAVED:
            await self._tables.save(sql.probe_write)


def _answer(connection: Connection) -> None:
    connection.execute(sa.text("SELECT value FROM meta WHERE key = 'schema_version'")).all()


def stopping() -> Problem:
    return Problem(503, STOPPING)


log = logging.getLogger("spielzug.server")


class Services:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.identity = Identity(self.store.signing_key, settings)
        self.limits = Limits(settings.limits)
        self.connection_limiter = ConnectionLimits(settings, self.limits)
        self.games = Games(settings)
        self.cluster_membership = ClusterMembership(self.store)
        bus, leases = self.cluster_membership.bus, self.cluster_membership.leases
        self.tables = Tables(settings, self.store, self.games, bus, leases)
        self.counts = self.tables.counts
        self.ready = Readiness(self.store, self.tables)
        self.hub = Hub(settings, self.tables, self.identity, self.limits, bus)
        self.decision_executors = DecisionExecutors(self.games.thinkers, settings.thinkers)
        attendance = TableAttendance(self.hub.connected)
        self.bots = BotsRunner(self.tables, self.decision_executors, attendance)
        self.hints = Hints(self.tables, self.games, self.decision_executors, attendance)
        self.background_queue = BackgroundQueue(settings)
        self.positions = BackgroundQueue(settings, use_plain_rules=True)
        self.lab_runs = LabJobs(settings)
        self.reviews = Reviews(settings, self.store, self.cluster_membership.reviews)
        self.seat_transfers = SeatTransfers(settings, self.store, self.tables, self.identity)
        self.school = School(self.games)
        self.clocks = GameClocks(self.tables)
        self.turns = TurnDeadlines(self.tables, self.store)
        self.program_timeouts = ProgramTimeouts(
            self.tables, self.decision_executors, attendance, settings.program_seconds
        )
        self.notifications = Notifications(settings, self.store, self.hub.devices)
        self.tables.extra_writes.append(self.notifications.extra_writes)
        self.tables.error_sinks.append(self.hub.send_trouble)
        self.tables.listeners += [
            self.hub, self.bots, self.hints, self.clocks, self.turns, self.program_timeouts,
            self.notifications,
        ]  # fmt: skip
        self.open_lobby = OpenTables(settings, self.store, self.tables, self.hub)
        self.tables.listeners.append(self.open_lobby)
        self.retention = Retention(
            settings, self.store, self.tables, leases, self.hub.remote_presence.has_clients
        )
        self.games.listeners.append(self.tables.on_compile_progress)
        self.metrics_url: str | None = None
        self._background: list[asyncio.Task[None]] = []

    @property
    def stopping(self) -> bool:
        return self.ready.stopping

    async def start(self) -> None:
        await self.cluster_membership.start(self.tables, self.hub)
        self.spawn(self.connection_limiter.watch())
        self.spawn(self.hub.ping_all())
        self.spawn(self.games.warm_up(self.settings.warm_up))
        self.spawn(self.tables.wake_bots())
        self.spawn(self.turns.run())
        self.spawn(self.retention.run())
        self.spawn(self.open_lobby.run())
        self.spawn(self.notifications.notification_sender.run())
        self.spawn(DatabasePoller(self.store, self.tables).run())

    async def start_position(self, wanted: NewTable) -> StartPosition:
        """The start position of a table that is not dealt."""
        game = await self.games.get(wanted.game)
        start, key = wanted.start, secrets.randbits(64)
        assert start is not None
        seat = only_person(wanted.seats)
        if isinstance(start, FromTable):
            await self.edition_of(start.table)
            asked = BackgroundRequest(
                "begun", start.table, "", seat, start.entry, "", start.hidden, key
            )
        else:
            asked = BackgroundRequest("begun", "", "", seat, 0, start.position, start.hidden, key)
        answer = await self.positions.answer(asked)
        start_position = StartPosition.from_text(gzip.decompress(answer.packed).decode(), game)
        check_matches_start(start_position, wanted.options, len(wanted.seats))
        return start_position

    async def edition_of(self, table_id: str) -> int:
        """The number of names removed from a game; raises if the table does not exist."""
        edition = await self.store.read(lambda c: seat_queries.edition(c, table_id))
        if edition is None:
            raise Problem(404, "no_table")
        return edition

    def spawn(self, work: Coroutine[object, None, None]) -> None:
        task = asyncio.create_task(work)
        task.add_done_callback(_report)
        self._background.append(task)

    async def stop(self) -> None:
        self.ready.stopping = True
        for task in self._background:
            task.cancel()
        await asyncio.gather(*self._background, return_exceptions=True)
        await self.notifications.notification_sender.close()
        await self.background_queue.close()
        await self.positions.close()
        await self.lab_runs.close()
        await self.reviews.close()
        await self.program_timeouts.close()
        await self.clocks.close()
        await self.turns.close()
        await self.hints.close()
        await self.bots.close()
        self.decision_executors.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(10):
                await self.tables.close()
        await self.cluster_membership.stop()
        await asyncio.to_thread(self.games.close)
        await asyncio.to_thread(self.store.close)


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a background task failed", exc_info=error)
