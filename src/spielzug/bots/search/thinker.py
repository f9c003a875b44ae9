"""Thinking about one position: memory, budget, clock, threads. Python around the compiled tree."""

from __future__ import annotations

import math
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from spielzug.bots.clock import Stop
from spielzug.bots.search.tree import (
    NODE,
    OTHERS,
    OWN,
    Memory,
    Proof,
    SearchRules,
    certain_win,
    think,
)
from spielzug.core import jit
from spielzug.core.game import Game
from spielzug.core.kinds import Facts, Key
from spielzug.core.position import Position, Seen
from spielzug.core.progress import compiling
from spielzug.core.rng import new_rng, next_random, stream

CHUNK_SECONDS = 0.005  # how long compiled code may run before the clock is looked at again
FIRST_CHUNK = 8
PUNCTUAL = 0.97  # of the time given: something is left to do after the last chunk
FORGET = 0.99  # how fast the memory of a long wait fades, from one chunk to the next
NODE_BYTES = int(NODE.itemsize)
DEFAULT_MEMORY = 64 * 1024 * 1024
WIN_DEPTH, WIN_STEPS, WIN_WORLDS = 8, 20_000, 6
EQUAL = 0.002  # chances that differ by less are equal


@dataclass(frozen=True)
class Style:
    """How a game likes to be searched; a game may give its own (`rules.SEARCH`)."""

    cutoff: int = 10_000
    random_in_64: int = 6
    exploration: float = 0.7
    widening: float = 1.0
    trust: float = 0.0
    """In the quick player's choice, 0 to 1: how much it has to be refuted."""
    settled: tuple[int, int] = (0, 0)
    """Actions (from, to) whose decisions the policy takes below the root, see `tree.settled`."""
    quick_rivals: bool = False
    """Whether rivals are taken for quick players, instead of searching for their best answers."""


@dataclass(frozen=True)
class Budget:
    """What one decision may cost: iterations, seconds, bytes of tree; whichever ends first."""

    iterations: int | None = None
    seconds: float | None = None
    memory: int = DEFAULT_MEMORY
    threads: int = 1


@dataclass(frozen=True)
class Candidate:
    """One choice as the search sees it."""

    action: int
    visits: int
    chance: float
    """The estimated share of the win."""
    reply: tuple[int, int] | None = None
    """Who decides next and what, most likely."""
    order: int = 0
    """When the search came to it: the quick player's idea is the first."""


@dataclass
class Thought:
    """What came of thinking."""

    candidates: list[Candidate]
    iterations: int
    seconds: float
    nodes: int
    depth: int
    certain: bool = False
    """The first candidate wins for sure, whatever chance and the others do."""

    @property
    def action(self) -> int:
        return self.candidates[0].action


@dataclass
class _Tree:
    """The memory of one thread."""

    game: Game
    capacity: int
    nodes: Any = field(init=False)
    settings: Any = field(init=False)

    def __post_init__(self) -> None:
        self.think = search_of(self.game)
        self.memory = Memory.room(self.game, self.capacity)
        self.nodes, self.settings = self.memory.nodes, self.memory.settings

    def plant(self, seen: Seen, key: Key, style: Style) -> None:
        self.nodes[:1] = np.zeros(1, NODE)
        self.memory.roots[0] = seen.hidden
        self.memory.marks[:] = 0
        self.memory.rng.rng = key
        s = self.settings
        s.n_actions, s.seat, s.used, s.depth = self.game.rules.N_ACTIONS, seen.seat, 1, 0
        s.cutoff, s.random_in_64 = style.cutoff, style.random_in_64
        s.exploration, s.widening, s.trust = style.exploration, style.widening, style.trust
        s.in_order = hasattr(self.game.rules, "ordered")
        s.settled_from, s.settled_to = style.settled
        s.quick_rivals = style.quick_rivals

    def grow(self, facts: Facts, iterations: int) -> None:
        self.think(facts, self.memory, iterations)

    def children(self, parent: int = 0) -> Iterator[tuple[int, Any]]:
        """The numbers and the nodes below a node."""
        child = int(self.nodes[parent].child)
        while child:
            yield child, self.nodes[child]
            child = int(self.nodes[child].sibling)


THINKING = (
    "actor", "over", "legal", "step_quiet", "result", "hide", "guess", "greedy", "value", "policy",
    "ordered", "nobody_can_win",
)  # fmt: skip
"""All that a game needs before it can be thought about; the last four if it has them."""


def thinking(game: Game) -> tuple[str, ...]:
    """The functions to compile: who has a policy of its own is not asked for greedy."""
    unused = "greedy" if hasattr(game.rules, "policy") else ""
    return tuple(name for name in THINKING if name != unused and hasattr(game.rules, name))


def style_of(game: Game) -> Style:
    style: Style = Style(**getattr(game.rules, "SEARCH", {}))
    return style


def _search_arguments(game: Game) -> tuple[Any, ...]:
    """Of the kind that `think` takes after the rules, to compile it for."""
    return game.types["facts"], Memory.room(game, 1), 1


def _proof_arguments(game: Game) -> tuple[Any, ...]:
    """Of the kind that `certain_win` takes after the rules, to compile it for."""
    return game.types["facts"], Proof.room(game, 1), 0, 1, np.uint64(0), OWN, WIN_STEPS


def search_of(game: Game) -> Callable[..., Any]:
    """The search, compiled for this game."""
    return think.bind(SearchRules.of(game), lambda: _search_arguments(game))


def proof_of(game: Game) -> Callable[..., Any]:
    """The search for a certain win, compiled for this game."""
    return certain_win.bind(SearchRules.of(game), lambda: _proof_arguments(game))


def loops_of(game: Game) -> dict[Any, Callable[[], None]]:
    """The loops of this game, each with a way to compile it without the rules."""
    from spielzug.core import compiler as c

    signature = {made[0]: c.function_type(*made[1:]) for made in game.entries().values()}
    rules = SearchRules.of(game)
    types = SearchRules(*(signature[rule] for rule in rules))
    found: dict[Any, Callable[[], None]] = {}
    for kernel, arguments in (
        (think, _search_arguments(game)),
        (certain_win, _proof_arguments(game)),
    ):
        made = kernel.made_for(rules)
        found[made] = partial(c.compile_entry, made, c.INT, types, *arguments)
    return found


_ready: set[str] = set()


def ready(game: Game) -> None:
    """Compile all that thinking about this game needs, or load it from the cache."""
    if jit.PLAIN or game.name in _ready:  # nobody waits here while another game is compiled
        return
    entries, loops = game.entries(thinking(game)), loops_of(game)
    outers = [*(function for function, _, _ in entries.values()), *loops]
    with compiling(f"the search for {game.title['en']}", outers) as finished:
        game.compile(entries, finished)
        for loop, compile_loop in loops.items():
            compile_loop()
            finished(loop)
    _ready.add(game.name)


class Thinker:
    """A search for one game, with memory it keeps between decisions."""

    def __init__(self, game: Game, budget: Budget, style: Style | None = None) -> None:
        ready(game)
        self.game = game
        self.budget = budget
        self.style = style or style_of(game)
        share = budget.memory // (max(1, budget.threads) * NODE_BYTES)
        capacity = max(64, share)
        if budget.iterations is not None:  # a tree never has more nodes than iterations
            capacity = min(capacity, budget.iterations // max(1, budget.threads) + 2)
        self._trees = [_Tree(game, capacity) for _ in range(max(1, budget.threads))]

    @property
    def bytes(self) -> int:
        """What the trees take, whatever is thought about."""
        return sum(int(tree.nodes.nbytes) for tree in self._trees)

    def think(
        self,
        seen: Seen,
        key: Key,
        seconds: float | None = None,
        stop: Stop | None = None,
        progress: Callable[[int], None] = lambda _: None,
    ) -> Thought:
        """The candidates for the seat to act, best first; `seconds` shortens the budget."""
        begin = time.perf_counter()
        legal = seen.legal
        if len(legal) == 1:  # one choice costs no thought
            return Thought([Candidate(legal[0], 0, math.nan)], 0, 0.0, 0, 0)
        winning = certain_line(seen, key)
        if winning:
            spent = time.perf_counter() - begin
            return Thought([Candidate(winning[0], 0, 1.0)], 0, spent, 0, len(winning), True)
        limits = [s for s in (seconds, self.budget.seconds) if s is not None]
        deadline = begin + PUNCTUAL * min(limits) if limits else math.inf
        for number, tree in enumerate(self._trees):
            tree.plant(seen, stream(np.uint64(key), np.uint64(number)), self.style)
        done = self._grow(seen.facts, deadline, stop or Stop(), progress)
        return Thought(
            self._merged(legal), done, time.perf_counter() - begin,
            sum(int(t.settings.used) for t in self._trees),
            max(int(t.settings.depth) for t in self._trees),
        )  # fmt: skip

    def _grow(
        self, facts: Facts, deadline: float, stop: Stop, progress: Callable[[int], None]
    ) -> int:
        shares = _split(self.budget.iterations, len(self._trees))
        if len(self._trees) == 1:
            return _run(self._trees[0], facts, shares[0], deadline, stop, progress)
        with ThreadPoolExecutor(len(self._trees)) as pool:
            runs = [
                pool.submit(_run, tree, facts, share, deadline, stop, progress)
                for tree, share in zip(self._trees, shares, strict=True)
            ]
            return sum(run.result() for run in runs)

    def _merged(self, legal: Sequence[int]) -> list[Candidate]:
        """All trees' opinions together: the choice first, then most visits, then the better."""
        count = self.game.rules.N_ACTIONS
        visits: Counter[int] = Counter()
        values: dict[int, float] = defaultdict(float)
        replies: dict[int, Counter[int]] = {}
        order: dict[int, int] = {}
        for tree in self._trees:
            for number, node in tree.children():
                action = int(node.key) % count
                visits[action] += int(node.visits)
                values[action] += float(node.value)
                order[action] = min(number, order.get(action, number))
                answers = replies.setdefault(action, Counter())
                for _, answer in tree.children(number):
                    answers[int(answer.key)] += int(answer.visits)
        found = []
        for action, times in visits.items():
            likely = replies[action].most_common(1)
            reply = divmod(likely[0][0], count) if likely else None
            chance = values[action] / times
            found.append(Candidate(action, times, chance, reply, order[action]))
        if not found:  # not even one iteration: any legal action is better than none
            return [Candidate(legal[0], 0, math.nan)]
        return preferred(found)


def preferred(found: Sequence[Candidate]) -> list[Candidate]:
    """Most visits first, but among equals the quick player's idea.

    Where everything wins, or nothing does, the search sees no difference and would go round in
    circles for ever. The quick player looks for what brings the game on.
    """
    ranked = sorted(found, key=lambda c: (-c.visits, -c.chance, c.action))
    best = ranked[0]
    equal = [
        c for c in ranked if abs(c.chance - best.chance) < EQUAL and 2 * c.visits > best.visits
    ]
    first = min(equal, key=lambda c: c.order)
    return [first, *(c for c in ranked if c is not first)]


def _split(iterations: int | None, parts: int) -> list[int | None]:
    if iterations is None:
        return [None] * parts
    return [iterations // parts + (1 if i < iterations % parts else 0) for i in range(parts)]


def _run(
    tree: _Tree, facts: Facts, share: int | None, deadline: float, stop: Stop,
    progress: Callable[[int], None],
) -> int:  # fmt: skip
    """Chunks of a few milliseconds, so that clock and cancel are heard.

    A busy machine lets us wait in the midst of one: no chunk is begun that would be too late if it
    took as long as the longest of late.
    """
    done, chunk, longest = 0, FIRST_CHUNK, 0.0
    while not stop.is_set() and (share is None or done < share):
        begin = time.perf_counter()
        if begin + longest >= deadline and done:
            break
        size = chunk if share is None else min(chunk, share - done)
        tree.grow(facts, size)
        done += size
        progress(size)
        spent = time.perf_counter() - begin
        longest = max(FORGET * longest, spent)
        wanted = min(CHUNK_SECONDS, max(0.0005, deadline - begin - spent))
        chunk = max(1, min(4 * chunk, int(size * wanted / max(spent, 1e-6))))
    return done


def certain_line(seen: Seen, key: Key) -> list[int]:
    """Own decisions in a row that win without luck, whatever is hidden; empty if there are none.

    Where nothing is hidden the others' answers are looked through too, and the line holds the
    first decision only.
    """
    game, seat = seen.game, seen.seat
    ready(game)
    rng = new_rng(key)
    others = [seen.guess(next_random(rng)) for _ in range(WIN_WORLDS)]
    whose = OTHERS if len({_but_luck(world) for world in others}) == 1 else OWN
    depth = WIN_DEPTH
    proof = Proof.room(game, depth)
    proof.roots[0] = seen.hidden
    length = proof_of(game)(
        seen.facts, proof, seat, depth, np.uint64(next_random(rng)), whose, WIN_STEPS
    )
    found = [int(a) for a in proof.line[:length]]
    if whose == OTHERS:
        return found[:1]
    return found if found and all(_wins(w, seat, found) for w in others) else []


def _but_luck(world: Position) -> bytes:
    """A position without the luck to come: where nothing is hidden all guesses are alike."""
    still = world.copy().state
    still.rng = 0
    return bytes(still.tobytes())


def _wins(world: Position, seat: int, line: Sequence[int]) -> bool:
    for action in line:
        if world.over or action not in world.legal:
            return False
        before = world.state.rng
        world.advance(action)
        if world.state.rng != before:
            return False
    outcome = world.outcome
    return outcome is not None and outcome.shares[seat] == 1.0
