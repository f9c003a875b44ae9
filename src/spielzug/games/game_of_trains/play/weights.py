"""Weights of the Game of Trains bots: greedy, policy, value, search and learning.

Those of `greedy` are frozen, because other players are measured against it. The others were fitted
to results of games between quick players. Compiled code treats them as constants.
"""

from __future__ import annotations

from typing import NamedTuple

# -- greedy --------------------------------------------------------------------------------------

GREEDY_SPREAD = 3.0  # how much a narrow gap hurts
GREEDY_SAMPLE = 3  # every third number stands for the unseen cards
GREEDY_RIVALS = 0.3  # weight of the rivals' work against one's own

# -- policy --------------------------------------------------------------------------------------

WORTH_A_TURN = 0.12  # share of its work that a use must save: about what a drawn car saves
CANDIDATES = 3  # choices that are examined closely

# -- value: the work that a row still needs ------------------------------------------------------


class FindCost(NamedTuple):
    """Cost of finding cars: fixed + rare / (share of the draw pile that fits + slack)."""

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
"""For one to seven cars missing between two that stay."""
FEW = 10  # with fewer cards in the draw pile, the discards count as part of it

# -- value: from the work of all rows to chances of winning --------------------------------------

STEEP, STEEP_LOG = 0.0134, 1.27  # how fast the chance falls with work, and with its logarithm
NEVER_DONE = 0.3  # added to the work inside the logarithm
LEAST_WORK = 0.05  # less work than this counts as this much
TEMPO = 1.332  # work that having the move is worth
OWN_USE, RIVAL_USE = 0.5838, 0.3534  # share of the work that the best open card saves
OWN_REMOVAL, RIVAL_REMOVAL = 0.3094, 0.1378  # share of the extra work that a removal causes one row
AT_RISK = 0.0151  # share of the work that losing an unprotected car at 1, 4, 7 would cost
WIN_NOW, WIN_NEXT = 1.5335, 0.4361  # bonus if an open card would complete the row
