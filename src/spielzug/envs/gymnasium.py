"""One seat against bots, as an environment of Gymnasium.

import gymnasium
import spielzug.envs.gymnasium

env = gymnasium.make("spielzug/Trains-v1", opponents="greedy")
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from spielzug.core.checks import check_choice, check_index
from spielzug.core.errors import UsageError
from spielzug.core.events import utility
from spielzug.core.game import Game
from spielzug.core.record_types import Number
from spielzug.envs.batch import ILLEGAL, Batch, truth_values, unpack
from spielzug.envs.env_setting import Chosen, EnvSetting, IllegalAction, MissingExtra
from spielzug.envs.game_env import GameEnv
from spielzug.envs.render import FRAMES_PER_SECOND, RENDER_MODES, Frame, Renderer, check_render_mode
from spielzug.games import NAMES

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise MissingExtra("Gymnasium", "envs") from None

Opponents = str | Sequence[str | None]
"""A bot for all other seats, or one for each seat, None at one's own."""


def _seat_players(
    game: str | Game, seats: int | None, seat: int, opponents: Opponents
) -> tuple[str | None, ...]:
    """The player of each seat."""
    count = EnvSetting.of(game, seats).seats
    check_index("seat", seat, count)
    if isinstance(opponents, str):
        return tuple(None if s == seat else opponents for s in range(count))
    if not isinstance(opponents, Sequence):
        raise UsageError(
            "opponents is a bot for all other seats, or a list with one for each seat, "
            f"not {opponents!r}"
        )
    given = tuple(opponents)
    if len(given) == count and [s for s in range(count) if given[s] is None] != [seat]:
        raise UsageError(f"opponents must be None at seat {seat}, your own, and nowhere else")
    return given


class SeatEnv(gymnasium.Env[NDArray[np.int16], np.int64]):
    """One seat of a game; compiled bots play the others inside `step`.

    The legal actions are in ``info["action_mask"]`` (and `action_masks()`). An illegal action loses
    the game, or with ``on_illegal="raise"`` raises `IllegalAction`.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_PER_SECOND}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Chosen | None = None,
        *,
        seat: int = 0,
        opponents: Opponents = "random",
        forced: bool = True,
        on_illegal: str = "resign",
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        check_choice("on_illegal", on_illegal, ILLEGAL)
        around = _seat_players(game, seats, seat, opponents)
        self._raises = on_illegal == "raise"
        self._seed: int | str = secrets.token_hex(8)
        self._number = -1
        self._over = False
        self.seat = seat
        self.table = GameEnv(
            game, seats, options, seed=self._seed, opponents=around, forced=forced
        )  # fmt: skip
        self.game = self.table.game
        self.render_mode = render_mode
        self._renderer = Renderer(self.table.setting, render_mode)
        seen, self._choices = self.game.observation, self.game.rules.N_CHOICES
        self.observation_space = spaces.Box(seen.low, seen.high, dtype=np.int16)
        self.action_space = spaces.Discrete(self._choices)

    def __copy__(self) -> Self:
        return deepcopy(self)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """Begin the first game of a seed, or without one the next game of the previous seed."""
        super().reset(seed=seed)
        self._over = False
        self._number += 1
        if seed is not None:
            self._seed, self._number = seed, 0
        self.table.reset(self._seed, self._number)
        while self.table.done:  # no choice from the deal to the end: take the next game
            self._number += 1
            self.table.reset(self._seed, self._number)
        self._renderer.begin(self._seed, self._number)
        if self.render_mode == "human":
            self.render()
        return self.table.observe(self.seat), self._info()

    def step(self, action: Number) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        if self._over:
            raise UsageError("the game is over: use reset()")
        try:
            self.table.step(action)
        except IllegalAction as error:
            if self._raises:
                raise
            self._over = True
            lost = utility(0.0, self.table.seats)
            return (
                self.table.observe(self.seat),
                lost,
                True,
                False,
                {**self._info(), "illegal": str(error)},
            )
        if self.render_mode == "human":
            self.render()
        reward, done = float(self.table.reward[self.seat]), self.table.done
        self._over = done != 0
        return self.table.observe(self.seat), reward, done == 1, done == 2, self._info()

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each legal action."""
        return unpack(self.table.mask, self._choices).view(np.int8)

    def _info(self) -> dict[str, object]:
        return {"action_mask": self.action_masks()}

    def render(self) -> Frame | None:
        """The board as a spectator sees it: text, pixels, or in the browser (then None)."""
        return self._renderer.render(self.table)

    def close(self) -> None:
        self._renderer.close()


class SeatVectorEnv(VectorEnv[NDArray[np.int16], ArrayLike, NDArray[np.generic]]):
    """The same for many games at once, on `Batch`.

    `autoreset_mode` is Gymnasium's and decides what happens where a game has ended. SAME_STEP: the
    next one begins at once, and the last observation and info are in ``infos["final_obs"]`` and
    ``infos["final_info"]``; ``infos["_final_obs"]`` marks their rows. NEXT_STEP: the next step of
    the row begins it, whatever the action. DISABLED: the row waits for
    ``reset(options={"reset_mask": …})``.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        seats: int | None = None,
        options: Chosen | None = None,
        *,
        seat: int = 0,
        opponents: Opponents = "random",
        forced: bool = True,
        on_illegal: str = "resign",
        threads: int | None = None,
        copy: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
    ) -> None:
        self._mode = _autoreset(autoreset_mode)
        self.metadata = {"autoreset_mode": self._mode}
        self.batch = Batch(
            game, num_envs, seats, options, seed=secrets.token_hex(8), forced=forced,
            opponents=_seat_players(game, seats, seat, opponents), on_illegal=on_illegal,
            threads=threads, keep_last=True,
        )  # fmt: skip
        self.num_envs, self.seat, self._copy = self.batch.size, seat, copy
        self._ended = np.zeros(self.num_envs, np.bool_)
        """Rows that show the end of a game; in `batch` their next one is dealt already."""
        seen = self.batch.game.observation
        self.single_observation_space = spaces.Box(seen.low, seen.high, dtype=np.int16)
        self.single_action_space = spaces.Discrete(self.batch.n_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def __copy__(self) -> Self:
        return deepcopy(self)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """Begin the first games of a seed; without one, of a seed derived from the previous one.

        With ``options={"reset_mask": rows}`` only these rows begin their next game.
        """
        super().reset(seed=seed)
        if options is not None and not isinstance(options, Mapping):
            raise UsageError(f'options are a mapping, {{"reset_mask": rows}}, not {options!r}')
        if options is not None and "reset_mask" in options:
            if seed is not None:
                raise UsageError("a seed is for all rows: leave out either seed or reset_mask")
            wanted = truth_values("reset_mask", options["reset_mask"], self.num_envs)
            self.batch.reset_rows(wanted & ~self._ended)
            self._ended &= ~wanted
        else:
            self.batch.reset(int(self.np_random.integers(1 << 62)) if seed is None else seed)
            self._ended[:] = False
        return self._observation(), self._info()

    def _observation(self) -> NDArray[np.int16]:
        seen = self.batch.observation
        if self._ended.any() and self.batch.last_observation is not None:
            shown = seen.copy()
            shown[self._ended] = self.batch.last_observation[self._ended]
            return shown
        return seen.copy() if self._copy else seen

    def _info(self) -> dict[str, object]:
        mask = unpack(self.batch.mask, self.batch.n_actions).view(np.int8)
        if self._ended.any():  # the next step ignores the action, or a reset must come first
            mask[self._ended] = self._mode == AutoresetMode.NEXT_STEP
        return {"action_mask": mask, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.int16], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        batch, idle = self.batch, self._ended.copy()
        if self._mode == AutoresetMode.DISABLED and idle.any():
            raise UsageError(
                f"the game of row {int(idle.argmax())} is over: call "
                'reset(options={"reset_mask": rows}) with the rows whose games have ended'
            )
        batch.step(actions, idle if idle.any() else None)
        done = (batch.done != 0) & ~idle
        if self._mode != AutoresetMode.SAME_STEP:
            self._ended = done
        info = self._info()
        if (
            self._mode == AutoresetMode.SAME_STEP
            and batch.last_observation is not None
            and done.any()
        ):
            last = np.full(self.num_envs, None, object)
            for row in np.flatnonzero(done):
                last[row] = batch.last_observation[row].copy()
            info |= {"final_obs": last, "_final_obs": done, "final_info": {}, "_final_info": done}
        reward = np.where(idle, 0.0, batch.reward[:, self.seat].astype(np.float64))
        cut_off = done & (batch.done == 2)
        return self._observation(), reward, done & ~cut_off, cut_off, info


def _autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    """A mode of Gymnasium, also by its name."""
    for one in AutoresetMode:
        if mode in (one, one.value, one.name):
            return one
    known = ", ".join(one.name for one in AutoresetMode)
    raise UsageError(f"autoreset_mode must be one of {known}, not {mode!r}")


def gymnasium_id(game: str) -> str:
    """The id under which a game is registered: ``spielzug/GameOfTrains-v1``."""
    return f"spielzug/{''.join(word.capitalize() for word in game.split('_'))}-v1"


for _name in NAMES:
    if gymnasium_id(_name) not in gymnasium.registry:
        gymnasium.register(
            gymnasium_id(_name),
            entry_point=f"{__name__}:SeatEnv",
            vector_entry_point=f"{__name__}:SeatVectorEnv",
            kwargs={"game": _name},
            disable_env_checker=False,
        )
