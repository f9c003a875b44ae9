"""PettingZoo's own tests, on every game; those of rendering are in test_render_human."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.envs import IllegalAction, pettingzoo
from spielzug.games import all_games

GAMES = all_games()
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
# It would rather have arrays, but a mask beside the observation is how its own games do it, too.
as_its_own_games = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)


@as_its_own_games
@every_game
def test_the_api_test_passes_with_every_number_of_seats(game: Game) -> None:
    for seats in game.seats:
        api_test(pettingzoo.env(game, seats=seats), num_cycles=60)


@every_game
def test_the_seed_test_passes(game: Game) -> None:
    seed_test(lambda: pettingzoo.env(game), num_cycles=60)


def play(env: Any, seed: int) -> list[tuple[str, float]]:
    """A game to its end, always the first legal action; gives each agent's reward."""
    env.reset(seed=seed)
    rewards = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            rewards.append((agent, reward))
            env.step(None)
        else:
            assert np.array_equal(info["action_mask"], observation["action_mask"])
            env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    return rewards


@every_game
def test_a_game_ends_with_the_rewards_of_all(game: Game) -> None:
    env = pettingzoo.raw_env(game, seats=game.seats[-1])
    rewards = play(env, 3)
    assert sorted(agent for agent, _ in rewards) == env.possible_agents
    assert [reward for _, reward in sorted(rewards)] == env.table.reward.tolist()
    assert rewards == play(pettingzoo.raw_env(game, seats=game.seats[-1]), 3)


def test_a_limit_truncates(game_of_trains: Game) -> None:
    env = pettingzoo.raw_env(game_of_trains, options={"turn_limit": 1})
    env.reset(seed=1)
    while not env.table.done:
        env.step(env.table.legal[0])
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_without_a_seed_the_next_game_begins(game_of_trains: Game) -> None:
    env = pettingzoo.raw_env(game_of_trains)
    env.reset(seed=4)
    first = env.table.position.digest
    env.reset()
    assert env.table.position.digest != first
    env.reset(seed=4)
    assert env.table.position.digest == first


def test_an_illegal_action_is_lost_by_the_wrapper_and_raised_without_it(
    game_of_trains: Game,
) -> None:
    env, raw = pettingzoo.env(game_of_trains), pettingzoo.raw_env(game_of_trains)
    env.reset(seed=1)
    raw.reset(seed=1)
    wrong = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    agent = env.agent_selection
    env.step(wrong)
    assert env.rewards[agent] == -1
    assert all(env.terminations.values())
    with pytest.raises(IllegalAction):
        raw.step(wrong)


def test_wrong_settings_are_refused(game_of_trains: Game) -> None:
    with pytest.raises(UsageError, match="no render_mode 'film'; use one of: ansi, rgb_array"):
        pettingzoo.env(game_of_trains, render_mode="film")
    with pytest.raises(UsageError, match="2 to 4 seats, not 9"):
        pettingzoo.env(game_of_trains, seats=9)
    env = pettingzoo.raw_env(game_of_trains)
    env.reset()
    with pytest.raises(UsageError, match="an action is needed"):
        env.step(None)
    with pytest.raises(UsageError, match="an action is a whole number"):
        env.step(9.5)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="seed must be"):
        env.reset(seed=1.5)  # type: ignore[arg-type]
    env.reset()


def test_what_one_does_with_a_mask_is_ones_own_business(game_of_trains: Game) -> None:
    env = pettingzoo.raw_env(game_of_trains)
    env.reset(seed=1)
    env.last()[0]["action_mask"][:] = 0
    assert env.last()[0]["action_mask"].any()
    assert env.infos[env.agent_selection]["action_mask"].any()


def test_an_environment_can_be_sent_to_another_process(game_of_trains: Game) -> None:
    env = pettingzoo.raw_env("game_of_trains", seats=3, options={"turn_limit": 5})
    again = pickle.loads(pickle.dumps(env))
    assert again.possible_agents == env.possible_agents
    assert again.table.options == env.table.options


WITHOUT = """
import sys
for name in ("pettingzoo", "gymnasium", "PIL"):
    sys.modules[name] = None
import spielzug
import spielzug.envs
for module in ("pettingzoo", "gymnasium"):
    try:
        __import__(f"spielzug.envs.{module}")
    except ImportError as error:
        print(error)
from spielzug.envs.render import pixels
try:
    pixels(None)
except ImportError as error:
    print(error)
"""


def test_without_the_packages_the_error_says_what_to_install() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines() == [
        f"this needs {name}, which is not installed: pip install 'spielzug[envs]'"
        for name in ("PettingZoo", "Gymnasium", "Pillow")
    ]
