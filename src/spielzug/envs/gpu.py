"""Rows on a GPU, one thread each: the same `rows.advance` as on the CPU.

A GPU is fast where neighbouring threads touch neighbouring memory. So all arrays lie there
transposed: the first value of every row, then the second. A thread copies its row into its own
memory, which a GPU lays out in the same way, plays there, and writes the row back. torch, JAX and
CuPy use the arrays without a copy, through `DeviceArray`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, NamedTuple, NotRequired, Protocol, TypedDict

import numpy as np
from numpy.typing import DTypeLike, NDArray

from spielzug.core import device as d
from spielzug.core.device import as_words, atomic_add, atomic_min, thread
from spielzug.core.errors import UsageError
from spielzug.core.events import MAX_SEATS
from spielzug.core.jit import rule, scratch
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
    State,
    States,
)
from spielzug.core.rng import RNG, below, new_rng, next_random, seed_key, stream
from spielzug.envs import rows as r
from spielzug.envs.env_setting import EnvSetting, GivenActions
from spielzug.envs.rows import STEP, WANDER, RowBatch, RowBuffers, RowLayout, RowRules, advance

CUDA = 2  # DLPack's code for this kind of device
CODES = {"i": 0, "u": 1, "f": 2}
"""DLPack's codes for kinds of numbers."""


class _Tensor(ctypes.Structure):
    """DLPack's description of an array, and its deleter."""


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Tensor))
_Tensor._fields_ = [
    ("data", ctypes.c_void_p),
    ("device_type", ctypes.c_int32),
    ("device_id", ctypes.c_int32),
    ("ndim", ctypes.c_int32),
    ("code", ctypes.c_uint8),
    ("bits", ctypes.c_uint8),
    ("lanes", ctypes.c_uint16),
    ("shape", ctypes.POINTER(ctypes.c_int64)),
    ("strides", ctypes.POINTER(ctypes.c_int64)),
    ("byte_offset", ctypes.c_uint64),
    ("manager", ctypes.c_void_p),
    ("deleter", _Deleter),
]

_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

_lent: dict[int, tuple[object, ...]] = {}
"""Tensors that other libraries may still use, by address."""


def _forget(tensor: ctypes._Pointer[_Tensor]) -> None:
    _lent.pop(ctypes.addressof(tensor.contents), None)


_give_back = _Deleter(_forget)


class CudaInterface(TypedDict):
    """The fields of `__cuda_array_interface__`, version 3."""

    data: tuple[int, bool]
    """The address, and whether it may only be read."""
    shape: tuple[int, ...]
    strides: tuple[int, ...] | None
    typestr: str
    version: int
    stream: NotRequired[int | None]


class GpuMemory(Protocol):
    """An array of numba on the GPU."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def strides(self) -> tuple[int, ...]: ...
    @property
    def dtype(self) -> np.dtype[np.generic]: ...
    @property
    def __cuda_array_interface__(self) -> CudaInterface: ...
    def copy_to_host(self) -> NDArray[np.generic]: ...


class DeviceArray:
    """An array on the GPU, for other libraries.

    `torch.as_tensor`, `torch.from_dlpack`, `cupy.asarray` and `jax.dlpack.from_dlpack` take it as
    it is; `numpy.asarray` makes a copy in ordinary memory.
    """

    def __init__(self, memory: GpuMemory) -> None:
        self._memory = memory
        self.shape: tuple[int, ...] = tuple(memory.shape)
        self.strides: tuple[int, ...] = tuple(memory.strides)
        """In bytes."""
        self.dtype = np.dtype(memory.dtype)

    @property
    def __cuda_array_interface__(self) -> CudaInterface:
        return {**self._memory.__cuda_array_interface__, "stream": 1}  # all kernels use it

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, 0

    def __dlpack__(
        self,
        *,
        stream: object = None,
        max_version: object = None,
        dl_device: object = None,
        copy: bool | None = None,
    ) -> object:
        if copy:
            raise BufferError("this array is lent, not copied")
        d.wait()  # so that it is complete on any stream
        size = self.dtype.itemsize
        numbers = ctypes.c_int64 * len(self.shape)
        shape = numbers(*self.shape)
        strides = numbers(*(step // size for step in self.strides))
        tensor = _Tensor(
            data=self._memory.__cuda_array_interface__["data"][0],
            device_type=CUDA,
            device_id=0,
            ndim=len(self.shape),
            code=CODES[self.dtype.kind],
            bits=8 * size,
            lanes=1,
            shape=shape,
            strides=strides,
            byte_offset=0,
            manager=None,
            deleter=_give_back,
        )
        address = ctypes.addressof(tensor)
        _lent[address] = (tensor, shape, strides, self._memory)
        return _new_capsule(address, b"dltensor", None)

    def __array__(
        self, dtype: DTypeLike | None = None, copy: bool | None = None
    ) -> NDArray[np.generic]:
        if copy is False:
            raise ValueError("numpy cannot use an array on the GPU without a copy")
        found = np.ascontiguousarray(self._memory.copy_to_host())
        return found if dtype is None else found.astype(dtype)

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<{self.dtype} {self.shape} on the GPU>"


def lend(memory: GpuMemory) -> Any:
    """A `DeviceArray`, which `Batch` has in place of an array of NumPy."""
    return DeviceArray(memory)


ENDED, WORST, REFUSED = 0, 1, 2
"""Indices into `status`: games that ended, the worst error code, the first illegal row."""
NOBODY = int(np.iinfo(np.int64).max)

advance_row: Any = advance  # called here as an ordinary function

# These depend on the game: `Gpu` gives each kernel its own.
RULES: Any = None
new_state = new_hidden = new_rngs = scratch(1, RNG)
new_legal = scratch(1, np.int32)
new_counts = scratch(1, np.int64)
new_shares = scratch(1, np.float64)


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


# -- replacements on a GPU -------------------------------------------------------------------------


def write_in_order(legal: Actions, count: Number, mask: Actions) -> None:
    """Replaces `rows.write_mask`: every word is written once, in order."""
    at, word = np.int64(0), np.int64(0)
    for i in range(count):
        action = np.int64(legal[i])
        while at < action >> 5:
            mask[at] = word - ((word >> 31) << 32)  # the same bits as a signed number
            at += 1
            word = np.int64(0)
        word |= np.int64(1) << (action & 31)
    for k in range(at, mask.shape[0]):
        mask[k] = word - ((word >> 31) << 32)
        word = np.int64(0)


d.REPLACEMENTS[r.write_mask] = write_in_order


# -- kernels -------------------------------------------------------------------------------------


def play(
    facts: NDArray[np.void],
    kept: GpuArrays,
    shown: GpuObservation,
    plan: RowLayout,
    chosen: Counts,
    status: Counts,
    order: int,
    times: int,
) -> None:
    """Carry out `order` in the row of this thread, unless an action of any row is illegal."""
    i = thread()
    if i >= shown.actor.shape[0] or status[REFUSED] != NOBODY:
        return
    own, rngs, legal, counts = new_state(), new_rngs(), new_legal(), new_counts()
    words = as_words(own)
    for k in range(words.shape[0]):
        words[k] = kept.words[i, k]
    rngs[0].rng = kept.luck[i]
    for k in range(3):
        counts[0, k] = kept.counts[i, k]
    if order == WANDER or (order == STEP and not plan.checked):
        RULES.legal(facts[0], own[0], legal[0])
    mine = RowBatch(
        own, rngs, legal, counts, shown.last[i : i + 1], shown.observation[i : i + 1],
        shown.mask[i : i + 1], shown.actor[i : i + 1], shown.reward[i : i + 1],
        shown.done[i : i + 1], shown.episode[i : i + 1], shown.length[i : i + 1],
    )  # fmt: skip
    my_plan = RowLayout(
        plan.players, plan.limits, plan.first + i, plan.game_stride, plan.games_key, plan.bots_key,
        plan.forced, plan.autoreset, plan.checked,
    )  # fmt: skip
    buffers = RowBuffers(kept.blank, new_hidden(), new_shares(), None, chosen[:0])  # no events
    ended = advance_row(
        RULES, facts[0], mine, buffers, my_plan, chosen[i : i + 1], order, times, 0, 1
    )
    if ended > 0:
        atomic_add(status, ENDED, ended)
    elif ended < 0:
        atomic_min(status, WORST, ended)
    for k in range(words.shape[0]):
        kept.words[i, k] = words[k]
    kept.luck[i] = rngs[0].rng
    for k in range(3):
        kept.counts[i, k] = counts[0, k]


def find_illegal(mask: Actions, choices: int, chosen: Counts, status: Counts) -> None:
    """Find the first row with an illegal action."""
    i = thread()
    if i < chosen.shape[0]:
        action = chosen[i]
        if action < 0 or action >= choices or (mask[i, action >> 5] >> (action & 31)) & 1 == 0:
            atomic_min(status, REFUSED, i)


def pick(mask: Actions, key: Key, chosen: Counts) -> None:
    """A random legal action, as `rows.pick` draws it."""
    i = thread()
    if i < chosen.shape[0]:
        count: Number = 0
        for w in range(mask.shape[1]):
            count += bits_of(mask[i, w])
        rngs = new_rngs()
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


def take(given: Actions | Counts, chosen: Counts) -> None:
    """Convert actions of any width for `play`."""
    i = thread()
    if i < chosen.shape[0]:
        chosen[i] = given[i]


def fetch(words: Keys, row: int, out: Keys) -> None:
    """Copy the position of one row."""
    k = thread()
    if k < out.shape[0]:
        out[k] = words[row, k]


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


def scratch_of(setting: EnvSetting) -> dict[str, object]:
    """The scratch memory of a thread, and the rules, by their names in the kernels."""
    rules = setting.game.rules
    return {
        "RULES": needed_rules(setting),
        "new_state": scratch(1, rules.STATE),
        "new_hidden": scratch(1, rules.STATE),
        "new_rngs": scratch(1, RNG),
        "new_legal": scratch((1, rules.MAX_LEGAL), np.int32),
        "new_counts": scratch((1, 3), np.int64),
        "new_shares": scratch(MAX_SEATS, np.float64),
    }


def signatures(setting: EnvSetting) -> dict[Callable[..., None], tuple[object, ...]]:
    """The argument types of each kernel, to compile it where there is no GPU."""
    rules = setting.game.rules
    many, one = d.array_type, d.number_type
    actions, status = many(np.int64), many(np.int64)
    kept = GpuArrays(many(np.uint64, 2), many(np.uint64), many(np.int64, 2), many(rules.STATE))
    shown = GpuObservation(
        many(np.int16, 2), many(np.int16, 2), many(np.int32, 2), many(np.int8),
        many(np.float32, 2), many(np.uint8), many(np.int64), many(np.int32),
    )  # fmt: skip
    number, key, flag = one(np.int64), one(np.uint64), one(np.bool_)
    plan = RowLayout(actions, actions, number, number, key, key, flag, flag, flag)
    rows = tuple(map(d.tuple_type, (kept, shown, plan)))
    return {
        play: (many(rules.FACTS), *rows, actions, status, number, number),
        find_illegal: (shown.mask, number, actions, status),
        pick: (shown.mask, key, actions),
        take: (many(np.int32), actions),
        fetch: (kept.words, number, many(np.uint64)),
    }


def check_gpu_bots(setting: EnvSetting) -> None:
    """Raise for bots that the game lists in `not_on_gpu`."""
    for name in setting.opponents:
        if name in setting.game.not_on_gpu:
            raise UsageError(
                f"{setting.game.title['en']}: the bot {name} does not play on a GPU yet; "
                "use another one, or device='cpu'"
            )


_kernels: dict[tuple[str, RowRules, int, int], tuple[d.GpuKernel, ...]] = {}


def kernels(setting: EnvSetting, threads: int, registers: int) -> tuple[d.GpuKernel, ...]:
    """The kernels for such rows: compiled once, however many batches there are."""
    key = (setting.game.name, needed_rules(setting), threads, registers)
    if key not in _kernels:
        given = scratch_of(setting)
        others = (d.GpuKernel(kernel, given) for kernel in (find_illegal, take, fetch, pick))
        _kernels[key] = (d.GpuKernel(play, given, threads, registers), *others)
    return _kernels[key]


# -- rows ----------------------------------------------------------------------------------------


class Gpu:
    """Rows of one setting on a GPU; the counterpart of `cpu.Processor`."""

    def __init__(
        self, setting: EnvSetting, size: int, plan: RowLayout, keep_last: bool, threads: int = 128,
        registers: int = 128,
    ) -> None:  # fmt: skip
        check_gpu_bots(setting)
        d.require_gpu()
        game = setting.game
        self.setting, self.size, self.host_plan = setting, size, plan
        like = RowBatch.allocate(game, 1, setting.seats, keep_last=False)
        self._words = d.gpu_zeros((size, game.rules.STATE.itemsize // 8), np.uint64)
        self._kept = GpuArrays(
            words=self._words,
            luck=d.gpu_zeros(size, np.uint64),
            counts=d.gpu_zeros((size, 3), np.int64),
            blank=d.copy_to_gpu(np.zeros(1, game.rules.STATE)),
        )
        shown = [
            d.gpu_zeros((size if keep_last else 0, like.last.shape[1]), np.int16),
            *(
                d.gpu_zeros((size, *getattr(like, name).shape[1:]), getattr(like, name).dtype)
                for name in GpuObservation._fields[1:]
            ),
        ]
        self._shown = GpuObservation(*shown)
        self.rows = GpuObservation(*map(lend, shown))
        self._facts = d.copy_to_gpu(np.array([setting.facts.record], game.rules.FACTS))
        self._plan = plan._replace(
            players=d.copy_to_gpu(plan.players), limits=d.copy_to_gpu(plan.limits)
        )
        self._chosen, self._picked = d.gpu_zeros(size, np.int64), d.gpu_zeros(size, np.int64)
        self._status = d.copy_to_gpu(np.array([0, 0, NOBODY]))
        self._ended = 0
        self._rng = new_rng(0)
        made = kernels(setting, threads, registers)
        self._play, self._find_illegal, self._take, self._fetch, self._pick = made

    def _begin(self, order: int, times: int = 1) -> None:
        self._play.run_again(
            self.size, self._facts, self._kept, self._shown, self._plan, self._chosen, self._status,
            order, times,
        )  # fmt: skip

    def _do(self, order: int, times: int = 1) -> int:
        self._begin(order, times)
        return self._result()[ENDED]

    def _result(self) -> tuple[int, int]:
        """Wait for all rows; returns the games that ended (or an error code) and an illegal row.

        The games are those since the last call; the row is the first with an illegal action.
        """
        ended, worst, first_illegal = map(int, self._status.copy_to_host())
        new, self._ended = ended - self._ended, ended
        if worst < 0 or first_illegal != NOBODY:
            self._status.copy_to_device(np.array([ended, 0, NOBODY]))
        return (worst if worst < 0 else new), first_illegal

    def deal(self, seed: int | str) -> int:
        """Restart all rows with the first games of this seed."""
        self._plan = self._plan._replace(
            games_key=seed_key("chance", seed), bots_key=seed_key("bots", seed)
        )
        self._rng.rng = seed_key("sample", seed)
        return self._do(r.DEAL)

    def read(self, actions: GivenActions) -> None:
        """Copy the caller's actions, from the GPU or not, without carrying them out yet."""
        lent = d.as_device_array(actions)
        given = np.asarray(actions) if lent is None else lent
        if tuple(given.shape) != (self.size,):
            raise UsageError(
                f"actions must be an array of shape ({self.size},), one for each row, "
                f"not {tuple(given.shape)}"
            )
        if not np.can_cast(given.dtype, np.int64, "safe") or given.dtype == np.bool_:
            raise UsageError(f"actions must be whole numbers (int32 or int64), not {given.dtype}")
        if lent is None:
            self._chosen.copy_to_device(np.ascontiguousarray(given, np.int64))
        else:
            self._take.run(self.size, lent, self._chosen)

    def first_illegal(self, idle: NDArray[np.bool_] | None = None) -> tuple[int, int] | None:
        """The first row with an illegal action, and the action; None if all are legal.

        If all are legal the step has been started in the same call: waiting twice would take
        longer. No row is `idle` on a GPU.
        """
        choices = self.setting.game.rules.N_CHOICES
        self._find_illegal.run_again(
            self.size, self._shown.mask, choices, self._chosen, self._status
        )
        self._begin(STEP)
        self._begun, row = self._result()
        return None if row == NOBODY else (row, int(self._chosen.copy_to_host()[row]))

    def step(self, idle: NDArray[np.bool_] | None = None) -> int:
        return self._begun if self._plan.checked else self._do(STEP)

    def step_randomly(self, times: int) -> int:
        """Take so many random steps in every row."""
        return self._do(WANDER, times)

    def sample(self) -> Counts:
        """A random legal action for every row; the next call overwrites the array."""
        key = next_random(self._rng)
        self._rng.rng = key
        self._pick.run(self.size, self._shown.mask, np.uint64(key), self._picked)
        picked: Counts = lend(self._picked)
        return picked

    def state(self, row: int) -> State:
        """A copy of the record of a row."""
        out = d.gpu_zeros(self._kept.words.shape[1], np.uint64)
        self._fetch.run(out.shape[0], self._kept.words, row, out)
        state: State = out.copy_to_host().view(self.setting.game.rules.STATE).view(np.recarray)[0]
        return state

    def states(self) -> States:
        """Copies of the records of all rows."""
        words = np.ascontiguousarray(self._words.copy_to_host())
        return words.view(self.setting.game.rules.STATE).view(np.recarray)[:, 0]
