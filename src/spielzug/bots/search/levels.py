"""The levels: six strengths of one search, each a number of iterations and so machine-independent.

The strongest search with a net, in games where a net makes them stronger.
"""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from spielzug.bots.clock import Clock
from spielzug.bots.names import LEVELS, LOWEST, SEARCH, WAYS, HasGameTerms, net_levels
from spielzug.bots.net import is_net
from spielzug.bots.search.engine import SearchNet, search_engine
from spielzug.bots.search.proofs import find_winning_line
from spielzug.bots.search.thinker import Budget, SearchResult, Thinker, Thought
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.keys import SplitMix64, generator_of
from spielzug.core.position import Seen, check_turn

if TYPE_CHECKING:
    from spielzug.core.record_types import Rng

SECONDS = (2.0, 2.0, 3.0, 4.0, 6.0, 8.0)
"""The most for a whole turn of each level; only slow machines reach it."""

LADDER = ((24, 24), (48, 8), (160, 0), (700, 0), (3_000, 0), (12_000, 0))
"""Iterations per decision, and how many of 64 decisions are random. A game may have its own
(``LADDER``, with a net ``NET_LEVELS``), because the value of an iteration differs."""


@dataclass(frozen=True)
class Effort:
    """How hard a level thinks in one game."""

    iterations: int
    slips_in_64: int


def effort(game: Game, name: str, net: bool | None = None) -> Effort:
    """A level's effort with or without a net; `net=None` means as it usually plays this game."""
    ladder: Sequence[tuple[int, int]] = game.setting("LADDER", LADDER)
    with_net = net_levels(game).get(name) if net is not False else None
    return Effort(*(with_net or ladder[LEVELS.index(name)]))


def net_for(name: str, terms: HasGameTerms) -> SearchNet | None:
    """The net that a level uses for this game; None if it uses none."""
    if name not in net_levels(terms.game):
        return None
    return search_engine(terms.game).shipped_net(terms)


_thinkers = threading.local()


def thinker_for(game: Game, budget: Budget, net: SearchNet | None = None) -> Thinker:
    """A search with its memory; each thread keeps one for each game, budget and net."""
    kept: dict[tuple[str, Budget, int], Thinker] = _thinkers.__dict__.setdefault("thinkers", {})
    name = game.name, budget, id(net)  # the thinker keeps the net alive, so its id stays unique
    if name not in kept:
        kept[name] = Thinker(game, budget, net=net)
    return kept[name]


class Searcher:
    """A player that searches, with or without a net."""

    def __init__(
        self,
        name: str,
        budget: Budget,
        rng: SplitMix64 | Rng,
        with_net: bool = False,
        path: Path | None = None,
    ) -> None:
        """The net comes from the file `path`, or without it from the game."""
        self.name = name
        self._budget = budget
        self._rng = generator_of(rng)
        self._with_net, self._path = with_net, path

    def net(self, terms: HasGameTerms) -> SearchNet | None:
        """The net to search with; raises `UsageError` if it needs one that does not fit."""
        if not self._with_net:
            return None
        from spielzug.bots.net.player import net_in, require_net  # reads and checks net files

        return net_in(require_net(self.name, terms, self._path), terms)

    def budget(self, game: Game, net: bool | None = None) -> Budget:
        return self._budget

    def choose(self, seen: Seen, clock: Clock | None = None) -> int:
        return self.consider(seen, clock).action

    def consider(self, seen: Seen, clock: Clock | None = None) -> SearchResult:
        """The candidates, best first. With a clock the budget's seconds are for the whole turn."""
        check_turn(seen)
        clock = clock or Clock()
        thinker = self._thinker(seen)
        limit = thinker.budget.seconds
        if clock.turn is not None and limit is not None:
            limit = clock.turn.left(limit)
        elif thinker.budget.iterations is not None:
            limit = math.inf  # untimed: the iterations alone decide, and games are reproducible
        thought = thinker.think(seen, self._rng.next(), limit, clock.stop)
        clock.spend(thought.seconds)
        return thought

    def begin(self, seen: Seen) -> Thought:
        """The same without time, to be continued in slices; it ends this thread's last thought."""
        check_turn(seen)
        return self._thinker(seen).begin(seen, self._rng.next())

    def _thinker(self, seen: Seen) -> Thinker:
        net = self.net(seen)
        return thinker_for(seen.game, self.budget(seen.game, net is not None), net)


class Level(Searcher):
    """One of the six levels. All but the lowest always find a win without luck."""

    def __init__(self, name: str, rng: SplitMix64 | Rng, with_net: bool = True) -> None:
        """Without `with_net` it plays as it would in a game that ships no net."""
        super().__init__(name, Budget(seconds=SECONDS[LEVELS.index(name)]), rng, with_net)

    def net(self, terms: HasGameTerms) -> SearchNet | None:
        return net_for(self.name, terms) if self._with_net else None

    def effort(self, game: Game, net: bool | None = None) -> Effort:
        return effort(game, self.name, net)

    def budget(self, game: Game, net: bool | None = None) -> Budget:
        return replace(self._budget, iterations=self.effort(game, net).iterations)

    def choose(self, seen: Seen, clock: Clock | None = None) -> int:
        slip = self._slip(seen)
        return super().choose(seen, clock) if slip is None else slip

    def begin(self, seen: Seen) -> Thought:
        slip = self._slip(seen)
        return super().begin(seen) if slip is None else Thought.decided(slip)

    def _slip(self, seen: Seen) -> int | None:
        """A choice without a thought, in some decisions of the lower levels."""
        check_turn(seen)
        rng = self._rng
        if rng.below(64) >= self.effort(seen.game, self.net(seen) is not None).slips_in_64:
            return None
        if len(seen.legal) > 1 and self.name != LOWEST:
            if line := find_winning_line(seen, rng.next()):
                return line[0]
        return random_choice(seen, rng)


def random_choice(seen: Seen, rng: SplitMix64) -> int:
    """A random choice, but none after which all players lose."""
    left = seen.legal
    while True:
        action = left[rng.below(len(left))]
        careful = len(left) > 1 and seen.game.all_can_lose
        if not careful or not is_hopeless(seen, action, rng):
            return action
        left.remove(action)


def is_hopeless(seen: Seen, action: int, rng: SplitMix64) -> bool:
    """Whether a choice ends the game without a win for the seat, or makes all players lose.

    Judged in one guess of what is hidden.
    """
    world = seen.guess(rng.next())
    world.advance(action)
    if (outcome := world.outcome) is not None:
        return outcome.shares[seen.seat] == 0.0
    return world.nobody_can_win


def uses_net(name: str, game: Game) -> bool:
    """Whether this bot uses a net in this game, wherever one fits."""
    if name.startswith(SEARCH):
        words = name.removeprefix(SEARCH).partition(f"+{WITH_NET}=")
        return bool(words[1]) or WITH_NET in words[0].split("+")
    return is_net(name) or name in net_levels(game)


WITH_NET = "net"
MOST = {"threads": 256, "memory": 1 << 20}
"""Larger values are taken for typing mistakes."""


def searcher(text: str, rng: SplitMix64 | Rng) -> Searcher:
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
