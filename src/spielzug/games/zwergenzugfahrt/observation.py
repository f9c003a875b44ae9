"""The observation of Die Zwergenzugfahrt: what a clan knows, as numbers for machine learning.

Everything except future luck is public. The first of two values is always the observing clan's,
the second the rival's. The board is not turned: a field has the same number for both clans.
"""

from __future__ import annotations

import numpy as np

from spielzug.core.bits import NONE, ONE, lowest, number
from spielzug.core.jit import entry, rule
from spielzug.core.observation import (
    CODE,
    MOST,
    Observation,
    Observed,
    Part,
    capped,
    is_contiguous,
    relative_seat,
)
from spielzug.core.record_types import Number
from spielzug.games.zwergenzugfahrt.facts import CLANS, DWARVES, MAX_EVERY, Facts
from spielzug.games.zwergenzugfahrt.facts.sets import MAX_FIELDS
from spielzug.games.zwergenzugfahrt.state import PHASES, State

MY_DWARF, RIVAL_DWARF, MY_SIGN, RIVAL_SIGN = 1, 2, 3, 4

OBSERVATION = (
    Part.of(State.seats, "how many play"),
    Part.of_seat(State.turn, "the clan that decides; 0 when the game is over"),
    Part.of_seat(State.first, "the clan that began (Z3)"),
    Part.of_code(State.phase, PHASES),
    Part.of_seat(State.winner, "the clan that has won; 0 none"),
    Part.of(State.reason, "why it is over; 0 when it is not", kind=CODE),
    Part.of_seat(State.coin, "the clan that loses a sign now (Z12); 0 none"),
    Part.of_seat(State.next, "the clan that would move after that choice; 0 none"),
    Part.of_seat(State.passed, "the clan that passed last (Z10); 0 none"),
    Part("visits", (), 0, MOST, "how often the conductor has come (Z12)"),
    Part("since", (), 0, MAX_EVERY - 1, "turns that both clans have taken since"),
    Part("ahead", (), -MOST, MOST, "how many more turns I have taken than the rival"),
    Part.of(State.kicks, "kicks of each clan (Z8)"),
    Part.of(State.owes, "turns to miss (Z9)"),
    Part.of(State.stock, "signs not on the board"),
    Part.of(State.taken, "signs that the clan has taken away (Z7)"),
    Part(
        "board", (MAX_FIELDS,), 0, RIVAL_SIGN,
        "each field, row by row from the top left: 0 free, 1 my dwarf, 2 a dwarf of the rival, "
        "3 my sign, 4 a sign of the rival",
        kind=CODE,
    ),
)  # fmt: skip

AT = Observation(OBSERVATION).starts
KICKS, OWES, STOCK, TAKEN, BOARD = (
    AT["kicks"], AT["owes"], AT["stock"], AT["taken"], AT["board"],
)  # fmt: skip
_TWO = np.uint64(2)


@entry
def observe(facts: Facts, state: State, seat: Number, out: Observed) -> None:
    """Write a clan's observation; the full and the hidden position give the same.

    One function, because passing `out` on to helpers costs a third of the time.
    """
    rival = 1 - seat
    turns = np.int64(state.turns)
    ahead = np.int64(state.turns_each[seat]) - np.int64(state.turns_each[rival])
    out[0] = state.seats
    out[1] = relative_seat(seat, state.turn, CLANS)
    out[2] = relative_seat(seat, state.first, CLANS)
    out[3] = state.phase
    out[4] = relative_seat(seat, state.winner, CLANS)
    out[5] = state.reason
    out[6] = relative_seat(seat, state.coin, CLANS)
    out[7] = relative_seat(seat, state.next, CLANS)
    out[8] = relative_seat(seat, state.passed, CLANS)
    out[9] = capped(turns // facts.every)
    out[10] = turns % facts.every
    out[11] = capped(ahead) if ahead > 0 else -capped(-ahead)
    out[KICKS] = capped(state.kicks[seat])
    out[KICKS + 1] = capped(state.kicks[rival])
    out[OWES] = state.owes[seat]
    out[OWES + 1] = state.owes[rival]
    out[STOCK] = state.stock[seat]
    out[STOCK + 1] = state.stock[rival]
    out[TAKEN] = state.taken[seat]
    out[TAKEN + 1] = state.taken[rival]

    if is_contiguous(out):
        for i in range(MAX_FIELDS):
            out[BOARD + i] = 0
        for i in range(DWARVES):
            out[BOARD + np.int64(state.field[seat * DWARVES + i])] = MY_DWARF
            out[BOARD + np.int64(state.field[rival * DWARVES + i])] = RIVAL_DWARF
        put_signs(state.signs[seat], MY_SIGN, out)
        put_signs(state.signs[rival], RIVAL_SIGN, out)
        return
    # A field holds at most one thing (Z2, Z11), so three sets give the three bits of every value.
    first = state.dwarves[seat] | state.signs[seat]
    second = state.dwarves[rival] | state.signs[seat]
    third = state.signs[rival]
    for i in range(MAX_FIELDS):
        at = np.uint64(i)
        value = ((third >> at) & ONE) << _TWO
        value |= ((second >> at) & ONE) << ONE
        out[BOARD + i] = value | ((first >> at) & ONE)


@rule
def put_signs(signs: np.uint64, value: int, out: Observed) -> None:
    while signs != NONE:
        sign = lowest(signs)
        signs ^= sign
        out[BOARD + np.int64(number(sign))] = value
