"""Rails and stations on the board (T10 to T13), and the points at the end (T16)."""

from __future__ import annotations

from typing import Any

import numpy as np

from spielzug.core.bits import NONE, contains, include, index_of, lowest
from spielzug.core.event_buffer import emit
from spielzug.core.events import EVERYONE
from spielzug.core.jit import rule
from spielzug.core.record_types import Actions, Noted, Number
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import SLOTS, Facts
from spielzug.games.trains.facts.boards import CITY, MOUNTAIN, PLAIN, RIVER, WORDS
from spielzug.games.trains.facts.sets import KINDS
from spielzug.games.trains.rules.piles import gain_waste
from spielzug.games.trains.state import State


@rule
def frontier(state: State, seat: Number, word: int) -> np.uint64:
    """One word of the set of spaces where the seat may lay a rail if it can pay (T10)."""
    own = state.cubes[seat, word]
    return state.reach[seat, word] ^ (state.reach[seat, word] & own)


@rule
def foreign_cubes(state: State, seat: Number, space: Number) -> int:
    count = 0
    for other in range(state.seats):
        if other != seat:
            count += contains(state.cubes[other], space)
    return count


@rule
def is_waived(terrain: int, effects: int) -> bool:
    """Whether an effect in force waives the price of this terrain (T12)."""
    if terrain == RIVER:
        return effects & s.BRIDGED != 0
    if terrain == MOUNTAIN:
        return effects & s.TUNNELED != 0
    if terrain == CITY:
        return effects & s.ELEVATED != 0
    return False


@rule
def extra_cost(facts: Facts, state: State, seat: Number, space: Number, effects: int) -> int:  # T11
    if effects & s.UNDERGROUND:
        return 0
    cost: Any = 0
    if not is_waived(facts.terrain[space], effects):
        cost = np.int64(facts.extra[space]) + np.int64(state.stations[space])
    if not effects & s.TOGETHER:
        cost += foreign_cubes(state, seat, space)
    return cost


@rule
def can_lay(facts: Facts, state: State, money: int, effects: int) -> bool:
    """Whether the seat has a cube left and some space is in reach and affordable."""
    seat = state.turn
    if state.stock[seat] == 0:
        return False
    foreign = NONE
    for word in range(WORDS):
        spaces = frontier(state, seat, word)
        if spaces == NONE:
            continue
        if money >= facts.most_extra:
            return True
        foreign = NONE
        for other in range(state.seats):
            if other != seat:
                foreign |= state.cubes[other, word]
        free = spaces & facts.ground[PLAIN, word]
        if free ^ (free & foreign) != NONE:
            return True
        while spaces != NONE:
            space = lowest(spaces)
            spaces ^= space
            if extra_cost(facts, state, seat, index_of(space) + 64 * word, effects) <= money:
                return True
    return False


@rule
def each_rail(facts: Facts, state: State, first: int, out: Actions) -> int:
    """Write an action for every space where a rail can be laid now, ascending."""
    n = 0
    for word in range(WORDS):
        spaces = frontier(state, state.turn, word)
        while spaces != NONE:
            space = lowest(spaces)
            spaces ^= space
            at = index_of(space) + 64 * word
            out[n] = first + at
            n += extra_cost(facts, state, state.turn, at, state.effects) <= state.money
    return n


@rule
def put_cube(facts: Facts, state: State, seat: Number, space: Number) -> None:
    include(state.cubes[seat], space)
    for word in range(WORDS):
        state.reach[seat, word] |= facts.near[space, word]
    state.stock[seat] -= 1


@rule
def lay(facts: Facts, state: State, space: Number, events: Noted) -> None:  # T10, T11
    seat = state.turn
    cost = extra_cost(facts, state, seat, space, state.effects)
    state.money -= cost
    put_cube(facts, state, seat, space)
    emit(events, s.LAID, seat, space, cost, EVERYONE)
    if foreign_cubes(state, seat, space) > 0 and not state.effects & s.TOGETHER:
        gain_waste(state, KINDS, events)


@rule
def has_room(facts: Facts, state: State, space: Number) -> bool:  # T13
    return state.stations[space] < facts.room[space]


@rule
def can_build(facts: Facts, state: State) -> bool:
    if state.tokens == 0:
        return False
    for word in range(WORDS):
        cities = facts.cities[word]
        while cities != NONE:
            city = lowest(cities)
            cities ^= city
            if has_room(facts, state, index_of(city) + 64 * word):
                return True
    return False


@rule
def each_city(facts: Facts, state: State, first: int, out: Actions) -> int:
    """Write an action for every city with room, ascending."""
    n = 0
    for word in range(WORDS):
        cities = facts.cities[word]
        while cities != NONE:
            city = lowest(cities)
            cities ^= city
            at = index_of(city) + 64 * word
            out[n] = first + at
            n += has_room(facts, state, at)
    return n


@rule
def build(state: State, space: Number, events: Noted) -> None:  # T13
    state.stations[space] += 1
    state.tokens -= 1
    emit(events, s.BUILT, state.turn, space, state.stations[space], EVERYONE)


@rule
def city_points(facts: Facts, state: State, seat: Number) -> int:
    points = 0
    for word in range(WORDS):
        cities = state.cubes[seat, word] & facts.cities[word]
        while cities != NONE:
            city = lowest(cities)
            cities ^= city
            points += facts.city_points[state.stations[index_of(city) + 64 * word]]
    return points


@rule
def remote_points(facts: Facts, state: State, seat: Number) -> int:
    points = 0
    for word in range(WORDS):
        places = state.cubes[seat, word] & facts.remotes[word]
        while places != NONE:
            place = lowest(places)
            places ^= place
            points += facts.number[index_of(place) + 64 * word]
    return points


@rule
def owned(state: State, seat: Number, slot: int) -> Number:
    """Cards of a kind that the seat owns; public, so a hidden position gives the same number."""
    count = np.int64(state.hand[seat, slot]) + state.draw[seat, slot] + state.discard[seat, slot]
    for i in range(state.top_size[seat]):
        count += state.top[seat, i] & s.SLOT == slot
    if seat == state.turn:
        count += np.int64(state.play[slot]) + state.aside[slot]
        for i in range(state.row_size):
            count += state.row[i] == slot
    return count


@rule
def card_points(facts: Facts, state: State, seat: Number) -> int:
    points = 0
    for slot in range(SLOTS):
        worth = facts.points[state.kind[slot]]
        if worth > 0:
            points += worth * owned(state, seat, slot)
    return points


@rule
def points_of(facts: Facts, state: State, seat: Number) -> Number:
    points = np.int64(state.track[seat]) + city_points(facts, state, seat)
    return points + remote_points(facts, state, seat) + card_points(facts, state, seat)


@rule
def score(facts: Facts, state: State, events: Noted) -> None:
    """Find the winners: most points, then most cubes on the board; further ties are shared."""
    best, winners = np.int64(-1), 0
    for seat in range(state.seats):
        emit(events, s.SCORED, seat, state.track[seat], 0, EVERYONE)
        emit(events, s.SCORED, seat, city_points(facts, state, seat), 1, EVERYONE)
        emit(events, s.SCORED, seat, remote_points(facts, state, seat), 2, EVERYONE)
        emit(events, s.SCORED, seat, card_points(facts, state, seat), 3, EVERYONE)
        laid = np.int64(facts.cubes) - state.stock[seat]
        value = points_of(facts, state, seat) * (np.int64(facts.cubes) + 1) + laid
        if value > best:
            best, winners = value, 0
        if value == best:
            winners |= 1 << seat
    state.winners = winners
    alone = winners & (winners - 1) == 0
    for seat in range(state.seats):
        if winners >> seat & 1:
            event = s.WON if alone else s.SHARED
            emit(events, event, seat, points_of(facts, state, seat), 0, EVERYONE)


assert s.UNKNOWN >= SLOTS  # an unknown card must not look like a kind
