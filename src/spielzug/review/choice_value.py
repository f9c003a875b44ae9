"""Values of single choices, with as much search for a poor choice as for a good one.

A normal search visits poor choices rarely, so its values for them are unreliable. Here the tree is
restricted to one choice at its root and searched as usual below. Each iteration gives the chances
of all seats.

Also holds the budget of a review, the scale of mistakes, and intervals of means of few values.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielzug.bots.clock import Stop
from spielzug.bots.net.inference import Net
from spielzug.bots.net.player import net_in
from spielzug.bots.search import levels
from spielzug.bots.search.search_tree import NetStyle, NetTree, Style, Tree
from spielzug.bots.search.thinker import DEFAULT_MEMORY, NODE_BYTES, ready
from spielzug.core.game import Game
from spielzug.core.position import Seen
from spielzug.core.record_types import Key
from spielzug.wire.review import ReviewBudget, Word


@dataclass(frozen=True)
class Scale:
    """The budget and thresholds of a review in one game; a game may give its own (`rules.REVIEW`).

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
        given: dict[str, Any] = getattr(game.rules, "REVIEW", {})
        return cls(**given)

    def word(self, least: float) -> Word:
        """For a decision whose cost is at least this."""
        if least > self.blunder:
            return "blunder"
        if least > self.mistake:
            return "mistake"
        return "inaccuracy" if least > self.inaccuracy else "good"


def budget_of(game: Game, iterations: int | None = None, seed: int = 1) -> ReviewBudget:
    """The game's usual budget, or with another number of iterations."""
    wanted = iterations or Scale.of(game).iterations
    return ReviewBudget(iterations=wanted, bot=f"search:{wanted}", seed=seed)


Z95 = 1.959963984540054


def z95(freedom: float) -> float:
    """The standard errors of a 95 % interval if the error itself is estimated.

    Approximates Student's distribution for four degrees of freedom and more.
    """
    return Z95 + 2.5 / freedom + 2.5 / freedom**2


def batch_variance(values: Sequence[float] | NDArray[np.float64], batches: int) -> float:
    """The variance of the mean of autocorrelated values, by the means of batches."""
    size = len(values) // batches
    if size == 0:
        return float(np.var(values)) / max(1, len(values))
    means = np.reshape(np.asarray(values)[: size * batches], (batches, size)).mean(axis=1)
    return float(means.var(ddof=1)) / batches


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


BARRED = -1e9  # the value of a choice that the tree must never try
FIRST_VALUE = 0.5  # of the evaluated choice before it was tried
WARMUP_SHARE = 4  # one of so many iterations passes before results count
ITERATIONS_PER_CHECK = 64  # iterations between two checks of `stop`
BATCHES = 8  # of iterations, to estimate the error of their mean


class ReviewStopped(Exception):
    """The review is not wanted any more."""


@dataclass(frozen=True)
class ChoiceValue:
    """The result of one evaluation."""

    chances: NDArray[np.float64]
    """Of all seats."""
    variance: float
    """Of the chance of the seat to act."""


def net_for(seen: Seen) -> Net | None:
    """The net that the strongest level uses for this position, if it does."""
    loaded = levels.net_for(levels.LEVELS[-1], seen)
    return None if loaded is None else net_in(loaded, seen)


class ChoiceEvaluator:
    """Evaluates choices of one game, with so many iterations each."""

    def __init__(self, game: Game, iterations: int, net: Net | None) -> None:
        self.iterations = iterations
        self._tree = tree_for(game, iterations, net)

    def evaluate(self, seen: Seen, action: int, key: Key, stop: Stop) -> ChoiceValue:
        """The chances of all seats if the seat to act makes this choice."""
        tree = self._tree
        tree.set_root(seen, key)
        restrict_root(tree, seen, action)
        found = np.zeros((self.iterations, seen.seats))
        for at in range(0, self.iterations, ITERATIONS_PER_CHECK):
            if stop.is_set():
                raise ReviewStopped
            came = tree.grow(seen.facts, min(ITERATIONS_PER_CHECK, self.iterations - at))
            found[at : at + ITERATIONS_PER_CHECK] = came[:, : seen.seats]
        counted = found[self.iterations // WARMUP_SHARE :]
        return ChoiceValue(counted.mean(axis=0), batch_variance(counted[:, seen.seat], BATCHES))


def tree_for(game: Game, iterations: int, net: Net | None) -> Tree:
    """A tree with the game's settings, with room for so many iterations."""
    ready(game, net is not None)
    most = DEFAULT_MEMORY // NODE_BYTES
    room = iterations + 2 * game.rules.MAX_LEGAL
    if net is None:
        return Tree(game, Style.of(game), most, room, ITERATIONS_PER_CHECK)
    return NetTree(game, NetStyle.of(game), most, room, net, ITERATIONS_PER_CHECK)


def restrict_root(tree: Tree, seen: Seen, only: int) -> None:
    """Restrict a new tree to one choice at its root.

    The root gets all its children now, and all but one get a prohibitive value.
    """
    nodes: Any = tree.nodes
    settings: Any = tree.settings
    first = seen.seat * int(settings.n_actions)
    for action in seen.legal:
        made = int(settings.used)
        settings.used = made + 1
        node = nodes[made]
        node.key, node.visits, node.available, node.child, node.prior = first + action, 1, 1, 0, 1
        node.value = FIRST_VALUE if action == only else BARRED
        node.sibling = nodes[0].child
        nodes[0].child = made
