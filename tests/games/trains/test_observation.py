"""Observations: seen from the seat, and without secrets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from games.trains.decode import decode
from games.trains.test_secrets import HANDS, PILES, deep
from games.trains.typed_position import GAME, TypedPosition, play, slot, table
from spielzug.core.check.secrets import completeness
from spielzug.core.errors import UsageError
from spielzug.games.trains import observation as o
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import TrainsOptions
from spielzug.games.trains.facts.boards import SPACE_NAMES


def observed(found: TypedPosition, seat: int) -> dict[str, Any]:
    """The parts by name; the whole position gives the same as the one hidden for the seat."""
    whole = np.full(GAME.observation.size, -1, np.int16)
    GAME.rules.observe(found.facts, found.state, seat - 1, whole)
    hidden = found.position.seen(seat - 1).observation
    assert whole.tolist() == hidden.tolist()
    assert (GAME.observation.low <= whole).all() and (whole <= GAME.observation.high).all()
    return {name: GAME.observation.part(name, whole).tolist() for name in GAME.observation.parts}


def test_seats_come_in_the_order_of_the_table_from_the_own_one_on() -> None:
    found = table("seats: 3\nturn: 2\ntrack 1: 4\ntrack 2: 5\ntrack 3: 6\ndraw 3: 7NT 2LR SE")
    mine, third = observed(found, 1), observed(found, 3)
    assert (mine["seats"], mine["turn"], mine["first"]) == (3, 2, 1)
    assert (third["turn"], third["first"]) == (3, 2)
    assert mine["track"] == [4, 5, 6, 0]
    assert third["track"] == [6, 4, 5, 0]
    assert mine["draw_size"] == [0, 0, 10, 0]


def test_winners_are_a_bit_for_each_seat_from_the_own_one_on() -> None:
    found = table("seats: 3")
    found.state.winners = 0b011
    assert [observed(found, seat)["winners"] for seat in (1, 2, 3)] == [0b011, 0b101, 0b110]


def test_cubes_are_a_bit_for_each_space_of_a_row() -> None:
    names = ["a1", "a10", "b9", "g1", "g7", "g8", "h2"]
    found = table(f"cubes 1: {' '.join(names)}\ncubes 2: c5\nstations: c5")
    mine, theirs = observed(found, 1), observed(found, 2)
    assert mine["cubes"][0] == [513, 256, 0, 0, 0, 0, 193, 2]
    assert mine["cubes"][1] == [0, 0, 16, 0, 0, 0, 0, 0]
    assert theirs["cubes"][:2] == mine["cubes"][1::-1]
    assert mine["stations"] == [int(name == "c5") for name in SPACE_NAMES]


def test_the_secret_cards_of_another_seat_are_one_pool() -> None:
    found = table("hand 1: LR 2NT\nknown 1: LR\ntop 1: EX! LE\ndraw 1: 4NT\nhand 2: NT")
    ex, le, lr = (slot(found.state, code) for code in ("EX", "LE", "LR"))
    mine, theirs = observed(found, 1), observed(found, 2)
    assert [mine["hand"][0][kind] for kind in (0, lr)] == [2, 1]
    assert mine["known"][lr] == 1
    assert mine["top"][0][:3] == [1 + le, 1 + ex + o.WAYS, 0]
    assert [theirs["hand"][1][kind] for kind in (0, lr)] == [0, 1]
    assert [theirs["draw"][1][kind] for kind in (0, ex, le)] == [6, 1, 0]
    assert theirs["top"][1][:3] == [1 + le, 1 + o.SECRET + o.WAYS, 0]


def test_the_order_within_a_group_is_for_its_owner() -> None:
    found = table("top 1: SE* EX* LR*_ LE\ndraw 1: 4NT")
    ex, le, lr, se = (slot(found.state, code) for code in ("EX", "LE", "LR", "SE"))
    group, lowest = 2 * o.WAYS + 1, o.LOWEST * o.WAYS + 1
    assert observed(found, 1)["top"][0][:4] == [1 + le, lowest + lr, group + ex, group + se]
    assert observed(found, 2)["top"][1][:4] == [1 + le, lowest + ex, group + lr, group + se]


def test_a_group_that_is_partly_drawn_is_told_by_its_cards() -> None:
    found = table("hand 1: EX\ntop 1: LR~ EX~\nloose 1: 2EX LR\ndraw 1: 4NT")
    ex, lr = (slot(found.state, code) for code in ("EX", "LR"))
    split = 3 * o.WAYS + 1
    for seat, whose in ((1, 0), (2, 1)):
        assert observed(found, seat)["loose"][whose] == [1 + ex, 1 + ex, 1 + lr, 0]
    assert observed(found, 1)["top"][0][:3] == [split + ex, split + lr, 0]
    assert observed(found, 2)["top"][1][:3] == [split + o.SECRET, split + o.SECRET, 0]


def test_the_row_that_is_put_in_order_is_its_owners_secret() -> None:
    found = table("hand 1: IC 2NT\ntop 1: EX LE NT LR\ndraw 1: 4NT\nhand 2: LR SE")
    waiting, _ = play(found, "IC+", "/", "^1")
    assert waiting.state.phase == s.ORDER
    row = [1 + int(card) for card in waiting.state.row]
    assert observed(waiting, 1)["row"] == row
    assert observed(waiting, 2)["row"] == sorted(row)
    assert observed(waiting, 2)["row_left"] == 3


@pytest.mark.compiled
@pytest.mark.parametrize("options", [PILES, HANDS])
def test_all_that_a_seat_knows_comes_back_where_much_lies_on_piles(options: str) -> None:
    completeness(replace(deep(options), decode=decode, games=3))


def test_a_game_has_an_end_only_with_a_limit() -> None:
    assert GAME.longest(TrainsOptions(turn_limit=1), 2) < GAME.longest(
        TrainsOptions(turn_limit=2), 2
    )
    with pytest.raises(UsageError, match="turn_limit"):
        GAME.longest(TrainsOptions(), 2)
