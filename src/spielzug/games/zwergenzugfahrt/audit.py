"""Checks of Die Zwergenzugfahrt that run inside the compiled loop at every decision.

They do not repeat how the rules carry a step out, but state what must hold for every position and
for every two consecutive ones.
"""

from __future__ import annotations

import numpy as np

from spielzug.core.bits import NONE, bit, has, size
from spielzug.core.entries import make_audit
from spielzug.core.jit import rule
from spielzug.core.record_types import Counts, Number
from spielzug.games.zwergenzugfahrt import state as s
from spielzug.games.zwergenzugfahrt.facts import (
    CLANS,
    DWARVES,
    GREEN,
    MODE_TIME,
    PRICES,
    RED,
    SIGNS,
    TEN,
    Facts,
)
from spielzug.games.zwergenzugfahrt.state import State

CHECKS = (
    "Z2 every dwarf stands on a field of its own, never in a rival's home",
    "Z3 two clans, one of them to decide until the game is over, turns add up",
    "Z4-Z5 a turn moves one dwarf to a neighbouring empty field, or none",
    "Z6 five signs a clan, on seats or in stock; a turn lays at most one",
    "Z7 a clan takes no more signs away than it may, one in a turn, from a seat beside it",
    "Z8 a kick sends one rival home from the ground, and nothing else does; it has its price",
    "Z9 who owes turns misses them one by one, before anybody decides",
    "Z10 only the second of two passes in succession ends the game",
    "Z11 no dwarf sits on a seat with a sign, no seat has two signs",
    "Z12 when the conductor is due the coin is tossed, and one sign goes",
    "Z13 ten seats win at once",
    "Z14-Z15 after the last turn more seats win, equal is a draw",
)
(
    PLACES, COURSE, MOVING, STOCK, TAKING, KICKING, MISSING, PASSING, SIGNED, TOSSING, WINNING,
    LAST,
) = range(len(CHECKS))  # fmt: skip


@rule
def count_seats(facts: Facts, state: State, clan: Number) -> Number:
    """The seats that count for a clan, from the field of each dwarf and its signs."""
    seats = size(state.signs[clan])
    for dwarf in range(clan * DWARVES, clan * DWARVES + DWARVES):
        if has(facts.chairs, state.field[dwarf]):
            seats += 1
    return seats


# -- one position ----------------------------------------------------------------------------------


@rule
def places_fit(facts: Facts, state: State) -> bool:  # Z2
    seen = NONE
    for clan in range(CLANS):
        own = NONE
        for dwarf in range(clan * DWARVES, clan * DWARVES + DWARVES):
            field = state.field[dwarf]
            if field >= facts.fields or has(seen, field) or not has(facts.enter[clan], field):
                return False
            seen |= bit(field)
            own |= bit(field)
        if own != state.dwarves[clan]:
            return False
    return True


@rule
def course_fits(state: State) -> bool:  # Z3
    if state.seats != CLANS or state.first >= CLANS or state.phase > s.OVER:
        return False
    if state.turns != np.int64(state.turns_each[RED]) + np.int64(state.turns_each[GREEN]):
        return False
    if state.reason > s.ABANDONED or not -1 <= state.winner < CLANS:
        return False
    if state.reason == s.NOT_OVER:
        return 0 <= state.turn < CLANS and state.phase != s.OVER and state.winner == -1
    return state.turn == -1 and state.phase == s.OVER


@rule
def stock_fits(facts: Facts, state: State) -> bool:  # Z6
    for clan in range(CLANS):
        signs = state.signs[clan]
        if signs & facts.chairs != signs or size(signs) + state.stock[clan] != SIGNS:
            return False
    return True


@rule
def signs_fit(state: State) -> bool:  # Z11
    dwarves = state.dwarves[RED] | state.dwarves[GREEN]
    signs = state.signs[RED] | state.signs[GREEN]
    return dwarves & signs == NONE and state.signs[RED] & state.signs[GREEN] == NONE


@rule
def debts_fit(facts: Facts, state: State) -> bool:  # Z9
    for clan in range(CLANS):
        dearest = np.int64(0)
        for kick in range(PRICES):
            if kick < state.kicks[clan]:
                dearest = max(dearest, np.int64(facts.price[kick]))
        if state.owes[clan] > dearest:
            return False
    return state.phase != s.TURN or state.owes[state.turn] == 0


@rule
def passes_fit(state: State) -> bool:  # Z10
    if not -1 <= state.passed < CLANS:
        return False
    return state.reason != s.BLOCKED or state.passed >= 0


@rule
def conductor_fits(facts: Facts, state: State) -> bool | np.bool:  # Z12
    if state.phase != s.CHOOSING:
        return state.coin == -1 and state.next == -1
    if not 0 <= state.coin < CLANS or not 0 <= state.next < CLANS:
        return False
    if state.turns == 0 or state.turns % facts.every != 0 or state.turn != 1 - state.coin:
        return False
    return size(state.signs[state.coin]) > 1


@rule
def win_fits(facts: Facts, state: State) -> bool:  # Z13
    winner = -1
    for clan in range(CLANS):
        if count_seats(facts, state, clan) == TEN:
            winner = clan
    if state.reason == s.TEN_SEATS:
        return winner >= 0 and winner == state.winner
    return winner == -1


@rule
def end_fits(facts: Facts, state: State) -> bool:  # Z14, Z15
    turns = state.turns
    if facts.each:
        turns = min(state.turns_each[RED], state.turns_each[GREEN])
    reached = 0 < facts.limit <= turns
    if reached and state.reason == s.NOT_OVER:
        return False
    if state.reason == s.TURNS and not reached:
        return False
    if state.reason == s.TIME_OVER and facts.mode != MODE_TIME:
        return False
    if state.reason == s.ABANDONED:
        return state.winner == -1
    if state.reason == s.RESIGNED:
        return state.winner >= 0
    if state.reason == s.NOT_OVER or state.reason == s.TEN_SEATS:
        return True
    ahead = count_seats(facts, state, RED) - count_seats(facts, state, GREEN)
    if ahead == 0:
        return state.winner == -1
    return state.winner == (RED if ahead > 0 else GREEN)


@rule
def failed_position_check(facts: Facts, state: State, counts: Counts) -> int:
    """The first check that the position fails, -1 if none."""
    for check in (PLACES, COURSE, STOCK, TAKING, MISSING, PASSING, SIGNED, TOSSING, WINNING, LAST):
        counts[check] += 1
    if not places_fit(facts, state):
        return PLACES
    if not course_fits(state):
        return COURSE
    if not stock_fits(facts, state):
        return STOCK
    if not signs_fit(state):
        return SIGNED
    if max(state.taken[RED], state.taken[GREEN]) > facts.takes:
        return TAKING
    if not debts_fit(facts, state):
        return MISSING
    if not passes_fit(state):
        return PASSING
    if not conductor_fits(facts, state):
        return TOSSING
    if not win_fits(facts, state):
        return WINNING
    if not end_fits(facts, state):
        return LAST
    return -1


# -- one step --------------------------------------------------------------------------------------


@rule
def moved_dwarf(before: State, after: State, clan: Number) -> int:
    """The dwarf of the clan that changed its field: -1 none, -2 several."""
    found = -1
    for dwarf in range(clan * DWARVES, clan * DWARVES + DWARVES):
        if before.field[dwarf] != after.field[dwarf]:
            found = dwarf if found == -1 else -2
    return found


@rule
def step_to_neighbour(facts: Facts, before: State, after: State, dwarf: int) -> bool:
    return dwarf >= 0 and has(facts.near[before.field[dwarf]], after.field[dwarf])


@rule
def is_move_correct(facts: Facts, before: State, action: Number, after: State) -> bool:  # Z4, Z5
    clan = before.turn
    own = moved_dwarf(before, after, clan)
    if action >= s.RESERVE:
        return own == -1
    if not step_to_neighbour(facts, before, after, own):
        return False
    goal = after.field[own]
    if has(before.signs[RED] | before.signs[GREEN] | before.dwarves[clan], goal):
        return False
    return has(before.dwarves[1 - clan], goal) == (action >= s.KICK)


@rule
def is_kick_correct(facts: Facts, before: State, action: Number, after: State) -> bool:  # Z8
    clan, rival = before.turn, 1 - before.turn
    victim = moved_dwarf(before, after, rival)
    kicked = s.KICK <= action < s.RESERVE
    if after.kicks[rival] != before.kicks[rival]:
        return False
    if after.kicks[clan] != np.int64(before.kicks[clan]) + kicked:
        return False
    if not kicked:
        return victim == -1
    if victim < 0 or not has(facts.ground, before.field[victim]):
        return False
    goal = after.field[victim]
    for i in range(DWARVES):
        home = facts.home[rival, i]
        if home == goal:  # all homes to its left are occupied
            return True
        if not has(before.dwarves[rival], home):
            return False
    return False


@rule
def turns_missed(facts: Facts, before: State, action: Number, after: State, clan: Number) -> Number:
    """How many turns the clan missed in this step, including a new penalty."""
    owed = np.int64(before.owes[clan])
    if s.KICK <= action < s.RESERVE and clan == before.turn:
        kicks = np.int64(after.kicks[clan])
        owed += np.int64(facts.price[kicks - 1 if kicks < PRICES else PRICES - 1])
    return owed - np.int64(after.owes[clan])


@rule
def are_missed_turns_correct(
    facts: Facts, before: State, action: Number, after: State
) -> bool | np.bool:  # Z3, Z9
    following = np.int64(before.next) if before.phase == s.CHOOSING else 1 - np.int64(before.turn)
    one = turns_missed(facts, before, action, after, following)
    other = turns_missed(facts, before, action, after, 1 - following)
    if after.phase != s.TURN:  # the game is over, or the conductor's sign is chosen first
        return one == 0 and other == 0
    if after.turn == following:
        return one == other >= 0
    return one == other + 1 and other >= 0


@rule
def is_turn_order_correct(before: State, action: Number, after: State) -> bool:  # Z3
    taken = action < s.CHOOSE
    for clan in range(CLANS):
        more = np.int64(after.turns_each[clan]) - np.int64(before.turns_each[clan])
        if more != (taken and clan == before.turn):
            return False
    return True


@rule
def signs_lost(before: State, after: State, clan: Number) -> np.uint64:
    return before.signs[clan] ^ (before.signs[clan] & after.signs[clan])


@rule
def are_signs_correct(before: State, action: Number, after: State) -> bool:  # Z6
    """At most one new sign, of the mover after a reservation; the conductor may take it at once."""
    clan = before.turn
    for owner in range(CLANS):
        new = size(signs_lost(after, before, owner))
        if new > (s.RESERVE <= action < s.TAKE and owner == clan):
            return False
    return True


@rule
def is_take_correct(facts: Facts, before: State, action: Number, after: State) -> bool:  # Z7
    clan, rival = before.turn, 1 - before.turn
    took = s.TAKE <= action < s.CHOOSE
    if after.taken[rival] != before.taken[rival]:
        return False
    if after.taken[clan] != np.int64(before.taken[clan]) + took:
        return False
    if not took:
        return True
    seat = facts.field[action - s.TAKE]
    if not has(before.signs[rival], seat) or has(after.signs[rival], seat):
        return False
    return facts.near[seat] & before.dwarves[clan] != NONE


@rule
def is_conductor_correct(
    facts: Facts, before: State, action: Number, after: State
) -> bool | np.bool:  # Z12
    tossed = after.rng != before.rng
    due = action < s.CHOOSE and after.turns % facts.every == 0 and after.reason == s.NOT_OVER
    if tossed != due:
        return False
    lost = size(signs_lost(before, after, RED)) + size(signs_lost(before, after, GREEN))
    lost -= s.TAKE <= action < s.CHOOSE
    if before.phase == s.CHOOSING:
        return lost == 1 and size(signs_lost(before, after, before.coin)) == 1
    return lost <= (due and after.phase != s.CHOOSING)


@rule
def is_pass_correct(before: State, action: Number, after: State) -> bool:  # Z10
    if action != s.PASS:
        return after.passed == (-1 if action < s.CHOOSE else before.passed)
    second = before.passed == 1 - before.turn
    return after.turns == before.turns and (after.reason == s.BLOCKED) == second


@rule
def failed_step_check(
    facts: Facts, before: State, action: Number, after: State, counts: Counts
) -> int:
    """The first check that the step fails, -1 if none."""
    if action > s.PASS:  # an action of the table: nothing moves
        return -1
    for check in (COURSE, MOVING, STOCK, TAKING, KICKING, MISSING, PASSING, TOSSING):
        counts[check] += 1
    if not is_turn_order_correct(before, action, after):
        return COURSE
    if not is_move_correct(facts, before, action, after):
        return MOVING
    if not is_kick_correct(facts, before, action, after):
        return KICKING
    if not are_signs_correct(before, action, after):
        return STOCK
    if not is_take_correct(facts, before, action, after):
        return TAKING
    if not are_missed_turns_correct(facts, before, action, after):
        return MISSING
    if not is_pass_correct(before, action, after):
        return PASSING
    if not is_conductor_correct(facts, before, action, after):
        return TOSSING
    return -1


audit = make_audit(failed_position_check, failed_step_check)
