"""A player that looks one choice ahead.

It rates a row by the work left: it keeps the best ascending chain of cars and counts the cars that
are still missing in each gap between them; they cost more the fewer numbers fit. It reads hidden
positions only.
"""

from __future__ import annotations

import numpy as np

from spielzug.core.jit import entry, rule, scratch
from spielzug.core.record_types import Counts, Floats, Number, Rng
from spielzug.core.rng import below
from spielzug.games.game_of_trains import state as s
from spielzug.games.game_of_trains.facts import (
    CARS,
    LENGTH,
    MIDDLE,
    MOVE_LEFT,
    MOVE_RIGHT,
    PROTECT,
    REMOVE_LEFT,
    SWAP_OVER_ONE,
    Facts,
)
from spielzug.games.game_of_trains.knowledge import is_marked, known_cards
from spielzug.games.game_of_trains.play.weights import GREEDY_RIVALS, GREEDY_SAMPLE, GREEDY_SPREAD
from spielzug.games.game_of_trains.rules import legal
from spielzug.games.game_of_trains.state import State


def _gap_costs() -> Floats:
    """cost[k][w]: cost of finding k cars among w numbers that fit; prohibitive if w < k."""
    cost = np.full((LENGTH + 1, CARS + 1), 1e3)
    cost[0, :] = 0.0
    for k in range(1, LENGTH + 1):
        for w in range(k, CARS + 1):
            cost[k, w] = k + GREEDY_SPREAD * k * k / w
    return cost


GAP_COST = _gap_costs()

new_actions = scratch(s.MAX_LEGAL, np.int32)
new_cars = scratch(LENGTH + 2, np.int64)
new_plan = scratch(LENGTH + 2, np.float64)


@rule
def load_row(facts: Facts, state: State, seat: Number, cars: Counts) -> None:
    """Load a row of ranks between two sentinels; ranks between two neighbours are cars that fit."""
    cars[0] = 0
    cars[LENGTH + 1] = facts.cars + 1
    for place in range(LENGTH):
        cars[place + 1] = facts.rank[state.row[seat, place]]


@rule
def work_left(cars: Counts, best: Floats) -> float:
    """The lowest cost over all ascending chains of cars to keep."""
    best[0] = 0.0
    for j in range(1, LENGTH + 2):
        best[j] = 1e9
        for i in range(j):
            if cars[i] < cars[j]:
                cost = best[i] + GAP_COST[j - i - 1, cars[j] - cars[i] - 1]
                best[j] = min(best[j], cost)
    return best[LENGTH + 1]


@rule
def replaced_work(cars: Counts, best: Floats, place: Number, card: Number) -> float:
    old = cars[place + 1]
    cars[place + 1] = card
    work = work_left(cars, best)
    cars[place + 1] = old
    return work


@rule
def best_replacement(cars: Counts, best: Floats, card: Number) -> float:
    least = 1e9
    for place in range(LENGTH):
        least = min(least, replaced_work(cars, best, place, card))
    return least


@rule
def work_after_draw(facts: Facts, state: State, cars: Counts, best: Floats, place: Number) -> float:
    """Mean work over the unseen cards, each put into its best place (-1) or into a given one."""
    seen = known_cards(facts, state)
    total = 0.0
    count = 0
    for i in range(0, facts.cars, GREEDY_SAMPLE):
        if not is_marked(seen, facts.car[i]):
            count += 1
            if place < 0:
                total += best_replacement(cars, best, i + 1)
            else:
                total += replaced_work(cars, best, place, i + 1)
    return total / count if count > 0 else work_left(cars, best)


@rule
def work_after_removal(
    facts: Facts, state: State, cars: Counts, best: Floats, place: Number
) -> float:
    """Own work after everyone loses the car at `place`, less a part of the rivals' extra work."""
    own = 0.0
    rivals = 0.0
    for seat in range(state.seats):
        load_row(facts, state, seat, cars)
        now = work_left(cars, best)
        then = now
        if state.lock[seat, place] == 0:
            then = work_after_draw(facts, state, cars, best, place)
        if seat == state.turn:
            own = then
        else:
            rivals += then - now
    load_row(facts, state, state.turn, cars)
    return own - GREEDY_RIVALS * rivals / (state.seats - 1)


@rule
def swapped_work(cars: Counts, best: Floats, a: int, b: int) -> float:
    cars[a], cars[b] = cars[b], cars[a]
    work = work_left(cars, best)
    cars[a], cars[b] = cars[b], cars[a]
    return work


@rule
def moved_work(cars: Counts, best: Floats, place: Number, direction: int) -> float:
    """Work after a move past two cars, done as two swaps of neighbours."""
    middle = place + direction
    cars[place], cars[middle] = cars[middle], cars[place]
    work = swapped_work(cars, best, middle, middle + direction)
    cars[place], cars[middle] = cars[middle], cars[place]
    return work


@rule
def target_work(cars: Counts, best: Floats, action: Number) -> float:
    """Work after an action on a target. Places in `cars` count from 1: place p is at p + 1."""
    if action < s.SWAP_OVER_ONE_AT:
        left = action - s.SWAP_ADJACENT_AT + 1
        return swapped_work(cars, best, left, left + 1)
    if action < s.MOVE_RIGHT_AT:
        left = action - s.SWAP_OVER_ONE_AT + 1
        return swapped_work(cars, best, left, left + 2)
    if action < s.MOVE_LEFT_AT:
        return moved_work(cars, best, action - s.MOVE_RIGHT_AT + 1, 1)
    if action < s.PROTECT_AT:
        return moved_work(cars, best, action - s.MOVE_LEFT_AT + 3, -1)
    return work_left(cars, best)


@rule
def use_work(facts: Facts, state: State, cars: Counts, best: Floats, ability: int) -> float:
    if ability == PROTECT:
        return work_left(cars, best)
    if ability >= REMOVE_LEFT:
        return work_after_removal(facts, state, cars, best, (ability - REMOVE_LEFT) * MIDDLE)
    first, end = s.SWAP_ADJACENT_AT, s.SWAP_OVER_ONE_AT
    if ability == SWAP_OVER_ONE:
        first, end = s.SWAP_OVER_ONE_AT, s.MOVE_RIGHT_AT
    elif ability == MOVE_RIGHT:
        first, end = s.MOVE_RIGHT_AT, s.MOVE_LEFT_AT
    elif ability == MOVE_LEFT:
        first, end = s.MOVE_LEFT_AT, s.PROTECT_AT
    least = 1e9
    for action in range(first, end):
        least = min(least, target_work(cars, best, action))
    return least


@rule
def action_work(facts: Facts, state: State, cars: Counts, best: Floats, action: Number) -> float:
    if state.phase == s.TURN:
        if action == s.DRAW:
            return work_after_draw(facts, state, cars, best, -1)
        return use_work(facts, state, cars, best, action - s.USE)
    if state.phase == s.KEEPING:
        card = state.hand[state.turn, action - s.KEEP]
        return best_replacement(cars, best, facts.rank[card])
    if state.phase == s.TARGET:
        return target_work(cars, best, action)
    return replaced_work(cars, best, action - s.PLACE, facts.rank[state.card])


@entry
def greedy(facts: Facts, state: State, rng: Rng) -> Number:
    """The action that leaves the least work; ties are broken at random."""
    actions = new_actions()
    count = legal(facts, state, actions)
    if count == 1:
        return np.int64(actions[0])
    cars = new_cars()
    best = new_plan()
    load_row(facts, state, state.turn, cars)
    chosen, least, equal = np.int64(actions[0]), 1e9, 0
    for i in range(count):
        work = action_work(facts, state, cars, best, actions[i])
        if work < least - 1e-9:
            chosen, least, equal = np.int64(actions[i]), work, 1
        elif work < least + 1e-9:
            equal += 1
            if below(rng, equal) == 0:
                chosen = np.int64(actions[i])
    return chosen
