"""Bots: players that get what their seat may know and return a legal action."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from spielzug.bots.clock import Clock
from spielzug.bots.names import LEVELS, PROGRAM_SECONDS, SEARCH, WAYS, has_shipped_net
from spielzug.bots.net import NET, NET_FILE, is_net
from spielzug.core import players
from spielzug.core.checks import check_type
from spielzug.core.errors import UsageError
from spielzug.core.keys import SplitMix64, generator_of
from spielzug.core.position import Seen, check_turn

if TYPE_CHECKING:
    from spielzug.core.record_types import Rng


class Random:
    name = players.RANDOM

    def __init__(self, rng: SplitMix64 | Rng) -> None:
        self._rng = generator_of(rng)

    def choose(self, seen: Seen, clock: Clock | None = None) -> int:
        check_turn(seen)
        actions = seen.legal
        return actions[self._rng.below(len(actions))]


class Greedy:
    """Plays the best choice one step ahead, by the game's own measure."""

    name = players.GREEDY

    def __init__(self, rng: SplitMix64 | Rng) -> None:
        self._rng = generator_of(rng)

    def choose(self, seen: Seen, clock: Clock | None = None) -> int:
        check_turn(seen)
        return seen.quick_choice(self.name, self._rng)


class Policy(Greedy):
    """The quick player of the search's playouts; `greedy` if a game has no `policy`."""

    name = players.POLICY


class Bot(Protocol):
    name: str

    def choose(self, seen: Seen, clock: Clock | None = None) -> int:
        """An action for the seat to act. Without a clock there is no time limit."""


def _level(name: str, rng: SplitMix64) -> Bot:
    from spielzug.bots.search.levels import Level  # loads the search and the nets

    return Level(name, rng)


_BOT_FACTORIES: dict[str, Callable[[SplitMix64], Bot]] = {
    Random.name: Random,
    Greedy.name: Greedy,
    **{name: partial(_level, name) for name in LEVELS},
}
BOTS = tuple(_BOT_FACTORIES)
"""The bots that can be seated at a table. `policy` plays in the lab only."""
NET_RANKED_AFTER = "master"
"""A shipped net is at least as strong as this level, and is listed after it."""
DEFAULT_BOT = "casual"
"""The opponent when none is named."""
PROGRAM = f"{players.OUTSIDE}:"
"""Prefix of a bot that is an external program. What follows is executed as a command: never take
such a name from a file or from the network."""


def bots_for(game: str) -> tuple[str, ...]:
    """The bots for this game, from weak to strong.

    Includes the net only if the game ships with one.
    """
    if not has_shipped_net(game):
        return BOTS
    after = BOTS.index(NET_RANKED_AFTER) + 1
    return (*BOTS[:after], NET, *BOTS[after:])


def get_bot(
    name: str,
    rng: SplitMix64 | Rng | int | None = None,
    program_seconds: float = PROGRAM_SECONDS,
) -> Bot:
    """A bot with a random seed, or seeded by `rng`: the same seed gives the same game.

    An external program has `program_seconds` for each decision.
    """
    check_type("the name of a bot", name, str)
    luck = generator_of(rng) if rng is not None else SplitMix64(secrets.randbits(64))
    if name.startswith(SEARCH):
        from spielzug.bots.search.levels import searcher

        return searcher(name, luck)
    if name.startswith(PROGRAM):
        from spielzug.bots.external import program  # rarely needed, and slow to import

        return program(name.removeprefix(PROGRAM), program_seconds)
    if is_net(name):
        from spielzug.bots.net.player import NetPlayer  # reads and checks net files: slow to import

        return NetPlayer(name, luck)
    if name == Policy.name:
        return Policy(luck)
    if name not in _BOT_FACTORIES:
        raise UsageError(
            f"there is no bot {name!r}; the bots are: {', '.join(BOTS)}, "
            f"the search's quick player: {Policy.name}, the net of a game: {NET}, "
            f"a net of your own: `{NET_FILE}FILE`, a custom search: {WAYS}, "
            f"and a program of your own: `{PROGRAM}./my_bot.py`"
        )
    return _BOT_FACTORIES[name](luck)
