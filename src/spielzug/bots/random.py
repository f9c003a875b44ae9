"""Plays anything that is legal."""

from __future__ import annotations

from typing import Any

from spielzug.bots.clock import Stop, TurnTime
from spielzug.core.chance import below
from spielzug.core.game import Game, State, Tables


class Random:
    name = "random"

    def choose(
        self,
        game: Game,
        tables: Tables,
        hidden: State,
        generator: Any,
        clock: TurnTime | None = None,
        stop: Stop | None = None,
    ) -> int:
        actions = game.legal(tables, hidden)
        return actions[int(below(generator, len(actions)))]
