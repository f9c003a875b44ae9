"""Thinking about one position: memory, budget, clock, threads. Python around the compiled tree."""

from __future__ import annotations

import math
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from spielzug.bots.clock import Stop
from spielzug.bots.net.inference import Net
from spielzug.bots.search.endings import PROOF, find_winning_line
from spielzug.bots.search.search_tree import (
    NET_SEARCH,
    SEARCH,
    Loop,
    NetStyle,
    NetTree,
    Style,
    Tree,
    make_ready,
)
from spielzug.bots.search.tree import NODE
from spielzug.core.game import Game
from spielzug.core.position import Seen
from spielzug.core.record_types import Facts, Key
from spielzug.core.rng import stream

CHUNK_SECONDS = 0.005  # how long compiled code may run before the clock is looked at again
FIRST_CHUNK = 8
TIME_MARGIN = 0.97  # of the time given: something is left to do after the last chunk
DELAY_DECAY = 0.99  # how fast the memory of a long wait fades, from one chunk to the next
NODE_BYTES = int(NODE.itemsize)
DEFAULT_MEMORY = 64 * 1024 * 1024
EQUAL = 0.002  # chances that differ by less are equal


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
class SearchResult:
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


def loops_for(game: Game, net: bool) -> tuple[Loop, ...]:
    """What thinking about this game takes, with a net or without."""
    return PROOF, NET_SEARCH if net else SEARCH


def ready(game: Game, net: bool = False) -> None:
    """Compile all that thinking about this game needs, or load it from the cache."""
    make_ready(game, *loops_for(game, net))


class Thinker:
    """A search for one game, with memory it keeps between decisions."""

    def __init__(
        self,
        game: Game,
        budget: Budget,
        style: Style | NetStyle | None = None,
        net: Net | None = None,
    ) -> None:
        """With a `net` (that fits the game and all that will be thought about) its search."""
        self.game = game
        self.budget = budget
        threads = max(1, budget.threads)
        most = max(64, budget.memory // (threads * NODE_BYTES))
        share = None if budget.iterations is None else budget.iterations // threads
        self._trees: list[Tree]
        if net is None:
            plain = style if isinstance(style, Style) else Style.of(game)
            make_ready(game, PROOF, SEARCH)
            self._trees = [Tree(game, plain, most, share) for _ in range(threads)]
        else:
            learned = style if isinstance(style, NetStyle) else NetStyle.of(game)
            make_ready(game, PROOF, NET_SEARCH)
            self._trees = [NetTree(game, learned, most, share, net) for _ in range(threads)]

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
    ) -> SearchResult:
        """The candidates for the seat to act, best first; `seconds` shortens the budget."""
        begin = time.perf_counter()
        legal = seen.legal
        if len(legal) == 1:  # one choice costs no thought
            return SearchResult([Candidate(legal[0], 0, math.nan)], 0, 0.0, 0, 0)
        winning = find_winning_line(seen, key)
        if winning:
            spent = time.perf_counter() - begin
            return SearchResult([Candidate(winning[0], 0, 1.0)], 0, spent, 0, len(winning), True)
        limits = [s for s in (seconds, self.budget.seconds) if s is not None]
        deadline = begin + TIME_MARGIN * min(limits) if limits else math.inf
        for number, tree in enumerate(self._trees):
            tree.set_root(seen, stream(np.uint64(key), np.uint64(number)))
        done = self._grow(seen.facts, deadline, stop or Stop(), progress)
        return SearchResult(
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
                place = tree.place(number)
                order[action] = min(place, order.get(action, place))
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
        return rank_candidates(found)


def rank_candidates(found: Sequence[Candidate]) -> list[Candidate]:
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
    tree: Tree, facts: Facts, share: int | None, deadline: float, stop: Stop,
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
        longest = max(DELAY_DECAY * longest, spent)
        wanted = min(CHUNK_SECONDS, max(0.0005, deadline - begin - spent))
        chunk = max(1, min(4 * chunk, int(size * wanted / max(spent, 1e-6))))
    return done
