"""The compiled rules of Der große Zugraub: the functions that Python calls.

Rule numbers (B1 …) are those of the game's docs page. A turn is: discard (in `turn`), roll, move,
brake, marker (in `moves`), fight, spoils, hand limit (in `fight`), install and coupling check (in
`turn`).
"""

from __future__ import annotations

import numpy as np

from spielzug.core.entries import draw_first, end_by_table, make_entries, share_win
from spielzug.core.event_buffer import emit
from spielzug.core.events import EVERYONE
from spielzug.core.jit import entry, rule
from spielzug.core.record_types import Actions, Events, Noted, Number, Shares
from spielzug.core.rng import below
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.facts import Facts
from spielzug.games.zugraub.facts.sets import CABOOSE_FACE, LAST_PIECE
from spielzug.games.zugraub.rules import fight, turn
from spielzug.games.zugraub.rules.moves import add_car, decide_move, discard_or_roll, offer_move
from spielzug.games.zugraub.rules.piles import deal
from spielzug.games.zugraub.state import State

# -- set-up --------------------------------------------------------------------------------------


@rule
def is_in_head(state: State, card: int) -> bool:
    for seat in range(state.seats):
        if state.head[seat] == card:
            return True
    return False


@rule
def give_free_cheeses(facts: Facts, state: State, events: Noted) -> None:
    """B21: a cheese for every head before dealing, at random."""
    left = 0
    for card in range(1, facts.count + 1):
        left += facts.cheesy[card]
    for seat in range(state.seats):
        before = below(state, left)
        card = 0
        while before >= 0:
            card += 1
            if facts.cheesy[card] and not is_in_head(state, card):
                before -= 1
        state.head[seat] = card
        left -= 1
        emit(events, s.FREE_CHEESE, seat, card, 0, EVERYONE)


@rule
def fill_pile(facts: Facts, state: State) -> None:
    """Put all cards into the draw pile except those in heads."""
    size = 0
    for card in range(1, facts.count + 1):
        if not is_in_head(state, card):
            state.pile[size] = card
            size += 1
    state.draw_pile = size


@rule
def set_up(facts: Facts, state: State, events: Events) -> None:  # B4
    state.champion = -1
    first = draw_first(facts.first, state)
    state.first = first
    state.active = first
    emit(events, s.BEGINS, first, 0, 0, EVERYONE)
    state.train[0] = CABOOSE_FACE
    state.markers[0] = facts.brains[CABOOSE_FACE]
    state.length = 1
    state.unused = (1 << LAST_PIECE) - 1
    for _ in range(facts.cars):
        add_car(facts, state, events)
    if facts.cheese:
        give_free_cheeses(facts, state, events)
    fill_pile(facts, state)
    for seat in range(state.seats):
        deal(state, seat, events)
        state.pawn[seat] = facts.starts[(seat - first) % state.seats]
    turn.begin_turn(state, first)


# -- a decision ----------------------------------------------------------------------------------


@rule
def follow_up(facts: Facts, state: State, events: Noted) -> None:
    """Carry out what follows a decision without a further choice."""
    if state.phase == s.BRAWL:
        fight.next_fighter(state)
    if state.phase == s.FIGHT_DONE:
        fight.decide_fight(state, events)
    if state.phase == s.SPACE_DONE:
        turn.begin_end_phase(state)
    if state.phase == s.TURN_DONE:
        turn.end_turn(facts, state, events)
    if state.phase == s.STANDING:
        turn.finish(facts, state, events)


@rule
def carry_out(facts: Facts, state: State, action: Number, events: Noted) -> None:
    phase = state.phase
    if action == s.ABANDON:
        end_by_table(state, action, s.ENDINGS, events)
        turn.end_game(state)
    elif phase == s.DISCARDING:
        discard_or_roll(facts, state, action, events)
    elif phase == s.MOVE:
        decide_move(facts, state, action, events)
    elif phase == s.ATTACKING:
        fight.decide_attack(facts, state, action, events)
    elif phase == s.BRAWL:
        fight.decide_brawl(facts, state, action, events)
    elif phase == s.SPOILS:
        fight.decide_spoils(facts, state, action, events)
    elif phase == s.LIMIT:
        fight.decide_limit(facts, state, action, events)
    else:
        turn.decide_end(facts, state, action, events)
    follow_up(facts, state, events)


start, actor, over, step, step_quiet, outside = make_entries(set_up, carry_out, s.ENDINGS)


@entry
def legal(facts: Facts, state: State, out: Actions) -> int:
    """Write the legal actions to `out` in ascending order; returns their number."""
    phase = state.phase
    if phase == s.DISCARDING:
        return turn.offer_discards(state, out)
    if phase == s.MOVE:
        return offer_move(facts, state, out)
    if phase == s.ATTACKING:
        return fight.offer_attack(out)
    if phase == s.BRAWL:
        return fight.offer_brawl(state, out)
    if phase == s.SPOILS:
        return fight.offer_spoils(facts, state, out)
    if phase == s.LIMIT:
        return fight.offer_limit(state, out)
    if phase == s.END:
        return turn.offer_end(facts, state, out)
    return 0


@entry
def result(facts: Facts, state: State, out: Shares) -> Number:
    """Write each seat's share of the win to `out`; returns the reason (0: not over)."""
    share_win(state, state.winners, out)
    if state.winners == 0 and state.reason != s.ABANDONED:  # B20: all may lose
        for seat in range(state.seats):
            out[seat] = 0.0
    return np.int64(state.reason)
