"""Z1, Z2: the boards, their fairness, and every error in a board file."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from games.zwergenzugfahrt.other_set import NUMBER
from games.zwergenzugfahrt.typed_position import BOARDS, GAME, NARROW, facts_of
from spielzug.core import jit
from spielzug.core.bits import size
from spielzug.core.errors import DataError, OptionError
from spielzug.core.record_types import State
from spielzug.core.rng import below, new_rng
from spielzug.core.sets import Source
from spielzug.games.zwergenzugfahrt.facts import NOWHERE, ZwergenOptions, seconds
from spielzug.games.zwergenzugfahrt.facts.sets import (
    DOOR,
    HOME,
    PLATFORM,
    SEAT,
    SETS,
    StationBoard,
    parse_board,
)
from spielzug.games.zwergenzugfahrt.state import PASS

OURS = SETS.get(0).boards
ALL = [pytest.param(board, id=board.name) for board in OURS]


GOOD = [
    "     a b c d e f g h i j k",
    " 5   . . . R R R R R . . .",
    "     = =   = =   = =   = =",
    " 4   S S D S S D S S D S S",
    " 3   : : : : : : : : : : :",
    " 2   S S D S S D S S D S S",
    "     = =   = =   = =   = =",
    " 1   . . . G G G G G . . .",
]


def changed(line: int, text: str) -> list[str]:
    return [text if number == line else old for number, old in enumerate(GOOD)]


def parse(lines: list[str], warnings: list[str] | None = None) -> StationBoard:
    """A board; odd things about it go to `warnings`."""
    source = Source("mine.yaml", {"boards": {"odd": {"map": lines}}})
    board = parse_board("odd", lines, source)
    if warnings is not None:
        warnings += source.warnings
    return board


def mirrored(board: StationBoard, field: int) -> int:
    column, row = board.place(field)
    return (row - 1) * board.columns + column


@pytest.mark.parametrize("board", ALL)
def test_every_board_is_the_same_for_both_clans(board: StationBoard) -> None:
    for field, kind in enumerate(board.kinds):
        other = mirrored(board, field)
        assert board.kinds[other] == kind
        clan = board.homes[field]
        assert board.homes[other] == (None if clan is None else 1 - clan)
    assert {frozenset(mirrored(board, f) for f in pair) for pair in board.walls} == board.walls
    homes = board.homes_of(0)
    assert [mirrored(board, field) for field in homes] == board.homes_of(1)


@pytest.mark.parametrize("board", ALL)
def test_z1_walls_separate_seats_from_platforms_and_doors_are_open(board: StationBoard) -> None:
    for field, kind in enumerate(board.kinds):
        around = [board.beside(field, direction) for direction in range(4)]
        near = [board.step(field, direction) for direction in range(4)]
        outdoors = [f for f in around if f is not None and board.kinds[f] in (PLATFORM, HOME)]
        if kind == SEAT:
            assert not set(near) & set(outdoors)
        if kind == DOOR:
            assert near == around
            assert len(outdoors) == 1


@pytest.mark.parametrize("board", ALL)
def test_z10_no_clan_can_ever_be_blocked_on_our_boards(board: StationBoard) -> None:
    assert not board.can_lock_in


PEN = [  # a pen of two fields on the left: with the seats around it, room for five
    "     a b c d e f g h i j k",
    " 5   . . . R R R R R . . .",
    "     = =   = =   = =   = =",
    " 4   S S D S S D S S D S S",
    " 3   : : S : : : : : : : :",
    " 2   S S D S S D S S D S S",
    "     = =   = =   = =   = =",
    " 1   . . . G G G G G . . .",
]
HALL = [  # twelve seats side by side, six of them without an aisle
    "     a b c d e f g h i",
    " 5   R R R R R . . . .",
    " 4   . . . . . S S S S",
    " 3   . . . . . S S S S",
    " 2   . . . . . S S S S",
    " 1   G G G G G S S S S",
]


def test_z10_a_board_on_which_a_clan_can_be_locked_in_is_known() -> None:
    assert NARROW.can_lock_in
    assert parse(PEN).can_lock_in
    assert parse(HALL).can_lock_in
    # Here and there a field where one dwarf is stuck: not enough for five.
    assert not parse(changed(1, " 5   S . . R R R R R . S .")).can_lock_in


@pytest.mark.parametrize("board", [*ALL, *SETS.get(NUMBER).boards, parse(PEN)])
def test_z10_who_cannot_be_locked_in_can_always_act(board: StationBoard) -> None:
    """Dwarves anywhere, crowded together as often as not, and signs on every seat that is left."""
    facts = facts_of(board)
    rng, out, passes = new_rng(10), np.zeros(GAME.rules.MAX_LEGAL, np.int32), 0
    for _ in range(300 if not jit.PLAIN else 20):
        state = GAME.blank()[0]
        state.coin, state.taken[:] = -1, 99
        crowd(board, state, rng)
        passes += out[: GAME.rules.legal(facts, state, out)].tolist() == [PASS]
    assert not passes or board.can_lock_in


def crowd(board: StationBoard, state: State, rng: Any) -> None:
    """Five dwarves each: the clan to move fills fields around one of them."""
    taken: set[int] = set()
    for clan in (0, 1):
        reach = sorted(board.reach_of(clan))
        start = reach[int(below(rng, len(reach)))]
        by_distance = list(board.distances([start], frozenset(board.homes_of(1 - clan))))
        places = [f for f in by_distance if f not in taken][:5]
        taken.update(places)
        state.dwarves[clan] = sum(1 << field for field in places)
    signs = [f for f, kind in enumerate(board.kinds) if kind == SEAT and f not in taken]
    state.signs[1] = sum(1 << field for field in signs)


def test_the_sizes_of_the_boards() -> None:
    assert [(b.name, len(b.kinds)) for b in OURS] == [
        ("station", 55), ("small", 42), ("long", 60),
    ]  # fmt: skip


@pytest.mark.parametrize("which", [*BOARDS, NARROW])
def test_the_tables_say_what_the_board_says(which: str | StationBoard) -> None:
    board = OURS[BOARDS.index(which)] if isinstance(which, str) else which
    facts = facts_of(which)
    for field in range(len(board.kinds)):
        steps = [board.step(field, direction) for direction in range(4)]
        assert [NOWHERE if s is None else s for s in steps] == facts.to[field].tolist()
        bits = [0 if s is None else 1 << s for s in steps]
        assert facts.toward[field].tolist() == bits
        assert int(facts.near[field]) == sum(bits)
        assert int(facts.field[facts.code[field]]) == field
        for other, far in board.distances([field], frozenset()).items():
            assert facts.steps[field, other] == far
    assert int(size(facts.chairs)) == 16
    assert (
        sorted(facts.code[: len(board.kinds)].tolist()) == facts.code[: len(board.kinds)].tolist()
    )


# -- what is refused -------------------------------------------------------------------------------


def test_a_good_map_is_read_without_a_word() -> None:
    told: list[str] = []
    board = parse(GOOD, told)
    assert (board.kinds, board.homes, board.walls) == (
        OURS[0].kinds, OURS[0].homes, OURS[0].walls,
    )  # fmt: skip
    assert not told


def test_a_wall_between_columns_is_read() -> None:
    board = parse(changed(4, " 3   : :|: : : : : : : : :"))
    b3, c3 = 2 * 11 + 1, 2 * 11 + 2
    assert board.walls - OURS[0].walls == {frozenset({b3, c3})}


@pytest.mark.parametrize(
    ("lines", "at", "reason"),
    [
        (changed(0, "     a b d"), ".1", "names the columns a b c in order"),
        (changed(0, "     a b  c d e f g h i j k"), ".1", "exactly one space"),
        (changed(0, ""), ".1", "0 columns"),
        ([" ".join("abcdefghijklmnopq")], ".1", "17 columns are not possible"),
        (GOOD[:1], "", "11 columns and 0 rows"),
        ([GOOD[0], *(f" {n}   {'. ' * 11}" for n in (6, 5, 4, 3, 2, 1))], "", "room for 64 fields"),
        (["     a", *(f" {n}   ." for n in range(9, 0, -1))], "", "1 columns and 9 rows"),
        (changed(1, " 6   . . . R R R R R . . ."), ".2", "row 5 is expected here, not row 6"),
        (changed(1, "05   . . . R R R R R . . ."), ".2", "row 5 is expected here, not row 05"),
        (changed(1, f" {'5' * 5000}   . ."), ".2", f"not row {'5' * 20} (Z2)"),
        (changed(1, " 5   . . . R R R R R . . . ."), ".2", "row 5 is not lined up with"),
        (changed(1, " 5 . . . . R R R R R . . ."), ".2", "row 5 is not lined up with"),
        (changed(4, " 3   : : x : : : : : : : :"), ".5", "field c3: 'x' is not a kind of field"),
        (changed(4, " 3   : :=: : : : : : : : :"), ".5", "field b3: '=' is not a wall"),
        (changed(2, "     = x   = =   = =   = ="), ".3", "below row 5: 'x' is not a wall"),
        (changed(2, "      =    = =   = =   = ="), ".3", "below row 5: '=' is not a wall"),
        ([GOOD[0], GOOD[2], *GOOD[1:]], ".2", "a line of walls belongs between two rows"),
        ([*GOOD, GOOD[2]], ".9", "a line of walls belongs between two rows"),
        (changed(1, " 5   . . . R R R R . . . ."), "", "clan Red has 4 home fields"),
        (changed(7, " 1   G . . G G G G G . . ."), "", "clan Green has 6 home fields"),
    ],
)  # fmt: skip
def test_z2_a_wrong_board_is_refused_with_file_line_and_reason(
    lines: list[str], at: str, reason: str
) -> None:
    with pytest.raises(DataError) as refused:
        parse(lines)
    assert str(refused.value).startswith(f"mine.yaml: boards.odd.map{at}: ")
    assert reason in str(refused.value)
    assert "(Z1)" in str(refused.value) or "(Z2)" in str(refused.value)


@pytest.mark.parametrize(
    ("lines", "odd"),
    [
        (changed(4, " 3   : : : S : : : S : : :"), ["there are 18 seats; our boards have 16"]),
        (changed(4, " 3   : : S : : : : : S : :"), ["there are 18 seats", "locked in here"]),
        (
            [*GOOD[:3], " 4   : : D S S D S S D : :", *GOOD[4:5], " 2   : : D S S D : : D : :",
             *GOOD[6:]],
            ["there are 6 seats, so nobody can ever win with 10 (Z13)", "clan Red and"],
        ),
        (
            changed(2, "     = = = = = = = = = = ="),
            ["field a4 cannot be reached by clan Red", "field a5 cannot be reached by clan Green",
             "the ways to all seats"],
        ),
        (
            [*GOOD[:6], "     = = = = =   = =   = =", " 1   . . G G G G G . . . ."],
            ["field a1 cannot be reached by clan Red", "are 64 steps for clan Red and 76 for"],
        ),
        (
            changed(1, " 5   . . . . R R R R R . ."),
            ["field j5 cannot be reached by clan Green", "the board is not the same for both"],
        ),
    ],
)  # fmt: skip
def test_what_is_only_odd_is_told_and_can_be_played(lines: list[str], odd: list[str]) -> None:
    told: list[str] = []
    parse(lines, told)
    for one, part in zip(told, odd, strict=True):
        assert one.startswith("mine.yaml: boards.odd.map: ")
        assert part in one


# -- options ---------------------------------------------------------------------------------------


def test_options_have_names_and_bounds() -> None:
    text = "first=green board=small mode=seats turns=40 each=yes minutes=5"
    options = ZwergenOptions.from_text(text)
    assert options == ZwergenOptions(first=2, board=1, mode=1, turns=40, each=1, minutes=5)
    assert options.to_text() == text
    for wrong in ("first=3", "board=3", "mode=3", "turns=0", "turns=1001", "each=2", "minutes=0"):
        with pytest.raises(OptionError):
            ZwergenOptions.from_text(wrong)


def test_only_mode_time_asks_for_a_clock() -> None:
    assert seconds(ZwergenOptions()) is None
    assert seconds(ZwergenOptions(mode=1)) is None
    assert seconds(ZwergenOptions(mode=2, minutes=7)) == 420
