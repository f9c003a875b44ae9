"""Queues for bot decisions and hints, so that quick ones never wait for slow ones.

Each lane is a fair queue of its own. Quick: bots that do not search, in one thread of this process.
Light and deep: searches in the thinking processes, which take milliseconds or up to seconds.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial

from spielzug.bots.advice import HintAdvice
from spielzug.bots.clock import Clock, Stop
from spielzug.bots.names import PREPARING, is_thinking_bot
from spielzug.bots.net import is_net
from spielzug.bots.search.levels import effort
from spielzug.bots.thinking.fallback import BotDecision, advice, decide, quick_advice, quick_choice
from spielzug.bots.thinking.pool import Thinkers
from spielzug.core.game import Game
from spielzug.core.keys import SplitMix64
from spielzug.core.position import Seen
from spielzug.server.limits.fair_queue import FairQueue, Path

QUICK_THREADS = 1  # plain rules hold the GIL: a second thread would only delay requests
LIGHT = 500  # iterations; a few milliseconds in every game


class DecisionExecutors:
    """`processes` is the number of concurrent searches in each of the lanes light and deep."""

    def __init__(self, thinkers: Thinkers, processes: int) -> None:
        self._thinkers = thinkers
        self.quick = FairQueue(QUICK_THREADS, "quick")
        self.light = FairQueue(processes, "light")
        self.deep = FairQueue(processes, "deep")

    async def decide(
        self, path: Path, bot: str, seen: Seen, clock: Clock, wanted: Callable[[], bool]
    ) -> BotDecision | None:
        """A bot's decision; the quick player decides while the game is not compiled yet.

        None if it was stopped, or no longer `wanted` when its turn came.
        """
        rng = SplitMix64(secrets.randbits(64))
        if is_thinking_bot(bot) and not self._thinkers.is_loaded_or_loading(seen.game.name):
            return await self.quick.run(
                path, clock.stop, partial(quick_decision, seen, rng), wanted
            )
        work = partial(decide, self._thinkers, bot, seen, rng, clock)
        return await self._lane(bot, seen.game).run(path, clock.stop, work, wanted)

    def _lane(self, bot: str, game: Game) -> FairQueue:
        if not is_thinking_bot(bot):
            return self.quick
        if is_net(bot) or effort(game, bot).iterations <= LIGHT:
            return self.light
        return self.deep

    async def advise(self, path: Path, seen: Seen, stop: Stop) -> HintAdvice | None:
        """A hint; it has no priority, because people wait for the bots in the same queue, too."""
        if self._thinkers.is_loaded_or_loading(seen.game.name):
            return await self.deep.run(path, stop, partial(advice, self._thinkers, seen, stop))
        return await self.quick.run(path, stop, partial(quick_advice, seen))

    async def choose_quickly(self, path: Path, seen: Seen) -> int | None:
        rng = SplitMix64(secrets.randbits(64))
        return await self.quick.run(path, Stop(), partial(quick_choice, seen, rng))

    def close(self) -> None:
        for lane in (self.quick, self.light, self.deep):
            lane.close()


def quick_decision(seen: Seen, rng: SplitMix64) -> BotDecision:
    """The quick player's choice for a bot whose game is still being compiled."""
    return BotDecision(quick_choice(seen, rng), PREPARING)
