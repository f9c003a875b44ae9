"""The quick player of the search: greedy's way of looking, with weights that were tuned in play.

It knows some things that greedy does not: what counts changes once the Engine can come up, a
leader has to be robbed before he brakes, points are kept for a brain that wins, and a good card
is not thrown into a fight about little.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spielzug.core.jit import entry, rule
from spielzug.core.rng import below
from spielzug.games.zugraub.actions import (
    ATTACK,
    DISCARD,
    DONE,
    FRONT_DOOR,
    GO,
    GOALS,
    HEAD_SLOT,
    INSTALL,
    MAX_LEGAL,
    PASS,
    PLAY,
    ROLL,
    SOURCES,
    SPOIL,
    TO_DISCARD,
    TO_HAND,
    TO_HEAD,
)
from spielzug.games.zugraub.facts.plans import REAR, SPACES
from spielzug.games.zugraub.facts.sets import ENGINE_FACE, MAX_CARS, THIRD_DIE_HIT, TWO_CARDS
from spielzug.games.zugraub.play.greedy import apart, best_rival, late, leader_apart, nearest_brake
from spielzug.games.zugraub.rules import legal
from spielzug.games.zugraub.rules.moves import dice_for, steps_to_front
from spielzug.games.zugraub.rules.piles import limit_of
from spielzug.games.zugraub.rules.train import can_grow
from spielzug.games.zugraub.state import (
    ATTACKING,
    BEHIND,
    BRAWL,
    DISCARDING,
    END,
    LIMIT,
    MOVE,
    SPOILS,
    UNKNOWN,
)

(
    MARKER, STEP, NEW_CAR, REACH, RISK, RISK_CARD, BRAKE, PULL, HUNT, POINT, POINT_LATE, IQ,
    IQ_LATE, HITS, RUNS, ABLE, ANY_BRAIN, MISSING, MISSING_LATE, LEAD, USE, EDGE, SLOPE, BASE,
    LOOT, HOLD, OWN, ROB, RIVAL, RIVAL_LATE, WORTH, NEW_LEAD, NEW_TRAIL, FALL, CHASE, BRAKE_TRAIL,
    KEEP, GUESS_HIT, STAY, BOOST,
) = range(40)  # fmt: skip

WEIGHTS = np.array([
    36.96, 1.98, 20.0, 1.91, 4.84, 1.78, 400.0, 11.05, 4.07, 5.0,
    2.55, 1.0, 0.86, 5.0, 5.0, 25.0, 27.55, 14.0, 13.74, 26.99,
    3.0, 1.0, 11.5, 0.55, 0.37, 0.5, 0.96, 0.0, 0.27, 0.39,
    0.0, 10.0, -1.6, 0.0, -0.51, -6.08, 28.52, 0.29, 1.43, 0.21,
])  # fmt: skip


@rule
def in_head(facts: Any, card: Any, ending: Any, w: Any) -> Any:
    """What a brain is worth in a head."""
    if card == 0:
        return 0.0
    value = w[ANY_BRAIN] + w[HITS] * facts.hit[card] + w[RUNS] * facts.run[card]
    value += w[IQ_LATE if ending else IQ] * facts.iq[card]
    return value + w[ABLE] if facts.ability[card] != 0 else value


@rule
def in_hand(facts: Any, state: Any, seat: Any, card: Any, ending: Any, w: Any) -> Any:
    """What a hand card is worth: what it could become, less the points that are missing."""
    if card == UNKNOWN:
        return 30.0
    missing: Any = max(np.int64(facts.cost[card]) - np.int64(state.points[seat]), 0)
    gain = in_head(facts, card, ending, w) - in_head(facts, np.int64(state.head[seat]), ending, w)
    use: Any = max(facts.run[card], facts.hit[card])
    return max(gain - w[MISSING_LATE if ending else MISSING] * missing, 0.0) + w[USE] * use


# -- ways ----------------------------------------------------------------------------------------

AHEAD, BACK = 0, 1  # rows of `ways`
NO_WAY = 99


@rule
def find_ways(facts: Any, state: Any, ways: Any) -> None:
    """For each car: steps to the next marker, from its rear door on and from its front door back.

    Found once for a decision, because each of some forty spaces asks for its next marker.
    """
    steps = NO_WAY
    for i in range(state.length):
        car = state.length - 1 - i
        face = state.train[car]
        steps += 1 + facts.cross[face]
        left = np.int64(state.markers[car])
        space = 0
        while left != 0:
            if left & 1:
                steps = min(steps, np.int64(facts.to_rear[face, space]))
            left >>= 1
            space += 1
        ways[AHEAD, car] = steps
    steps = NO_WAY
    for car in range(state.length):
        face = state.train[car]
        steps += 1 + facts.cross[face]
        left = np.int64(state.markers[car])
        space = 0
        while left != 0:
            if left & 1:
                steps = min(steps, np.int64(facts.to_front[face, space]))
            left >>= 1
            space += 1
        ways[BACK, car] = steps


@rule
def next_marker(facts: Any, state: Any, place: Any, ways: Any) -> Any:
    """Steps to the next marker but one that lies here; `NO_WAY` or more if there is none."""
    car = place // SPACES
    here = place % SPACES
    face = state.train[car]
    least: Any = NO_WAY
    left = np.int64(state.markers[car])
    space = 0
    while left != 0:
        if left & 1 and space != here:
            least = min(least, np.int64(facts.steps[face, here, space]))
        left >>= 1
        space += 1
    if car + 1 < state.length:
        least = min(least, np.int64(facts.to_front[face, here]) + 1 + ways[AHEAD, car + 1])
    if car > 0:
        least = min(least, np.int64(facts.to_rear[face, here]) + 1 + ways[BACK, car - 1])
    return least


# -- fights --------------------------------------------------------------------------------------


@rule
def strength(facts: Any, state: Any, seat: Any, w: Any) -> Any:
    """What a seat can be expected to throw into a fight."""
    value = 3.5 * dice_for(facts, state, seat, THIRD_DIE_HIT) + facts.hit[state.head[seat]]
    for slot in range(state.cards[seat]):
        card = state.hand[seat, slot]
        value += w[GUESS_HIT] if card == UNKNOWN else 0.8 * facts.hit[card]
    return value


@rule
def stake(facts: Any, state: Any, seat: Any, ending: Any, w: Any) -> Any:
    """What a seat has to lose in a fight."""
    value = in_head(facts, np.int64(state.head[seat]), ending, w)
    for slot in range(state.cards[seat]):
        card = np.int64(state.hand[seat, slot])
        value += w[HOLD] * in_hand(facts, state, seat, card, ending, w)
    return value


@rule
def fight_value(facts: Any, state: Any, seat: Any, place: Any, ending: Any, w: Any) -> Any:
    """What a fight on a place promises; below 0 it is left alone."""
    best = 0.0
    loot = 0.0
    others = 0
    lead: Any = 0
    for other in range(state.seats):
        if other != seat and state.pawn[other] == place:
            best = max(best, strength(facts, state, other, w))
            loot += stake(facts, state, other, ending, w)
            lead = max(lead, np.int64(facts.iq[state.head[other]]))
            others += 1
    if others == 0:
        return 0.0
    own = strength(facts, state, seat, w)
    ahead: Any = (own - best - w[EDGE] * (others - 1)) / w[SLOPE] + w[BASE]
    ahead = min(max(ahead, 0.05), 0.95)
    risk = w[OWN] * stake(facts, state, seat, ending, w)
    gain = w[LOOT] * loot
    if ending and lead > 0 and lead >= best_rival(facts, state, seat):
        gain += w[ROB]
    return ahead * (gain - 5.0 * others) + (1.0 - ahead) * (5.0 - risk)


# -- the phases ----------------------------------------------------------------------------------


@rule
def rate_discard(facts: Any, state: Any, seat: Any, action: Any, ending: Any, w: Any) -> Any:
    """B5: without a brain a card costs a die; keep what can be paid, or carries as far."""
    if action == ROLL:
        return 0.0
    if state.head[seat] != 0:
        return -1.0
    card = action - DISCARD
    if facts.cost[card] <= state.points[seat] or facts.run[card] >= 4:
        return -1.0
    if facts.iq[card] >= 110 and facts.cost[card] <= state.points[seat] + 3:
        return -1.0
    return w[KEEP] - in_hand(facts, state, seat, card, ending, w) / 10.0


@rule
def rate_stop(facts: Any, state: Any, seat: Any, place: Any, ending: Any, ways: Any, w: Any) -> Any:
    """B9: what ending the move here is worth."""
    car = place // SPACES
    space = place % SPACES
    value = 0.0
    if state.markers[car] >> space & 1:
        value += w[MARKER]
        if facts.ability[state.head[seat]] == TWO_CARDS:
            value += w[MARKER] / 2.0
    own = np.int64(facts.iq[state.head[seat]])
    leads = own > 0 and own >= best_rival(facts, state, seat)
    engine = state.train[state.length - 1] == ENGINE_FACE
    if facts.brakes[state.train[car]] >> space & 1:
        if leads:
            value += w[BRAKE]
        elif state.length == 1:
            value -= 1000.0
        else:
            value += w[BRAKE_TRAIL]
    value += max(fight_value(facts, state, seat, place, ending, w), 0.0)
    if not engine:
        risk = w[RISK] + w[RISK_CARD] * state.cards[seat]
        value -= risk * (state.length - 1 - car) * (state.length > 2)
    elif car == 0 and state.length > 1:
        value -= w[FALL] * (1 + state.cards[seat])
    if engine and leads:
        return value - w[PULL] * nearest_brake(facts, state, place)
    if engine:
        value -= w[CHASE] * leader_apart(facts, state, seat, place)
    away = next_marker(facts, state, place, ways)
    if can_grow(state):
        front = (state.length - 1) * SPACES + SPACES - 2
        away = min(away, apart(facts, state, place, front) + 3)
    if away < NO_WAY:
        return value - w[STEP] * away
    return value - w[HUNT] * leader_apart(facts, state, seat, place)


@rule
def rate_front(facts: Any, state: Any, seat: Any, ending: Any, w: Any) -> Any:
    """B8: a new car, with what reach is left for its markers."""
    place: Any = np.int64(state.pawn[seat])
    left = state.reach - steps_to_front(facts, state, place)
    for slot in range(state.cards[seat]):
        left += facts.run[state.hand[seat, slot]] // 2
    value = w[NEW_CAR] + w[REACH] * min(left, 8) - w[RISK] * 0.5
    if ending:
        own = np.int64(facts.iq[state.head[seat]])
        leads = own > 0 and own >= best_rival(facts, state, seat)
        value += w[NEW_LEAD] if leads else w[NEW_TRAIL]
    return value


@rule
def rate_boost(facts: Any, state: Any, seat: Any, card: Any, ending: Any, ways: Any, w: Any) -> Any:
    """B6: what could be reached with the card that cannot be reached without it."""
    more = np.int64(facts.run[card])
    if more == 0:
        return -1000.0
    start = np.int64(state.pawn[seat])
    value = -1000.0
    for car in range(state.length):
        wanted = np.int64(state.markers[car] | facts.brakes[state.train[car]])
        space = 0
        while wanted != 0:
            if wanted & 1:
                at = car * SPACES + space
                if start == BEHIND:
                    far = 1 + apart(facts, state, REAR, at)
                else:
                    far = apart(facts, state, start, at)
                if state.reach < far <= state.reach + more:
                    value = max(value, rate_stop(facts, state, seat, at, ending, ways, w))
            wanted >>= 1
            space += 1
    return value - w[BOOST] * in_hand(facts, state, seat, card, ending, w) - 5.0


@rule
def rate_brawl(facts: Any, state: Any, seat: Any, action: Any, ending: Any, w: Any) -> Any:
    """B11: the strongest card, if the cards in hand can turn the fight and it is worth them."""
    if action == PASS:
        return 0.0
    rival: Any = 0
    prize = stake(facts, state, seat, ending, w)
    for other in range(state.seats):
        if other != seat and state.fighters >> other & 1:
            rival = max(rival, np.int64(state.total[other]))
            prize += w[LOOT] * stake(facts, state, other, ending, w)
    missing = rival - np.int64(state.total[seat]) + (0 if seat == state.active else 1)
    might: Any = 0
    for slot in range(state.cards[seat]):
        might += np.int64(facts.hit[state.hand[seat, slot]])
    card = action - PLAY
    hit = np.int64(facts.hit[card])
    if missing <= 0 or might < missing or hit == 0:
        return -1.0
    price = in_hand(facts, state, seat, card, ending, w)
    if prize < w[WORTH] * price:
        return -1.0
    enough = 50.0 if hit >= missing else 0.0
    return 101.0 + enough + hit - price / 4.0


@rule
def room_costs(facts: Any, state: Any, seat: Any, ending: Any, w: Any) -> Any:
    """What a card for a full hand drives out of it (B14)."""
    if seat == state.active or state.cards[seat] < limit_of(facts, state, seat):
        return 0.0
    least = 1000.0
    for slot in range(state.cards[seat] - state.moved[seat]):
        card = np.int64(state.hand[seat, slot])
        least = min(least, in_hand(facts, state, seat, card, ending, w))
    return least


@rule
def rate_spoils(facts: Any, state: Any, seat: Any, action: Any, ending: Any, w: Any) -> Any:
    """B14: take what is better than the own, throw away what makes others win."""
    if action == PASS:
        return 1.0
    source = (action - SPOIL) // GOALS
    goal = (action - SPOIL) % GOALS
    owner = source // SOURCES
    slot = source % SOURCES
    card = np.int64(state.head[owner] if slot == HEAD_SLOT else state.hand[owner, slot])
    if owner == seat:  # to make room, the least useful goes
        if goal == TO_DISCARD and slot != HEAD_SLOT:
            return -in_hand(facts, state, seat, card, ending, w)
        return -100.0
    rival = w[RIVAL_LATE if ending else RIVAL]
    if slot == HEAD_SLOT:
        hurt = rival * in_head(facts, card, ending, w)
    else:
        hurt = rival * facts.iq[card] / 2.0
    if goal == TO_DISCARD:
        return hurt if facts.iq[card] > 20 else 0.0
    if goal == TO_HAND + seat:
        if state.cards[seat] > limit_of(facts, state, seat) and seat == state.active:
            return 0.0
        keep = in_hand(facts, state, seat, card, ending, w)
        return hurt + keep - room_costs(facts, state, seat, ending, w)
    if goal == TO_HEAD + seat:
        return hurt + in_head(facts, card, ending, w) + 10.0
    return 0.0


@rule
def rate_end(facts: Any, state: Any, seat: Any, action: Any, ending: Any, w: Any) -> Any:
    """B15, B16: the brain that gains most for its points; out goes the least useful card."""
    if action == DONE:
        return 0.0
    if action > INSTALL:
        card = action - INSTALL
        head = np.int64(state.head[seat])
        gain = in_head(facts, card, ending, w) - in_head(facts, head, ending, w)
        if ending:
            best = best_rival(facts, state, seat)
            gain += w[LEAD] * (np.int64(facts.iq[card] > best) - np.int64(facts.iq[head] > best))
        return gain - w[POINT_LATE if ending else POINT] * facts.cost[card]
    return -1.0 - in_hand(facts, state, seat, action - DISCARD, ending, w)


@rule
def rate(facts: Any, state: Any, seat: Any, action: Any, ending: Any, ways: Any, w: Any) -> Any:
    """How good an action looks, in points of IQ."""
    phase = state.phase
    if phase == DISCARDING:
        return rate_discard(facts, state, seat, action, ending, w)
    if phase == MOVE:
        if action == FRONT_DOOR:
            return rate_front(facts, state, seat, ending, w)
        if action < GO:
            return rate_boost(facts, state, seat, action - PLAY, ending, ways, w)
        return rate_stop(facts, state, seat, action - GO, ending, ways, w)
    if phase == ATTACKING:
        if action == ATTACK:
            place = np.int64(state.pawn[seat])
            return fight_value(facts, state, seat, place, ending, w) + w[STAY]
        return 0.0
    if phase == BRAWL:
        return rate_brawl(facts, state, seat, action, ending, w)
    if phase == SPOILS:
        return rate_spoils(facts, state, seat, action, ending, w)
    if phase == LIMIT or phase == END:
        return rate_end(facts, state, seat, action, ending, w)
    return 0.0


@rule
def pick_best(facts: Any, state: Any, rng: Any, w: Any) -> Any:
    """The action with the best rating; equal ones by lot."""
    actions = np.empty(MAX_LEGAL, np.int32)
    count = legal(facts, state, actions)
    if count == 1:
        return np.int64(actions[0])
    seat = np.int64(state.turn)
    ending = np.int64(late(state))
    ways = np.empty((2, MAX_CARS), np.int64)
    if state.phase == MOVE:
        find_ways(facts, state, ways)
    chosen, best, equal = np.int64(actions[0]), -1e9, 0
    for i in range(count):
        value = rate(facts, state, seat, np.int64(actions[i]), ending, ways, w)
        if value > best + 1e-9:
            chosen, best, equal = np.int64(actions[i]), value, 1
        elif value > best - 1e-9:
            equal += 1
            if below(rng, equal) == 0:
                chosen = np.int64(actions[i])
    return chosen


@entry
def policy(facts: Any, state: Any, rng: Any) -> Any:
    """The quick player's choice from a hidden or guessed position."""
    return pick_best(facts, state, rng, WEIGHTS)


@entry
def ordered(facts: Any, state: Any, out: Any) -> int:
    """The legal actions, those that look best first."""
    count = legal(facts, state, out)
    ratings = np.empty(count, np.float64)
    seat = np.int64(state.turn)
    ending = np.int64(late(state))
    ways = np.empty((2, MAX_CARS), np.int64)
    if state.phase == MOVE:
        find_ways(facts, state, ways)
    for i in range(count):
        action = out[i]
        rating = rate(facts, state, seat, np.int64(action), ending, ways, WEIGHTS)
        at = i
        while at > 0 and ratings[at - 1] < rating:
            ratings[at] = ratings[at - 1]
            out[at] = out[at - 1]
            at -= 1
        ratings[at] = rating
        out[at] = action
    return count
