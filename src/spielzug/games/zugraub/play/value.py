"""How a position of Der große Zugraub stands, for a search that does not play to the end.

A handful of facts for each seat, weighed by how far the train has come: before the Caboose is
lost, before the Engine comes up, and by how many brakes are left to the end.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from spielzug.core.jit import entry, rule
from spielzug.games.zugraub.facts.plans import SPACES
from spielzug.games.zugraub.facts.sets import ENGINE_FACE, LAST_PIECE, THIRD_DIE_HIT
from spielzug.games.zugraub.play.greedy import apart, nearest_brake
from spielzug.games.zugraub.rules.moves import dice_for, steps_to_front
from spielzug.games.zugraub.state import (
    BEHIND,
    BRAWL,
    DISCARDING,
    MOVE,
    SPOILS,
)

STAGES, FEATURES = 5, 30
NEAR = 8  # steps that a rival can be expected to make
FAR_AWAY = 30


@rule
def stage_of(state: Any) -> Any:
    """0: the Caboose is there, 1: the Engine can come up, 2 to 4: it is in front."""
    if state.train[state.length - 1] == ENGINE_FACE:
        if state.length == 1:
            return 4
        return 3 if state.length <= 3 else 2
    return 1 if state.unused >> LAST_PIECE & 1 else 0


@rule
def might(facts: Any, state: Any, seat: Any) -> Any:
    """What a seat can be expected to throw into a fight."""
    value = 3.5 * dice_for(facts, state, seat, THIRD_DIE_HIT) + facts.hit[state.head[seat]]
    for slot in range(state.cards[seat]):
        value += 0.8 * facts.hit[state.hand[seat, slot]]
    return value


@rule
def features(facts: Any, state: Any, seat: Any, rival: Any, stage: Any, out: Any) -> None:
    """What speaks for a seat, each about 0 to 1; `rival` is the best IQ in another head."""
    head: Any = np.int64(state.head[seat])
    iq: Any = np.int64(facts.iq[head])
    points: Any = np.int64(state.points[seat])
    cards = np.int64(state.cards[seat])
    place: Any = np.int64(state.pawn[seat])
    leads = 1.0 if iq > rival else (0.4 if iq == rival and iq > 0 else 0.0)
    best: Any = 0
    hit, run, hope, jump = 0.0, 0.0, 0.0, 0.0
    for slot in range(cards):
        card = np.int64(state.hand[seat, slot])
        hit += facts.hit[card]
        run += facts.run[card]
        clever: Any = np.int64(facts.iq[card])
        missing: Any = max(np.int64(facts.cost[card]) - points, 0)
        if missing == 0:
            best = max(best, clever)
        hope = max(hope, (clever - iq) / (1.0 + missing))
    if best > rival and best > iq:
        jump = 1.0
    own = might(facts, state, seat)
    threat, prey, alone = 0.0, 0.0, 1.0
    for other in range(state.seats):
        if other != seat and place != BEHIND and state.pawn[other] != BEHIND:
            if apart(facts, state, place, np.int64(state.pawn[other])) <= NEAR:
                alone = 0.0
                edge = min(max(0.5 + (own - might(facts, state, other)) / 12.0, 0.0), 1.0)
                threat += 1.0 - edge
                prey += edge * facts.iq[state.head[other]] / 100.0
    front = min(steps_to_front(facts, state, place), FAR_AWAY) / 30.0
    brake = 0.0
    if stage >= 2 and place != BEHIND:
        brake = min(nearest_brake(facts, state, place), FAR_AWAY) / 30.0
    active = 1.0 if seat == state.active else 0.0
    wait = np.int64(seat - state.active + state.seats) % state.seats
    out[0] = iq / 100.0
    out[1] = leads
    out[2] = min(max((iq - rival) / 100.0, -1.5), 1.5)
    out[3] = 1.0 if head != 0 else 0.0
    out[4] = facts.hit[head] / 6.0
    out[5] = facts.run[head] / 6.0
    out[6] = 1.0 if facts.ability[head] != 0 else 0.0
    out[7] = min(points, 12) / 10.0
    out[8] = out[7] * out[7]
    out[9] = cards / 2.0
    out[10] = max(best - iq, 0) / 100.0
    out[11] = max(hope, 0.0) / 100.0
    out[12] = jump
    out[13] = hit / 6.0
    out[14] = run / 6.0
    out[15] = active if state.phase == DISCARDING else 0.0
    out[16] = active if state.phase == MOVE else 0.0
    out[17] = wait / state.seats
    out[18] = front
    out[19] = 1.0 if place == BEHIND else 0.0
    out[20] = 1.0 if place < SPACES else 0.0
    out[21] = leads * front
    out[22] = leads * (1.0 - brake)
    out[23] = threat
    out[24] = threat * leads
    out[25] = prey
    out[26] = alone * leads
    out[27] = leads * wait / state.seats
    out[28] = 0.0
    out[29] = 0.0
    if state.fighters >> seat & 1:
        if state.phase == BRAWL:
            most: Any = 0
            for other in range(state.seats):
                if other != seat and state.fighters >> other & 1:
                    most = max(most, np.int64(state.total[other]))
            margin = np.int64(state.total[seat]) - most
            out[28] = min(max((margin + 0.5 * active) / 5.0, -1.0), 1.0)
        elif state.phase == SPOILS:
            out[29] = 1.0 if seat == state.champion else 0.0


WEIGHTS = np.array([
    [
        1.03, 0.05, -0.06, 0.30, 0.47, 0.76, 0.14, 2.62, -1.99, 0.01,
        -0.31, -0.07, 0.24, 0.22, -0.31, 0.06, 0.06, -0.33, -1.83, 0.00,
        -0.05, 0.29, 0.05, -0.03, -0.19, 0.69, -0.28, 0.07, -0.12, -0.02,
    ],
    [
        1.34, 0.24, -0.31, 0.23, 0.79, 0.36, -0.07, 1.44, -0.41, -0.08,
        0.09, 0.00, 0.05, 0.41, -0.04, 0.09, 0.10, -0.29, -1.57, -0.14,
        -0.08, -0.22, 0.24, -0.10, -0.20, 0.39, -0.12, 0.03, 0.23, 0.06,
    ],
    [
        1.48, 0.25, -0.55, -0.35, 1.83, 0.10, 0.06, 0.52, -0.26, 0.07,
        0.59, -0.38, 0.22, 0.78, -0.16, 0.16, 0.07, -0.13, -1.28, -0.44,
        -0.16, 0.59, 1.02, -0.08, -0.46, 0.43, -0.03, -0.36, 0.37, 0.12,
    ],
    [
        2.55, -0.08, -1.14, -0.20, 1.82, 0.03, 0.09, 0.18, 0.46, -0.14,
        0.30, -0.07, 0.25, 0.86, 0.07, 0.16, 0.15, -0.18, -0.23, -1.00,
        -0.56, 1.01, 2.41, -0.11, -0.58, 0.46, -0.06, -1.04, 0.47, 0.19,
    ],
    [
        2.22, -0.67, -0.84, -0.63, 1.48, 0.01, 0.15, -0.34, -0.04, 0.11,
        -0.08, 0.30, 0.51, 1.01, -0.31, -0.44, -0.23, -0.96, 4.85, -0.50,
        0.50, 3.24, 3.61, -0.25, -0.21, 1.00, 0.90, -1.98, 0.98, 0.53,
    ],
])  # fmt: skip

SEARCH = {
    "cutoff": 8,
    "random_in_64": 2,
    "exploration": 0.15,
    "widening": 0.4,
    "quick_rivals": True,
}
LADDER = ((8, 40), (12, 28), (20, 18), (32, 9), (80, 3), (2_000, 0))
"""Iterations for one decision and slips in 64 decisions, from beginner to expert."""


@entry
def value(facts: Any, state: Any, out: Any) -> int:
    """Each seat's chance of the win."""
    seen = np.empty(FEATURES, np.float64)
    stage = stage_of(state)
    first: Any = 0  # the best IQ in a head
    second: Any = 0  # and the next
    for seat in range(state.seats):
        iq = np.int64(facts.iq[state.head[seat]])
        if iq > first:
            first, second = iq, first
        elif iq > second:
            second = iq
    total = 0.0
    for seat in range(state.seats):
        iq = np.int64(facts.iq[state.head[seat]])
        features(facts, state, seat, second if iq == first else first, stage, seen)
        merit = 0.0
        for i in range(FEATURES):
            merit += WEIGHTS[stage, i] * seen[i]
        out[seat] = math.exp(merit)
        total += out[seat]
    for seat in range(state.seats):
        out[seat] /= total
    return 1
