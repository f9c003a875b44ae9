"""Looks one choice ahead, by the measure that each game supplies."""

from __future__ import annotations

from typing import Any

from spielzug.bots.clock import Stop, TurnTime
from spielzug.core.game import Game, State, Tables


class Greedy:
    name = "greedy"

    def choose(
        self,
        game: Game,
        tables: Tables,
        hidden: State,
        generator: Any,
        clock: TurnTime | None = None,
        stop: Stop | None = None,
    ) -> int:
        return int(game.rules.greedy(tables, hidden, generator))
