"""Ratings of actions in points of IQ, for greedy and the quick policy with their own weights.

The evaluator collects cards where it can, installs the best brain it can pay for, fights when it is
ahead or has nothing to lose, and runs to the brakes when its brain has the highest IQ. It reads
hidden positions only; an unknown hand card counts as an average one. `w` is a row of
`weights.GREEDY` or `weights.QUICK`, `ways` the result of `find_ways`. Distances are in steps.
"""

from __future__ import annotations

import numpy as np

from spielzug.core.declaration import Integers
from spielzug.core.jit import rule, scratch
from spielzug.core.record_types import Actions, Counts, NativeRecord, Number, Rng
from spielzug.core.rng import below
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.facts import Facts
from spielzug.games.zugraub.facts.sets import (
    ENGINE_FACE,
    LAST_PIECE,
    MAX_CARS,
    SPACES,
    THIRD_DIE_HIT,
    TWO_CARDS,
)
from spielzug.games.zugraub.knowledge import draws_left, is_hopeless, is_last_winning_brain
from spielzug.games.zugraub.play import weights
from spielzug.games.zugraub.rules import legal
from spielzug.games.zugraub.rules.moves import can_grow, dice_for, steps_to_front
from spielzug.games.zugraub.rules.piles import limit_of
from spielzug.games.zugraub.state import State

NO_WAY = 99  # more steps than any path has
AHEAD, BACK = 0, 1  # rows of `ways`

new_ways = scratch((2, MAX_CARS), np.int64)


@rule
def distance(facts: Facts, state: State, one: Number, other: Number) -> Number:
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
def nearest_brake(facts: Facts, state: State, place: Number) -> Number:
    last = state.length - 1
    left = np.int64(facts.brakes[state.train[last]])
    least: Number = NO_WAY
    space = 0
    while left != 0:
        if left & 1:
            least = min(least, distance(facts, state, place, last * SPACES + space))
        left >>= 1
        space += 1
    return least


@rule
def leader_distance(facts: Facts, state: State, seat: Number, place: Number) -> Number:
    """Steps to the rival with the highest IQ on the train, or to the brakes if there is none."""
    best: Number = 0
    steps: Number = NO_WAY
    for other in range(state.seats):
        iq = np.int64(facts.iq[state.head[other]])
        if other != seat and state.pawn[other] != s.BEHIND and iq > best:
            best = iq
            steps = distance(facts, state, place, np.int64(state.pawn[other]))
    return steps if best > 0 else nearest_brake(facts, state, place)


@rule
def nearest(steps: Integers, spaces: Number, least: Number) -> Number:
    """The fewest of a car's `steps` to these spaces (a bit each), but at most `least`."""
    space = 0
    while spaces != 0:
        if spaces & 1:
            least = min(least, np.int64(steps[space]))
        spaces >>= 1
        space += 1
    return least


@rule
def find_ways(facts: Facts, state: State, ways: Counts) -> None:
    """For each car: steps to the next marker, forwards from its rear and back from its front door.

    Computed once per decision, because each of some forty spaces asks for its next marker.
    """
    ahead: Number = np.int64(NO_WAY)
    back: Number = np.int64(NO_WAY)
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
def next_marker(facts: Facts, state: State, place: Number, ways: Counts) -> Number:
    """Steps to the nearest marker other than one here; `NO_WAY` if there is none."""
    car = place // SPACES
    here = place % SPACES
    face = state.train[car]
    others = np.int64(state.markers[car]) & ~(1 << here)
    least: Number = nearest(facts.steps[face, here], others, np.int64(NO_WAY))
    if car + 1 < state.length:
        least = min(least, np.int64(facts.to_front[face, here]) + 1 + ways[AHEAD, car + 1])
    if car > 0:
        least = min(least, np.int64(facts.to_rear[face, here]) + 1 + ways[BACK, car - 1])
    return least


new_actions = scratch(s.MAX_LEGAL, np.int32)
new_ratings = scratch(s.MAX_LEGAL, np.float64)

# -- the position --------------------------------------------------------------------------------


@rule
def is_endgame(state: State) -> Number:
    """1 if the Engine is in front or can be drawn, else 0; the row in a table of weights."""
    engine = state.train[state.length - 1] == ENGINE_FACE
    return np.int64(engine or state.unused >> LAST_PIECE & 1 == 1)


@rule
def best_rival(facts: Facts, state: State, seat: Number) -> Number:
    """The highest IQ in another seat's head."""
    best: Number = 0
    for other in range(state.seats):
        if other != seat:
            best = max(best, np.int64(facts.iq[state.head[other]]))
    return best


@rule
def knows_all_lose(facts: Facts, state: State, w: NativeRecord) -> bool:
    """B20: nobody can win any more. Without `careful`, only seen with the Engine and open hands."""
    if not is_hopeless(facts, state):
        return False
    if w.careful:
        return True
    for seat in range(state.seats):
        for slot in range(state.cards[seat]):
            if state.hand[seat, slot] == s.UNKNOWN:
                return False
    return bool(state.train[state.length - 1] == ENGINE_FACE)


@rule
def gains_by_ending(facts: Facts, state: State, seat: Number, w: NativeRecord) -> bool | np.bool:
    """Whether a seat would win if the train stopped now, or nobody can win any more (B20)."""
    own = np.int64(facts.iq[state.head[seat]])
    rival = best_rival(facts, state, seat)
    if own > 0:
        return own >= rival
    return bool(rival == 0 and knows_all_lose(facts, state, w))


@rule
def must_keep(facts: Facts, state: State, card: Number, w: NativeRecord) -> bool:
    """B20: whether all would lose without this hand card; only with `careful`."""
    return bool(w.careful) and is_last_winning_brain(facts, state, card)


# -- brains --------------------------------------------------------------------------------------


@rule
def head_value(facts: Facts, card: Number, w: NativeRecord) -> float:
    """Worth of a brain in a head."""
    if card == 0:
        return 0.0
    value = w.any_brain + w.hit * facts.hit[card] + w.run * facts.run[card]
    value += w.iq * facts.iq[card]
    return value + w.able if facts.ability[card] != 0 else value


@rule
def hand_value(facts: Facts, state: State, seat: Number, card: Number, w: NativeRecord) -> float:
    """Worth of a hand card: its gain in the head less the missing points, and its use in play."""
    if card == s.UNKNOWN:
        return weights.UNKNOWN_CARD
    missing = max(np.int64(facts.cost[card]) - np.int64(state.points[seat]), 0)
    gain = head_value(facts, card, w) - head_value(facts, np.int64(state.head[seat]), w)
    use = max(facts.run[card], facts.hit[card])
    return max(gain - w.missing * missing, 0.0) + w.use * use


# -- fights --------------------------------------------------------------------------------------


@rule
def strength(facts: Facts, state: State, seat: Number, w: NativeRecord) -> float:
    """Expected strength of a seat in a fight."""
    value = (
        weights.MEAN_DIE * dice_for(facts, state, seat, THIRD_DIE_HIT) + facts.hit[state.head[seat]]
    )
    for slot in range(state.cards[seat]):
        card = state.hand[seat, slot]
        value += w.guess_hit if card == s.UNKNOWN else weights.CARD_HIT * facts.hit[card]
    return value


@rule
def stake(facts: Facts, state: State, seat: Number, w: NativeRecord) -> float:
    """Worth of what a seat can lose in a fight."""
    value = head_value(facts, np.int64(state.head[seat]), w)
    for slot in range(state.cards[seat]):
        value += w.hold * hand_value(facts, state, seat, np.int64(state.hand[seat, slot]), w)
    return value


@rule
def fight_value(facts: Facts, state: State, seat: Number, place: Number, w: NativeRecord) -> float:
    """Expected gain of a fight on a place; 0 if nobody else is there."""
    best = 0.0
    loot = 0.0
    others = 0
    for other in range(state.seats):
        if other != seat and state.pawn[other] == place:
            best = max(best, strength(facts, state, other, w))
            loot += stake(facts, state, other, w)
            others += 1
    if others == 0:
        return 0.0
    own = strength(facts, state, seat, w)
    ahead: float = (own - best - w.edge * (others - 1)) / w.slope + w.even_chance
    ahead = min(max(ahead, weights.LEAST_CHANCE), weights.MOST_CHANCE)
    risk = w.own * stake(facts, state, seat, w)
    gain = w.loot * loot - w.fight_point * others
    return ahead * gain + (1.0 - ahead) * (w.fight_point - risk)


@rule
def only_fights_help(facts: Facts, state: State, seat: Number) -> bool:
    """Whether only lost fights can bring points: all heads are empty and no marker is left."""
    empty = facts.iq[state.head[seat]] == 0 and best_rival(facts, state, seat) == 0
    return bool(empty and draws_left(facts, state) == 0)


# -- the phases ----------------------------------------------------------------------------------


@rule
def rate_discard(
    facts: Facts, state: State, seat: Number, action: Number, w: NativeRecord
) -> float:
    """B5: without a brain each card costs a die; keep cards that are affordable or run as far."""
    if action == s.ROLL:
        return 0.0
    if state.head[seat] != 0:
        return -1.0
    card = action - s.DISCARD
    if facts.cost[card] <= state.points[seat] or facts.run[card] >= weights.KEPT_RUN:
        return -1.0
    if must_keep(facts, state, card, w):
        return -weights.NEVER
    if (
        facts.iq[card] >= weights.KEPT_IQ
        and facts.cost[card] <= state.points[seat] + weights.KEPT_MISSING
    ):
        return -1.0
    return w.keep - hand_value(facts, state, seat, card, w) / weights.KEPT_SHARE


@rule
def rate_stop(
    facts: Facts, state: State, seat: Number, place: Number, ways: Counts, w: NativeRecord
) -> float:
    """B9: rating of ending the move here."""
    car = place // SPACES
    space = place % SPACES
    marker = state.markers[car] >> space & 1
    value = 0.0
    if marker:
        value += w.marker
        if facts.ability[state.head[seat]] == TWO_CARDS:
            value += w.marker / 2.0
    engine = state.train[state.length - 1] == ENGINE_FACE
    to_end = engine and gains_by_ending(facts, state, seat, w)  # no other car has brakes (B2)
    if facts.brakes[state.train[car]] >> space & 1:
        if to_end:
            value += w.brake
        elif state.length == 1:
            value -= weights.NEVER
        else:
            value += w.brake_trail
    value += max(fight_value(facts, state, seat, place, w), 0.0)
    if not engine:
        risk = w.risk + w.risk_card * state.cards[seat]
        value -= risk * (state.length - 1 - car) * (state.length > 2)
    if engine and to_end:
        return value - w.pull * nearest_brake(facts, state, place)
    if engine:
        value -= w.chase * leader_distance(facts, state, seat, place)
    away = next_marker(facts, state, place, ways)
    if can_grow(state):
        last = state.length - 1
        front = last * SPACES + facts.front[state.train[last]]
        away = min(away, distance(facts, state, place, front) + weights.DOOR)
    if away < NO_WAY:
        return value - w.step * away
    hunt = w.hunt_marker if marker else w.hunt
    return value - hunt * leader_distance(facts, state, seat, place)


@rule
def rate_front(facts: Facts, state: State, seat: Number, w: NativeRecord) -> float:
    """B8: rating of a new car, by the reach left for its markers."""
    place: Number = np.int64(state.pawn[seat])
    left = state.reach - steps_to_front(facts, state, place)
    for slot in range(state.cards[seat]):
        left += facts.run[state.hand[seat, slot]] // 2
    value = w.new_car + w.reach * min(left, weights.MOST_REACH) - w.risk * 0.5
    return value + (w.new_lead if gains_by_ending(facts, state, seat, w) else w.new_trail)


@rule
def rate_boost(
    facts: Facts, state: State, seat: Number, card: Number, ways: Counts, w: NativeRecord
) -> float:
    """B6: rating of a card by what can be reached with it but not without it."""
    more = np.int64(facts.run[card])
    if more <= 0 or must_keep(facts, state, card, w):
        return -weights.NEVER
    start = np.int64(state.pawn[seat])
    value = -weights.NEVER
    for car in range(state.length):
        wanted = np.int64(state.markers[car] | facts.brakes[state.train[car]])
        space = 0
        while wanted != 0:
            if wanted & 1:
                at = car * SPACES + space
                if start == s.BEHIND:
                    far = 1 + distance(facts, state, facts.rear[state.train[0]], at)
                else:
                    far = distance(facts, state, start, at)
                if state.reach < far <= state.reach + more:
                    value = max(value, rate_stop(facts, state, seat, at, ways, w))
            wanted >>= 1
            space += 1
    return value - w.boost * hand_value(facts, state, seat, card, w) - weights.PLAY_COST


@rule
def rate_move(
    facts: Facts, state: State, seat: Number, action: Number, ways: Counts, w: NativeRecord
) -> float:
    if action == s.FRONT_DOOR:
        return rate_front(facts, state, seat, w)
    if action < s.GO:
        return rate_boost(facts, state, seat, action - s.PLAY, ways, w)
    return rate_stop(facts, state, seat, action - s.GO, ways, w)


@rule
def rate_attack(facts: Facts, state: State, seat: Number, action: Number, w: NativeRecord) -> float:
    if action != s.ATTACK:
        return 0.0
    gain: float = fight_value(facts, state, seat, np.int64(state.pawn[seat]), w)
    if w.careful and only_fights_help(facts, state, seat):
        gain = max(gain, 0.0)
    return gain + w.attack


@rule
def rate_brawl(facts: Facts, state: State, seat: Number, action: Number, w: NativeRecord) -> float:
    """B11: play the strongest card if the cards in hand can turn the fight."""
    if action == s.PASS:
        return 0.0
    rival: Number = 0
    for other in range(state.seats):
        if other != seat and state.fighters >> other & 1:
            rival = max(rival, np.int64(state.total[other]))
    missing = rival - np.int64(state.total[seat]) + (0 if seat == state.active else 1)
    might: Number = 0
    for slot in range(state.cards[seat]):
        might += np.int64(facts.hit[state.hand[seat, slot]])
    card = action - s.PLAY
    hit = np.int64(facts.hit[card])
    if missing <= 0 or might < missing or hit <= 0:
        return -1.0
    if must_keep(facts, state, card, w):
        return -weights.NEVER
    enough = weights.CARD_IS_ENOUGH if hit >= missing else 0.0
    return (
        weights.CARD_WINS
        + enough
        + hit
        - hand_value(facts, state, seat, card, w) / weights.CARD_PRICE
    )


@rule
def displaced_value(facts: Facts, state: State, seat: Number, w: NativeRecord) -> float:
    """Worth of the card that another one would displace from a full hand (B14)."""
    if seat == state.active or state.cards[seat] < limit_of(facts, state, seat):
        return 0.0
    least = weights.NEVER
    for slot in range(state.cards[seat] - state.moved[seat]):
        card = np.int64(state.hand[seat, slot])
        least = min(least, hand_value(facts, state, seat, card, w))
    return least


@rule
def rate_spoils(facts: Facts, state: State, seat: Number, action: Number, w: NativeRecord) -> float:
    """B14: take better brains, and throw away those with which others could win."""
    if action == s.PASS:
        return weights.ENOUGH
    source = (action - s.SPOIL) // s.GOALS
    goal = (action - s.SPOIL) % s.GOALS
    owner = source // s.SOURCES
    slot = source % s.SOURCES
    card = np.int64(state.head[owner] if slot == s.HEAD_SLOT else state.hand[owner, slot])
    if owner == seat:  # to make room; `careful` never throws its own brain away
        if goal == s.TO_DISCARD and not (w.careful and slot == s.HEAD_SLOT):
            return -hand_value(facts, state, seat, card, w)
        return -weights.UNWANTED
    hurt = w.rival * (head_value(facts, card, w) if slot == s.HEAD_SLOT else facts.iq[card] / 2.0)
    if goal == s.TO_DISCARD:
        return hurt if facts.iq[card] > weights.LOSS_IQ else 0.0
    if goal == s.TO_HAND + seat:
        if state.cards[seat] > limit_of(facts, state, seat) and seat == state.active:
            return 0.0
        keep = hand_value(facts, state, seat, card, w)
        return hurt + keep - displaced_value(facts, state, seat, w)
    if goal == s.TO_HEAD + seat:
        return hurt + head_value(facts, card, w) + weights.IN_HEAD
    return 0.0


@rule
def rate_end(facts: Facts, state: State, seat: Number, action: Number, w: NativeRecord) -> float:
    """B15, B16: install the brain that gains most for its points, discard the least useful card."""
    if action == s.DONE:
        return 0.0
    if action > s.INSTALL:
        card = action - s.INSTALL
        head = np.int64(state.head[seat])
        best = best_rival(facts, state, seat)
        gain = head_value(facts, card, w) - head_value(facts, head, w)
        gain += w.lead * (np.int64(facts.iq[card] > best) - np.int64(facts.iq[head] > best))
        return gain - w.point * facts.cost[card]
    return -1.0 - hand_value(facts, state, seat, action - s.DISCARD, w)


# -- the choice ----------------------------------------------------------------------------------


@rule
def rate(
    facts: Facts, state: State, seat: Number, action: Number, ways: Counts, w: NativeRecord
) -> float:
    """Rating of an action in the current phase."""
    phase = state.phase
    if phase == s.DISCARDING:
        return rate_discard(facts, state, seat, action, w)
    if phase == s.MOVE:
        return rate_move(facts, state, seat, action, ways, w)
    if phase == s.ATTACKING:
        return rate_attack(facts, state, seat, action, w)
    if phase == s.BRAWL:
        return rate_brawl(facts, state, seat, action, w)
    if phase == s.SPOILS:
        return rate_spoils(facts, state, seat, action, w)
    if phase == s.LIMIT or phase == s.END:
        return rate_end(facts, state, seat, action, w)
    return 0.0


@rule
def pick_best(facts: Facts, state: State, rng: Rng, w: NativeRecord) -> Number:
    """The action with the best rating; ties are broken at random."""
    actions = new_actions()
    count = legal(facts, state, actions)
    if count == 1:
        return np.int64(actions[0])
    seat = np.int64(state.turn)
    ways = new_ways()
    if state.phase == s.MOVE:
        find_ways(facts, state, ways)
    chosen, best, equal = np.int64(actions[0]), -1e9, 0
    for i in range(count):
        value = rate(facts, state, seat, np.int64(actions[i]), ways, w)
        if value > best + 1e-9:
            chosen, best, equal = np.int64(actions[i]), value, 1
        elif value > best - 1e-9:
            equal += 1
            if below(rng, equal) == 0:
                chosen = np.int64(actions[i])
    return chosen


@rule
def sort_by_rating(facts: Facts, state: State, out: Actions, w: NativeRecord) -> int:
    """Write the legal actions to `out`, the best rating first; returns their number."""
    count = legal(facts, state, out)
    ratings = new_ratings()
    seat = np.int64(state.turn)
    ways = new_ways()
    if state.phase == s.MOVE:
        find_ways(facts, state, ways)
    for i in range(count):
        action = out[i]
        rating = rate(facts, state, seat, np.int64(action), ways, w)
        at = i
        while at > 0 and ratings[at - 1] < rating:
            ratings[at] = ratings[at - 1]
            out[at] = out[at - 1]
            at -= 1
        ratings[at] = rating
        out[at] = action
    return count
