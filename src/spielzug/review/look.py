"""How it stands after one choice, with as much thought for a poor choice as for a good one.

A search looks at what it takes for poor only now and then, so what it says of it is little worth.
Here a tree is held to one choice at its root, and everything below is searched as usual. Each
iteration tells the chances of all seats.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielzug.bots.clock import Stop
from spielzug.bots.net.ask import Net
from spielzug.bots.net.find import net_in
from spielzug.bots.search import levels
from spielzug.bots.search.thinker import DEFAULT_MEMORY, NODE_BYTES, ready
from spielzug.bots.search.trees import NetStyle, NetTree, Style, Tree
from spielzug.core.game import Game
from spielzug.core.kinds import Key
from spielzug.core.position import Seen
from spielzug.review.spread import batched

BARRED = -1e9  # what a choice is worth that the tree shall never try
FIRST_VALUE = 0.5  # that of the held choice before it was tried
SETTLES = 4  # one of so many iterations passes before what they say is counted
TRACED = 64  # iterations between two questions whether anybody still waits
BATCHES = 8  # of iterations, to tell how sure their mean is


class ReviewStopped(Exception):
    """Nobody waits for it any more."""


@dataclass(frozen=True)
class Looked:
    """What one look found."""

    chances: NDArray[np.float64]
    """Of all seats."""
    variance: float
    """Of the chance of the seat for which was looked."""


def net_for(seen: Seen) -> Net | None:
    """The net with which the strongest level thinks about this, if it does."""
    loaded = levels.net_for(levels.LEVELS[-1], seen)
    return None if loaded is None else net_in(loaded, seen)


class Looker:
    """Looks at choices of one game, with so many iterations each."""

    def __init__(self, game: Game, iterations: int, net: Net | None) -> None:
        self.iterations = iterations
        self._tree = tree_for(game, iterations, net)

    def look(self, seen: Seen, action: int, key: Key, stop: Stop) -> Looked:
        """How all seats stand if the seat to act chooses this."""
        tree = self._tree
        tree.plant(seen, key)
        hold(tree, seen, action)
        found = np.zeros((self.iterations, seen.seats))
        for at in range(0, self.iterations, TRACED):
            if stop.is_set():
                raise ReviewStopped
            came = tree.grow(seen.facts, min(TRACED, self.iterations - at))
            found[at : at + TRACED] = came[:, : seen.seats]
        counted = found[self.iterations // SETTLES :]
        return Looked(counted.mean(axis=0), batched(counted[:, seen.seat], BATCHES))


def tree_for(game: Game, iterations: int, net: Net | None) -> Tree:
    """A tree that the game likes, with room for so many iterations."""
    ready(game, net is not None)
    most = DEFAULT_MEMORY // NODE_BYTES
    room = iterations + 2 * game.rules.MAX_LEGAL
    if net is None:
        return Tree(game, Style.of(game), most, room, TRACED)
    return NetTree(game, NetStyle.of(game), most, room, net, TRACED)


def hold(tree: Tree, seen: Seen, only: int) -> None:
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
