"""The tuned numbers of Die Zwergenzugfahrt: quick player, value of a position, levels."""

from __future__ import annotations

from typing import NamedTuple

FAR = 12  # steps that stand for "no free seat is left"

# -- the quick player, in steps ------------------------------------------------------------------

HELD = 10.0  # a seat
WALK = 1.0  # a step of a dwarf
LAY = 1.5  # a step towards the next place for a sign, and each sign in stock
RIVAL = 0.9  # how much the rival's outlook counts against the own
TEMPO = 4.0  # a turn to miss
TAKING = 1.0  # one of the five takings

# -- the value of a position ---------------------------------------------------------------------


class Weight(NamedTuple):
    """What one thing counts: far_off + at_hand / (share of turns left + SOON)."""

    far_off: float
    at_hand: float


# Fitted to the results of games of the quick player.
SEATED = Weight(-0.0559, 0.3214)  # dwarves on seats
LAID = Weight(-0.3756, 0.3682)  # signs on seats
WAYS = Weight(-0.1363, 0.0168)  # steps of the dwarves that do not sit to a free seat
TO_LAY = Weight(0.0249, -0.0551)  # steps to the next place for a sign
OWED = Weight(0.181, -0.0563)  # turns to miss
TAKES_LEFT = Weight(0.0741, -0.0159)  # signs that may still be taken away
TO_MOVE = Weight(-0.0471, 0.075)  # being the one to decide
IN_REACH = Weight(0.0408, -0.1904)  # own signs that a rival stands beside
BESIDE = Weight(0.432, -0.0425)  # own dwarves that a rival could kick

LONG = 60  # turns: with more to come the end is no nearer
HALF = 0.5  # how far a game is from its end if only the clock knows
SOON = 0.15  # keeps what is at hand finite at the end

# -- the search ----------------------------------------------------------------------------------

SEARCH = {"cutoff": 0, "random_in_64": 4, "exploration": 0.2, "widening": 2.0}

# (iterations, slips in 64 decisions) of the six levels, the weakest first.
LADDER = ((16, 28), (30, 16), (55, 7), (130, 0), (450, 0), (6_000, 0))

NET_LEVELS = {"master": (15, 5), "expert": (1_500, 0)}
"""The same of those who think with a net."""

NET_SEARCH = {
    "mix": 0.5,  # the net and `value` judge better together than either does alone
    "spread": 0.1,  # the net is surer of itself than it should be
}

LEARN = {
    "ignore": ("first", "minutes"),
    "deals": {"": 0.7, "board=small": 0.15, "board=long": 0.15},
    "hyperparameters": {"entropy": 0.02},
}
"""What a net is taught, see `spielzug.learn`: which games how often, what makes no difference."""
