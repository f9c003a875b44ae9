"""What Information Central does: reveal, take one, and put the rest back in an order (T14)."""

from __future__ import annotations

from typing import Any

from spielzug.core.events import EVERYONE, emit
from spielzug.core.jit import rule
from spielzug.core.kinds import Noted, Number, State
from spielzug.core.rng import below
from spielzug.games.trains.actions import DONE, PUT, ROW, TAKE
from spielzug.games.trains.rules.abilities.parts import slot_of
from spielzug.games.trains.rules.piles import into_hand, put_on_top, reveal_card
from spielzug.games.trains.state import (
    ARRANGED,
    GROUP,
    LAST,
    NOTHING,
    ORDER,
    PUBLIC,
    REVEAL,
    TOOK,
    TURN,
)


@rule
def information_central(state: State, events: Noted) -> None:
    seat = state.turn
    size = 0
    while size < ROW:
        slot = reveal_card(state, seat, events)
        if slot == NOTHING:
            break
        place = size
        while place > 0 and state.row[place - 1] > slot:  # one order for all
            state.row[place] = state.row[place - 1]
            place -= 1
        state.row[place] = slot
        size += 1
    state.row_size = size
    state.row_left = size
    if size > 0:
        state.phase = REVEAL


@rule
def row_choices(state: State, out: Any) -> int:
    n = 0
    for i in range(state.row_left):
        if i == 0 or state.row[i] != state.row[i - 1]:
            out[n] = TAKE + state.kind[state.row[i]]
            n += 1
    out[n] = DONE
    return n + 1


@rule
def rest_is_alike(state: State) -> bool:
    for i in range(1, state.row_left):
        if state.row[i] != state.row[0]:
            return False
    return True


@rule
def take_from_row(state: State, action: Number, events: Noted) -> None:
    seat = state.turn
    if action != DONE:
        slot = slot_of(state, action - TAKE)
        place = 0
        while state.row[place] != slot:
            place += 1
        state.row_left -= 1
        for i in range(place, state.row_left):
            state.row[i] = state.row[i + 1]
        state.row[state.row_left] = 0
        state.row_size = state.row_left
        into_hand(state, seat, slot)
        emit(events, TOOK, seat, state.kind[slot], 0, EVERYONE)
    if rest_is_alike(state):
        end_row(state, events)
        return
    for i in range(state.row_left - 1, 0, -1):  # the owner's private arrangement
        k = below(state, i + 1)
        state.row[i], state.row[k] = state.row[k], state.row[i]
    state.phase = ORDER


@rule
def order_choices(state: State, out: Any) -> int:
    for i in range(state.row_left):
        out[i] = PUT + i
    return state.row_left


@rule
def put_in_order(state: State, action: Number, events: Noted) -> None:
    place = action - PUT
    slot = state.row[place]
    state.row_left -= 1
    for i in range(place, state.row_left):
        state.row[i] = state.row[i + 1]
    state.row[state.row_left] = slot
    emit(events, ARRANGED, state.turn, state.kind[slot], place, 1 << state.turn)
    if rest_is_alike(state):
        end_row(state, events)


@rule
def end_row(state: State, events: Noted) -> None:
    """The cards of the row are on the pile: everybody knows them, their order only the owner."""
    seat = state.turn
    size = state.row_size
    for i in range(state.row_left - 1, -1, -1):
        emit(events, ARRANGED, seat, state.kind[state.row[i]], i, 1 << seat)
    same = True
    for i in range(1, size):
        same = same and state.row[i] == state.row[0]
    for i in range(size - 1, -1, -1):
        mark = PUBLIC if same else (GROUP | LAST if i == size - 1 else GROUP)
        put_on_top(state, seat, state.row[i] | mark)
        state.row[i] = 0
    state.row_size = 0
    state.row_left = 0
    state.phase = TURN
