"""Looks one choice ahead, by the measure that each game supplies."""

from __future__ import annotations

from typing import Any

from spielzug.bots.clock import Stop, TurnTime
from spielzug.core.game import Facts, Game, State


class Greedy:
    name = "greedy"

    def choose(
        self,
        game: Game,
        facts: Facts,
        hidden: State,
        rng: Any,
        clock: TurnTime | None = None,
        stop: Stop | None = None,
    ) -> int:
        return int(game.rules.greedy(facts, hidden, rng))
