"""Runs the bots at the tables: they decide in other threads or processes, at the table's pace."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol
from weakref import WeakKeyDictionary

from spielzug.bots.clock import Clock, Stop, TurnTime
from spielzug.bots.thinking.fallback import BotDecision
from spielzug.server.cluster.leases import LeaseLost
from spielzug.server.limits.rates import network
from spielzug.server.monitoring import short_id
from spielzug.server.problems import Problem
from spielzug.server.tables.executors import DecisionExecutors
from spielzug.server.tables.manager import TRANSIENT_PROBLEMS, Tables
from spielzug.tables.table import RUNNING, Changes, Table

NOBODY_CONNECTED = ""
"""Used as the network of tables where nobody is connected: together they get one share."""


class Connected(Protocol):
    """One live connection to a table."""

    @property
    def device(self) -> str: ...
    @property
    def address(self) -> str: ...


class TableAttendance:
    def __init__(self, connected: Callable[[str], Collection[Connected]]) -> None:
        self._connected = connected

    def bots_may_move(self, table: Table) -> bool:
        """True while a person is seated, or somebody watches an untimed table of bots."""
        return table.bots_may_move(watched=bool(self._connected(table.id)))

    def queue_key(self, table: Table) -> tuple[str, str, str]:
        """Network, device and table, for fair queueing.

        The network is the creator's, if they are connected. Devices are cheap to invent, so tables
        opened by many devices of one network still share its turn.
        """
        here = sorted(self._connected(table.id), key=lambda one: _rank(table, one))
        return network(here[0].address) if here else NOBODY_CONNECTED, table.creator, table.id


def _rank(table: Table, one: Connected) -> int:
    """Sort order: the creator, then people with a seat, then spectators."""
    if one.device == table.creator:
        return 0
    return 1 if table.seats_of(one.device) else 2


log = logging.getLogger("spielzug.server")

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0  # seconds before a failed move is retried


@dataclass
class BotThinking:
    """A decision being computed, and how to stop it."""

    number: int
    seat: int
    bot: str
    stop: Stop = field(default_factory=Stop)

    def is_still_wanted(self, table: Table) -> bool:
        here = table.status == RUNNING and table.number == self.number
        return here and table.places[self.seat].bot == self.bot


class BotsRunner:
    """At most one task per table, while a bot is to move and bots may move there."""

    def __init__(
        self, tables: Tables, decision_executors: DecisionExecutors, attendance: TableAttendance
    ) -> None:
        self._tables = tables
        self._decision_executors = decision_executors
        self._attendance = attendance
        self._active: dict[str, asyncio.Task[None]] = {}
        self._thinking: dict[str, BotThinking] = {}
        self._times: WeakKeyDictionary[Table, TurnTime] = WeakKeyDictionary()
        """Thinking time used in the current turn of each table in memory."""
        self._closed = False

    def is_using(self, table_id: str) -> bool:
        return table_id in self._active

    def table_changed(self, table: Table, changes: Changes) -> None:
        """Called with the table's lock held, so it only starts or stops tasks."""
        thinking = self._thinking.get(table.id)
        if thinking is not None and not thinking.is_still_wanted(table):
            thinking.stop.set()
        if self._closed or table.id in self._active or self._next_bot(table) is None:
            return
        task = asyncio.create_task(self._play(table.id))
        self._active[table.id] = task
        task.add_done_callback(lambda done: self._ended(table.id, done))

    def _next_bot(self, table: Table) -> str | None:
        """The bot to move now, if bots may move at the table."""
        return table.bot_to_move if self._attendance.bots_may_move(table) else None

    def _ended(self, table_id: str, task: asyncio.Task[None]) -> None:
        if self._active.get(table_id) is task:
            del self._active[table_id]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("bots stopped moving at a table", exc_info=error)

    async def _play(self, table_id: str) -> None:
        """Move until no bot is to move. Errors are retried with backoff: people wait for it."""
        pause = FIRST_PAUSE
        while True:
            try:
                if not await self._move(table_id):
                    return
                pause = FIRST_PAUSE
                continue
            except LeaseLost:
                continue  # the next attempt finds out who holds it
            except Problem as problem:
                if problem.code not in TRANSIENT_PROBLEMS:
                    log.error("bots stopped moving at a table: %s", problem.code)
                    return
            except Exception:
                log.exception("a bot could not move at table %s", short_id(table_id))
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)

    async def _move(self, table_id: str) -> bool:
        """Make one decision of the bot to move; False if there is none."""
        loop = asyncio.get_running_loop()
        begin = loop.time()
        lease = await self._tables.lease(table_id)
        if lease is None:  # another process moves the bots here
            self._active.pop(table_id, None)
            return False
        async with self._tables.use(table_id, fresh=False) as table:
            bot = self._next_bot(table)
            if bot is None:
                # Deregister while the lock is held, so that the next change starts a new task.
                self._active.pop(table_id, None)
                return False
            match, number, pace = table.played(), table.number, table.pace / 1000
            seat, legal = match.actor, match.legal
            seen = table.seen_by_actor()
            turn = self._times.setdefault(table, TurnTime())
            turn.begin(seat, number)
            thinking = BotThinking(number, seat, bot)
            path = self._attendance.queue_key(table)
            self._thinking[table_id] = thinking
        try:
            decided: BotDecision | None = BotDecision(legal[0])
            if len(legal) == 1:
                pace /= 2
            else:
                clock = Clock(turn, thinking.stop)
                wanted = partial(self._attendance.bots_may_move, table)
                decided = await self._decision_executors.decide(path, bot, seen, clock, wanted)
            if decided is not None and not thinking.stop.is_set():
                await asyncio.sleep(max(0.0, begin + pace - loop.time()))
        finally:
            self._thinking.pop(table_id, None)
        if decided is not None and not thinking.stop.is_set():
            action, instead = decided.action, decided.instead
            await self._tables.change(
                table_id, lambda t: t.decide_for_bot(number, seat, action, instead), lease
            )
        # Otherwise the position has passed or bots may no longer move: check again.
        return True

    async def close(self) -> None:
        self._closed = True
        for thinking in self._thinking.values():
            thinking.stop.set()
        tasks = list(self._active.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
