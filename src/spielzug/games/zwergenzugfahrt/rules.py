"""The compiled rules of Die Zwergenzugfahrt. Rule numbers (Z1 …) are those of its docs page.

The functions that Python calls are at the end.
"""

from __future__ import annotations

import numpy as np

from spielzug.core.bits import ALL, NONE, bit, has, lowest, number, size
from spielzug.core.entries import draw_first, end_by_table, make_entries, share_win
from spielzug.core.event_buffer import emit
from spielzug.core.events import EVERYONE
from spielzug.core.jit import entry, rule
from spielzug.core.record_types import Actions, Events, Noted, Number, Shares
from spielzug.core.rng import below
from spielzug.games.zwergenzugfahrt import state as s
from spielzug.games.zwergenzugfahrt.facts import (
    CLANS,
    DWARVES,
    GREEN,
    MODE_TIME,
    RED,
    SIGNS,
    Facts,
    kick_price,
)
from spielzug.games.zwergenzugfahrt.facts.sets import HOMES
from spielzug.games.zwergenzugfahrt.state import State

# -- the five actions of a turn ------------------------------------------------------------------


@rule
def count_held_seats(facts: Facts, state: State, clan: Number) -> Number:
    """Number of seats that count for a clan: those with its dwarf or its sign (Z13)."""
    return size((state.dwarves[clan] & facts.chairs) | state.signs[clan])


@rule
def move_dwarf(state: State, clan: Number, start: Number, goal: Number) -> None:
    """Move a dwarf from one field to another."""
    state.dwarves[clan] ^= bit(start) | bit(goal)
    first = clan * DWARVES
    for dwarf in range(first, first + DWARVES):
        if state.field[dwarf] == start:
            state.field[dwarf] = goal


@rule
def move(facts: Facts, state: State, start: int, goal: int, events: Noted) -> None:  # Z4, Z5
    move_dwarf(state, state.turn, start, goal)
    kind = s.SAT if has(facts.chairs, goal) else s.MOVED
    emit(events, kind, state.turn, start, goal, EVERYONE)


@rule
def reserve(state: State, seat: Number, events: Noted) -> None:  # Z6
    state.signs[state.turn] |= bit(seat)
    state.stock[state.turn] -= 1
    emit(events, s.RESERVED, state.turn, seat, 0, EVERYONE)


@rule
def give_back(state: State, clan: Number, seat: Number) -> None:
    """Return a sign from its seat to its owner's stock."""
    state.signs[clan] ^= bit(seat)
    state.stock[clan] += 1


@rule
def take(state: State, seat: Number, events: Noted) -> None:  # Z7
    give_back(state, 1 - state.turn, seat)
    state.taken[state.turn] += 1
    emit(events, s.TOOK, state.turn, seat, 0, EVERYONE)


price = rule(kick_price)


@rule
def free_home(facts: Facts, state: State, clan: Number) -> Number:
    """The leftmost unoccupied home of the clan (Z8)."""
    for i in range(HOMES):
        home = facts.home[clan, i]
        if not has(state.dwarves[clan], home):
            return home
    return facts.home[clan, 0]  # unreachable: the kicked dwarf is not at home


@rule
def kick(facts: Facts, state: State, start: int, goal: int, events: Noted) -> None:  # Z8
    clan = state.turn
    rival = 1 - clan
    home = free_home(facts, state, rival)
    move_dwarf(state, rival, goal, home)
    move_dwarf(state, clan, start, goal)
    emit(events, s.KICKED, clan, start, goal, EVERYONE)
    emit(events, s.SENT_HOME, rival, goal, home, EVERYONE)
    state.kicks[clan] += 1
    state.owes[clan] += price(facts, np.int64(state.kicks[clan]))
    emit(events, s.PENALTY, clan, state.owes[clan], state.kicks[clan], EVERYONE)


# -- the course of the game ----------------------------------------------------------------------


@rule
def finish(state: State, winner: Number, reason: int) -> None:
    state.winner = winner
    state.reason = reason
    state.turn = -1
    state.phase = s.OVER
    state.coin = -1  # Z14: a pending choice lapses
    state.next = -1


@rule
def finish_by_seats(facts: Facts, state: State, reason: int, events: Noted) -> None:
    """Z14: the clan with more seats wins; an equal number is a draw."""
    red, green = count_held_seats(facts, state, RED), count_held_seats(facts, state, GREEN)
    emit(events, s.ENDED, -1, red, green, EVERYONE)
    winner = -1
    if red != green:
        winner = RED if red > green else GREEN
        emit(events, s.WON, winner, max(red, green), 0, EVERYONE)
    finish(state, winner, reason)


@rule
def is_last_turn_over(facts: Facts, state: State) -> bool:  # Z14, Z15
    if facts.limit == 0:
        return False
    if facts.each:
        return bool(min(state.turns_each[RED], state.turns_each[GREEN]) >= facts.limit)
    return bool(state.turns >= facts.limit)


@rule
def give_turn_to(state: State, clan: Number, events: Noted) -> None:
    """Give the turn to the clan, unless it owes turns (Z9)."""
    while state.owes[clan] > 0:
        state.owes[clan] -= 1
        emit(events, s.MISSED, clan, state.owes[clan], 0, EVERYONE)
        clan = 1 - clan
    state.turn = clan
    state.phase = s.TURN


@rule
def toss(facts: Facts, state: State, following: int, events: Noted) -> None:  # Z12
    red = np.int64(facts.coin[RED])
    loser = RED if below(state, red + np.int64(facts.coin[GREEN])) < red else GREEN
    emit(events, s.TOSSED, -1, loser, 0, EVERYONE)
    signs = state.signs[loser]
    if signs == NONE:
        emit(events, s.NO_SIGN, loser, 0, 0, EVERYONE)
        give_turn_to(state, following, events)
    elif signs == lowest(signs):
        seat = number(signs)
        give_back(state, loser, seat)
        emit(events, s.LOST_SIGN, loser, seat, -1, EVERYONE)
        give_turn_to(state, following, events)
    else:
        state.coin = loser
        state.next = following
        state.turn = 1 - loser
        state.phase = s.CHOOSING


@rule
def choose(state: State, seat: Number, events: Noted) -> None:  # Z12
    loser, chooser, following = state.coin, state.turn, state.next
    give_back(state, loser, seat)
    emit(events, s.LOST_SIGN, loser, seat, chooser, EVERYONE)
    state.coin = -1
    state.next = -1
    give_turn_to(state, following, events)


@rule
def end_turn(facts: Facts, state: State, events: Noted) -> None:
    clan = state.turn
    state.turns += 1
    state.turns_each[clan] += 1
    state.passed = -1
    if state.stock[clan] == 0 and state.dwarves[clan] & facts.chairs == state.dwarves[clan]:
        emit(events, s.WON, clan, DWARVES + SIGNS, 0, EVERYONE)  # Z13
        finish(state, clan, s.TEN_SEATS)
    elif is_last_turn_over(facts, state):
        finish_by_seats(facts, state, s.TURNS, events)
    elif state.turns % facts.every == 0:
        toss(facts, state, 1 - clan, events)
    else:
        give_turn_to(state, 1 - clan, events)


@rule
def pass_turn(facts: Facts, state: State, events: Noted) -> None:  # Z10
    clan = state.turn
    emit(events, s.PASSED, clan, 0, 0, EVERYONE)
    if state.passed == 1 - clan:
        finish_by_seats(facts, state, s.BLOCKED, events)
    else:
        state.passed = clan
        give_turn_to(state, 1 - clan, events)


@rule
def apply_table_action(facts: Facts, state: State, action: Number, events: Noted) -> None:
    if action == s.TIME:
        finish_by_seats(facts, state, s.TIME_OVER, events)  # Z14
    else:
        winner = end_by_table(state, action, s.ENDINGS, events)
        finish(state, winner, state.reason)


@rule
def carry_out(facts: Facts, state: State, action: Number, events: Noted) -> None:
    if action < s.RESERVE:
        kicks = action >= s.KICK
        at = action - s.KICK if kicks else action - s.MOVE
        start = facts.field[at // s.DIRECTIONS]
        goal = facts.to[start, at % s.DIRECTIONS]
        if kicks:
            kick(facts, state, start, goal, events)
        else:
            move(facts, state, start, goal, events)
        end_turn(facts, state, events)
    elif action < s.TAKE:
        reserve(state, facts.field[action - s.RESERVE], events)
        end_turn(facts, state, events)
    elif action < s.CHOOSE:
        take(state, facts.field[action - s.TAKE], events)
        end_turn(facts, state, events)
    elif action < s.PASS:
        choose(state, facts.field[action - s.CHOOSE], events)
    elif action == s.PASS:
        pass_turn(facts, state, events)
    else:
        apply_table_action(facts, state, action, events)


# -- what Python calls ---------------------------------------------------------------------------


@rule
def set_up(facts: Facts, state: State, events: Events) -> None:
    """Set up the game: every dwarf at home, all signs in stock (Z3)."""
    state.winner = -1
    state.coin = -1
    state.next = -1
    state.passed = -1
    for clan in range(CLANS):
        state.stock[clan] = SIGNS
        for i in range(DWARVES):
            home = facts.home[clan, i]
            state.field[clan * DWARVES + i] = home
            state.dwarves[clan] |= bit(home)
    first = draw_first(facts.first, state)
    state.first = first
    state.turn = first
    state.phase = s.TURN
    emit(events, s.BEGINS, first, 0, 0, EVERYONE)


@rule
def is_timed(facts: Facts) -> bool:  # Z14
    return bool(facts.mode == MODE_TIME)


start, actor, over, step, step_quiet, outside = make_entries(set_up, carry_out, s.ENDINGS, is_timed)


@rule
def steps(
    facts: Facts, dwarves: np.uint64, goals: np.uint64, first: int, out: Actions, n: int
) -> tuple[int, np.uint64]:
    """Append every step of a dwarf to one of the goals to the n actions in `out`.

    Returns the new number of actions, and the set of all fields beside the dwarves (Z1).
    """
    beside = NONE
    while dwarves != NONE:
        dwarf = lowest(dwarves)
        dwarves ^= dwarf
        field = number(dwarf)
        beside |= facts.near[field]
        base = first + np.int64(facts.code[field]) * s.DIRECTIONS
        for direction in range(s.DIRECTIONS):
            # Write always, count conditionally: a branch would be mispredicted half the time.
            out[n] = base + direction
            n += facts.toward[field, direction] & goals != NONE
    return n, beside


@rule
def each_field(facts: Facts, fields: np.uint64, first: int, out: Actions, n: int) -> int:
    """Append an action for every field of the set to the n actions in `out`."""
    while fields != NONE:
        field = lowest(fields)
        fields ^= field
        out[n] = first + np.int64(facts.code[number(field)])
        n += 1
    return n


@entry
def legal(facts: Facts, state: State, out: Actions) -> int:
    """Write the legal actions to `out` in ascending order; returns their number."""
    if state.phase == s.CHOOSING:  # Z12
        return each_field(facts, state.signs[state.coin], s.CHOOSE, out, 0)
    if state.phase == s.OVER:
        return 0
    clan = np.int64(state.turn)
    rival = 1 - clan
    own, other = state.dwarves[clan], state.dwarves[rival]
    free = ALL ^ (own | other | state.signs[RED] | state.signs[GREEN])  # Z4, Z11
    n, beside = steps(facts, own, free & facts.enter[clan], s.MOVE, out, 0)
    prey = beside & other & facts.ground  # Z8
    if prey != NONE:
        n, _ = steps(facts, own, prey, s.KICK, out, n)
    if state.stock[clan] > 0:  # Z6
        n = each_field(facts, beside & free & facts.chairs, s.RESERVE, out, n)
    if state.taken[clan] < facts.takes:  # Z7
        n = each_field(facts, beside & state.signs[rival], s.TAKE, out, n)
    if n == 0:  # Z10
        out[0] = s.PASS
        n = 1
    return n


@entry
def result(facts: Facts, state: State, out: Shares) -> Number:
    """Write each clan's share of the win to `out`; returns the reason (0: not over)."""
    share_win(state, 1 << state.winner if state.winner >= 0 else 0, out)
    return np.int64(state.reason)
