"""The compiled rules of Game of Trains. Rule numbers (G1 …) are those of the game's docs page.

Places count from 0 here, and from 1 in everything that people read.
"""

from __future__ import annotations

import numpy as np

from spielzug.core.entries import draw_first, end_by_table, make_entries, share_win
from spielzug.core.event_buffer import emit
from spielzug.core.events import EVERYONE
from spielzug.core.jit import entry, rule
from spielzug.core.record_types import Actions, Events, Noted, Number, Shares
from spielzug.core.rng import below
from spielzug.games.game_of_trains import state as s
from spielzug.games.game_of_trains.facts import (
    CARS,
    LENGTH,
    MIDDLE,
    MOVE_LEFT,
    MOVE_RIGHT,
    PROTECT,
    REMOVE_LEFT,
    RIGHT,
    SWAP_ADJACENT,
    SWAP_OVER_ONE,
    Facts,
)
from spielzug.games.game_of_trains.state import State

# -- piles ---------------------------------------------------------------------------------------


@rule
def discard(state: State, card: Number) -> None:
    state.discard_pile += 1
    state.pile[CARS - state.discard_pile] = card


@rule
def reshuffle(state: State, events: Noted) -> None:  # G9
    size = state.discard_pile
    low = CARS - size
    for i in range(size):  # upwards: the two ends of `pile` may overlap
        state.pile[i] = state.pile[low + i]
    for i in range(size, CARS):
        state.pile[i] = 0
    for seat in range(state.seats):
        for i in range(3):
            if state.rejects[seat, i] != 0:
                state.pile[size] = state.rejects[seat, i]
                state.rejects[seat, i] = 0
                size += 1
    state.draw_pile = size
    state.discard_pile = 0
    if size > 0:
        emit(events, s.RESHUFFLED, -1, size, 0, EVERYONE)


@rule
def draw(state: State, events: Noted) -> int:
    """Take a random card from the draw pile, which is stored without an order."""
    if state.draw_pile == 0:
        reshuffle(state, events)
    chosen = below(state, state.draw_pile)
    card = state.pile[chosen]
    state.draw_pile -= 1
    state.pile[chosen] = state.pile[state.draw_pile]
    state.pile[state.draw_pile] = 0
    return card


@rule
def after_draw(state: State, events: Noted) -> None:
    """G9: shuffle the discard pile as soon as the last card has been taken."""
    if state.draw_pile == 0:
        reshuffle(state, events)


@rule
def open_card(facts: Facts, state: State, card: Number, events: Noted) -> None:
    """Lay a car face up; G5: a second card of its ability takes the first away with it."""
    ability = facts.ability[card]
    other = state.open[ability]
    if other == 0:
        state.open[ability] = card
    else:
        state.open[ability] = 0
        discard(state, other)
        discard(state, card)
        emit(events, s.CANCELLED, -1, other, card, EVERYONE)


# -- rows ----------------------------------------------------------------------------------------


@rule
def lose_protection(state: State, seat: Number, place: Number, events: Noted) -> None:  # G19
    card = state.lock[seat, place]
    if card != 0:
        state.lock[seat, place] = 0
        discard(state, card)
        emit(events, s.LOST_PROTECTION, seat, state.row[seat, place], card, EVERYONE)


@rule
def replace(
    facts: Facts, state: State, seat: Number, place: Number, card: Number, events: Noted
) -> None:
    """G4, G6: put the new car into the place and lay the old one open."""
    old = state.row[seat, place]
    lose_protection(state, seat, place, events)
    state.row[seat, place] = card
    emit(events, s.PLACED, seat, card, old, EVERYONE)
    open_card(facts, state, old, events)


@rule
def swap(state: State, seat: Number, left: int, right: int, events: Noted) -> None:  # G10, G11
    lose_protection(state, seat, left, events)
    lose_protection(state, seat, right, events)
    row = state.row[seat]
    row[left], row[right] = row[right], row[left]
    emit(events, s.SWAPPED, seat, row[right], row[left], EVERYONE)


@rule
def move(state: State, seat: Number, place: Number, goal: int, events: Noted) -> None:  # G12, G13
    direction = 1 if goal > place else -1
    for i in range(3):
        lose_protection(state, seat, place + direction * i, events)
    row = state.row[seat]
    car = row[place]
    row[place] = row[place + direction]
    row[place + direction] = row[goal]
    row[goal] = car
    emit(events, s.MOVED, seat, car, goal - place, EVERYONE)


@rule
def is_ascending(state: State, seat: Number) -> bool:  # G21
    row = state.row[seat]
    for i in range(LENGTH - 1):
        if row[i] >= row[i + 1]:
            return False
    return True


@rule
def win_if_ascending(state: State, seat: Number, events: Noted) -> None:  # G21
    if is_ascending(state, seat):
        state.winner = seat
        state.reason = s.OWN_TURN if seat == state.turn else s.OTHER_TURN
        emit(events, s.WON, seat, state.reason, 0, EVERYONE)


@rule
def remove_everywhere(facts: Facts, state: State, place: Number, events: Noted) -> None:  # G14-G17
    for i in range(state.seats):
        seat = (state.turn + i) % state.seats
        car = state.row[seat, place]
        if state.lock[seat, place] != 0:  # G18
            emit(events, s.SPARED, seat, car, place, EVERYONE)
        else:
            state.row[seat, place] = 0
            emit(events, s.REMOVED, seat, car, place, EVERYONE)
            open_card(facts, state, car, events)
    for i in range(state.seats):
        seat = (state.turn + i) % state.seats
        if state.row[seat, place] == 0:
            card = draw(state, events)
            state.row[seat, place] = card
            emit(events, s.REFILLED, seat, card, place, EVERYONE)
            after_draw(state, events)
            win_if_ascending(state, seat, events)
            if state.reason != s.NOT_OVER:  # G17: nobody draws after a win
                return


# -- the course of the game ----------------------------------------------------------------------


@rule
def deal(state: State, events: Noted) -> None:  # G1
    for seat in range(state.seats):
        row = state.row[seat]
        for i in range(LENGTH):
            card = draw(state, events)
            place = i
            while place > 0 and row[place - 1] < card:
                row[place] = row[place - 1]
                place -= 1
            row[place] = card
    for seat in range(state.seats):
        for place in range(LENGTH):
            emit(events, s.DEALT, seat, state.row[seat, place], place, EVERYONE)


@rule
def set_up(facts: Facts, state: State, events: Events) -> None:  # G1-G3
    state.winner = -1
    state.draw_pile = facts.cars
    for i in range(facts.cars):
        state.pile[i] = facts.car[i]
    first = draw_first(facts.first, state)  # G2
    state.first = first
    state.turn = first
    emit(events, s.BEGINS, first, 0, 0, EVERYONE)
    deal(state, events)
    for i in range(state.seats):  # G3: all draw before anyone chooses
        seat = (first + i) % state.seats
        for k in range(facts.draws[i]):
            card = draw(state, events)
            state.hand[seat, k] = card
            emit(events, s.DREW_SETUP, seat, card, k, 1 << seat)
    state.phase = s.KEEPING


@rule
def keep(state: State, index: int, events: Noted) -> None:  # G4, first half
    seat = state.turn
    state.card = state.hand[seat, index]
    emit(events, s.KEPT, seat, state.card, index, 1 << seat)
    rejected = 0
    for i in range(4):
        if i != index and state.hand[seat, i] != 0:
            state.rejects[seat, rejected] = state.hand[seat, i]
            rejected += 1
        state.hand[seat, i] = 0
    state.phase = s.SETUP_PLACE


@rule
def end_setup_choice(state: State) -> None:
    state.turn = (state.turn + 1) % state.seats
    state.phase = s.TURN if state.turn == state.first else s.KEEPING


@rule
def end_turn(facts: Facts, state: State, events: Noted) -> None:
    state.turns += 1
    if state.reason == s.NOT_OVER and facts.turn_limit > 0 and state.turns >= facts.turn_limit:
        state.reason = s.TURN_LIMIT  # G22
        emit(events, s.DRAWN_GAME, -1, facts.turn_limit, 0, EVERYONE)
    if state.reason != s.NOT_OVER:
        state.turn = -1
        state.phase = s.OVER
    else:
        state.turn = (state.turn + 1) % state.seats
        state.phase = s.TURN


@rule
def use(facts: Facts, state: State, ability: int, events: Noted) -> None:  # G7
    card = state.open[ability]
    state.open[ability] = 0
    emit(events, s.USED, state.turn, card, ability, EVERYONE)
    if ability < REMOVE_LEFT or ability == PROTECT:
        state.card = card
        state.ability = ability
        state.phase = s.TARGET
    else:
        discard(state, card)
        remove_everywhere(facts, state, (ability - REMOVE_LEFT) * MIDDLE, events)
        end_turn(facts, state, events)


@rule
def apply_ability(facts: Facts, state: State, action: Number, events: Noted) -> None:
    """Discard the used card, then carry out its ability on the chosen target (G7)."""
    seat = state.turn
    card = state.card
    state.card = 0
    state.ability = 0
    if action >= s.PROTECT_AT:  # G18
        place = (action - s.PROTECT_AT) * MIDDLE
        state.lock[seat, place] = card
        emit(events, s.PROTECTED, seat, state.row[seat, place], card, EVERYONE)
    else:
        discard(state, card)
        if action < s.SWAP_OVER_ONE_AT:
            left = action - s.SWAP_ADJACENT_AT
            swap(state, seat, left, left + 1, events)
        elif action < s.MOVE_RIGHT_AT:
            left = action - s.SWAP_OVER_ONE_AT
            swap(state, seat, left, left + 2, events)
        elif action < s.MOVE_LEFT_AT:
            place = action - s.MOVE_RIGHT_AT
            move(state, seat, place, place + 2, events)
        else:
            place = action - s.MOVE_LEFT_AT + 2
            move(state, seat, place, place - 2, events)
        win_if_ascending(state, seat, events)
    end_turn(facts, state, events)


@rule
def place_card(facts: Facts, state: State, place: Number, events: Noted) -> None:
    seat = state.turn
    card = state.card
    state.card = 0
    replace(facts, state, seat, place, card, events)
    if state.phase == s.SETUP_PLACE:  # a set-up replacement never wins: six cars still descend
        end_setup_choice(state)
    else:
        win_if_ascending(state, seat, events)
        end_turn(facts, state, events)


@rule
def apply_table_action(state: State, action: Number, events: Noted) -> None:
    if state.phase == s.PLACING or state.phase == s.SETUP_PLACE:
        # A car drawn but not placed stays secret, like a card in the hand.
        state.hand[state.turn, 0] = state.card
        state.card = 0
    state.winner = end_by_table(state, action, s.ENDINGS, events)
    state.turn = -1
    state.phase = s.OVER


@rule
def carry_out(facts: Facts, state: State, action: Number, events: Noted) -> None:
    if action == s.DRAW:  # G6
        state.card = draw(state, events)
        emit(events, s.DREW, state.turn, state.card, 0, 1 << state.turn)
        after_draw(state, events)
        state.phase = s.PLACING
    elif action < s.PLACE:
        use(facts, state, action - s.USE, events)
    elif action < s.KEEP:
        place_card(facts, state, action - s.PLACE, events)
    elif action < s.SWAP_ADJACENT_AT:
        keep(state, action - s.KEEP, events)
    elif action < s.RESIGN:
        apply_ability(facts, state, action, events)
    else:
        apply_table_action(state, action, events)


# -- what Python calls ---------------------------------------------------------------------------

start, actor, over, step, step_quiet, outside = make_entries(set_up, carry_out, s.ENDINGS)


@rule
def has_unlocked_place(state: State, seat: Number) -> bool:
    lock = state.lock[seat]
    return lock[0] == 0 or lock[MIDDLE] == 0 or lock[RIGHT] == 0


@rule
def write_range(out: Actions, first: int, count: int) -> int:
    for i in range(count):
        out[i] = first + i
    return count


@entry
def legal(facts: Facts, state: State, out: Actions) -> int:
    """Write the legal actions to `out` in ascending order; returns their number."""
    phase = state.phase
    if phase == s.PLACING or phase == s.SETUP_PLACE:  # G4, G6
        return write_range(out, s.PLACE, LENGTH)
    if phase == s.TURN:
        out[0] = s.DRAW  # G6
        n = 1
        for ability in range(PROTECT):
            if state.open[ability] != 0:  # G7
                out[n] = s.USE + ability
                n += 1
        if state.open[PROTECT] != 0 and has_unlocked_place(state, state.turn):  # G18
            out[n] = s.USE + PROTECT
            n += 1
        return n
    if phase == s.TARGET:
        return targets(state, out)
    if phase == s.KEEPING:  # G4
        n = 0
        while n < 4 and state.hand[state.turn, n] != 0:
            out[n] = s.KEEP + n
            n += 1
        return n
    return 0


@rule
def targets(state: State, out: Actions) -> int:
    ability = state.ability
    if ability == SWAP_ADJACENT:  # G10
        return write_range(out, s.SWAP_ADJACENT_AT, LENGTH - 1)
    if ability == SWAP_OVER_ONE:  # G11
        return write_range(out, s.SWAP_OVER_ONE_AT, LENGTH - 2)
    if ability == MOVE_RIGHT:  # G12
        return write_range(out, s.MOVE_RIGHT_AT, LENGTH - 2)
    if ability == MOVE_LEFT:  # G13
        return write_range(out, s.MOVE_LEFT_AT, LENGTH - 2)
    n = 0
    for i in range(3):  # G18
        if state.lock[state.turn, i * MIDDLE] == 0:
            out[n] = s.PROTECT_AT + i
            n += 1
    return n


@entry
def result(facts: Facts, state: State, out: Shares) -> Number:
    """Write each seat's share of the win to `out`; returns the reason (0: not over)."""
    share_win(state, 1 << state.winner if state.winner >= 0 else 0, out)
    return np.int64(state.reason)
