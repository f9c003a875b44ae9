"""The rules: turn a tile and score its number."""

from spielzug.framework.rules import (
    EVERYONE,
    all_items,
    emit,
    next_turn,
    rule,
    shuffle,
    win_by_points,
)

from . import LENGTH, TILES, TURN, TURNED

ALL_TILES = all_items(TILES)
FACE_DOWN = 255


@rule
def start(facts, state, events):
    for i in range(LENGTH):
        state.row[i] = ALL_TILES[i]
    shuffle(state, state.row)
    state.lantern = told(state)


@rule
def told(state):
    return state.row[0] == 3


@rule
def hide(facts, state, seat):
    state.rng = 0
    if state.row[0] != FACE_DOWN:
        state.lantern = told(state)  # of a guess, too, which has to fit
    for i in range(LENGTH):
        if state.turned[i] == 0:
            state.row[i] = FACE_DOWN


@rule
def legal(facts, state, out):
    count = 0
    for i in range(LENGTH):
        if state.turned[i] == 0:
            out[count] = TURN + i
            count += 1
    return count


@rule
def step(facts, state, action, events):
    place = action - TURN
    state.turned[place] = 1
    state.points[state.turn] += state.row[place]
    emit(events, TURNED, state.turn, state.row[place], 0, EVERYONE)
    next_turn(state)
    if state.turns == LENGTH:
        state.reason = 1


@rule
def result(facts, state, out):
    win_by_points(state.points, state.seats, out)
