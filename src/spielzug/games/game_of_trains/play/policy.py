"""The quick policy of the search: it judges a placement by all rows, not only by its own.

A replaced car is laid open for the next player, or takes an open card away; the frozen `greedy`
ignores that. It reads a hidden position or a guessed one.
"""

from __future__ import annotations

import numpy as np

from spielzug.core.jit import entry, rule, scratch
from spielzug.core.record_types import Actions, Counts, Floats, Number, Rng
from spielzug.games.game_of_trains import state as s
from spielzug.games.game_of_trains.facts import (
    CARS,
    LENGTH,
    MAX_SEATS,
    MIDDLE,
    MOVE_LEFT,
    REMOVE_LEFT,
    Facts,
)
from spielzug.games.game_of_trains.knowledge import is_marked, known_cards
from spielzug.games.game_of_trains.play.value import (
    LOSS,
    NO_CAR,
    RANK,
    SAVED,
    WORK,
    count_pile,
    load_ranks,
    mark_uses,
    new_cars,
    new_features,
    new_plan,
    new_ranks,
    shares_of,
    survey,
    survey_row,
    work_of,
)
from spielzug.games.game_of_trains.play.weights import CANDIDATES, WORTH_A_TURN
from spielzug.games.game_of_trains.rules import legal
from spielzug.games.game_of_trains.state import State

new_actions = scratch(s.MAX_LEGAL, np.int32)
new_row = scratch(LENGTH, np.int64)
new_shares = scratch(MAX_SEATS, np.float64)
new_works = scratch(s.MAX_LEGAL, np.float64)


@rule
def exchange_car(
    facts: Facts, state: State, seat: Number, place: Number, card: Number
) -> tuple[np.int64, np.int64]:
    """Exchange a car; returns the old one and the card that lay open of its ability."""
    old = np.int64(state.row[seat, place])
    ability = facts.ability[old]
    was_open = np.int64(state.open[ability])
    state.row[seat, place] = card
    state.open[ability] = 0 if was_open != 0 else old
    state.lock[seat, place] = 0
    return old, was_open


@rule
def rearrange(state: State, seat: Number, action: Number) -> None:
    """Apply a swap, a move or a protection to the row and its locks."""
    row, lock = state.row[seat], state.lock[seat]
    if action >= s.PROTECT_AT:
        lock[(action - s.PROTECT_AT) * MIDDLE] = state.card
        return
    if action < s.SWAP_OVER_ONE_AT:
        a = action - s.SWAP_ADJACENT_AT
        b = a + 1
    elif action < s.MOVE_RIGHT_AT:
        a = action - s.SWAP_OVER_ONE_AT
        b = a + 2
    elif action < s.MOVE_LEFT_AT:
        a = action - s.MOVE_RIGHT_AT
        b = a + 2
        row[a], row[a + 1] = row[a + 1], row[a]
        lock[a + 1] = 0
        lock[a] = 0
        a += 1
    else:
        b = action - s.MOVE_LEFT_AT + 2
        a = b - 2
        row[b], row[b - 1] = row[b - 1], row[b]
        lock[b - 1] = 0
        lock[b] = 0
        b -= 1
    row[a], row[b] = row[b], row[a]
    lock[a] = 0
    lock[b] = 0


@rule
def count_unseen(facts: Facts, state: State, ranks: Counts) -> None:
    """Like `count_pile` for a hidden position: all unknown cards count as the draw pile."""
    if state.draw_pile == 0 or state.pile[0] != s.UNKNOWN:
        count_pile(state, ranks)
        return
    seen = known_cards(facts, state)
    ranks[0] = 0
    run = np.int64(0)
    for c in range(1, NO_CAR + 2):
        if 2 <= c <= CARS + 1 and not is_marked(seen, c - 1):
            run += 1
        ranks[c] = run
    for c in range(NO_CAR + 2):
        ranks[c] = RANK[run, ranks[c]] + c


@rule
def choose_turn_action(state: State, actions: Actions, count: int, features: Floats) -> Number:
    """Use the open card that helps most if it helps more than a drawn car would; else draw."""
    seat = np.int64(state.turn)
    own = features[seat]
    chosen, most = np.int64(s.DRAW), WORTH_A_TURN * own[WORK]
    for i in range(1, count):
        ability = actions[i] - s.USE
        gain = 0.0
        if ability <= MOVE_LEFT:
            gain = own[SAVED + ability]
            if gain > own[WORK] - 1e-9:
                return np.int64(actions[i])
        elif ability < REMOVE_LEFT + 3:
            gain = 1e9
            for other in range(state.seats):
                if other != seat:
                    gain = min(gain, features[other, LOSS + ability - REMOVE_LEFT])
            gain -= own[LOSS + ability - REMOVE_LEFT]
        if gain > most:
            chosen, most = np.int64(actions[i]), gain
    return chosen


@rule
def choose_kept_card(
    state: State, cars: Counts, best: Floats, ranks: Counts, actions: Actions, count: int
) -> Number:
    load_ranks(state, state.turn, ranks, cars)
    chosen, least = np.int64(actions[0]), 1e9
    for i in range(count):
        card = np.int64(state.hand[state.turn, actions[i] - s.KEEP])
        for place in range(1, LENGTH + 1):
            old = cars[place]
            cars[place] = ranks[card]
            work = work_of(cars, best)
            cars[place] = old
            if work < least:
                chosen, least = np.int64(actions[i]), work
    return chosen


@rule
def pop_least_work(works: Floats, count: int) -> int:
    """The index of the least work, which is removed."""
    at = 0
    for i in range(1, count):
        if works[i] < works[at]:
            at = i
    works[at] = 2e9
    return at


@entry
def policy(facts: Facts, state: State, rng: Rng) -> Number:
    """The action that leaves the best chance of winning; the position is restored."""
    actions = new_actions()
    count = legal(facts, state, actions)
    if count == 1:
        return np.int64(actions[0])
    cars = new_cars()
    best = new_plan()
    ranks = new_ranks()
    count_unseen(facts, state, ranks)
    if state.phase == s.KEEPING:
        return choose_kept_card(state, cars, best, ranks, actions, count)
    features = new_features()
    if state.phase == s.TURN:
        for other in range(state.seats):
            survey(state, other, cars, best, ranks, features[other])
        return choose_turn_action(state, actions, count, features)
    row, lock = new_row(), new_row()
    shares, works = new_shares(), new_works()
    seat: Number = np.int64(state.turn)
    for i in range(LENGTH):
        row[i], lock[i] = state.row[seat, i], state.lock[seat, i]
    for i in range(count):  # own row first: most choices need no closer look
        action = np.int64(actions[i])
        if action < s.KEEP:
            state.row[seat, action - s.PLACE] = state.card
        else:
            rearrange(state, seat, action)
        load_ranks(state, seat, ranks, cars)
        works[i] = work_of(cars, best)
        for k in range(LENGTH):
            state.row[seat, k], state.lock[seat, k] = row[k], lock[k]
        if works[i] < 1e-9:
            return action
    for other in range(state.seats):
        if other != seat:
            survey_row(state, other, cars, best, ranks, features[other], True)
    following = (seat + 1) % state.seats
    card = np.int64(state.card)
    chosen, most = np.int64(actions[0]), -1.0
    for _ in range(min(CANDIDATES, count)):
        action = np.int64(actions[pop_least_work(works, count)])
        old, was_open = np.int64(0), np.int64(0)
        if action < s.KEEP:
            old, was_open = exchange_car(facts, state, seat, action - s.PLACE, card)
        else:
            rearrange(state, seat, action)
        survey(state, seat, cars, best, ranks, features[seat])
        for other in range(state.seats):
            if other != seat:
                mark_uses(state, features[other])
        shares_of(state, following, features, shares)
        for k in range(LENGTH):
            state.row[seat, k], state.lock[seat, k] = row[k], lock[k]
        if action < s.KEEP:
            state.open[facts.ability[old]] = was_open
        if shares[seat] > most:
            chosen, most = action, shares[seat]
    return chosen
