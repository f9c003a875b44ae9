"""The memory of both searches, their settings for each game, and their compiled loops.

Each loop is compiled with the rules of a game that it calls and no others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from spielzug.bots.net.encoding import Encoding
from spielzug.bots.net.inference import Layer, Net
from spielzug.bots.search.puct import NET_SETTINGS, WHOLE, NetRules, NetScratch, think_with_net
from spielzug.bots.search.tree import NODE, SETTINGS, SearchRules, TreeMemory, think
from spielzug.core import jit
from spielzug.core.game import Compiled, Game
from spielzug.core.position import Seen
from spielzug.core.progress import show_compile_progress
from spielzug.core.record_types import Facts, Key

ALWAYS = ("hide", "nobody_can_win")
"""Rules that no loop calls but every searching player needs; the last one is optional."""


@dataclass(frozen=True)
class Loop:
    """A compiled kernel, and its arguments for one game."""

    kernel: Any
    rules: Callable[[Game], tuple[Any, ...]]
    arguments: Callable[[Game], tuple[Any, ...]]
    """Sample arguments after the rules, to compile it for."""

    def of(self, game: Game) -> Callable[..., Any]:
        """The loop, compiled for this game."""
        return self.kernel.bind(self.rules(game), lambda: self.arguments(game))  # type: ignore[no-any-return]

    def entries(self, game: Game) -> dict[str, Compiled]:
        """The rules to compile for it."""
        wanted = self.rules(game)
        every = game.entries()
        return {name: made for name, made in every.items() if name in ALWAYS or made[0] in wanted}


def entries_of(game: Game, *loops: Loop) -> dict[str, Compiled]:
    """The rules to compile for all these loops, callers last."""
    wanted = {name for loop in loops for name in loop.entries(game)}
    return {name: made for name, made in game.entries().items() if name in wanted}


def loops_of(game: Game, *loops: Loop) -> dict[Any, Callable[[], None]]:
    """The loops for a game, each with a function that compiles it without the rules."""
    from spielzug.core import compiler as c

    signature = {made[0]: c.function_type(*made[1:]) for made in game.entries().values()}
    found: dict[Any, Callable[[], None]] = {}
    for loop in loops:
        rules: Any = loop.rules(game)
        types = type(rules)(*(signature[rule] for rule in rules))
        made = loop.kernel.dispatcher_for(rules)
        found[made] = partial(c.compile_entry, made, c.INT, types, *loop.arguments(game))
    return found


_ready: set[tuple[Loop, tuple[Any, ...]]] = set()
"""Loops with the rules they were compiled for: a game with open cards has another `guess`."""


def make_ready(game: Game, *loops: Loop) -> None:
    """Compile these loops and the rules they need, or load them from the cache."""
    wanted = {(loop, loop.rules(game)) for loop in loops}
    if jit.PLAIN or wanted <= _ready:  # do not wait for another game's compilation
        return
    entries, made = entries_of(game, *loops), loops_of(game, *loops)
    outers = [*(function for function, _, _ in entries.values()), *made]
    with show_compile_progress(f"the search for {game.title['en']}", outers) as finished:
        game.compile(entries, finished)
        for loop, compile_loop in made.items():
            compile_loop()
            finished(loop)
    _ready.update(wanted)


@dataclass(frozen=True)
class Style:
    """Search settings; a game may give its own (`rules.SEARCH`)."""

    cutoff: int = 10_000
    random_in_64: int = 6
    exploration: float = 0.7
    widening: float = 1.0
    trust: float = 0.0
    """Trust in the quick player's choice, 0 to 1: how strongly it has to be refuted."""
    settled: tuple[int, int] = (0, 0)
    """Actions (from, to) whose decisions the policy takes below the root, see `tree.settled`."""
    quick_rivals: bool = False
    """Whether rivals are assumed to play like the quick player, instead of their best replies."""

    @classmethod
    def of(cls, game: Game) -> Self:
        return cls(**getattr(game.rules, "SEARCH", {}))


@dataclass(frozen=True)
class NetStyle:
    """Settings of the search with a net; a game may give its own (`rules.NET_SEARCH`)."""

    exploration: float = 0.8
    """The weight of the net's policy against results."""
    caution: float = 0.1
    """How much lower the value of an untried choice is assumed to be when all others were tried."""
    spread: float = 0.0
    """The part of the priors that is spread evenly over all choices, 0 to 1."""
    mix: float = 0.0
    """The weight of the game's own `value` beside the net's, 0 to 1."""
    cutoff: int = 0
    """How many decisions the quick player makes before `value` is taken."""
    random_in_64: int = 0
    """How many of 64 of those are random."""
    settled: tuple[int, int] = (0, 0)
    """Actions (from, to) whose decisions depend on what chance has just shown, and are not
    searched. The quick player takes them if the game's `value` counts, otherwise the net."""
    quick_rivals: bool = False
    """Whether the rivals' decisions are taken in the same way, instead of searching for their best
    replies."""

    @classmethod
    def of(cls, game: Game) -> Self:
        return cls(**getattr(game.rules, "NET_SEARCH", {}))


class Tree:
    """The memory of one thread that searches without a net."""

    dtype: Any = SETTINGS

    def __init__(
        self, game: Game, style: Style, most: int, iterations: int | None, traced: int = 0
    ) -> None:
        """Has at most `most` nodes, and no more than `iterations` can need."""
        self._style: Any = style
        self._make_room(game, most if iterations is None else min(most, iterations + 2), traced)
        self.think = SEARCH.of(game)

    def _make_room(self, game: Game, capacity: int, traced: int) -> None:
        self.game = game
        self.memory = TreeMemory.allocate(game, capacity, self.dtype, traced)
        self.nodes, self.settings = self.memory.nodes, self.memory.settings

    def set_root(self, seen: Seen, key: Key) -> None:
        self.nodes[:1] = np.zeros(1, NODE)
        self.memory.roots[0] = seen.hidden
        self.memory.marks[:] = 0
        self.memory.rng.rng = key
        s = self.settings
        s.n_actions, s.seat, s.used, s.depth = self.game.rules.N_ACTIONS, seen.seat, 1, 0
        s.settled_from, s.settled_to = self._style.settled
        self._set(s)

    def _set(self, s: Any) -> None:
        style: Style = self._style
        s.cutoff, s.random_in_64 = style.cutoff, style.random_in_64
        s.exploration, s.widening, s.trust = style.exploration, style.widening, style.trust
        s.in_order = hasattr(self.game.rules, "ordered")
        s.quick_rivals = style.quick_rivals

    def grow(self, facts: Facts, iterations: int) -> NDArray[np.float64]:
        """Add iterations; returns the shares that each found, if traced."""
        self.think(facts, self.memory, iterations)
        return self.memory.trace[:iterations]

    def children(self, parent: int = 0) -> Iterator[tuple[int, Any]]:
        """The index and node of each tried decision below a node."""
        child = int(self.nodes[parent].child)
        while child:
            node = self.nodes[child]
            if node.visits > 0 and node.key >= 0:
                yield child, node
            child = int(node.sibling)

    def place(self, number: int) -> int:
        """Rank among equally good decisions; the lowest comes first."""
        return number  # the quick player's choice was added first


class NetTree(Tree):
    """The memory of one thread that searches with a net."""

    dtype = NET_SETTINGS

    def __init__(
        self, game: Game, style: NetStyle, most: int, iterations: int | None, net: Net,
        traced: int = 0,
    ) -> None:  # fmt: skip
        self._style, self.net = style, net
        widest = game.rules.MAX_LEGAL + 2  # always fits the root with all its children
        if iterations is not None:
            most = min(most, (1 + iterations) * widest)
        self._make_room(game, max(most, widest), traced)
        self.scratch = NetScratch.allocate(game, net)
        self.think = NET_SEARCH.of(game)

    def set_root(self, seen: Seen, key: Key) -> None:
        super().set_root(seen, key)
        self.memory.marks[-1] = 1  # larger than any mark so far

    def _set(self, s: Any) -> None:
        style: NetStyle = self._style
        s.exploration, s.caution, s.mix = style.exploration, style.caution, style.mix
        s.spread, s.quick_rivals = round(WHOLE * style.spread), style.quick_rivals
        s.cutoff, s.random_in_64 = style.cutoff, style.random_in_64

    def grow(self, facts: Facts, iterations: int) -> NDArray[np.float64]:
        self.think(facts, self.net, self.memory, self.scratch, iterations)
        return self.memory.trace[:iterations]

    def place(self, number: int) -> int:
        return -int(self.nodes[number].prior)


def _search_arguments(game: Game) -> tuple[Any, ...]:
    return game.types["facts"], TreeMemory.allocate(game, 1), 1


def _blank_net(game: Game) -> Net:
    """A net of the right types with nothing in it, to compile for."""
    layer = Layer(np.zeros((1, 1), np.int8), np.zeros(1, np.int32), np.zeros(1, np.int32))
    return Net(Encoding.of(game).plan, np.zeros(1, np.int64), *layer, layer, layer, layer, layer)


def _net_arguments(game: Game) -> tuple[Any, ...]:
    net = _blank_net(game)
    memory = TreeMemory.allocate(game, 1, NET_SETTINGS)
    return game.types["facts"], net, memory, NetScratch.allocate(game, net), 1


SEARCH = Loop(think, SearchRules.of, _search_arguments)
NET_SEARCH = Loop(think_with_net, NetRules.of, _net_arguments)
