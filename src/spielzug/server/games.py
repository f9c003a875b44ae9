"""The games and bots that the server offers, how far the games are compiled, and their options.

The server process never compiles: it uses plain rules until everything is compiled, and compiled
ones from its next start on. Bots think in other processes with compiled rules; yet others compile.
A game, the compiler's runtime and a process for bots are loaded when somebody first plays, so that
a server where nobody plays starts quickly and needs little memory.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from spielzug.bots.thinking.compilation import AT_TABLE, Preparation, is_ready_to_think
from spielzug.bots.thinking.pool import Thinkers
from spielzug.core.game import Game
from spielzug.games import NAMES, get_game
from spielzug.server.config.settings import Settings
from spielzug.server.monitoring import child_stderr
from spielzug.server.problems import Problem

log = logging.getLogger("spielzug.server")

STAND_IN = "greedy"
"""The bot that plays for people who left; it decides without a search, so nobody waits for it."""


NEVER = -1
"""Instead of a percentage: compiling this game failed; the log says why."""
PERCENT = 5  # step of the reported progress, which screen readers may read aloud


class Games:
    """The games, each loaded when it is first needed, and the progress of their compilation."""

    def __init__(self, settings: Settings) -> None:
        self._loader = ThreadPoolExecutor(1, "loader")
        self._loaded: dict[str, Game] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._shown: dict[str, int | None] = {}
        self._played: set[str] = set()
        """The games at whose tables bots think."""
        stderr = child_stderr(settings.log_format)
        self.thinkers = Thinkers(settings.sets, settings.thinkers, self._on_thread_progress, stderr)
        self.preparation = Preparation(NAMES, self._on_thread_progress)
        self.listeners: list[Callable[[str], None]] = []
        """Called with the name of a game when its `preparing` has changed."""

    async def get(self, name: str) -> Game:
        if name in self._loaded:
            return self._loaded[name]
        if name not in NAMES:
            raise Problem(422, "no_game", name=name[:40])
        loop = asyncio.get_running_loop()
        self._loaded[name] = await loop.run_in_executor(self._loader, _load, name)
        return self._loaded[name]

    def loaded(self, name: str) -> Game | None:
        """The game, if it is loaded; safe in any thread."""
        return self._loaded.get(name)

    # -- compilation ------------------------------------------------------------------------------

    def preparing(self, name: str) -> int | None:
        """Percent compiled until bots can search; None when they can, `NEVER` if it failed."""
        if self.thinkers.can_think_about(name):
            return None
        if self.preparation.failed(name):
            return NEVER
        return min(99, PERCENT * int(100 / PERCENT * self.preparation.share(name)))

    def play(self, name: str) -> None:
        """Somebody plays this game: load it for the bots, or compile it before all others."""
        self._played.add(name)
        if self.thinkers.can_think_about(name):
            return
        if is_ready_to_think(name):
            self.thinkers.load(name)
        else:
            self.preparation.play(name)

    def _on_thread_progress(self, name: str) -> None:
        """Callback from other threads: compiling or loading has progressed."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._on_progress, name)

    def _on_progress(self, name: str) -> None:
        wanted = name in self._played and not self.thinkers.can_think_about(name)
        if wanted and is_ready_to_think(name):
            self.thinkers.load(name)
        now = self.preparing(name)
        if self._shown.get(name, NEVER) != now:
            self._shown[name] = now
            for tell in self.listeners:
                tell(name)

    async def warm_up(self, compile_all: bool) -> None:
        """Start to compile what is missing."""
        self._loop = asyncio.get_running_loop()
        if compile_all:
            await asyncio.to_thread(self.preparation.begin)

    def close(self) -> None:
        self._loop = None
        self.preparation.close()
        self.thinkers.close()
        self._loader.shutdown(wait=False, cancel_futures=True)


def _load(name: str) -> Game:
    """Load a game and its net, which takes half a second; runs in a thread."""
    from spielzug.bots.net.player import net_of  # loads numba

    game = get_game(name)
    net_of(game)
    return game.ready(AT_TABLE)
