"""What cards, rails and stations are worth to the quick policy, in points by the end."""

from __future__ import annotations

import numpy as np

from spielzug.core.bits import NONE, contains, index_of, lowest
from spielzug.core.jit import rule
from spielzug.core.record_types import Counts, Floats, Number
from spielzug.games.trains.facts import SLOTS, Facts
from spielzug.games.trains.facts.boards import REMOTE, WORDS
from spielzug.games.trains.facts.sets import BASKET, SE, WA
from spielzug.games.trains.play import weights as w
from spielzug.games.trains.rules.network import extra_cost, foreign_cubes, frontier
from spielzug.games.trains.state import DUMPING, SLOT, TOGETHER, State

MOST: Number = BASKET  # of the same type as the sums that it limits
NO = -9.0


# -- rounds left and worth of the deck ---------------------------------------------------------


@rule
def rounds_left(facts: Facts, state: State) -> float:
    """Estimated rounds until the nearest possible end of the game (T15)."""
    left = w.ROUNDS - state.turns // state.seats
    stock = np.int64(facts.cubes)
    for seat in range(state.seats):
        stock = min(stock, np.int64(state.stock[seat]))
    left = min(left, w.CUBE_PACE * stock, w.TOKEN_PACE * state.tokens)
    return max(min(left, w.PILE_PACE * lowest_piles(facts, state)), w.LEAST_ROUNDS)


@rule
def lowest_piles(facts: Facts, state: State) -> Number:
    """Cards in the lowest piles, as many piles as end the game when empty (T15)."""
    if facts.empty_piles == 4:
        return four_lowest(state)
    cards = np.int64(0)
    for slot in range(1, SLOTS):
        lower = 0
        for other in range(1, SLOTS):
            less = state.supply[other] < state.supply[slot]
            same = state.supply[other] == state.supply[slot] and other < slot
            lower += (less or same) and other != WA
        if slot != WA and lower < facts.empty_piles:
            cards += state.supply[slot]
    return cards


@rule
def four_lowest(state: State) -> Number:
    a, b, c, d = np.int64(255), np.int64(255), np.int64(255), np.int64(255)
    for slot in range(1, SLOTS):
        n = np.int64(state.supply[slot])
        if n >= d or slot == WA:
            continue
        d = n
        if d < c:
            c, d = d, c
        if c < b:
            b, c = c, b
        if b < a:
            a, b = b, a
    return a + b + c + d


@rule
def count_cards(state: State, seat: Number, cards: Counts) -> Number:
    """Fill `cards` with the seat's cards by slot; returns their number."""
    total = 0
    to_move = seat == state.turn
    for slot in range(SLOTS):
        n = np.int64(state.hand[seat, slot]) + state.draw[seat, slot] + state.discard[seat, slot]
        if to_move:
            n += np.int64(state.play[slot]) + state.aside[slot]
        cards[slot] = n
        total += n
    for i in range(state.top_size[seat]):
        cards[state.top[seat, i] & SLOT] += 1
    total += state.top_size[seat]
    if to_move:
        for i in range(state.row_size):
            cards[state.row[i]] += 1
        total += state.row_size
    return total


@rule
def average_card(facts: Facts, state: State, cards: Counts, total: Number) -> float:
    """Money of an average card; rails and stations count 0, cards that draw thin the deck."""
    money, drawn = 0.0, 0.0
    for slot in range(SLOTS):
        if cards[slot] > 0:
            kind = state.kind[slot]
            if not (facts.rail[kind] or kind == SE):
                money += cards[slot] * (w.MONEY[kind] + facts.more_money[kind])
                drawn += cards[slot] * (w.DRAWN[kind] + facts.more_draws[kind])
    return money / max(w.THIN_DECK, total - min(drawn, w.MOST_DRAWN * total))


@rule
def price_all(facts: Facts, state: State, left: float, cards: Counts, worth: Floats) -> float:
    """Fill `worth` with the points each purchase brings; returns the points a Waste costs."""
    seat = np.int64(state.turn)
    total = count_cards(state, seat, cards)
    average = average_card(facts, state, cards, total)
    plays = max(0.0, left - w.DELAY) * facts.hand / max(w.SMALL_DECK, 1.0 * total)
    rate = w.POINTS_PER_MONEY * plays
    crowding = w.CROWDING * average
    waste = rate * average * w.WASTE_COST
    rails = 0
    for slot in range(SLOTS):
        if facts.rail[state.kind[slot]]:
            rails += cards[slot]
    for slot in range(1, SLOTS):
        kind = state.kind[slot]
        if state.supply[slot] == 0 or slot == WA:
            worth[slot] = NO
        elif facts.victory[kind]:
            worth[slot] = facts.points[kind] - rate * crowding
            worth[slot] -= 0.0 if state.effects & DUMPING else waste * facts.waste[kind]
        elif facts.rail[kind]:
            if rails * w.RAILS_LAID * plays >= state.stock[seat]:
                worth[slot] = NO
            else:
                gain = w.RAIL_CARD + w.MONEY[kind] + facts.more_money[kind]
                worth[slot] = rate * (gain - crowding - w.RAIL_FADING * rails)
        elif kind == SE:
            worth[slot] = rate * (w.STATION_CARD - crowding - w.STATION_FADING * cards[slot])
        else:
            gain = w.MONEY[kind] + facts.more_money[kind]
            gain += (w.DRAWN[kind] + facts.more_draws[kind]) * average
            worth[slot] = rate * (gain - crowding - w.FADING[kind] * cards[slot])
            worth[slot] += facts.points[kind]
    return waste


@rule
def fill_baskets(facts: Facts, state: State, worth: Floats, money: Number, baskets: Floats) -> None:
    """Fill `baskets` with the points of the best purchases for each sum up to `money`."""
    for m in range(money + 1):
        baskets[m] = 0.0
    for slot in range(1, SLOTS):
        value = worth[slot]
        if value > 0.0:
            cost = np.int64(facts.cost[state.kind[slot]])
            for m in range(cost, money + 1):
                baskets[m] = max(baskets[m], baskets[m - cost] + value)


# -- the board -----------------------------------------------------------------------------------


@rule
def place_points(facts: Facts, state: State, space: Number, left: float) -> float:
    """Points of a cube there, with a part of those from future stations."""
    if facts.terrain[space] == REMOTE:
        return 1.0 * facts.number[space]
    room = facts.room[space]
    if room == 0:
        return 0.0
    now = facts.city_points[state.stations[space]]
    return now + w.POTENTIAL * min(1.0, left / w.POTENTIAL_ROUNDS) * (facts.city_points[room] - now)


@rule
def rail_points(facts: Facts, state: State, seat: Number, space: Number, left: float) -> float:
    """`place_points` plus a part of the best place that comes into reach."""
    best = 0.0
    for word in range(WORDS):
        near = facts.near[space, word]
        near ^= near & (state.cubes[seat, word] | state.reach[seat, word])
        while near != NONE:
            other = lowest(near)
            near ^= other
            at = index_of(other) + 64 * word
            value = place_points(facts, state, at, left) - w.GROUND_COST * facts.extra[at]
            best = max(best, value - w.FOREIGN_COST * foreign_cubes(state, seat, at))
    here = place_points(facts, state, space, left)
    return here + w.PROSPECT * min(1.0, left / w.PROSPECT_ROUNDS) * best


@rule
def rail_and_basket(
    facts: Facts,
    state: State,
    space: Number,
    money: Number,
    effects: int,
    left: float,
    waste: float,
    baskets: Floats,
) -> float:
    """Points of a rail there and the best purchases with the remaining money."""
    seat = np.int64(state.turn)
    cost = extra_cost(facts, state, seat, space, effects)
    if cost > money:
        return NO
    value = rail_points(facts, state, seat, space, left) + float(baskets[min(MOST, money - cost)])
    if foreign_cubes(state, seat, space) > 0 and not effects & (TOGETHER | DUMPING):
        value -= waste
    return value


@rule
def best_rail(
    facts: Facts,
    state: State,
    money: Number,
    effects: int,
    left: float,
    waste: float,
    baskets: Floats,
) -> float:
    best = NO
    for word in range(WORDS):
        spaces = frontier(state, state.turn, word)
        while spaces != NONE:
            space = lowest(spaces)
            spaces ^= space
            at = index_of(space) + 64 * word
            value = rail_and_basket(facts, state, at, money, effects, left, waste, baskets)
            best = max(best, value)
    return best


@rule
def station_points(facts: Facts, state: State, space: Number, left: float) -> float:
    """Points for one's own cube there, less a part of those for other players."""
    seat = np.int64(state.turn)
    if state.stations[space] >= facts.room[space]:
        return NO
    gain = facts.city_points[state.stations[space] + 1] - facts.city_points[state.stations[space]]
    others = w.OTHERS * gain * foreign_cubes(state, seat, space)
    if contains(state.cubes[seat], space):
        return gain - others
    soon = w.IN_REACH * gain * min(1.0, left / w.PROSPECT_ROUNDS)
    return soon * contains(state.reach[seat], space) - others


@rule
def best_station(facts: Facts, state: State, left: float) -> float:
    best = NO
    for word in range(WORDS):
        cities = facts.cities[word]
        while cities != NONE:
            city = lowest(cities)
            cities ^= city
            best = max(best, station_points(facts, state, index_of(city) + 64 * word, left))
    return best
