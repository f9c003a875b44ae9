"""Bots: players that get what their seat may know and return a legal action."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import Protocol

from spielzug.bots.clock import Clock
from spielzug.bots.net import NET, NET_FILE, is_net
from spielzug.bots.search.levels import FROZEN, LEVELS, SEARCH, WAYS, Level, searcher
from spielzug.core.errors import UsageError
from spielzug.core.position import Seen
from spielzug.core.record_types import Rng
from spielzug.core.rng import below, new_rng


class Random:
    name = "random"

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def choose(self, seen: Seen, clock: Clock | None = None) -> int:
        actions = seen.legal
        return actions[int(below(self._rng, len(actions)))]


class Greedy:
    """Plays the best choice one step ahead, by the game's own measure."""

    name = "greedy"

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def choose(self, seen: Seen, clock: Clock | None = None) -> int:
        return int(seen.game.rules.greedy(seen.facts, seen.hidden, self._rng))


class Policy(Greedy):
    """The quick player of the search's playouts; `greedy` if a game has no `policy`."""

    name = "policy"

    def choose(self, seen: Seen, clock: Clock | None = None) -> int:
        policy = getattr(seen.game.rules, "policy", None)
        if policy is None:
            return super().choose(seen, clock)
        return int(policy(seen.facts, seen.hidden, self._rng))


class Bot(Protocol):
    name: str

    def choose(self, seen: Seen, clock: Clock | None = None) -> int:
        """An action for the seat to act. Without a clock there is no time limit."""


_BOT_FACTORIES: dict[str, Callable[[Rng], Bot]] = {
    Random.name: Random,
    Greedy.name: Greedy,
    **{name: partial(Level, name) for name in LEVELS},
}
BOTS = tuple(_BOT_FACTORIES)
"""The bots that can be seated at a table. The frozen levels and `policy` play in the lab only."""
NET_RANKED_AFTER = "master"
"""A shipped net is at least as strong as this level, and is listed after it."""
DEFAULT_BOT = "casual"
"""The opponent when none is named."""
PROGRAM = "program:"
"""Prefix of a bot that is an external program. What follows is executed as a command: never take
such a name from a file or from the network."""


def bots_for(game: str) -> tuple[str, ...]:
    """The bots for this game, from weak to strong.

    Includes the net only if the game ships with one.
    """
    from spielzug.bots.net.player import has_shipped_net

    if not has_shipped_net(game):
        return BOTS
    after = BOTS.index(NET_RANKED_AFTER) + 1
    return (*BOTS[:after], NET, *BOTS[after:])


def get_bot(name: str, rng: Rng | None = None) -> Bot:
    """A bot with a random seed, or seeded by `rng`: the same seed gives the same game."""
    luck = rng if rng is not None else new_rng(secrets.randbits(64))
    if name.startswith(SEARCH):
        return searcher(name, luck)
    if name.startswith(PROGRAM):
        from spielzug.bots.external import program  # rarely needed, and slow to import

        return program(name.removeprefix(PROGRAM))
    if is_net(name):
        from spielzug.bots.net.player import NetPlayer  # reads and checks net files: slow to import

        return NetPlayer(name, luck)
    if name in FROZEN:
        return Level(name, luck)
    if name == Policy.name:
        return Policy(luck)
    if name not in _BOT_FACTORIES:
        raise UsageError(
            f"there is no bot {name!r}; the bots are: {', '.join(BOTS)}, the earlier "
            f"levels: {FROZEN[0]} to {FROZEN[-1]}, the search's quick player: "
            f"{Policy.name}, the net of a game: {NET}, a net of your own: "
            f"`{NET_FILE}FILE`, a custom search: {WAYS}, and a program of your own: "
            f"`{PROGRAM}./my_bot.py`"
        )
    return _BOT_FACTORIES[name](luck)
