"""Distances on the train, in steps."""

from __future__ import annotations

from typing import Any

import numpy as np

from spielzug.core.jit import rule, scratch
from spielzug.core.record_types import Facts, Number, State
from spielzug.games.zugraub.facts.sets import MAX_CARS, SPACES
from spielzug.games.zugraub.state import BEHIND

NO_WAY = 99  # more steps than any path has
AHEAD, BACK = 0, 1  # rows of `ways`

new_ways = scratch((2, MAX_CARS), np.int64)


@rule
def distance(facts: Facts, state: State, one: Any, other: Any) -> Any:
    """Steps between two places of the train."""
    low = min(one, other)
    high = max(one, other)
    car = low // SPACES
    goal = high // SPACES
    space = low % SPACES
    if car == goal:
        return np.int64(facts.steps[state.train[car], space, high % SPACES])
    steps = np.int64(facts.to_front[state.train[car], space]) + 1
    for between in range(car + 1, goal):
        steps += facts.cross[state.train[between]] + 1
    return steps + np.int64(facts.to_rear[state.train[goal], high % SPACES])


@rule
def nearest_brake(facts: Facts, state: State, place: Number) -> Any:
    last = state.length - 1
    left = np.int64(facts.brakes[state.train[last]])
    least = NO_WAY
    space = 0
    while left != 0:
        if left & 1:
            least = min(least, distance(facts, state, place, last * SPACES + space))
        left >>= 1
        space += 1
    return least


@rule
def leader_distance(facts: Facts, state: State, seat: Number, place: Number) -> Any:
    """Steps to the rival with the highest IQ on the train, or to the brakes if there is none."""
    best: Any = 0
    steps = NO_WAY
    for other in range(state.seats):
        iq = np.int64(facts.iq[state.head[other]])
        if other != seat and state.pawn[other] != BEHIND and iq > best:
            best = iq
            steps = distance(facts, state, place, np.int64(state.pawn[other]))
    return steps if best > 0 else nearest_brake(facts, state, place)


@rule
def nearest(steps: Any, spaces: Any, least: Any) -> Any:
    """The fewest of a car's `steps` to these spaces (a bit each), but at most `least`."""
    space = 0
    while spaces != 0:
        if spaces & 1:
            least = min(least, np.int64(steps[space]))
        spaces >>= 1
        space += 1
    return least


@rule
def find_ways(facts: Facts, state: State, ways: Any) -> None:
    """For each car: steps to the next marker, forwards from its rear and back from its front door.

    Computed once per decision, because each of some forty spaces asks for its next marker.
    """
    ahead: Any = np.int64(NO_WAY)
    back: Any = np.int64(NO_WAY)
    for i in range(state.length):
        car = state.length - 1 - i
        face = state.train[car]
        ahead += 1 + facts.cross[face]
        ahead = nearest(facts.to_rear[face], np.int64(state.markers[car]), ahead)
        ways[AHEAD, car] = ahead
        face = state.train[i]
        back += 1 + facts.cross[face]
        back = nearest(facts.to_front[face], np.int64(state.markers[i]), back)
        ways[BACK, i] = back


@rule
def next_marker(facts: Facts, state: State, place: Number, ways: Any) -> Any:
    """Steps to the nearest marker other than one here; `NO_WAY` if there is none."""
    car = place // SPACES
    here = place % SPACES
    face = state.train[car]
    others = np.int64(state.markers[car]) & ~(1 << here)
    least: Any = nearest(facts.steps[face, here], others, np.int64(NO_WAY))
    if car + 1 < state.length:
        least = min(least, np.int64(facts.to_front[face, here]) + 1 + ways[AHEAD, car + 1])
    if car > 0:
        least = min(least, np.int64(facts.to_rear[face, here]) + 1 + ways[BACK, car - 1])
    return least
