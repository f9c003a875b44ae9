"""What a seat may know in Trains: hiding the rest, and filling it in at random.

Hidden are the other hands except cards seen going in (`known`), the order of every draw pile, the
order of cards that their owner put back, and future luck. Which cards a player owns is public, so
the hidden cards of another seat are kept as one pool in its `draw`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from spielzug.core.declaration import Integers
from spielzug.core.jit import entry, rule
from spielzug.core.record_types import Number, Rng
from spielzug.core.rng import below, new_rng
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import SLOTS, Facts
from spielzug.games.trains.rules.abilities.red import is_rest_alike
from spielzug.games.trains.state import PUBLIC, State

if TYPE_CHECKING:
    from spielzug.core.declaration import Integers


@entry
def hide(facts: Facts, state: State, seat: Number) -> None:
    """Blank everything that the seat (-1: a spectator) may not know, in place."""
    state.rng = 0
    for other in range(state.seats):
        if other != seat:
            pool_cards(state, other)
    if state.phase == s.ORDER and state.turn != seat:
        sort_part(state.row, 0, state.row_size)


@rule
def pool_cards(state: State, seat: Number) -> None:
    """Move all cards of the seat whose place is secret to its draw pile."""
    for slot in range(SLOTS):
        state.draw[seat, slot] += state.hand[seat, slot] - state.known[seat, slot]
        state.hand[seat, slot] = state.known[seat, slot]
    top = state.top[seat]
    size = state.top_size[seat]
    i = size - 1
    while i >= 0:
        how = top[i] & s.KNOWN_BY_MASK
        if how == s.PRIVATE or how == s.SPLIT:
            if top[i] & s.SLOT != s.UNKNOWN:
                state.draw[seat, top[i] & s.SLOT] += 1
            top[i] = s.UNKNOWN | how
        elif how == s.GROUP:
            low = i
            while top[low] & s.LAST == 0:
                low -= 1
            top[low] ^= s.LAST
            sort_part(top, low, i + 1)
            top[low] ^= s.LAST
            i = low
        i -= 1


@rule
def sort_part(cards: Integers, low: int, end: int) -> None:
    """Sort a part of the cards, so that their order reveals nothing."""
    for i in range(low + 1, end):
        card = cards[i]
        k = i
        while k > low and cards[k - 1] > card:
            cards[k] = cards[k - 1]
            k -= 1
        cards[k] = card


@rule
def mix_part(state: State, cards: Integers, low: int, end: int) -> None:
    """Shuffle a part of the cards, every order equally likely."""
    for i in range(end - 1, low, -1):
        k = low + below(state, i - low + 1)
        cards[i], cards[k] = cards[k], cards[i]


@entry
def guess(facts: Facts, state: State, seat: Number, key: int) -> None:
    """Fill the blanks of a hidden position at random, each possible deal equally likely."""
    state.rng = key
    for other in range(state.seats):
        if other != seat:
            deal_again(state, other)
    if state.phase == s.ORDER and state.turn != seat:
        mix_part(state, state.row, 0, state.row_size)
        while is_rest_alike(state):  # identical cards would not be asked about
            mix_part(state, state.row, 0, state.row_size)


@rule
def deal_again(state: State, seat: Number) -> None:
    """Deal the pool of a seat to its hand and to the unknown places on its pile."""
    top = state.top[seat]
    size = state.top_size[seat]
    on_hand = np.int64(state.hand_size[seat])
    for slot in range(SLOTS):
        on_hand -= state.known[seat, slot]
        on_hand -= state.loose[seat, slot]
        state.draw[seat, slot] -= state.loose[seat, slot]
    i = size - 1
    while i >= 0:
        how = top[i] & s.KNOWN_BY_MASK
        if how == s.SPLIT:
            top[i] = take(state, state.loose[seat]) | s.SPLIT
            on_hand += 1
        elif how == s.GROUP:
            low = i
            while top[low] & s.LAST == 0:
                low -= 1
            top[low] ^= s.LAST
            mix_part(state, top, low, i + 1)
            top[low] ^= s.LAST
            i = low
        i -= 1
    # The rest of the group is in the hand; `loose` counts the cards on the pile again below.
    for slot in range(SLOTS):
        state.hand[seat, slot] += state.loose[seat, slot]
    for _ in range(on_hand):
        state.hand[seat, take(state, state.draw[seat])] += 1
    for i in range(size):
        if top[i] & s.KNOWN_BY_MASK == s.PRIVATE:
            top[i] = take(state, state.draw[seat]) | s.PRIVATE
        elif top[i] & s.KNOWN_BY_MASK == s.SPLIT:
            state.loose[seat, top[i] & s.SLOT] += 1


@rule
def take(state: State, cards: Integers) -> int:
    """Take a random card out of `cards`, counted by slot; returns its slot."""
    size = 0
    for slot in range(SLOTS):
        size += cards[slot]
    chosen = below(state, size)
    slot = 0
    while chosen >= cards[slot]:
        chosen -= cards[slot]
        slot += 1
    cards[slot] -= 1
    return slot


def exchange(facts: Facts, state: State, seat: Number, key: int) -> None:
    """Exchange cards whose places the seat does not know, in place, to test `hide`.

    It uses the marks on the cards and not `hide`; the position must look the same to the seat.
    """
    state.rng = key
    rng = new_rng(key)
    for other in range(int(state.seats)):
        if other != seat:
            _exchange_one(state, other, rng)
    if state.phase == s.ORDER and state.turn != seat and int(state.row_size) > 1:
        cards = [int(c) for c in state.row[: state.row_size]]
        cards = cards[1:] + cards[:1]
        if len(set(cards[: state.row_left])) > 1:
            state.row[: state.row_size] = cards


def _exchange_one(state: State, seat: Number, rng: Rng) -> None:
    top, loose = state.top[seat], [int(n) for n in state.loose[seat]]
    places = [
        i for i in range(int(state.top_size[seat])) if int(top[i]) & s.KNOWN_BY_MASK == s.PRIVATE
    ]
    groups = [
        i
        for i in range(int(state.top_size[seat]))
        if int(top[i]) & s.KNOWN_BY_MASK in (s.GROUP, s.SPLIT)
    ]
    for i, k in pairwise(groups):
        if (
            int(top[i]) & s.KNOWN_BY_MASK == int(top[k]) & s.KNOWN_BY_MASK
            and not int(top[k]) & s.LAST
            and k == i + 1
        ):
            a, b = int(top[i]), int(top[k])
            top[i], top[k] = (a & ~s.SLOT) | (b & s.SLOT), (b & ~s.SLOT) | (a & s.SLOT)
    sure = [int(state.known[seat, slot]) + loose[slot] for slot in range(SLOTS)]
    hand = [slot for slot in range(SLOTS) if int(state.hand[seat, slot]) > sure[slot]]
    pile = [slot for slot in range(SLOTS) if int(state.draw[seat, slot]) > 0]
    if hand and pile:
        a, b = hand[int(below(rng, len(hand)))], pile[int(below(rng, len(pile)))]
        state.hand[seat, a] -= 1
        state.hand[seat, b] += 1
        state.draw[seat, b] -= 1
        state.draw[seat, a] += 1
        pile = [slot for slot in range(SLOTS) if int(state.draw[seat, slot]) > 0]
    if places and pile:
        i, b = places[int(below(rng, len(places)))], pile[int(below(rng, len(pile)))]
        a = int(top[i]) & s.SLOT
        top[i] = b | s.PRIVATE
        state.draw[seat, b] -= 1
        state.draw[seat, a] += 1


__all__ = ["PUBLIC", "exchange", "guess", "hide"]
