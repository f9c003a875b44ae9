"""Searches one position: memory, budget, time and threads around the compiled tree."""

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

CHUNK_SECONDS = 0.005  # how long compiled code may run between two checks of the clock
FIRST_CHUNK = 8
TIME_MARGIN = 0.97  # of the time given: the rest is for work after the last chunk
DELAY_DECAY = 0.99  # per chunk: how fast a long delay is forgotten
NODE_BYTES = int(NODE.itemsize)
DEFAULT_MEMORY = 64 * 1024 * 1024
EQUAL = 0.002  # smaller differences in chance count as equal


@dataclass(frozen=True)
class Budget:
    """The limits of one decision: iterations, seconds and bytes of tree, whichever comes first."""

    iterations: int | None = None
    seconds: float | None = None
    memory: int = DEFAULT_MEMORY
    threads: int = 1


@dataclass(frozen=True)
class Candidate:
    """One choice as the search rates it."""

    action: int
    visits: int
    chance: float
    """The estimated share of the win."""
    reply: tuple[int, int] | None = None
    """The next seat to decide and its most likely action."""
    order: int = 0
    """The order in which the search added it: the quick player's choice is the first."""


@dataclass
class SearchResult:
    """The result of a search."""

    candidates: list[Candidate]
    iterations: int
    seconds: float
    nodes: int
    depth: int
    certain: bool = False
    """The first candidate is a proven win, whatever chance and the others do."""

    @property
    def action(self) -> int:
        return self.candidates[0].action


def loops_for(game: Game, net: bool) -> tuple[Loop, ...]:
    """The loops needed to search this game, with or without a net."""
    return PROOF, NET_SEARCH if net else SEARCH


def ready(game: Game, net: bool = False) -> None:
    """Compile what searching this game needs, or load it from the cache."""
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
        """With a `net`, which must fit the game and its positions, searches with it."""
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
        """The size of the trees, allocated in advance."""
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
        if len(legal) == 1:  # no search for a forced move
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
        """All trees' counts added up: the choice first, then by visits, then by chance."""
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
    """Most visits first, but among equals the quick player's choice.

    Where every choice wins, or none does, the search sees no difference and could repeat itself for
    ever. The quick player's choice makes progress.
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
    """Run in chunks of a few milliseconds, to check the clock and the stop flag between them.

    A busy machine can suspend us during a chunk: none is started that would end too late if it took
    as long as the longest recent one.
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
