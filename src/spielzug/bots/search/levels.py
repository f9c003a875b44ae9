"""The levels: six strengths of one search, each a number of iterations and so machine-independent.

The strongest search with a net, in games where a net makes them stronger.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from spielzug.bots.clock import Clock
from spielzug.bots.net import is_net
from spielzug.bots.net.file import Loaded
from spielzug.bots.net.inference import Net
from spielzug.bots.net.player import HasGameTerms, find_fitting_net, net_in, net_levels, require_net
from spielzug.bots.search.endings import find_winning_line
from spielzug.bots.search.thinker import Budget, SearchResult, Thinker
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.position import Seen
from spielzug.core.record_types import Rng
from spielzug.core.rng import below, next_random

LEVELS = ("beginner", "casual", "club", "strong", "master", "expert")
LOWEST = LEVELS[0]
FROZEN = tuple(f"{level}-1" for level in LEVELS)
"""The levels as they were before there were nets: a fixed yardstick for later ones. They never use
a net, and a test holds their ladders."""
SEARCH = "search:"
SECONDS = (2.0, 2.0, 3.0, 4.0, 6.0, 8.0)
"""The most for a whole turn of each level; only slow machines reach it."""

LADDER = ((24, 24), (48, 8), (160, 0), (700, 0), (3_000, 0), (12_000, 0))
"""Iterations per decision, and how many of 64 decisions are random. A game may have its own
(`rules.LADDER`, with a net `rules.NET_LEVELS`), because the value of an iteration differs."""


@dataclass(frozen=True)
class Effort:
    """How hard a level thinks in one game."""

    iterations: int
    slips_in_64: int


def without_net(level: str) -> str:
    """The frozen level that plays without a net."""
    return f"{level}-1"


def level_of(name: str) -> str:
    """The level of a bot, frozen or not: `club` for `club-1`."""
    return name.removesuffix("-1") if name in FROZEN else name


def effort(game: Game, name: str, net: bool | None = None) -> Effort:
    """A level's effort with or without a net; `net=None` means as it usually plays this game."""
    ladder: Sequence[tuple[int, int]] = getattr(game.rules, "LADDER", LADDER)
    with_net = net_levels(game).get(name) if net is not False else None
    return Effort(*(with_net or ladder[LEVELS.index(level_of(name))]))


def net_for(name: str, terms: HasGameTerms) -> Loaded | None:
    """The net that a level uses for this game; None if it uses none."""
    return find_fitting_net(terms) if name in net_levels(terms.game) else None


_thinkers = threading.local()


def thinker_for(game: Game, budget: Budget, net: Net | None = None) -> Thinker:
    """A search with its memory; each thread keeps one for each game, budget and net."""
    kept: dict[tuple[str, Budget, int], Thinker] = _thinkers.__dict__.setdefault("thinkers", {})
    name = game.name, budget, id(net)  # the thinker keeps the net alive, so its id stays unique
    if name not in kept:
        kept[name] = Thinker(game, budget, net=net)
    return kept[name]


class Searcher:
    """A player that searches, with or without a net."""

    def __init__(
        self, name: str, budget: Budget, rng: Rng, with_net: bool = False, path: Path | None = None
    ) -> None:
        """The net comes from the file `path`, or without it from the game."""
        self.name = name
        self._budget = budget
        self._rng = rng
        self._with_net, self._path = with_net, path

    def net(self, terms: HasGameTerms) -> Loaded | None:
        """The net to search with; raises `UsageError` if it needs one that does not fit."""
        return require_net(self.name, terms, self._path) if self._with_net else None

    def budget(self, game: Game, net: bool | None = None) -> Budget:
        return self._budget

    def choose(self, seen: Seen, clock: Clock | None = None) -> int:
        return self.consider(seen, clock).action

    def consider(self, seen: Seen, clock: Clock | None = None) -> SearchResult:
        """The candidates, best first. With a clock the budget's seconds are for the whole turn."""
        clock = clock or Clock()
        net = self.net(seen)
        budget = self.budget(seen.game, net is not None)
        limit = budget.seconds
        if clock.turn is not None and limit is not None:
            limit = clock.turn.left(limit)
        elif budget.iterations is not None:
            limit = None  # untimed: the iterations alone decide, and games are reproducible
        thinker = thinker_for(seen.game, budget, None if net is None else net_in(net, seen))
        thought = thinker.think(seen, next_random(self._rng), limit, clock.stop)
        clock.spend(thought.seconds)
        return thought


class Level(Searcher):
    """One of the six levels or of the frozen six.

    All but the lowest always find a win without luck.
    """

    def __init__(self, name: str, rng: Rng) -> None:
        self.level = level_of(name)
        super().__init__(name, Budget(seconds=SECONDS[LEVELS.index(self.level)]), rng)

    def net(self, terms: HasGameTerms) -> Loaded | None:
        return net_for(self.name, terms)

    def effort(self, game: Game, net: bool | None = None) -> Effort:
        return effort(game, self.name, net)

    def budget(self, game: Game, net: bool | None = None) -> Budget:
        return replace(self._budget, iterations=self.effort(game, net).iterations)

    def choose(self, seen: Seen, clock: Clock | None = None) -> int:
        rng = self._rng
        if int(below(rng, 64)) < self.effort(seen.game, self.net(seen) is not None).slips_in_64:
            legal = seen.legal
            if len(legal) > 1 and self.level != LOWEST:
                if line := find_winning_line(seen, next_random(rng)):
                    return line[0]
            return random_choice(seen, rng)
        return super().choose(seen, clock)


def random_choice(seen: Seen, rng: Rng) -> int:
    """A random choice, but none after which all players lose."""
    left = seen.legal
    while True:
        action = left[int(below(rng, len(left)))]
        careful = seen.game.all_can_lose and len(left) > 1
        if not careful or not is_hopeless(seen, action, rng):
            return action
        left.remove(action)


def is_hopeless(seen: Seen, action: int, rng: Rng) -> bool:
    """Whether a choice ends the game without a win for the seat, or makes all players lose.

    Judged in one guess of what is hidden.
    """
    rules: Any = seen.game.rules
    world = seen.guess(next_random(rng))
    world.advance(action)
    if (outcome := world.outcome) is not None:
        return outcome.shares[seen.seat] == 0.0
    return bool(rules.nobody_can_win(world.facts, world.state))


def is_thinking_bot(name: str) -> bool:
    """Whether this bot searches or uses a net, and so needs compiled code."""
    return name in LEVELS or name in FROZEN or name.startswith(SEARCH) or is_net(name)


def uses_net(name: str, game: Game) -> bool:
    """Whether this bot uses a net in this game, wherever one fits."""
    if name.startswith(SEARCH):
        words = name.removeprefix(SEARCH).partition(f"+{WITH_NET}=")
        return bool(words[1]) or WITH_NET in words[0].split("+")
    return is_net(name) or name in net_levels(game)


WAYS = (
    "`search:5000` (iterations), `search:2s` or `search:500ms` (time per turn), and after a `+` "
    "`threads=2` or `memory=64` (megabytes); `+net` adds the game's net, `+net=FILE` (at the end) "
    "a net of your own"
)


WITH_NET = "net"
MOST = {"threads": 256, "memory": 1 << 20}
"""Larger values are taken for typing mistakes."""


def searcher(text: str, rng: Rng) -> Searcher:
    """A player from a name like `search:2s+threads=2+net`."""
    values: dict[str, int | float] = {}
    words, named, file = text.removeprefix(SEARCH).partition(f"+{WITH_NET}=")
    if named and not file:
        raise UsageError(f"{text!r}: the name of the file is missing; a search is {WAYS}")
    with_net = bool(named)
    for part in words.split("+"):
        if part == WITH_NET:
            with_net = True
            continue
        found = re.fullmatch(r"(?:(threads|memory)=)?([0-9]{1,9})(ms|s)?", part)
        if found is None or (found[1] and found[3]) or int(found[2]) < 1:
            raise UsageError(f"{text!r}: cannot read {part!r}; a search is {WAYS}")
        number = int(found[2])
        most = MOST.get(found[1], number)
        if number > most:
            raise UsageError(
                f"{text!r}: {part!r} is more than a search can use: at most {found[1]}={most}"
            )
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
    budget = Budget(**values)  # type: ignore[arg-type]
    return Searcher(text, budget, rng, with_net, Path(file) if file else None)
