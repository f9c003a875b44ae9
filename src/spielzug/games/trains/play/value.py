"""How a position of Trains stands, for a search that does not play to the end."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from spielzug.core.jit import entry, rule
from spielzug.games.trains.facts import CITY_POINTS, SLOTS
from spielzug.games.trains.facts.bits import NONE, WORDS, lowest, number
from spielzug.games.trains.facts.cards import TT, WA
from spielzug.games.trains.play.reckoning import (
    average_card,
    count_cards,
    place_points,
    rounds_left,
)
from spielzug.games.trains.rules.network import frontier
from spielzug.games.trains.rules.scoring import city_points, remote_points

# Fitted to who won 12 000 games of the quick player: all are chances (as logarithms), those below
# for the whole rest of a game, which is long when ROUNDS are left.
POINT = 0.63
MONEY = 0.19  # at hand this turn, or in the hand for the next
TO_MOVE = 0.37
STATIONS = 0.24  # for each point that stations can still bring to own cubes
PLACE = 0.44  # for each point of the best place in reach
ENGINE = 2.56  # for each money of the average card, by the root of the rounds left
ROUNDS = 20.0
CARD = 0.48  # for each card: the average counts more in a larger deck
TOURIST = 1.13  # and more for a Tourist Train
RAILS = -1.09  # and less for rails, which the average leaves out
WASTE = -0.71

SEARCH = {"cutoff": 24, "random_in_64": 1, "exploration": 0.3, "trust": 0.5}
LADDER = ((24, 16), (24, 12), (32, 8), (64, 5), (128, 2), (400, 0))
"""Iterations for a decision and slips in 64 decisions, from the weakest player to the strongest."""


@rule
def network(facts: Any, state: Any, seat: int, left: float) -> float:
    """What the cubes promise besides their points."""
    open_points = 0
    best = 0.0
    for word in range(WORDS):
        own = state.cubes[seat, word] & facts.cities[word]
        while own != NONE:
            city = lowest(own)
            own ^= city
            at = number(city) + 64 * word
            open_points += CITY_POINTS[facts.room[at]] - CITY_POINTS[state.stations[at]]
        spaces = frontier(state, seat, word)
        while spaces != NONE:
            space = lowest(spaces)
            spaces ^= space
            best = max(best, place_points(facts, state, number(space) + 64 * word, left))
    stations = STATIONS * min(1.0, left / 8.0) * open_points
    return stations + PLACE * min(1.0, left / 4.0) * best


@rule
def standing(facts: Any, state: Any, seat: int, left: float, cards: Any) -> float:
    """How a seat stands, before the luck that is to come."""
    total = count_cards(state, seat, cards)
    points = np.int64(state.track[seat]) + city_points(facts, state, seat)
    points += remote_points(facts, state, seat)
    money = np.int64(state.money) if seat == state.turn else np.int64(0)
    deck = CARD * total + WASTE * cards[WA]
    for slot in range(SLOTS):
        kind = state.kind[slot]
        points += np.int64(facts.points[kind]) * cards[slot]
        money += np.int64(facts.money[kind]) * state.hand[seat, slot]
        if facts.rail[kind]:
            deck += RAILS * cards[slot]
        if kind == TT:
            deck += TOURIST * cards[slot]
    value = POINT * points + MONEY * money + deck * left / ROUNDS
    value += ENGINE * average_card(facts, state, cards, total) * math.sqrt(left)
    if seat == state.turn:
        value += TO_MOVE
    return value + network(facts, state, seat, left)


@entry
def value(facts: Any, state: Any, out: Any) -> int:
    """Each seat's chance: its points and what deck and network promise for the rounds left."""
    cards = np.empty(SLOTS, np.int64)
    left = rounds_left(state)
    scale = 1.0 / math.sqrt(left + 1.0)
    most = -1e9
    for seat in range(state.seats):
        out[seat] = scale * standing(facts, state, seat, left, cards)
        most = max(most, out[seat])
    total = 0.0
    for seat in range(state.seats):
        out[seat] = math.exp(out[seat] - most)
        total += out[seat]
    for seat in range(state.seats):
        out[seat] /= total
    return 1
