"""What a seat knows in Game of Trains, as numbers for learners."""

from __future__ import annotations

import numpy as np

from spielzug.core.jit import entry, rule
from spielzug.core.kinds import Facts, Number, State
from spielzug.core.observation import MOST, Observation, Observed, Part, seat_after, seen_from
from spielzug.games.game_of_trains.facts import CARS, LENGTH, MAX_SEATS
from spielzug.games.game_of_trains.state import PHASES, PLACING, REASONS, SETUP_PLACE, TARGET

HAND, REJECTS = 4, 3
SECRET = -1

OBSERVATION = (
    Part("seats", (), 2, MAX_SEATS, "how many play"),
    Part("turn", (), 0, MAX_SEATS, "whose turn it is; 0 when the game is over"),
    Part("first", (), 1, MAX_SEATS, "who began (G2)"),
    Part("phase", (), 0, len(PHASES) - 1, ", ".join(f"{i} {p}" for i, p in enumerate(PHASES))),
    Part("winner", (), 0, MAX_SEATS, "who has won; 0 nobody"),
    Part("reason", (), 0, len(REASONS) - 1, "why it is over; 0 when it is not"),
    Part("turns_left", (), 0, MOST, f"until the limit of turns (G22); {MOST} also without one"),
    Part("ability", (), 0, 8, "1 + the ability that looks for its target; 0 none"),
    Part("card", (), SECRET, CARS, "the car just drawn or the open card in use; −1 a secret"),
    Part("draw_pile", (), 0, CARS, "how many cards are left in it"),
    Part("row", (MAX_SEATS, LENGTH), 0, CARS, "the cars of each seat's train, from the left"),
    Part("lock", (MAX_SEATS, LENGTH), 0, CARS, "the card that protects each of them (G18)"),
    Part("open", (8,), 0, CARS, "the open card of each ability (G5)"),
    Part("hand", (HAND,), 0, CARS, "my cards while the game is set up (G3)"),
    Part("hands", (MAX_SEATS,), 0, HAND, "how many of them each seat has"),
    Part("rejects", (REJECTS,), 0, CARS, "the cards that I did not keep (G4), until a reshuffle"),
    Part("rejected", (MAX_SEATS,), 0, REJECTS, "how many of them each seat has"),
    Part("discarded", (CARS,), 0, 1, "for each car whether it lies in the discard pile"),
)

AT = Observation(OBSERVATION).starts
ROW, LOCK, OPEN, DISCARDED = AT["row"], AT["lock"], AT["open"], AT["discarded"]
OWN_HAND, HANDS, OWN_REJECTS, REJECTED = AT["hand"], AT["hands"], AT["rejects"], AT["rejected"]
FIRST_WORD = 63  # cars whose bits are in the first of two words


@entry
def observe(facts: Facts, state: State, seat: Number, out: Observed) -> None:
    """What the seat knows, from the whole position or from its own hidden one."""
    observe_course(facts, state, seat, out)
    observe_trains(state, seat, out)
    for ability in range(8):
        out[OPEN + ability] = state.open[ability]
    observe_setup(state, seat, out)
    observe_discards(state, out)


@rule
def observe_course(facts: Facts, state: State, seat: Number, out: Observed) -> None:
    seats = state.seats
    out[0] = seats
    out[1] = seen_from(seat, state.turn, seats)
    out[2] = seen_from(seat, state.first, seats)
    out[3] = state.phase
    out[4] = seen_from(seat, state.winner, seats)
    out[5] = state.reason
    left = np.int64(facts.turn_limit) - np.int64(state.turns)
    out[6] = left if facts.turn_limit > 0 and left < MOST else MOST
    out[7] = 1 + state.ability if state.phase == TARGET else 0
    secret = state.turn != seat and (state.phase == PLACING or state.phase == SETUP_PLACE)
    out[8] = SECRET if secret else state.card
    out[9] = state.draw_pile


@rule
def observe_trains(state: State, seat: Number, out: Observed) -> None:
    for i in range(MAX_SEATS):
        if i < state.seats:
            row = state.row[seat_after(seat, i, state.seats)]
            for place in range(LENGTH):
                out[ROW + i * LENGTH + place] = row[place]
        else:
            for place in range(LENGTH):
                out[ROW + i * LENGTH + place] = 0
    for i in range(MAX_SEATS):
        if i < state.seats:
            lock = state.lock[seat_after(seat, i, state.seats)]
            for place in range(LENGTH):
                out[LOCK + i * LENGTH + place] = lock[place]
        else:
            for place in range(LENGTH):
                out[LOCK + i * LENGTH + place] = 0


@rule
def observe_setup(state: State, seat: Number, out: Observed) -> None:
    """The cards of the set-up: my own, and of everybody how many."""
    for i in range(HAND):
        out[OWN_HAND + i] = state.hand[seat, i]
    for i in range(MAX_SEATS):
        count = 0
        if i < state.seats:
            hand = state.hand[seat_after(seat, i, state.seats)]
            for k in range(HAND):
                count += hand[k] != 0
        out[HANDS + i] = count
    for i in range(REJECTS):
        out[OWN_REJECTS + i] = state.rejects[seat, i]
    for i in range(MAX_SEATS):
        count = 0
        if i < state.seats:
            rejects = state.rejects[seat_after(seat, i, state.seats)]
            for k in range(REJECTS):
                count += rejects[k] != 0
        out[REJECTED + i] = count


@rule
def observe_discards(state: State, out: Observed) -> None:
    """The pile has no order: first a bit for each of its cars, then each value once, in order."""
    low, high = np.uint64(0), np.uint64(0)
    for i in range(CARS - state.discard_pile, CARS):
        car = np.int64(state.pile[i]) - 1
        # Without a branch, which would be guessed wrong for every other car.
        second = car >= FIRST_WORD
        bit = np.uint64(1) << np.uint64(car - FIRST_WORD * second)
        low |= bit * np.uint64(not second)
        high |= bit * np.uint64(second)
    for i in range(FIRST_WORD):
        out[DISCARDED + i] = (low >> np.uint64(i)) & np.uint64(1)
    for i in range(CARS - FIRST_WORD):
        out[DISCARDED + FIRST_WORD + i] = (high >> np.uint64(i)) & np.uint64(1)
