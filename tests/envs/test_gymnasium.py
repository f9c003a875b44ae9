"""One seat against bots, for Gymnasium."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.envs import IllegalAction
from spielzug.envs.gymnasium import SeatEnv, SeatVectorEnv, gymnasium_id
from spielzug.games import all_games

GAMES = all_games()
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def test_the_names_of_the_games() -> None:
    names = {name for name in gymnasium.registry if name.startswith("spielzug/")}
    assert names == {
        "spielzug/GameOfTrains-v1", "spielzug/Trains-v1", "spielzug/Zwergenzugfahrt-v1",
        "spielzug/Zugraub-v1",
    }  # fmt: skip


# A value that is always the same looks odd to it: how many play a game that is for two.
@pytest.mark.filterwarnings("ignore:.*maximum and minimum values are equal:UserWarning")
@every_game
def test_the_env_checker_passes(game: Game) -> None:
    env = gymnasium.make(gymnasium_id(game.name), opponents="greedy", render_mode="ansi")
    check_env(env.unwrapped, skip_render_check=True)
    env.reset(seed=1)
    assert isinstance(env.render(), str)


def play(env: Any, steps: int, seed: int) -> list[Any]:
    """What is seen and earned in the first game, the first legal action each time."""
    observation, info = env.reset(seed=seed)
    told = [observation]
    for _ in range(steps):
        action = int(np.flatnonzero(info["action_mask"])[0])
        observation, reward, terminated, truncated, info = env.step(action)
        told += [observation, reward, terminated, truncated]
        if terminated or truncated:
            break
    return told


@every_game
def test_a_row_of_the_vector_is_the_environment_alone(game: Game) -> None:
    """Row 0 plays the first game of the seed, its last observation is the final one."""
    seats, seat = game.seats[0], game.seats[0] - 1
    alone = SeatEnv(game, seats, seat=seat, opponents="greedy")
    vector = SeatVectorEnv(game, 3, seats, seat=seat, opponents="greedy")
    told = play(alone, 3000, seed=8)
    observations, info = vector.reset(seed=8)
    seen = [observations[0]]
    for _ in range(3000):
        actions = [int(np.flatnonzero(mask)[0]) for mask in info["action_mask"]]
        observations, rewards, terminated, truncated, info = vector.step(np.array(actions))
        ended = bool(terminated[0] or truncated[0])
        last = info["final_obs"][0] if ended else observations[0]
        seen += [last, rewards[0], terminated[0], truncated[0]]
        if ended:
            break
    assert len(seen) == len(told)
    assert all(np.array_equal(one, other) for one, other in zip(seen, told, strict=True))
    assert ended
    assert info["_final_obs"][0]


def test_what_the_vector_says_of_itself(game_of_trains: Game) -> None:
    made = gymnasium.make_vec(
        "spielzug/GameOfTrains-v1", num_envs=5, vectorization_mode="vector_entry_point"
    )
    assert made.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observations, info = made.reset(seed=1)
    assert observations in made.observation_space
    assert made.action_space.shape == (5,)
    assert info["action_mask"].shape == (5, game_of_trains.rules.N_CHOICES)
    again, _ = made.reset(seed=1)
    other, _ = made.reset()
    assert np.array_equal(observations, again)
    assert not np.array_equal(observations, other)


def test_observations_are_copies_unless_somebody_wants_none(game_of_trains: Game) -> None:
    copied, shared = (SeatVectorEnv(game_of_trains, 2, copy=copy) for copy in (True, False))
    for env, same in ((copied, False), (shared, True)):
        first, info = env.reset(seed=1)
        actions = [int(np.flatnonzero(mask)[0]) for mask in info["action_mask"]]
        assert (env.step(actions)[0] is first) == same


def test_an_illegal_action_loses_or_raises(game_of_trains: Game) -> None:
    env = SeatEnv(game_of_trains, 3)
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = env.step(wrong)
    assert (reward, terminated, truncated) == (-0.5, True, False)
    assert f"action {wrong} " in info["illegal"]
    strict = SeatEnv(game_of_trains, on_illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction):
        strict.step(-1)
    vector = SeatVectorEnv(game_of_trains, 2)
    _, info = vector.reset(seed=1)
    right = int(np.flatnonzero(info["action_mask"][0])[0])
    _, rewards, ended, _, _ = vector.step(np.array([right, -1]))
    assert (rewards[1], ended.tolist()) == (-1.0, [False, True])


def test_a_game_that_is_lost_does_not_go_on(game_of_trains: Game) -> None:
    env = SeatEnv(game_of_trains)
    _, info = env.reset(seed=1)
    right = int(np.flatnonzero(info["action_mask"])[0])
    env.step(-1)
    with pytest.raises(UsageError, match=r"the game is over: use reset\(\)"):
        env.step(right)
    env.reset()
    assert not env.step(int(np.flatnonzero(env.action_masks())[0]))[2]
    for action in (right + 0.5, float("nan"), None):
        with pytest.raises(UsageError, match="an action is a whole number"):
            env.step(action)  # type: ignore[arg-type]


def test_all_games_after_a_seed_follow_from_it(game_of_trains: Game) -> None:
    """Gymnasium's learners give a seed once, and reset without one from then on."""
    one, other = SeatVectorEnv(game_of_trains, 3), SeatVectorEnv(game_of_trains, 3)
    first, _ = one.reset(seed=4)
    assert np.array_equal(first, other.reset(seed=4)[0])
    second, _ = one.reset()
    assert np.array_equal(second, other.reset()[0])
    assert not np.array_equal(first, second)


def test_the_rewards_are_those_of_the_own_seat(game_of_trains: Game) -> None:
    """Seat 1 against a bot that plays at random: the two vectors see the two sides of games."""
    for seat in (0, 1):
        env = SeatEnv(game_of_trains, seat=seat, opponents="greedy", options={"turn_limit": 30})
        told = play(env, 500, seed=2)
        assert told[-3] == env.table.reward[seat]


def test_who_sits_where_is_checked(game_of_trains: Game) -> None:
    for seat in (2, -1, 0.5, "0", None):
        with pytest.raises(UsageError, match=f"there is no seat {seat!r}: use 0 to 1"):
            SeatEnv(game_of_trains, seat=seat)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="opponents is a bot for all other seats, or"):
        SeatEnv(game_of_trains, opponents=None)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="a game or its name"):
        SeatEnv(3)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="None at seat 0, your own, and nowhere else"):
        SeatEnv(game_of_trains, opponents=["random", None])
    with pytest.raises(UsageError, match="one entry for each of the 2 seats"):
        SeatEnv(game_of_trains, opponents=[None])
    with pytest.raises(UsageError, match="no opponent 'expert'"):
        SeatEnv(game_of_trains, opponents="expert")
    with pytest.raises(UsageError, match="no render_mode 'film'"):
        SeatEnv(game_of_trains, render_mode="film")
    with pytest.raises(UsageError, match="on_illegal must be one of"):
        SeatEnv(game_of_trains, on_illegal="ignore")
    SeatEnv(game_of_trains, 3, seat=1, opponents=["greedy", None, "random"])


def test_an_environment_can_be_sent_to_another_process(game_of_trains: Game) -> None:
    env = SeatEnv("game_of_trains", seat=1, opponents="greedy")
    again = pickle.loads(pickle.dumps(env))
    assert (again.seat, again.table.setting.opponents) == (1, ("greedy", None))


# -- where a game has ended ------------------------------------------------------------------------


def vector(mode: str, rows: int = 6) -> SeatVectorEnv:
    return SeatVectorEnv("game_of_trains", rows, options={"turn_limit": 4}, autoreset_mode=mode)


def first_legal(infos: dict[str, Any]) -> Any:
    return infos["action_mask"].argmax(axis=1)


def until_one_ends(env: SeatVectorEnv, infos: dict[str, Any]) -> tuple[Any, Any, dict[str, Any]]:
    """Steps until some games have ended, but not all; the observations and who ended."""
    while True:
        seen, _, ended, cut_off, infos = env.step(first_legal(infos))
        done = ended | cut_off
        if done.any():
            return seen, done, infos


def test_only_the_rows_of_a_reset_mask_begin_their_next_game(game_of_trains: Game) -> None:
    env = vector("SAME_STEP")
    _, infos = env.reset(seed=3)
    before = env.step(first_legal(infos))[0]
    mask = np.array([True, False, True, False, False, False])
    after, _ = env.reset(options={"reset_mask": mask})
    assert env.batch.episode.tolist() == [6, 1, 8, 3, 4, 5]
    assert env.batch.length[mask].max() < env.batch.length[~mask].min()
    assert (after[~mask] == before[~mask]).all()
    for wrong in (mask[:3], mask.astype(int), True):
        with pytest.raises(UsageError, match="reset_mask must be an array of 6 truth values"):
            env.reset(options={"reset_mask": wrong})
    with pytest.raises(UsageError, match="leave out either seed or reset_mask"):
        env.reset(seed=1, options={"reset_mask": mask})


def test_a_game_that_has_ended_begins_in_the_next_step(game_of_trains: Game) -> None:
    """The same games as with SAME_STEP, a step later each."""
    env, same = vector("NEXT_STEP"), vector("SAME_STEP")
    seen, done, infos = until_one_ends(env, env.reset(seed=3)[1])
    _, same_done, told = until_one_ends(same, same.reset(seed=3)[1])
    assert (done == same_done).all()
    for row in np.flatnonzero(done):
        assert (seen[row] == told["final_obs"][row]).all()
        assert infos["action_mask"][row].all(), "whatever is chosen, the next game begins"
    lengths = env.batch.length.copy()
    seen, reward, ended, cut_off, infos = env.step(first_legal(infos))
    assert (seen[done] == same.batch.observation[done]).all()
    assert not reward[done].any()
    assert not (ended | cut_off)[done].any()
    assert (env.batch.length[done] == lengths[done]).all()
    assert (env.batch.episode[done] == np.flatnonzero(done) + 6).all()


def test_without_autoreset_a_row_waits_for_its_reset(game_of_trains: Game) -> None:
    env = vector("DISABLED")
    last, done, infos = until_one_ends(env, env.reset(seed=3)[1])
    assert not infos["action_mask"][done].any()
    with pytest.raises(UsageError, match=rf"the game of row {done.argmax()} is over: call reset"):
        env.step(first_legal(infos))
    first, *others = np.flatnonzero(done)
    some = np.arange(6) == first
    seen, infos = env.reset(options={"reset_mask": some})
    assert (seen[~some] == last[~some]).all()
    assert env.batch.episode[first] == first + 6
    if others:
        env.reset(options={"reset_mask": done})
    _, infos = env.reset(options={"reset_mask": np.zeros(6, bool)})
    env.step(first_legal(infos))


def test_an_unknown_autoreset_mode_is_refused(game_of_trains: Game) -> None:
    with pytest.raises(UsageError, match="one of NEXT_STEP, SAME_STEP, DISABLED, not 'never'"):
        vector("never")


def test_gymnasiums_own_wrappers_take_it(game_of_trains: Game) -> None:
    from gymnasium.wrappers.vector import NormalizeObservation

    env = NormalizeObservation(vector("NEXT_STEP"))
    _, infos = env.reset(seed=1)
    for _ in range(20):
        seen, *_, infos = env.step(first_legal(infos))
    assert np.isfinite(seen).all()
