"""Players that do not search: random, greedy, and the game's quick policy."""

from __future__ import annotations

from spielzug.bots.clock import Clock
from spielzug.core.position import Seen
from spielzug.core.record_types import Rng
from spielzug.core.rng import below


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
