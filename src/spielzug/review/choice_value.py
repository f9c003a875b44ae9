"""How it stands after one choice, with as much thought for a poor choice as for a good one.

A search looks at what it takes for poor only now and then, so what it says of it is little worth.
Here a tree is held to one choice at its root, and everything below is searched as usual. Each
iteration tells the chances of all seats.

How much is thought for a review, and which words fit what a decision cost.

How sure a mean is that was made of few thoughts.

How a position stands by a short search: the judge of luck where a net judges, too.

In games between equals nothing but luck should be left of the result. In Der große Zugraub the
game's own judgement explains nothing of it, and a glance a part; in Die Zwergenzugfahrt it explains
much less than a glance. Where only the game itself judges, as in Game of Trains, a search adds
nothing. `docs/review.md` has the figures.
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
    """What a review takes in one game; a game may give its own (`rules.REVIEW`).

    A decision has a word if what it cost is beyond this even at the low end of its 95 % interval:
    so nothing inside the noise is called a mistake.
    """

    iterations: int = 400
    """Of one look at what comes of one choice."""
    inaccuracy: float = 0.02
    mistake: float = 0.05
    blunder: float = 0.12

    @classmethod
    def of(cls, game: Game) -> Scale:
        given: dict[str, Any] = getattr(game.rules, "REVIEW", {})
        return cls(**given)

    def word(self, least: float) -> Word:
        """For a decision that cost at least this, if it cost anything."""
        if least > self.blunder:
            return "blunder"
        if least > self.mistake:
            return "mistake"
        return "inaccuracy" if least > self.inaccuracy else "good"


def budget_of(game: Game, iterations: int | None = None, seed: int = 1) -> ReviewBudget:
    """The usual one, or with another number of iterations."""
    wanted = iterations or Scale.of(game).iterations
    return ReviewBudget(iterations=wanted, bot=f"search:{wanted}", seed=seed)


Z95 = 1.959963984540054


def z95(freedom: float) -> float:
    """How many standard errors the 95 % interval reaches if the error itself is estimated.

    Student's distribution, near enough for four degrees of freedom and more.
    """
    return Z95 + 2.5 / freedom + 2.5 / freedom**2


def batch_variance(values: Sequence[float] | NDArray[np.float64], batches: int) -> float:
    """The variance of the mean of a row of values that hang together: by the means of batches."""
    size = len(values) // batches
    if size == 0:
        return float(np.var(values)) / max(1, len(values))
    means = np.reshape(np.asarray(values)[: size * batches], (batches, size)).mean(axis=1)
    return float(means.var(ddof=1)) / batches


def interval(differences: Sequence[float], within: float, trust: float) -> tuple[float, float]:
    """The mean of a few thoughts' differences, and half of its 95 % interval.

    A few values tell little of their own spread, so what each thought saw of it (`within`, the
    variance of one difference) counts as `trust` further degrees of freedom.
    """
    count = len(differences)
    mean = math.fsum(differences) / count
    apart = math.fsum((d - mean) ** 2 for d in differences)
    freedom = count - 1 + trust
    variance = (apart + trust * within) / freedom
    return mean, z95(freedom) * math.sqrt(variance / count)


BARRED = -1e9  # what a choice is worth that the tree shall never try
FIRST_VALUE = 0.5  # that of the held choice before it was tried
WARMUP_SHARE = 4  # one of so many iterations passes before what they say is counted
ITERATIONS_PER_CHECK = 64  # iterations between two questions whether anybody still waits
BATCHES = 8  # of iterations, to tell how sure their mean is


class ReviewStopped(Exception):
    """Nobody waits for it any more."""


@dataclass(frozen=True)
class ChoiceValue:
    """What one look found."""

    chances: NDArray[np.float64]
    """Of all seats."""
    variance: float
    """Of the chance of the seat for which was looked."""


def net_for(seen: Seen) -> Net | None:
    """The net with which the strongest level thinks about this, if it does."""
    loaded = levels.net_for(levels.LEVELS[-1], seen)
    return None if loaded is None else net_in(loaded, seen)


class ChoiceEvaluator:
    """Looks at choices of one game, with so many iterations each."""

    def __init__(self, game: Game, iterations: int, net: Net | None) -> None:
        self.iterations = iterations
        self._tree = tree_for(game, iterations, net)

    def look(self, seen: Seen, action: int, key: Key, stop: Stop) -> ChoiceValue:
        """How all seats stand if the seat to act chooses this."""
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
    """A tree that the game likes, with room for so many iterations."""
    ready(game, net is not None)
    most = DEFAULT_MEMORY // NODE_BYTES
    room = iterations + 2 * game.rules.MAX_LEGAL
    if net is None:
        return Tree(game, Style.of(game), most, room, ITERATIONS_PER_CHECK)
    return NetTree(game, NetStyle.of(game), most, room, net, ITERATIONS_PER_CHECK)


def restrict_root(tree: Tree, seen: Seen, only: int) -> None:
    """Let a tree that was just planted try no other choice at its root.

    The root gets all its children now, and all but one have been found to be worth nothing.
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
