"""A player that looks one choice ahead: trains first, then rails and stations, then points.

It rates every choice and takes the best. Within a turn the order is: cards that draw, cards that
change the hand, money, the board, then the best affordable purchase. For some rounds it builds its
economy; after that it buys points until the piles are empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spielzug.core.bits import NONE, contains, index_of, lowest
from spielzug.core.declaration import Integers
from spielzug.core.jit import entry, rule, scratch
from spielzug.core.record_types import Number, Rng
from spielzug.core.rng import below
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import SLOTS, Facts, sets
from spielzug.games.trains.facts.boards import REMOTE, WORDS
from spielzug.games.trains.play import weights as w
from spielzug.games.trains.rules import legal
from spielzug.games.trains.rules.network import extra_cost, foreign_cubes, owned
from spielzug.games.trains.rules.piles import slot_of
from spielzug.games.trains.state import State

if TYPE_CHECKING:
    from spielzug.core.declaration import Integers

NO = -1.0  # worse than ending the turn

new_actions = scratch(s.MAX_LEGAL, np.int32)


@rule
def worth(facts: Facts, kind: int) -> float:
    """Worth of a card in the deck, in money a turn."""
    if kind == sets.WA:
        return w.GREEDY_WASTE
    if facts.victory[kind]:
        return w.GREEDY_VICTORY
    value = 1.0 * facts.money[kind]
    if facts.train[kind]:
        value += w.GREEDY_TRAIN_ABILITY * facts.active[kind]
    elif facts.draws[kind] > 0:
        value += w.GREEDY_DRAW * facts.draws[kind]
    elif facts.rail[kind] or facts.station[kind]:
        value += w.GREEDY_BUILDER
    else:
        value += w.GREEDY_ACTION
    return value


@rule
def rounds(state: State) -> int:
    return state.turns // state.seats


@rule
def place_worth(facts: Facts, state: State, space: Number) -> float:
    """Points of a cube there, with a part of those from future stations."""
    if facts.terrain[space] == REMOTE:
        return 1.0 * facts.number[space]
    room = facts.room[space]
    if room == 0:
        return 0.0
    now = facts.city_points[state.stations[space]]
    return now + w.GREEDY_POTENTIAL * (facts.city_points[room] - now)


@rule
def prospect(facts: Facts, state: State, seat: Number, space: Number) -> float:
    """`place_worth` plus a part of what can be reached from there."""
    best = 0.0
    for word in range(WORDS):
        near = facts.near[space, word]
        near ^= near & (state.cubes[seat, word] | state.reach[seat, word])
        while near != NONE:
            other = lowest(near)
            near ^= other
            at = index_of(other) + 64 * word
            value = place_worth(facts, state, at)
            value -= w.GREEDY_PROSPECT_RIVAL * foreign_cubes(state, seat, at)
            best = max(best, value)
    return place_worth(facts, state, space) + w.GREEDY_PROSPECT * best


@rule
def rail_worth(facts: Facts, state: State, space: Number, money: int, effects: int) -> float:
    """The value of a rail there, NO if it is not affordable."""
    seat = np.int64(state.turn)
    cost = extra_cost(facts, state, seat, space, effects)
    if cost > money:
        return NO
    value = prospect(facts, state, seat, space) - w.GREEDY_RAIL_MONEY * cost
    return value - w.GREEDY_RAIL_WASTE * (foreign_cubes(state, seat, space) > 0)


@rule
def best_rail(facts: Facts, state: State, money: int, effects: int) -> float:
    best = NO
    seat = np.int64(state.turn)
    for word in range(WORDS):
        spaces = state.reach[seat, word]
        spaces ^= spaces & state.cubes[seat, word]
        while spaces != NONE:
            space = lowest(spaces)
            spaces ^= space
            at = index_of(space) + 64 * word
            best = max(best, rail_worth(facts, state, at, money, effects))
    return best


@rule
def station_worth(facts: Facts, state: State, space: Number) -> float:
    """Points for one's own cube there, less a part of those for other players."""
    seat = np.int64(state.turn)
    if state.stations[space] >= facts.room[space]:
        return NO
    gain = facts.city_points[state.stations[space] + 1] - facts.city_points[state.stations[space]]
    others = foreign_cubes(state, seat, space)
    if contains(state.cubes[seat], space):
        return gain * (1.0 - w.GREEDY_STATION_OTHERS * others)
    soon = w.GREEDY_STATION_IN_REACH * gain * contains(state.reach[seat], space)
    return soon - w.GREEDY_STATION_OTHERS * gain * others


@rule
def best_station(facts: Facts, state: State) -> float:
    best = NO
    for word in range(WORDS):
        cities = facts.cities[word]
        while cities != NONE:
            city = lowest(cities)
            cities ^= city
            best = max(best, station_worth(facts, state, index_of(city) + 64 * word))
    return best


@rule
def useless_cards(facts: Facts, state: State) -> int:
    """Number of cards in hand that do nothing."""
    count = 0
    for slot in range(SLOTS):
        if not facts.playable[state.kind[slot]]:
            count += state.hand[state.turn, slot]
    return count


@rule
def best_train(facts: Facts, state: State, cards: Integers) -> float:
    best = 0.0
    for slot in range(SLOTS):
        kind = state.kind[slot]
        if cards[slot] > 0 and facts.train[kind]:
            best = max(best, 1.0 * facts.money[kind])
    return best


@rule
def use_value(facts: Facts, state: State, kind: int) -> float:
    """Priority of using a card, NO for not now."""
    seat = np.int64(state.turn)
    waste = state.hand[seat, sets.WA]
    if facts.rail[kind]:
        worthy = best_rail(facts, state, state.money + 2 * state.ironworks, state.effects)
        later = worthy > w.GREEDY_RAIL_POINTS_LATER and rounds(state) >= w.GREEDY_GROWING
        return w.GREEDY_RAIL if worthy >= w.GREEDY_RAIL_POINTS or later else NO
    if kind == sets.SE:
        return w.GREEDY_STATION if best_station(facts, state) >= w.GREEDY_STATION_POINTS else NO
    if kind == sets.LF and waste == 0:
        return NO
    if kind == sets.CS and useless_cards(facts, state) == 0:
        return NO
    if kind == sets.MF and best_train(facts, state, state.hand[seat]) < w.GREEDY_GOOD_TRAIN:
        return NO
    if kind == sets.SW and best_train(facts, state, state.play) < w.GREEDY_GOOD_TRAIN:
        return NO
    if kind == sets.HT and not (w.GREEDY_HOLIDAY_FROM <= state.money < w.GREEDY_HOLIDAY_TO):
        return NO
    if kind == sets.BT and state.play[sets.NT] == 0:
        return NO
    return w.ORDER_OF_USE[kind]


@rule
def play_value(facts: Facts, state: State, kind: int) -> float:
    """Priority of playing a card for its money only."""
    money = facts.money[kind] + (2 * state.ironworks if facts.rail[kind] else 0)
    if money == 0:
        return NO
    if not facts.active[kind]:
        return w.GREEDY_PLAIN_MONEY
    return w.GREEDY_MONEY_ALONE


@rule
def in_deck(state: State, kind: int) -> Number:
    return owned(state, np.int64(state.turn), slot_of(state, kind))


@rule
def rail_card_worth(facts: Facts, state: State, kind: int, age: int) -> float:
    """Worth of buying a rail card; a deck needs enough of them to lay all cubes in time."""
    seat = np.int64(state.turn)
    have = 0
    for slot in range(SLOTS):
        if facts.rail[state.kind[slot]]:
            have += owned(state, seat, slot)
    if age < w.GREEDY_BUILDERS_FROM or have >= w.GREEDY_RAIL_CARDS:
        return NO
    if state.stock[seat] < w.GREEDY_FEW_CUBES:
        return NO
    return w.GREEDY_BUY_RAIL + w.GREEDY_BUY_RAIL_PRICE * facts.cost[kind]


@rule
def hand_money(facts: Facts, state: State) -> Number:
    """The money printed on the cards in hand."""
    money = np.int64(0)
    for slot in range(SLOTS):
        money += np.int64(state.hand[state.turn, slot]) * facts.money[state.kind[slot]]
    return money


@rule
def buy_value(facts: Facts, state: State, kind: int) -> float:
    """Worth of a purchase, 0 to 18."""
    age = rounds(state)
    if facts.victory[kind]:
        if age >= w.GREEDY_RUSHING or (age >= w.GREEDY_GROWING and facts.points[kind] > 1):
            return w.GREEDY_BUY_VICTORY + w.GREEDY_BUY_POINT * facts.points[kind]
        return NO
    if facts.train[kind]:
        value = w.GREEDY_BUY_MONEY * facts.money[kind]
        value += w.GREEDY_BUY_TRAIN_ABILITY * facts.active[kind]
        if age < w.GREEDY_RUSHING:
            return value
        return value - w.GREEDY_BUY_TRAIN_LATE if kind == sets.LE else NO
    if facts.rail[kind]:
        return rail_card_worth(facts, state, kind, age)
    if kind == sets.SE:
        enough = in_deck(state, kind) >= w.GREEDY_EXPANSIONS
        return NO if age < w.GREEDY_BUILDERS_FROM or enough else w.GREEDY_BUY_EXPANSION
    if age >= w.GREEDY_RUSHING:
        return NO
    have = state.discard[state.turn, slot_of(state, kind)]
    if facts.draws[kind] > 0:
        drawn = w.GREEDY_BUY_DRAW * facts.draws[kind]
        return drawn + w.GREEDY_BUY_DRAW_MONEY * facts.money[kind]
    if have > 0:
        return NO
    return w.GREEDY_BUY_MONEY * facts.money[kind] + w.GREEDY_BUY_ACTION


@rule
def turn_value(facts: Facts, state: State, action: Number) -> float:
    if action < s.USE:
        return play_value(facts, state, action - s.PLAY)
    if action < s.BUY:
        return use_value(facts, state, action - s.USE)
    if action < s.BUY_TOP:
        return buy_value(facts, state, action - s.BUY)
    if action < s.END:
        kind = action - s.BUY_TOP
        better = w.GREEDY_BUY_TOP if facts.playable[kind] else NO
        return buy_value(facts, state, kind) + better
    if action == s.RECYCLE:
        waste = state.hand[state.turn, sets.WA]
        if waste >= w.GREEDY_RECYCLE_WASTE:
            return w.GREEDY_RECYCLE
        if (
            waste == w.GREEDY_RECYCLE_WASTE - 1
            and hand_money(facts, state) < w.GREEDY_RECYCLE_MONEY
        ):
            return w.GREEDY_RECYCLE
        return NO
    return 0.0


@rule
def choose_value(facts: Facts, state: State, kind: int) -> float:
    """Worth of choosing a kind, in all phases that use the notation `&K`."""
    phase = state.phase
    if phase == s.OFFICE:
        return 1.0 + max(use_value(facts, state, kind), -0.5)
    if phase == s.TRASH:
        return 10.0 - facts.cost[kind]
    if phase == s.MAINTAIN:
        return facts.money[kind] * (state.supply[slot_of(state, kind)] > 0)
    return 1.0 * facts.money[kind]


@rule
def name_value(facts: Facts, state: State, kind: int) -> float:
    """How likely the top card is of the named kind."""
    seat = np.int64(state.turn)
    slot = slot_of(state, kind)
    if state.top_size[seat] > 0:
        return 1.0 * (state.top[seat, state.top_size[seat] - 1] & s.SLOT == slot)
    if state.draw_size[seat] > 0:
        return 1.0 * state.draw[seat, slot]
    return 1.0 * state.discard[seat, slot]


@rule
def answer_value(facts: Facts, state: State, action: Number) -> float:
    """Value of a choice that an ability asks for."""
    phase = state.phase
    if action < s.PLAY:
        return start_value(facts, state, action - s.START)
    if phase == s.RAIL:
        return rail_worth(facts, state, action - s.LAY, state.money, state.effects)
    if phase == s.STATION:
        return station_worth(facts, state, action - s.BUILD)
    if s.RETURN <= action < s.DISCARD:
        return 1.0 * action
    if s.DISCARD <= action < s.TOSS:
        value = -worth(facts, action - s.DISCARD)
        return value + 9.0 if phase == s.MAIL else value
    if action == s.TOSS or action == s.KEEP:
        seat = np.int64(state.turn)
        top = state.top[seat, state.top_size[seat] - 1] & s.SLOT
        good = worth(facts, state.kind[top])
        return good if action == s.KEEP else w.GREEDY_TOSS - good
    if s.NAME <= action < s.TAKE:
        return name_value(facts, state, action - s.NAME)
    if s.TAKE <= action < s.DONE:
        return worth(facts, action - s.TAKE)
    if action == s.DONE:
        return 0.0
    if s.PUT <= action < s.CREW_DRAW:
        return -worth(facts, state.kind[state.row[action - s.PUT]])
    if action == s.CREW_DRAW:
        return 2.0
    if action == s.CREW_MONEY:
        return 1.0
    if action == s.CREW_WASTE:
        return 3.0
    return choose_value(facts, state, action - s.CHOOSE)


@rule
def start_value(facts: Facts, state: State, space: Number) -> float:
    """Value of a first cube: cities with valuable neighbours and no rivals nearby."""
    value = place_worth(facts, state, space)
    for word in range(WORDS):
        near = facts.near[space, word]
        while near != NONE:
            other = lowest(near)
            near ^= other
            at = index_of(other) + 64 * word
            value += w.GREEDY_START_AROUND * place_worth(facts, state, at) + w.GREEDY_START_SPACE
            value -= w.GREEDY_START_RIVAL * foreign_cubes(state, np.int64(state.turn), at)
    return value


@entry
def greedy(facts: Facts, state: State, rng: Rng) -> Number:
    """The action with the best value; ties are broken at random."""
    actions = new_actions()
    count = legal(facts, state, actions)
    if count == 1:
        return np.int64(actions[0])
    chosen, best, equal = np.int64(actions[0]), -1e9, 0
    for i in range(count):
        action = np.int64(actions[i])
        if state.phase == s.TURN:
            value = turn_value(facts, state, action)
        else:
            value = answer_value(facts, state, action)
        if value > best + 1e-9:
            chosen, best, equal = action, value, 1
        elif value > best - 1e-9:
            equal += 1
            if below(rng, equal) == 0:
                chosen = action
    return chosen
