"""Checks of Game of Trains that run inside the compiled loop at every decision.

They do not repeat how the rules carry a step out, but state what must hold for every position and
for every two consecutive ones.
"""

from __future__ import annotations

import numpy as np

from spielzug.core.entries import make_audit
from spielzug.core.jit import rule
from spielzug.core.record_types import Counts, Number
from spielzug.games.game_of_trains import state as s
from spielzug.games.game_of_trains.facts import (
    CARS,
    LENGTH,
    MAX_SEATS,
    MIDDLE,
    PROTECT,
    REMOVE_LEFT,
    Facts,
)
from spielzug.games.game_of_trains.rules import is_ascending
from spielzug.games.game_of_trains.state import State

CHECKS = (
    "G1 every car is in exactly one place",
    "G2 seats and turns are those of this table, in clockwise order",
    "G5 at most one open card of each ability",
    "G6 a drawn car replaces exactly one car",
    "G7 a used card leaves the open row",
    "G9 the draw pile is re-made as soon as it is empty",
    "G10-G13 an ability changes only the own row and keeps its cars",
    "G14-G16 a removal changes only its place, and no protected car",
    "G17 a row has a gap only after a win during a refill",
    "G18 only padlocks protect, only at 1, 4 and 7",
    "G19 a protection stays exactly as long as its car",
    "G21 an ascending row and a won game go together",
    "G22 the turn limit ends the game",
)
(
    ONE_PLACE, SEATS, PAIRS, REPLACED, USED_CARD, PILE, OWN_ROW, REMOVAL, GAP, PADLOCK, LOST,
    WIN, LIMIT,
) = range(len(CHECKS))  # fmt: skip


@rule
def add_card(low: np.uint64, high: np.uint64, card: Number) -> tuple[np.uint64, np.uint64]:
    """Add a card to a set (two 64-bit words); a duplicate or an invalid card sets bit 0."""
    if card == 0:
        return low, high
    if card > CARS:
        return low | np.uint64(1), high
    if card < 64:
        bit = np.uint64(1) << np.uint64(card)
        return (low | np.uint64(1), high) if low & bit else (low | bit, high)
    bit = np.uint64(1) << np.uint64(card - 64)
    return (low | np.uint64(1), high) if high & bit else (low, high | bit)


@rule
def every_car_once(facts: Facts, state: State) -> bool:  # G1
    low, high = facts.missing[0], facts.missing[1]  # cars that the card set leaves out
    low, high = add_card(low, high, state.card)
    for i in range(8):
        low, high = add_card(low, high, state.open[i])
    for seat in range(MAX_SEATS):
        for i in range(LENGTH):
            low, high = add_card(low, high, state.row[seat, i])
            low, high = add_card(low, high, state.lock[seat, i])
        for i in range(4):
            low, high = add_card(low, high, state.hand[seat, i])
        for i in range(3):
            low, high = add_card(low, high, state.rejects[seat, i])
    if state.draw_pile + state.discard_pile > CARS:
        return False
    for i in range(CARS):
        if i < state.draw_pile or i >= CARS - state.discard_pile:
            if state.pile[i] == 0:  # the pile is shorter than its count
                return False
            low, high = add_card(low, high, state.pile[i])
    # Cars 1 to 63 and 64 to 84; bit 0 would mean a car in two places.
    return low == ~np.uint64(0) - np.uint64(1) and high == np.uint64((1 << 21) - 1)


@rule
def seats_fit(state: State) -> bool:  # G2
    if not 2 <= state.seats <= MAX_SEATS or state.first >= state.seats:
        return False
    if state.phase > s.OVER or state.ability > PROTECT or not -1 <= state.winner < state.seats:
        return False
    if state.reason != s.NOT_OVER:
        return state.turn == -1 and state.phase == s.OVER
    in_hand = state.phase == s.SETUP_PLACE or state.phase == s.PLACING or state.phase == s.TARGET
    return 0 <= state.turn < state.seats and state.phase != s.OVER and in_hand == (state.card != 0)


@rule
def is_turn_order_kept(before: State, after: State) -> bool:  # G2
    if after.reason != s.NOT_OVER:
        return True
    passed_on = after.phase == s.TURN or (before.phase == s.SETUP_PLACE)
    return after.turn == (before.turn + passed_on) % before.seats


@rule
def open_row_fits(facts: Facts, state: State) -> bool:  # G5
    for ability in range(8):
        card = state.open[ability]
        if card > CARS or (card != 0 and facts.ability[card] != ability):
            return False
    return True


@rule
def padlocks_fit(facts: Facts, state: State) -> bool:  # G18
    for seat in range(state.seats):
        for place in range(LENGTH):
            card = state.lock[seat, place]
            if card != 0 and (place % MIDDLE != 0 or facts.ability[card] != PROTECT):
                return False
    return True


@rule
def gaps_fit(state: State) -> bool:  # G17
    gaps = 0
    for seat in range(state.seats):
        for place in range(LENGTH):
            gaps += state.row[seat, place] == 0
    return gaps == 0 or (gaps < state.seats and state.winner >= 0)


@rule
def wins_fit(state: State) -> bool:  # G21
    sorted_seat = -1
    for seat in range(state.seats):
        if state.row[seat, 0] != 0 and is_ascending(state, seat):  # 0 is a gap (G17)
            sorted_seat = seat
    by_row = state.reason == s.OWN_TURN or state.reason == s.OTHER_TURN
    return sorted_seat == state.winner if by_row else sorted_seat == -1


@rule
def count_changed_places(before: State, after: State, seat: Number) -> int:
    count = 0
    for place in range(LENGTH):
        count += before.row[seat, place] != after.row[seat, place]
    return count


@rule
def others_unchanged(before: State, after: State) -> bool:
    for seat in range(before.seats):
        if seat != before.turn and count_changed_places(before, after, seat) != 0:
            return False
    return True


@rule
def replaced_one(before: State, action: Number, after: State) -> bool:  # G6
    seat = before.turn
    one = count_changed_places(before, after, seat) == 1
    return (
        one and after.row[seat, action - s.PLACE] == before.card and others_unchanged(before, after)
    )


@rule
def same_cars(before: State, after: State) -> bool:  # G10-G13
    seat = before.turn
    total = np.int64(0)  # sum of squares, so that 7 + 8 and 6 + 9 differ
    for place in range(LENGTH):
        total += np.int64(before.row[seat, place]) ** 2
        total -= np.int64(after.row[seat, place]) ** 2
    return (
        total == 0
        and count_changed_places(before, after, seat) <= 3
        and others_unchanged(before, after)
    )


@rule
def is_removal_correct(before: State, place: Number, after: State) -> bool:  # G14-G16
    for seat in range(before.seats):
        for i in range(LENGTH):
            same = before.row[seat, i] == after.row[seat, i]
            allowed = i == place and before.lock[seat, i] == 0
            if not same and not allowed:
                return False
    return True


@rule
def protections_fit(before: State, action: Number, after: State) -> bool:  # G19
    for seat in range(before.seats):
        for place in range(0, LENGTH, MIDDLE):
            lock = before.lock[seat, place]
            same_car = before.row[seat, place] == after.row[seat, place]
            if lock != 0 and after.lock[seat, place] != (lock if same_car else 0):
                return False
            if lock == 0 and after.lock[seat, place] != 0:
                if action != s.PROTECT_AT + place // MIDDLE or seat != before.turn:
                    return False
    return True


@rule
def failed_position_check(facts: Facts, state: State, counts: Counts) -> int:
    """The first check that the position fails, -1 if none."""
    for check in (ONE_PLACE, SEATS, PAIRS, PILE, GAP, PADLOCK, WIN, LIMIT):
        counts[check] += 1
    if not every_car_once(facts, state):
        return ONE_PLACE
    if not seats_fit(state):
        return SEATS
    if not open_row_fits(facts, state):
        return PAIRS
    if state.draw_pile == 0:
        return PILE
    if not padlocks_fit(facts, state):
        return PADLOCK
    if not gaps_fit(state):
        return GAP
    if not wins_fit(state):
        return WIN
    if facts.turn_limit > 0 and state.turns >= facts.turn_limit and state.reason == s.NOT_OVER:
        return LIMIT
    return -1


@rule
def failed_step_check(
    facts: Facts, before: State, action: Number, after: State, counts: Counts
) -> int:
    """The first check that the step fails, -1 if none."""
    counts[SEATS] += 1
    counts[LOST] += 1
    if not is_turn_order_kept(before, after):
        return SEATS
    if not protections_fit(before, action, after):
        return LOST
    if s.PLACE <= action < s.KEEP:
        counts[REPLACED] += 1
        if not replaced_one(before, action, after):
            return REPLACED
    elif s.SWAP_ADJACENT_AT <= action < s.RESIGN:
        counts[OWN_ROW] += 1
        if not same_cars(before, after):
            return OWN_ROW
    elif s.USE <= action < s.PLACE:
        ability = action - s.USE
        counts[USED_CARD] += 1
        if after.open[ability] == before.open[ability]:
            return USED_CARD
        if REMOVE_LEFT <= ability < PROTECT:
            counts[REMOVAL] += 1
            if not is_removal_correct(before, (ability - REMOVE_LEFT) * MIDDLE, after):
                return REMOVAL
    return -1


audit = make_audit(failed_position_check, failed_step_check)
