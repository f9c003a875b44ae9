"""Searches one position: memory, budget, slices, time and threads around the trees of an engine."""

from __future__ import annotations

import math
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from spielzug.bots.clock import Stop
from spielzug.bots.search.engine import (
    DEFAULT_MEMORY,
    NetStyle,
    SearchNet,
    SearchTree,
    Style,
    TreeSettings,
    search_engine,
)
from spielzug.bots.search.proofs import find_winning_line
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.keys import derive_key
from spielzug.core.position import Seen

if TYPE_CHECKING:
    from spielzug.core.record_types import Key

CHUNK_SECONDS = 0.005  # how long compiled code may run between two checks of the clock
FIRST_CHUNK = 8
TIME_MARGIN = 0.97  # of the time given: the rest is for work after the last chunk
DELAY_DECAY = 0.99  # per chunk: how fast a long delay is forgotten
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


def ready(game: Game, net: bool = False) -> None:
    """Compile what searching this game needs, or load it from the cache."""
    search_engine(game).ready_to_search(net)


class Thinker:
    """A search for one game, with memory it keeps between decisions."""

    def __init__(
        self,
        game: Game,
        budget: Budget,
        style: Style | NetStyle | None = None,
        net: SearchNet | None = None,
    ) -> None:
        """With a `net`, which must fit the game and its positions, searches with it."""
        self.game = game
        self.budget = budget
        threads = max(1, budget.threads)
        chosen: Style | NetStyle
        if net is None:
            chosen = style if isinstance(style, Style) else Style.of(game)
        else:
            chosen = style if isinstance(style, NetStyle) else NetStyle.of(game)
        settings = TreeSettings(
            style=chosen,
            net=net,
            memory=budget.memory // threads,
            iterations=None if budget.iterations is None else budget.iterations // threads,
        )
        engine = search_engine(game)
        self._trees = [engine.new_tree(settings) for _ in range(threads)]
        self._latest: Thought | None = None

    @property
    def bytes(self) -> int:
        """The size of the trees, allocated in advance."""
        return sum(tree.bytes for tree in self._trees)

    def begin(self, seen: Seen, key: Key) -> Thought:
        """A thought for the seat to act, which ends the one before."""
        begin = time.perf_counter()
        legal = seen.legal
        if len(legal) == 1:  # no search for a forced move
            self._latest = Thought.decided(legal[0])
        elif winning := find_winning_line(seen, key):
            won = Candidate(winning[0], 0, 1.0)
            spent = time.perf_counter() - begin
            self._latest = Thought.known(SearchResult([won], 0, spent, 0, len(winning), True))
        else:
            for number, tree in enumerate(self._trees):
                tree.set_root(
                    seen.facts_memory, seen.hidden_memory, seen.seat, derive_key(int(key), number)
                )
            shares = _split(self.budget.iterations, len(self._trees))
            self._latest = Thought(legal, self._trees, shares, lambda: self._latest)
        return self._latest

    def think(
        self,
        seen: Seen,
        key: Key,
        seconds: float | None = None,
        stop: Stop | None = None,
        progress: Callable[[int], None] = lambda _: None,
    ) -> SearchResult:
        """The candidates for the seat to act, best first.

        `seconds` shortens the budget; infinite seconds mean that its iterations alone count.
        """
        begin = time.perf_counter()
        thought = self.begin(seen, key)
        if thought.done:
            return thought.result()
        limits = [s for s in (seconds, self.budget.seconds) if s is not None]
        deadline = math.inf
        if limits and seconds != math.inf:
            deadline = begin + TIME_MARGIN * min(limits)
        self._run(thought, deadline, stop or Stop(), progress)
        return replace(thought.result(), seconds=time.perf_counter() - begin)

    def _run(
        self, thought: Thought, deadline: float, stop: Stop, progress: Callable[[int], None]
    ) -> None:
        jobs = [
            partial(run_in_chunks, part.grow, part.share, deadline, stop, progress)
            for part in thought.parts
        ]
        if len(jobs) == 1:
            jobs[0]()
            return
        with ThreadPoolExecutor(len(jobs)) as pool:
            for run in [pool.submit(job) for job in jobs]:
                run.result()


@dataclass
class ThoughtPart:
    """A thought's part in one tree."""

    tree: SearchTree
    share: int | None
    """The iterations it should make, None for any number."""
    grown: int = 0

    @property
    def done(self) -> bool:
        return self.share is not None and self.grown >= self.share

    def grow(self, iterations: int) -> None:
        size = iterations if self.share is None else min(iterations, self.share - self.grown)
        self.tree.grow(size)
        self.grown += size


class Thought:
    """A search in progress. Its result depends on the iterations made, not on their slices."""

    def __init__(
        self,
        legal: Sequence[int],
        trees: Sequence[SearchTree],
        shares: Sequence[int | None],
        latest: Callable[[], Thought | None],
    ) -> None:
        """`latest` returns the last thought that was begun in these trees."""
        self._legal = legal
        self.parts = [ThoughtPart(*each) for each in zip(trees, shares, strict=True)]
        self._latest = latest
        self._known: SearchResult | None = None

    @classmethod
    def known(cls, result: SearchResult) -> Thought:
        """A thought that needs no search."""
        made = cls([], [], [], lambda: None)
        made._known = result
        return made

    @classmethod
    def decided(cls, action: int) -> Thought:
        """A choice without a search."""
        return cls.known(SearchResult([Candidate(action, 0, math.nan)], 0, 0.0, 0, 0))

    @property
    def done(self) -> bool:
        return self._known is not None or all(part.done for part in self.parts)

    def continue_for(self, iterations: int) -> bool:
        """Make so many more iterations in each tree; returns whether the thought is done."""
        if self._known is None and self._latest() is not self:
            raise UsageError("this search has begun another thought: continue that one")
        for part in self.parts:
            if not part.done:
                part.grow(iterations)
        return self.done

    def result(self) -> SearchResult:
        """What it has found so far."""
        if self._known is not None:
            return self._known
        return SearchResult(
            self._candidates(), sum(part.grown for part in self.parts), 0.0,
            sum(part.tree.used for part in self.parts),
            max(part.tree.depth for part in self.parts),
        )  # fmt: skip

    def _candidates(self) -> list[Candidate]:
        """All trees' counts added up: the choice first, then by visits, then by chance."""
        visits: Counter[int] = Counter()
        values: dict[int, float] = defaultdict(float)
        replies: dict[int, Counter[tuple[int, int]]] = {}
        order: dict[int, int] = {}
        for part in self.parts:
            for node in part.tree.children():
                visits[node.action] += node.visits
                values[node.action] += node.value
                order[node.action] = min(node.place, order.get(node.action, node.place))
                answers = replies.setdefault(node.action, Counter())
                for answer in part.tree.children(node.number):
                    answers[answer.seat, answer.action] += answer.visits
        found = []
        for action, times in visits.items():
            likely = replies[action].most_common(1)
            reply = likely[0][0] if likely else None
            found.append(Candidate(action, times, values[action] / times, reply, order[action]))
        if not found:  # not even one iteration: any legal action is better than none
            return [Candidate(self._legal[0], 0, math.nan)]
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


def run_in_chunks(
    grow: Callable[[int], object], share: int | None, deadline: float, stop: Stop,
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
        grow(size)
        done += size
        progress(size)
        spent = time.perf_counter() - begin
        longest = max(DELAY_DECAY * longest, spent)
        wanted = min(CHUNK_SECONDS, max(0.0005, deadline - begin - spent))
        chunk = max(1, min(4 * chunk, int(size * wanted / max(spent, 1e-6))))
    return done
