"""One game alone, with everything that a step needs in one compiled call."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from spielzug.core import jit
from spielzug.core.checks import check_index, check_number, check_seed
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.memory import RecordMemory
from spielzug.core.native_records import memory_of
from spielzug.core.observation import Observed
from spielzug.core.position import Position
from spielzug.core.record_types import Actions, Facts
from spielzug.core.rng import seed_key
from spielzug.envs import rows as r
from spielzug.envs.env_setting import Chosen, EnvSetting

LOG = 1 << 16  # decisions of one game; with a turn limit none comes near


class GameEnv:
    """One game, for adapters to other libraries. It stays at its end until `reset`.

    `observation`, `mask` and `reward` are those of a row of a `Batch` and updated in place. At the
    end no seat is to act and `observation` is still the last one; `observe` shows the final
    position.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Chosen | None = None,
        *,
        seed: int | str = 1,
        opponents: Sequence[str | None] | None = None,
        forced: bool = True,
    ) -> None:
        self.setting = EnvSetting.of(game, seats, options, opponents)
        self.game, self.seats = self.setting.game, self.setting.seats
        self.options = self.setting.options
        self._rows = r.RowBatch.allocate(self.game, 1, self.seats, keep_last=False)
        self._buffers = r.RowBuffers.of(self.game, LOG)
        self._chosen = np.zeros(1, np.int64)
        self._plan = self.setting.plan(seed, bool(forced), autoreset=False, checked=False)
        self._loop = self.setting.bound(r.advance, lambda: self._arguments(r.STEP))
        # A `RecordMemory` is quicker for compiled code, see `core.memory`.
        self._facts: RecordMemory[Facts] | Facts = (
            self.setting.facts.record if jit.PLAIN else self.setting.facts
        )
        self._state = memory_of(self._rows.states[0])
        self.observation: Observed = self._rows.observation[0]
        self.mask: NDArray[np.int32] = self._rows.mask[0]
        self.reward: NDArray[np.float32] = self._rows.reward[0]
        self.reset(seed)

    def __reduce__(self) -> tuple[object, ...]:
        """Copies, and other processes, go on from here with the same luck."""
        rows = tuple(map(np.copy, self._rows))
        log = self._buffers.log[: self.length].copy()
        return _table_again, (type(self), self.setting, self._plan, rows, log)

    def _arguments(self, order: int) -> tuple[object, ...]:
        facts = self.setting.facts.record
        return facts, self._rows, self._buffers, self._plan, self._chosen, order, 1, 0, 1

    @property
    def actor(self) -> int:
        """The seat that decides; -1 when the game is over."""
        return int(self._rows.actor[0])

    @property
    def done(self) -> int:
        """0 running, 1 ended by the rules, 2 truncated by a limit."""
        return int(self._rows.done[0])

    @property
    def length(self) -> int:
        """The number of decisions so far, including those of bots and forced ones."""
        return int(self._rows.length[0])

    @property
    def decisions(self) -> list[int]:
        """All actions so far, including those of bots and forced ones."""
        if self.length > LOG:
            raise UsageError(f"this game is longer than the {LOG} decisions that are kept")
        found: list[int] = self._buffers.log[: self.length].tolist()
        return found

    @property
    def legal(self) -> list[int]:
        """What the seat to act may do, ascending."""
        count = self._rows.counts[0, r.COUNT]
        found: list[int] = self._rows.legal[0, :count].tolist()
        return found

    def reset(self, seed: int | str | None = None, number: int = 0) -> None:
        """Begin the game of this number of the seed (None: of the same seed as before)."""
        plan = self._plan._replace(first=check_number("the number of a game", number))
        if seed is not None:
            check_seed(seed)
            games, bots = seed_key("chance", seed), seed_key("bots", seed)
            plan = plan._replace(games_key=games, bots_key=bots)
        self._plan = plan
        self._run(r.DEAL)

    def step(self, action: SupportsIndex) -> None:
        """Take an action, and all that follows without a choice; raises if it is illegal."""
        try:
            self._chosen[0] = index(action)
        except TypeError:
            raise UsageError(f"an action is a whole number, not {action!r}") from None
        except OverflowError:
            raise self.setting.illegal_action_error(
                self._rows.states[0], 0, index(action)
            ) from None
        if self._run(r.STEP) == r.REFUSED:
            raise self.setting.illegal_action_error(self._rows.states[0], 0, index(action))

    def _run(self, order: int) -> int:
        return int(
            self._loop(
                self._facts, self._rows, self._buffers, self._plan, self._chosen, order, 1, 0, 1
            )
        )

    def observe(self, seat: int) -> Observed:
        """What any seat may know; a new array."""
        seat = check_index("seat", seat, self.seats)
        made: Observed = self.observation.copy()
        if seat == self._rows.actor[0]:
            return made
        self.game.native.rules.observe(self.setting.facts, self._state, seat, made)
        return made

    @property
    def position(self) -> Position:
        """A copy of the whole position."""
        return self.setting.position(self._rows.states[0])


def _table_again(
    kind: type[GameEnv],
    setting: EnvSetting,
    plan: r.RowLayout,
    rows: Sequence[NDArray[np.generic]],
    log: Actions,
) -> GameEnv:
    made = kind(setting.game, setting.seats, setting.options, opponents=setting.opponents)
    made._plan = plan
    r.copy_rows(made._rows, rows)
    made._buffers.log[: len(log)] = log
    return made
