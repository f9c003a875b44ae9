"""Hints at a table that allows them: what a person could do, told to nobody else.

The advice is made from the seat's hidden position alone, in a bot's thread, once for a position:
asking again gives the same answer, so nobody can ask until it fits.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any

from spielzug.bots.clock import Stop
from spielzug.bots.hints import Advice, Hint, advise, sentence
from spielzug.core.chance import generator
from spielzug.core.game import Game, State
from spielzug.core.game import Tables as GameTables
from spielzug.server.problems import Problem
from spielzug.server.table import RUNNING, Changes, Table
from spielzug.server.tables import Tables

KEPT = 256  # advice remembered, for so many tables


@dataclass(frozen=True)
class Question:
    """What is asked about. It holds no more of the position than the seat may know."""

    game: Game
    tables: GameTables
    hidden: State
    number: int
    seat: int
    names: list[str]


@dataclass
class Thinking:
    number: int
    seat: int
    task: asyncio.Task[Advice]
    stop: Stop = field(default_factory=Stop)

    def still_wanted(self, table: Table) -> bool:
        return table.status == RUNNING and table.number == self.number


class Hints:
    def __init__(self, tables: Tables, threads: Executor) -> None:
        self._tables = tables
        self._threads = threads
        self._thinking: OrderedDict[str, Thinking] = OrderedDict()
        """The last advice at each table, given or still being thought about."""

    def is_using(self, table_id: str) -> bool:
        return False

    def table_changed(self, table: Table, changes: Changes) -> None:
        """The game went on: what was thought about is no more."""
        thinking = self._thinking.get(table.id)
        if thinking is not None and not thinking.still_wanted(table):
            thinking.stop.set()
            del self._thinking[table.id]

    async def give(
        self, table_id: str, device: str, number: int, seat: int, lang: str
    ) -> dict[str, Any]:
        """Advice for a person who is to decide; refused where the table does not allow it."""
        async with self._tables.use(table_id) as table:
            table.refuse_hint(device, number, seat)
            match = table.played()
            hidden = table.hidden(number - 1, seat)
            asked = Question(table.game, match.tables, hidden, number, seat, match.names)
            thinking = self._thinking.get(table_id)
            if thinking is None or (thinking.number, thinking.seat) != (number, seat):
                thinking = self._begin(table_id, asked)
        advice = await asyncio.shield(thinking.task)
        if thinking.stop.is_set():
            raise Problem(409, "too_late")
        return told(asked, advice, lang)

    def _begin(self, table_id: str, asked: Question) -> Thinking:
        stop = Stop()
        task = asyncio.create_task(self._think(table_id, asked, stop))
        # Whoever asked may be gone by then; an error is still theirs and not the loop's.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        thinking = Thinking(asked.number, asked.seat, task, stop)
        self._thinking[table_id] = thinking
        while len(self._thinking) > KEPT:
            self._thinking.popitem(last=False)[1].stop.set()
        return thinking

    async def _think(self, table_id: str, asked: Question, stop: Stop) -> Advice:
        await self._tables.ready_to_think(table_id, asked.game)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, _advise, asked, stop)

    async def close(self) -> None:
        thoughts = list(self._thinking.values())
        for thinking in thoughts:
            thinking.stop.set()
            thinking.task.cancel()
        await asyncio.gather(*(t.task for t in thoughts), return_exceptions=True)


def _advise(asked: Question, stop: Stop) -> Advice:
    lot = generator(secrets.randbits(64))
    return advise(asked.game, asked.tables, asked.hidden, lot, stop=stop, names=asked.names)


def told(asked: Question, advice: Advice, lang: str) -> dict[str, Any]:
    """Advice as the client gets it."""
    return {
        "number": asked.number,
        "seat": asked.seat,
        "sentence": _sentence(asked, advice, lang),
        "hints": [_hint(asked, advice, n, hint, lang) for n, hint in enumerate(advice.hints)],
    }


def _hint(asked: Question, advice: Advice, index: int, hint: Hint, lang: str) -> dict[str, Any]:
    words = asked.game.words
    reply = hint.reply
    return {
        "action": hint.action,
        "notation": words.notation(hint.action),
        "label": words.label(asked.tables, asked.hidden, hint.action, lang, asked.names),
        "percent": hint.percent,
        "visits": hint.visits,
        "kind": hint.kind,
        "than": hint.than,
        "reply": None if reply is None else {"seat": reply.seat, "label": reply.labels[lang]},
        "sentence": _sentence(asked, advice, lang, index),
    }


def _sentence(asked: Question, advice: Advice, lang: str, index: int = 0) -> str:
    game, tables, hidden = asked.game, asked.tables, asked.hidden
    return sentence(game, tables, hidden, advice, asked.names, lang, index)
