"""The fight: everybody on the space, dice, cards answered by cards, one winner (B11-B13)."""

from __future__ import annotations

from typing import Any

import numpy as np

from spielzug.core.events import EVERYONE, emit
from spielzug.core.jit import rule
from spielzug.core.kinds import Facts, Noted, Number, State
from spielzug.games.zugraub.actions import ATTACK, DONE, PASS, PLAY
from spielzug.games.zugraub.facts.sets import THIRD_DIE_HIT
from spielzug.games.zugraub.rules.moves import company, dice_for
from spielzug.games.zugraub.rules.piles import offer_hand, roll, spend
from spielzug.games.zugraub.rules.spoils import begin_spoils
from spielzug.games.zugraub.state import (
    ATTACKED,
    BRAWL,
    DICE,
    FIGHT_DONE,
    FOUGHT,
    HIT,
    LOST_FIGHT,
    PASSED,
    PEACE,
    PLAYED,
    ROLLED,
    SPACE_DONE,
    WON_FIGHT,
)

LEAST = -1 << 15  # less than any total


@rule
def count_bits(mask: int) -> int:
    count = 0
    while mask != 0:
        count += mask & 1
        mask >>= 1
    return count


@rule
def offer_attack(out: Any) -> int:
    out[0] = ATTACK
    out[1] = DONE
    return 2


@rule
def decide_attack(facts: Facts, state: State, action: Number, events: Noted) -> None:
    if action == DONE:
        emit(events, PEACE, state.active, 0, 0, EVERYONE)
        state.phase = SPACE_DONE
    else:
        attack(facts, state, events)


@rule
def attack(facts: Facts, state: State, events: Noted) -> None:  # B11
    attacker = state.active
    state.fighters = company(state, attacker) | (1 << attacker)
    emit(events, ATTACKED, attacker, state.pawn[attacker], count_bits(state.fighters), EVERYONE)
    for i in range(state.seats):
        seat = (attacker + i) % state.seats
        if state.fighters >> seat & 1:
            roll_for_fight(facts, state, seat, events)
    state.phase = BRAWL
    state.passes = 0


@rule
def roll_for_fight(facts: Facts, state: State, seat: Number, events: Noted) -> None:
    total = facts.hit[state.head[seat]] + 0
    dice = dice_for(facts, state, seat, THIRD_DIE_HIT)
    for i in range(DICE):
        state.fight_dice[seat, i] = 0
    for i in range(dice):
        state.fight_dice[seat, i] = roll(state)
        total += state.fight_dice[seat, i]
        emit(events, ROLLED, seat, state.fight_dice[seat, i], total, EVERYONE)
    state.total[seat] = total
    emit(events, FOUGHT, seat, total, dice, EVERYONE)


@rule
def next_fighter(state: State) -> None:
    """The next to speak; who has no card left passes without being asked."""
    count = count_bits(state.fighters)
    seat = np.int64(state.turn)
    while state.passes < count:
        seat = (seat + 1) % state.seats
        if state.fighters >> seat & 1:
            if state.cards[seat] > 0:
                state.turn = seat
                return
            state.passes += 1
    state.phase = FIGHT_DONE


@rule
def offer_brawl(state: State, out: Any) -> int:
    n = offer_hand(state, state.turn, PLAY, out, 0)
    out[n] = PASS
    return n + 1


@rule
def decide_brawl(facts: Facts, state: State, action: Number, events: Noted) -> None:  # B11
    seat = state.turn
    if action == PASS:
        state.passes += 1
        emit(events, PASSED, seat, 0, 0, EVERYONE)
    else:
        card = action - PLAY
        spend(state, seat, card)
        state.passes = 0
        state.total[seat] += facts.hit[card]
        slot = 0
        while slot < PLAYED - 1 and state.played[seat, slot] != 0:
            slot += 1
        state.played[seat, slot] = card
        emit(events, HIT, seat, card, state.total[seat], EVERYONE)


@rule
def settle(state: State, events: Noted) -> None:  # B12, B13
    best = LEAST  # a brain may take something off
    tied = 0
    champion = 0
    for seat in range(state.seats):
        if state.fighters >> seat & 1:
            total = state.total[seat] + 0
            if total > best:
                best = total
                champion = seat
                tied = 0
            elif total == best:
                tied = 1
    if tied:
        champion = state.active
    emit(events, WON_FIGHT, champion, state.total[champion], tied, EVERYONE)
    for i in range(1, state.seats + 1):
        seat = (state.active + i) % state.seats
        if state.fighters >> seat & 1 and seat != champion:
            state.points[seat] += 1
            emit(events, LOST_FIGHT, seat, state.points[seat], 0, EVERYONE)
    begin_spoils(state, champion, events)
