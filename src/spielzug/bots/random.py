"""Plays anything that is legal."""

from __future__ import annotations

from spielzug.bots.clock import Clock
from spielzug.core.kinds import Rng
from spielzug.core.position import Seen
from spielzug.core.rng import below


class Random:
    name = "random"

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def choose(self, seen: Seen, clock: Clock | None = None) -> int:
        actions = seen.legal
        return actions[int(below(self._rng, len(actions)))]
