"""How a position stands by a short search: the judge of luck where a net judges, too.

In games between equals nothing but luck should be left of the result. In Der große Zugraub the
game's own judgement explains nothing of it, and a glance a part; in Die Zwergenzugfahrt it explains
much less than a glance. Where only the game itself judges, as in Game of Trains, a search adds
nothing. `docs/review.md` has the figures.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from spielzug.bots.net.ask import Net
from spielzug.bots.search.trees import NetStyle
from spielzug.core.game import Game
from spielzug.core.kinds import Rng
from spielzug.core.position import Position
from spielzug.core.rng import next_random
from spielzug.review.look import TRACED, tree_for
from spielzug.review.luck import Judge, after_the_turn

GLANCED = 25  # one of so many iterations of a look
MOST = 16  # iterations: with more of them it gets better by little


class Glance:
    """Judges positions of one game, with the eyes of the seat to act."""

    def __init__(self, game: Game, net: Net | None, iterations: int) -> None:
        self.iterations = iterations
        self._tree = tree_for(game, iterations, net)

    def __call__(self, world: Position, mover: int, rng: Rng) -> Sequence[float]:
        while not world.over and len(world.legal) == 1:
            world.advance(world.legal[0])
        outcome = world.outcome
        if outcome is not None:
            return outcome.shares
        seen, tree = world.seen(world.actor), self._tree
        tree.plant(seen, next_random(rng))
        total = np.zeros(world.seats)
        for at in range(0, self.iterations, TRACED):
            came = tree.grow(seen.facts, min(TRACED, self.iterations - at))
            total += came[:, : world.seats].sum(axis=0)
        return [float(share) for share in total / self.iterations]


def judge_of(game: Game, net: Net | None, iterations: int) -> Judge:
    """Who judges luck in this game best, if a look takes so many iterations."""
    if net is not None and NetStyle.of(game).mix < 1.0:
        return Glance(game, net, max(1, min(MOST, iterations // GLANCED)))
    return after_the_turn
