"""The observation of Game of Trains: what a seat knows, as numbers for machine learning."""

from __future__ import annotations

import numpy as np

from spielzug.core.jit import entry
from spielzug.core.observation import (
    CODE,
    MOST,
    Observation,
    Observed,
    Part,
    capped,
    is_contiguous,
    relative_seat,
    seat_after,
)
from spielzug.core.record_types import Number
from spielzug.games.game_of_trains.facts import CARS, LENGTH, MAX_SEATS, MIDDLE, Facts
from spielzug.games.game_of_trains.state import PHASES, PLACING, SETUP_PLACE, TARGET, State

HAND, REJECTS, LOCKS = 4, 3, 3
SECRET = -1

OBSERVATION = (
    Part.of(State.seats, "how many play"),
    Part.of_seat(State.turn, "whose turn it is; 0 when the game is over"),
    Part.of_seat(State.first, "who began (G2)"),
    Part.of_code(State.phase, PHASES),
    Part.of_seat(State.winner, "who has won; 0 nobody"),
    Part.of(State.reason, "why it is over; 0 when it is not", kind=CODE),
    Part("turns_left", (), 0, MOST, f"until the turn limit (G22); {MOST} also means no limit"),
    Part("ability", (), 0, 8, "1 + the ability that needs a target; 0 none", kind=CODE),
    Part.of(
        State.card, "the car just drawn or the open card in use; −1 a secret",
        low=SECRET, kind=CODE,
    ),
    Part.of(State.draw_pile, "how many cards are left in it"),
    Part.of(State.row, "the cars of each seat's train, from the left", kind=CODE),
    Part(
        "lock", (MAX_SEATS, LOCKS), 0, CARS,
        "what protects the left, middle, right car (G18)", kind=CODE, distinct_up_to=0,
    ),
    Part.of(State.open, "the open card of each ability (G5)", kind=CODE),
    Part.of(State.hand, "my cards while the game is set up (G3)", row=True, kind=CODE),
    Part("hands", (MAX_SEATS,), 0, HAND, "how many of them each seat has"),
    Part.of(
        State.rejects, "the cards that I did not keep (G4), until a reshuffle",
        row=True, kind=CODE,
    ),
    Part("rejected", (MAX_SEATS,), 0, REJECTS, "how many of them each seat has"),
    Part("discarded", (CARS,), 0, 1, "for each car, whether it is in the discard pile"),
)  # fmt: skip

AT = Observation(OBSERVATION).starts
ROW, LOCK, OPEN, DISCARDED = AT["row"], AT["lock"], AT["open"], AT["discarded"]
OWN_HAND, HANDS, OWN_REJECTS, REJECTED = AT["hand"], AT["hands"], AT["rejects"], AT["rejected"]
_ONE, _WORD, _IN_WORD = np.uint64(1), np.uint64(6), np.uint64(63)


@entry
def observe(facts: Facts, state: State, seat: Number, out: Observed) -> None:
    """Write a seat's observation; the full and the seat's hidden position give the same.

    One function, because passing `out` on to helpers costs a third of the time.
    """
    seats = np.int64(state.seats)
    phase = state.phase
    out[0] = seats
    out[1] = relative_seat(seat, state.turn, seats)
    out[2] = relative_seat(seat, state.first, seats)
    out[3] = phase
    out[4] = relative_seat(seat, state.winner, seats)
    out[5] = state.reason
    left = np.int64(facts.turn_limit) - np.int64(state.turns)
    out[6] = capped(left) if facts.turn_limit > 0 else MOST
    out[7] = 1 + state.ability if phase == TARGET else 0
    secret = state.turn != seat and (phase == PLACING or phase == SETUP_PLACE)
    out[8] = SECRET if secret else state.card
    out[9] = state.draw_pile

    # Rows of absent seats are empty.
    for i in range(MAX_SEATS):
        other = seat_after(seat, i, seats)
        for place in range(LENGTH):
            out[ROW + i * LENGTH + place] = state.row[other, place]
    for i in range(MAX_SEATS):
        other = seat_after(seat, i, seats)
        for k in range(LOCKS):
            out[LOCK + i * LOCKS + k] = state.lock[other, k * MIDDLE]
    for ability in range(8):
        out[OPEN + ability] = state.open[ability]

    for i in range(HAND):
        out[OWN_HAND + i] = state.hand[seat, i]
    for i in range(MAX_SEATS):
        other = seat_after(seat, i, seats)
        count = 0
        for k in range(HAND):
            count += state.hand[other, k] != 0
        out[HANDS + i] = count
    for i in range(REJECTS):
        out[OWN_REJECTS + i] = state.rejects[seat, i]
    for i in range(MAX_SEATS):
        other = seat_after(seat, i, seats)
        count = 0
        for k in range(REJECTS):
            count += state.rejects[other, k] != 0
        out[REJECTED + i] = count

    # The discard pile has no order.
    if is_contiguous(out):
        for i in range(CARS):
            out[DISCARDED + i] = 0
        for i in range(np.int64(state.discard_pile)):
            # An unsigned index saves the check for negative ones.
            out[np.uint64(DISCARDED - 1) + np.uint64(state.pile[np.uint64(CARS - 1 - i)])] = 1
        return
    # Cars 1 to 63 are bits of one word, 64 to 84 of another; no car occurs twice, so adding works.
    both, high = np.uint64(0), np.uint64(0)
    for i in range(np.int64(state.discard_pile)):
        car = np.uint64(state.pile[CARS - 1 - i])
        bit = _ONE << (car & _IN_WORD)
        both += bit
        high += bit * (car >> _WORD)
    low = both - high
    for i in range(1, 64):
        out[DISCARDED + i - 1] = (low >> np.uint64(i)) & _ONE
    for i in range(64, CARS + 1):
        out[DISCARDED + i - 1] = (high >> np.uint64(i - 64)) & _ONE
