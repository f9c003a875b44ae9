"""Observations: named parts in one array of numbers."""

from __future__ import annotations

import numpy as np
import pytest

from spielzug.core.declaration import Record, declare
from spielzug.core.errors import UsageError
from spielzug.core.events import utility
from spielzug.core.observation import CODE, MOST, Observation, Part, relative_seat, seat_after
from spielzug.games import get_game

PARTS = (Part("one", (), 0, 1, ""), Part("grid", (2, 3), -1, 9, ""), Part("last", (2,), 5, 6, ""))


def test_the_parts_lie_one_after_the_other() -> None:
    observation = Observation(PARTS)
    assert observation.size == 9
    assert observation.slices == {"one": slice(0, 1), "grid": slice(1, 7), "last": slice(7, 9)}
    assert observation.starts == {"one": 0, "grid": 1, "last": 7}
    assert observation.low.tolist() == [0, *[-1] * 6, 5, 5]
    assert observation.high.tolist() == [1, *[9] * 6, 6, 6]


class Sample(Record):
    turn = declare("i1", within=(-1, 3))
    wide = declare("i4")
    hand = declare("u1", (4, 3))


def test_a_part_takes_shape_and_bounds_from_its_field() -> None:
    assert Part.of_seat(Sample.turn, "who") == Part("turn", (), 0, 4, "who", CODE)
    assert Part.of_code(Sample.turn, "ab") == Part("turn", (), -1, 3, "0 a, 1 b", CODE)
    assert Part.of(Sample.wide, "far") == Part("wide", (), -MOST, MOST, "far")
    assert Part.of(Sample.hand, "all") == Part("hand", (4, 3), 0, 255, "all")
    mine = Part.of(Sample.hand, "mine", row=True, low=-1, high=9, distinct_up_to=2)
    assert mine == Part("hand", (3,), -1, 9, "mine", distinct_up_to=2)


def test_a_part_is_found_by_its_name_in_one_observation_and_in_many() -> None:
    observation = Observation(PARTS)
    one = np.arange(9, dtype=np.int16)
    assert observation.part("one", one) == 0
    assert observation.part("grid", one).tolist() == [[1, 2, 3], [4, 5, 6]]
    many = np.stack([one, one + 10])
    assert observation.part("one", many).tolist() == [0, 10]
    assert observation.part("last", many).tolist() == [[7, 8], [17, 18]]
    observation.part("grid", many)[1, 0, 2] = 99  # a view
    assert many[1, 3] == 99
    with pytest.raises(UsageError, match=r"no part 'two' .* \['one', 'grid', 'last'\]"):
        observation.part("two", one)


def test_seats_are_told_from_where_one_sits() -> None:
    assert [seat_after(2, distance, 4) for distance in range(4)] == [2, 3, 0, 1]
    assert [relative_seat(2, other, 4) for other in (-1, 2, 3, 0, 1)] == [0, 1, 2, 3, 4]


def test_the_reward_of_a_share() -> None:
    assert [utility(share, 2) for share in (1.0, 0.5, 0.0)] == [1, 0, -1]
    assert [utility(share, 5) for share in (1.0, 0.0)] == [1, -0.25]
    assert [utility(1 / seats, seats) for seats in range(2, 8)] == [0] * 6
    for seats in range(2, 8):
        rewards = [utility(share, seats) for share in (1.0, *[0.0] * (seats - 1))]
        assert sum(rewards) == pytest.approx(0)


def test_what_a_seat_knows_has_an_observation_and_a_spectator_has_none() -> None:
    position = get_game("game_of_trains").start(seats=3, seed=1)
    parts = position.game.observation
    for seat in range(3):
        seen = position.seen(seat)
        observed = seen.observation
        assert observed.dtype == np.int16
        assert parts.part("seats", observed) == 3
        rows = parts.part("row", observed)
        assert rows[0].tolist() == seen.hidden.row[seat].tolist()
        assert rows[1].tolist() == seen.hidden.row[(seat + 1) % 3].tolist()
        assert not rows[3].any()
        observed[:] = 0  # its own: nothing that is kept elsewhere
        assert seen.observation.any()
    with pytest.raises(UsageError, match="a spectator has no observation"):
        _ = position.seen(-1).observation
