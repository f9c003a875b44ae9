"""How cards move between piles and hands, and who knows which card."""

from __future__ import annotations

from spielzug.core.event_buffer import emit
from spielzug.core.events import EVERYONE, SPECTATOR_BIT
from spielzug.core.jit import rule
from spielzug.core.record_types import Actions, Noted, Number
from spielzug.core.rng import below
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.facts import Facts
from spielzug.games.zugraub.facts.sets import ALL_CARDS, THREE_HANDS
from spielzug.games.zugraub.state import State

HANDS = 2  # hand limit without an ability


@rule
def roll(state: State) -> Number:
    return below(state, s.DIE) + 1


@rule
def witnesses(seen: int) -> int:
    """The mask of an event for those who know a card."""
    mask = seen & (s.SPECTATORS - 1)
    return mask | SPECTATOR_BIT if seen & s.SPECTATORS else mask


@rule
def limit_of(facts: Facts, state: State, seat: Number) -> int:
    """B15: the hand limit, two or what the brain in the head allows."""
    return HANDS + 1 if facts.ability[state.head[seat]] == THREE_HANDS else HANDS


# -- piles ---------------------------------------------------------------------------------------


@rule
def lay_down(state: State, card: Number) -> None:
    """Put a card onto the discards."""
    state.discard_pile += 1
    state.pile[ALL_CARDS - state.discard_pile] = card


@rule
def shuffle(state: State, events: Noted) -> None:
    """B10: turn the discards into the draw pile."""
    size = state.discard_pile
    if size == 0:
        return
    low = ALL_CARDS - size
    state.shuffles = (state.shuffles + 1) & 255
    for i in range(size):  # upwards: the two ends of `pile` may overlap
        card = state.pile[low + i]
        state.pile[low + i] = 0
        state.pile[i] = card
        state.batch[card] = state.shuffles
    state.draw_pile = size
    state.discard_pile = 0
    emit(events, s.SHUFFLED, -1, size, 0, EVERYONE)


@rule
def take(state: State) -> int:
    """Take a random card from the draw pile, which is stored without an order."""
    chosen = below(state, state.draw_pile)
    card = state.pile[chosen]
    state.draw_pile -= 1
    state.pile[chosen] = state.pile[state.draw_pile]
    state.pile[state.draw_pile] = 0
    return card


@rule
def draw(state: State, seat: Number, events: Noted) -> None:
    """B10: draw a card into the hand; an empty pile is refilled at once."""
    if state.draw_pile == 0:
        shuffle(state, events)
        if state.draw_pile == 0:
            return
    batch = state.shuffles
    card = take(state)
    put_in_hand(state, seat, card, (1 << seat) | (batch << s.BATCH))
    emit(events, s.DREW, seat, card, 0, 1 << seat)
    if state.draw_pile == 0:
        shuffle(state, events)


@rule
def deal(state: State, seat: Number, events: Noted) -> None:  # B4
    card = take(state)
    put_in_hand(state, seat, card, 1 << seat)
    emit(events, s.DEALT, seat, card, 0, 1 << seat)


# -- hands ---------------------------------------------------------------------------------------


@rule
def put_in_hand(state: State, seat: Number, card: Number, seen: Number) -> None:
    slot = state.cards[seat]
    state.hand[seat, slot] = card
    state.seen[seat, slot] = seen
    state.cards[seat] = slot + 1


@rule
def slot_of(state: State, seat: Number, card: Number) -> int:
    slot = 0
    while state.hand[seat, slot] != card:
        slot += 1
    return slot


@rule
def remove_from_hand(state: State, seat: Number, slot: int) -> None:
    """Remove a card from a hand and close the gap."""
    last = state.cards[seat] - 1
    for i in range(slot, last):
        state.hand[seat, i] = state.hand[seat, i + 1]
        state.seen[seat, i] = state.seen[seat, i + 1]
    state.hand[seat, last] = 0
    state.seen[seat, last] = 0
    state.cards[seat] = last


@rule
def spend(state: State, seat: Number, card: Number) -> None:
    """Move a hand card to the discards."""
    remove_from_hand(state, seat, slot_of(state, seat, card))
    lay_down(state, card)


@rule
def discard(state: State, seat: Number, card: Number, events: Noted) -> None:  # B5, B15
    spend(state, seat, card)
    emit(events, s.DISCARDED, seat, card, state.phase, EVERYONE)


@rule
def drop_hand(state: State, seat: Number, events: Noted) -> None:
    for slot in range(state.cards[seat]):
        card = state.hand[seat, slot]
        state.hand[seat, slot] = 0
        state.seen[seat, slot] = 0
        lay_down(state, card)
        emit(events, s.DISCARDED, seat, card, s.OVER, EVERYONE)  # lost with the car
    state.cards[seat] = 0


@rule
def offer_hand(state: State, seat: Number, first: int, out: Actions, n: int) -> int:
    """Write the actions `first` + card for every hand card, ascending, from index `n` of `out`."""
    low = n
    for slot in range(state.cards[seat]):
        action = first + state.hand[seat, slot]
        at = n
        while at > low and out[at - 1] > action:
            out[at] = out[at - 1]
            at -= 1
        out[at] = action
        n += 1
    return n
