"""Checks of Der große Zugraub that run inside the compiled loop at every decision.

They do not repeat how the rules carry a step out, but state what must hold for every position and
for every two consecutive ones.
"""

from __future__ import annotations

import numpy as np

from spielzug.core.entries import make_audit
from spielzug.core.jit import rule
from spielzug.core.record_types import Counts, Number
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.audit import steps
from spielzug.games.zugraub.audit.steps import CHECKS
from spielzug.games.zugraub.facts import Facts
from spielzug.games.zugraub.facts.sets import (
    ALL_CARDS,
    CABOOSE_FACE,
    ENGINE_FACE,
    LAST_PIECE,
    MAX_CARS,
    SPACES,
    THREE_HANDS,
)
from spielzug.games.zugraub.state import State

__all__ = ["CHECKS", "audit"]


@rule
def limit(facts: Facts, state: State, seat: Number) -> int:
    return 2 + (facts.ability[state.head[seat]] == THREE_HANDS)


@rule
def in_fight(state: State) -> bool:
    return state.phase == s.BRAWL or state.phase == s.SPOILS or state.phase == s.LIMIT


# -- one position ----------------------------------------------------------------------------------


@rule
def add_seen_card(seen: np.uint64, facts: Facts, card: Number) -> np.uint64:
    """Add a card to the set; a duplicate or an invalid card empties it, so that it stays
    incomplete."""
    if card < 1 or card > facts.count:
        return np.uint64(0)
    bit = np.uint64(1) << np.uint64(card - 1)
    return seen | bit if seen & bit == 0 else np.uint64(0)


@rule
def cards_fit(facts: Facts, state: State) -> bool:  # B1
    seen = np.uint64(0)
    count = 0
    for seat in range(state.seats):
        if state.head[seat] != 0:
            seen = add_seen_card(seen, facts, state.head[seat])
            count += 1
        for slot in range(s.HAND):
            card = state.hand[seat, slot]
            if (card != 0) != (slot < state.cards[seat]):
                return False
            if card != 0:
                seen = add_seen_card(seen, facts, card)
                count += 1
    for i in range(ALL_CARDS):
        lies = i < state.draw_pile or i >= ALL_CARDS - state.discard_pile
        if (state.pile[i] != 0) != lies:
            return False
        if lies:
            seen = add_seen_card(seen, facts, state.pile[i])
            count += 1
    if count != facts.count:
        return False
    if count == ALL_CARDS:
        return seen == ~np.uint64(0)
    return seen == (np.uint64(1) << np.uint64(count)) - np.uint64(1)


@rule
def pieces_fit(facts: Facts, state: State) -> bool:  # B4
    if not 1 <= state.length <= MAX_CARS or state.unused & state.lost != 0:
        return False
    there = np.int64(state.unused | state.lost)
    for car in range(MAX_CARS):
        face = np.int64(state.train[car])
        if car >= state.length:
            if face != 0 or state.markers[car] != 0:
                return False
            continue
        if there >> (face >> 1) & 1:
            return False
        there |= 1 << (face >> 1)
        if face == CABOOSE_FACE and (car > 0 or state.dropped > 0):
            return False
        if face == ENGINE_FACE and car + 1 < state.length:
            return False
    return there == (1 << (LAST_PIECE + 1)) - 1 and state.lost >> LAST_PIECE == 0


@rule
def course_fits(state: State) -> bool:  # B5
    if state.reason != s.NOT_OVER:
        return state.phase == s.OVER and state.turn == -1
    if state.phase >= s.OVER or not 0 <= state.turn < state.seats:
        return False
    if state.active != (state.first + state.turns) % state.seats:
        return False
    if state.phase == s.LIMIT:
        return state.turn != state.active
    return in_fight(state) or state.turn == state.active


@rule
def pawns_fit(state: State) -> bool:  # B7
    for seat in range(state.seats):
        place = state.pawn[seat]
        if place != s.BEHIND and place >= state.length * SPACES:
            return False
    return True


@rule
def markers_fit(facts: Facts, state: State) -> bool:  # B10
    for car in range(state.length):
        if state.markers[car] & facts.brains[state.train[car]] != state.markers[car]:
            return False
    return True


@rule
def fight_fits(state: State) -> bool:  # B11
    if not in_fight(state):
        return state.fighters == 0 or state.phase == s.OVER
    for seat in range(state.seats):
        beside = state.pawn[seat] == state.pawn[state.active]
        if (state.fighters >> seat & 1 == 1) != beside:
            return False
    return state.pawn[state.active] != s.BEHIND and state.fighters >> state.turn & 1 == 1


@rule
def winner_fits(state: State) -> bool:  # B12
    if state.phase != s.SPOILS and state.phase != s.LIMIT:
        return state.champion == -1 or state.phase == s.OVER
    if state.champion < 0 or state.fighters >> state.champion & 1 == 0:
        return False
    better = 0
    equal = 0
    for seat in range(state.seats):
        if state.fighters >> seat & 1 and seat != state.champion:
            better += state.total[seat] > state.total[state.champion]
            equal += state.total[seat] == state.total[state.champion]
    return (better == 0 and equal == 0) or state.champion == state.active


@rule
def limits_fit(facts: Facts, state: State) -> bool:  # B15
    for seat in range(state.seats):
        if seat == state.active and state.phase != s.DISCARDING:
            continue
        loosely = state.phase == s.LIMIT or state.phase == s.OVER
        allowed = 3 if loosely else limit(facts, state, seat)
        if state.phase == s.SPOILS:  # cards that came and cards that can still leave (B14)
            allowed = 6
        if state.cards[seat] > allowed:
            return False
    return state.phase != s.LIMIT or state.cards[state.turn] > limit(facts, state, state.turn)


@rule
def behind_fits(state: State) -> bool:  # B19
    if state.pawn[state.active] != s.BEHIND or state.reason != s.NOT_OVER:
        return True
    return state.phase == s.DISCARDING or (state.phase == s.MOVE and state.reach > 0)


@rule
def end_fits(facts: Facts, state: State) -> bool:  # B20
    if state.reason == s.NOT_OVER or state.reason == s.ABANDONED:
        return state.winners == 0
    best: Number = 0
    for seat in range(state.seats):
        best = max(best, np.int64(facts.iq[state.head[seat]]))
    count: Number = 0
    for seat in range(state.seats):
        wins = best > 0 and facts.iq[state.head[seat]] == best
        if (state.winners >> seat & 1 == 1) != wins:
            return False
        count += wins
    if state.reason == s.TURN_LIMIT:
        return 0 < facts.turn_limit == state.turns
    if state.length != 1 or state.train[0] != ENGINE_FACE:
        return False
    if count == 0:
        return state.reason == s.ALL_LOST
    return state.reason == (s.WON_GAME if count == 1 else s.SHARED_GAME)


@rule
def knowledge_fits(state: State) -> bool:
    for seat in range(state.seats):
        for slot in range(state.cards[seat]):
            seen = state.seen[seat, slot]
            if seen >> seat & 1 == 0:
                return False
            # The shuffle of a card that everybody saw in a head does not matter.
            card = state.hand[seat, slot]
            if seen & 0xFF != 0xFF and seen >> s.BATCH != state.batch[card]:
                return False
    for i in range(state.draw_pile):
        if state.batch[state.pile[i]] != state.shuffles:
            return False
    return True


@rule
def failed_position_check(facts: Facts, state: State, counts: Counts) -> int:
    """The first check that the position fails, -1 if none."""
    for check in range(len(CHECKS)):
        counts[check] += 1
    if not cards_fit(facts, state):
        return steps.CARDS
    if not pieces_fit(facts, state):
        return steps.PIECES
    if not course_fits(state):
        return steps.COURSE
    if not pawns_fit(state):
        return steps.PAWNS
    if not markers_fit(facts, state):
        return steps.MARKERS
    if not fight_fits(state):
        return steps.FIGHTS
    if not winner_fits(state):
        return steps.WINNER
    if not limits_fit(facts, state):
        return steps.LIMITS
    if not behind_fits(state):
        return steps.FALLING
    if not end_fits(facts, state):
        return steps.ENDING
    if not knowledge_fits(state):
        return steps.KNOWING
    return -1


audit = make_audit(failed_position_check, steps.failed_step_check)
