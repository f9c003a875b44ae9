"""Fights between all players on a space (B11-B13), and their spoils (B14, B15).

The winner of a fight may move the brains of all fighters; then the others discard to their limit.
"""

from __future__ import annotations

import numpy as np

from spielzug.core.event_buffer import emit
from spielzug.core.events import EVERYONE
from spielzug.core.jit import rule
from spielzug.core.record_types import Actions, Noted, Number
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.facts import Facts
from spielzug.games.zugraub.facts.sets import THIRD_DIE_HIT
from spielzug.games.zugraub.rules import piles
from spielzug.games.zugraub.rules.moves import dice_for, others_on_space
from spielzug.games.zugraub.state import State


@rule
def begin_spoils(state: State, champion: int, events: Noted) -> None:
    """B14: show the losers' hands to the winner, and to nobody else."""
    state.champion = champion
    state.turn = champion
    state.phase = s.SPOILS
    state.passes = 0
    for i in range(1, state.seats + 1):
        seat = (state.active + i) % state.seats
        if state.fighters >> seat & 1 and seat != champion:
            for slot in range(state.cards[seat]):
                state.seen[seat, slot] |= 1 << champion
                mask = (1 << seat) | (1 << champion)
                emit(events, s.SAW, seat, state.hand[seat, slot], slot, mask)


# -- legal spoils --------------------------------------------------------------------------------


@rule
def has_room(facts: Facts, state: State, seat: Number, own_head: bool) -> bool:
    """B14: only the active player may end above the hand limit.

    Cards that were there before can still leave the hand, so only added ones count here. A brain
    that goes from a head into the same seat's hand no longer allows a third card.
    """
    most = piles.HANDS if own_head else piles.limit_of(facts, state, seat)
    return seat == state.active or state.moved[seat] < most


@rule
def may_end(facts: Facts, state: State) -> bool:
    """B14: not while a hand is above its limit because cards were added and others can leave.

    A fighter above the limit without added cards lost the brain that allowed a third one (B15).
    """
    for seat in range(state.seats):
        if state.fighters >> seat & 1 and seat != state.active:
            held, moved = state.cards[seat], state.moved[seat]
            if moved > 0 and moved < held and held > piles.limit_of(facts, state, seat):
                return False
    return True


@rule
def offer_goals(facts: Facts, state: State, seat: Number, slot: int, out: Actions, n: int) -> int:
    """Write the actions for one brain: all its goals, except a hand card's own hand."""
    base = s.SPOIL + (seat * s.SOURCES + slot) * s.GOALS
    out[n] = base + s.TO_DISCARD
    n += 1
    for to in range(state.seats):
        if state.fighters >> to & 1 and (to != seat or slot == s.HEAD_SLOT):
            if has_room(facts, state, to, to == seat):
                out[n] = base + s.TO_HAND + to
                n += 1
    if slot == s.HEAD_SLOT and facts.spoils_to_head:  # B14
        for to in range(state.seats):
            if state.fighters >> to & 1 and state.head[to] == 0:
                out[n] = base + s.TO_HEAD + to
                n += 1
    return n


@rule
def offer_spoils(facts: Facts, state: State, out: Actions) -> int:
    n = 0
    if may_end(facts, state):
        out[0] = s.PASS
        n = 1
    for seat in range(state.seats):
        if state.fighters >> seat & 1:
            for slot in range(state.cards[seat] - state.moved[seat]):
                n = offer_goals(facts, state, seat, slot, out, n)
            if state.head[seat] != 0 and state.moved_heads >> seat & 1 == 0:
                n = offer_goals(facts, state, seat, s.HEAD_SLOT, out, n)
    return n


# -- carrying spoils out -------------------------------------------------------------------------


@rule
def decide_spoils(facts: Facts, state: State, action: Number, events: Noted) -> None:
    if action == s.PASS:
        emit(events, s.KEPT, state.champion, 0, 0, EVERYONE)
        end_spoils(facts, state)
        return
    source = (action - s.SPOIL) // s.GOALS
    goal = (action - s.SPOIL) % s.GOALS
    seat = source // s.SOURCES
    slot = source % s.SOURCES
    if slot == s.HEAD_SLOT:
        card = state.head[seat] + 0
        seen = s.ALL_KNOW + 0
        state.head[seat] = 0
    else:
        card = state.hand[seat, slot] + 0
        seen = state.seen[seat, slot] + 0
        piles.remove_from_hand(state, seat, slot)
    if goal == s.TO_DISCARD:
        piles.lay_down(state, card)
        emit(events, s.THREW, state.champion, card, seat, EVERYONE)
    elif goal < s.TO_HEAD:
        give(state, seat, card, seen, goal - s.TO_HAND, events)
    else:
        to = goal - s.TO_HEAD
        state.head[to] = card
        state.moved_heads |= 1 << to
        emit(events, s.PUT_IN_HEAD, seat, card, to, EVERYONE)


@rule
def give(state: State, seat: Number, card: Number, seen: int, to: int, events: Noted) -> None:
    """Give a card to a hand; those who knew it still do, and so do winner and receiver."""
    seen |= (1 << state.champion) | (1 << to)
    piles.put_in_hand(state, to, card, seen)
    state.moved[to] += 1
    emit(events, s.GAVE, seat, card, to, piles.witnesses(seen))
    emit(events, s.GOT, to, seat, 0, EVERYONE)


@rule
def end_spoils(facts: Facts, state: State) -> None:
    for seat in range(state.seats):
        state.moved[seat] = 0
    state.moved_heads = 0
    next_limit(facts, state)


# -- B15: hand limit of those who lost the brain that allowed a third card -----------------------


@rule
def next_limit(facts: Facts, state: State) -> None:
    for i in range(1, state.seats):
        seat = (state.active + i) % state.seats
        if state.fighters >> seat & 1 and state.cards[seat] > piles.limit_of(facts, state, seat):
            state.phase = s.LIMIT
            state.turn = seat
            return
    end_fight(state)


@rule
def offer_limit(state: State, out: Actions) -> int:
    return piles.offer_hand(state, state.turn, s.DISCARD, out, 0)


@rule
def decide_limit(facts: Facts, state: State, action: Number, events: Noted) -> None:
    piles.discard(state, state.turn, action - s.DISCARD, events)
    next_limit(facts, state)


@rule
def end_fight(state: State) -> None:
    for seat in range(state.seats):
        state.total[seat] = 0
        for i in range(s.PLAYED):
            state.played[seat, i] = 0
        for i in range(s.DICE):
            state.fight_dice[seat, i] = 0
    state.fighters = 0
    state.champion = -1
    state.phase = s.SPACE_DONE


LEAST = -1 << 15  # lower than any total


@rule
def count_bits(mask: int) -> int:
    count = 0
    while mask != 0:
        count += mask & 1
        mask >>= 1
    return count


@rule
def offer_attack(out: Actions) -> int:
    out[0] = s.ATTACK
    out[1] = s.DONE
    return 2


@rule
def decide_attack(facts: Facts, state: State, action: Number, events: Noted) -> None:
    if action == s.DONE:
        emit(events, s.PEACE, state.active, 0, 0, EVERYONE)
        state.phase = s.SPACE_DONE
    else:
        attack(facts, state, events)


@rule
def attack(facts: Facts, state: State, events: Noted) -> None:  # B11
    attacker = state.active
    state.fighters = others_on_space(state, attacker) | (1 << attacker)
    emit(events, s.ATTACKED, attacker, state.pawn[attacker], count_bits(state.fighters), EVERYONE)
    for i in range(state.seats):
        seat = (attacker + i) % state.seats
        if state.fighters >> seat & 1:
            roll_for_fight(facts, state, seat, events)
    state.phase = s.BRAWL
    state.passes = 0


@rule
def roll_for_fight(facts: Facts, state: State, seat: Number, events: Noted) -> None:
    total = facts.hit[state.head[seat]] + 0
    dice = dice_for(facts, state, seat, THIRD_DIE_HIT)
    for i in range(s.DICE):
        state.fight_dice[seat, i] = 0
    for i in range(dice):
        state.fight_dice[seat, i] = piles.roll(state)
        total += state.fight_dice[seat, i]
        emit(events, s.ROLLED, seat, state.fight_dice[seat, i], total, EVERYONE)
    state.total[seat] = total
    emit(events, s.FOUGHT, seat, total, dice, EVERYONE)


@rule
def next_fighter(state: State) -> None:
    """Pass the decision to the next fighter; one without cards passes automatically."""
    count = count_bits(state.fighters)
    seat = np.int64(state.turn)
    while state.passes < count:
        seat = (seat + 1) % state.seats
        if state.fighters >> seat & 1:
            if state.cards[seat] > 0:
                state.turn = seat
                return
            state.passes += 1
    state.phase = s.FIGHT_DONE


@rule
def offer_brawl(state: State, out: Actions) -> int:
    n = piles.offer_hand(state, state.turn, s.PLAY, out, 0)
    out[n] = s.PASS
    return n + 1


@rule
def decide_brawl(facts: Facts, state: State, action: Number, events: Noted) -> None:  # B11
    seat = state.turn
    if action == s.PASS:
        state.passes += 1
        emit(events, s.PASSED, seat, 0, 0, EVERYONE)
    else:
        card = action - s.PLAY
        piles.spend(state, seat, card)
        state.passes = 0
        state.total[seat] += facts.hit[card]
        slot = 0
        while slot < s.PLAYED - 1 and state.played[seat, slot] != 0:
            slot += 1
        state.played[seat, slot] = card
        emit(events, s.HIT, seat, card, state.total[seat], EVERYONE)


@rule
def decide_fight(state: State, events: Noted) -> None:  # B12, B13
    best = LEAST  # a brain may lower the total
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
    emit(events, s.WON_FIGHT, champion, state.total[champion], tied, EVERYONE)
    for i in range(1, state.seats + 1):
        seat = (state.active + i) % state.seats
        if state.fighters >> seat & 1 and seat != champion:
            state.points[seat] += 1
            emit(events, s.LOST_FIGHT, seat, state.points[seat], 0, EVERYONE)
    begin_spoils(state, champion, events)
