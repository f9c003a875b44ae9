"""The quick policy of the search: it counts the points that each action brings by the end.

It estimates the rounds left, values every purchase by how often the card will be played and by its
effect on the deck, and buys the best affordable basket of cards. It compares rails, stations and
returning Waste with that basket.
"""

from __future__ import annotations

import numpy as np

from spielzug.core.jit import entry, rule, scratch
from spielzug.core.record_types import Floats, Number, Rng
from spielzug.core.rng import below
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import SLOTS, Facts, sets
from spielzug.games.trains.play import estimates
from spielzug.games.trains.play import weights as w
from spielzug.games.trains.play.greedy import hand_money, name_value, start_value
from spielzug.games.trains.rules import legal
from spielzug.games.trains.rules.abilities import IRONWORKS, is_usable
from spielzug.games.trains.rules.abilities.blue_green import waiver
from spielzug.games.trains.rules.piles import slot_of
from spielzug.games.trains.state import State

# -- a turn --------------------------------------------------------------------------------------

new_actions = scratch(s.MAX_LEGAL, np.int32)
new_baskets = scratch(estimates.MOST + 1, np.float64)
new_worth = scratch(SLOTS, np.float64)
new_cards = scratch(SLOTS, np.int64)


@rule
def is_useful(facts: Facts, state: State, kind: Number) -> bool:
    """Whether using a usable card would help."""
    hand = state.hand[state.turn]
    if kind == sets.LF:
        return hand[sets.WA] > 0
    if kind == sets.CS:
        for slot in range(SLOTS):
            if hand[slot] > 0 and not facts.playable[state.kind[slot]]:
                return True
        return False
    if kind == sets.MF:
        for slot in range(1, SLOTS):
            if hand[slot] > 0 and facts.train[state.kind[slot]] and state.supply[slot] > 0:
                return True
        return False
    return True


@rule
def needs_played_trains(kind: Number) -> bool:
    """Whether the kind needs Trains in the play area."""
    return kind == sets.BT or kind == sets.AM or kind == sets.SW


@rule
def card_to_use_first(facts: Facts, state: State) -> Number:
    """A card to use before the money is counted, -1 if there is none."""
    hand = state.hand[state.turn]
    first = w.BEFORE_MONEY
    chosen: Number = -1
    for slot in range(sets.FIXED, SLOTS):
        if hand[slot] == 0:
            continue
        kind = np.int64(state.kind[slot])
        if not facts.active[kind] or facts.rail[kind] or needs_played_trains(kind):
            continue
        if kind == sets.HT or kind == sets.MT or w.ORDER_OF_USE[kind] <= first:
            continue
        if is_useful(facts, state, kind) and is_usable(facts, state, slot):
            first, chosen = w.ORDER_OF_USE[kind], kind
    return chosen


@rule
def money_action(facts: Facts, state: State) -> Number:
    """An action that brings money and costs nothing, -1 if there is none."""
    hand = state.hand[state.turn]
    for slot in range(sets.LE + 1):
        if hand[slot] > 0:
            return s.PLAY + slot
    for slot in range(sets.FIXED, SLOTS):
        if hand[slot] > 0 and needs_played_trains(state.kind[slot]):
            return np.int64(state.kind[slot]) + (s.USE if is_usable(facts, state, slot) else s.PLAY)
    return -1


@rule
def should_return_waste(
    facts: Facts, state: State, worth: Floats, waste: float, baskets: Floats
) -> bool:
    """Whether returning the Waste in hand is worth the whole turn (T7)."""
    hand = state.hand[state.turn]
    money = min(estimates.MOST, hand_money(facts, state))
    estimates.fill_baskets(facts, state, worth, money, baskets)
    lost = baskets[money]
    for slot in range(SLOTS):
        kind = state.kind[slot]
        if facts.rail[kind] or kind == sets.SE:
            lost += hand[slot] * w.HAND_BUILDER
        elif slot >= sets.FIXED and hand[slot] > 0:
            lost += w.HAND_ACTION
    return hand[sets.WA] * waste * w.RETURNING > lost


@rule
def card_to_build_with(
    facts: Facts,
    state: State,
    left: float,
    worth: Floats,
    waste: float,
    baskets: Floats,
    money: Number,
) -> Number:
    """A card to use once the money is known, -1 if none beats the best basket."""
    hand = state.hand[state.turn]
    plain = baskets[money]
    best = plain
    chosen: Number = -1
    price = 0.0 if state.effects & s.DUMPING else waste
    for slot in range(SLOTS):
        if hand[slot] == 0:
            continue
        kind = np.int64(state.kind[slot])
        value = estimates.NO
        if facts.rail[kind]:
            if state.stock[state.turn] > 0:
                sum_then = min(estimates.MOST, money + IRONWORKS * state.ironworks)
                estimates.fill_baskets(facts, state, worth, sum_then, baskets)
                effects = state.effects | waiver(kind)
                value = estimates.best_rail(facts, state, sum_then, effects, left, waste, baskets)
                value -= price * facts.waste[kind]
        elif kind == sets.SE:
            if state.tokens > 0:
                value = plain + estimates.best_station(facts, state, left)
                value -= price * facts.waste[kind]
        elif kind == sets.HT:
            sum_then = min(estimates.MOST, money + 3)
            estimates.fill_baskets(facts, state, worth, sum_then, baskets)
            value = float(baskets[sum_then]) - w.HOLIDAY
        elif kind == sets.MT:
            return s.USE + kind
        if value > best:
            best, chosen = value, s.USE + kind
    return chosen


@rule
def purchase(facts: Facts, state: State, worth: Floats, baskets: Floats, money: Number) -> Number:
    """The most expensive card of the best basket, END if nothing is worth buying."""
    while money > 0 and baskets[money] == baskets[money - 1]:
        money -= 1
    most = 0.0
    pick = -1
    for slot in range(1, SLOTS):
        if worth[slot] > most:
            cost = np.int64(facts.cost[state.kind[slot]])
            if cost <= money and worth[slot] + baskets[money - cost] >= baskets[money] - 1e-9:
                most, pick = worth[slot], slot
    if pick < 0:
        return s.END
    kind = np.int64(state.kind[pick])
    return kind + (s.BUY_TOP if state.effects & s.EARLY and facts.playable[kind] else s.BUY)


@rule
def turn_choice(facts: Facts, state: State) -> Number:
    hand = state.hand[state.turn]
    baskets = new_baskets()
    worth = new_worth()
    cards = new_cards()
    if state.acted == 0 and hand[sets.WA] > 0:
        waste = estimates.price_all(facts, state, estimates.rounds_left(facts, state), cards, worth)
        if should_return_waste(facts, state, worth, waste, baskets):
            return s.RECYCLE
    kind = card_to_use_first(facts, state)
    if kind >= 0:
        return s.USE + kind
    action = money_action(facts, state)
    if action >= 0:
        return action
    left = estimates.rounds_left(facts, state)
    waste = estimates.price_all(facts, state, left, cards, worth)
    money = min(estimates.MOST, np.int64(state.money))
    estimates.fill_baskets(facts, state, worth, money, baskets)
    action = card_to_build_with(facts, state, left, worth, waste, baskets, money)
    if action >= 0:
        return action
    for slot in range(SLOTS):  # money of cards whose ability is useless now
        kind = np.int64(state.kind[slot])
        earns = facts.money[kind] + IRONWORKS * state.ironworks * facts.rail[kind]
        if hand[slot] > 0 and earns > 0:
            return s.PLAY + kind
    return purchase(facts, state, worth, baskets, money)


# -- choices that abilities ask for --------------------------------------------------------------


@rule
def hand_card_value(facts: Facts, kind: Number) -> float:
    """Worth of a card in hand, in money."""
    if kind == sets.WA:
        return w.KEEP_WASTE
    if facts.victory[kind]:
        return w.KEEP_VICTORY
    if facts.rail[kind] or kind == sets.SE:
        return w.KEEP_BUILDER
    money = w.MONEY[kind] + facts.more_money[kind]
    return money + w.KEEP_DRAWN * (w.DRAWN[kind] + facts.more_draws[kind])


@rule
def choose_value(facts: Facts, state: State, kind: Number) -> float:
    phase = state.phase
    if phase == s.OFFICE:
        return w.ORDER_OF_USE[kind] if is_useful(facts, state, kind) else 0.0
    if phase == s.TRASH:
        return 10.0 - facts.cost[kind]
    if phase == s.MAINTAIN:
        return hand_card_value(facts, kind) * (state.supply[slot_of(state, kind)] > 0)
    return 1.0 * facts.money[kind]


@rule
def answer_value(
    facts: Facts, state: State, action: Number, left: float, waste: float, baskets: Floats
) -> float:
    phase = state.phase
    if action < s.PLAY:
        return start_value(facts, state, action - s.START)
    if phase == s.RAIL:
        return estimates.rail_and_basket(
            facts, state, action - s.LAY, state.money, state.effects, left, waste, baskets
        )
    if phase == s.STATION:
        return estimates.station_points(facts, state, action - s.BUILD, left)
    if s.RETURN <= action < s.DISCARD:
        return 1.0 * action
    if s.DISCARD <= action < s.TOSS:
        kind = action - s.DISCARD
        if phase == s.MAIL:
            return 1.0 if facts.money[kind] < 1 and kind != sets.HT else -1.0
        return -hand_card_value(facts, kind)
    if action == s.TOSS:
        return w.TOSS_BELOW
    if action == s.KEEP:
        seat = np.int64(state.turn)
        return hand_card_value(
            facts, state.kind[state.top[seat, state.top_size[seat] - 1] & s.SLOT]
        )
    if s.NAME <= action < s.TAKE:
        return name_value(facts, state, action - s.NAME)
    if s.TAKE <= action < s.DONE:
        return hand_card_value(facts, action - s.TAKE)
    if action == s.DONE:
        return 0.0
    if s.PUT <= action < s.CREW_DRAW:
        return -hand_card_value(facts, state.kind[state.row[action - s.PUT]])
    if action == s.CREW_DRAW:
        return 2.0
    if action == s.CREW_MONEY:
        return 1.0
    if action == s.CREW_WASTE:
        return 3.0
    return choose_value(facts, state, action - s.CHOOSE)


@rule
def choose_answer(facts: Facts, state: State, rng: Rng) -> Number:
    """The choice with the best value; ties are broken at random."""
    actions = new_actions()
    baskets = new_baskets()
    left, waste = 0.0, 0.0
    if state.phase == s.RAIL or state.phase == s.STATION:
        left = estimates.rounds_left(facts, state)
        if state.phase == s.RAIL:
            worth = new_worth()
            cards = new_cards()
            waste = estimates.price_all(facts, state, left, cards, worth)
            estimates.fill_baskets(
                facts, state, worth, min(estimates.MOST, np.int64(state.money)), baskets
            )
    count = legal(facts, state, actions)
    chosen, best, equal = np.int64(actions[0]), -1e9, 0
    for i in range(count):
        action = np.int64(actions[i])
        value = answer_value(facts, state, action, left, waste, baskets)
        if value > best + 1e-9:
            chosen, best, equal = action, value, 1
        elif value > best - 1e-9:
            equal += 1
            if below(rng, equal) == 0:
                chosen = action
    return chosen


@entry
def policy(facts: Facts, state: State, rng: Rng) -> Number:
    """The action of the quick policy."""
    if state.phase == s.TURN:
        return np.int64(turn_choice(facts, state))
    return np.int64(choose_answer(facts, state, rng))
