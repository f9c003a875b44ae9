"""The numbers that the players of Der große Zugraub were given or tuned to.

What a choice promises is counted in points of IQ. Greedy's numbers were set by hand; those of the
quick player were tuned in play, beginning with greedy's; the merits were fitted to finished games.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spielzug.core.jit import record

# -- what all of them hold true ------------------------------------------------------------------

MEAN_DIE = 3.5
CARD_HIT = 0.8  # of a hand card's hit, because not every card is played
UNKNOWN_CARD = 30.0  # a hand card that is not known

# B5: cards that are kept although each costs a die.
KEPT_RUN = 4  # a run that carries as far as a die
KEPT_IQ = 110  # a clever brain, if so few points are missing to pay for it:
KEPT_MISSING = 3
KEPT_SHARE = 10.0  # others are kept for a tenth of what they are worth

NEVER = 1000.0  # what nobody would do
DOOR = 3  # steps from the front door to what a new car may bring
MOST_REACH = 8  # behind the front door, no more than this counts
LEAST_CHANCE, MOST_CHANCE = 0.05, 0.95  # of winning a fight
PLAY_COST = 5.0  # what it costs to play a card, before its worth
CARD_WINS, CARD_IS_ENOUGH = 101.0, 50.0  # a card that can turn a fight, one that does so alone
CARD_PRICE = 4.0  # such a card is chosen by a quarter of its worth
ENOUGH = 1.0  # better than this must be what is done with the spoils
UNWANTED = 100.0  # to move the own brains about
LOSS_IQ = 20  # a brain that is not worth throwing away
IN_HEAD = 10.0  # a brain that need not be paid for


# -- greedy and the quick player -----------------------------------------------------------------

Weight = float | tuple[float, float]


def _by_stage(**merits: tuple[float, ...]) -> Any:
    """A record for each stage of the train."""
    rows = list(zip(*merits.values(), strict=True))
    return np.array(rows, record([(name, "f8") for name in merits])).view(np.recarray)


def _by_player(**weights: tuple[Weight, Weight]) -> tuple[Any, Any]:
    """A table for each of the two, with the rows of `evaluator.late`."""
    tables = []
    for player in zip(*weights.values(), strict=True):
        pairs = (each if isinstance(each, tuple) else (each, each) for each in player)
        tables.append(_by_stage(**dict(zip(weights, pairs, strict=True))))
    return tables[0], tables[1]


# Greedy's weight, the quick player's. A pair: before the Engine can come up, and from then on.
GREEDY, QUICK = _by_player(
    marker=(40.0, 36.96),  # a point and a card
    step=(2.0, 1.98),  # a step nearer to what is wanted
    new_car=(20.0, 20.0),  # what waits behind the front door
    reach=(2.0, 1.91),  # a step of reach that is left there
    new_lead=((0.0, 10.0), (0.0, 10.0)),  # a car nearer to the Engine, for the leader
    new_trail=(0.0, (0.0, -1.6)),  # for all others
    risk=(4.0, 4.84),  # for each car nearer to the rear, while couplings can break
    risk_card=(2.0, 1.78),  # the same for each hand card
    brake=(400.0, 400.0),  # a brake nearer to the win
    brake_trail=(-10.0, -6.08),  # a brake for somebody else
    pull=(12.0, 11.05),  # a step nearer to the brakes, for the leader
    hunt=(5.0, 4.07),  # a step nearer to the leader, when nothing else is left
    hunt_marker=(5.0, 0.0),  # the same for who stands on the last marker
    chase=(0.0, -0.51),  # the same at any time, while the Engine is in front
    point=(5.0, (5.0, 2.55)),  # an experience point, when a brain is paid for
    iq=(1.0, (1.0, 0.86)),  # in a head
    hit=(5.0, 5.0),  # in a head
    run=(5.0, 5.0),  # in a head
    able=(25.0, 25.0),  # an ability in the head
    any_brain=(45.0, 27.55),  # not to roll fewer dice any more
    lead=(0.0, (0.0, 26.99)),  # a brain that takes the lead
    missing=(14.0, (14.0, 13.74)),  # an experience point that is missing to pay for a hand card
    use=(3.0, 3.0),  # a point of hit or run in the hand
    keep=(20.0, 28.52),  # a die, before a card is thrown away for it
    guess_hit=(2.0, 0.29),  # of a hand card that is not known
    attack=(0.0, 1.43),  # to fight at all
    fight_point=(5.0, 5.0),  # an experience point for a lost fight
    edge=(1.0, 1.0),  # how far ahead to be for each fighter after the first
    slope=(10.0, 11.5),  # so much more strength is worth a whole fight
    base=(0.55, 0.55),  # the chance of winning among equals
    loot=(0.7, 0.37),  # of what the losers have
    own=(1.0, 0.96),  # of what the fighter has to lose
    hold=(0.5, 0.5),  # of a hand card, when it may be lost
    boost=(0.5, 0.21),  # of a hand card, when it is played to run
    rival=(0.4, (0.27, 0.39)),  # a brain that a rival loses, against one that is won
    careful=(0.0, 1.0),  # 1: sees that all can lose (B20), and never throws the own brain away
)

# -- the judgement -------------------------------------------------------------------------------

NEAR = 8  # steps that a rival can be expected to make
FAR_AWAY = 30  # steps; farther does not matter
EVEN_LEAD = 0.4  # an equal IQ, against a higher one
EDGE_SLOPE = 12.0  # so much more strength is worth a whole fight
MOST_POINTS = 12  # more experience points do not matter

MERITS = _by_stage(  # see `value.stage_of`
    iq=(1.03, 1.34, 1.48, 2.55, 2.22),
    leads=(0.05, 0.24, 0.25, -0.08, -0.67),
    ahead=(-0.06, -0.31, -0.55, -1.14, -0.84),
    any_brain=(0.30, 0.23, -0.35, -0.20, -0.63),
    hit=(0.47, 0.79, 1.83, 1.82, 1.48),
    run=(0.76, 0.36, 0.10, 0.03, 0.01),
    able=(0.14, -0.07, 0.06, 0.09, 0.15),
    points=(2.62, 1.44, 0.52, 0.18, -0.34),
    points_squared=(-1.99, -0.41, -0.26, 0.46, -0.04),
    cards=(0.01, -0.08, 0.07, -0.14, 0.11),
    better=(-0.31, 0.09, 0.59, 0.30, -0.08),
    hope=(-0.07, 0.00, -0.38, -0.07, 0.30),
    takes_lead=(0.24, 0.05, 0.22, 0.25, 0.51),
    hand_hit=(0.22, 0.41, 0.78, 0.86, 1.01),
    hand_run=(-0.31, -0.04, -0.16, 0.07, -0.31),
    discarding=(0.06, 0.09, 0.16, 0.16, -0.44),
    moving=(0.06, 0.10, 0.07, 0.15, -0.23),
    wait=(-0.33, -0.29, -0.13, -0.18, -0.96),
    front=(-1.83, -1.57, -1.28, -0.23, 4.85),
    behind=(0.00, -0.14, -0.44, -1.00, -0.50),
    last_car=(-0.05, -0.08, -0.16, -0.56, 0.50),
    leads_front=(0.29, -0.22, 0.59, 1.01, 3.24),
    leads_brake=(0.05, 0.24, 1.02, 2.41, 3.61),
    threat=(-0.03, -0.10, -0.08, -0.11, -0.25),
    leads_threat=(-0.19, -0.20, -0.46, -0.58, -0.21),
    prey=(0.69, 0.39, 0.43, 0.46, 1.00),
    leads_alone=(-0.28, -0.12, -0.03, -0.06, 0.90),
    leads_wait=(0.07, 0.03, -0.36, -1.04, -1.98),
    fight_margin=(-0.12, 0.23, 0.37, 0.47, 0.98),
    fight_won=(-0.02, 0.06, 0.12, 0.19, 0.53),
)

# -- the search ----------------------------------------------------------------------------------

SEARCH = {
    "cutoff": 8,
    "random_in_64": 2,
    "exploration": 0.15,
    "widening": 0.4,
    "quick_rivals": True,
}
LADDER = ((8, 40), (12, 28), (20, 18), (32, 9), (80, 3), (2_000, 0))
"""Iterations for one decision and slips in 64 decisions, from beginner to expert."""

NET_LEVELS = {"expert": (1_300, 0)}
"""The same of those who think with a net."""

NET_SEARCH = {
    "mix": 0.5,  # the net and `value` judge better together than either does alone
    "cutoff": 8,
    "random_in_64": 2,
    "spread": 0.2,  # the net is surer of itself than it should be
    "quick_rivals": True,
}

LEARN = {"seats": 4, "ignore": ("first", "turn_limit"), "hyperparameters": {"rate": 7e-4}}
"""What a net is taught, see `spielzug.learn`: how many seats most, what makes no difference, how
boldly it learns."""
