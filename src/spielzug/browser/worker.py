"""The entry point of the worker: connects its parts, and is called from JavaScript.

host = start(bridge)
await host.request("POST", "tables", query, body)   → JSON text [status, text]
await host.connect(channel, path, query)
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine

from spielzug.browser.bridge import WorkerBridge
from spielzug.browser.engine import BrowserEngine
from spielzug.browser.live import LiveConnections
from spielzug.browser.reviews import ReviewTasks
from spielzug.browser.routes import Routes
from spielzug.browser.tables import BrowserTables
from spielzug.browser.tasks import BotTasks, ClockTasks, HintTasks
from spielzug.core.game import Game
from spielzug.games import NAMES, get_game
from spielzug.tables.errors import TableError

log = logging.getLogger("spielzug.browser")

LoadGame = Callable[[str], Coroutine[object, None, Game]]
"""Returns a game that is ready to be played."""


class BrowserHost:
    """Everything that the page talks to; one for each worker."""

    def __init__(self, bridge: WorkerBridge, load: LoadGame) -> None:
        self._bridge = bridge
        self._load = load
        self._loading: dict[str, asyncio.Task[Game]] = {}
        self._tables = BrowserTables(bridge, self._find_game)
        self._live = LiveConnections(bridge, self._tables)
        self._bots = BotTasks(bridge, self._tables, self._live.is_using)
        hints = HintTasks(self._tables, self._load_nets)
        clocks = ClockTasks(self._tables)
        self._tables.listeners += [self._live, self._bots, hints, clocks]
        self._waking = [self._bots.wake, clocks.wake]
        reviews = ReviewTasks(self._tables, self._load_nets)
        self._routes = Routes(self._tables, self._live, hints, reviews, self._find_game)

    async def _find_game(self, name: str) -> Game:
        """The game, once its engine is loaded."""
        if name not in NAMES:
            raise TableError("no_game", name=name[:40])
        task = self._loading.get(name)
        if task is None or (task.done() and task.exception() is not None):
            task = self._loading[name] = asyncio.ensure_future(self._load(name))
        return await asyncio.shield(task)

    async def prepare(self, name: str) -> None:
        """Load a game before somebody asks for it."""
        await self._find_game(name)

    async def _load_nets(self, name: str) -> bool:
        try:
            await self._bridge.load_nets(name)
        except Exception:
            log.exception("a net could not be loaded")
            return False
        return True

    async def request(self, method: str, path: str, query: str, body: str) -> str:
        status, text = await self._routes.answer(method, path, query, body)
        return json.dumps([status, text])

    async def connect(self, channel: int, path: str, query: str) -> None:
        """Open a live channel; raises if there is no such table."""
        table = await self._live.connect(channel, path, json.loads(query))
        if table is not None:
            for wake in self._waking:
                wake(table)

    async def receive(self, channel: int, text: str) -> None:
        await self._live.receive(channel, text)

    def disconnect(self, channel: int) -> None:
        self._live.disconnect(channel)

    async def on_saved_elsewhere(self, table_id: str, revision: int) -> None:
        """Another tab of this browser has saved a table."""
        await self._tables.on_saved_elsewhere(table_id, revision)
        self._live.tell_lobby(await self._tables.stored(table_id))


def start(bridge: WorkerBridge) -> BrowserHost:
    logging.basicConfig(level=logging.WARNING)

    async def load(name: str) -> Game:
        game = get_game(name)
        game.use_engine(BrowserEngine(game, await bridge.engine(name)))
        return game

    return BrowserHost(bridge, load)
