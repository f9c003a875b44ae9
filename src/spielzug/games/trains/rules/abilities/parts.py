"""Small things that several abilities do."""

from __future__ import annotations

from typing import Any

from spielzug.core.events import EVERYONE, emit
from spielzug.core.jit import rule
from spielzug.core.kinds import Facts, Noted, State
from spielzug.games.trains.facts import SLOTS
from spielzug.games.trains.rules.piles import leave_hand
from spielzug.games.trains.state import DISCARDED, MONEY


@rule
def slot_of(state: State, kind: int) -> int:
    """The slot of a kind in this game; SLOTS if it is not in it."""
    for slot in range(SLOTS):
        if state.kind[slot] == kind:
            return slot
    return SLOTS


@rule
def earn(state: State, amount: int, kind: int, events: Noted) -> None:
    """Money besides what is printed on a card that is played."""
    if amount > 0:
        state.money += amount
        emit(events, MONEY, state.turn, amount, kind, EVERYONE)


@rule
def discard_from_hand(state: State, slot: int, events: Noted) -> None:
    leave_hand(state, state.turn, slot)
    state.discard[state.turn, slot] += 1
    emit(events, DISCARDED, state.turn, state.kind[slot], 1, EVERYONE)


@rule
def each_in_hand(state: State, first: int, out: Any) -> int:
    """An action for every kind in hand, ascending."""
    hand = state.hand[state.turn]
    n = 0
    for slot in range(SLOTS):
        out[n] = first + state.kind[slot]
        n += hand[slot] > 0
    return n


@rule
def each_train(facts: Facts, state: State, cards: Any, first: int, out: Any) -> int:
    """An action for every kind of Train among the cards, ascending."""
    n = 0
    for slot in range(SLOTS):
        kind = state.kind[slot]
        if cards[slot] > 0 and facts.train[kind]:
            out[n] = first + kind
            n += 1
    return n


@rule
def has_train(facts: Facts, state: State, cards: Any) -> bool:
    for slot in range(SLOTS):
        if cards[slot] > 0 and facts.train[state.kind[slot]]:
            return True
    return False
