"""What cards, rails and stations are worth to the quick player, in points until the end."""

from __future__ import annotations

from typing import Any

import numpy as np

from spielzug.core.jit import rule
from spielzug.games.trains.facts import CITY_POINTS, CUBES, HAND, SLOTS
from spielzug.games.trains.facts.bits import NONE, WORDS, has, lowest, number
from spielzug.games.trains.facts.boards import REMOTE
from spielzug.games.trains.facts.cards import CODES, SE, WA
from spielzug.games.trains.rules.network import extra_cost, foreign_cubes, frontier
from spielzug.games.trains.state import DUMPING, SLOT, TOGETHER

# The weights were found by letting the quick player meet its own variants in many thousand games.
ROUNDS = 27.32  # rounds of a game, at most
CUBE_PACE = 1.631  # rounds for each cube of the smallest stock
TOKEN_PACE = 1.5  # rounds for each station token
PILE_PACE = 0.831  # rounds for each card in the four lowest piles
LEAST_ROUNDS = 1.066
DELAY = 0.653  # rounds before a new card is played for the first time
POINTS_PER_MONEY = 0.457
CROWDING = 1.096  # of an average card: what one more card in the deck costs
WASTE_COST = 0.726  # the same for a Waste
VICTORY = 0.0  # points that a victory card is worth besides its own
BUILDER = 0.0  # money of a rail or station card in the average
RAIL_CARD = 2.205  # money that a rail card is worth
RAIL_FADING = 0.3  # less for each that is owned
STATION_CARD = 2.5
STATION_FADING = 0.7
POTENTIAL = 0.263  # of the points that stations can still bring to a city
POTENTIAL_ROUNDS = 7.643  # that many rounds from the end it begins to fade
PROSPECT = 0.5  # of the best place that comes into reach
PROSPECT_ROUNDS = 3.239
GROUND_COST = 0.2  # points for each money of the ground there
FOREIGN_COST = 0.519  # and for each foreign cube
OTHERS = 0.6  # of the points that a station brings to another
IN_REACH = 0.2  # of the points of a station where a cube may follow


def _by_kind(given: dict[str, float]) -> Any:
    return np.array([given.get(code, 0.0) for code in CODES])


MONEY = _by_kind({
    "NT": 1.0, "EX": 2.0, "LE": 3.0, "BT": 1.8, "ET": 2.3, "FT": 1.8, "MT": 1.9, "TT": 4.06,
    "CO": 0.2, "SB": 0.1, "TU": 0.2, "VI": 0.3, "SU": 0.5, "AM": 2.4, "CS": 0.8, "DS": 1.6,
    "GA": 1.7, "HT": 0.6, "IC": 1.2, "IW": 1.6, "LF": 0.8, "MF": 1.5, "PS": 1.0, "PU": 1.6,
    "SI": 0.1, "SC": 1.1, "SO": 1.0, "SW": 1.5, "TI": 0.3, "WF": 2.0,
})  # fmt: skip
"""What playing a card is worth in money; of a rail card, what its waiver adds."""
DRAWN = _by_kind({
    "CC": 1.2, "CR": 3.0, "IC": 1.0, "PS": 1.0, "SA": 1.75, "SI": 1.1, "TI": 2.0,
})  # fmt: skip
"""Cards that it draws: each is worth the deck's average card."""
FADING = _by_kind({
    "BT": 0.04, "FT": 0.16, "CS": 0.4, "DS": 0.4, "GA": 0.08, "HT": 0.01, "IW": 0.24,
    "LF": 0.4, "MF": 0.4, "PU": 0.32, "SO": 0.3, "SW": 0.16, "WF": 0.32,
})  # fmt: skip
"""By how much the next one of a kind is worth less."""

MOST = 24  # money with which baskets are reckoned
NO = -9.0


# -- how long, and what the deck is worth ------------------------------------------------------


@rule
def rounds_left(state: Any) -> float:
    """A guess at the rounds to come: the nearest of the ends (T15)."""
    left = ROUNDS - state.turns // state.seats
    stock: Any = CUBES
    for seat in range(state.seats):
        stock = min(stock, np.int64(state.stock[seat]))
    left = min(left, CUBE_PACE * stock, TOKEN_PACE * state.tokens)
    return max(min(left, PILE_PACE * lowest_piles(state)), LEAST_ROUNDS)


@rule
def lowest_piles(state: Any) -> Any:
    """Cards in the four lowest piles together."""
    a, b, c, d = np.int64(99), np.int64(99), np.int64(99), np.int64(99)
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
def count_cards(state: Any, seat: Any, cards: Any) -> Any:
    """Fill `cards` with what the seat owns, by slot; returns how many they are."""
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
def average_card(facts: Any, state: Any, cards: Any, total: int) -> float:
    """The money of an average card; cards that draw make the deck thinner."""
    money, drawn = 0.0, 0.0
    for slot in range(SLOTS):
        if cards[slot] > 0:
            kind = state.kind[slot]
            if facts.rail[kind] or kind == SE:
                money += cards[slot] * BUILDER
            else:
                money += cards[slot] * MONEY[kind]
                drawn += cards[slot] * DRAWN[kind]
    return money / max(5.0, total - min(drawn, 0.6 * total))


@rule
def price_all(facts: Any, state: Any, left: float, cards: Any, worth: Any) -> float:
    """Fill `worth` with the points that buying each kind brings; returns those a Waste costs."""
    seat = np.int64(state.turn)
    total = count_cards(state, seat, cards)
    average = average_card(facts, state, cards, total)
    plays = max(0.0, left - DELAY) * HAND / max(8.0, 1.0 * total)
    rate = POINTS_PER_MONEY * plays
    crowding = CROWDING * average
    waste = rate * average * WASTE_COST
    rails = 0
    for slot in range(SLOTS):
        if facts.rail[state.kind[slot]]:
            rails += cards[slot]
    for slot in range(1, SLOTS):
        kind = state.kind[slot]
        if state.supply[slot] == 0 or slot == WA:
            worth[slot] = NO
        elif facts.victory[kind]:
            worth[slot] = facts.points[kind] + VICTORY - rate * crowding
            worth[slot] -= 0.0 if state.effects & DUMPING else waste
        elif facts.rail[kind]:
            if rails * 0.25 * plays >= state.stock[seat]:
                worth[slot] = NO
            else:
                worth[slot] = rate * (RAIL_CARD + MONEY[kind] - crowding - RAIL_FADING * rails)
        elif kind == SE:
            worth[slot] = rate * (STATION_CARD - crowding - STATION_FADING * cards[slot])
        else:
            gain = MONEY[kind] + DRAWN[kind] * average
            worth[slot] = rate * (gain - crowding - FADING[kind] * cards[slot])
    return waste


@rule
def fill_baskets(facts: Any, state: Any, worth: Any, money: Any, baskets: Any) -> None:
    """The points of the best purchases for each sum up to `money`."""
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
def place_points(facts: Any, state: Any, space: int, left: float) -> float:
    """Points of a cube there, stations to come counted in part."""
    if facts.terrain[space] == REMOTE:
        return 1.0 * facts.number[space]
    room = facts.room[space]
    if room == 0:
        return 0.0
    now = CITY_POINTS[state.stations[space]]
    return now + POTENTIAL * min(1.0, left / POTENTIAL_ROUNDS) * (CITY_POINTS[room] - now)


@rule
def rail_points(facts: Any, state: Any, seat: Any, space: int, left: float) -> float:
    """The same with the best place that comes into reach."""
    best = 0.0
    for word in range(WORDS):
        near = facts.near[space, word]
        near ^= near & (state.cubes[seat, word] | state.reach[seat, word])
        while near != NONE:
            other = lowest(near)
            near ^= other
            at = number(other) + 64 * word
            value = place_points(facts, state, at, left) - GROUND_COST * facts.extra[at]
            best = max(best, value - FOREIGN_COST * foreign_cubes(state, seat, at))
    here = place_points(facts, state, space, left)
    return here + PROSPECT * min(1.0, left / PROSPECT_ROUNDS) * best


@rule
def rail_and_basket(
    facts: Any, state: Any, space: int, money: int, effects: int, left: float, waste: float,
    baskets: Any,
) -> float:  # fmt: skip
    """A rail there and the best purchases with the money that is left then."""
    seat = np.int64(state.turn)
    cost = extra_cost(facts, state, seat, space, effects)
    if cost > money:
        return NO
    value = rail_points(facts, state, seat, space, left) + baskets[min(MOST, money - cost)]
    if foreign_cubes(state, seat, space) > 0 and not effects & (TOGETHER | DUMPING):
        value -= waste
    return value


@rule
def best_rail(
    facts: Any, state: Any, money: int, effects: int, left: float, waste: float, baskets: Any
) -> float:
    best = NO
    for word in range(WORDS):
        spaces = frontier(state, state.turn, word)
        while spaces != NONE:
            space = lowest(spaces)
            spaces ^= space
            at = number(space) + 64 * word
            value = rail_and_basket(facts, state, at, money, effects, left, waste, baskets)
            best = max(best, value)
    return best


@rule
def station_points(facts: Any, state: Any, space: int, left: float) -> float:
    """Points for the own cube there, less a part of those for the others."""
    seat = np.int64(state.turn)
    if state.stations[space] >= facts.room[space]:
        return NO
    gain = CITY_POINTS[state.stations[space] + 1] - CITY_POINTS[state.stations[space]]
    others = OTHERS * gain * foreign_cubes(state, seat, space)
    if has(state.cubes[seat], space):
        return gain - others
    soon = IN_REACH * gain * min(1.0, left / PROSPECT_ROUNDS)
    return soon * has(state.reach[seat], space) - others


@rule
def best_station(facts: Any, state: Any, left: float) -> float:
    best = NO
    for word in range(WORDS):
        cities = facts.cities[word]
        while cities != NONE:
            city = lowest(cities)
            cities ^= city
            best = max(best, station_points(facts, state, number(city) + 64 * word, left))
    return best
