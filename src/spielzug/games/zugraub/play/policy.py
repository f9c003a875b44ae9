"""The quick player of the search: greedy's way of looking, with weights that were tuned in play.

It knows some things that greedy does not: what counts changes once the Engine can come up, and
then points are kept for a brain that takes the lead.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spielzug.core.jit import entry, rule, scratch
from spielzug.core.kinds import Facts, Number, Rng, State
from spielzug.core.rng import below
from spielzug.games.zugraub.facts.sets import (
    ENGINE_FACE,
    MAX_CARS,
    SPACES,
    THIRD_DIE_HIT,
    TWO_CARDS,
)
from spielzug.games.zugraub.knowledge import draws_left, hopeless, is_the_last
from spielzug.games.zugraub.play.greedy import (
    NO_WAY,
    apart,
    best_rival,
    late,
    leader_apart,
    nearest_brake,
)
from spielzug.games.zugraub.play.weights import (
    CARD_HIT,
    CARD_IS_ENOUGH,
    CARD_PRICE,
    CARD_WINS,
    DOOR,
    ENOUGH,
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
    QUICK,
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

new_actions = scratch(MAX_LEGAL, np.int32)
new_ratings = scratch(MAX_LEGAL, np.float64)
new_ways = scratch((2, MAX_CARS), np.int64)


@rule
def in_head(facts: Facts, card: Number, ending: Any) -> Any:
    """What a brain is worth in a head."""
    if card == 0:
        return 0.0
    value = QUICK.any_brain + QUICK.hit * facts.hit[card] + QUICK.run * facts.run[card]
    value += (QUICK.iq_late if ending else QUICK.iq) * facts.iq[card]
    return value + QUICK.able if facts.ability[card] != 0 else value


@rule
def in_hand(facts: Facts, state: State, seat: Number, card: Number, ending: Any) -> Any:
    """What a hand card is worth: what it could become, less the points that are missing."""
    if card == UNKNOWN:
        return UNKNOWN_CARD
    missing: Any = max(np.int64(facts.cost[card]) - np.int64(state.points[seat]), 0)
    gain = in_head(facts, card, ending) - in_head(facts, np.int64(state.head[seat]), ending)
    use: Any = max(facts.run[card], facts.hit[card])
    price = QUICK.missing_late if ending else QUICK.missing
    return max(gain - price * missing, 0.0) + QUICK.use * use


# -- ways ----------------------------------------------------------------------------------------

AHEAD, BACK = 0, 1  # rows of `ways`


@rule
def find_ways(facts: Facts, state: State, ways: Any) -> None:
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
def next_marker(facts: Facts, state: State, place: Number, ways: Any) -> Any:
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
def strength(facts: Facts, state: State, seat: Number) -> Any:
    """What a seat can be expected to throw into a fight."""
    value = MEAN_DIE * dice_for(facts, state, seat, THIRD_DIE_HIT) + facts.hit[state.head[seat]]
    for slot in range(state.cards[seat]):
        card = state.hand[seat, slot]
        value += QUICK.guess_hit if card == UNKNOWN else CARD_HIT * facts.hit[card]
    return value


@rule
def stake(facts: Facts, state: State, seat: Number, ending: Any) -> Any:
    """What a seat has to lose in a fight."""
    value = in_head(facts, np.int64(state.head[seat]), ending)
    for slot in range(state.cards[seat]):
        card = np.int64(state.hand[seat, slot])
        value += QUICK.hold * in_hand(facts, state, seat, card, ending)
    return value


@rule
def fight_value(facts: Facts, state: State, seat: Number, place: Number, ending: Any) -> Any:
    """What a fight on a place promises; below 0 it is left alone."""
    best = 0.0
    loot = 0.0
    others = 0
    for other in range(state.seats):
        if other != seat and state.pawn[other] == place:
            best = max(best, strength(facts, state, other))
            loot += stake(facts, state, other, ending)
            others += 1
    if others == 0:
        return 0.0
    own = strength(facts, state, seat)
    ahead: Any = (own - best - QUICK.edge * (others - 1)) / QUICK.slope + QUICK.base
    ahead = min(max(ahead, LEAST_CHANCE), MOST_CHANCE)
    risk = QUICK.own * stake(facts, state, seat, ending)
    gain = QUICK.loot * loot - QUICK.fight_point * others
    return ahead * gain + (1.0 - ahead) * (QUICK.fight_point - risk)


@rule
def only_fights_help(facts: Facts, state: State, seat: Number) -> bool:
    """Empty heads, and no marker left to pay for what is in the hands: lost fights give points."""
    empty = facts.iq[state.head[seat]] == 0 and best_rival(facts, state, seat) == 0
    return bool(empty and draws_left(facts, state) == 0)


# -- the phases ----------------------------------------------------------------------------------


@rule
def rate_discard(facts: Facts, state: State, seat: Number, action: Number, ending: Any) -> Any:
    """B5: without a brain a card costs a die; keep what can be paid, or carries as far."""
    if action == ROLL:
        return 0.0
    if state.head[seat] != 0:
        return -1.0
    card = action - DISCARD
    if facts.cost[card] <= state.points[seat] or facts.run[card] >= KEPT_RUN:
        return -1.0
    if is_the_last(facts, state, card):
        return -NEVER
    if facts.iq[card] >= KEPT_IQ and facts.cost[card] <= state.points[seat] + KEPT_MISSING:
        return -1.0
    return QUICK.keep - in_hand(facts, state, seat, card, ending) / KEPT_SHARE


@rule
def wants_the_end(facts: Facts, state: State, seat: Number) -> bool:
    """Whether a seat would win if the train stood now; or nobody ever will (B20): then as well."""
    own = np.int64(facts.iq[state.head[seat]])
    rival = best_rival(facts, state, seat)
    if own > 0:
        return own >= rival
    return bool(rival == 0 and hopeless(facts, state))


@rule
def rate_stop(
    facts: Facts, state: State, seat: Number, place: Number, ending: Any, ways: Any
) -> Any:
    """B9: what ending the move here is worth."""
    car = place // SPACES
    space = place % SPACES
    value = 0.0
    if state.markers[car] >> space & 1:
        value += QUICK.marker
        if facts.ability[state.head[seat]] == TWO_CARDS:
            value += QUICK.marker / 2.0
    to_end = wants_the_end(facts, state, seat)
    engine = state.train[state.length - 1] == ENGINE_FACE
    if facts.brakes[state.train[car]] >> space & 1:
        if to_end:
            value += QUICK.brake
        elif state.length == 1:
            value -= NEVER
        else:
            value += QUICK.brake_trail
    value += max(fight_value(facts, state, seat, place, ending), 0.0)
    if not engine:
        risk = QUICK.risk + QUICK.risk_card * state.cards[seat]
        value -= risk * (state.length - 1 - car) * (state.length > 2)
    if engine and to_end:
        return value - QUICK.pull * nearest_brake(facts, state, place)
    if engine:
        value -= QUICK.chase * leader_apart(facts, state, seat, place)
    away = next_marker(facts, state, place, ways)
    if can_grow(state):
        last = state.length - 1
        front = last * SPACES + facts.front[state.train[last]]
        away = min(away, apart(facts, state, place, front) + DOOR)
    if away < NO_WAY:
        return value - QUICK.step * away
    if state.markers[car] >> space & 1:  # the last one: nobody should wait beside it
        return value
    return value - QUICK.hunt * leader_apart(facts, state, seat, place)


@rule
def rate_front(facts: Facts, state: State, seat: Number, ending: Any) -> Any:
    """B8: a new car, with what reach is left for its markers."""
    place: Number = np.int64(state.pawn[seat])
    left = state.reach - steps_to_front(facts, state, place)
    for slot in range(state.cards[seat]):
        left += facts.run[state.hand[seat, slot]] // 2
    value = QUICK.new_car + QUICK.reach * min(left, MOST_REACH) - QUICK.risk * 0.5
    if ending:
        to_end = wants_the_end(facts, state, seat)
        value += QUICK.new_lead if to_end else QUICK.new_trail
    return value


@rule
def rate_boost(
    facts: Facts, state: State, seat: Number, card: Number, ending: Any, ways: Any
) -> Any:
    """B6: what could be reached with the card that cannot be reached without it."""
    more = np.int64(facts.run[card])
    if more <= 0 or is_the_last(facts, state, card):
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
                    value = max(value, rate_stop(facts, state, seat, at, ending, ways))
            wanted >>= 1
            space += 1
    return value - QUICK.boost * in_hand(facts, state, seat, card, ending) - PLAY_COST


@rule
def rate_brawl(facts: Facts, state: State, seat: Number, action: Number, ending: Any) -> Any:
    """B11: the strongest card, if the cards in hand can turn the fight."""
    if action == PASS:
        return 0.0
    rival: Number = 0
    for other in range(state.seats):
        if other != seat and state.fighters >> other & 1:
            rival = max(rival, np.int64(state.total[other]))
    missing = rival - np.int64(state.total[seat]) + (0 if seat == state.active else 1)
    might: Any = 0
    for slot in range(state.cards[seat]):
        might += np.int64(facts.hit[state.hand[seat, slot]])
    card = action - PLAY
    hit = np.int64(facts.hit[card])
    if missing <= 0 or might < missing or hit <= 0:
        return -1.0
    if is_the_last(facts, state, card):
        return -NEVER
    price = in_hand(facts, state, seat, card, ending)
    enough = CARD_IS_ENOUGH if hit >= missing else 0.0
    return CARD_WINS + enough + hit - price / CARD_PRICE


@rule
def room_costs(facts: Facts, state: State, seat: Number, ending: Any) -> Any:
    """What a card for a full hand drives out of it (B14)."""
    if seat == state.active or state.cards[seat] < limit_of(facts, state, seat):
        return 0.0
    least = NEVER
    for slot in range(state.cards[seat] - state.moved[seat]):
        card = np.int64(state.hand[seat, slot])
        least = min(least, in_hand(facts, state, seat, card, ending))
    return least


@rule
def rate_spoils(facts: Facts, state: State, seat: Number, action: Number, ending: Any) -> Any:
    """B14: take what is better than the own, throw away what makes others win."""
    if action == PASS:
        return ENOUGH
    source = (action - SPOIL) // GOALS
    goal = (action - SPOIL) % GOALS
    owner = source // SOURCES
    slot = source % SOURCES
    card = np.int64(state.head[owner] if slot == HEAD_SLOT else state.hand[owner, slot])
    if owner == seat:  # to make room, the least useful goes
        if goal == TO_DISCARD and slot != HEAD_SLOT:
            return -in_hand(facts, state, seat, card, ending)
        return -UNWANTED
    rival = QUICK.rival_late if ending else QUICK.rival
    if slot == HEAD_SLOT:
        hurt = rival * in_head(facts, card, ending)
    else:
        hurt = rival * facts.iq[card] / 2.0
    if goal == TO_DISCARD:
        return hurt if facts.iq[card] > LOSS_IQ else 0.0
    if goal == TO_HAND + seat:
        if state.cards[seat] > limit_of(facts, state, seat) and seat == state.active:
            return 0.0
        keep = in_hand(facts, state, seat, card, ending)
        return hurt + keep - room_costs(facts, state, seat, ending)
    if goal == TO_HEAD + seat:
        return hurt + in_head(facts, card, ending) + IN_HEAD
    return 0.0


@rule
def rate_end(facts: Facts, state: State, seat: Number, action: Number, ending: Any) -> Any:
    """B15, B16: the brain that gains most for its points; out goes the least useful card."""
    if action == DONE:
        return 0.0
    if action > INSTALL:
        card = action - INSTALL
        head = np.int64(state.head[seat])
        gain = in_head(facts, card, ending) - in_head(facts, head, ending)
        if ending:
            best = best_rival(facts, state, seat)
            gain += QUICK.lead * (np.int64(facts.iq[card] > best) - np.int64(facts.iq[head] > best))
        return gain - (QUICK.point_late if ending else QUICK.point) * facts.cost[card]
    return -1.0 - in_hand(facts, state, seat, action - DISCARD, ending)


@rule
def rate(facts: Facts, state: State, seat: Number, action: Number, ending: Any, ways: Any) -> Any:
    """How good an action looks, in points of IQ."""
    phase = state.phase
    if phase == DISCARDING:
        return rate_discard(facts, state, seat, action, ending)
    if phase == MOVE:
        if action == FRONT_DOOR:
            return rate_front(facts, state, seat, ending)
        if action < GO:
            return rate_boost(facts, state, seat, action - PLAY, ending, ways)
        return rate_stop(facts, state, seat, action - GO, ending, ways)
    if phase == ATTACKING:
        if action == ATTACK:
            place = np.int64(state.pawn[seat])
            gain: Any = fight_value(facts, state, seat, place, ending)
            if only_fights_help(facts, state, seat):
                gain = max(gain, 0.0)
            return gain + QUICK.attack
        return 0.0
    if phase == BRAWL:
        return rate_brawl(facts, state, seat, action, ending)
    if phase == SPOILS:
        return rate_spoils(facts, state, seat, action, ending)
    if phase == LIMIT or phase == END:
        return rate_end(facts, state, seat, action, ending)
    return 0.0


@rule
def pick_best(facts: Facts, state: State, rng: Rng) -> Any:
    """The action with the best rating; equal ones by lot."""
    actions = new_actions()
    count = legal(facts, state, actions)
    if count == 1:
        return np.int64(actions[0])
    seat = np.int64(state.turn)
    ending = np.int64(late(state))
    ways = new_ways()
    if state.phase == MOVE:
        find_ways(facts, state, ways)
    chosen, best, equal = np.int64(actions[0]), -1e9, 0
    for i in range(count):
        value = rate(facts, state, seat, np.int64(actions[i]), ending, ways)
        if value > best + 1e-9:
            chosen, best, equal = np.int64(actions[i]), value, 1
        elif value > best - 1e-9:
            equal += 1
            if below(rng, equal) == 0:
                chosen = np.int64(actions[i])
    return chosen


@entry
def policy(facts: Facts, state: State, rng: Rng) -> Any:
    """The quick player's choice from a hidden or guessed position."""
    return pick_best(facts, state, rng)


@entry
def ordered(facts: Facts, state: State, out: Any) -> int:
    """The legal actions, those that look best first."""
    count = legal(facts, state, out)
    ratings = new_ratings()
    seat = np.int64(state.turn)
    ending = np.int64(late(state))
    ways = new_ways()
    if state.phase == MOVE:
        find_ways(facts, state, ways)
    for i in range(count):
        action = out[i]
        rating = rate(facts, state, seat, np.int64(action), ending, ways)
        at = i
        while at > 0 and ratings[at - 1] < rating:
            ratings[at] = ratings[at - 1]
            out[at] = out[at - 1]
            at -= 1
        ratings[at] = rating
        out[at] = action
    return count
