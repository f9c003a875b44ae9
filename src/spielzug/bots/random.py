"""Plays anything that is legal."""

from __future__ import annotations

from typing import Any

from spielzug.bots.clock import Stop, TurnTime
from spielzug.core.game import Facts, Game, State
from spielzug.core.rng import below


class Random:
    name = "random"

    def choose(
        self,
        game: Game,
        facts: Facts,
        hidden: State,
        rng: Any,
        clock: TurnTime | None = None,
        stop: Stop | None = None,
    ) -> int:
        actions = game.legal(facts, hidden)
        return actions[int(below(rng, len(actions)))]
