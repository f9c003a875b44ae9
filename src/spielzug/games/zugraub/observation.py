"""The observation of Der große Zugraub: what a seat knows, as numbers for machine learning.

All hands together never have more than 30 cards, so they form one row, the seat's own hand first,
each in the order of its slots, which spoils refer to. Every other card has one value: discarded, or
the number of shuffles since it came into the draw pile, because an unknown hand card must be an
unknown card of the same shuffle.
"""

from __future__ import annotations

import numpy as np

from spielzug.core.events import MAX_SEATS
from spielzug.core.jit import entry, rule
from spielzug.core.observation import (
    CODE,
    MOST,
    SET,
    Observation,
    Observed,
    Part,
    capped,
    put,
    put_zeros,
    relative_seat,
    seat_after,
)
from spielzug.core.record_types import Number
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.facts import Facts
from spielzug.games.zugraub.facts.sets import ALL_CARDS, FACES, MAX_CARS, SPACES
from spielzug.games.zugraub.state import State

BYTE = 255
BITS = (1 << MAX_SEATS) - 1
HALF = SPACES // 2
SECRET = ALL_CARDS + 1
BEHIND_TRAIN = s.PLACES + 1
# Values of a card; 0 if there is nothing to say.
DISCARDED = 1
HITTING = 2  # + seat * PLAYED + index among its cards
UNSEEN = HITTING + MAX_SEATS * s.PLAYED  # + shuffles since

OBSERVATION = (
    Part.of(State.seats, "how many play"),
    Part.of_seat(State.turn, "who decides; 0 when the game is over"),
    Part.of_seat(State.active, "whose turn it is"),
    Part.of_seat(State.first, "who began"),
    Part.of_code(State.phase, s.PHASES),
    Part.of(State.reason, "why it is over; 0 when it is not", kind=CODE),
    Part.of(State.winners, "a bit for each seat, mine the lowest", high=BITS, kind=SET),
    Part("turns_left", (), 0, MOST, f"until the turn limit; {MOST} also means no limit"),
    Part.of(State.dropped, "cars lost so far"),
    Part.of(State.wait, "turns until the Engine may be drawn (B21)", distinct_up_to=20),
    Part.of(State.unused, "pieces that can still be drawn, a bit each", kind=SET),
    Part.of(State.lost, "pieces out of the game, a bit each", kind=SET),
    Part.of(State.reach, "left in phase move"),
    Part.of(State.added, "cars added this turn (B17)"),
    Part.of(State.installed, "whether a brain went into the head this turn (B16)", high=1),
    Part.of(State.fighters, "a bit for each seat, mine the lowest", high=BITS, kind=SET),
    Part.of(State.passes, "in a row (B11)"),
    Part.of_seat(State.champion, "who won the fight; 0 outside spoils and limit"),
    Part.of(
        State.moved_heads, "a bit for each head that the spoils filled, mine the lowest",
        high=BITS, kind=SET,
    ),
    Part.of(State.shuffles, "of the discards, so far, modulo 256", distinct_up_to=4),
    Part.of(State.draw_pile, "how many cards are left in it"),
    Part.of(State.dice, "of the last move", kind=CODE),
    Part.of(State.train, "1 + face of each car, from the rear", high=FACES, kind=CODE),
    Part(
        "markers", (MAX_CARS, 2), 0, (1 << HALF) - 1,
        "a bit for each marker in the rear half and in the front half of each car",
        kind=SET,
    ),
    Part.of(State.points, "of each seat"),
    Part.of(
        State.pawn, f"1 + place; {BEHIND_TRAIN} is behind the train", high=BEHIND_TRAIN, kind=CODE
    ),
    Part.of(State.head, "the brain in each head", kind=CODE),
    Part.of(State.cards, "how many are in each hand"),
    Part.of(State.total, "in a fight; a brain may lower it"),
    Part.of(State.moved, "cards at the end of a hand that these spoils put there"),
    Part.of(State.fight_dice, "of each fighter"),
    Part(
        "hand", (s.HAND,), 0, SECRET,
        f"the cards of all hands, one hand after another; {SECRET} is a secret",
        kind=CODE,
    ),
    Part(
        "knows", (s.HAND,), 0, BITS | s.SPECTATORS,
        f"who knows each of them: a bit for each seat, mine the lowest, {s.SPECTATORS} all",
        kind=SET,
    ),
    Part("age", (s.HAND,), 0, BYTE, "how many shuffles ago each came into the draw pile",
    distinct_up_to=2),
    Part(
        "lies", (ALL_CARDS,), 0, UNSEEN + BYTE,
        f"of each card: {DISCARDED} in the discards; {HITTING} + {s.PLAYED} · seat + n there, as "
        f"the card n that the seat played in this fight; {UNSEEN} + n unseen since it came into "
        "the draw pile n shuffles ago; 0 otherwise: in a hand or head, as shown above, or unseen "
        "since the last shuffle",
        kind=CODE, distinct_up_to=UNSEEN + 1,
    ),
)  # fmt: skip

AT = Observation(OBSERVATION).starts
ROLLED, TRAIN, MARKERS = AT["dice"], AT["train"], AT["markers"]
POINTS, TOTAL, PAWN, HEAD = AT["points"], AT["total"], AT["pawn"], AT["head"]
CARDS, MOVED, FIGHT_DICE = AT["cards"], AT["moved"], AT["fight_dice"]
HANDS, KNOWS, AGE, LIES = AT["hand"], AT["knows"], AT["age"], AT["lies"]
ONE, NONE = np.uint64(1), np.uint64(0)


@entry
def observe(facts: Facts, state: State, seat: Number, out: Observed) -> None:
    """Write a seat's observation; the full and the seat's hidden position give the same."""
    observe_course(facts, state, seat, out)
    observe_train(state, out)
    observe_seats(state, seat, out)
    observe_fight(state, seat, out)
    old = observe_hands(state, seat, out)
    observe_cards(facts, state, seat, old, out)


@rule
def rotate_seats(bits: Number, seat: Number, seats: Number) -> Number:
    """Rotate a set of seats so that this seat is bit 0."""
    return (bits >> seat | bits << (seats - seat)) & ((1 << seats) - 1)


@rule
def observe_course(facts: Facts, state: State, seat: Number, out: Observed) -> None:
    seats = np.int64(state.seats)
    out[0] = seats
    out[1] = relative_seat(seat, state.turn, seats)
    out[2] = relative_seat(seat, state.active, seats)
    out[3] = relative_seat(seat, state.first, seats)
    out[4] = state.phase
    out[5] = state.reason
    out[6] = rotate_seats(np.int64(state.winners), seat, seats)
    left = np.int64(facts.turn_limit) - np.int64(state.turns)
    out[7] = left if facts.turn_limit > 0 and left < MOST else MOST
    out[8] = capped(state.dropped)
    out[9] = state.wait
    out[10] = state.unused
    out[11] = state.lost
    out[12] = state.reach
    out[13] = state.added
    out[14] = state.installed
    out[15] = rotate_seats(np.int64(state.fighters), seat, seats)
    out[16] = state.passes
    out[17] = relative_seat(seat, state.champion, seats)
    out[18] = rotate_seats(np.int64(state.moved_heads), seat, seats)
    out[19] = state.shuffles
    out[20] = state.draw_pile
    for i in range(s.DICE):
        out[ROLLED + i] = state.dice[i]


@rule
def observe_train(state: State, out: Observed) -> None:
    length = np.int64(state.length)
    for car in range(MAX_CARS):
        out[TRAIN + car] = 1 + state.train[car] if car < length else 0
    for car in range(MAX_CARS):
        markers = np.int64(state.markers[car])
        out[MARKERS + 2 * car] = markers & ((1 << HALF) - 1)
        out[MARKERS + 2 * car + 1] = markers >> HALF


@rule
def observe_seats(state: State, seat: Number, out: Observed) -> None:
    seats = np.int64(state.seats)
    for i in range(seats):
        other = seat_after(seat, i, seats)
        place = np.int64(state.pawn[other])
        put(out, POINTS + i, capped(state.points[other]))
        put(out, PAWN + i, BEHIND_TRAIN if place == s.BEHIND else 1 + place)
        put(out, HEAD + i, state.head[other])
        put(out, CARDS + i, state.cards[other])
    for i in range(seats, MAX_SEATS):
        put(out, POINTS + i, 0)
        put(out, PAWN + i, 0)
        put(out, HEAD + i, 0)
        put(out, CARDS + i, 0)


@rule
def observe_fight(state: State, seat: Number, out: Observed) -> None:
    if state.fighters == 0:
        put_zeros(out, TOTAL, HANDS - TOTAL)
        return
    seats = np.int64(state.seats)
    for i in range(seats):
        other = seat_after(seat, i, seats)
        put(out, TOTAL + i, capped(state.total[other]))
        put(out, MOVED + i, state.moved[other])
        for k in range(s.DICE):
            put(out, FIGHT_DICE + i * s.DICE + k, state.fight_dice[other, k])
    for i in range(seats, MAX_SEATS):
        put(out, TOTAL + i, 0)
        put(out, MOVED + i, 0)
    put_zeros(out, FIGHT_DICE + seats * s.DICE, (MAX_SEATS - seats) * s.DICE)


@rule
def bit_of(card: Number) -> np.uint64:
    return ONE << np.uint64(card - 1)


@rule
def observe_hands(state: State, seat: Number, out: Observed) -> bool | np.bool:
    """Write the hands; returns whether a secret card is from before the last shuffle."""
    seats = np.int64(state.seats)
    shuffles = np.int64(state.shuffles)
    old: bool | np.bool = False
    n = 0
    for i in range(seats):
        other = seat_after(seat, i, seats)
        for slot in range(state.cards[other]):
            if n == s.HAND:  # impossible in a game, but not in a typed position
                break
            seen = np.int64(state.seen[other, slot])
            age = (shuffles - (seen >> s.BATCH)) & BYTE
            secret = seen >> seat & 1 == 0
            old = old or (secret and age > 0)
            put(out, HANDS + n, SECRET if secret else state.hand[other, slot])
            put(out, KNOWS + n, rotate_seats(seen & BITS, seat, seats) | (seen & s.SPECTATORS))
            put(out, AGE + n, age)
            n += 1
    put_zeros(out, HANDS + n, s.HAND - n)
    put_zeros(out, KNOWS + n, s.HAND - n)
    put_zeros(out, AGE + n, s.HAND - n)
    return old


# -- the cards -----------------------------------------------------------------------------------


@rule
def discarded_cards(state: State) -> np.uint64:
    """The set of discarded cards, a bit each."""
    found = NONE
    for i in range(ALL_CARDS - np.int64(state.discard_pile), ALL_CARDS):
        found |= bit_of(state.pile[i])
    return found


@rule
def seen_cards(state: State, seat: Number) -> np.uint64:
    """The set of cards in heads and of hand cards that the seat knows, a bit each."""
    found = NONE
    for other in range(state.seats):
        if state.head[other] != 0:
            found |= bit_of(state.head[other])
        for slot in range(state.cards[other]):
            if state.seen[other, slot] >> seat & 1:
                found |= bit_of(state.hand[other, slot])
    return found


@rule
def who_played(state: State, seat: Number, card: int) -> int:
    """The value of a discarded card: who played it in this fight, or DISCARDED."""
    for i in range(state.seats):
        other = seat_after(seat, i, state.seats)
        for k in range(s.PLAYED):
            if state.played[other, k] == card:
                return HITTING + i * s.PLAYED + k
    return DISCARDED


@rule
def observe_cards(
    facts: Facts, state: State, seat: Number, old: bool | np.bool, out: Observed
) -> None:
    """Write one value per card; `old`: an unseen card may be from before the last shuffle."""
    discards = discarded_cards(state)
    if not old and state.fighters == 0:
        for i in range(ALL_CARDS):
            out[LIES + i] = np.int64(discards >> np.uint64(i) & ONE)
        return
    seen = seen_cards(state, seat)
    shuffles = np.int64(state.shuffles)
    for i in range(ALL_CARDS):
        value: Number = 0
        if discards >> np.uint64(i) & ONE != NONE:
            value = who_played(state, seat, i + 1) if state.fighters != 0 else DISCARDED
        elif i < facts.count and seen >> np.uint64(i) & ONE == NONE:
            age = (shuffles - np.int64(state.batch[i + 1])) & BYTE
            value = UNSEEN + age if age > 0 else 0
        out[LIES + i] = value
