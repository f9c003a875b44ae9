"""How a position of Die Zwergenzugfahrt stands, for a search that does not play to the end.

Seats count the more the fewer turns are left, ways the less. The weights were fitted to the
results of games of the quick player: each is FAR_OFF + AT_HAND / (share of turns left + 0.15).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from spielzug.core.jit import entry, rule
from spielzug.games.zwergenzugfahrt.facts import TAKES
from spielzug.games.zwergenzugfahrt.facts.bits import NONE, lowest, number, size
from spielzug.games.zwergenzugfahrt.play.greedy import FAR, nearest

SEATED, SIGNS_LAID, WAYS, TO_LAY, OWED, TAKES_LEFT, TO_MOVE, IN_REACH, BESIDE = range(9)
FEATURES = 9
FAR_OFF = np.array((-0.0559, -0.3756, -0.1363, 0.0249, 0.181, 0.0741, -0.0471, 0.0408, 0.432))
AT_HAND = np.array((0.3214, 0.3682, 0.0168, -0.0551, -0.0563, -0.0159, 0.075, -0.1904, -0.0425))
LONG = 60  # turns: with more to come the end is no nearer
NEVER = 0.15
HALF = 0.5  # how far a game is from its end if only the clock knows

SEARCH = {"cutoff": 0, "random_in_64": 4, "exploration": 0.2, "widening": 2.0}

# (iterations, slips in 64 decisions) of the six levels, the weakest first.
LADDER = ((16, 28), (30, 16), (55, 7), (130, 0), (450, 0), (6_000, 0))


@rule
def survey(facts: Any, state: Any, clan: Any, free: Any, features: Any) -> None:
    """What counts for a clan; `free` are the seats with neither dwarf nor sign."""
    dwarves, signs = state.dwarves[clan], state.signs[clan]
    seated = dwarves & facts.chairs
    ways = np.int64(0)
    closest: Any = np.int64(FAR)
    walking = dwarves
    while walking != NONE:
        dwarf = lowest(walking)
        walking ^= dwarf
        steps = nearest(facts, number(dwarf), free)
        closest = min(closest, steps)
        if dwarf & seated == NONE:
            ways += steps
    beside = NONE
    rivals = state.dwarves[1 - clan]
    while rivals != NONE:
        dwarf = lowest(rivals)
        rivals ^= dwarf
        beside |= facts.near[number(dwarf)]
    features[SEATED] = size(seated)
    features[SIGNS_LAID] = size(signs)
    features[WAYS] = ways
    features[TO_LAY] = closest if state.stock[clan] > 0 else 0
    features[OWED] = state.owes[clan]
    features[TAKES_LEFT] = TAKES - np.int64(state.taken[clan])
    features[TO_MOVE] = state.turn == clan
    features[IN_REACH] = size(beside & signs) if state.taken[1 - clan] < TAKES else 0
    features[BESIDE] = size(beside & dwarves & facts.ground)


@rule
def turns_left(facts: Any, state: Any) -> float:
    """As a share of a long time."""
    if facts.limit == 0:
        return HALF
    left = np.int64(facts.limit) - np.int64(state.turns)
    if facts.each:
        left = 2 * np.int64(facts.limit) - np.int64(state.turns)
    return max(0.0, min(1.0, left / LONG))


@entry
def value(facts: Any, state: Any, out: Any) -> int:
    """The clans' facts against each other."""
    taken = state.dwarves[0] | state.dwarves[1] | state.signs[0] | state.signs[1]
    free = facts.chairs ^ (facts.chairs & taken)
    red, green = np.empty(FEATURES, np.float64), np.empty(FEATURES, np.float64)
    survey(facts, state, 0, free, red)
    survey(facts, state, 1, free, green)
    near = 1.0 / (turns_left(facts, state) + NEVER)
    ahead = 0.0
    for i in range(FEATURES):
        ahead += (FAR_OFF[i] + near * AT_HAND[i]) * (red[i] - green[i])
    out[0] = 1.0 / (1.0 + math.exp(-ahead))
    out[1] = 1.0 - out[0]
    return 1
