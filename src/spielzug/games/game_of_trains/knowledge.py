"""What a seat may know in Game of Trains: hiding the rest, and filling it in at random."""

from __future__ import annotations

import numpy as np

from spielzug.core.jit import entry, rule
from spielzug.core.record_types import Number
from spielzug.core.rng import below
from spielzug.games.game_of_trains.facts import CARS, LENGTH, Facts
from spielzug.games.game_of_trains.state import PLACING, SETUP_PLACE, UNKNOWN, State

CardBits = tuple[np.uint64, np.uint64]
"""A bit for each card, see `mark`."""


@entry
def hide(facts: Facts, state: State, seat: Number) -> None:
    """Blank everything that the seat (-1: a spectator) may not know, in place.

    Perfect memory is assumed: a card that once lay open stays known. Hidden are the cards in the
    draw pile while another seat's set-up rejects are still discarded, those rejects, a card that
    another seat has just drawn, and all future luck.
    """
    state.rng = 0
    for other in range(state.seats):
        if other != seat:
            for i in range(4):
                if state.hand[other, i] != 0:
                    state.hand[other, i] = UNKNOWN
            for i in range(3):
                if state.rejects[other, i] != 0:
                    state.rejects[other, i] = UNKNOWN
    secret_card = state.phase == PLACING or state.phase == SETUP_PLACE
    if secret_card and state.turn != seat:
        state.card = UNKNOWN
    for i in range(state.draw_pile):
        state.pile[i] = UNKNOWN
    sort_discards(state)


@rule
def sort_discards(state: State) -> None:
    """Sort the discards: the order in which they came has no meaning."""
    low = CARS - state.discard_pile
    for i in range(low + 1, CARS):
        card = state.pile[i]
        k = i
        while k > low and state.pile[k - 1] > card:
            state.pile[k] = state.pile[k - 1]
            k -= 1
        state.pile[k] = card


@rule
def mark(seen: CardBits, card: Number) -> CardBits:
    """Set the bit of a known card; `seen` is a pair of 64-bit words."""
    low, high = seen
    if card == 0 or card == UNKNOWN:
        return low, high
    if card < 64:
        return low | (np.uint64(1) << np.uint64(card)), high
    return low, high | (np.uint64(1) << np.uint64(card - 64))


@rule
def known_cards(facts: Facts, state: State) -> CardBits:
    """Bits of the cards that no blank can stand for: their place is known or they are not in the
    set."""
    seen = (facts.missing[0], facts.missing[1])
    seen = mark(seen, state.card)
    for i in range(8):
        seen = mark(seen, state.open[i])
    for seat in range(state.seats):
        for i in range(LENGTH):
            seen = mark(seen, state.row[seat, i])
            seen = mark(seen, state.lock[seat, i])
        for i in range(4):
            seen = mark(seen, state.hand[seat, i])
        for i in range(3):
            seen = mark(seen, state.rejects[seat, i])
    for i in range(CARS - state.discard_pile, CARS):
        seen = mark(seen, state.pile[i])
    return seen


@rule
def is_marked(seen: CardBits, card: Number) -> bool:
    low, high = seen
    word = low if card < 64 else high
    bit = card if card < 64 else card - 64
    return bool((word >> np.uint64(bit)) & np.uint64(1))


@entry
def guess(facts: Facts, state: State, seat: Number, key: int) -> None:
    """Fill the blanks of a hidden position at random, each possible deal equally likely."""
    state.rng = key
    seen = known_cards(facts, state)
    # Put all unseen cards into the draw pile, then draw the other blanks from it.
    size = 0
    for card in range(1, CARS + 1):
        if not is_marked(seen, card):
            state.pile[size] = card
            size += 1
    blanks = size - state.draw_pile
    state.draw_pile = size
    if state.card == UNKNOWN:
        state.card = take(state)
    for other in range(state.seats):
        for i in range(4):
            if state.hand[other, i] == UNKNOWN:
                state.hand[other, i] = take(state)
        for i in range(3):
            if state.rejects[other, i] == UNKNOWN:
                state.rejects[other, i] = take(state)
    for i in range(state.draw_pile, state.draw_pile + blanks):
        state.pile[i] = 0


@rule
def take(state: State) -> int:
    """Take a random card out of the draw pile without reshuffling."""
    chosen = below(state, state.draw_pile)
    card = state.pile[chosen]
    state.draw_pile -= 1
    state.pile[chosen] = state.pile[state.draw_pile]
    return card
