"""Observations: seen from the seat, and without secrets."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from games.game_of_trains.decode import decode
from games.game_of_trains.typed_position import GAME
from spielzug.core.check.secrets import observed
from spielzug.core.errors import UsageError
from spielzug.core.jit import as_plain, rule
from spielzug.core.native_records import plain
from spielzug.core.position import Position
from spielzug.core.rng import below, new_rng
from spielzug.games.game_of_trains.facts import GameOfTrainsOptions
from spielzug.games.game_of_trains.observation import SECRET
from spielzug.games.game_of_trains.state import DRAW, KEEP, PLACE, RESIGN


def parts(position: Position, seat: int) -> dict[str, Any]:
    told = position.seen(seat).observation
    assert told.tolist() == observed(position, seat).tolist()
    return {name: GAME.observation.part(name, told).tolist() for name in GAME.observation.parts}


def begun(seats: int = 3) -> Position:
    return GAME.start(seats=seats, seed=3, first=2, turn_limit=50)


def test_seats_come_in_the_order_of_the_table_from_the_own_one_on() -> None:
    position = begun()
    rows = position.state.row.tolist()
    mine, third = parts(position, 0), parts(position, 2)
    assert (mine["seats"], mine["turn"], mine["first"], mine["winner"]) == (3, 2, 2, 0)
    assert (third["turn"], third["first"]) == (3, 3)
    assert mine["row"] == rows
    assert third["row"] == [rows[2], rows[0], rows[1], [0] * 7]


def test_g3_of_the_cards_of_the_setup_each_seat_knows_its_own() -> None:
    position = begun()
    hands = position.state.hand.tolist()
    for seat in range(3):
        told = parts(position, seat)
        assert told["hand"] == hands[seat]
        assert told["hands"] == [*(len(set(hands[(seat + i) % 3]) - {0}) for i in range(3)), 0]
    for _ in range(2):  # the second to choose keeps one of two
        position.step(position.legal[0])
        position.step(PLACE)
    assert position.actor == 0
    rejected = [seat for seat in range(3) if position.state.rejects[seat].any()]
    assert rejected == [2]
    assert parts(position, 2)["rejects"][0] == position.state.rejects[2, 0]
    other = parts(position, 0)
    assert other["rejects"] == [0, 0, 0]
    assert other["rejected"] == [0, 0, 1, 0]


def test_g6_a_car_just_drawn_is_its_drawers_secret() -> None:
    position = begun(2)
    for _ in range(2):
        position.step(KEEP)
        position.step(PLACE)
    position.step(DRAW)
    drawer = position.actor
    assert parts(position, drawer)["card"] == position.state.card > 0
    assert parts(position, 1 - drawer)["card"] == SECRET
    position.step(RESIGN + drawer)  # and stays so when the game is over
    assert parts(position, drawer)["hand"][0] > 0
    other = parts(position, 1 - drawer)
    assert (other["hand"], other["hands"]) == ([0] * 4, [0, 1, 0, 0])
    assert (other["turn"], other["winner"]) == (0, 1)


def test_g22_the_turns_that_are_left_are_told() -> None:
    assert parts(begun(), 0)["turns_left"] == 50
    endless = GAME.start(seats=2, seed=1)
    assert parts(endless, 0)["turns_left"] == 32767
    long = GAME.start(seats=2, seed=1, turn_limit=1_000_000)
    assert parts(long, 0)["turns_left"] == 32767
    long.state.turns = 1_000_000 - 7
    assert parts(long, 1)["turns_left"] == 7


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_where_values_lie_apart_they_are_the_same(seats: int) -> None:
    """As on a GPU: each value beside the same value of other positions."""
    apart = rule(as_plain(GAME.rules.observe))
    position, rng = GAME.start(seats=seats, seed=5, turn_limit=200), new_rng(1)
    columns = np.full((GAME.observation.size, 3), -9, np.int16)
    met = 0
    while not position.over:
        position.step(position.legal[int(below(rng, len(position.legal)))])
        apart(position.facts, position.state, position.seats - 1, columns[:, 1])
        assert columns[:, 1].tolist() == observed(position, position.seats - 1).tolist()
        met = max(met, int(position.state.discard_pile))
    assert met > 20
    assert (columns[:, 0::2] == -9).all()


def test_a_reshuffle_and_all_cars_come_back_from_an_observation() -> None:
    position, rng = GAME.start(seats=4, seed=5, turn_limit=120), new_rng(2)
    while not position.over:
        position.step(position.legal[int(below(rng, len(position.legal)))])
        for seat in range(4):
            seen = position.seen(seat)
            back = decode(position.facts, seen.observation, seat, GAME.blank()[0])
            assert plain(back) == plain(seen.hidden)


def test_a_game_has_an_end_only_with_a_limit() -> None:
    assert GAME.longest(GameOfTrainsOptions(turn_limit=10), 3) == 26
    with pytest.raises(UsageError, match="turn_limit"):
        GAME.longest(GameOfTrainsOptions(), 2)
    position = begun(2)
    made = 0
    while not position.over:  # draw and place: as slowly as it can be
        position.step(DRAW if DRAW in position.legal else position.legal[0])
        made += 1
    assert position.outcome is not None
    assert made <= GAME.longest(position.options, 2) == 104
    assert made == 104 or position.outcome.reason != "turn_limit"
