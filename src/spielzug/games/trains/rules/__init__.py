"""The compiled rules of Trains: set-up, turns and the end.

Rule numbers (T1 …) are those of the game's docs page. What the cards do is in `abilities`, the
board and the scoring in `network`, the piles in `piles`.
"""

from __future__ import annotations

import numpy as np

from spielzug.core.bits import NONE, index_of, lowest
from spielzug.core.entries import draw_first, end_by_table, make_entries, share_win
from spielzug.core.event_buffer import emit
from spielzug.core.events import EVERYONE
from spielzug.core.jit import entry, rule
from spielzug.core.record_types import Actions, Events, Noted, Number, Shares
from spielzug.core.rng import below
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import RANDOM_SUPPLY, SLOTS, Facts
from spielzug.games.trains.facts.boards import WORDS
from spielzug.games.trains.facts.sets import CHOSEN, FIXED, IW, KINDS, LR, NT, SE, WA
from spielzug.games.trains.rules import piles
from spielzug.games.trains.rules.abilities import (
    IRONWORKS,
    choices,
    continue_ability,
    is_usable,
    use,
)
from spielzug.games.trains.rules.abilities.red import end_row
from spielzug.games.trains.rules.network import put_cube, score
from spielzug.games.trains.state import State

# -- set-up --------------------------------------------------------------------------------------


@rule
def choose_kinds(facts: Facts, state: State) -> None:  # T1
    """Set the eight random kinds, ascending: named by the options or drawn at random."""
    for slot in range(FIXED):
        state.kind[slot] = slot
    if facts.supply != RANDOM_SUPPLY:
        for i in range(CHOSEN):
            state.kind[FIXED + i] = facts.named[i]
        return
    chosen = 0
    for kind in range(FIXED, KINDS):
        if below(state, KINDS - kind) < CHOSEN - chosen:
            state.kind[FIXED + chosen] = kind
            chosen += 1


@rule
def set_out(facts: Facts, state: State) -> None:  # T1, T2
    """Lay out the supply and give every player the first deck."""
    trains, rails, expansions = facts.deck[0], facts.deck[1], facts.deck[2]
    for slot in range(SLOTS):
        state.supply[slot] = facts.count[state.kind[slot]]
    state.supply[NT] = 0
    state.supply[LR] -= rails * state.seats
    state.supply[SE] -= expansions * state.seats
    state.tokens = facts.tokens
    for seat in range(state.seats):
        state.stock[seat] = facts.cubes
        state.draw[seat, NT] = trains
        state.draw[seat, LR] = rails
        state.draw[seat, SE] = expansions
        state.draw_size[seat] = trains + rails + expansions


@rule
def set_up(facts: Facts, state: State, events: Events) -> None:  # T1, T2
    first = draw_first(facts.first, state)
    state.first = first
    state.turn = first
    state.phase = s.STARTING
    choose_kinds(facts, state)
    set_out(facts, state)
    for i in range(CHOSEN):
        emit(events, s.SUPPLIED, -1, state.kind[FIXED + i], 0, EVERYONE)
    emit(events, s.BEGINS, first, 0, 0, EVERYONE)
    for i in range(state.seats):
        for _ in range(facts.hand):
            piles.draw_card(state, (first + i) % state.seats, s.DEALT, events)


@rule
def place_first(facts: Facts, state: State, space: Number, events: Noted) -> None:  # T3
    put_cube(facts, state, state.turn, space)
    emit(events, s.STARTED, state.turn, space, 0, EVERYONE)
    state.turn = (state.turn + 1) % state.seats
    if state.turn == state.first:
        state.phase = s.TURN


# -- a turn --------------------------------------------------------------------------------------


@rule
def play(facts: Facts, state: State, kind: int, uses: bool, events: Noted) -> None:  # T5
    slot = piles.slot_of(state, kind)
    piles.leave_hand(state, state.turn, slot)
    state.play[slot] += 1
    state.acted = 1
    state.money += facts.money[kind]
    emit(events, s.PLAYED, state.turn, kind, uses, EVERYONE)
    if facts.rail[kind]:  # T14: even if its ability is not used
        piles.earn(state, IRONWORKS * state.ironworks, IW, events)
    if uses:
        state.card = slot
        use(facts, state, kind, events)
        if state.phase == s.TURN:
            state.card = 0


@rule
def buy(facts: Facts, state: State, kind: int, on_top: bool, events: Noted) -> None:  # T6
    slot = piles.slot_of(state, kind)
    state.supply[slot] -= 1
    state.money -= facts.cost[kind]
    state.acted = 1
    if on_top:
        piles.put_on_top(state, state.turn, slot | s.PUBLIC)
    else:
        state.aside[slot] += 1
    emit(events, s.BOUGHT, state.turn, kind, on_top, EVERYONE)
    if facts.victory[kind]:
        for _ in range(facts.waste[kind]):
            piles.gain_waste(state, kind, events)


@rule
def recycle(facts: Facts, state: State, events: Noted) -> None:  # T7
    emit(events, s.PASSED, state.turn, 0, 0, EVERYONE)
    piles.return_waste(state, state.hand[state.turn, WA], events)
    end_turn(facts, state, events)


@rule
def discard_played(state: State, seat: Number) -> None:
    """Move played, bought and gained cards to the discard pile."""
    for slot in range(SLOTS):
        state.discard[seat, slot] += state.play[slot] + state.aside[slot]
        state.play[slot] = 0
        state.aside[slot] = 0


@rule
def clean_up(facts: Facts, state: State, events: Noted) -> None:  # T8, T9
    seat = state.turn
    piles.hide_split_group(state, seat)
    for slot in range(SLOTS):
        count = state.hand[seat, slot]
        state.known[seat, slot] = 0
        if count > 0:
            state.discard[seat, slot] += count
            state.hand[seat, slot] = 0
            emit(events, s.DISCARDED, seat, state.kind[slot], count, EVERYONE)
    state.hand_size[seat] = 0
    discard_played(state, seat)
    state.money = 0
    state.effects = 0
    state.ironworks = 0
    state.acted = 0
    emit(events, s.CLEANED_UP, seat, 0, 0, EVERYONE)
    piles.draw_cards(state, seat, facts.hand, events)


@rule
def empty_piles(state: State) -> int:
    """Number of empty piles in the supply, Waste not counted (T15)."""
    count = 0
    for slot in range(1, SLOTS):
        count += state.supply[slot] == 0 and slot != WA
    return count


@rule
def why_it_ends(facts: Facts, state: State) -> int:  # T15, T17
    if empty_piles(state) >= facts.empty_piles:
        return s.FOUR_PILES
    for seat in range(state.seats):
        if state.stock[seat] == 0:
            return s.NO_CUBES
    if state.tokens == 0:
        return s.NO_STATIONS
    if facts.turn_limit > 0 and state.turns >= facts.turn_limit:
        return s.TURN_LIMIT
    return s.NOT_OVER


@rule
def end_turn(facts: Facts, state: State, events: Noted) -> None:
    clean_up(facts, state, events)
    state.turns += 1
    reason = why_it_ends(facts, state)
    if reason == s.NOT_OVER:
        state.turn = (state.turn + 1) % state.seats
        return
    if reason == s.FOUR_PILES:
        emit(events, s.ENDED_PILES, -1, 0, 0, EVERYONE)
    elif reason == s.NO_CUBES:
        emit(events, s.ENDED_CUBES, -1, 0, 0, EVERYONE)
    elif reason == s.NO_STATIONS:
        emit(events, s.ENDED_STATIONS, -1, 0, 0, EVERYONE)
    else:
        emit(events, s.ENDED_LIMIT, -1, state.turns, 0, EVERYONE)
    state.reason = reason
    state.turn = -1
    state.phase = s.OVER
    score(facts, state, events)


@rule
def apply_table_action(state: State, action: Number, events: Noted) -> None:
    if state.phase == s.REVEAL or state.phase == s.ORDER:
        end_row(state, None)
    if state.phase != s.STARTING:
        discard_played(state, state.turn)
    winner = end_by_table(state, action, s.ENDINGS, events)
    if winner >= 0:
        state.winners = 1 << winner
    state.turn = -1
    state.phase = s.OVER


@rule
def carry_out(facts: Facts, state: State, action: Number, events: Noted) -> None:
    if action >= s.RESIGN:
        apply_table_action(state, action, events)
    elif action < s.PLAY:
        place_first(facts, state, action - s.START, events)
    elif action < s.USE:
        play(facts, state, action - s.PLAY, False, events)
    elif action < s.BUY:
        play(facts, state, action - s.USE, True, events)
    elif action < s.BUY_TOP:
        buy(facts, state, action - s.BUY, False, events)
    elif action < s.END:
        buy(facts, state, action - s.BUY_TOP, True, events)
    elif action == s.END:
        end_turn(facts, state, events)
    elif action < s.LAY:
        recycle(facts, state, events)
    else:
        continue_ability(facts, state, action, events)


# -- what Python calls ---------------------------------------------------------------------------


start, actor, over, step, step_quiet, outside = make_entries(set_up, carry_out, s.ENDINGS)


@rule
def starting_choices(facts: Facts, state: State, out: Actions) -> int:  # T3
    n = 0
    for word in range(WORDS):
        taken = NONE
        for seat in range(state.seats):
            taken |= state.cubes[seat, word]
        spaces = facts.starts[word] ^ (facts.starts[word] & taken)
        while spaces != NONE:
            space = lowest(spaces)
            spaces ^= space
            out[n] = s.START + index_of(space) + 64 * word
            n += 1
    return n


@rule
def turn_choices(facts: Facts, state: State, out: Actions) -> int:  # T4
    seat = state.turn
    hand = state.hand[seat]
    n = 0
    can_use = 0
    for slot in range(SLOTS):
        if hand[slot] > 0:
            kind = state.kind[slot]
            if facts.playable[kind]:  # T5
                out[n] = s.PLAY + kind
                n += 1
                if facts.active[kind] and is_usable(facts, state, slot):
                    can_use |= 1 << slot
    for slot in range(SLOTS):
        out[n] = s.USE + state.kind[slot]
        n += can_use >> slot & 1
    n = each_purchase(facts, state, s.BUY, out, n)
    if state.effects & s.EARLY:
        n = each_purchase(facts, state, s.BUY_TOP, out, n)
    out[n] = s.END
    n += 1
    if state.acted == 0 and hand[WA] > 0:  # T7
        out[n] = s.RECYCLE
        n += 1
    return n


@rule
def each_purchase(facts: Facts, state: State, first: int, out: Actions, n: int) -> int:  # T6
    if state.money < facts.cheapest:
        return n
    for slot in range(1, SLOTS):
        kind = state.kind[slot]
        out[n] = first + kind
        n += state.supply[slot] > 0 and facts.cost[kind] <= state.money and slot != WA
    return n


@entry
def legal(facts: Facts, state: State, out: Actions) -> int:
    """Write the legal actions to `out` in ascending order; returns their number."""
    phase = state.phase
    if phase == s.TURN:
        return turn_choices(facts, state, out)
    if phase == s.STARTING:
        return starting_choices(facts, state, out)
    if phase == s.OVER:
        return 0
    return choices(facts, state, out)


@entry
def result(facts: Facts, state: State, out: Shares) -> Number:
    """Write each seat's share of the win to `out`; returns the reason (0: not over)."""
    share_win(state, state.winners, out)
    return np.int64(state.reason)
