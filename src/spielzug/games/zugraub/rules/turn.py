"""Begin and end of a turn: discard; hand limit, install, coupling check; the end of the game."""

from __future__ import annotations

from spielzug.core.event_buffer import emit
from spielzug.core.events import EVERYONE
from spielzug.core.jit import rule
from spielzug.core.record_types import Actions, Noted, Number
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.facts import Facts
from spielzug.games.zugraub.rules import piles
from spielzug.games.zugraub.rules.moves import check_couplings
from spielzug.games.zugraub.state import State

# -- B5 ------------------------------------------------------------------------------------------


@rule
def begin_turn(state: State, seat: Number) -> None:
    state.active = seat
    state.turn = seat
    state.phase = s.DISCARDING
    state.added = 0
    state.installed = 0


@rule
def offer_discards(state: State, out: Actions) -> int:  # B5
    out[0] = s.ROLL
    return piles.offer_hand(state, state.turn, s.DISCARD, out, 1)


# -- B15, B16 ------------------------------------------------------------------------------------


@rule
def begin_end_phase(state: State) -> None:
    """Begin the end of the turn; with an empty hand there is nothing to decide."""
    state.turn = state.active
    state.phase = s.END if state.cards[state.active] > 0 else s.TURN_DONE


@rule
def may_install(facts: Facts, state: State, card: Number) -> bool:  # B16
    return state.installed == 0 and facts.cost[card] <= state.points[state.active]


@rule
def offer_end(facts: Facts, state: State, out: Actions) -> int:
    seat = state.active
    n = 0
    if state.cards[seat] > piles.limit_of(facts, state, seat):  # B15
        n = piles.offer_hand(state, seat, s.DISCARD, out, 0)
    else:
        out[0] = s.DONE
        n = 1
    if state.installed == 0:
        low = n
        for slot in range(state.cards[seat]):
            card = state.hand[seat, slot]
            if may_install(facts, state, card):
                at = n
                while at > low and out[at - 1] > s.INSTALL + card:
                    out[at] = out[at - 1]
                    at -= 1
                out[at] = s.INSTALL + card
                n += 1
    return n


@rule
def install(facts: Facts, state: State, card: Number, events: Noted) -> None:  # B16
    seat = state.active
    piles.remove_from_hand(state, seat, piles.slot_of(state, seat, card))
    old = state.head[seat]
    if old != 0:
        piles.lay_down(state, old)
        emit(events, s.THREW_BRAIN, seat, old, 0, EVERYONE)
    state.head[seat] = card
    state.points[seat] -= facts.cost[card]
    state.installed = 1
    emit(events, s.INSTALLED, seat, card, state.points[seat], EVERYONE)
    if state.cards[seat] == 0:
        state.phase = s.TURN_DONE


@rule
def decide_end(facts: Facts, state: State, action: Number, events: Noted) -> None:
    if action == s.DONE:
        state.phase = s.TURN_DONE
    elif action > s.INSTALL:
        install(facts, state, action - s.INSTALL, events)
    else:
        piles.discard(state, state.active, action - s.DISCARD, events)


# -- end of the turn -----------------------------------------------------------------------------


@rule
def end_turn(facts: Facts, state: State, events: Noted) -> None:
    waiting = state.wait > 0
    if state.added > 0:
        check_couplings(facts, state, events)  # B17
    if waiting:  # B21: the turn in which the Caboose was lost does not count
        state.wait -= 1
    state.turns += 1
    if facts.turn_limit > 0 and state.turns >= facts.turn_limit:
        emit(events, s.LIMIT_REACHED, -1, facts.turn_limit, 0, EVERYONE)
        state.reason = s.TURN_LIMIT
        state.phase = s.STANDING
    else:
        begin_turn(state, (state.active + 1) % state.seats)


@rule
def finish(facts: Facts, state: State, events: Noted) -> None:  # B20
    best = 0
    count = 0
    state.winners = 0
    for seat in range(state.seats):
        iq = facts.iq[state.head[seat]]
        if iq > best:
            best = iq
            count = 0
            state.winners = 0
        if iq == best and iq > 0:
            state.winners |= 1 << seat
            count += 1
    if state.reason == s.NOT_OVER:
        state.reason = s.WON_GAME if count == 1 else (s.SHARED_GAME if count > 1 else s.ALL_LOST)
    for seat in range(state.seats):
        if state.winners >> seat & 1:
            emit(events, s.WON if count == 1 else s.SHARED, seat, best, 0, EVERYONE)
    if count == 0:
        emit(events, s.LOST_ALL, -1, 0, 0, EVERYONE)
    end_game(state)


@rule
def end_game(state: State) -> None:
    state.phase = s.OVER
    state.turn = -1
