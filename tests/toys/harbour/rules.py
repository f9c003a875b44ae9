"""The rules: unload goods on the cell where your ship lies, away from the storm."""

from spielzug.framework.rules import (
    EVERYONE,
    add_item,
    all_items,
    below,
    count_items,
    emit,
    next_turn,
    only,
    rule,
    take_item,
    take_random,
    win_by_points,
)

from . import (
    CELLS,
    COLUMNS,
    DRAW,
    GOODS,
    HAND,
    NIGHT,
    REST,
    RESTED,
    SAIL,
    SAILED,
    TOOK,
    UNLOAD,
    UNLOADED,
)

ALL_GOODS = all_items(GOODS)
ROUNDS = 12


@rule
def start(facts, state, events):
    for good in ALL_GOODS:
        add_item(state.stock, good)
    state.prices[0], state.prices[1], state.prices[2] = 1, 2, 5
    state.storm = below(state, CELLS)
    for seat in range(state.seats):
        state.ship[seat] = -1
        add_item(state.hand[seat], take_random(state, state.stock))


@rule
def legal(facts, state, out):
    seat, count = state.turn, 0
    held = count_items(state.hand[seat])
    for cell in range(CELLS):
        if cell != state.ship[seat] and cell != state.storm:
            out[count] = SAIL + cell
            count += 1
    for good in range(held):
        for cell in range(CELLS):
            free = state.quay[cell // COLUMNS, cell % COLUMNS] == 0
            if free and state.ship[seat] >= 0 and cell != state.storm:
                out[count] = UNLOAD + good * CELLS + cell
                count += 1
    if held < HAND and count_items(state.stock) > 0:
        out[count] = DRAW
        count += 1
    out[count] = REST
    return count + 1


@rule
def step(facts, state, action, events):
    seat = state.turn
    if action == REST:
        emit(events, RESTED, seat, 0, 0, EVERYONE)
    elif action == DRAW:
        good = take_random(state, state.stock)
        add_item(state.hand[seat], good)
        emit(events, TOOK, seat, good, 0, only(seat))
    elif action >= UNLOAD:
        cell = (action - UNLOAD) % CELLS
        good = take_item(state.hand[seat], (action - UNLOAD) // CELLS)
        state.quay[cell // COLUMNS, cell % COLUMNS] = good
        state.coins[seat] += state.prices[good - 1]
        emit(events, UNLOADED, seat, good, cell, EVERYONE)
    else:
        state.ship[seat] = action - SAIL
        emit(events, SAILED, seat, action - SAIL, 0, EVERYONE)
    next_turn(state)
    if state.turn == 0:
        state.rounds += 1
        state.storm = below(state, CELLS)
        if state.rounds == ROUNDS:
            state.reason = NIGHT


@rule
def result(facts, state, out):
    win_by_points(state.coins, state.seats, out)
