"""Observations: the clan's own pieces first, and a board that is not turned."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from games.zwergenzugfahrt.decode import alike, decode
from games.zwergenzugfahrt.typed_position import BOARDS, GAME
from spielzug.core.check.secrets import observed
from spielzug.core.errors import UsageError
from spielzug.core.jit import as_plain, rule
from spielzug.core.native_records import plain
from spielzug.core.position import Position
from spielzug.core.rng import below, new_rng
from spielzug.games.zwergenzugfahrt.facts import DWARVES, ZwergenOptions
from spielzug.games.zwergenzugfahrt.facts.sets import HOME, SEAT, SETS, StationBoard
from spielzug.games.zwergenzugfahrt.observation import MY_DWARF, MY_SIGN, RIVAL_DWARF, RIVAL_SIGN
from spielzug.games.zwergenzugfahrt.state import RESERVE, parse


def parts(position: Position, clan: int) -> dict[str, Any]:
    told = position.seen(clan).observation
    assert told.tolist() == observed(position, clan).tolist()
    return {name: GAME.observation.part(name, told).tolist() for name in GAME.observation.parts}


def test_the_first_of_two_values_is_ones_own() -> None:
    position = GAME.start(seed=1, first="red")
    position.step(parse("d5-c5"))
    position.state.kicks[0], position.state.owes[1], position.state.taken[0] = 3, 2, 4
    red, green = parts(position, 0), parts(position, 1)
    assert (red["turn"], red["first"]) == (2, 1)
    assert (green["turn"], green["first"]) == (1, 2)
    assert (red["kicks"], green["kicks"]) == ([3, 0], [0, 3])
    assert (red["owes"], green["owes"]) == ([0, 2], [2, 0])
    assert (red["taken"], green["taken"]) == ([4, 0], [0, 4])
    assert (red["visits"], red["since"], red["ahead"], green["ahead"]) == (0, 1, 1, -1)


def test_a_field_has_the_same_number_for_both_clans() -> None:
    position, rng = GAME.start(seed=1, first="red"), new_rng(1)
    while not position.state.signs.all():
        legal = position.legal
        reserve = [action for action in legal if action >= RESERVE]
        position.step(reserve[0] if reserve else legal[int(below(rng, len(legal)))])
    red, green = parts(position, 0)["board"], parts(position, 1)["board"]
    other = {0: 0, MY_DWARF: RIVAL_DWARF, RIVAL_DWARF: MY_DWARF, MY_SIGN: RIVAL_SIGN}
    assert [other.get(value, MY_SIGN) for value in red] == green
    assert red.count(MY_DWARF) == red.count(RIVAL_DWARF) == DWARVES
    assert {field for field, value in enumerate(red) if value == MY_DWARF} == {
        int(field) for field in position.state.field[:DWARVES]
    }
    for clan, sign in ((0, MY_SIGN), (1, RIVAL_SIGN)):
        fields = [field for field, value in enumerate(red) if value == sign]
        assert sum(1 << field for field in fields) == position.state.signs[clan]


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_where_values_lie_apart_they_are_the_same(board: str) -> None:
    """As on a GPU: each value beside the same value of other positions."""
    apart = rule(as_plain(GAME.rules.observe))
    position, rng = GAME.start(seed=2, board=board, mode="seats"), new_rng(3)
    columns = np.full((GAME.observation.size, 3), -9, np.int16)
    while not position.over:
        position.step(position.legal[int(below(rng, len(position.legal)))])
        for clan in range(2):
            apart(position.facts, position.state, clan, columns[:, 1])
            assert columns[:, 1].tolist() == observed(position, clan).tolist()
    assert (columns[:, 0::2] == -9).all()


def test_counters_that_never_end_stay_in_their_range() -> None:
    position = GAME.start(seed=1, mode="time")
    position.state.turns, position.state.kicks[1] = 1_000_003, 1_000_000
    position.state.turns_each[:] = 1_000_003, 0
    mine, rival = parts(position, 0), parts(position, 1)
    assert (mine["visits"], mine["since"], mine["kicks"]) == (32767, 1_000_003 % 7, [0, 32767])
    assert (mine["ahead"], rival["ahead"]) == (32767, -32767)


def test_all_but_the_numbers_of_the_dwarves_comes_back() -> None:
    position, rng = GAME.start(seed=4, mode="seats"), new_rng(5)
    while not position.over:
        position.step(position.legal[int(below(rng, len(position.legal)))])
        for clan in range(2):
            seen = position.seen(clan)
            known = seen.hidden.copy()
            alike(position.facts, known)
            back = decode(position.facts, seen.observation, clan, GAME.blank()[0])
            assert plain(back) == plain(known)


# -- how long a game can be ------------------------------------------------------------------------


def can_be_locked_in(board: StationBoard, clan: int, dwarves: int = DWARVES) -> bool:
    """Whether so many dwarves could have nothing to do (Z10).

    On the fields that are neither seats nor the rival's homes only own dwarves stop a dwarf, for
    rivals there are kicked: dwarves locked in fill a whole region of such fields, or they all sit
    on seats that none of them touches.
    """
    rivals = set(board.homes_of(1 - clan))
    open_fields = {f for f, k in enumerate(board.kinds) if k != SEAT} - rivals
    closed = frozenset(range(len(board.kinds))) - open_fields
    regions = [len(board.distances([field], closed)) for field in open_fields]
    inner = [
        seat
        for seat, kind in enumerate(board.kinds)
        if kind == SEAT and not {board.step(seat, d) for d in range(4)} & open_fields
    ]
    return min(regions) <= dwarves or len(inner) >= dwarves


@pytest.mark.parametrize("board", SETS.get(0).boards, ids=lambda board: board.name)
def test_z10_nobody_can_be_locked_in_on_our_boards(board: StationBoard) -> None:
    assert sum(kind == HOME for kind in board.kinds) == 2 * DWARVES
    for clan in range(2):
        assert not can_be_locked_in(board, clan)
        assert can_be_locked_in(board, clan, dwarves=len(board.kinds))


def test_a_game_has_an_end_only_without_a_clock() -> None:
    assert GAME.longest(ZwergenOptions(), 2) == 60 + 8
    assert GAME.longest(ZwergenOptions(turns=7), 2) == 7  # it ends before the toss (Z12)
    assert GAME.longest(ZwergenOptions(turns=8), 2) == 9
    assert GAME.longest(ZwergenOptions.parse({"mode": "seats", "each": "yes"}), 2) == 400 + 57
    assert GAME.longest(ZwergenOptions(turns=10, each=1), 2) == 51 + 7
    with pytest.raises(UsageError, match="mode=time"):
        GAME.longest(ZwergenOptions.parse({"mode": "time"}), 2)
