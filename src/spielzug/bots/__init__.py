"""Players that are programs. A bot gets a hidden position and gives back a legal action."""

from __future__ import annotations

from typing import Any, Protocol

from spielzug.bots.clock import Stop, TurnTime
from spielzug.bots.greedy import Greedy
from spielzug.bots.random import Random
from spielzug.bots.search.levels import LEVELS, SEARCH, WAYS, Level, searcher
from spielzug.core.errors import UsageError
from spielzug.core.game import Facts, Game, State


class Bot(Protocol):
    name: str

    def choose(
        self,
        game: Game,
        facts: Facts,
        hidden: State,
        rng: Any,
        clock: TurnTime | None = None,
        stop: Stop | None = None,
    ) -> int:
        """An action for the seat to act, from what `hidden` shows.

        Without a `clock` nobody waits, and the same generator gives the same action.
        """


_BOTS: list[Bot] = [Random(), Greedy(), *map(Level, LEVELS)]
_ALL = {bot.name: bot for bot in _BOTS}
BOTS = tuple(_ALL)
USUAL = "casual"
"""Who sits opposite unless somebody else is asked for."""
PROGRAM = "program:"
"""Before the command of a program of somebody else. It is run as it stands: never take such a name
from a file or from the network."""


def get_bot(name: str) -> Bot:
    if name.startswith(SEARCH):
        return searcher(name)
    if name.startswith(PROGRAM):
        from spielzug.bots.outside import program  # not needed by most, and not cheap to import

        return program(name.removeprefix(PROGRAM))
    if name not in _ALL:
        raise UsageError(
            f"there is no bot {name!r}; the bots are: {', '.join(BOTS)}, a search of your own: "
            f"{WAYS}, and a program of your own: `{PROGRAM}./my_bot.py`"
        )
    return _ALL[name]
