"""The train: new cars at the front, lost ones at the rear, and who falls off."""

from __future__ import annotations

from spielzug.core.events import EVERYONE, emit
from spielzug.core.jit import rule
from spielzug.core.kinds import Facts, Noted, Number, State
from spielzug.core.rng import below
from spielzug.games.zugraub.facts.plans import SPACES
from spielzug.games.zugraub.facts.sets import ENGINE_FACE, KEEPS_HAND, LAST_PIECE, PIECES
from spielzug.games.zugraub.rules.piles import drop_hand, roll
from spielzug.games.zugraub.state import (
    BEHIND,
    CABOOSE_BACK,
    CAR,
    CAR_BACK,
    CHECKED,
    ENGINE_UP,
    FELL,
    LOST_CAR,
)

LAST_BIT = 1 << LAST_PIECE


@rule
def can_grow(state: State) -> bool:
    """B8: a piece is unused, and the Engine is not at the front."""
    return state.unused != 0 and state.train[state.length - 1] != ENGINE_FACE


@rule
def draw_piece(state: State) -> int:
    """Any unused piece; B21: the Engine not while it has to wait, unless nothing else is left."""
    choice = state.unused
    if state.wait > 0 and choice != LAST_BIT:
        choice &= LAST_BIT - 1
    count = 0
    for piece in range(PIECES + 1):
        count += choice >> piece & 1
    chosen = below(state, count)
    for piece in range(PIECES + 1):
        if choice >> piece & 1:
            if chosen == 0:
                return piece
            chosen -= 1
    return LAST_PIECE


@rule
def draw_face(state: State) -> int:  # B4, B8
    """An unused piece with either side up."""
    piece = draw_piece(state)
    state.unused ^= 1 << piece
    return ENGINE_FACE if piece == LAST_PIECE else 2 * piece + below(state, 2)


@rule
def add_car(facts: Facts, state: State, events: Noted) -> None:
    couple_car(facts, state, draw_face(state), events)


@rule
def couple_car(facts: Facts, state: State, face: int, events: Noted) -> None:
    state.train[state.length] = face
    state.markers[state.length] = facts.brains[face]
    state.length += 1
    emit(events, CAR, state.active, face, state.length, EVERYONE)
    if face == ENGINE_FACE:
        emit(events, ENGINE_UP, state.active, 0, 0, EVERYONE)


@rule
def lose_car(facts: Facts, state: State, events: Noted) -> None:
    """B17, B18: the last car stays behind, with all who stood on it."""
    piece = state.train[0] >> 1
    state.length -= 1
    for car in range(state.length):
        state.train[car] = state.train[car + 1]
        state.markers[car] = state.markers[car + 1]
    state.train[state.length] = 0
    state.markers[state.length] = 0
    state.dropped += 1
    emit(events, LOST_CAR, state.active, piece, state.length, EVERYONE)
    if piece == LAST_PIECE:
        state.unused |= LAST_BIT
        state.wait = facts.engine_rounds * state.seats  # B21
        emit(events, CABOOSE_BACK, -1, state.wait, 0, EVERYONE)
    elif facts.recycle:  # B21
        state.unused |= 1 << piece
        emit(events, CAR_BACK, -1, piece, 0, EVERYONE)
    else:
        state.lost |= 1 << piece
    for i in range(state.seats):
        seat = (state.active + i) % state.seats
        if state.pawn[seat] < SPACES:
            fall(facts, state, seat, events)
        elif state.pawn[seat] != BEHIND:
            state.pawn[seat] -= SPACES


@rule
def fall(facts: Facts, state: State, seat: Number, events: Noted) -> None:
    """B17: behind the train, without the hand cards."""
    state.pawn[seat] = BEHIND
    emit(events, FELL, seat, state.cards[seat], 0, EVERYONE)
    if facts.ability[state.head[seat]] != KEEPS_HAND:
        drop_hand(state, seat, events)


@rule
def check_couplings(facts: Facts, state: State, events: Noted) -> None:  # B17
    while True:
        die = roll(state)
        emit(events, CHECKED, state.active, die, state.length, EVERYONE)
        if die >= state.length:
            return
        lose_car(facts, state, events)
