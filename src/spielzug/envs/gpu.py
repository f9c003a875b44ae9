"""Rows on a GPU, one thread each: the same `rows.advance` as on the CPU.

A GPU is fast where neighbouring threads touch neighbouring memory. So all arrays lie there
transposed: the first value of every row, then the second. A thread copies its row into its own
memory, which a GPU lays out in the same way, plays there, and writes the row back. torch, JAX and
CuPy use the arrays without a copy, through `DeviceArray`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from spielzug.core import compiler as c
from spielzug.core.device import LEGACY_STREAM, ComputeDevice, GpuKernel, Launch
from spielzug.core.device_array import BorrowedArray
from spielzug.core.errors import UsageError
from spielzug.core.events import MAX_SEATS
from spielzug.core.jit import atomic_add, atomic_min, rule
from spielzug.core.lowering import Pointer, Scratch
from spielzug.core.observation import Observed
from spielzug.core.record_types import (
    Actions,
    Counts,
    Facts,
    Key,
    Keys,
    Number,
    Rng,
    Rule,
    Shares,
    State,
    States,
)
from spielzug.core.rng import RNG, below, new_rng, next_random, seed_key, stream
from spielzug.envs import rows as r
from spielzug.envs.env_setting import EnvSetting, GivenActions, actions_array, check_actions
from spielzug.envs.rows import (
    STEP,
    STEP_RANDOMLY,
    RowBatch,
    RowBuffers,
    RowLayout,
    RowRules,
    advance,
)

ENDED, WORST, REFUSED = 0, 1, 2
"""Indices into `status`: games that ended, the worst error code, the first illegal row."""
NOBODY = int(np.iinfo(np.int64).max)

advance_row: Any = rule(advance.function)


class GpuArrays(NamedTuple):
    """Internal arrays that stay on the GPU from one step to the next."""

    words: Keys
    """The positions, in words of eight bytes."""
    luck: Keys
    """The generators of the bots."""
    counts: Counts
    """See `RowBatch.counts`."""
    blank: States


class GpuObservation(NamedTuple):
    """The arrays that callers may read, see `Batch`."""

    last: Observed
    observation: Observed
    mask: NDArray[np.int32]
    actor: NDArray[np.int8]
    reward: NDArray[np.float32]
    done: NDArray[np.uint8]
    episode: Counts
    length: NDArray[np.int32]


class ThreadMemory(NamedTuple):
    """The memory of one thread."""

    state: States
    rng: States
    legal: Actions
    counts: Counts
    hidden: States
    shares: Shares
    log: Counts


# -- kernels -------------------------------------------------------------------------------------


@rule
def play(
    rules: RowRules,
    i: Number,
    facts: Facts,
    kept: GpuArrays,
    shown: GpuObservation,
    plan: RowLayout,
    chosen: Counts,
    status: Counts,
    order: Number,
    times: Number,
    own: ThreadMemory,
) -> None:
    """Carry out `order` in this row, unless an action of any row is illegal."""
    if status[REFUSED] != NOBODY:
        return
    words = own.state.view(np.uint64)
    load_words(words, kept.words, i)
    own.rng[0].rng = kept.luck[i]
    for k in range(3):
        own.counts[0, k] = kept.counts[i, k]
    if order == STEP_RANDOMLY or (order == STEP and not plan.checked):
        read_mask(shown.mask[i], own.legal[0])
    mine = RowBatch(
        own.state, own.rng, own.legal, own.counts, shown.last[i : i + 1],
        shown.observation[i : i + 1], shown.mask[i : i + 1], shown.actor[i : i + 1],
        shown.reward[i : i + 1], shown.done[i : i + 1], shown.episode[i : i + 1],
        shown.length[i : i + 1],
    )  # fmt: skip
    my_plan = RowLayout(
        plan.players, plan.limits, plan.first + i, plan.game_stride, plan.games_key, plan.bots_key,
        plan.forced, True, plan.checked,
    )  # fmt: skip
    buffers = RowBuffers(kept.blank, own.hidden, own.shares, None, own.log)  # no events
    ended = advance_row(rules, facts, mine, buffers, my_plan, chosen[i : i + 1], order, times, 0, 1)
    if ended > 0:
        atomic_add(status, ENDED, ended)
    elif ended < 0:
        atomic_min(status, WORST, ended)
    store_words(words, kept.words, i)
    kept.luck[i] = own.rng[0].rng
    for k in range(3):
        kept.counts[i, k] = own.counts[0, k]


@rule
def load_words(own: Keys, words: Keys, i: Number) -> None:
    """Copy the position of a row, eight words at a time, so that they are read together."""
    whole = own.shape[0] & ~7
    for k in range(0, whole, 8):
        a, b, c, d = words[i, k], words[i, k + 1], words[i, k + 2], words[i, k + 3]
        e, f, g, h = words[i, k + 4], words[i, k + 5], words[i, k + 6], words[i, k + 7]
        own[k], own[k + 1], own[k + 2], own[k + 3] = a, b, c, d
        own[k + 4], own[k + 5], own[k + 6], own[k + 7] = e, f, g, h
    for k in range(whole, own.shape[0]):
        own[k] = words[i, k]


@rule
def store_words(own: Keys, words: Keys, i: Number) -> None:
    """Copy the position back into its row."""
    whole = own.shape[0] & ~7
    for k in range(0, whole, 8):
        a, b, c, d = own[k], own[k + 1], own[k + 2], own[k + 3]
        e, f, g, h = own[k + 4], own[k + 5], own[k + 6], own[k + 7]
        words[i, k], words[i, k + 1], words[i, k + 2], words[i, k + 3] = a, b, c, d
        words[i, k + 4], words[i, k + 5], words[i, k + 6], words[i, k + 7] = e, f, g, h
    for k in range(whole, own.shape[0]):
        words[i, k] = own[k]


@rule
def read_mask(mask: Actions, legal: Actions) -> None:
    """The actions whose bits are set, in order, as `rules.legal` wrote them."""
    count = 0
    for w in range(mask.shape[0]):
        left = np.int64(mask[w]) & 0xFFFFFFFF
        while left != 0:
            legal[count] = 32 * w + bits_of((left & -left) - 1)
            left &= left - 1
            count += 1


@rule
def find_illegal(i: int, mask: Actions, choices: Number, chosen: Counts, status: Counts) -> None:
    """Find the first row with an illegal action."""
    action = chosen[i]
    if action < 0 or action >= choices or (mask[i, action >> 5] >> (action & 31)) & 1 == 0:
        atomic_min(status, REFUSED, i)


@rule
def pick(i: int, mask: Actions, key: Key, chosen: Counts, rngs: States) -> None:
    """A random legal action, as `rows.pick` draws it."""
    count: Number = 0
    for w in range(mask.shape[1]):
        count += bits_of(mask[i, w])
    rngs[0].rng = stream(key, i)
    left = below(rngs[0], count)
    for w in range(mask.shape[1]):
        here = bits_of(mask[i, w])
        if left < here:
            at = 0
            while left > 0 or (mask[i, w] >> at) & 1 == 0:
                left -= (mask[i, w] >> at) & 1
                at += 1
            chosen[i] = 32 * w + at
            return
        left -= here


@rule
def bits_of(word: Number) -> np.int64:
    """The number of bits set in a 32-bit word."""
    left, count = np.int64(word) & 0xFFFFFFFF, np.int64(0)
    while left != 0:
        left &= left - 1
        count += 1
    return count


@rule
def take(i: Number, given: Actions | Counts, step: Number, chosen: Counts) -> None:
    """Convert actions of any width for `play`."""
    chosen[i] = given[i * step]


# -- placeholders for unused rules ---------------------------------------------------------------


@rule
def no_hiding(facts: Facts, state: State, seat: Number) -> None:
    pass


@rule
def no_bot(facts: Facts, state: State, rng: Rng) -> np.int64:
    return np.int64(0)


def needed_rules(setting: EnvSetting) -> RowRules:
    """The rules that this setting calls; every other one would be compiled for nothing."""
    rules = RowRules.of(setting.game)
    without: dict[str, Rule] = {"hide": no_hiding, "greedy": no_bot, "policy": no_bot}
    wanted = set(setting.needed)
    if "policy" in setting.opponents:
        wanted.add("policy")  # which may be `greedy` by another name
    return rules._replace(**{name: f for name, f in without.items() if name not in wanted})


def play_kernel(setting: EnvSetting, keep_last: bool, registers: int | None = None) -> GpuKernel:
    """`play` for the rules and the sizes of this setting."""
    game = setting.game
    like = RowBatch.allocate(game, 1, setting.seats, keep_last)
    state = game.rules.STATE
    plan = setting.plan(0, forced=True, autoreset=True, checked=True)

    integer: Any = c.INT  # parameters take the places of numbers and arrays
    key: Any = c.UINT

    def numbers(kind: DTypeLike, *shape: int | None) -> Any:
        return Pointer(np.dtype(kind), shape, transposed=len(shape) > 1)

    def own(kind: DTypeLike, *shape: int) -> Any:
        return Scratch(np.dtype(kind), shape)

    shown = [
        numbers(array.dtype, None if len(array) else 0, *array.shape[1:])
        for array in (getattr(like, name) for name in GpuObservation._fields)
    ]
    return GpuKernel(
        play,
        (
            c.LinkedRules(needed_rules(setting)),
            c.INT,
            Pointer(game.rules.FACTS),
            GpuArrays(
                words=numbers(np.uint64, None, state.itemsize // 8),
                luck=numbers(np.uint64, None),
                counts=numbers(np.int64, None, 3),
                blank=numbers(state, 1),
            ),
            GpuObservation(*shown),
            RowLayout(
                numbers(np.int64, len(plan.players)), numbers(np.int64, len(plan.limits)),
                integer, integer, key, key, integer, integer, integer,
            ),
            numbers(np.int64, None),
            numbers(np.int64, 3),
            c.INT,
            c.INT,
            ThreadMemory(
                state=own(state, 1),
                rng=own(RNG, 1),
                legal=own(np.int32, 1, game.rules.MAX_LEGAL),
                counts=own(np.int64, 1, 3),
                hidden=own(state, 1),
                shares=own(np.float64, MAX_SEATS),
                log=own(np.int64, 0),
            ),
        ),
        registers or game.gpu_registers,
    )  # fmt: skip


def row_kernels(setting: EnvSetting, keep_last: bool) -> tuple[GpuKernel, ...]:
    """All kernels for such rows, except `take`."""
    words = (setting.game.rules.N_CHOICES + 31) // 32
    mask = Pointer(np.dtype(np.int32), (None, words), transposed=True)
    actions, status = Pointer(np.dtype(np.int64), (None,)), Pointer(np.dtype(np.int64), (3,))
    return (
        play_kernel(setting, keep_last),
        GpuKernel(find_illegal, (c.INT, mask, c.INT, actions, status)),
        GpuKernel(pick, (c.INT, mask, c.UINT, actions, Scratch(np.dtype(RNG), (1,)))),
    )


def take_kernel(kind: np.dtype[np.generic]) -> GpuKernel:
    given, chosen = Pointer(kind, (None,)), Pointer(np.dtype(np.int64), (None,))
    return GpuKernel(take, (c.INT, given, c.INT, chosen))


_loaded: dict[tuple[object, ...], Mapping[str, Launch]] = {}
_loading = threading.RLock()


def load_once(
    device: ComputeDevice, key: tuple[object, ...], kernels: Callable[[], tuple[GpuKernel, ...]]
) -> Mapping[str, Launch]:
    """The kernels, compiled once however many batches there are."""
    with _loading:
        if (device, *key) not in _loaded:
            _loaded[device, *key] = device.load(kernels())
        return _loaded[device, *key]


# -- rows ----------------------------------------------------------------------------------------


class Gpu:
    """Rows of one setting on a GPU; the counterpart of `cpu.Processor`."""

    def __init__(
        self,
        device: ComputeDevice,
        setting: EnvSetting,
        size: int,
        plan: RowLayout,
        keep_last: bool,
    ) -> None:
        self._device = device
        rules = setting.game.rules
        self.setting, self.size = setting, size
        zeros: Any = device.zeros  # arrays of the device take the places of NumPy's
        copy: Any = device.copy
        like = RowBatch.allocate(setting.game, 1, setting.seats, keep_last=True)
        shown = {name: getattr(like, name) for name in GpuObservation._fields}
        self.rows = GpuObservation(
            *(
                zeros((size if name != "last" or keep_last else 0, *array.shape[1:]), array.dtype)
                for name, array in shown.items()
            )
        )
        self._words = device.zeros((size, rules.STATE.itemsize // 8), np.uint64)
        words: Any = self._words
        self._kept = GpuArrays(
            words=words,
            luck=zeros(size, np.uint64),
            counts=zeros((size, 3), np.int64),
            blank=zeros(1, rules.STATE),
        )
        self._facts = device.copy(np.array([setting.facts.record], rules.FACTS))
        self._plan = plan._replace(players=copy(plan.players), limits=copy(plan.limits))
        self._chosen, self._picked = device.zeros(size, np.int64), device.zeros(size, np.int64)
        self._status = device.copy(np.array([0, 0, NOBODY]))
        self._ended = 0
        self._rng = new_rng(0)
        key = (setting.game.name, needed_rules(setting), setting.seats, keep_last)
        self._kernels = load_once(device, key, lambda: row_kernels(setting, keep_last))

    def _launch(self, order: int, times: int = 1) -> None:
        self._kernels["play"](
            self.size, self._facts, self._kept, self.rows, self._plan, self._chosen, self._status,
            order, times,
        )  # fmt: skip

    def _run(self, order: int, times: int = 1) -> int:
        self._launch(order, times)
        return self._result()[ENDED]

    def _result(self) -> tuple[int, int]:
        """Wait for all rows; returns the games that ended (or an error code) and an illegal row.

        The games are those since the last call; the row is the first with an illegal action.
        """
        ended, worst, first_illegal = map(int, self._status.read())
        new, self._ended = ended - self._ended, ended
        if worst < 0 or first_illegal != NOBODY:
            self._status.write(np.array([ended, 0, NOBODY]))
        return (worst if worst < 0 else new), first_illegal

    def deal(self, seed: int | str) -> int:
        """Restart all rows with the first games of this seed."""
        self._plan = self._plan._replace(
            games_key=seed_key("chance", seed), bots_key=seed_key("bots", seed)
        )
        self._rng.rng = seed_key("sample", seed)
        return self._run(r.DEAL)

    def read(self, actions: GivenActions) -> None:
        """Copy the caller's actions, from the GPU or not, without carrying them out yet."""
        lent = BorrowedArray.of(actions)
        if lent is None:
            self._chosen.write(actions_array(actions, self.size))
            return
        check_actions(tuple(lent.shape), lent.dtype, self.size)
        if lent.step < 0:
            raise UsageError("actions on a GPU must not be reversed; make a copy of the array")
        if lent.stream not in (None, LEGACY_STREAM):
            self._device.wait(lent.stream)
        kernels = load_once(self._device, (lent.dtype,), lambda: (take_kernel(lent.dtype),))
        kernels["take"](self.size, lent.address, lent.step, self._chosen)

    def first_illegal(self, idle: NDArray[np.bool_] | None = None) -> tuple[int, int] | None:
        """The first row with an illegal action, and the action; None if all are legal.

        If all are legal the step has been started in the same call: waiting twice would take
        longer. No row is `idle` on a GPU.
        """
        choices = self.setting.game.rules.N_CHOICES
        self._kernels["find_illegal"](
            self.size, self.rows.mask, choices, self._chosen, self._status
        )
        self._launch(STEP)
        self._begun, row = self._result()
        return None if row == NOBODY else (row, int(self._chosen.read()[row]))

    def step(self, idle: NDArray[np.bool_] | None = None) -> int:
        return self._begun if self._plan.checked else self._run(STEP)

    def step_randomly(self, times: int) -> int:
        """Take so many random steps in every row."""
        return self._run(STEP_RANDOMLY, times)

    def sample(self) -> Counts:
        """A random legal action for every row; the next call overwrites the array."""
        key = next_random(self._rng)
        self._rng.rng = key
        self._kernels["pick"](self.size, self.rows.mask, key, self._picked)
        picked: Any = self._picked
        sampled: Counts = picked
        return sampled

    def state(self, row: int) -> State:
        """A copy of the record of a row."""
        words = self._words.read_row(row)
        state: State = words.view(self.setting.game.rules.STATE).view(np.recarray)[0]
        return state

    def states(self) -> States:
        """Copies of the records of all rows."""
        words = np.ascontiguousarray(self._words.read())
        return words.view(self.setting.game.rules.STATE).view(np.recarray)[:, 0]
