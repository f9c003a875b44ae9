"""Six players of one search. A level is a number of iterations, so it is the same everywhere."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from spielzug.bots.clock import Stop, TurnTime
from spielzug.bots.search.thinker import Budget, Thinker, Thought, certain_line
from spielzug.core.errors import UsageError
from spielzug.core.game import Facts, Game, State
from spielzug.core.rng import below, next_random

LEVELS = ("beginner", "casual", "club", "strong", "master", "expert")
LOWEST = LEVELS[0]
SEARCH = "search:"
SECONDS = (2.0, 2.0, 3.0, 4.0, 6.0, 8.0)
"""At most, for a whole turn of each level: only a slow machine ever gets there."""

LADDER = ((24, 24), (48, 8), (160, 0), (700, 0), (3_000, 0), (12_000, 0))
"""Iterations for one decision, and how many of 64 decisions are not thought about at all. A game
may have steps of its own (`rules.LADDER`): what a thought is worth differs."""


@dataclass(frozen=True)
class Effort:
    """How hard a level thinks in one game."""

    iterations: int
    slips_in_64: int


def effort(game: Game, level: str) -> Effort:
    ladder: Sequence[tuple[int, int]] = getattr(game.rules, "LADDER", LADDER)
    return Effort(*ladder[LEVELS.index(level)])


class Searcher:
    """A player that thinks. What it keeps between decisions is memory, one set for each thread."""

    def __init__(self, name: str, budget: Budget) -> None:
        self.name = name
        self._budget = budget
        self._here = threading.local()

    def budget(self, game: Game) -> Budget:
        return self._budget

    def thinker(self, game: Game) -> Thinker:
        kept: dict[str, Thinker] = self._here.__dict__.setdefault("thinkers", {})
        if game.name not in kept:
            kept[game.name] = Thinker(game, self.budget(game))
        return kept[game.name]

    def choose(
        self,
        game: Game,
        facts: Facts,
        hidden: State,
        rng: Any,
        clock: TurnTime | None = None,
        stop: Stop | None = None,
    ) -> int:
        return self.consider(game, facts, hidden, rng, clock, stop).action

    def consider(
        self,
        game: Game,
        facts: Facts,
        hidden: State,
        rng: Any,
        clock: TurnTime | None = None,
        stop: Stop | None = None,
    ) -> Thought:
        """The candidates, best first. With a clock the seconds of the budget are for the turn."""
        budget = self.budget(game)
        limit = budget.seconds
        if clock is not None and limit is not None:
            limit = clock.left(limit)
        elif budget.iterations is not None:
            limit = None  # nobody waits: the iterations alone decide, and the games repeat
        thinker = self.thinker(game)
        thought = thinker.think(facts, hidden, next_random(rng), limit, stop)
        if clock is not None:
            clock.spend(thought.seconds)
        return thought


class Level(Searcher):
    """One of the six. All but the lowest always see a win that needs no luck."""

    def __init__(self, name: str) -> None:
        super().__init__(name, Budget(seconds=SECONDS[LEVELS.index(name)]))

    def budget(self, game: Game) -> Budget:
        return replace(self._budget, iterations=effort(game, self.name).iterations)

    def choose(
        self,
        game: Game,
        facts: Facts,
        hidden: State,
        rng: Any,
        clock: TurnTime | None = None,
        stop: Stop | None = None,
    ) -> int:
        if int(below(rng, 64)) < effort(game, self.name).slips_in_64:
            legal = game.legal(facts, hidden)
            if len(legal) > 1 and self.name != LOWEST:
                seat, key = game.actor(hidden), next_random(rng)
                if line := certain_line(game, facts, hidden, seat, key):
                    return line[0]
            return legal[int(below(rng, len(legal)))]
        return super().choose(game, facts, hidden, rng, clock, stop)


WAYS = (
    "`search:5000` (iterations), `search:2s` or `search:500ms` (time for a turn), and after a `+` "
    "`threads=2` or `memory=64` (megabytes)"
)


def searcher(text: str) -> Searcher:
    """A player from words like `search:2s+threads=2`."""
    values: dict[str, int | float] = {}
    for part in text.removeprefix(SEARCH).split("+"):
        found = re.fullmatch(r"(?:(threads|memory)=)?(\d+)(ms|s)?", part)
        if found is None or (found[1] and found[3]) or int(found[2]) < 1:
            raise UsageError(f"{text!r}: cannot read {part!r}; a search is {WAYS}")
        number = int(found[2])
        if found[1] == "memory":
            values["memory"] = number << 20
        elif found[1]:
            values["threads"] = number
        elif found[3]:
            values["seconds"] = number / (1000 if found[3] == "ms" else 1)
        else:
            values["iterations"] = number
    if not values.keys() & {"seconds", "iterations"}:
        raise UsageError(f"{text!r} has neither time nor iterations; a search is {WAYS}")
    return Searcher(text, Budget(**values))  # type: ignore[arg-type]
