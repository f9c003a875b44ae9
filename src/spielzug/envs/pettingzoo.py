"""Any game as an environment of PettingZoo (AEC): the seats take turns.

from spielzug.envs import pettingzoo

env = pettingzoo.env("trains", seats=3)
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from copy import deepcopy
from typing import Self, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from spielzug.core.checks import check_choice
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.envs.batch import unpack
from spielzug.envs.env_setting import Chosen, MissingExtra
from spielzug.envs.game_env import GameEnv
from spielzug.envs.render import FRAMES_PER_SECOND, RENDER_MODES, Frame, Renderer, check_render_mode

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError:
    raise MissingExtra("PettingZoo", "envs") from None


class AgentObservation(TypedDict):
    """What an agent may know, and 1 for each action that it may take now."""

    observation: NDArray[np.int16]
    action_mask: NDArray[np.int8]


class RawEnvSettings(TypedDict, total=False):
    """The settings of `raw_env`."""

    options: Chosen | None
    forced: bool
    render_mode: str | None


def env(game: str | Game, seats: int | None = None, **settings: Unpack[RawEnvSettings]) -> Ordered:
    """The environment with PettingZoo's usual wrappers, see `raw_env` for the settings.

    An illegal action ends the game: the agent that chose it gets -1, the others 0.
    """
    made = wrappers.TerminateIllegalWrapper(raw_env(game, seats, **settings), illegal_reward=-1)
    return Ordered(wrappers.AssertOutOfBoundsWrapper(made))


class Ordered(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """PettingZoo's wrapper, whose copies play games of their own."""

    def __copy__(self) -> Self:
        return deepcopy(self)


class raw_env(AECEnv[str, AgentObservation, int]):  # type: ignore[misc]  # noqa: N801 - as PettingZoo calls it
    """One game; each seat is an agent: ``seat_0``, ``seat_1``, …

    An observation is a dictionary: `observation`, what the agent may know, and `action_mask`, what
    it may do now (nothing, if another is to act). Single choices are taken without asking unless
    `forced` is off, so an agent may be asked several times in a row. The rewards come at the end.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Chosen | None = None,
        *,
        forced: bool = True,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self._seed: int | str = secrets.token_hex(8)
        self._number = -1
        self.table = GameEnv(game, seats, options, seed=self._seed, forced=forced)
        self.game = self.table.game
        self.metadata = {
            "name": f"spielzug_{self.game.name}_v1",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": FRAMES_PER_SECOND,
        }
        self.render_mode = render_mode
        self._renderer = Renderer(self.table.setting, render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.seats)]
        self.agents: list[str] = []
        self._choices = self.game.rules.N_CHOICES
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen = self.game.observation
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(seen.low, seen.high, dtype=np.int16),
                    "action_mask": spaces.Box(0, 1, (self._choices,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self._choices) for agent in self.possible_agents
        }

        several = np.tile(seen.low, self.table.seats), np.tile(seen.high, self.table.seats)
        self.state_space = spaces.Box(*several, dtype=np.int16)

    def __copy__(self) -> Self:
        return deepcopy(self)

    def state(self) -> NDArray[np.int16]:
        """What all seats know, one observation after the other, for centralised training."""
        return np.concatenate([self.table.observe(seat) for seat in range(self.table.seats)])

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[self._agent(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[self._agent(agent)]

    def _agent(self, name: str) -> str:
        """The name of an agent; raises `UsageError` if there is none of this name."""
        check_choice("agent", name, self.possible_agents)
        return name

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begin the first game of a seed, or without one the next game of the previous seed."""
        start = (self._seed, self._number + 1) if seed is None else (seed, 0)
        self.table.reset(*start)
        self._seed, self._number = start
        self._renderer.begin(self._seed, self._number)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, NDArray[np.int8]]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._look()
        if self.render_mode == "human":
            self.render()

    def _look(self) -> None:
        """Update the agent to act, and what it may do."""
        for info in self.infos.values():
            info.clear()
        if self.table.actor >= 0:
            self.agent_selection = self.possible_agents[self.table.actor]
            mask = unpack(self.table.mask, self._choices).view(np.int8)
            self.infos[self.agent_selection]["action_mask"] = mask

    def observe(self, agent: str) -> AgentObservation:
        mask = self.infos.get(self._agent(agent), {}).get("action_mask")
        return {
            "observation": self.table.observe(self._seats[agent]),
            "action_mask": np.zeros(self._choices, np.int8) if mask is None else mask.copy(),
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise UsageError(f"{agent} is to act: an action is needed, not None")
        self.table.step(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.table.done:
            ends = self.truncations if self.table.done == 2 else self.terminations
            for name, seat in self._seats.items():
                self.rewards[name] = float(self.table.reward[seat])
                ends[name] = True
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()
        if self.table.done:
            self._deads_step_first()

    def render(self) -> Frame | None:
        """The board as a spectator sees it: text, pixels, or in the browser (then None)."""
        return self._renderer.render(self.table)

    def close(self) -> None:
        self._renderer.close()

    def __str__(self) -> str:
        return str(self.metadata["name"])
