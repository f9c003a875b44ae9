"""One game in an environment."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from spielzug.core.errors import UsageError
from spielzug.core.events import utility
from spielzug.core.game import Game
from spielzug.envs import Batch, GameEnv, IllegalAction, unpack
from spielzug.games import all_games

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


@every_game
def test_a_table_plays_a_row_of_a_batch(game: Game) -> None:
    """Row 1 of a batch plays game 1; the last position stays at the table."""
    seats = game.seats[0]
    opponents = (None, *("greedy",) * (seats - 1))
    batch = Batch(game, 2, seats, seed=9, opponents=opponents)
    table = GameEnv(game, seats, seed=9, opponents=opponents)
    table.reset(number=1)
    while True:
        assert table.actor == batch.actor[1]
        assert np.array_equal(table.observation, batch.observation[1])
        assert np.array_equal(table.mask, batch.mask[1])
        assert table.legal == np.flatnonzero(unpack(table.mask, batch.n_actions)).tolist()
        assert table.length == batch.length[1]
        actions = batch.sample()
        batch.step(actions)
        table.step(int(actions[1]))
        assert table.done == batch.done[1]
        assert np.array_equal(table.reward, batch.reward[1])
        if table.done:
            break
    outcome = table.position.outcome
    assert outcome is not None
    expected = [utility(share, seats) for share in outcome.shares]
    assert table.reward.tolist() == np.array(expected, np.float32).tolist()
    assert table.actor == -1
    assert table.legal == []
    assert not table.mask.any()


def test_every_seat_sees_its_own(game_of_trains: Game) -> None:
    table = GameEnv(game_of_trains, 3)
    for seat in range(3):
        assert np.array_equal(table.observe(seat), table.position.seen(seat).observation)
    wrong: list[Any] = [3, -1, 0.5, "0", None]
    for seat in wrong:
        with pytest.raises(UsageError, match=f"there is no seat {seat!r}: use 0 to 2"):
            table.observe(seat)


def test_what_is_not_allowed_changes_nothing(game_of_trains: Game) -> None:
    table = GameEnv(game_of_trains)
    before = table.position.digest
    wrong = next(a for a in range(game_of_trains.rules.N_CHOICES) if a not in table.legal)
    with pytest.raises(IllegalAction, match=f"action {wrong} "):
        table.step(wrong)
    assert table.position.digest == before


def test_an_action_is_no_number_that_is_nearly_one(game_of_trains: Game) -> None:
    table = GameEnv(game_of_trains)
    before, right = table.position.digest, table.legal[0]
    actions: list[Any] = [right + 0.5, float(right), float("nan"), str(right), None, [right]]
    for action in actions:
        with pytest.raises(UsageError, match="an action is a whole number, not"):
            table.step(action)
    with pytest.raises(IllegalAction, match="there is no action"):
        table.step(1 << 70)
    numbers: list[Any] = [-1, 0.5, "1", None, True]
    for number in numbers:
        with pytest.raises(
            UsageError, match="the number of a game must be a whole number from 0 on"
        ):
            table.reset(number=number)
    with pytest.raises(UsageError, match="seed must be"):
        table.reset(0.5)  # type: ignore[arg-type]
    assert table.position.digest == before
    table.step(np.int16(right))


def test_after_the_end_only_a_reset_helps(game_of_trains: Game) -> None:
    table = GameEnv(game_of_trains, options={"turn_limit": 1})
    while not table.done:
        table.step(table.legal[0])
    assert table.done == 2
    with pytest.raises(IllegalAction, match=r"the game is over, use reset\(\)"):
        table.step(0)
    table.reset()
    assert not table.done
    assert table.length <= 1
