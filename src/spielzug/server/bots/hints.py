"""Hints for a person at a table that allows them; nobody else sees them.

The advice is computed only from what the seat may know, in a thinking process, and once for each
position: asking again gives the same answer, so nobody can retry for a better one. Only advice
of the quick player, given while the game was being compiled, is computed again on request.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field

from spielzug.bots import hints as core
from spielzug.bots.clock import Stop
from spielzug.bots.hints import sentence
from spielzug.core.position import Seen
from spielzug.server.bots.attendance import TableAttendance
from spielzug.server.bots.runner import seen_by_actor
from spielzug.server.games import Games
from spielzug.server.limits.fair_queue import Path
from spielzug.server.problems import Problem
from spielzug.server.tables.executors import DecisionExecutors
from spielzug.server.tables.manager import Tables
from spielzug.server.tables.table import RUNNING, Changes, Table
from spielzug.wire.responses import Advice, Hint, Reply

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
    task: asyncio.Future[core.HintAdvice]
    stop: Stop = field(default_factory=Stop)

    def is_still_wanted(self, table: Table) -> bool:
        return table.status == RUNNING and table.number == self.number


def check_hint_allowed(table: Table, device: str, number: int, seat: int) -> None:
    """Raise unless the table allows hints and it is this person's turn at this entry."""
    place = table.own_place(device, seat)
    if not table.hints:
        raise Problem(403, "no_hints")
    if table.running_match().actor != seat:
        raise Problem(403, "not_your_turn")
    if place.stand_in is not None:
        raise Problem(409, "seat_left")
    if number != table.number:
        raise Problem(409, "too_late")


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
            asked = PendingHint(seen_by_actor(table).named(table.names(lang)), number, seat)
            thinking = self._thinking.get(table_id)
            if thinking is None or not self._answers(thinking, asked):
                thinking = self._begin(table, asked)
        advice = await asyncio.shield(thinking.task)
        if thinking.stop.is_set():
            raise Problem(409, "too_late")
        return to_wire_advice(asked, advice, lang)

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

    async def _think(self, path: Path, seen: Seen, stop: Stop) -> core.HintAdvice:
        advice = await self._decision_executors.advise(path, seen, stop)
        return advice or core.HintAdvice(seen.seat, len(seen.legal))  # stopped: never sent

    async def close(self) -> None:
        thoughts = list(self._thinking.values())
        for thinking in thoughts:
            thinking.stop.set()
            thinking.task.cancel()
        await asyncio.gather(*(t.task for t in thoughts), return_exceptions=True)


def to_wire_advice(asked: PendingHint, advice: core.HintAdvice, lang: str) -> Advice:
    """The advice as it is sent to the browser."""
    return Advice(
        number=asked.number,
        seat=asked.seat,
        sentence=_sentence(asked, advice, lang),
        hints=[_hint(asked, advice, n, hint, lang) for n, hint in enumerate(advice.hints)],
    )


def _hint(
    asked: PendingHint, advice: core.HintAdvice, index: int, hint: core.HintChoice, lang: str
) -> Hint:
    seen, reply = asked.seen, hint.reply
    return Hint.model_validate(
        {
            "action": hint.action,
            "notation": seen.notation(hint.action),
            "label": seen.label(hint.action, lang),
            "percent": hint.percent,
            "visits": hint.visits,
            "kind": hint.kind,
            "than": hint.than,
            "reply": reply and Reply(seat=reply.seat, label=reply.labels[lang]),
            "sentence": _sentence(asked, advice, lang, index),
        }
    )


def _sentence(asked: PendingHint, advice: core.HintAdvice, lang: str, index: int = 0) -> str:
    return sentence(asked.seen, advice, lang, index)
