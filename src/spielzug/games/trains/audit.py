"""Checks of Trains that run inside the compiled loop at every decision.

They do not repeat how the rules carry a step out, but state what must hold for every position and
for every two consecutive ones.
"""

from __future__ import annotations

import numpy as np

from spielzug.core.bits import NONE, contains, size
from spielzug.core.entries import make_audit
from spielzug.core.jit import rule
from spielzug.core.record_types import Counts, Number
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import MAX_SEATS, SLOTS, Facts
from spielzug.games.trains.facts.boards import CITY, MOUNTAIN, REMOTE, RIVER, SPACES, WORDS
from spielzug.games.trains.facts.sets import FIXED, KINDS, NT, WA
from spielzug.games.trains.rules.network import points_of
from spielzug.games.trains.state import State

CHECKS = (
    "T1 every card is in exactly one place, and the sizes of hands and piles are right",
    "T2 seats, phases and kinds are those of this table",
    "T3 every cube is in stock or on a space of its own",
    "T4 the turn passes clockwise, after a clean-up only",
    "T5 a played card goes to the play area and gives its money",
    "T6 a purchase takes one card for its price",
    "T7 who passes returns all Waste",
    "T8 after a turn nothing is left in play, and a hand is drawn",
    "T9 a turn begins without money and effects",
    "T10 a rail is laid beside an own cube, not on sea",
    "T11 a rail costs what stands on the board",
    "T12 an effect stays to the end of the turn",
    "T13 no city has more stations than room, and all tokens are there",
    "T14 what everybody knows of hands and piles is true",
    "T15 the game ends at the end of a turn, and only for a reason",
    "T16 nobody has more points than the winners",
    "T17 the turn limit ends the game",
)
(
    CARDS, TABLE, CUBE, COURSE, PLAYING, BUYING, PASSING, CLEANING, MONEY, RAILS, PRICE, EFFECT,
    STATIONS, KNOWN, ENDING, WINNING, LIMIT,
) = range(len(CHECKS))  # fmt: skip
MOST_MONEY = 1_000_000


# -- a position ------------------------------------------------------------------------------------


@rule
def cards_of(state: State, slot: int) -> int:
    """Number of cards of a kind in the whole game."""
    count = np.int64(state.supply[slot]) + state.play[slot] + state.aside[slot] + state.box[slot]
    count += state.shown[slot]
    for seat in range(MAX_SEATS):
        count += np.int64(state.hand[seat, slot]) + state.draw[seat, slot]
        count += state.discard[seat, slot]
        for i in range(state.top_size[seat]):
            count += state.top[seat, i] & s.SLOT == slot
    for i in range(state.row_size):
        count += state.row[i] == slot
    return count


@rule
def sizes_fit(state: State) -> bool:
    for seat in range(MAX_SEATS):
        hand, draw = np.int64(0), np.int64(0)
        for slot in range(SLOTS):
            hand += state.hand[seat, slot]
            draw += state.draw[seat, slot]
        if hand != state.hand_size[seat] or draw != state.draw_size[seat]:
            return False
        if state.top_size[seat] > s.MAX_TOP:
            return False
        for i in range(state.top_size[seat]):
            if state.top[seat, i] & s.SLOT >= SLOTS:
                return False
    return True


@rule
def every_card_once(facts: Facts, state: State) -> bool:  # T1
    for slot in range(SLOTS):
        there = np.int64(facts.count[state.kind[slot]])
        if slot == NT:
            there = np.int64(facts.deck[NT]) * state.seats
        if cards_of(state, slot) != there:
            return False
    return sizes_fit(state)


@rule
def table_fits(state: State) -> bool:  # T2
    if not 2 <= state.seats <= MAX_SEATS or state.first >= state.seats or state.phase > s.OVER:
        return False
    for slot in range(SLOTS):
        if slot < FIXED and state.kind[slot] != slot:
            return False
        if slot >= FIXED and not state.kind[slot - 1] < state.kind[slot] < KINDS:
            return False
    row = state.phase == s.REVEAL or state.phase == s.ORDER
    if row != (state.row_size > 0) or state.row_left > state.row_size:
        return False
    if state.reason != s.NOT_OVER:
        return state.turn == -1 and state.phase == s.OVER
    return 0 <= state.turn < state.seats and state.phase != s.OVER


@rule
def cubes_fit(facts: Facts, state: State) -> bool:  # T3
    for seat in range(MAX_SEATS):
        on_board = np.int64(0)
        low, high = NONE, NONE
        for space in range(SPACES):
            if contains(state.cubes[seat], space):
                on_board += 1
                low |= facts.near[space, 0]
                high |= facts.near[space, 1]
        if on_board + state.stock[seat] != (facts.cubes if seat < state.seats else 0):
            return False
        if low != state.reach[seat, 0] or high != state.reach[seat, 1]:
            return False
    return True


@rule
def stations_fit(facts: Facts, state: State) -> bool:  # T13
    count = np.int64(state.tokens)
    for space in range(SPACES):
        if state.stations[space] > facts.room[space]:
            return False
        count += state.stations[space]
    return count == facts.tokens


@rule
def knowledge_fits(state: State) -> bool:  # T14
    for seat in range(MAX_SEATS):
        loose, split = np.int64(0), np.int64(0)
        for slot in range(SLOTS):
            known, group = np.int64(state.known[seat, slot]), np.int64(state.loose[seat, slot])
            loose += group
            for i in range(state.top_size[seat]):
                card = state.top[seat, i]
                if card & s.KNOWN_BY_MASK == s.SPLIT and card & s.SLOT == slot:
                    split += 1
                    group -= 1
            if group < 0 or known + group > state.hand[seat, slot]:
                return False
        if (loose > 0) != (split > 0):
            return False
    return True


@rule
def money_fits(state: State) -> bool:  # T9
    if state.money > MOST_MONEY:  # also catches wrap-around below 0
        return False
    fresh = state.phase == s.STARTING or (state.phase == s.TURN and state.acted == 0)
    if not fresh:
        return True
    return state.money == 0 and state.effects == 0 and state.ironworks == 0


@rule
def reason_found(facts: Facts, state: State) -> int:  # T15
    empty = 0
    for slot in range(1, SLOTS):
        empty += slot != WA and state.supply[slot] == 0
    if empty >= facts.empty_piles:
        return s.FOUR_PILES
    for seat in range(state.seats):
        if size(state.cubes[seat, 0]) + size(state.cubes[seat, 1]) == facts.cubes:
            return s.NO_CUBES
    return s.NO_STATIONS if state.tokens == 0 else s.NOT_OVER


@rule
def ending_fits(facts: Facts, state: State) -> bool:  # T15
    found = reason_found(facts, state)
    if state.reason == s.NOT_OVER:
        return found == s.NOT_OVER or state.acted == 1
    if state.reason == s.TURN_LIMIT:
        return found == s.NOT_OVER and state.turns == facts.turn_limit
    return state.reason > s.TURN_LIMIT or state.reason == found


@rule
def winners_fit(facts: Facts, state: State) -> bool:  # T16
    if state.reason == s.NOT_OVER or state.reason > s.TURN_LIMIT:
        return True
    if state.winners == 0:
        return False
    for a in range(state.seats):
        for b in range(state.seats):
            if state.winners >> a & 1:
                mine, theirs = points_of(facts, state, a), points_of(facts, state, b)
                if theirs > mine:
                    return False
                if theirs == mine and state.stock[b] < state.stock[a]:
                    return False
    return True


@rule
def failed_position_check(facts: Facts, state: State, counts: Counts) -> int:
    """The first check that the position fails, -1 if none."""
    for check in (CARDS, TABLE, CUBE, MONEY, STATIONS, KNOWN, ENDING, WINNING, LIMIT):
        counts[check] += 1
    if not table_fits(state):
        return TABLE
    if not every_card_once(facts, state):
        return CARDS
    if not cubes_fit(facts, state):
        return CUBE
    if not money_fits(state):
        return MONEY
    if not stations_fit(facts, state):
        return STATIONS
    if not knowledge_fits(state):
        return KNOWN
    if not ending_fits(facts, state):
        return ENDING
    if not winners_fit(facts, state):
        return WINNING
    if facts.turn_limit > 0 and state.turns >= facts.turn_limit and state.reason == s.NOT_OVER:
        return LIMIT
    return -1


# -- one step --------------------------------------------------------------------------------------


@rule
def passes_on(before: State, action: Number, after: State) -> bool:  # T4
    if after.reason != s.NOT_OVER:
        return after.reason > s.TURN_LIMIT or after.turns == before.turns + 1
    passed = action == s.END or action == s.RECYCLE
    moved = passed or before.phase == s.STARTING
    if after.turn != (before.turn + moved) % before.seats:
        return False
    return after.turns == before.turns + passed


@rule
def is_play_correct(facts: Facts, before: State, action: Number, after: State) -> bool:  # T5
    kind = action - s.USE if action >= s.USE else action - s.PLAY
    seat = np.int64(before.turn)
    for slot in range(SLOTS):
        if before.kind[slot] == kind:
            if before.hand[seat, slot] == 0 or after.acted == 0:
                return False
            gone = np.int64(after.box[slot]) - before.box[slot]
            if np.int64(after.play[slot]) + gone != np.int64(before.play[slot]) + 1:
                return False
    money = np.int64(before.money) + facts.money[kind]
    if facts.rail[kind]:
        money += 2 * np.int64(before.ironworks)
    return after.money == money if action < s.USE else after.money >= money


@rule
def is_purchase_correct(facts: Facts, before: State, action: Number, after: State) -> bool:  # T6
    kind = action - s.BUY_TOP if action >= s.BUY_TOP else action - s.BUY
    if kind == WA or np.int64(after.money) != np.int64(before.money) - facts.cost[kind]:
        return False
    for slot in range(SLOTS):
        bought = before.kind[slot] == kind
        if slot != WA and np.int64(after.supply[slot]) != np.int64(before.supply[slot]) - bought:
            return False
    return True


@rule
def is_return_correct(before: State, after: State) -> bool:  # T7
    waste = np.int64(before.supply[WA]) + before.hand[before.turn, WA]
    return before.acted == 0 and after.supply[WA] == waste


@rule
def is_cleanup_correct(facts: Facts, before: State, after: State) -> bool:  # T8
    seat = np.int64(before.turn)
    left = np.int64(after.draw_size[seat]) + after.top_size[seat]
    for slot in range(SLOTS):
        if after.play[slot] > 0 or after.aside[slot] > 0:
            return False
        left += after.discard[seat, slot]
    hand = after.hand_size[seat]
    return hand == facts.hand or (hand < facts.hand and left == 0)


@rule
def price_of(facts: Facts, state: State, space: Number) -> Number:  # T11
    """The price of a rail, computed independently of the rules, from the wording of T11."""
    if state.effects & s.UNDERGROUND:
        return 0
    price: Number = np.int64(0)
    terrain = facts.terrain[space]
    if terrain == RIVER and not state.effects & s.BRIDGED:
        price = np.int64(facts.price[RIVER])
    elif terrain == MOUNTAIN and not state.effects & s.TUNNELED:
        price = np.int64(facts.price[MOUNTAIN])
    elif terrain == CITY and not state.effects & s.ELEVATED:
        price = np.int64(facts.price[CITY]) + np.int64(state.stations[space])
    elif terrain == REMOTE:
        price = np.int64(facts.number[space])
    for seat in range(state.seats):
        if (
            seat != state.turn
            and contains(state.cubes[seat], space)
            and not state.effects & s.TOGETHER
        ):
            price += 1
    return price


@rule
def is_rail_correct(facts: Facts, before: State, action: Number, after: State) -> bool:  # T10
    for seat in range(before.seats):
        new: Number = 0
        for word in range(WORDS):
            new += size(after.cubes[seat, word]) - size(before.cubes[seat, word])
        if new != (seat == before.turn):
            return False
    space = action - s.LAY
    if contains(before.cubes[before.turn], space) or not contains(after.cubes[before.turn], space):
        return False
    near = NONE
    for word in range(WORDS):
        near |= facts.near[space, word] & before.cubes[before.turn, word]
    return near != NONE


@rule
def effects_stay(before: State, after: State) -> bool:  # T12
    if before.turns != after.turns or before.phase == s.STARTING:
        return True
    return before.effects & after.effects == before.effects and after.ironworks >= before.ironworks


@rule
def failed_step_check(
    facts: Facts, before: State, action: Number, after: State, counts: Counts
) -> int:
    """The first check that the step fails, -1 if none."""
    if action >= s.RESIGN:
        return -1
    counts[COURSE] += 1
    counts[EFFECT] += 1
    if not passes_on(before, action, after):
        return COURSE
    if not effects_stay(before, after):
        return EFFECT
    if s.PLAY <= action < s.BUY:
        counts[PLAYING] += 1
        return -1 if is_play_correct(facts, before, action, after) else PLAYING
    if s.BUY <= action < s.END:
        counts[BUYING] += 1
        return -1 if is_purchase_correct(facts, before, action, after) else BUYING
    if action == s.END or action == s.RECYCLE:
        counts[CLEANING] += 1
        if not is_cleanup_correct(facts, before, after):
            return CLEANING
    if action == s.RECYCLE:
        counts[PASSING] += 1
        return -1 if is_return_correct(before, after) else PASSING
    if s.LAY <= action < s.BUILD:
        counts[RAILS] += 1
        counts[PRICE] += 1
        if not is_rail_correct(facts, before, action, after):
            return RAILS
        price = price_of(facts, before, action - s.LAY)
        return -1 if np.int64(before.money) - price == after.money else PRICE
    if s.BUILD <= action < s.RETURN:
        return -1 if np.int64(before.tokens) - 1 == after.tokens else STATIONS
    return -1


audit = make_audit(failed_position_check, failed_step_check)
