"""The luck in a game: what chance brought, against what it might have brought.

After a random event the actual position is judged, and so are all alternatives, weighted by
probability, or a sample of `REDRAWN` if there are too many: the difference is luck. Its mean is 0,
however good the judgement is. (Known as AIVAT, after Burch, Schmid, Moravčík, Morrill and Bowling,
2018.) It concerns the true position, whatever the seats knew of it.

The judge is the game's own value, or a short search where the net's value counts. Between equal
players only luck should decide the result. In Der große Zugraub the game's own value explains none
of it, and a short search a part; in Die Zwergenzugfahrt it explains much less than a short search.
Where only the game's value counts, as in Game of Trains, a search adds nothing. `docs/review.md`
has the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielzug.bots.net.inference import Net
from spielzug.bots.search.search_tree import NetStyle
from spielzug.core.chance import outcomes
from spielzug.core.game import Game
from spielzug.core.match import Match
from spielzug.core.position import Position
from spielzug.core.record_types import Rng
from spielzug.core.rng import next_random
from spielzug.review.choice_value import ITERATIONS_PER_CHECK, Z95, tree_for

COUNTED = 100  # the most alternatives that are all judged
REDRAWN = 40  # sampled alternatives if there are more
DEALS = 120  # sampled, to estimate the chances before the deal

Chances = NDArray[np.float64]
"""Of all seats."""
Judge = Callable[[Position, int, Rng], Sequence[float]]
"""The chances of all seats, from a position (which it may change) and the seat whose turn it was.
Results are averaged, so a single one may be noisy."""


def policy_of(game: Any) -> Any:
    """The quick player, as in the search."""
    return getattr(game.rules, "policy", game.rules.greedy)


def chances_after_turn(world: Position, mover: int, rng: Rng) -> Sequence[float]:
    """The chances of all seats when the turn of `mover` is over; plays on in `world`.

    A game without its own value is played to its end.
    """
    rules: Any = world.game.rules
    policy, judged = policy_of(world.game), hasattr(rules, "value")
    while not world.over and (world.actor == mover or not judged):
        world.advance(int(policy(world.facts, world.state, rng)))
    outcome = world.outcome
    if outcome is not None:
        return outcome.shares
    shares = np.zeros(world.seats)
    rules.value(world.facts, world.state, shares)
    return [float(share) for share in shares]


@dataclass(frozen=True)
class AlternativeOutcomes:
    """What chance might have brought, with weights that add up to 1."""

    worlds: list[tuple[float, Position]]
    by_lot: bool
    """Whether these are a sample."""


def sample_outcomes(
    before: Position, action: int, rng: Rng, redrawn: int = REDRAWN
) -> AlternativeOutcomes:
    found = list(islice(outcomes(before, action), COUNTED + 1))
    if len(found) <= COUNTED:
        return AlternativeOutcomes(
            [(float(told.probability), told.position) for told in found], False
        )
    worlds = [before.copy() for _ in range(redrawn)]
    for world in worlds:
        world.state.rng = next_random(rng)
        world.step(action)
    return AlternativeOutcomes([(1 / redrawn, world) for world in worlds], True)


@dataclass(frozen=True)
class Gain:
    """What chance brought each seat, and half of its 95 % interval."""

    by_seat: Chances
    error: float


def luck_of(
    before: Position,
    action: int,
    after: Position,
    rng: Rng,
    times: int = 1,
    judge: Judge = chances_after_turn,
    redrawn: int = REDRAWN,
) -> Gain:
    """How much better for each seat the actual outcome of an action is than the alternatives.

    The actual outcome is judged `times` times, because a judge plays on at random or searches.
    """
    mover, others = before.actor, sample_outcomes(before, action, rng, redrawn)
    weights = np.array([weight for weight, _ in others.worlds])
    judged = np.array([_judged(world, mover, rng, judge) for _, world in others.worlds])
    came = [_judged(after.copy(), mover, rng, judge) for _ in range(times)]
    return _gain(np.array(came), judged, weights, others.by_lot)


def luck_of_the_deal(
    match: Match, rng: Rng, times: int = 1, judge: Judge = chances_after_turn
) -> tuple[Chances, Gain]:
    """Each seat's chance before the deal, and what the deal added."""
    first = match.position_after(0)
    deals = []
    for _ in range(DEALS):
        dealt, _events = match.game.deal(
            len(match.seats), np.uint64(next_random(rng)), match.options, match.version
        )
        deals.append(_judged(dealt, dealt.actor, rng, judge))
    others = np.array(deals)
    came = np.array([_judged(first.copy(), first.actor, rng, judge) for _ in range(times)])
    gain = _gain(came, others, np.full(DEALS, 1 / DEALS), by_lot=True)
    return others.mean(axis=0), gain


def _judged(world: Position, mover: int, rng: Rng, judge: Judge) -> Chances:
    world.state.rng = next_random(rng)  # later luck in the turn is not part of this luck
    return np.array(judge(world, mover, rng), np.float64)


def _gain(came: Chances, others: Chances, weights: Chances, by_lot: bool) -> Gain:
    """From the actual outcome, judged several times, and the alternatives, judged once each."""
    noise = came.var(axis=0, ddof=1) if len(came) > 1 else np.zeros(came.shape[1])
    spread = others.var(axis=0) / len(others) if by_lot else noise * float((weights**2).sum())
    error = Z95 * float(np.sqrt(noise / len(came) + spread).max())
    return Gain(came.mean(axis=0) - weights @ others, error)


GLANCED = 25  # one of so many iterations of an evaluation


MOST = 16  # iterations: more improve it little


class ShortSearchJudge:
    """Judges positions of one game by a short search for the seat to act."""

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
        tree.set_root(seen, next_random(rng))
        total = np.zeros(world.seats)
        for at in range(0, self.iterations, ITERATIONS_PER_CHECK):
            came = tree.grow(seen.facts, min(ITERATIONS_PER_CHECK, self.iterations - at))
            total += came[:, : world.seats].sum(axis=0)
        return [float(share) for share in total / self.iterations]


def judge_of(game: Game, net: Net | None, iterations: int) -> Judge:
    """The best judge of luck in this game, if an evaluation takes so many iterations."""
    if net is not None and NetStyle.of(game).mix < 1.0:
        return ShortSearchJudge(game, net, max(1, min(MOST, iterations // GLANCED)))
    return chances_after_turn
