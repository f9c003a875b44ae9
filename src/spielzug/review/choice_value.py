"""Values of single choices, with as much search for a poor choice as for a good one.

A normal search visits poor choices rarely, so its values for them are unreliable. Here the tree is
restricted to one choice at its root and searched as usual below. Each iteration gives the chances
of all seats.

Also holds the budget of a review, the scale of mistakes, and intervals of means of few values.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TypedDict, TypeVar

from spielzug.bots.clock import Stop
from spielzug.bots.names import LEVELS
from spielzug.bots.search import levels
from spielzug.bots.search.engine import (
    NetStyle,
    SearchNet,
    SearchTree,
    Style,
    TreeSettings,
    search_engine,
)
from spielzug.core.game import Game
from spielzug.core.position import Seen
from spielzug.core.table_values import ReviewWord
from spielzug.review.records import EvaluationBudget

T = TypeVar("T")


class ScaleSettings(TypedDict, total=False):
    """What a game may change of its `Scale`."""

    iterations: int
    inaccuracy: float
    mistake: float
    blunder: float


@dataclass(frozen=True)
class Scale:
    """The budget and thresholds of a review in one game; a game may give its own (``REVIEW``).

    A decision is called a mistake only if the low end of its cost's 95 % interval exceeds the
    threshold: so nothing inside the noise is called one.
    """

    iterations: int = 400
    """Of one evaluation of one choice."""
    inaccuracy: float = 0.02
    mistake: float = 0.05
    blunder: float = 0.12

    @classmethod
    def of(cls, game: Game) -> Scale:
        return cls(**game.setting("REVIEW", ScaleSettings()))

    def word(self, least: float) -> ReviewWord:
        """For a decision whose cost is at least this."""
        if least > self.blunder:
            return "blunder"
        if least > self.mistake:
            return "mistake"
        return "inaccuracy" if least > self.inaccuracy else "good"


def budget_of(game: Game, iterations: int | None = None, seed: int = 1) -> EvaluationBudget:
    """The game's usual budget, or with another number of iterations."""
    wanted = iterations or Scale.of(game).iterations
    return EvaluationBudget(iterations=wanted, bot=f"search:{wanted}", seed=seed)


Z95 = 1.959963984540054


def z95(freedom: float) -> float:
    """The standard errors of a 95 % interval if the error itself is estimated.

    Approximates Student's distribution for four degrees of freedom and more.
    """
    return Z95 + 2.5 / freedom + 2.5 / freedom**2


def mean_of(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def means_of(rows: Sequence[Sequence[float]]) -> list[float]:
    """The mean of each column."""
    return [mean_of(column) for column in zip(*rows, strict=True)]


def variance_of(values: Sequence[float], freedom_lost: int = 0) -> float:
    """The mean square of the deviations from the mean; 1 lost degree of freedom for a sample."""
    mean = mean_of(values)
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - freedom_lost)


def batch_variance(values: Sequence[float], batches: int) -> float:
    """The variance of the mean of autocorrelated values, by the means of batches."""
    size = len(values) // batches
    if size == 0:
        return variance_of(values) / len(values)
    means = [mean_of(values[at * size : (at + 1) * size]) for at in range(batches)]
    return variance_of(means, freedom_lost=1) / batches


def interval(differences: Sequence[float], within: float, trust: float) -> tuple[float, float]:
    """The mean of a few differences, and half of its 95 % interval.

    A few values say little about their variance, so the variance that each evaluation measured
    (`within`) counts as `trust` further degrees of freedom.
    """
    count = len(differences)
    mean = math.fsum(differences) / count
    apart = math.fsum((d - mean) ** 2 for d in differences)
    freedom = count - 1 + trust
    variance = (apart + trust * within) / freedom
    return mean, z95(freedom) * math.sqrt(variance / count)


WARMUP_SHARE = 4  # one of so many iterations passes before results count
SLICE = 16  # iterations that are never interrupted: the slowest searches need a millisecond each
TRACED = 64  # the most iterations of a slice in these trees
BATCHES = 8  # of iterations, to estimate the error of their mean


class ReviewStopped(Exception):
    """The review is not wanted any more."""


Steps = Generator[None, None, T]
"""Work that pauses every few milliseconds, so that other work gets its turn."""


def finish(steps: Steps[T], stop: Stop | None = None) -> T:
    """Do the work to its end; raises `ReviewStopped` when `stop` is set."""
    while stop is None or not stop.is_set():
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
    raise ReviewStopped


@dataclass(frozen=True)
class ChoiceValue:
    """The result of one evaluation."""

    chances: Sequence[float]
    """Of all seats."""
    variance: float
    """Of the chance of the seat to act."""


def net_for(seen: Seen) -> SearchNet | None:
    """The net that the strongest level uses for this position, if it does."""
    return levels.net_for(LEVELS[-1], seen)


class ChoiceEvaluator:
    """Evaluates choices of one game, with so many iterations each."""

    def __init__(self, game: Game, iterations: int, net: SearchNet | None) -> None:
        self.iterations = iterations
        self._tree = tree_for(game, iterations, net)

    def evaluate(self, seen: Seen, action: int, key: int, stop: Stop) -> ChoiceValue:
        """The chances of all seats if the seat to act makes this choice."""
        return finish(self.evaluate_in_steps(seen, action, key), stop)

    def evaluate_in_steps(self, seen: Seen, action: int, key: int) -> Steps[ChoiceValue]:
        """The same in steps; no other evaluation may begin before it has ended."""
        tree = self._tree
        tree.set_root(seen.facts_memory, seen.hidden_memory, seen.seat, key, action)
        found: list[list[float]] = []
        for at in range(0, self.iterations, SLICE):
            found += tree.grow(min(SLICE, self.iterations - at))
            yield
        counted = found[self.iterations // WARMUP_SHARE :]
        own = [shares[seen.seat] for shares in counted]
        return ChoiceValue(means_of(counted)[: seen.seats], batch_variance(own, BATCHES))


def tree_for(game: Game, iterations: int, net: SearchNet | None) -> SearchTree:
    """A tree with the game's settings, with room for so many iterations."""
    return search_engine(game).new_tree(
        TreeSettings(
            style=Style.of(game) if net is None else NetStyle.of(game),
            net=net,
            iterations=iterations,
            traced=TRACED,
        )
    )
