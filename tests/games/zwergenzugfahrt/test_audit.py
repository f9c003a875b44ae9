"""Every check that runs inside simulations is able to fail."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from games.zwergenzugfahrt.typed_position import GAME, NARROW, TypedPosition, after, position
from raw_records import first_draw
from spielzug.core.record_types import State
from spielzug.games.zwergenzugfahrt.audit import CHECKS
from spielzug.games.zwergenzugfahrt.state import NOT_OVER, OVER, TEN_SEATS, TIME_OVER, TURN, TURNS

TEXT = """
    turn red  turns 22
        a b c d e f g h i j k
    5   . . . r r . r . . . .
    4   R R r G . . . . . . .
    3   . . g . . r . . . . .
    2   G . . . . . . . . . .
    1   . . . g g g g . . . .
"""


def failed(before: TypedPosition, action: str, later: TypedPosition) -> str:
    counts = np.zeros(len(CHECKS), np.int64)
    number = GAME.words.parse(action)
    code = int(GAME.rules.audit(later.facts, before.state, number, later.state, counts))
    return CHECKS[code - 1].split()[0] if code else ""


def stand_twice(state: State) -> None:
    state.field[0] = state.field[1]


def mask_differs(state: State) -> None:
    state.dwarves[0] ^= np.uint64(1)


def off_the_board(state: State) -> None:
    state.field[0] = 60


def in_a_rivals_home(state: State) -> None:
    state.dwarves[0] ^= np.uint64(1 << int(state.field[0])) | np.uint64(1 << 51)
    state.field[0] = 51


def three_seats(state: State) -> None:
    state.seats = 3


def nobody_to_move(state: State) -> None:
    state.turn = -1


def turns_astray(state: State) -> None:
    state.turns += 1


def turn_of_the_wrong_clan_counted(state: State) -> None:
    state.turns_each[0] -= 1
    state.turns_each[1] += 1


def winner_of_a_running_game(state: State) -> None:
    state.winner = 0


def odd_phase(state: State) -> None:
    state.phase = 7


def jump(state: State) -> None:
    """The dwarf on f3 (or its neighbour) lands far away."""
    goal = 2 * 11 + 10  # k3
    mover = int(np.flatnonzero(state.field[:5] // 11 == 2)[0])
    state.dwarves[0] ^= np.uint64(1 << int(state.field[mover])) | np.uint64(1 << goal)
    state.field[mover] = goal


def move_a_second(state: State) -> None:
    """The dwarf on g5 goes aside as well."""
    mover = int(np.flatnonzero(state.field[:5] == 6)[0])
    state.dwarves[0] ^= np.uint64(1 << 6) | np.uint64(1 << 7)
    state.field[mover] = 7


def move_a_rival(state: State) -> None:
    mover = 5 + int(np.flatnonzero(state.field[5:] == 50)[0])
    state.dwarves[1] ^= np.uint64(1 << 50) | np.uint64(1 << 51)
    state.field[mover] = 51


def lose_a_sign(state: State) -> None:
    state.stock[0] -= 1


def sign_in_the_aisle(state: State) -> None:
    state.signs[0] ^= np.uint64(1 << 11) | np.uint64(1 << 22)


def sign_from_nowhere(state: State) -> None:
    state.signs[0] |= np.uint64(1 << 20)
    state.stock[0] -= 1


def sign_under_a_sign(state: State) -> None:
    state.signs[0] ^= np.uint64(1 << 11) | np.uint64(1 << 14)


def sit_on_a_sign(state: State) -> None:
    mover = int(np.flatnonzero(state.field[:5] == 6)[0])
    state.dwarves[0] ^= np.uint64(1 << 6) | np.uint64(1 << 11)
    state.field[mover] = 11


def six_takings(state: State) -> None:
    state.taken[0] = 6


def taking_not_counted(state: State) -> None:
    state.taken[0] -= 1


def kick_not_counted(state: State) -> None:
    state.kicks[0] -= 1
    state.owes[0] = 0


def kick_without_a_price(state: State) -> None:
    state.owes[0] = 0


def kick_home_to_the_right(state: State) -> None:
    """h1 instead of the leftmost free home: d1 to g1 are taken, so move one aside first."""
    victim = 5 + int(np.flatnonzero(state.field[5:] == 51)[0])
    state.dwarves[1] ^= np.uint64(1 << 51) | np.uint64(1 << 45)
    state.field[victim] = 45


def owes_while_moving(state: State) -> None:
    state.kicks[int(state.turn)] = 1
    state.owes[int(state.turn)] = 1


def owes_too_much(state: State) -> None:
    state.kicks[0], state.owes[0] = 9, 4


def owes_one_more(state: State) -> None:
    state.owes[0] += 1


def odd_pass(state: State) -> None:
    state.passed = 2


def pass_forgotten(state: State) -> None:
    state.passed = 0


def coin_without_conductor(state: State) -> None:
    state.coin = 0


def luck_used(state: State) -> None:
    state.rng += np.uint64(1)


def ten_unnoticed(state: State) -> None:
    seats = [12, 14, 15, 17, 18, 20, 21, 33, 34, 36]
    state.dwarves[0], state.signs[0] = (
        sum(1 << f for f in part) for part in (seats[:5], seats[5:])
    )
    state.field[:5] = seats[:5]
    state.stock[0] = 0
    state.signs[1], state.stock[1] = 0, 5


def won_too_early(state: State) -> None:
    state.turn, state.phase, state.winner, state.reason = -1, OVER, 0, TEN_SEATS


def ended_too_early(state: State) -> None:
    state.turn, state.phase, state.winner, state.reason = -1, OVER, -1, TURNS


def time_in_mode_turns(state: State) -> None:
    state.turn, state.phase, state.winner, state.reason = -1, OVER, -1, TIME_OVER


def too_many_turns(state: State) -> None:
    state.turns, state.turns_each = 60, [31, 29]


def unknown_reason(state: State) -> None:
    state.reason = 9


def kick_of_the_rival_counted(state: State) -> None:
    state.kicks[1] += 1


def taking_of_the_rival_counted(state: State) -> None:
    state.taken[1] += 1


def taken_sign_stays(state: State) -> None:
    state.signs[1] |= np.uint64(1 << 14)
    state.stock[1] -= 1


CASES = [
    (unknown_reason, "f3-g3", "Z3"),
    (taking_of_the_rival_counted, "f3-g3", "Z7"),
    (taken_sign_stays, "-d4", "Z7"),
    (kick_of_the_rival_counted, "f3-g3", "Z8"),
    (stand_twice, "f3-g3", "Z2"),
    (mask_differs, "f3-g3", "Z2"),
    (off_the_board, "f3-g3", "Z2"),
    (in_a_rivals_home, "f3-g3", "Z2"),
    (three_seats, "f3-g3", "Z3"),
    (nobody_to_move, "f3-g3", "Z3"),
    (turns_astray, "f3-g3", "Z3"),
    (turn_of_the_wrong_clan_counted, "f3-g3", "Z3"),
    (winner_of_a_running_game, "f3-g3", "Z3"),
    (odd_phase, "f3-g3", "Z3"),
    (jump, "f3-g3", "Z4-Z5"),
    (move_a_second, "f3-g3", "Z4-Z5"),
    (move_a_second, "+d2", "Z4-Z5"),
    (lose_a_sign, "f3-g3", "Z6"),
    (sign_in_the_aisle, "f3-g3", "Z6"),
    (sign_from_nowhere, "f3-g3", "Z6"),
    (six_takings, "-d4", "Z7"),
    (taking_not_counted, "-d4", "Z7"),
    (move_a_rival, "f3-g3", "Z8"),
    (kick_not_counted, "c4*c3", "Z8"),
    (kick_home_to_the_right, "c4*c3", "Z8"),
    (kick_without_a_price, "c4*c3", "Z9"),
    (owes_while_moving, "f3-g3", "Z9"),
    (owes_too_much, "f3-g3", "Z9"),
    (owes_one_more, "c4*c3", "Z9"),
    (odd_pass, "f3-g3", "Z10"),
    (pass_forgotten, "f3-g3", "Z10"),
    (sign_under_a_sign, "f3-g3", "Z11"),
    (sit_on_a_sign, "f3-g3", "Z11"),
    (coin_without_conductor, "f3-g3", "Z12"),
    (luck_used, "f3-g3", "Z12"),
    (ten_unnoticed, "f3-g3", "Z13"),
    (won_too_early, "f3-g3", "Z13"),
    (ended_too_early, "f3-g3", "Z14-Z15"),
    (time_in_mode_turns, "f3-g3", "Z14-Z15"),
    (too_many_turns, "f3-g3", "Z14-Z15"),
]
CASES = [(spoil, "+e4" if action == "+d2" else action, rule) for spoil, action, rule in CASES]


def beginning(action: str) -> TypedPosition:
    """With a dwarf at e3 where a seat is to be reserved."""
    return position(TEXT.replace(". . g . . r .", ". . g . r . .") if action == "+e4" else TEXT)


@pytest.mark.parametrize(
    ("spoil", "action", "rule"), CASES, ids=[f"{c[2]}-{c[0].__name__}-{c[1]}" for c in CASES]
)
def test_a_spoiled_position_fails_the_check_of_its_rule(
    spoil: Callable[[State], None], action: str, rule: str
) -> None:
    before = beginning(action)
    later = after(before, action)
    assert failed(before, action, later) == ""
    spoil(later.state)
    assert failed(before, action, later) == rule


def own_dwarf_on_the_goal(before: State, later: State) -> None:
    before.dwarves[0] |= np.uint64(1 << (2 * 11 + 6))  # g3


def victim_sat(before: State, later: State) -> None:
    victim = 5 + int(np.flatnonzero(before.field[5:] == 2 * 11 + 2)[0])
    before.field[victim] = 33  # the seat a2


def no_home_was_free(before: State, later: State) -> None:
    before.dwarves[1] |= np.uint64(1 << 51)
    kick_home_to_the_right(later)


@pytest.mark.parametrize(
    ("spoil", "action", "rule"),
    [
        (own_dwarf_on_the_goal, "f3-g3", "Z4-Z5"),
        (victim_sat, "c4*c3", "Z8"),
        (no_home_was_free, "c4*c3", "Z8"),
    ],
)
def test_a_step_from_a_spoiled_position_fails_the_check_of_its_rule(
    spoil: Callable[[State, State], None], action: str, rule: str
) -> None:
    before = position(TEXT)
    later = after(before, action)
    spoil(before.state, later.state)
    assert failed(before, action, later) == rule


def test_a_wrong_winner_after_the_last_turn_fails_its_check() -> None:
    before = position(TEXT.replace("2   G", "2   ."), turns=23)
    later = after(before, "f3-g3")
    assert failed(before, "f3-g3", later) == ""
    later.state.winner = 1
    assert failed(before, "f3-g3", later) == "Z14-Z15"


def test_a_game_that_goes_on_after_the_last_turn_of_each_clan_fails_its_check() -> None:
    before = position(TEXT, turns=12, each=1)
    later = after(before, "f3-g3")
    assert failed(before, "f3-g3", later) == ""
    shorter = position(TEXT, turns=11, each=1)
    assert (
        failed(before, "f3-g3", TypedPosition(later.board, shorter.facts, later.state)) == "Z14-Z15"
    )


SEVENTH = TEXT.replace("turns 22", "turns 20")


@pytest.mark.parametrize(("name", "value"), [("next", 5), ("turn", 0), ("coin", 2)])
def test_an_odd_conductor_fails_the_check(name: str, value: int) -> None:
    before = position(SEVENTH)
    later = after(before, "f3-g3", coin="red")
    before.state.rng = first_draw(2, 0)
    assert failed(before, "f3-g3", later) == ""
    later.state[name] = value
    assert failed(before, "f3-g3", later) == "Z12"


def test_a_toss_that_takes_two_signs_fails_its_check() -> None:
    before = position(SEVENTH.replace("R R r G", ". R r G"))
    later = after(before, "f3-g3", coin="red")
    before.state.rng = first_draw(2, 0)
    assert failed(before, "f3-g3", later) == ""
    later.state.signs[1] ^= np.uint64(1 << 14)
    later.state.stock[1] += 1
    assert failed(before, "f3-g3", later) == "Z12"


def test_a_choice_without_two_signs_fails_its_check() -> None:
    before = position(SEVENTH)
    later = after(before, "f3-g3", coin="red")
    later.state.signs[0] ^= np.uint64(1 << 11)
    later.state.stock[0] += 1
    assert failed(before, "f3-g3", later) == "Z12"


def test_a_conductor_who_takes_nothing_fails_the_check() -> None:
    before = after(position(SEVENTH), "f3-g3", coin="red")
    later = after(before, "~a4")
    assert failed(before, "~a4", later) == ""
    later.state.signs[0] |= np.uint64(1 << 11)
    later.state.stock[0] -= 1
    assert failed(before, "~a4", later) == "Z12"


def test_a_second_pass_that_ends_nothing_fails_its_check() -> None:
    before = position(
        """
        turn green  turns 22  passed red
            a b c d e f g h i j k l m
        2   r r r r r G . . . . . . .
        1   g g g g g R . . . . . . .
        red: taken 5
        green: taken 5
        """,
        NARROW,
    )
    later = after(before, "pass")
    assert failed(before, "pass", later) == ""
    later.state.reason, later.state.phase, later.state.turn = NOT_OVER, TURN, 0
    assert failed(before, "pass", later) == "Z10"


def test_resigning_needs_a_winner_and_calling_off_none() -> None:
    for action, winner in (("!resign1", -1), ("!abandon", 0)):
        before = position(TEXT)
        later = after(before, action)
        assert failed(before, action, later) == ""
        later.state.winner = winner
        assert failed(before, action, later) == "Z14-Z15"


def test_every_check_has_a_case() -> None:
    assert {case[2] for case in CASES} == {check.split()[0] for check in CHECKS}
