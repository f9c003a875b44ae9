"""The value of a position of Trains, for a search that does not play to the end."""

from __future__ import annotations

import math

import numpy as np

from spielzug.core.bits import NONE, index_of, lowest
from spielzug.core.jit import entry, rule, scratch
from spielzug.core.portable_math import exp
from spielzug.core.record_types import Counts, Number, Shares
from spielzug.games.trains.facts import SLOTS, Facts
from spielzug.games.trains.facts.boards import WORDS
from spielzug.games.trains.facts.sets import TT, WA
from spielzug.games.trains.play import weights as w
from spielzug.games.trains.play.estimates import (
    average_card,
    count_cards,
    place_points,
    rounds_left,
)
from spielzug.games.trains.rules.network import city_points, frontier, remote_points
from spielzug.games.trains.state import State

new_cards = scratch(SLOTS, np.int64)


@rule
def network(facts: Facts, state: State, seat: Number, left: float) -> float:
    """Prospects of the cubes beyond their points so far."""
    open_points = 0
    best = 0.0
    for word in range(WORDS):
        own = state.cubes[seat, word] & facts.cities[word]
        while own != NONE:
            city = lowest(own)
            own ^= city
            at = index_of(city) + 64 * word
            open_points += facts.city_points[facts.room[at]] - facts.city_points[state.stations[at]]
        spaces = frontier(state, seat, word)
        while spaces != NONE:
            space = lowest(spaces)
            spaces ^= space
            best = max(best, place_points(facts, state, index_of(space) + 64 * word, left))
    stations = w.STANDING_STATIONS * min(1.0, left / w.STANDING_STATIONS_ROUNDS) * open_points
    return stations + w.STANDING_PLACE * min(1.0, left / w.STANDING_PLACE_ROUNDS) * best


@rule
def standing(facts: Facts, state: State, seat: Number, left: float, cards: Counts) -> float:
    """Standing of a seat; `value` scales it down by the luck of the rounds left."""
    total = count_cards(state, seat, cards)
    points = np.int64(state.track[seat]) + city_points(facts, state, seat)
    points += remote_points(facts, state, seat)
    money = np.int64(state.money) if seat == state.turn else np.int64(0)
    deck = w.STANDING_CARD * total + w.STANDING_WASTE * cards[WA]
    for slot in range(SLOTS):
        kind = state.kind[slot]
        points += np.int64(facts.points[kind]) * cards[slot]
        money += np.int64(facts.money[kind]) * state.hand[seat, slot]
        if facts.rail[kind]:
            deck += w.STANDING_RAILS * cards[slot]
        if kind == TT:
            deck += w.STANDING_TOURIST * cards[slot]
    value = w.STANDING_POINT * points + w.STANDING_MONEY * money + deck * left / w.STANDING_ROUNDS
    value += w.STANDING_ENGINE * average_card(facts, state, cards, total) * math.sqrt(left)
    if seat == state.turn:
        value += w.STANDING_TO_MOVE
    return value + network(facts, state, seat, left)


@entry
def value(facts: Facts, state: State, out: Shares) -> int:
    """Write each seat's chance to `out`: from points, and prospects of deck and network."""
    cards = new_cards()
    left = rounds_left(facts, state)
    scale = 1.0 / math.sqrt(left + 1.0)
    most = -1e9
    for seat in range(state.seats):
        out[seat] = scale * standing(facts, state, seat, left, cards)
        most = max(most, out[seat])
    total = 0.0
    for seat in range(state.seats):
        out[seat] = exp(out[seat] - most)
        total += out[seat]
    for seat in range(state.seats):
        out[seat] /= total
    return 1
