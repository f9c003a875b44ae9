"""Points at the end (T16)."""

from __future__ import annotations

from typing import Any

import numpy as np

from spielzug.core.events import EVERYONE, emit
from spielzug.core.jit import rule
from spielzug.core.kinds import Facts, Noted, Number, State
from spielzug.games.trains.facts import SLOTS
from spielzug.games.trains.facts.bits import NONE, WORDS, lowest, number
from spielzug.games.trains.state import SCORED, SHARED, SLOT, UNKNOWN, WON

PARTS = ("track", "cities", "remote", "cards")


@rule
def city_points(facts: Facts, state: State, seat: Number) -> int:
    points = 0
    for word in range(WORDS):
        cities = state.cubes[seat, word] & facts.cities[word]
        while cities != NONE:
            city = lowest(cities)
            cities ^= city
            points += facts.city_points[state.stations[number(city) + 64 * word]]
    return points


@rule
def remote_points(facts: Facts, state: State, seat: Number) -> int:
    points = 0
    for word in range(WORDS):
        places = state.cubes[seat, word] & facts.remotes[word]
        while places != NONE:
            place = lowest(places)
            places ^= place
            points += facts.number[number(place) + 64 * word]
    return points


@rule
def owned(state: State, seat: Number, slot: int) -> Any:
    """Cards of a kind that the seat owns: public, so a hidden position gives the same number."""
    count = np.int64(state.hand[seat, slot]) + state.draw[seat, slot] + state.discard[seat, slot]
    for i in range(state.top_size[seat]):
        count += state.top[seat, i] & SLOT == slot
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
def points_of(facts: Facts, state: State, seat: Number) -> Any:
    points = np.int64(state.track[seat]) + city_points(facts, state, seat)
    return points + remote_points(facts, state, seat) + card_points(facts, state, seat)


@rule
def score(facts: Facts, state: State, events: Noted) -> None:
    """Find who has won: most points, then most cubes on the board, then they share."""
    best, winners = np.int64(-1), 0
    for seat in range(state.seats):
        emit(events, SCORED, seat, state.track[seat], 0, EVERYONE)
        emit(events, SCORED, seat, city_points(facts, state, seat), 1, EVERYONE)
        emit(events, SCORED, seat, remote_points(facts, state, seat), 2, EVERYONE)
        emit(events, SCORED, seat, card_points(facts, state, seat), 3, EVERYONE)
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
            event = WON if alone else SHARED
            emit(events, event, seat, points_of(facts, state, seat), 0, EVERYONE)


assert UNKNOWN >= SLOTS  # an unknown card on a pile is nobody's kind
