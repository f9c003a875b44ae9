"""The value of a position of Die Zwergenzugfahrt, for a search that does not play to the end.

With fewer turns left, seats count more and the steps to walk count less.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spielzug.core.bits import NONE, lowest, number, size
from spielzug.core.jit import entry, rule
from spielzug.core.portable_math import exp
from spielzug.core.record_types import Number, Shares
from spielzug.games.zwergenzugfahrt.facts import GREEN, RED, Facts
from spielzug.games.zwergenzugfahrt.play import weights as w
from spielzug.games.zwergenzugfahrt.play.greedy import nearest
from spielzug.games.zwergenzugfahrt.play.weights import Weight
from spielzug.games.zwergenzugfahrt.state import State


class ClanFeatures(NamedTuple):
    """Features of a clan, each with a weight of the same name."""

    seated: float
    laid: float
    ways: float
    to_lay: float
    owed: float
    takes_left: float
    to_move: float
    in_reach: float
    beside: float


@rule
def survey(facts: Facts, state: State, clan: Number, free: np.uint64) -> ClanFeatures:
    """The features of a clan; `free` are the seats with neither dwarf nor sign."""
    dwarves, signs = state.dwarves[clan], state.signs[clan]
    seated = dwarves & facts.chairs
    ways = np.int64(0)
    closest = np.int64(w.FAR)
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
    return ClanFeatures(
        seated=float(size(seated)),
        laid=float(size(signs)),
        ways=float(ways),
        to_lay=float(closest) if state.stock[clan] > 0 else 0.0,
        owed=float(state.owes[clan]),
        takes_left=float(np.int64(facts.takes) - np.int64(state.taken[clan])),
        to_move=1.0 if state.turn == clan else 0.0,
        in_reach=float(size(beside & signs)) if state.taken[1 - clan] < facts.takes else 0.0,
        beside=float(size(beside & dwarves & facts.ground)),
    )


@rule
def turns_left(facts: Facts, state: State) -> float:
    """Turns left as a share of LONG, at most 1."""
    if facts.limit == 0:
        return w.HALF
    left = np.int64(facts.limit) - np.int64(state.turns)
    if facts.each:
        left = 2 * np.int64(facts.limit) - np.int64(state.turns)
    return max(0.0, min(1.0, left / w.LONG))


@rule
def count(weight: Weight, near: float, red: float, green: float) -> float:
    """The weighted difference of a feature between the clans; `near` grows towards the end."""
    return (weight.far_off + near * weight.at_hand) * (red - green)


@entry
def value(facts: Facts, state: State, out: Shares) -> int:
    """Write each clan's chance to `out`, from the differences of their features."""
    taken = state.dwarves[RED] | state.dwarves[GREEN] | state.signs[RED] | state.signs[GREEN]
    free = facts.chairs ^ (facts.chairs & taken)
    red = survey(facts, state, RED, free)
    green = survey(facts, state, GREEN, free)
    near = 1.0 / (turns_left(facts, state) + w.SOON)
    ahead = count(w.SEATED, near, red.seated, green.seated)
    ahead += count(w.LAID, near, red.laid, green.laid)
    ahead += count(w.WAYS, near, red.ways, green.ways)
    ahead += count(w.TO_LAY, near, red.to_lay, green.to_lay)
    ahead += count(w.OWED, near, red.owed, green.owed)
    ahead += count(w.TAKES_LEFT, near, red.takes_left, green.takes_left)
    ahead += count(w.TO_MOVE, near, red.to_move, green.to_move)
    ahead += count(w.IN_REACH, near, red.in_reach, green.in_reach)
    ahead += count(w.BESIDE, near, red.beside, green.beside)
    out[RED] = 1.0 / (1.0 + exp(-ahead))
    out[GREEN] = 1.0 - out[RED]
    return 1
