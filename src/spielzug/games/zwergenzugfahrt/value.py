"""How a position of Die Zwergenzugfahrt stands, for a search that does not play to the end.

Seats count the more the fewer turns are left, ways the less. The weights were fitted to the
results of games of the quick player: each is FAR_OFF + AT_HAND / (share of turns left + 0.15).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from spielzug.core.jit import entry, rule
from spielzug.games.zwergenzugfahrt.bits import NONE, lowest, number, size
from spielzug.games.zwergenzugfahrt.greedy import FAR, nearest
from spielzug.games.zwergenzugfahrt.tables import TAKES

SEATED, SIGNS_LAID, WAYS, TO_LAY, OWED, TAKES_LEFT, TO_MOVE, IN_REACH, BESIDE = range(9)
FACTS = 9
FAR_OFF = np.array((-0.0559, -0.3756, -0.1363, 0.0249, 0.181, 0.0741, -0.0471, 0.0408, 0.432))
AT_HAND = np.array((0.3214, 0.3682, 0.0168, -0.0551, -0.0563, -0.0159, 0.075, -0.1904, -0.0425))
LONG = 60  # turns: with more to come the end is no nearer
NEVER = 0.15
HALF = 0.5  # how far a game is from its end if only the clock knows

SEARCH = {"cutoff": 0, "random_in_64": 4, "exploration": 0.2, "widening": 2.0}

# (iterations, slips in 64 decisions) of the six levels, the weakest first.
LADDER = ((16, 28), (30, 16), (55, 7), (130, 0), (450, 0), (6_000, 0))


@rule
def survey(tables: Any, state: Any, clan: Any, free: Any, facts: Any) -> None:
    """What counts for a clan; `free` are the seats with neither dwarf nor sign."""
    dwarves, signs = state.dwarves[clan], state.signs[clan]
    seated = dwarves & tables.chairs
    ways = np.int64(0)
    closest: Any = np.int64(FAR)
    walking = dwarves
    while walking != NONE:
        dwarf = lowest(walking)
        walking ^= dwarf
        steps = nearest(tables, number(dwarf), free)
        closest = min(closest, steps)
        if dwarf & seated == NONE:
            ways += steps
    beside = NONE
    rivals = state.dwarves[1 - clan]
    while rivals != NONE:
        dwarf = lowest(rivals)
        rivals ^= dwarf
        beside |= tables.near[number(dwarf)]
    facts[SEATED] = size(seated)
    facts[SIGNS_LAID] = size(signs)
    facts[WAYS] = ways
    facts[TO_LAY] = closest if state.stock[clan] > 0 else 0
    facts[OWED] = state.owes[clan]
    facts[TAKES_LEFT] = TAKES - np.int64(state.taken[clan])
    facts[TO_MOVE] = state.turn == clan
    facts[IN_REACH] = size(beside & signs) if state.taken[1 - clan] < TAKES else 0
    facts[BESIDE] = size(beside & dwarves & tables.ground)


@rule
def turns_left(tables: Any, state: Any) -> float:
    """As a share of a long time."""
    if tables.limit == 0:
        return HALF
    left = np.int64(tables.limit) - np.int64(state.turns)
    if tables.each:
        left = 2 * np.int64(tables.limit) - np.int64(state.turns)
    return max(0.0, min(1.0, left / LONG))


@entry
def value(tables: Any, state: Any, out: Any) -> int:
    """The clans' facts against each other."""
    taken = state.dwarves[0] | state.dwarves[1] | state.signs[0] | state.signs[1]
    free = tables.chairs ^ (tables.chairs & taken)
    red, green = np.empty(FACTS, np.float64), np.empty(FACTS, np.float64)
    survey(tables, state, 0, free, red)
    survey(tables, state, 1, free, green)
    near = 1.0 / (turns_left(tables, state) + NEVER)
    ahead = 0.0
    for i in range(FACTS):
        ahead += (FAR_OFF[i] + near * AT_HAND[i]) * (red[i] - green[i])
    out[0] = 1.0 / (1.0 + math.exp(-ahead))
    out[1] = 1.0 - out[0]
    return 1
