"""The observation of Trains: what a seat knows, as numbers for machine learning.

Which cards a seat owns is public, where they are is not: another seat's cards whose place is
secret, in hand and on the pile, form one pool. The other seats see a group whose order only its
owner knows sorted by slot.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from spielzug.core.declaration import Integers
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
    put_all,
    put_zeros,
    relative_seat,
    seat_after,
)
from spielzug.core.record_types import Number
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import MAX_SEATS, SLOTS, Facts
from spielzug.games.trains.facts.boards import MOST_ROOM, ROWS, WIDTHS
from spielzug.games.trains.facts.sets import CHOSEN, FIXED, KINDS, MOST_OF_A_KIND, MOST_OWNED
from spielzug.games.trains.state import State

BYTE = 255  # largest value of fields limited only by their width
LOOSE = s.ROW  # most cards in a group that is partly drawn
SECRET = SLOTS  # stands in for a slot
# Who knows a card on a pile: 0 everybody, 1 its owner, 2 everybody except for the order of its
# group, 3 one of a group partly drawn, 4 like 2 and the lowest of its group.
WAYS = SLOTS + 1
LOWEST = 4
MOST_TOP = 1 + LOWEST * WAYS + SLOTS - 1
_cards = partial(Part.of, high=MOST_OF_A_KIND, distinct_up_to=8)

OBSERVATION = (
    Part.of(State.seats, "how many play"),
    Part.of_seat(State.turn, "whose turn it is; 0 when the game is over"),
    Part.of_seat(State.first, "who began (T3)"),
    Part.of_code(State.phase, s.PHASES),
    Part.of(State.reason, "why it is over; 0 when it is not", kind=CODE),
    Part.of(
        State.winners, "a bit for each seat, mine the lowest",
        high=(1 << MAX_SEATS) - 1, kind=SET,
    ),
    Part("turns_left", (), 0, MOST, f"until the turn limit (T17); {MOST} also means no limit"),
    Part.of(State.money, "this turn"),
    Part.of(State.acted, "whether something was played or bought this turn (T7)"),
    Part.of(
        State.effects,
        f"in force until the end of the turn, a bit each, from the lowest: {', '.join(s.EFFECTS)}",
        high=(1 << len(s.EFFECTS)) - 1, kind=SET,
    ),
    Part.of(State.ironworks, "how many are in force"),
    Part.of(State.card, "the slot of the card whose ability is being used", kind=CODE),
    Part.of(
        State.number, "cards discarded or still to discard; the price of a wagon", high=MOST_OWNED
    ),
    Part.of(State.tokens, "stations that are not built yet", high=BYTE),
    Part.of(State.row_left, "cards of the row that are not put back yet"),
    Part.of(
        State.row, "1 + slot of each card in the row; by slots if not mine to see",
        high=SLOTS, kind=CODE,
    ),
    Part.of(State.track, "the score track"),
    Part.of(State.stock, "cubes not on the board"),
    Part.of(State.hand_size, "cards in each hand", high=MOST_OWNED),
    Part.of(State.draw_size, "cards in each draw pile below those in `top`", high=MOST_OWNED),
    Part(
        "cubes", (MAX_SEATS, len(ROWS)), 0, (1 << max(WIDTHS)) - 1,
        "each seat's cubes in each row of the board, a bit for each space from the left",
        kind=SET,
    ),
    Part.of(State.stations, "stations on each space", high=MOST_ROOM),
    Part(
        "kind", (CHOSEN,), FIXED, KINDS - 1,
        f"the kinds in slots {FIXED} to {SLOTS - 1}", kind=CODE,
    ),
    _cards(State.supply, "cards of each slot in the supply", distinct_up_to=15),
    _cards(State.play, "in the play area"),
    _cards(State.aside, "bought and gained this turn"),
    _cards(State.known, "in my hand, so that everybody knows it", row=True),
    _cards(State.hand, "in my hand; known to be in the others'"),
    _cards(
        State.draw,
        "in my draw pile below `top`; of the others, all cards whose place is a secret",
    ),
    _cards(State.discard, "in each discard pile"),
    Part(
        "loose", (MAX_SEATS, LOOSE), 0, SLOTS,
        "1 + slot of each card in a group of which some are in the hand and some on the pile",
        kind=CODE, shared=True,
    ),
    Part.of(
        State.top,
        f"cards known to lie on each draw pile, the last one topmost: 1 + slot + {WAYS} · way; "
        f"slot {SECRET} is a secret; ways: 0 all know it, 1 its owner does, 2 all but the order in "
        "its group, 3 one of `loose`, 4 like 2, and the lowest of its group",
        high=MOST_TOP, kind=CODE, shared=True,
    ),
)  # fmt: skip

AT = Observation(OBSERVATION).starts
ROW_LEFT, TRACK, STOCK = AT["row_left"], AT["track"], AT["stock"]
HAND_SIZE, DRAW_SIZE = AT["hand_size"], AT["draw_size"]
PILE_ROW, ON_BOARD, STATIONS, KIND = AT["row"], AT["cubes"], AT["stations"], AT["kind"]
SUPPLY, PLAY, ASIDE, KNOWN = AT["supply"], AT["play"], AT["aside"], AT["known"]
HAND, DRAW, DISCARD, IN_GROUP, TOP = (
    AT["hand"], AT["draw"], AT["discard"], AT["loose"], AT["top"],
)  # fmt: skip
WORD = 64


@entry
def observe(facts: Facts, state: State, seat: Number, out: Observed) -> None:
    """Write a seat's observation; the full and the seat's hidden position give the same."""
    observe_course(facts, state, seat, out)
    observe_row(state, seat, out)
    observe_seats(state, seat, out)
    observe_board(state, seat, out)
    observe_table(state, seat, out)
    observe_hands(state, seat, out)
    observe_piles(state, seat, out)


@rule
def observe_course(facts: Facts, state: State, seat: Number, out: Observed) -> None:
    seats = np.int64(state.seats)
    out[0] = seats
    out[1] = relative_seat(seat, state.turn, seats)
    out[2] = relative_seat(seat, state.first, seats)
    out[3] = state.phase
    out[4] = state.reason
    winners = np.int64(state.winners)
    out[5] = winners >> seat | (winners & ((1 << seat) - 1)) << (seats - seat)
    left = np.int64(facts.turn_limit) - np.int64(state.turns)
    out[6] = left if facts.turn_limit > 0 and left < MOST else MOST
    out[7] = capped(state.money)
    out[8] = state.acted
    out[9] = state.effects
    out[10] = state.ironworks
    out[11] = state.card
    out[12] = state.number
    out[13] = state.tokens
    out[14] = state.row_left


@rule
def rank(cards: Integers, low: Number, end: Number, i: Number) -> Number:
    """The index that card `i` would have if cards `low` to `end` were sorted by slot."""
    slot = cards[i] & s.SLOT
    place: Number = 0
    for k in range(low, end):
        other = cards[k] & s.SLOT
        place += other < slot or (other == slot and k < i)
    return place


@rule
def observe_row(state: State, seat: Number, out: Observed) -> None:
    secret = state.phase == s.ORDER and state.turn != seat
    size = np.int64(state.row_size)
    for i in range(size):
        place = rank(state.row, 0, size, i) if secret else i
        put(out, PILE_ROW + place, 1 + state.row[i])
    put_zeros(out, PILE_ROW + size, s.ROW - size)


@rule
def observe_seats(state: State, seat: Number, out: Observed) -> None:
    seats = np.int64(state.seats)
    for i in range(seats):
        other = seat_after(seat, i, seats)
        put(out, TRACK + i, capped(state.track[other]))
        put(out, STOCK + i, state.stock[other])
        put(out, HAND_SIZE + i, state.hand_size[other])
        put(out, DRAW_SIZE + i, state.draw_size[other])
    for i in range(seats, MAX_SEATS):
        put(out, TRACK + i, 0)
        put(out, STOCK + i, 0)
        put(out, HAND_SIZE + i, 0)
        put(out, DRAW_SIZE + i, 0)


# -- the board -----------------------------------------------------------------------------------


@rule
def bits_between(low: np.uint64, high: np.uint64, first: int, end: int) -> Number:
    """The bits `first` to `end` of a set of spaces (two words of 64) as a small number."""
    if first >= WORD:
        found = high >> np.uint64(first - WORD)
    elif end <= WORD:
        found = low >> np.uint64(first)
    else:
        found = low >> np.uint64(first) | high << np.uint64(WORD - first)
    return np.int64(found & np.uint64((1 << (end - first)) - 1))


@rule
def observe_board(state: State, seat: Number, out: Observed) -> None:
    seats = np.int64(state.seats)
    for i in range(seats):
        cubes = state.cubes[seat_after(seat, i, seats)]
        low, high = cubes[0], cubes[1]
        first = 0
        for row in range(len(ROWS)):
            end = first + WIDTHS[row % 2]
            put(out, ON_BOARD + i * len(ROWS) + row, bits_between(low, high, first, end))
            first = end
    put_zeros(out, ON_BOARD + seats * len(ROWS), (MAX_SEATS - seats) * len(ROWS))
    put_all(out, STATIONS, state.stations)


# -- the cards -----------------------------------------------------------------------------------


@rule
def observe_table(state: State, seat: Number, out: Observed) -> None:
    for i in range(CHOSEN):
        out[KIND + i] = state.kind[FIXED + i]
    put_all(out, SUPPLY, state.supply)
    put_all(out, PLAY, state.play)
    put_all(out, ASIDE, state.aside)
    put_all(out, KNOWN, state.known[seat])


@rule
def secrets_on_top(state: State, seat: Number) -> bool:
    """Whether the pile has a card that only its owner knows, or one of a split group."""
    for i in range(state.top_size[seat]):
        how = state.top[seat, i] & s.KNOWN_BY_MASK
        if how == s.PRIVATE or how == s.SPLIT:
            return True
    return False


@rule
def secret_cards(state: State, seat: Number, slot: int) -> int:
    """Number of such cards on the pile, by slot; in a hidden position they are in `draw`."""
    count = 0
    for i in range(state.top_size[seat]):
        how = state.top[seat, i] & s.KNOWN_BY_MASK
        if how == s.PRIVATE or how == s.SPLIT:
            count += state.top[seat, i] & s.SLOT == slot
    return count


@rule
def put_pool(out: Observed, at: Number, state: State, seat: Number) -> None:
    """Write the cards of another seat whose place is secret."""
    hand, known, draw = state.hand[seat], state.known[seat], state.draw[seat]
    if secrets_on_top(state, seat):
        for slot in range(SLOTS):
            pool = draw[slot] + hand[slot] - known[slot]
            put(out, at + slot, pool + secret_cards(state, seat, slot))
    else:
        for slot in range(SLOTS):
            put(out, at + slot, draw[slot] + hand[slot] - known[slot])


@rule
def observe_hands(state: State, seat: Number, out: Observed) -> None:
    seats = np.int64(state.seats)
    put_all(out, HAND, state.hand[seat])
    for i in range(1, seats):
        put_all(out, HAND + i * SLOTS, state.known[seat_after(seat, i, seats)])
    for i in range(seats, MAX_SEATS):
        put_zeros(out, HAND + i * SLOTS, SLOTS)
    put_all(out, DRAW, state.draw[seat])
    for i in range(1, seats):
        put_pool(out, DRAW + i * SLOTS, state, seat_after(seat, i, seats))
    for i in range(seats, MAX_SEATS):
        put_zeros(out, DRAW + i * SLOTS, SLOTS)
    for i in range(seats):
        put_all(out, DISCARD + i * SLOTS, state.discard[seat_after(seat, i, seats)])
    for i in range(seats, MAX_SEATS):
        put_zeros(out, DISCARD + i * SLOTS, SLOTS)


@rule
def observe_piles(state: State, seat: Number, out: Observed) -> None:
    """Write the cards known to lie on the draw piles, usually none."""
    seats = np.int64(state.seats)
    for i in range(MAX_SEATS):
        other = seat_after(seat, i, seats)
        if i < seats and state.top_size[other] > 0:  # part of the group may be on it
            observe_loose(state, other, IN_GROUP + i * LOOSE, out)
        else:
            put_zeros(out, IN_GROUP + i * LOOSE, LOOSE)
    for i in range(MAX_SEATS):
        other = seat_after(seat, i, seats)
        if i < seats and state.top_size[other] > 0:
            observe_top(state, other, i > 0, TOP + i * s.MAX_TOP, out)
        else:
            put_zeros(out, TOP + i * s.MAX_TOP, s.MAX_TOP)


@rule
def observe_loose(state: State, seat: Number, at: int, out: Observed) -> None:
    n = 0
    for slot in range(SLOTS):
        for _ in range(state.loose[seat, slot]):
            if n < LOOSE:
                put(out, at + n, 1 + slot)
                n += 1
    put_zeros(out, at + n, LOOSE - n)


@rule
def lowest_of_group(top: Integers, i: Number) -> Number:
    """Index of the lowest card of the group whose topmost card is at `i`."""
    while i > 0 and top[i] & s.LAST == 0:
        i -= 1
    return i


@rule
def card_on_top(card: Number, slot: Number) -> Number:
    way = ((card & s.KNOWN_BY_MASK) >> 5) + 2 * (card >> 7)
    return 1 + slot + WAYS * way


@rule
def observe_top(state: State, seat: Number, foreign: bool, at: int, out: Observed) -> None:
    """Write the known top of a pile; orders of groups and private cards only for their owner."""
    size = np.int64(state.top_size[seat])
    top = state.top[seat]
    i: Number = size - 1
    while i >= 0:
        card = top[i]
        how = card & s.KNOWN_BY_MASK
        low: Number = i
        if foreign and how == s.GROUP:
            low = lowest_of_group(top, i)
            for k in range(low, i + 1):
                place = rank(top, low, i + 1, k)
                mark = s.GROUP | s.LAST if place == 0 else s.GROUP
                put(out, at + low + place, card_on_top(mark, top[k] & s.SLOT))
        elif foreign and (how == s.PRIVATE or how == s.SPLIT):
            put(out, at + i, card_on_top(card, SECRET))
        else:
            put(out, at + i, card_on_top(card, card & s.SLOT))
        i = low - 1
    put_zeros(out, at + size, s.MAX_TOP - size)
