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

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from spielzug.bots.search.engine import NetStyle, SearchNet
from spielzug.core.chance import outcomes
from spielzug.core.game import Game
from spielzug.core.keys import SplitMix64
from spielzug.core.match import Match
from spielzug.core.position import Position
from spielzug.review.choice_value import (
    SLICE,
    Z95,
    Steps,
    mean_of,
    means_of,
    tree_for,
    variance_of,
)

if TYPE_CHECKING:
    pass

COUNTED = 100  # the most alternatives that are all judged
REDRAWN = 40  # sampled alternatives if there are more
DEALS = 120  # sampled, to estimate the chances before the deal
FEW = 10  # outcomes that are counted at once

Chances = list[float]
"""Of all seats."""
Judge = Callable[[Position, int, SplitMix64], Sequence[float]]
"""The chances of all seats, from a position (which it may change) and the seat whose turn it was.
Results are averaged, so a single one may be noisy."""


def chances_after_turn(world: Position, mover: int, rng: SplitMix64) -> Sequence[float]:
    """The chances of all seats when the turn of `mover` is over; plays on in `world`.

    A game without its own value is played to its end.
    """
    has_value = world.game.engine.has("value")
    while not world.over and (world.actor == mover or not has_value):
        world.advance(world.quick_choice("policy", rng))
    outcome = world.outcome
    return world.value if outcome is None else outcome.shares


@dataclass(frozen=True)
class AlternativeOutcomes:
    """What chance might have brought, with weights that add up to 1."""

    worlds: list[tuple[float, Position]]
    by_lot: bool
    """Whether these are a sample."""


def outcomes_in_steps(
    before: Position, action: int, rng: SplitMix64, redrawn: int
) -> Steps[AlternativeOutcomes]:
    found = []
    for told in islice(outcomes(before, action), COUNTED + 1):
        found.append(told)
        if len(found) % FEW == 0:
            yield
    if len(found) <= COUNTED:
        return AlternativeOutcomes(
            [(float(told.probability), told.position) for told in found], False
        )
    worlds = [before.copy() for _ in range(redrawn)]
    for world in worlds:
        world.set_rng(rng.next())
        world.step(action)
    return AlternativeOutcomes([(1 / redrawn, world) for world in worlds], True)


@dataclass(frozen=True)
class Gain:
    """What chance brought each seat, and half of its 95 % interval."""

    by_seat: Chances
    error: float


def luck_in_steps(
    before: Position,
    action: int,
    after: Position,
    rng: SplitMix64,
    times: int,
    judge: Judge,
    redrawn: int,
) -> Steps[Gain]:
    """How much better for each seat the actual outcome of an action is than the alternatives.

    The actual outcome is judged `times` times, because a judge plays on at random or searches.
    """
    mover = before.actor
    others = yield from outcomes_in_steps(before, action, rng, redrawn)
    weights = [weight for weight, _ in others.worlds]
    judged = yield from _judge_all((world for _, world in others.worlds), mover, rng, judge)
    came = yield from _judge_all((after.copy() for _ in range(times)), mover, rng, judge)
    return _gain(came, judged, weights, others.by_lot)


def luck_of_the_deal(
    match: Match, rng: SplitMix64, times: int, judge: Judge
) -> Steps[tuple[Chances, Gain]]:
    """Each seat's chance before the deal, and what the deal added; in steps."""
    first = match.position_after(0)
    others = []
    for _ in range(DEALS):
        dealt, _events = match.game.deal(len(match.seats), rng.next(), match.options, match.version)
        others.append(_judged(dealt, dealt.actor, rng, judge))
        yield
    came = yield from _judge_all((first.copy() for _ in range(times)), first.actor, rng, judge)
    return means_of(others), _gain(came, others, [1 / DEALS] * DEALS, by_lot=True)


def _judge_all(
    worlds: Iterable[Position], mover: int, rng: SplitMix64, judge: Judge
) -> Steps[list[Chances]]:
    found = []
    for world in worlds:
        found.append(_judged(world, mover, rng, judge))
        yield
    return found


def _judged(world: Position, mover: int, rng: SplitMix64, judge: Judge) -> Chances:
    world.set_rng(rng.next())  # later luck in the turn is not part of this luck
    return list(judge(world, mover, rng))


def _gain(
    came: Sequence[Chances], others: Sequence[Chances], weights: Sequence[float], by_lot: bool
) -> Gain:
    """From the actual outcome, judged several times, and the alternatives, judged once each."""
    by_seat, variances = [], []
    columns = zip(zip(*came, strict=True), zip(*others, strict=True), strict=True)
    for real, alternatives in columns:
        noise = variance_of(real, freedom_lost=1) if len(real) > 1 else 0.0
        spread = (
            variance_of(alternatives) / len(alternatives)
            if by_lot
            else noise * math.fsum(weight**2 for weight in weights)
        )
        expected = math.fsum(
            weight * chance for weight, chance in zip(weights, alternatives, strict=True)
        )
        by_seat.append(mean_of(real) - expected)
        variances.append(noise / len(real) + spread)
    return Gain(by_seat, Z95 * math.sqrt(max(variances)))


GLANCED = 25  # one of so many iterations of an evaluation


MOST = 16  # iterations: more improve it little


class ShortSearchJudge:
    """Judges positions of one game by a short search for the seat to act."""

    def __init__(self, game: Game, net: SearchNet | None, iterations: int) -> None:
        self.iterations = iterations
        self._tree = tree_for(game, iterations, net)

    def __call__(self, world: Position, mover: int, rng: SplitMix64) -> Sequence[float]:
        while not world.over and len(world.legal) == 1:
            world.advance(world.legal[0])
        outcome = world.outcome
        if outcome is not None:
            return outcome.shares
        seen, tree = world.seen(world.actor), self._tree
        tree.set_root(seen.facts_memory, seen.hidden_memory, seen.seat, rng.next())
        found: list[list[float]] = []
        for at in range(0, self.iterations, SLICE):
            found += tree.grow(min(SLICE, self.iterations - at))
        return means_of(found)[: world.seats]


def judge_of(game: Game, net: SearchNet | None, iterations: int) -> Judge:
    """The best judge of luck in this game, if an evaluation takes so many iterations."""
    if net is not None and NetStyle.of(game).mix < 1.0:
        return ShortSearchJudge(game, net, max(1, min(MOST, iterations // GLANCED)))
    return chances_after_turn
