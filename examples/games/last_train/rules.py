"""The rules of Last Train; the numbers L1 to L6 are those of its package."""

from spielzug.framework.rules import (
    EVERYONE,
    add_item,
    all_items,
    count_items,
    emit,
    move_items,
    next_turn,
    only,
    rule,
    take_item,
    take_random,
    win_by_points,
)

from . import (
    COUPLE,
    COUPLED,
    DEPART,
    DEPARTED,
    DREW,
    HAND,
    LAST_TURN,
    LAST_TURNS,
    SHUNT,
    SHUNTED,
    WAGONS,
)  # fmt: skip

ALL_WAGONS = all_items(WAGONS)


@rule
def draw(state, events):  # L5
    left = count_items(state.deck)
    if left > 0:
        card = take_random(state, state.deck)
        add_item(state.hand[state.turn], card)
        emit(events, DREW, state.turn, card, 0, only(state.turn))
        if left == 1:  # L6
            state.last_turns = state.seats - 1
            emit(events, LAST_TURNS, -1, 0, 0, EVERYONE)


@rule
def start(facts, state, events):  # L1
    for card in ALL_WAGONS:
        add_item(state.deck, card)
    for seat in range(state.seats):
        state.turn = seat
        for _ in range(HAND):
            draw(state, events)
    state.turn = 0


@rule
def legal(facts, state, out):
    hand, train = state.hand[state.turn], state.train[state.turn]
    length = count_items(train)
    count = 0
    for i in range(HAND):
        if hand[i] != 0 and (length == 0 or hand[i] >= train[length - 1]):  # L2
            out[count] = COUPLE + i
            count += 1
    for i in range(HAND):
        if hand[i] != 0:  # L4
            out[count] = SHUNT + i
            count += 1
    if length > 0:  # L3
        out[count] = DEPART
        count += 1
    return count


@rule
def step(facts, state, action, events):
    seat, last_turns = state.turn, state.last_turns
    if action == DEPART:  # L3
        wagons = count_items(state.train[seat])
        points = wagons * (wagons + 1) // 2
        state.points[seat] += points
        move_items(state.train[seat], state.siding)
        emit(events, DEPARTED, seat, wagons, points, EVERYONE)
    elif action >= SHUNT:  # L4
        card = take_item(state.hand[seat], action - SHUNT)
        add_item(state.siding, card)
        emit(events, SHUNTED, seat, card, 0, EVERYONE)
        draw(state, events)
    else:  # L2
        card = take_item(state.hand[seat], action - COUPLE)
        add_item(state.train[seat], card)
        emit(events, COUPLED, seat, card, 0, EVERYONE)
        draw(state, events)
    next_turn(state)
    if last_turns > 0:  # L6
        state.last_turns = last_turns - 1
        if state.last_turns == 0:
            state.reason = LAST_TURN


@rule
def result(facts, state, out):  # L6
    win_by_points(state.points, state.seats, out)
