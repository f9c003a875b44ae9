"""Players that are programs. A bot gets a hidden position and gives back a legal action."""

from __future__ import annotations

from typing import Any, Protocol

from spielzug.bots.greedy import Greedy
from spielzug.bots.random import Random
from spielzug.core.errors import UsageError
from spielzug.core.game import Game, State, Tables


class Bot(Protocol):
    name: str

    def choose(self, game: Game, tables: Tables, hidden: State, generator: Any) -> int:
        """An action for the seat to act, which is all that `hidden` shows."""


_ALL: dict[str, Bot] = {bot.name: bot for bot in (Random(), Greedy())}
BOTS = tuple(_ALL)


def get_bot(name: str) -> Bot:
    if name not in _ALL:
        raise UsageError(f"there is no bot {name!r}; the bots are: {', '.join(BOTS)}")
    return _ALL[name]
