"""The cost of one decision for the seat that made it.

A search over all choices finds the best. If the seat chose it, the cost is 0. Otherwise both
choices are evaluated equally, by several independent searches. These know nothing of the first
search, so the best choice is not overrated, as the best of many estimates would be. The cost is the
difference, if it exceeds the noise, and otherwise 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from spielzug.bots.clock import Stop
from spielzug.bots.hints import likely_reply
from spielzug.bots.search.engine import SearchNet
from spielzug.bots.search.proofs import WIN_WORLDS, advances_without_luck, find_winning_line
from spielzug.bots.search.thinker import Budget, Candidate, SearchResult, Thinker
from spielzug.core.game import Game
from spielzug.core.keys import SplitMix64
from spielzug.core.position import Seen
from spielzug.review.choice_value import (
    SLICE,
    ChoiceEvaluator,
    ChoiceValue,
    Scale,
    Steps,
    finish,
    interval,
    mean_of,
    means_of,
    z95,
)
from spielzug.review.records import POOR, DecisionReview

SEARCHED = 4  # times the iterations of an evaluation: the search over all choices
FEWEST, MOST = 3, 8  # evaluations of each of two choices
TRUST = 4.0  # degrees of freedom that an evaluation's own variance counts as
PROVED = 3  # deals in which a win must stay certain


@dataclass
class ChoiceComparison:
    """Two choices evaluated equally: the chances after each, evaluation by evaluation."""

    best: list[Sequence[float]] = field(default_factory=list)
    taken: list[Sequence[float]] = field(default_factory=list)
    within: list[float] = field(default_factory=list)

    def cost(self, seat: int) -> tuple[float, float]:
        """The mean difference for the seat, and half of its 95 % interval."""
        rows = zip(self.best, self.taken, strict=True)
        differences = [better[seat] - taken[seat] for better, taken in rows]
        return interval(differences, mean_of(self.within), TRUST)

    def is_precise_enough(self, seat: int, scale: Scale) -> bool:
        """Whether more evaluations would hardly change its word."""
        if len(self.best) < FEWEST:
            return False
        cost, error = self.cost(seat)
        return cost + error < scale.mistake or cost - error > scale.blunder


class Reviewer:
    """Judges decisions of one game, with the same budget for each."""

    def __init__(self, game: Game, scale: Scale, iterations: int, net: SearchNet | None) -> None:
        self.game, self.scale, self.iterations, self.net = game, scale, iterations, net

    @cached_property
    def _evaluator(self) -> ChoiceEvaluator:
        return ChoiceEvaluator(self.game, self.iterations, self.net)

    @cached_property
    def _thinker(self) -> Thinker:
        return Thinker(self.game, Budget(iterations=SEARCHED * self.iterations), net=self.net)

    def decide(self, entry: int, seen: Seen, action: int, key: int, stop: Stop) -> DecisionReview:
        """Depends only on `seen`, the choice and the key."""
        return finish(self.decide_in_steps(entry, seen, action, key), stop)

    def decide_in_steps(
        self, entry: int, seen: Seen, action: int, key: int
    ) -> Steps[DecisionReview]:
        """The same in steps; no other decision may begin before it has ended."""
        rng = SplitMix64(key)
        made = yield from self._judge(entry, seen, action, rng)
        by_lot = yield from self._by_lot(seen, made, rng)
        return replace(made, by_lot=by_lot)

    def _by_lot(self, seen: Seen, made: DecisionReview, rng: SplitMix64) -> Steps[float]:
        """The cost of a random choice; one is tried."""
        legal = seen.legal
        action = legal[rng.below(len(legal))]
        if action == made.best:
            return 0.0
        if action == made.action:
            return made.cost
        look = yield from self._evaluator.evaluate_in_steps(seen, action, rng.next())
        return made.best_chance - look.chances[seen.seat]

    def _judge(self, entry: int, seen: Seen, action: int, rng: SplitMix64) -> Steps[DecisionReview]:
        thinking = self._thinker.begin(seen, rng.next())
        yield
        while not thinking.continue_for(SLICE):
            yield
        thought = thinking.result()
        if thought.certain:
            return (yield from self._certain(entry, seen, action, thought, rng))
        first = thought.candidates[0]
        if first.action == action:
            return (yield from self._best(entry, seen, action, rng))
        found = yield from self._compare(seen, first.action, action, rng)
        cost, error = found.cost(seen.seat)
        taken, best = means_of(found.taken), means_of(found.best)
        if cost <= error:
            made = self._made(entry, seen, action, taken, error)
            return replace(made, word="best" if cost <= 0 else "good")
        word = self.scale.word(cost - error)
        line = self._line(seen, first, rng) if word in POOR else []
        return DecisionReview(
            entry=entry, seat=seen.seat, action=action, choices=len(seen.legal),
            chance=taken[seen.seat], best=first.action, best_chance=best[seen.seat],
            cost=cost, error=error, by_lot=0.0, word=word, certain=False, before=best,
            after=taken, line=line,
        )  # fmt: skip

    def _compare(
        self, seen: Seen, best: int, taken: int, rng: SplitMix64
    ) -> Steps[ChoiceComparison]:
        """As many evaluations as are needed to name it."""
        found = ChoiceComparison()
        while len(found.best) < MOST and not found.is_precise_enough(seen.seat, self.scale):
            yield from self._look_twice(found, seen, best, taken, rng)
        return found

    def _look_twice(
        self, found: ChoiceComparison, seen: Seen, best: int, taken: int, rng: SplitMix64
    ) -> Steps[None]:
        better = yield from self._evaluator.evaluate_in_steps(seen, best, rng.next())
        other = yield from self._evaluator.evaluate_in_steps(seen, taken, rng.next())
        found.best.append(better.chances)
        found.taken.append(other.chances)
        found.within.append(better.variance + other.variance)

    def _looks(
        self, count: int, seen: Seen, action: int, rng: SplitMix64
    ) -> Steps[list[ChoiceValue]]:
        found = []
        for _ in range(count):
            found.append((yield from self._evaluator.evaluate_in_steps(seen, action, rng.next())))
        return found

    def _best(self, entry: int, seen: Seen, action: int, rng: SplitMix64) -> Steps[DecisionReview]:
        """The search found nothing better."""
        looks = yield from self._looks(2, seen, action, rng)
        error = z95(2 * TRUST) * math.sqrt(mean_of([one.variance for one in looks]) / 2)
        chances = means_of([one.chances for one in looks])
        return self._made(entry, seen, action, chances, error)

    def _made(
        self, entry: int, seen: Seen, action: int, chances: Sequence[float], error: float,
        certain: bool = False,
    ) -> DecisionReview:  # fmt: skip
        """A decision that cost nothing."""
        chance = chances[seen.seat]
        return DecisionReview(
            entry=entry, seat=seen.seat, action=action, choices=len(seen.legal), chance=chance,
            best=action, best_chance=chance, cost=0.0, error=error, by_lot=0.0,
            word="best", certain=certain, before=list(chances), after=list(chances),
        )  # fmt: skip

    # -- wins that need no luck ------------------------------------------------------------------

    def _certain(
        self,
        entry: int,
        seen: Seen,
        action: int,
        thought: SearchResult,
        rng: SplitMix64,
    ) -> Steps[DecisionReview]:
        """There is a win without luck: was it played, or is it still there?"""
        won = [float(seat == seen.seat) for seat in range(seen.seats)]
        if action == thought.action or (yield from _keeps_certain_win(seen, action, rng)):
            return self._made(entry, seen, action, won, 0.0, certain=True)
        looks = yield from self._looks(FEWEST, seen, action, rng)
        taken = means_of([one.chances for one in looks])
        chances = [one.chances[seen.seat] for one in looks]
        mean, error = interval(chances, mean_of([one.variance for one in looks]), TRUST)
        cost = max(0.0, 1.0 - mean)
        if cost <= error:
            return self._made(entry, seen, action, taken, error)
        return DecisionReview(
            entry=entry, seat=seen.seat, action=action, choices=len(seen.legal), chance=mean,
            best=thought.action, best_chance=1.0, cost=cost, error=error, by_lot=0.0,
            word=self.scale.word(cost - error), certain=True, before=won,
            after=taken,
        )  # fmt: skip

    def _line(self, seen: Seen, best: Candidate, rng: SplitMix64) -> list[tuple[int, int]]:
        reply = likely_reply(seen, best, rng)
        return [] if reply is None else [(reply.seat, reply.action)]


def _keeps_certain_win(seen: Seen, action: int, rng: SplitMix64) -> Steps[bool]:
    """Whether the seat still wins without luck after this choice, by its own decisions."""
    for _ in range(min(PROVED, WIN_WORLDS)):
        world = seen.guess(rng.next())
        if not advances_without_luck(world, action):
            return False
        outcome = world.outcome
        if outcome is not None:
            if outcome.shares[seen.seat] < 1.0:
                return False
        elif world.actor != seen.seat or not find_winning_line(world.seen(seen.seat), rng.next()):
            return False
        yield
    return True
