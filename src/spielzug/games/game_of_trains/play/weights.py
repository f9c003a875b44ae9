"""The tuned numbers of the players and of the judgement, each with its meaning.

Those of `greedy` are frozen: other players are measured against it. All others were fitted to the
results of games of quick players. Compiled code takes them as constants.
"""

from __future__ import annotations

from typing import NamedTuple

from spielzug.games.game_of_trains.state import PLACE, RESIGN

# -- greedy --------------------------------------------------------------------------------------

GREEDY_SPREAD = 3.0  # how much a narrow gap hurts
GREEDY_SAMPLE = 3  # every third number stands for the unseen cards
GREEDY_RIVALS = 0.3  # how much a rival's gain counts against the own

# -- policy --------------------------------------------------------------------------------------

WORTH_A_TURN = 0.12  # of the own work that a use must save: about what a drawn car saves
CANDIDATES = 3  # how many places are looked at closely

# -- value: the work that a row still needs ------------------------------------------------------


class FindCost(NamedTuple):
    """What finding some cars costs: fixed + rare / (share of the draw pile that fits + slack)."""

    fixed: float
    rare: float
    slack: float


FIND_COSTS = (
    FindCost(-0.1804, 1.9387, 0.1034),
    FindCost(0.2437, 4.4761, 0.001),
    FindCost(0.0856, 9.3839, 0.001),
    FindCost(0.2017, 15.8435, 0.001),
    FindCost(31.83, 1.0856, 0.001),
    FindCost(30.83, 3.1961, 0.001),
    FindCost(25.65, 13.3607, 0.001),
)
"""One car, two cars … seven cars between two that stay."""
FEW = 10  # with fewer cards in the draw pile the discarded ones are as good as back

# -- value: the chances that the work of all rows leaves -----------------------------------------

STEEP, STEEP_LOG = 0.0134, 1.27  # how fast a chance falls with the work, and with its logarithm
NEVER_DONE = 0.3  # work that is added below the logarithm
LEAST_WORK = 0.05  # less than this is not told apart
TEMPO = 1.332  # the work that being to move is worth
OWN_USE, RIVAL_USE = 0.5838, 0.3534  # of the work that the best open card saves
OWN_REMOVAL, RIVAL_REMOVAL = 0.3094, 0.1378  # of the work that a removal costs one row more
AT_RISK = 0.0151  # of the work that a car at 1, 4, 7 saves as long as nothing protects it
WIN_NOW, WIN_NEXT = 1.5335, 0.4361  # of a row that an open card would put in order

# -- search --------------------------------------------------------------------------------------

SEARCH = {
    "cutoff": 0,
    "random_in_64": 2,
    "exploration": 0.15,
    "widening": 2.0,
    "settled": (PLACE, RESIGN),  # which car comes decides where it goes
}

NET_SEARCH = {
    "settled": (PLACE, RESIGN),
    "mix": 1.0,  # `value` judges, the net tells what to try
    "exploration": 0.6,
    "spread": 0.6,  # the net is surer of itself than it should be
}

# (iterations, slips in 64 decisions) of the six levels, the weakest first.
LADDER = ((16, 37), (20, 31), (24, 22), (40, 12), (80, 5), (6_000, 0))

LEARN = {
    "seats": 2,
    "ignore": ("first", "turn_limit"),
    "pairs": (("row", 1), ("row", 2), ("card", "row")),
    "hyperparameters": {"rate": 2e-3, "entropy": 0.03},
}
"""What a net is taught, see `spielzug.learn`: how many seats most, what makes no difference, what
it is told besides (the gaps between cars, and between the drawn one and those of the row), and how
boldly it learns."""
