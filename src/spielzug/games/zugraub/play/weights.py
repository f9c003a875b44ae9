"""Weights of the bots of Der große Zugraub: greedy, policy, value, search and learning.

Ratings are in points of IQ. Greedy's weights were set by hand; those of the quick policy were
tuned in play, starting from greedy's; the merits were fitted to finished games.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from spielzug.core.jit import record

# -- greedy and policy: shared constants ---------------------------------------------------------

MEAN_DIE = 3.5
CARD_HIT = 0.8  # share of a hand card's hit, because not every card is played
UNKNOWN_CARD = 30.0  # worth of an unknown hand card

# B5: cards that are kept although each costs a die.
KEPT_RUN = 4  # a run about as long as a die's
KEPT_IQ = 110  # IQ of a brain kept if no more than KEPT_MISSING points are missing to pay for it
KEPT_MISSING = 3
KEPT_SHARE = 10.0  # other cards count a tenth of their worth

NEVER = 1000.0  # penalty that rules an action out
DOOR = 3  # expected steps from the front door to a marker in a new car
MOST_REACH = 8  # more reach than this beyond the front door does not count
LEAST_CHANCE, MOST_CHANCE = 0.05, 0.95  # of winning a fight
PLAY_COST = 5.0  # cost of playing a card, in addition to its worth
CARD_WINS, CARD_IS_ENOUGH = 101.0, 50.0  # a card that helps to turn a fight; that does so alone
CARD_PRICE = 4.0  # a quarter of such a card's worth is deducted
ENOUGH = 1.0  # rating of ending the spoils
UNWANTED = 100.0  # penalty for moving one's own brains
LOSS_IQ = 20  # highest IQ of a brain not worth throwing away
IN_HEAD = 10.0  # bonus of a brain that need not be paid for


# -- greedy and policy: weights ------------------------------------------------------------------

Weight = float | tuple[float, float]


def _by_stage(**merits: tuple[float, ...]) -> NDArray[np.void]:
    """A record for each stage of the game."""
    rows = list(zip(*merits.values(), strict=True))
    return np.array(rows, record([(name, "f8") for name in merits])).view(np.recarray)


def _by_player(**weights: tuple[Weight, Weight]) -> tuple[NDArray[np.void], NDArray[np.void]]:
    """A table for each of the two players, with a row for each value of `evaluator.is_endgame`."""
    tables = []
    for player in zip(*weights.values(), strict=True):
        pairs = (each if isinstance(each, tuple) else (each, each) for each in player)
        tables.append(_by_stage(**dict(zip(weights, pairs, strict=True))))
    return tables[0], tables[1]


# Weights of greedy and of the policy. A pair: before the Engine can be drawn, and from then on.
GREEDY, QUICK = _by_player(
    marker=(40.0, 36.96),  # a point and a card
    step=(2.0, 1.98),  # a step nearer to the next marker or front door
    new_car=(20.0, 20.0),  # going out of the front door
    reach=(2.0, 1.91),  # a step of reach left there
    new_lead=((0.0, 10.0), (0.0, 10.0)),  # a car nearer to the Engine, for the leader
    new_trail=(0.0, (0.0, -1.6)),  # the same for all others
    risk=(4.0, 4.84),  # per car nearer to the rear, while couplings can break
    risk_card=(2.0, 1.78),  # the same for each hand card
    brake=(400.0, 400.0),  # a brake nearer to the win
    brake_trail=(-10.0, -6.08),  # a brake for somebody else
    pull=(12.0, 11.05),  # a step nearer to the brakes, for the leader
    hunt=(5.0, 4.07),  # a step nearer to the leader, when there is no other goal
    hunt_marker=(5.0, 0.0),  # the same for a place with the last marker
    chase=(0.0, -0.51),  # a step nearer to the leader while the Engine is in front
    point=(5.0, (5.0, 2.55)),  # an experience point, when paying for a brain
    iq=(1.0, (1.0, 0.86)),  # a point of IQ in a head
    hit=(5.0, 5.0),  # a point of hit in a head
    run=(5.0, 5.0),  # a point of run in a head
    able=(25.0, 25.0),  # an ability in the head
    any_brain=(45.0, 27.55),  # any brain in the head: no dice are lost
    lead=(0.0, (0.0, 26.99)),  # a brain that takes the lead
    missing=(14.0, (14.0, 13.74)),  # an experience point missing to pay for a hand card
    use=(3.0, 3.0),  # a point of hit or run in the hand
    keep=(20.0, 28.52),  # a die, compared with the card discarded for it
    guess_hit=(2.0, 0.29),  # expected hit of an unknown hand card
    attack=(0.0, 1.43),  # bonus for any fight
    fight_point=(5.0, 5.0),  # an experience point for a lost fight
    edge=(1.0, 1.0),  # strength to be ahead per rival after the first
    slope=(10.0, 11.5),  # lead in strength that raises the chance from 0 to 1
    even_chance=(0.55, 0.55),  # chance of winning at equal strength
    loot=(0.7, 0.37),  # share of the losers' stakes
    own=(1.0, 0.96),  # share of one's own stake
    hold=(0.5, 0.5),  # share of a hand card's worth in a stake
    boost=(0.5, 0.21),  # share of a hand card's worth that playing it to run costs
    rival=(0.4, (0.27, 0.39)),  # a brain that a rival loses, relative to one that is won
    careful=(0.0, 1.0),  # 1: foresees that all lose (B20), never throws its own brain away
)

# -- value ---------------------------------------------------------------------------------------

NEAR = 8  # steps within which a rival is a threat
FAR_AWAY = 30  # steps; farther does not matter
EVEN_LEAD = 0.4  # an equal IQ, relative to a higher one
EDGE_SLOPE = 12.0  # lead in strength that raises the chance from 0 to 1
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
