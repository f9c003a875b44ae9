"""A player that looks one choice ahead.

It collects where it can, puts the best brain it can pay into its head, fights when it is ahead or
has nothing to lose, and runs to the brakes when its brain is the cleverest. Everything is weighed
in points of IQ. It sees a hidden position only; an unknown hand card counts as an average one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spielzug.core.jit import entry, rule, scratch
from spielzug.core.kinds import Facts, Number, Rng, State
from spielzug.core.rng import below
from spielzug.games.zugraub.facts.sets import (
    ENGINE_FACE,
    LAST_PIECE,
    SPACES,
    THIRD_DIE_HIT,
    TWO_CARDS,
)
from spielzug.games.zugraub.play.weights import (
    CARD_HIT,
    CARD_IS_ENOUGH,
    CARD_PRICE,
    CARD_WINS,
    DOOR,
    ENOUGH,
    GREEDY,
    IN_HEAD,
    KEPT_IQ,
    KEPT_MISSING,
    KEPT_RUN,
    KEPT_SHARE,
    LEAST_CHANCE,
    LOSS_IQ,
    MEAN_DIE,
    MOST_CHANCE,
    MOST_REACH,
    NEVER,
    PLAY_COST,
    UNKNOWN_CARD,
    UNWANTED,
)
from spielzug.games.zugraub.rules import legal
from spielzug.games.zugraub.rules.moves import can_grow, dice_for, steps_to_front
from spielzug.games.zugraub.rules.piles import limit_of
from spielzug.games.zugraub.state import (
    ATTACK,
    ATTACKING,
    BEHIND,
    BRAWL,
    DISCARD,
    DISCARDING,
    DONE,
    END,
    FRONT_DOOR,
    GO,
    GOALS,
    HEAD_SLOT,
    INSTALL,
    LIMIT,
    MAX_LEGAL,
    MOVE,
    PASS,
    PLAY,
    ROLL,
    SOURCES,
    SPOIL,
    SPOILS,
    TO_DISCARD,
    TO_HAND,
    TO_HEAD,
    UNKNOWN,
)

NO_WAY = 99  # more steps than any way has

new_actions = scratch(MAX_LEGAL, np.int32)


@rule
def best_rival(facts: Facts, state: State, seat: Number) -> Any:
    """The highest IQ in another head."""
    best: Any = 0
    for other in range(state.seats):
        if other != seat:
            best = max(best, np.int64(facts.iq[state.head[other]]))
    return best


@rule
def late(state: State) -> bool:
    """The Engine is in front, or can come up."""
    return state.train[state.length - 1] == ENGINE_FACE or state.unused >> LAST_PIECE & 1 == 1


@rule
def in_head(facts: Facts, state: State, card: Number) -> Any:
    """What a brain is worth in a head."""
    if card == 0:
        return 0.0
    value = GREEDY.any_brain + facts.iq[card] + GREEDY.body * (facts.hit[card] + facts.run[card])
    return value + GREEDY.able if facts.ability[card] != 0 else value


@rule
def in_hand(facts: Facts, state: State, seat: Number, card: Number) -> Any:
    """What a hand card is worth: what it could become, less the points that are missing."""
    if card == UNKNOWN:
        return UNKNOWN_CARD
    missing: Any = max(np.int64(facts.cost[card]) - np.int64(state.points[seat]), 0)
    gain = in_head(facts, state, card) - in_head(facts, state, state.head[seat])
    use: Any = max(facts.run[card], facts.hit[card])
    return max(gain - GREEDY.missing * missing, 0.0) + GREEDY.use * use


# -- ways ----------------------------------------------------------------------------------------


@rule
def apart(facts: Facts, state: State, one: Any, other: Any) -> Any:
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
def nearest_marker(facts: Facts, state: State, place: Number) -> Any:
    """Steps to the next marker but one that lies here; `NO_WAY` if there is none."""
    least = NO_WAY
    for car in range(state.length):
        left = np.int64(state.markers[car])
        space = 0
        while left != 0:
            at = car * SPACES + space
            if left & 1 and at != place:
                least = min(least, apart(facts, state, place, at))
            left >>= 1
            space += 1
    return least


@rule
def nearest_brake(facts: Facts, state: State, place: Number) -> Any:
    last = state.length - 1
    left = np.int64(facts.brakes[state.train[last]])
    least = NO_WAY
    space = 0
    while left != 0:
        if left & 1:
            least = min(least, apart(facts, state, place, last * SPACES + space))
        left >>= 1
        space += 1
    return least


# -- strength ------------------------------------------------------------------------------------


@rule
def strength(facts: Facts, state: State, seat: Number) -> Any:
    """What a seat can be expected to throw into a fight."""
    value = MEAN_DIE * dice_for(facts, state, seat, THIRD_DIE_HIT) + facts.hit[state.head[seat]]
    for slot in range(state.cards[seat]):
        card = state.hand[seat, slot]
        value += GREEDY.guess_hit if card == UNKNOWN else CARD_HIT * facts.hit[card]
    return value


@rule
def stake(facts: Facts, state: State, seat: Number) -> Any:
    """What a seat has to lose in a fight."""
    value = in_head(facts, state, state.head[seat])
    for slot in range(state.cards[seat]):
        value += GREEDY.hold * in_hand(facts, state, seat, state.hand[seat, slot])
    return value


@rule
def fight_value(facts: Facts, state: State, seat: Number, place: Number) -> Any:
    """What a fight on a place promises; below 0 it is left alone."""
    own = strength(facts, state, seat)
    best = 0.0
    loot = 0.0
    others = 0
    for other in range(state.seats):
        if other != seat and state.pawn[other] == place:
            best = max(best, strength(facts, state, other))
            loot += stake(facts, state, other)
            others += 1
    if others == 0:
        return 0.0
    ahead = (own - best - GREEDY.edge * (others - 1)) / GREEDY.slope + GREEDY.base
    ahead = min(max(ahead, LEAST_CHANCE), MOST_CHANCE)
    gain = ahead * loot * GREEDY.loot
    risk = stake(facts, state, seat)
    return gain + (1.0 - ahead) * (GREEDY.point - risk) - ahead * GREEDY.point * others


# -- the phases ----------------------------------------------------------------------------------


@rule
def value_discard(facts: Facts, state: State, seat: Number, action: Number) -> Any:
    """B5: without a brain a card costs a die; keep what can be paid, or carries as far."""
    if action == ROLL:
        return 0.0
    if state.head[seat] != 0:
        return -1.0
    card = action - DISCARD
    if facts.cost[card] <= state.points[seat] or facts.run[card] >= KEPT_RUN:
        return -1.0
    if facts.iq[card] >= KEPT_IQ and facts.cost[card] <= state.points[seat] + KEPT_MISSING:
        return -1.0
    return GREEDY.keep - in_hand(facts, state, seat, card) / KEPT_SHARE


@rule
def hopeless(facts: Facts, state: State) -> bool:
    """Nothing is left to be found and nobody has a brain: better to end it."""
    if can_grow(state) or state.train[state.length - 1] != ENGINE_FACE:
        return False
    for car in range(state.length):
        if state.markers[car] != 0:
            return False
    for seat in range(state.seats):
        if facts.iq[state.head[seat]] > 0:
            return False
        for slot in range(state.cards[seat]):
            card = state.hand[seat, slot]
            if card == UNKNOWN or facts.iq[card] > 0:
                return False
    return True


@rule
def value_stop(facts: Facts, state: State, seat: Number, place: Number) -> Any:
    """B9: what ending the move here is worth."""
    car = place // SPACES
    space = place % SPACES
    marker = state.markers[car] >> space & 1
    value = 0.0
    if marker:
        value += GREEDY.marker
        if facts.ability[state.head[seat]] == TWO_CARDS:
            value += GREEDY.marker / 2.0
    own = np.int64(facts.iq[state.head[seat]])
    rival = best_rival(facts, state, seat)
    leads = (own > 0 and own >= rival) or (rival == 0 and hopeless(facts, state))
    engine = state.train[state.length - 1] == ENGINE_FACE
    if facts.brakes[state.train[car]] >> space & 1:
        if leads:
            value += GREEDY.brake
        elif state.length == 1:
            value -= NEVER
        else:
            value -= GREEDY.brake_trail
    value += max(fight_value(facts, state, seat, place), 0.0)
    if not engine:
        risk = GREEDY.risk + GREEDY.risk_card * state.cards[seat]
        value -= risk * (state.length - 1 - car) * (state.length > 2)
    if engine and leads:
        return value - GREEDY.pull * nearest_brake(facts, state, place)
    away = nearest_marker(facts, state, place)
    if can_grow(state):
        last = state.length - 1
        front = last * SPACES + facts.front[state.train[last]]
        away = min(away, apart(facts, state, place, front) + DOOR)
    if away < NO_WAY:
        return value - GREEDY.step * away
    return value - GREEDY.hunt * leader_apart(facts, state, seat, place)


@rule
def leader_apart(facts: Facts, state: State, seat: Number, place: Number) -> Any:
    """Steps to the cleverest rival on the train, or to the brakes if there is none."""
    best: Any = 0
    steps = NO_WAY
    for other in range(state.seats):
        iq = np.int64(facts.iq[state.head[other]])
        if other != seat and state.pawn[other] != BEHIND and iq > best:
            best = iq
            steps = apart(facts, state, place, np.int64(state.pawn[other]))
    return steps if best > 0 else nearest_brake(facts, state, place)


@rule
def value_front(facts: Facts, state: State, seat: Number) -> Any:
    """B8: a new car, with what reach is left for its markers."""
    place: Number = np.int64(state.pawn[seat])
    left = state.reach - steps_to_front(facts, state, place)
    for slot in range(state.cards[seat]):
        left += facts.run[state.hand[seat, slot]] // 2
    own = np.int64(facts.iq[state.head[seat]])
    leads = own > 0 and own >= best_rival(facts, state, seat)
    value = GREEDY.new_car + GREEDY.step * min(left, MOST_REACH) - GREEDY.risk * 0.5
    return value + GREEDY.new_lead if late(state) and leads else value


@rule
def value_boost(facts: Facts, state: State, seat: Number, card: Number) -> Any:
    """B6: what could be reached with the card that cannot be reached without it."""
    more = np.int64(facts.run[card])
    if more <= 0:
        return -NEVER
    start = np.int64(state.pawn[seat])
    value = -NEVER
    for car in range(state.length):
        wanted = np.int64(state.markers[car] | facts.brakes[state.train[car]])
        space = 0
        while wanted != 0:
            if wanted & 1:
                at = car * SPACES + space
                if start == BEHIND:
                    far = 1 + apart(facts, state, facts.rear[state.train[0]], at)
                else:
                    far = apart(facts, state, start, at)
                if state.reach < far <= state.reach + more:
                    value = max(value, value_stop(facts, state, seat, at))
            wanted >>= 1
            space += 1
    return value - GREEDY.boost * in_hand(facts, state, seat, card) - PLAY_COST


@rule
def value_move(facts: Facts, state: State, seat: Number, action: Number) -> Any:
    if action == FRONT_DOOR:
        return value_front(facts, state, seat)
    if action < GO:
        return value_boost(facts, state, seat, action - PLAY)
    return value_stop(facts, state, seat, action - GO)


@rule
def value_brawl(facts: Facts, state: State, seat: Number, action: Number) -> Any:
    """B11: the strongest card, if the cards in hand can turn the fight."""
    if action == PASS:
        return 0.0
    rival: Number = 0
    for other in range(state.seats):
        if other != seat and state.fighters >> other & 1:
            rival = max(rival, np.int64(state.total[other]))
    own = np.int64(state.total[seat])
    missing = rival - own + (0 if seat == state.active else 1)
    might: Any = 0
    for slot in range(state.cards[seat]):
        might += np.int64(facts.hit[state.hand[seat, slot]])
    card = action - PLAY
    hit = np.int64(facts.hit[card])
    if missing <= 0 or might < missing or hit <= 0:
        return -1.0
    enough = CARD_IS_ENOUGH if hit >= missing else 0.0
    return CARD_WINS + enough + hit - in_hand(facts, state, seat, card) / CARD_PRICE


@rule
def room_costs(facts: Facts, state: State, seat: Number) -> Any:
    """What a card for a full hand drives out of it (B14)."""
    if seat == state.active or state.cards[seat] < limit_of(facts, state, seat):
        return 0.0
    least = NEVER
    for slot in range(state.cards[seat] - state.moved[seat]):
        least = min(least, in_hand(facts, state, seat, np.int64(state.hand[seat, slot])))
    return least


@rule
def value_spoils(facts: Facts, state: State, seat: Number, action: Number) -> Any:
    """B14: take what is better than the own, throw away what makes others win."""
    if action == PASS:
        return ENOUGH
    source = (action - SPOIL) // GOALS
    goal = (action - SPOIL) % GOALS
    owner = source // SOURCES
    slot = source % SOURCES
    card = np.int64(state.head[owner] if slot == HEAD_SLOT else state.hand[owner, slot])
    if owner == seat:  # to make room, the least useful goes
        return -in_hand(facts, state, seat, card) if goal == TO_DISCARD else -UNWANTED
    hurt = in_head(facts, state, card) if slot == HEAD_SLOT else facts.iq[card] / 2.0
    if goal == TO_DISCARD:
        return GREEDY.rival * hurt if facts.iq[card] > LOSS_IQ else 0.0
    if goal == TO_HAND + seat:
        if state.cards[seat] > limit_of(facts, state, seat) and seat == state.active:
            return 0.0
        keep = in_hand(facts, state, seat, card)
        return GREEDY.rival * hurt + keep - room_costs(facts, state, seat)
    if goal == TO_HEAD + seat:
        return GREEDY.rival * hurt + in_head(facts, state, card) + IN_HEAD
    return 0.0


@rule
def value_end(facts: Facts, state: State, seat: Number, action: Number) -> Any:
    """B15, B16: the brain that gains most for its points; out goes the least useful card."""
    if action == DONE:
        return 0.0
    if action > INSTALL:
        card = action - INSTALL
        gain = in_head(facts, state, card) - in_head(facts, state, state.head[seat])
        return gain - GREEDY.point * facts.cost[card]
    return -1.0 - in_hand(facts, state, seat, action - DISCARD)


@rule
def value_of(facts: Facts, state: State, seat: Number, action: Number) -> Any:
    phase = state.phase
    if phase == DISCARDING:
        return value_discard(facts, state, seat, action)
    if phase == MOVE:
        return value_move(facts, state, seat, action)
    if phase == ATTACKING:
        if action == ATTACK:
            return fight_value(facts, state, seat, np.int64(state.pawn[seat]))
        return 0.0
    if phase == BRAWL:
        return value_brawl(facts, state, seat, action)
    if phase == SPOILS:
        return value_spoils(facts, state, seat, action)
    if phase == LIMIT or phase == END:
        return value_end(facts, state, seat, action)
    return 0.0


@entry
def greedy(facts: Facts, state: State, rng: Rng) -> Any:
    """The action with the best value; equal ones by lot."""
    actions = new_actions()
    count = legal(facts, state, actions)
    if count == 1:
        return np.int64(actions[0])
    seat = np.int64(state.turn)
    chosen, best, equal = np.int64(actions[0]), -1e9, 0
    for i in range(count):
        value = value_of(facts, state, seat, np.int64(actions[i]))
        if value > best + 1e-9:
            chosen, best, equal = np.int64(actions[i]), value, 1
        elif value > best - 1e-9:
            equal += 1
            if below(rng, equal) == 0:
                chosen = np.int64(actions[i])
    return chosen
