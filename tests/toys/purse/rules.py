"""The rules: whoever has paid three coins first is across the bridge and wins."""

from spielzug.framework.rules import EVERYONE, below, emit, next_turn, only, rule, share_win

from . import FOUND, LEAST, MOST, PAID, PAY, TOLL, WAIT, WAITED


@rule
def start(facts, state, events):
    for seat in range(state.seats):
        state.coins[seat] = LEAST + below(state, MOST - LEAST + 1)
        emit(events, FOUND, seat, state.coins[seat], 0, only(seat))
    draw_secrets(state)


@rule
def draw_secrets(state):
    for i in range(2):
        state.omens[i] = below(state, 3) - 1
    state.spy = below(state, state.seats)


@rule
def guess(facts, state, seat, key):
    state.rng = key
    for other in range(state.seats):
        if other != seat:
            state.coins[other] = LEAST + below(state, MOST - LEAST + 1) - state.paid[other]
    draw_secrets(state)


@rule
def legal(facts, state, out):
    out[0] = PAY
    out[1] = WAIT
    return 2


@rule
def step(facts, state, action, events):
    seat = state.turn
    if action == PAY:
        state.coins[seat] -= 1
        state.paid[seat] += 1
        emit(events, PAID, seat, 0, 0, EVERYONE)
    else:
        emit(events, WAITED, seat, 0, 0, EVERYONE)
    next_turn(state)
    if state.paid[seat] == TOLL:
        state.reason = 1


@rule
def result(facts, state, out):
    for seat in range(state.seats):
        if state.paid[seat] == TOLL:
            share_win(state, 1 << seat, out)
