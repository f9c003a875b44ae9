"""Copies, deep copies and pickles of positions and environments play on as the original would."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.position import Position
from spielzug.envs import Batch, GameEnv
from spielzug.envs import pettingzoo as seats
from spielzug.envs.gymnasium import SeatEnv, SeatVectorEnv
from spielzug.games import load_set
from toys.toy import SOUND_TOY

Way = Callable[[Any], Any]


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


WAYS: list[Way] = [copy.copy, copy.deepcopy, pickled]


@pytest.fixture(params=WAYS, ids=["copy", "deepcopy", "pickle"])
def way(request: pytest.FixtureRequest) -> Way:
    found: Way = request.param
    return found


def digests_of(position: Position, steps: int = 12) -> list[str]:
    """Where the first legal choices lead, luck included."""
    found = []
    for _ in range(steps):
        position.step(position.legal[-1])
        found.append(position.digest)
    return found


def advanced(game: Game) -> Position:
    position = game.start(2, seed=7)
    digests_of(position, 5)
    return position


def test_a_position_goes_on_alike(game_of_trains: Game, way: Way) -> None:
    position = advanced(game_of_trains)
    before = position.digest
    other = way(position)
    assert other == position
    assert other.game is game_of_trains
    further = digests_of(other)
    assert position.digest == before, "stepping the copy changed the original"
    assert digests_of(position) == further


def test_what_a_seat_knows_stays_the_same(game_of_trains: Game, way: Way) -> None:
    seen = advanced(game_of_trains).seen(1, ["Ada", "Ben"])
    other = way(seen)
    assert (other, other.seat, other.names) == (seen, 1, ("Ada", "Ben"))
    assert str(other) == str(seen)


def test_a_table_goes_on_alike(game_of_trains: Game, way: Way) -> None:
    table = GameEnv(game_of_trains, 3, seed=4, opponents=[None, "greedy", "random"])

    def play(one: GameEnv, steps: int) -> list[Any]:
        for _ in range(steps):
            one.step(one.legal[-1])
        return [one.position.digest, one.decisions, one.observation.tolist(), one.mask.tolist()]

    begun = play(table, 6)
    other = way(table)
    further = play(other, 9)
    assert play(table, 0) == begun, "stepping the copy changed the original"
    assert play(table, 9) == further
    table.reset(number=3)
    other.reset(number=3)
    assert table.position == other.position


def test_a_batch_goes_on_alike(game_of_trains: Game, way: Way) -> None:
    batch = Batch(game_of_trains, 40, 2, seed=4, opponents=[None, "greedy"], keep_last=True)

    def play(one: Batch, steps: int) -> list[Any]:
        for _ in range(steps):
            one.step(one.sample())
        positions = [one.position(row).digest for row in range(one.size)]
        return [positions, one.episode.tolist(), one.observation.tolist(), one.done.tolist()]

    begun = play(batch, 30)
    other = way(batch)
    further = play(other, 30)
    assert play(batch, 0) == begun, "stepping the copy changed the original"
    assert play(batch, 30) == further
    assert (other.seed, other.last_observation is None) == (4, False)


def test_one_seat_goes_on_alike(game_of_trains: Game, way: Way) -> None:
    env = SeatEnv("game_of_trains", opponents="random", render_mode="ansi")
    env.reset(seed=5)

    def play(one: SeatEnv, steps: int) -> list[Any]:
        for _ in range(steps):
            one.step(int(one.action_masks().argmax()))
        return [one.table.decisions, one.render()]

    begun = play(env, 4)
    other = way(env)
    further = play(other, 3)
    assert play(env, 0) == begun
    assert play(env, 3) == further
    assert env.reset()[0].tolist() == other.reset()[0].tolist(), "the next game is the same, too"


def test_many_seats_go_on_alike(game_of_trains: Game, way: Way) -> None:
    env = SeatVectorEnv("game_of_trains", 8)

    def play(one: SeatVectorEnv, infos: dict[str, Any], steps: int) -> list[Any]:
        seen: Any = None
        for _ in range(steps):
            seen, reward, _, _, infos = one.step(infos["action_mask"].argmax(axis=1))
        return [seen.tolist(), reward.tolist()]

    _, infos = env.reset(seed=5)
    play(env, infos, 5)
    other, now = way(env), env._info()
    assert play(other, now, 40) == play(env, now, 40)
    assert env.reset()[0].tolist() == other.reset()[0].tolist()


@pytest.mark.parametrize("make", [seats.env, seats.raw_env])
def test_seats_that_take_turns_go_on_alike(game_of_trains: Game, make: Any, way: Way) -> None:
    env = make("game_of_trains", seats=3)
    env.reset(seed=5)

    def play(one: Any, steps: int) -> list[Any]:
        for _ in range(steps):
            one.step(int(one.last()[0]["action_mask"].argmax()))
        return [one.agent_selection, one.state().tolist(), one.rewards]

    begun = play(env, 5)
    other = way(env)
    further = play(other, 4)
    assert play(env, 0) == begun
    assert play(env, 4) == further


ELSEWHERE = """
import pickle, sys
for thing in pickle.load(sys.stdin.buffer):
    position = thing if hasattr(thing, "digest") else thing.position
    print(position.options.to_text(), position.digest)
"""


def test_another_process_has_the_same_game(game_of_trains: Game, tmp_path: Path) -> None:
    """Also with cards of one's own, whose file that process never read."""
    assert game_of_trains.sets is not None
    text = game_of_trains.sets.shipped_text()
    file = tmp_path / "mine.yaml"
    file.write_text(text.replace("name: shipped", "name: mine"), encoding="utf-8")
    _, mine = load_set(file)
    position = game_of_trains.start(2, seed=3, set=mine.label)
    table = GameEnv(game_of_trains, options={"set": mine.label})
    table.step(table.legal[0])
    came = subprocess.run(
        [sys.executable, "-c", ELSEWHERE],
        input=pickle.dumps([position, table]), capture_output=True, check=True,
    ).stdout.decode()  # fmt: skip
    both = [position, table.position]
    assert came.splitlines() == [f"{one.options.to_text()} {one.digest}" for one in both]


def test_a_game_that_only_this_program_knows_is_refused_with_the_way_out() -> None:
    position = SOUND_TOY.ready().deal(2, np.uint64(1))[0]
    assert copy.deepcopy(position) == position
    with pytest.raises(pickle.PicklingError, match="add_folder"):
        pickle.dumps(position)


def test_a_batch_on_a_gpu_says_that_it_cannot(game_of_trains: Game) -> None:
    batch = Batch(game_of_trains, 2)
    batch._engine = cast(Any, object())  # anything but the processor's
    with pytest.raises(UsageError, match="a batch on a GPU can be neither copied nor pickled"):
        copy.copy(batch)
