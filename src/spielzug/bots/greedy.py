"""Looks one choice ahead, by the measure that each game supplies."""

from __future__ import annotations

from spielzug.bots.clock import Clock
from spielzug.core.kinds import Rng
from spielzug.core.position import Seen


class Greedy:
    name = "greedy"

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def choose(self, seen: Seen, clock: Clock | None = None) -> int:
        return int(seen.game.rules.greedy(seen.facts, seen.hidden, self._rng))
