"""The value of a position of Der große Zugraub, for a search that does not play to the end.

It is a weighted sum of features of each seat. The weights depend on the stage of the game: before
the Caboose is lost, before the Engine is drawn, and then by the number of brakes left to pull.
"""

from __future__ import annotations

import numpy as np

from spielzug.core.jit import entry, rule
from spielzug.core.portable_math import exp
from spielzug.core.record_types import Number, Shares
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.facts import Facts
from spielzug.games.zugraub.facts.sets import ENGINE_FACE, LAST_PIECE, SPACES, THIRD_DIE_HIT
from spielzug.games.zugraub.knowledge import winning_brain_chance
from spielzug.games.zugraub.play import weights
from spielzug.games.zugraub.play.evaluator import distance, nearest_brake
from spielzug.games.zugraub.rules.moves import dice_for, steps_to_front
from spielzug.games.zugraub.state import State

STAGES = 5


@rule
def stage_of(state: State) -> int:
    """0: the Caboose is in the train, 1: the Engine can be drawn, 2 to 4: it is in front."""
    if state.train[state.length - 1] == ENGINE_FACE:
        if state.length == 1:
            return 4
        return 3 if state.length <= 3 else 2
    return 1 if state.unused >> LAST_PIECE & 1 else 0


@rule
def fight_strength(facts: Facts, state: State, seat: Number) -> float:
    """Expected strength of a seat in a fight."""
    value = (
        weights.MEAN_DIE * dice_for(facts, state, seat, THIRD_DIE_HIT) + facts.hit[state.head[seat]]
    )
    for slot in range(state.cards[seat]):
        value += weights.CARD_HIT * facts.hit[state.hand[seat, slot]]
    return value


@rule
def merit(facts: Facts, state: State, seat: Number, rival: Number, stage: int) -> float:
    """Weighted features of a seat, each about 0 to 1; `rival`: the best IQ in other heads."""
    w = weights.MERITS[stage]
    head: Number = np.int64(state.head[seat])
    iq: Number = np.int64(facts.iq[head])
    points: Number = np.int64(state.points[seat])
    cards = np.int64(state.cards[seat])
    place: Number = np.int64(state.pawn[seat])
    leads = 1.0 if iq > rival else (weights.EVEN_LEAD if iq == rival and iq > 0 else 0.0)
    best: Number = 0
    hit, run, hope, jump = 0.0, 0.0, 0.0, 0.0
    for slot in range(cards):
        card = np.int64(state.hand[seat, slot])
        hit += facts.hit[card]
        run += facts.run[card]
        clever: Number = np.int64(facts.iq[card])
        missing: Number = max(np.int64(facts.cost[card]) - points, 0)
        if missing == 0:
            best = max(best, clever)
        hope = max(hope, (clever - iq) / (1.0 + missing))
    if best > rival and best > iq:
        jump = 1.0
    own = fight_strength(facts, state, seat)
    threat, prey, alone = 0.0, 0.0, 1.0
    for other in range(state.seats):
        if other != seat and place != s.BEHIND and state.pawn[other] != s.BEHIND:
            if distance(facts, state, place, np.int64(state.pawn[other])) <= weights.NEAR:
                alone = 0.0
                edge = min(
                    max(
                        0.5 + (own - fight_strength(facts, state, other)) / weights.EDGE_SLOPE, 0.0
                    ),
                    1.0,
                )
                threat += 1.0 - edge
                prey += edge * facts.iq[state.head[other]] / 100.0
    front = min(steps_to_front(facts, state, place), weights.FAR_AWAY) / weights.FAR_AWAY
    brake = 0.0
    if stage >= 2 and place != s.BEHIND:
        brake = min(nearest_brake(facts, state, place), weights.FAR_AWAY) / weights.FAR_AWAY
    active = 1.0 if seat == state.active else 0.0
    wait = np.int64(seat - state.active + state.seats) % state.seats
    wealth = min(points, weights.MOST_POINTS) / 10.0
    total = w.iq * (iq / 100.0)
    total += w.leads * leads
    total += w.ahead * min(max((iq - rival) / 100.0, -1.5), 1.5)
    total += w.any_brain * (1.0 if head != 0 else 0.0)
    total += w.hit * (facts.hit[head] / 6.0)
    total += w.run * (facts.run[head] / 6.0)
    total += w.able * (1.0 if facts.ability[head] != 0 else 0.0)
    total += w.points * wealth
    total += w.points_squared * (wealth * wealth)
    total += w.cards * (cards / 2.0)
    total += w.better * (max(best - iq, 0) / 100.0)
    total += w.hope * (max(hope, 0.0) / 100.0)
    total += w.takes_lead * jump
    total += w.hand_hit * (hit / 6.0)
    total += w.hand_run * (run / 6.0)
    total += w.discarding * (active if state.phase == s.DISCARDING else 0.0)
    total += w.moving * (active if state.phase == s.MOVE else 0.0)
    total += w.wait * (wait / state.seats)
    total += w.front * front
    total += w.behind * (1.0 if place == s.BEHIND else 0.0)
    total += w.last_car * (1.0 if place < SPACES else 0.0)
    total += w.leads_front * (leads * front)
    total += w.leads_brake * (leads * (1.0 - brake))
    total += w.threat * threat
    total += w.leads_threat * (threat * leads)
    total += w.prey * prey
    total += w.leads_alone * (alone * leads)
    total += w.leads_wait * (leads * wait / state.seats)
    if state.fighters >> seat & 1:
        if state.phase == s.BRAWL:
            most: Number = 0
            for other in range(state.seats):
                if other != seat and state.fighters >> other & 1:
                    most = max(most, np.int64(state.total[other]))
            margin = np.int64(state.total[seat]) - most
            total += w.fight_margin * min(max((margin + 0.5 * active) / 5.0, -1.0), 1.0)
        elif state.phase == s.SPOILS:
            total += w.fight_won * (1.0 if seat == state.champion else 0.0)
    return total


@entry
def value(facts: Facts, state: State, out: Shares) -> int:
    """Write each seat's chance to `out`; the rest to 1 is the chance that all lose (B20)."""
    stage = stage_of(state)
    first: Number = 0  # the best IQ in a head
    second: Number = 0  # the second best
    for seat in range(state.seats):
        iq = np.int64(facts.iq[state.head[seat]])
        if iq > first:
            first, second = iq, first
        elif iq > second:
            second = iq
    total = 0.0
    for seat in range(state.seats):
        iq = np.int64(facts.iq[state.head[seat]])
        rival = second if iq == first else first
        out[seat] = exp(merit(facts, state, seat, rival, stage))
        total += out[seat]
    found = winning_brain_chance(facts, state)
    for seat in range(state.seats):
        out[seat] *= found / total
    return 1
