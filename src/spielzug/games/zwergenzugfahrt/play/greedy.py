"""A player that looks one choice ahead.

A clan's outlook is the seats it holds, less the steps of its dwarves to a free seat and the steps
to the next place for a sign. It takes the action with the best outlook compared with the rival's.
Everything except the coin is public, so a hidden position is enough.
"""

from __future__ import annotations

import numpy as np

from spielzug.core.bits import NONE, bit, lowest, number, size
from spielzug.core.jit import entry, rule, scratch
from spielzug.core.record_types import Number, Rng
from spielzug.core.rng import below
from spielzug.games.zwergenzugfahrt import state as s
from spielzug.games.zwergenzugfahrt.facts import Facts
from spielzug.games.zwergenzugfahrt.play.weights import FAR, HELD, LAY, RIVAL, TAKING, TEMPO, WALK
from spielzug.games.zwergenzugfahrt.rules import free_home, legal, price
from spielzug.games.zwergenzugfahrt.state import State

new_actions = scratch(s.MAX_LEGAL, np.int32)


@rule
def nearest(facts: Facts, field: Number, goals: np.uint64) -> np.int64:
    """Steps from a field to the nearest of the goals, ignoring dwarves in the way."""
    least = np.int64(FAR)
    while goals != NONE:
        goal = lowest(goals)
        goals ^= goal
        least = min(least, np.int64(facts.steps[field, number(goal)]))
    return least


@rule
def outlook(
    facts: Facts, dwarves: np.uint64, signs: np.uint64, stock: Number, free: np.uint64
) -> float:
    """The outlook of a clan; `free` are the seats with neither dwarf nor sign."""
    seated = dwarves & facts.chairs
    value = HELD * (size(seated) + size(signs))
    closest = np.int64(FAR)
    walking = dwarves
    while walking != NONE:
        dwarf = lowest(walking)
        walking ^= dwarf
        steps = nearest(facts, number(dwarf), free)
        closest = min(closest, steps)
        if dwarf & seated == NONE:
            value -= WALK * steps
    if stock > 0:
        value -= LAY * (closest + stock)
    return value


@rule
def value_of(facts: Facts, state: State, action: Number, clan: Number) -> float:
    """Own outlook after an action, less the rival's and the cost of missed turns and takings."""
    rival = 1 - clan
    own, other = state.dwarves[clan], state.dwarves[rival]
    own_signs, other_signs = state.signs[clan], state.signs[rival]
    own_stock, other_stock = np.int64(state.stock[clan]), np.int64(state.stock[rival])
    paid = 0.0
    if action < s.RESERVE:
        kicks = action >= s.KICK
        at = action - s.KICK if kicks else action
        start = np.int64(facts.field[at // s.DIRECTIONS])
        goal = np.int64(facts.to[start, at % s.DIRECTIONS])
        own ^= bit(start) | bit(goal)
        if kicks:
            other ^= bit(goal) | bit(free_home(facts, state, rival))
            paid = TEMPO * price(facts, np.int64(state.kicks[clan]) + 1)
    elif action < s.TAKE:
        own_signs |= bit(facts.field[action - s.RESERVE])
        own_stock -= 1
    elif action < s.CHOOSE:
        other_signs ^= bit(facts.field[action - s.TAKE])
        other_stock += 1
        paid = TAKING
    elif action < s.PASS:
        other_signs ^= bit(facts.field[action - s.CHOOSE])
        other_stock += 1
    taken = own | other | own_signs | other_signs
    free = facts.chairs ^ (facts.chairs & taken)
    mine = outlook(facts, own, own_signs, own_stock, free)
    theirs = outlook(facts, other, other_signs, other_stock, free)
    return mine - RIVAL * theirs - paid


@entry
def greedy(facts: Facts, state: State, rng: Rng) -> Number:
    """The action with the best value; ties are broken at random."""
    actions = new_actions()
    count = legal(facts, state, actions)
    if count == 1:
        return np.int64(actions[0])
    clan = np.int64(state.turn)
    chosen, best, equal = np.int64(actions[0]), -1e9, 0
    for i in range(count):
        value = value_of(facts, state, np.int64(actions[i]), clan)
        if value > best + 1e-9:
            chosen, best, equal = np.int64(actions[i]), value, 1
        elif value > best - 1e-9:
            equal += 1
            if below(rng, equal) == 0:
                chosen = np.int64(actions[i])
    return chosen
