"""What happens by itself at the tables of a page: bots move, hints are computed, clocks run out.

Levels think in workers of their own, which get what the seat may know and return an action. Hints
are searched here, in short slices between which the tables are served.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spielzug.bots import get_bot
from spielzug.bots.advice import HintAdvice
from spielzug.bots.clock import TurnTime
from spielzug.bots.hints import SECONDS as HINT_SECONDS
from spielzug.bots.hints import advice_from, begin_advice
from spielzug.bots.names import FAILED, LEVELS, is_thinking_bot
from spielzug.bots.net import is_net
from spielzug.bots.search.engine import search_engine
from spielzug.bots.search.levels import SECONDS, net_for
from spielzug.browser.bridge import WorkerBridge
from spielzug.browser.errors import BrowserError
from spielzug.browser.tables import BrowserTables, TableListener
from spielzug.core.keys import SplitMix64
from spielzug.core.position import Seen
from spielzug.tables.errors import TableError
from spielzug.tables.hints import advice_fields, check_hint_allowed
from spielzug.tables.rows import SavedChanges, SavedTable
from spielzug.tables.table import RUNNING

if TYPE_CHECKING:
    from spielzug.wire import responses


log = logging.getLogger("spielzug.browser")

QUICK_PLAYER = "greedy"
TRIES = 2
PAUSE = 2.0
"""Seconds before a failed move is tried again."""
SLICE_SECONDS = 0.02
"""The length of a slice of a hint's search."""
FIRST_SLICE = 16
"""The iterations of the first slice."""
CANCELLED = -1
SLOW = "slow"
"""For the log: the level ran out of time before it had made all its iterations."""


LoadNets = Callable[[str], Awaitable[bool]]
"""Loads a game's nets for searches here; False if they cannot be had now."""


@dataclass
class BotTurn:
    """A decision that a bot is making at a table."""

    number: int
    seat: int
    bot: str
    job: int
    cancelled: bool = False

    def is_wanted(self, table: SavedTable) -> bool:
        here = table.status == RUNNING and table.number == self.number
        return here and table.places[self.seat].bot == self.bot


class BotTasks(TableListener):
    """One task for each open table where a bot is to move."""

    def __init__(
        self, bridge: WorkerBridge, tables: BrowserTables, is_watched: Callable[[str], bool]
    ) -> None:
        self._bridge = bridge
        self._tables = tables
        self._is_watched = is_watched
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._turns: dict[str, BotTurn] = {}
        self._times: dict[str, TurnTime] = {}
        self._jobs = itertools.count(1)

    def is_using(self, table_id: str) -> bool:
        return table_id in self._tasks

    def table_changed(self, table: SavedTable, changes: SavedChanges) -> None:
        """Called with the table's lock held, so it only starts or cancels tasks."""
        turn = self._turns.get(table.id)
        if turn is not None and not turn.is_wanted(table) and not turn.cancelled:
            turn.cancelled = True
            self._bridge.cancel(turn.job)
        self.wake(table)

    def wake(self, table: SavedTable) -> None:
        """Let bots move if it is their turn and the page shows the table."""
        if table.id not in self._tasks and self._next_bot(table) is not None:
            self._tasks[table.id] = asyncio.create_task(self._play(table.id))

    def _next_bot(self, table: SavedTable) -> str | None:
        return table.bot_to_move if self._is_watched(table.id) else None

    async def _play(self, table_id: str) -> None:
        try:
            while True:
                try:
                    if not await self._move(table_id):
                        return
                except BrowserError as error:
                    if error.code == "no_table":
                        return  # deleted meanwhile
                    await asyncio.sleep(PAUSE)
                except Exception:
                    log.exception("a bot could not move")
                    await asyncio.sleep(PAUSE)
        finally:
            self._tasks.pop(table_id, None)
            self._turns.pop(table_id, None)

    async def _move(self, table_id: str) -> bool:
        """Make one decision of the bot to move; False if there is none."""
        begin = time.monotonic()
        async with self._tables.use(table_id) as table:
            bot = self._next_bot(table)
            if bot is None:
                self._tasks.pop(table_id, None)  # still locked: the next change starts a new one
                return False
            number, seat, seen = table.number, table.actor, table.seen_by_actor()
            pace, legal = table.pace / 1000, seen.legal
            turn = BotTurn(number, seat, bot, next(self._jobs))
            self._turns[table_id] = turn
            used = self._times.setdefault(table_id, TurnTime())
            used.begin(seat, number)
        if len(legal) == 1:
            action, instead, pace = legal[0], None, pace / 2
        else:
            action, instead = await self._decide(turn, seen, used)
        if action != CANCELLED:
            await asyncio.sleep(max(0.0, begin + pace - time.monotonic()))
        if not turn.cancelled and action != CANCELLED:
            await self._tables.change(
                table_id, lambda t: t.decide_for_bot(number, seat, action, instead)
            )
        return True

    async def _decide(self, turn: BotTurn, seen: Seen, used: TurnTime) -> tuple[int, str | None]:
        """The bot's action or, if it fails, the quick player's; and what the log says about it."""
        rng = SplitMix64(secrets.randbits(64))
        if not is_thinking_bot(turn.bot):
            return get_bot(turn.bot, rng).choose(seen), None
        limit = SECONDS[LEVELS.index(turn.bot)] if turn.bot in LEVELS else SECONDS[0]
        job = json.dumps(
            {
                "id": turn.job,
                "game": seen.game.name,
                "level": turn.bot,
                "seed": str(rng.next()),
                "settings": net_settings(turn.bot, seen),
                "seconds": used.left(limit),
            }
        )
        for _ in range(TRIES):
            begin = time.monotonic()
            try:
                told = await self._bridge.think(
                    job, bytes(seen.facts_memory.data), bytes(seen.hidden_memory.data)
                )
            except Exception:
                log.exception("a thinking worker failed")
                continue
            used.spend(time.monotonic() - begin)
            answer = json.loads(told)
            action, is_slow = int(answer["action"]), answer["iterations"] < answer["wanted"]
            if turn.cancelled or action == CANCELLED:
                return CANCELLED, None
            if action in seen.legal:
                return action, SLOW if is_slow else None
        return get_bot(QUICK_PLAYER, rng).choose(seen), FAILED


def net_settings(bot: str, seen: Seen) -> object:
    """The options that the game's net is loaded for, as text; None if the bot uses no net."""
    return search_engine(seen.game).shipped_net(seen) if is_net(bot) else net_for(bot, seen)


@dataclass
class HintSearch:
    """The last hint at a table, finished or in progress; asking again returns the same one."""

    number: int
    seat: int
    task: asyncio.Task[HintAdvice | None]
    stop: asyncio.Event = field(default_factory=asyncio.Event)


class HintTasks(TableListener):
    def __init__(self, tables: BrowserTables, load_nets: LoadNets) -> None:
        self._tables = tables
        self._load_nets = load_nets
        self._searches: dict[str, HintSearch] = {}

    def table_changed(self, table: SavedTable, changes: SavedChanges) -> None:
        search = self._searches.get(table.id)
        if search is not None and search.number != table.number:
            search.stop.set()
            del self._searches[table.id]

    async def give(
        self, table_id: str, device: str, number: int, seat: int, lang: str
    ) -> responses.Advice:
        async with self._tables.use(table_id) as table:
            check_hint_allowed(table, device, number, seat)
            seen = table.seen_by_actor().named(table.names(lang))
            search = self._searches.get(table_id)
            if search is None or (search.number, search.seat) != (number, seat):
                stop = asyncio.Event()
                task = asyncio.create_task(self._search(seen, stop))
                search = self._searches[table_id] = HintSearch(number, seat, task, stop)
        advice = await asyncio.shield(search.task)
        if advice is None:
            raise TableError("too_late")
        return advice_fields(number, seen, advice, lang)

    async def _search(self, seen: Seen, stop: asyncio.Event) -> HintAdvice | None:
        with_net = await self._load_nets(seen.game.name)
        return await advise_in_slices(seen, stop, with_net)


async def advise_in_slices(seen: Seen, stop: asyncio.Event, with_net: bool) -> HintAdvice | None:
    """Advice for the seat to act; None if it was stopped."""
    if len(seen.legal) < 2:
        return HintAdvice(seen.seat, len(seen.legal))
    rng = SplitMix64(secrets.randbits(64))
    thought = begin_advice(seen, rng, with_net=with_net)
    end, size = time.monotonic() + HINT_SECONDS, FIRST_SLICE
    while not thought.done and time.monotonic() < end:
        begin = time.monotonic()
        thought.continue_for(size)
        spent = time.monotonic() - begin
        size = max(1, round(size * min(4.0, SLICE_SECONDS / max(spent, 0.001))))
        await asyncio.sleep(0)
        if stop.is_set():
            return None
    return advice_from(seen, thought.result(), rng)


class ClockTasks(TableListener):
    """Ends games when their own clock runs out; one waiting task for each such table."""

    def __init__(self, tables: BrowserTables) -> None:
        self._tables = tables
        self._waiting: dict[str, asyncio.Task[None]] = {}

    def is_using(self, table_id: str) -> bool:
        return table_id in self._waiting

    def table_changed(self, table: SavedTable, changes: SavedChanges) -> None:
        self.wake(table)

    def wake(self, table: SavedTable) -> None:
        left = table.time_left() if table.status == RUNNING else None
        task = self._waiting.get(table.id)
        if left is None:
            if task is not None and task is not asyncio.current_task():
                task.cancel()
        elif task is None:
            self._waiting[table.id] = asyncio.create_task(self._wait(table.id, left))

    async def _wait(self, table_id: str, seconds: float) -> None:
        try:
            await asyncio.sleep(seconds)
            await self._tables.change(table_id, lambda t: t.expire_clock())
        finally:
            self._waiting.pop(table_id, None)
