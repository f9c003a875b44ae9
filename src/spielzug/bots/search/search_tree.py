"""The memory of both searches, and their compiled loops.

Each loop is compiled with the rules of a game that it calls and no others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from spielzug.bots.net.encoding import Encoding
from spielzug.bots.net.inference import Layer, Net
from spielzug.bots.search.engine import (
    TreeNode,
    TreeSettings,
    node_count,
    search_fields,
)
from spielzug.bots.search.puct import NET_SETTINGS, NetRules, NetScratch, think_with_net
from spielzug.bots.search.tree import NODE, SETTINGS, SearchRules, TreeMemory, think
from spielzug.core import jit
from spielzug.core.engine import InMemory
from spielzug.core.game import Game
from spielzug.core.native_engine import Compiled
from spielzug.core.native_records import record_in_memory
from spielzug.core.progress import show_compile_progress
from spielzug.core.record_types import RecordType, Rule

if TYPE_CHECKING:
    from spielzug.core.compiler import Kernel

BARRED = -1e9  # the value of a choice that the tree must never try
FIRST_VALUE = 0.5  # of the only choice before it was tried

ALWAYS = ("hide", "nobody_can_win")
"""Rules that no loop calls but every searching player needs; the last one is optional."""


@dataclass(frozen=True)
class Loop:
    """A compiled kernel, and its arguments for one game."""

    kernel: Kernel
    rules: Callable[[Game], tuple[Rule, ...]]
    arguments: Callable[[Game], tuple[object, ...]]
    """Sample arguments after the rules, to compile it for."""

    def of(self, game: Game) -> Callable[..., int]:
        """The loop, compiled for this game."""
        return self.kernel.bind(self.rules(game), lambda: self.arguments(game))

    def entries(self, game: Game) -> dict[str, Compiled]:
        """The rules to compile for it."""
        wanted = self.rules(game)
        every = game.native.entries()
        return {name: made for name, made in every.items() if name in ALWAYS or made[0] in wanted}


def entries_of(game: Game, *loops: Loop) -> dict[str, Compiled]:
    """The rules to compile for all these loops, callers last."""
    wanted = {name for loop in loops for name in loop.entries(game)}
    return {name: made for name, made in game.native.entries().items() if name in wanted}


def loops_of(game: Game, *loops: Loop) -> dict[Any, Callable[[], None]]:
    """The loops for a game, each with a function that compiles it without the rules."""
    from spielzug.core import compiler as c

    signature = {made[0]: c.function_type(*made[1:]) for made in game.native.entries().values()}
    found: dict[Any, Callable[[], None]] = {}
    for loop in loops:
        rules: Any = loop.rules(game)
        types = type(rules)(*(signature[rule] for rule in rules))
        made = loop.kernel.dispatcher_for(rules)
        found[made] = partial(c.compile_entry, made, c.INT, types, *loop.arguments(game))
    return found


_ready: set[tuple[Loop, tuple[Rule, ...]]] = set()
"""Loops with the rules they were compiled for: a game with open cards has another `guess`."""


def make_ready(game: Game, *loops: Loop) -> None:
    """Compile these loops and the rules they need, or load them from the cache."""
    wanted = {(loop, loop.rules(game)) for loop in loops}
    if jit.PLAIN or wanted <= _ready:  # do not wait for another game's compilation
        return
    entries, made = entries_of(game, *loops), loops_of(game, *loops)
    outers = [*(function for function, _, _ in entries.values()), *made]
    with show_compile_progress(f"the search for {game.title['en']}", outers) as finished:
        game.native.compile(entries, finished)
        for loop, compile_loop in made.items():
            compile_loop()
            finished(loop)
    _ready.update(wanted)


class Tree:
    """The memory of one thread that searches without a net, see `engine.SearchTree`."""

    dtype: RecordType = SETTINGS

    def __init__(self, game: Game, settings: TreeSettings) -> None:
        self._make_room(game, settings)
        self.think = SEARCH.of(game)

    def _make_room(self, game: Game, settings: TreeSettings) -> None:
        self.game, self._made_for = game, settings
        capacity = node_count(game.rules.MAX_LEGAL, settings)
        self.memory = TreeMemory.allocate(game, capacity, self.dtype, settings.traced)
        self.nodes, self.settings = self.memory.nodes, self.memory.settings

    @property
    def bytes(self) -> int:
        return int(self.nodes.nbytes)

    @property
    def used(self) -> int:
        return int(self.settings.used)

    @property
    def depth(self) -> int:
        return int(self.settings.depth)

    def set_root(
        self, facts: InMemory, hidden: InMemory, seat: int, key: int, only: int | None = None
    ) -> None:
        self.facts = record_in_memory(facts)
        self.nodes[:1] = np.zeros(1, NODE)
        self.memory.roots[0] = record_in_memory(hidden)
        self.memory.marks[:] = 0
        self.memory.rng.rng = key
        rules = self.game.rules
        self.settings.n_actions = rules.N_ACTIONS
        for name, value in search_fields(self._made_for, hasattr(rules, "ordered")).items():
            setattr(self.settings, name, value)
        self.settings.seat, self.settings.used, self.settings.depth = seat, 1, 0
        if only is not None:
            self._restrict_root(self.game.native.legal(facts, hidden), only)

    def _restrict_root(self, legal: Sequence[int], only: int) -> None:
        """The root gets all its children now, and all but one get a prohibitive value."""
        nodes, settings = self.nodes, self.settings
        first = int(settings.seat) * int(settings.n_actions)
        for action in legal:
            made = int(settings.used)
            settings.used = made + 1
            node = nodes[made]
            node.key, node.visits, node.available, node.child = first + action, 1, 1, 0
            node.prior = 1
            node.value = FIRST_VALUE if action == only else BARRED
            node.sibling = nodes[0].child
            nodes[0].child = made

    def grow(self, iterations: int) -> list[list[float]]:
        self.think(self.facts, self.memory, iterations)
        return self._traced(iterations)

    def _traced(self, iterations: int) -> list[list[float]]:
        found: list[list[float]] = self.memory.trace[:iterations].tolist()
        return found

    def children(self, parent: int = 0) -> list[TreeNode]:
        found, count = list[TreeNode](), self.game.rules.N_ACTIONS
        child = int(self.nodes[parent].child)
        while child:
            node = self.nodes[child]
            key, visits = int(node.key), int(node.visits)
            if visits > 0 and key >= 0:
                value, place = float(node.value), self.place(child)
                found.append(TreeNode(child, *divmod(key, count), visits, value, place))
            child = int(node.sibling)
        return found

    def place(self, number: int) -> int:
        return number  # the quick player's choice was added first


class NetTree(Tree):
    """The memory of one thread that searches with a net."""

    dtype = NET_SETTINGS

    def __init__(self, game: Game, settings: TreeSettings, net: Net) -> None:
        self.net = net
        self._make_room(game, settings)
        self.scratch = NetScratch.allocate(game, net)
        self.think = NET_SEARCH.of(game)

    def set_root(
        self, facts: InMemory, hidden: InMemory, seat: int, key: int, only: int | None = None
    ) -> None:
        super().set_root(facts, hidden, seat, key, only)
        self.memory.marks[-1] = 1  # larger than any mark so far

    def grow(self, iterations: int) -> list[list[float]]:
        self.think(self.facts, self.net, self.memory, self.scratch, iterations)
        return self._traced(iterations)

    def place(self, number: int) -> int:
        return -int(self.nodes[number].prior)


def _search_arguments(game: Game) -> tuple[object, ...]:
    return game.native.types["facts"], TreeMemory.allocate(game, 1), 1


def _net_arguments(game: Game) -> tuple[object, ...]:
    # A net of the right types with nothing in it, to compile for.
    layer = Layer(np.zeros((1, 1), np.int8), np.zeros(1, np.int32), np.zeros(1, np.int32))
    plan, table = Encoding.of(game).plan, np.zeros(1, np.int64)
    net = Net(plan, table, *layer, layer, layer, layer, layer)
    memory = TreeMemory.allocate(game, 1, NET_SETTINGS)
    return game.native.types["facts"], net, memory, NetScratch.allocate(game, net), 1


SEARCH = Loop(think, SearchRules.of, _search_arguments)
NET_SEARCH = Loop(think_with_net, NetRules.of, _net_arguments)
