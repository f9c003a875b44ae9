"""What of a game was luck: what chance brought, against what it might have brought.

When chance has had a say the position that came of it is judged, and so are all that might have
come, each by its probability, or `REDRAWN` of them by lot where they are too many: by how much it
is better than those was luck. On average that is nothing, whatever the judgement is worth. (Known
as AIVAT, after Burch, Schmid, Moravčík, Morrill and Bowling, 2018.)

It is about what really lay there, whatever the seats knew of it.
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

COUNTED = 100  # all that might have come, to tell what was luck, if it is no more than this
REDRAWN = 40  # as many of it by lot, if it is more
DEALS = 120  # by lot, to tell how the seats stand before the cards are dealt

Chances = NDArray[np.float64]
"""Of all seats."""
Judge = Callable[[Position, int, Rng], Sequence[float]]
"""The chances of all seats, from a position that it may play on in and the seat whose turn it was;
for the mean of many, so one may be a guess."""


def policy_of(game: Any) -> Any:
    """The quick player, as the search takes it."""
    return getattr(game.rules, "policy", game.rules.greedy)


def chances_after_turn(world: Position, mover: int, rng: Rng) -> Sequence[float]:
    """The chances of all seats when the turn of `mover` is over; plays on in `world`.

    A game without a judgement of its own is played to its end.
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
    """What chance might have brought, with weights that add up to one."""

    worlds: list[tuple[float, Position]]
    by_lot: bool
    """Whether these are only some of all."""


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
    """What chance brought each seat, and half of the 95 % interval of that."""

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
    """By how much what came of an action is better for each seat than what might have come.

    What came is judged so many times: a judge plays the rest of the turn by lot, or thinks.
    """
    mover, others = before.actor, sample_outcomes(before, action, rng, redrawn)
    weights = np.array([weight for weight, _ in others.worlds])
    judged = np.array([_judged(world, mover, rng, judge) for _, world in others.worlds])
    came = [_judged(after.copy(), mover, rng, judge) for _ in range(times)]
    return _gain(np.array(came), judged, weights, others.by_lot)


def luck_of_the_deal(
    match: Match, rng: Rng, times: int = 1, judge: Judge = chances_after_turn
) -> tuple[Chances, Gain]:
    """How the seats stood before the cards were dealt, and what the deal brought them."""
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
    world.state.rng = next_random(rng)  # what comes later in the turn is not this luck
    return np.array(judge(world, mover, rng), np.float64)


def _gain(came: Chances, others: Chances, weights: Chances, by_lot: bool) -> Gain:
    """Of what came, judged several times, and of what might have come, judged once each."""
    noise = came.var(axis=0, ddof=1) if len(came) > 1 else np.zeros(came.shape[1])
    spread = others.var(axis=0) / len(others) if by_lot else noise * float((weights**2).sum())
    error = Z95 * float(np.sqrt(noise / len(came) + spread).max())
    return Gain(came.mean(axis=0) - weights @ others, error)


GLANCED = 25  # one of so many iterations of a look


MOST = 16  # iterations: with more of them it gets better by little


class ShortSearchJudge:
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
        tree.set_root(seen, next_random(rng))
        total = np.zeros(world.seats)
        for at in range(0, self.iterations, ITERATIONS_PER_CHECK):
            came = tree.grow(seen.facts, min(ITERATIONS_PER_CHECK, self.iterations - at))
            total += came[:, : world.seats].sum(axis=0)
        return [float(share) for share in total / self.iterations]


def judge_of(game: Game, net: Net | None, iterations: int) -> Judge:
    """Who judges luck in this game best, if a look takes so many iterations."""
    if net is not None and NetStyle.of(game).mix < 1.0:
        return ShortSearchJudge(game, net, max(1, min(MOST, iterations // GLANCED)))
    return chances_after_turn
