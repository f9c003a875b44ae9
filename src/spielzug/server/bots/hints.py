"""Hints for a person at a table that allows them; nobody else sees them.

The advice is computed only from what the seat may know, in a thinking process, and once for each
position: asking again gives the same answer, so nobody can retry for a better one. Only advice
of the quick player, given while the game was being compiled, is computed again on request.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field

from spielzug.bots.advice import HintAdvice
from spielzug.bots.clock import Stop
from spielzug.core.position import Seen
from spielzug.server.bots.runner import TableAttendance
from spielzug.server.games import Games
from spielzug.server.limits.fair_queue import Path
from spielzug.server.problems import Problem
from spielzug.server.tables.executors import DecisionExecutors
from spielzug.server.tables.manager import Tables
from spielzug.tables.hints import advice_fields, check_hint_allowed
from spielzug.tables.table import RUNNING, Changes, Table
from spielzug.wire.responses import Advice

MAX_TABLES = 256  # tables whose last advice is kept


@dataclass(frozen=True)
class PendingHint:
    """A request for a hint; it holds no more of the position than the seat may know."""

    seen: Seen
    number: int
    seat: int


@dataclass
class HintThinking:
    number: int
    seat: int
    task: asyncio.Future[HintAdvice]
    stop: Stop = field(default_factory=Stop)

    def is_still_wanted(self, table: Table) -> bool:
        return table.status == RUNNING and table.number == self.number


class Hints:
    def __init__(
        self,
        tables: Tables,
        games: Games,
        decision_executors: DecisionExecutors,
        attendance: TableAttendance,
    ) -> None:
        self._tables = tables
        self._games = games
        self._decision_executors = decision_executors
        self._attendance = attendance
        self._thinking: OrderedDict[str, HintThinking] = OrderedDict()
        """The last advice at each table, finished or still being computed."""

    def is_using(self, table_id: str) -> bool:
        return False

    def table_changed(self, table: Table, changes: Changes) -> None:
        """Stop and drop advice about a position that has passed."""
        thinking = self._thinking.get(table.id)
        if thinking is not None and not thinking.is_still_wanted(table):
            thinking.stop.set()
            del self._thinking[table.id]

    async def give(self, table_id: str, device: str, number: int, seat: int, lang: str) -> Advice:
        """Advice for the person to decide; raises where hints are not allowed."""
        async with self._tables.use(table_id) as table:
            check_hint_allowed(table, device, number, seat)
            asked = PendingHint(table.seen_by_actor().named(table.names(lang)), number, seat)
            thinking = self._thinking.get(table_id)
            if thinking is None or not self._answers(thinking, asked):
                thinking = self._begin(table, asked)
        advice = await asyncio.shield(thinking.task)
        if thinking.stop.is_set():
            raise Problem(409, "too_late")
        return advice_fields(number, asked.seen, advice, lang)

    def _answers(self, thinking: HintThinking, asked: PendingHint) -> bool:
        """Whether it answers the request; not if a search can now replace the quick player."""
        if (thinking.number, thinking.seat) != (asked.number, asked.seat):
            return False
        done = thinking.task.done() and not thinking.task.cancelled()
        quick = done and (thinking.task.exception() is not None or thinking.task.result().quick)
        return not (quick and self._games.thinkers.can_think_about(asked.seen.game.name))

    def _begin(self, table: Table, asked: PendingHint) -> HintThinking:
        self._games.play(asked.seen.game.name)
        stop = Stop()
        task = asyncio.create_task(self._think(self._attendance.queue_key(table), asked.seen, stop))
        # Retrieve the exception even if the caller is gone, or asyncio would log it.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        thinking = HintThinking(asked.number, asked.seat, task, stop)
        self._thinking[table.id] = thinking
        while len(self._thinking) > MAX_TABLES:
            self._thinking.popitem(last=False)[1].stop.set()
        return thinking

    async def _think(self, path: Path, seen: Seen, stop: Stop) -> HintAdvice:
        advice = await self._decision_executors.advise(path, seen, stop)
        return advice or HintAdvice(seen.seat, len(seen.legal))  # stopped: never sent

    async def close(self) -> None:
        thoughts = list(self._thinking.values())
        for thinking in thoughts:
            thinking.stop.set()
            thinking.task.cancel()
        await asyncio.gather(*(t.task for t in thoughts), return_exceptions=True)
