"""Z1, Z2: the boards, what makes them fair, and every way in which a board file can be wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from games.zwergenzugfahrt.table import NARROW, facts_of
from spielzug.core.errors import DataError, OptionError
from spielzug.games.zwergenzugfahrt.facts import NOWHERE, ZwergenOptions, seconds
from spielzug.games.zwergenzugfahrt.facts.bits import size
from spielzug.games.zwergenzugfahrt.facts.boards import (
    BOARDS,
    BOARDS_FILE,
    DOOR,
    HOME,
    PLATFORM,
    SEAT,
    Board,
    parse_board,
    read_boards,
)

ALL = [pytest.param(board, id=board.name) for board in read_boards()]


def mirrored(board: Board, field: int) -> int:
    column, row = board.place(field)
    return (row - 1) * board.columns + column


@pytest.mark.parametrize("board", ALL)
def test_every_board_is_the_same_for_both_clans(board: Board) -> None:
    for field, kind in enumerate(board.kinds):
        other = mirrored(board, field)
        assert board.kinds[other] == kind
        clan = board.homes[field]
        assert board.homes[other] == (None if clan is None else 1 - clan)
    assert {frozenset(mirrored(board, f) for f in pair) for pair in board.walls} == board.walls
    homes = board.homes_of(0)
    assert [mirrored(board, field) for field in homes] == board.homes_of(1)


@pytest.mark.parametrize("board", ALL)
def test_z1_walls_separate_seats_from_platforms_and_doors_are_open(board: Board) -> None:
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
def test_z10_no_clan_can_ever_be_blocked_on_our_boards(board: Board) -> None:
    """A dwarf on the ground is stuck only if all ground around is full of its own clan, and a

    sitting one only if it has no ground beside it: five dwarves are too few for either.
    """
    seats = [field for field, kind in enumerate(board.kinds) if kind == SEAT]
    ground = frozenset(seats)
    for clan in (0, 1):
        closed = ground | frozenset(board.homes_of(1 - clan))
        for field in range(len(board.kinds)):
            if field not in closed:
                assert len(board.distances([field], closed)) > 5
    enclosed = [
        seat
        for seat in seats
        if all(board.step(seat, d) in ground for d in range(4) if board.step(seat, d) is not None)
    ]
    assert len(enclosed) < 5


def test_the_sizes_of_the_boards() -> None:
    assert [(b.name, len(b.kinds)) for b in read_boards()] == [
        ("station", 55), ("small", 42), ("long", 60),
    ]  # fmt: skip


@pytest.mark.parametrize("which", [*BOARDS, NARROW])
def test_the_tables_say_what_the_board_says(which: str | Board) -> None:
    board = read_boards()[BOARDS.index(which)] if isinstance(which, str) else which
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


def test_a_good_map_is_read() -> None:
    assert parse_board("station", {"map": GOOD}) == read_boards()[0]


def test_a_wall_between_columns_is_read() -> None:
    board = parse_board("walled", {"map": changed(4, " 3   : :|: : : : : : : : :")})
    b3, c3 = 2 * 11 + 1, 2 * 11 + 2
    assert board.walls - read_boards()[0].walls == {frozenset({b3, c3})}


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({}, "exactly one entry, 'map'"),
        ("S S S", "exactly one entry, 'map'"),
        ({"map": GOOD, "walls": []}, "exactly one entry, 'map'"),
        ({"map": "S"}, "list of lines"),
        ({"map": []}, "list of lines"),
        ({"map": changed(0, "     a b d")}, "names the columns a b c in order"),
        ({"map": changed(0, "     a b  c d e f g h i j k")}, "exactly one space"),
        ({"map": changed(0, "")}, "0 columns"),
        ({"map": [" ".join("abcdefghijklmnopqrst")]}, "20 columns are not possible"),
        ({"map": GOOD[:1]}, "11 columns and 0 rows"),
        ({"map": [GOOD[0], *(f" {n}   {'. ' * 11}" for n in (6, 5, 4, 3, 2, 1))]}, "and 6 rows"),
        ({"map": changed(1, " 6   . . . R R R R R . . .")}, "row 5 is expected here, not row 6"),
        ({"map": changed(1, " 5   . . . R R R R R . . . .")}, "row 5 does not stand under"),
        ({"map": changed(1, " 5 . . . . R R R R R . . .")}, "row 5 does not stand under"),
        ({"map": changed(4, " 3   : : x : : : : : : : :")}, "field c3: 'x' is no kind of field"),
        ({"map": changed(4, " 3   : :=: : : : : : : : :")}, "field b3: '=' is no wall"),
        ({"map": changed(2, "     = x   = =   = =   = =")}, "below row 5: 'x' is no wall"),
        ({"map": changed(2, "      =    = =   = =   = =")}, "below row 5: '=' is no wall"),
        ({"map": [GOOD[0], GOOD[2], *GOOD[1:]]}, "a line of walls stands between two rows"),
        ({"map": [*GOOD, GOOD[2]]}, "a line of walls stands between two rows"),
        ({"map": changed(4, " 3   : : S : : : : : : : :")}, "there are 17 seats; a board has 16"),
        ({"map": changed(1, " 5   . . . R R R R . . . .")}, "clan Red has 4 home fields"),
        ({"map": changed(7, " 1   G . . G G G G G . . .")}, "clan Green has 6 home fields"),
        (
            {"map": changed(2, "     = = = = = = = = = = =")},
            "field a4 cannot be reached by clan Red",
        ),
        (
            {"map": [*GOOD[:6], "     = = = = =   = =   = =", " 1   . . G G G G G . . . ."]},
            "field a1 cannot be reached by clan Red",
        ),
    ],
)  # fmt: skip
def test_z2_a_wrong_board_is_refused_with_file_board_and_reason(data: Any, reason: str) -> None:
    with pytest.raises(DataError) as refused:
        parse_board("odd", data, "mine.yaml")
    assert str(refused.value).startswith("mine.yaml: odd: ")
    assert reason in str(refused.value)
    assert "(Z1)" in str(refused.value) or "(Z2)" in str(refused.value)


def test_the_file_names_exactly_the_boards_of_the_option(tmp_path: Path) -> None:
    path = tmp_path / "boards.yaml"
    data = yaml.safe_load(BOARDS_FILE.read_text(encoding="utf-8"))
    path.write_text(yaml.safe_dump(data), encoding="utf-8")
    assert read_boards(path) == read_boards()
    del data["long"]
    path.write_text(yaml.safe_dump(data), encoding="utf-8")
    with pytest.raises(DataError, match=r"boards\.yaml: .*'long' is missing or unknown"):
        read_boards(path)
    path.write_text("just words", encoding="utf-8")
    with pytest.raises(DataError, match="exactly: station, small, long"):
        read_boards(path)
    path.write_text("a: [", encoding="utf-8")
    with pytest.raises(DataError, match="not valid YAML"):
        read_boards(path)


# -- options ---------------------------------------------------------------------------------------


def test_options_have_names_and_bounds() -> None:
    text = "first=green board=small mode=seats turns=40 each=yes minutes=5"
    options = ZwergenOptions.from_text(text)
    assert options == ZwergenOptions(2, 1, 1, 40, 1, 5)
    assert options.to_text() == text
    for wrong in ("first=3", "board=3", "mode=3", "turns=0", "turns=1001", "each=2", "minutes=0"):
        with pytest.raises(OptionError):
            ZwergenOptions.from_text(wrong)


def test_only_mode_time_asks_for_a_clock() -> None:
    assert seconds(ZwergenOptions()) is None
    assert seconds(ZwergenOptions(mode=1)) is None
    assert seconds(ZwergenOptions(mode=2, minutes=7)) == 420
