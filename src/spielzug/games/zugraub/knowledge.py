"""What a seat may know in Der große Zugraub: hiding and guessing the rest, and foreseeing B20.

B20: all lose if nobody has a brain that can win, that is, one with an IQ above 0.
"""

from __future__ import annotations

import numpy as np

from spielzug.core.jit import entry, rule
from spielzug.core.record_types import Number
from spielzug.core.rng import below
from spielzug.games.zugraub.facts import Facts
from spielzug.games.zugraub.facts.sets import ALL_CARDS, ENGINE_FACE, LAST_PIECE
from spielzug.games.zugraub.state import BATCH, SPECTATORS, UNKNOWN, State


@entry
def hide(facts: Facts, state: State, seat: Number) -> None:
    """Blank everything that the seat (-1: a spectator) may not know, in place.

    Hidden are the hand cards that the seat neither holds nor has seen, the draw pile, and all
    future luck. Who has seen which hand card, and the discards in their order, are public.
    """
    state.rng = 0
    bit = SPECTATORS if seat < 0 else 1 << seat
    for other in range(state.seats):
        for slot in range(state.cards[other]):
            if state.seen[other, slot] & bit == 0:
                state.hand[other, slot] = UNKNOWN
    for i in range(state.draw_pile):
        state.pile[i] = UNKNOWN


@rule
def known_cards(state: State) -> np.uint64:
    """Bit n - 1 is set if the place of card n is known in a hidden position."""
    known = np.uint64(0)
    one = np.uint64(1)
    for seat in range(state.seats):
        if state.head[seat] != 0:
            known |= one << np.uint64(state.head[seat] - 1)
        for slot in range(state.cards[seat]):
            card = state.hand[seat, slot]
            if card != UNKNOWN:
                known |= one << np.uint64(card - 1)
    for i in range(ALL_CARDS - state.discard_pile, ALL_CARDS):
        known |= one << np.uint64(state.pile[i] - 1)
    return known


@entry
def guess(facts: Facts, state: State, seat: Number, key: int) -> None:
    """Fill the blanks of a hidden position at random, each possible deal equally likely.

    A card drawn between two shuffles comes from the pile of that time, whose cards are public. So
    an unknown hand card can be any unknown card of the same shuffle.
    """
    state.rng = key
    known = known_cards(state)
    one = np.uint64(1)
    size = 0
    for card in range(1, facts.count + 1):
        if (known >> np.uint64(card - 1)) & one == 0:
            state.pile[size] = card
            size += 1
    pile = state.draw_pile + 0
    for other in range(state.seats):
        for slot in range(state.cards[other]):
            if state.hand[other, slot] == UNKNOWN:
                size = pick(state, other, slot, size)
    for i in range(pile, ALL_CARDS - state.discard_pile):
        state.pile[i] = 0


@rule
def pick(state: State, seat: Number, slot: int, size: int) -> int:
    """Put a random unknown card of the right shuffle into the hand; returns how many are left."""
    batch = state.seen[seat, slot] >> BATCH
    count = 0
    for i in range(size):
        count += 1 if state.batch[state.pile[i]] == batch else 0
    chosen = below(state, count)
    for i in range(size):  # pragma: no branch - one of them is chosen
        if state.batch[state.pile[i]] == batch:
            if chosen == 0:
                state.hand[seat, slot] = state.pile[i]
                state.pile[i] = state.pile[size - 1]
                break
            chosen -= 1
    return size - 1


# -- all lose (B20) ------------------------------------------------------------------------------


CAR_DRAWS = 2  # estimated draws from a car that may still come before the Engine


@rule
def draws_left(facts: Facts, state: State) -> Number:
    """B8, B10: estimated draws still possible, from markers in the train and on future cars.

    B21: if lost cars return, the cars in the train may come again with new markers.
    """
    draws: Number = 0
    for car in range(state.length):
        left = np.int64(state.markers[car])
        while left != 0:
            draws += left & 1
            left >>= 1
    if state.train[state.length - 1] != ENGINE_FACE:  # no car comes after the Engine
        for piece in range(LAST_PIECE):
            if facts.recycle or state.unused >> piece & 1:
                draws += CAR_DRAWS
        draws += facts.brains[ENGINE_FACE] != 0
    return draws


@rule
def may_be_winning_brain(facts: Facts, state: State, seat: Number, slot: int) -> bool:
    """Whether a hand card is, or for all that is known may be, a brain that can win."""
    card = state.hand[seat, slot]
    if card != UNKNOWN:
        return bool(facts.iq[card] > 0)
    known = known_cards(state)
    batch = state.seen[seat, slot] >> BATCH
    for other in range(1, facts.count + 1):
        if (known >> np.uint64(other - 1)) & np.uint64(1) == 0:
            if state.batch[other] == batch and facts.iq[other] > 0:
                return True
    return False


@rule
def has_winning_brain(facts: Facts, state: State) -> bool:
    """Whether a brain that can win is in a head or may be in a hand."""
    for seat in range(state.seats):
        if facts.iq[state.head[seat]] > 0:
            return True
    for seat in range(state.seats):
        for slot in range(state.cards[seat]):
            if may_be_winning_brain(facts, state, seat, slot):
                return True
    return False


@rule
def is_hopeless(facts: Facts, state: State) -> bool:
    """B20: whether this position, as far as it is known, makes it certain that all lose."""
    return bool(draws_left(facts, state) == 0) and not has_winning_brain(facts, state)


@rule
def is_last_winning_brain(facts: Facts, state: State, card: Number) -> bool:
    """B20: whether all lose once this card is spent: no other brain can win or be drawn."""
    if facts.iq[card] <= 0 or draws_left(facts, state) > 0:
        return False
    for seat in range(state.seats):
        if facts.iq[state.head[seat]] > 0:
            return False
        for slot in range(state.cards[seat]):
            other = state.hand[seat, slot]
            if other == UNKNOWN or (other != card and facts.iq[other] > 0):
                return False
    return True


@entry
def nobody_can_win(facts: Facts, state: State) -> bool:
    return bool(is_hopeless(facts, state))


@rule
def winning_brain_chance(facts: Facts, state: State) -> float:
    """The chance that a brain that can win is in play or will be drawn; else all lose (B20)."""
    if has_winning_brain(facts, state):
        return 1.0
    pile: Number = np.int64(state.draw_pile)
    cheeses = pile  # in the draw pile; brains that can win are there or among the discards
    for card in range(1, facts.count + 1):
        cheeses -= facts.iq[card] > 0
    for i in range(ALL_CARDS - state.discard_pile, ALL_CARDS):
        cheeses += facts.iq[state.pile[i]] > 0
    none = 1.0
    for i in range(min(draws_left(facts, state), pile)):
        none *= max(cheeses - i, 0) / (pile - i)
    return 1.0 - none
