"""Rows on the CPU: on all cores, without the interpreter."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from spielzug.core import jit
from spielzug.core.memory import RecordMemory
from spielzug.core.native_records import memory_of
from spielzug.core.record_types import Actions, Counts, Facts, State
from spielzug.core.rng import new_rng, seed_key
from spielzug.envs import rows as r
from spielzug.envs.env_setting import EnvSetting, GivenActions, actions_array

FEW = 128  # rows per thread: with fewer, waking a thread takes longer than its work

_pools: dict[int, ThreadPoolExecutor] = {}
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pools.clear)  # a child has none of its parent's threads


def _pool(helpers: int) -> ThreadPoolExecutor:
    """Threads that are kept and shared by all batches."""
    if helpers not in _pools:
        _pools[helpers] = ThreadPoolExecutor(helpers, thread_name_prefix="spielzug-rows")
    return _pools[helpers]


def all_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


SavedRows = tuple[r.RowLayout, tuple[NDArray[np.generic], ...], int]
"""The layout of rows, a copy of their arrays, and the state of the generator of `sample`."""


class Processor:
    """Rows of one setting in ordinary memory, and the threads that play them."""

    def __init__(
        self,
        setting: EnvSetting,
        size: int,
        plan: r.RowLayout,
        keep_last: bool,
        threads: int | None,
    ) -> None:
        self.setting, self.size, self.plan = setting, size, plan
        self.rows = r.RowBatch.allocate(setting.game, size, setting.seats, keep_last)
        most = threads if threads is not None else all_cores()
        if jit.PLAIN:  # threads of the interpreter take turns
            most = 1
        self.threads = max(1, min(most, size // FEW))
        self._rooms = [r.RowBuffers.of(setting.game) for _ in range(self.threads)]
        ends = [size * k // self.threads for k in range(self.threads + 1)]
        self._shares = list(zip(self._rooms, ends, ends[1:], strict=False))
        self._chosen = np.zeros(size, np.int64)
        self._rng = new_rng(0)
        self._advisers: dict[str, Callable[..., int]] = {}
        self._loop = setting.bound(r.advance, lambda: self._arguments(r.STEP, 1, self._shares[0]))
        self._facts: RecordMemory[Facts] | Facts = (
            setting.facts if not jit.PLAIN else setting.facts.record
        )
        self._first_illegal_row = _compiled(r.first_illegal_row, *self._asked)
        self._pick = _compiled(r.pick, *self._asked[:2], self._rng, self._chosen)

    @property
    def _asked(self) -> tuple[Actions, Counts, Counts]:
        return self.rows.legal, self.rows.counts, self._chosen

    def _arguments(
        self, order: int, times: int, share: tuple[r.RowBuffers, int, int]
    ) -> tuple[object, ...]:
        buffers, first, last = share
        facts = self.setting.facts.record
        return facts, self.rows, buffers, self.plan, self._chosen, order, times, first, last

    @property
    def saved(self) -> SavedRows:
        """The state that another instance needs to go on from here."""
        return self.plan, tuple(map(np.copy, self.rows)), int(self._rng.rng)

    def restore(self, saved: SavedRows) -> None:
        self.plan, rows, self._rng.rng = saved
        r.copy_rows(self.rows, rows)

    def _run(self, order: int, times: int = 1, idle: NDArray[np.bool_] | None = None) -> int:
        """Run all rows on the threads; returns how many games ended, or an error code."""

        def part(share: tuple[r.RowBuffers, int, int]) -> int:
            if idle is None:
                return run(share)
            buffers, first, last = share
            return _combine_results(
                [run((buffers, first + a, first + b)) for a, b in _runs(idle[first:last])]
            )

        def run(share: tuple[r.RowBuffers, int, int]) -> int:
            _, *rest = self._arguments(order, times, share)
            return int(self._loop(self._facts, *rest))

        if self.threads == 1:
            return part(self._shares[0])
        others = _pool(self.threads - 1).map(part, self._shares[1:])
        return _combine_results([part(self._shares[0]), *others])

    def deal(self, seed: int | str) -> int:
        """Restart all rows with the first games of this seed."""
        self.plan = self.plan._replace(
            games_key=seed_key("chance", seed), bots_key=seed_key("bots", seed)
        )
        self._rng.rng = seed_key("sample", seed)
        return self._run(r.DEAL)

    def read(self, actions: GivenActions) -> None:
        """Copy the caller's actions, without carrying them out yet."""
        self._chosen[:] = actions_array(actions, self.size)

    def first_illegal(self, idle: NDArray[np.bool_] | None = None) -> tuple[int, int] | None:
        """The first row with an illegal action, and the action; None if all are legal."""
        if idle is not None:  # actions of idle rows do not count
            self._chosen[idle] = self.rows.legal[idle, 0]
        row = int(self._first_illegal_row(*self._asked))
        return (row, int(self._chosen[row])) if row >= 0 else None

    def step(self, idle: NDArray[np.bool_] | None = None) -> int:
        return self._run(r.STEP, idle=idle)

    def reset_rows(self, rows: NDArray[np.bool_]) -> None:
        """Abandon the games of these rows for the next ones."""
        plan = self.plan
        for row in map(int, np.flatnonzero(rows)):
            self.plan = plan._replace(first=int(self.rows.episode[row]) + plan.game_stride - row)
            _, *rest = self._arguments(r.DEAL, 1, (self._rooms[0], row, row + 1))
            self._loop(self._facts, *rest)
        self.plan = plan

    def step_randomly(self, times: int) -> int:
        """Take so many random steps in every row."""
        return self._run(r.STEP_RANDOMLY, times)

    def sample(self) -> Counts:
        """A random legal action for every row; a new array."""
        self._pick(self.rows.legal, self.rows.counts, memory_of(self._rng), self._chosen)
        return self._chosen.copy()

    def advice(self, bot: str) -> Counts:
        """What a bot would do in every row; a new array."""
        player, chosen = r.BOTS[bot], np.zeros(self.size, np.int64)

        def arguments(share: tuple[r.RowBuffers, int, int]) -> tuple[object, ...]:
            buffers, first, last = share
            return self.rows, buffers, player, chosen, first, last

        if bot not in self._advisers:
            self._advisers[bot] = self.setting.bound(
                r.advise, lambda: (self.setting.facts.record, *arguments(self._shares[0])), (bot,)
            )
        loop = self._advisers[bot]
        parts = [arguments(share) for share in self._shares]
        if self.threads > 1:
            others = _pool(self.threads - 1).map(lambda part: loop(self._facts, *part), parts[1:])
            loop(self._facts, *parts[0])
            list(others)
        else:
            loop(self._facts, *parts[0])
        return chosen

    def state(self, row: int) -> State:
        """The record of a row itself."""
        state: State = self.rows.states[row]
        return state


def _combine_results(ended: Sequence[int]) -> int:
    """The number of games that ended in all parts, or the worst error code."""
    worst = min(ended, default=0)
    return worst if worst < 0 else sum(ended)


def _runs(idle: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The ranges of rows that are not idle, each with an exclusive end."""
    edges = np.flatnonzero(np.diff(np.concatenate(([True], idle, [True])).astype(np.int8)))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


def _compiled(function: Callable[..., int], *arguments: object) -> Callable[..., int]:
    """An entry that is the same for all games; it takes records as `RecordMemory`."""
    from spielzug.core.native_engine import direct

    if not jit.PLAIN:
        from spielzug.core import compiler as c

        c.compile_entry(function, c.INT, *arguments)
    return direct(function)
