"""Many games with the same settings at once, for learners."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from spielzug.core import device as devices
from spielzug.core.checks import check_choice, check_index, check_number, check_seed
from spielzug.core.errors import SpielzugError, UsageError
from spielzug.core.game import Game
from spielzug.core.position import Position
from spielzug.core.record_types import Counts
from spielzug.envs.cpu import Processor, SavedRows
from spielzug.envs.env_setting import Chosen, EnvSetting, GivenActions
from spielzug.envs.rows import NO_CHOICE, RowLayout

if TYPE_CHECKING:
    from spielzug.envs.gpu import Gpu

DEVICES = ("cpu", "cuda")
ILLEGAL = ("raise", "resign")
ADVISERS = ("greedy", "policy")


class BatchArguments(TypedDict):
    """The arguments of a `Batch` that its setting does not hold."""

    size: int
    device: str
    forced: bool
    threads: int | None
    on_illegal: str
    keep_last: bool
    seed: int | str


class Batch:
    """Games side by side, one per row. All arrays are updated in place and never replaced.

    Row i plays the games number i, i + size, i + 2 * size, …: one begins where the other has ended.
    The game of a number is the same alone, in a batch of any size, in `simulate` and on any device.

    ===================  =========================  ===============================================
    `observation`        int16 (size, values)       what `actor` may know, see `game.observation`
    `mask`               int32 (size, words)        bit a % 32 of word a // 32: action a is legal
    `actor`              int8 (size,)               the seat that decides
    `reward`             float32 (size, seats)      of a game that ended in this step, otherwise 0
    `done`               uint8 (size,)              0 running, 1 ended, 2 truncated, 3 lost by an
                                                    illegal action
    `episode`            int64 (size,)              the number of the game that the row now plays
    `length`             int32 (size,)              its decisions so far, those of bots included
    `last_observation`   int16 (size, values)       with `keep_last`: of the game that ended, as
                                                    seen by the caller's seat that acted last
    ===================  =========================  ===============================================

    With ``device="cuda"`` each array, and what `sample` returns, is a `DeviceArray` of the same
    dtype and shape, although it is annotated as NumPy's.
    """

    def __init__(
        self,
        game: str | Game,
        size: int,
        seats: int | None = None,
        options: Chosen | None = None,
        *,
        device: str = "cpu",
        seed: int | str = 1,
        opponents: Sequence[str | None] | None = None,
        forced: bool = True,
        threads: int | None = None,
        on_illegal: str = "raise",
        keep_last: bool = False,
    ) -> None:
        self.setting = EnvSetting.of(game, seats, options, opponents)
        size = check_number("size", size, 1)
        if threads is not None:
            threads = check_number("threads", threads, 1)
        check_choice("device", device, DEVICES)
        check_choice("on_illegal", on_illegal, ILLEGAL)
        self.game, self.seats, self.options = (
            self.setting.game,
            self.setting.seats,
            self.setting.options,
        )
        self.size, self.device, self.seed = size, device, seed
        self._raises = on_illegal == "raise"
        self._asked: BatchArguments = {
            "size": self.size, "device": device, "forced": bool(forced), "threads": threads,
            "on_illegal": on_illegal, "keep_last": bool(keep_last), "seed": seed,
        }  # fmt: skip
        plan = self.setting.plan(
            seed, bool(forced), autoreset=True, checked=self._raises, game_stride=self.size
        )
        self._engine = self._made(plan, bool(keep_last), threads)
        rows = self._engine.rows
        self.observation, self.mask, self.actor = rows.observation, rows.mask, rows.actor
        self.reward, self.done = rows.reward, rows.done
        self.episode, self.length = rows.episode, rows.length
        self.last_observation = rows.last if keep_last else None
        self.reset()

    def __reduce__(self) -> tuple[object, ...]:
        """Copies, and other processes, go on from here with the same luck."""
        if not isinstance(self._engine, Processor):
            raise UsageError(
                "a batch on a GPU can be neither copied nor pickled: its games lie there. "
                "Make another one with the same seed, or use device='cpu'"
            )
        asked: BatchArguments = {**self._asked, "seed": self.seed}
        return _rebuild_batch, (type(self), self.setting, asked, self._engine.saved)

    def _made(self, plan: RowLayout, keep_last: bool, threads: int | None) -> Processor | Gpu:
        if self.device == "cpu":
            return Processor(self.setting, self.size, plan, keep_last, threads)
        gpu = devices.gpu()  # an error without one, before anything that needs the compiler
        from spielzug.envs.gpu import Gpu

        return Gpu(gpu, self.setting, self.size, plan, keep_last)

    @property
    def n_actions(self) -> int:
        """The number of actions, legal or not."""
        return self.game.rules.N_CHOICES

    def reset(self, seed: int | str | None = None) -> None:
        """Restart all rows with the first games of the seed (None: of the same seed again)."""
        if seed is not None:
            check_seed(seed)
            self.seed = seed
        self._check_ended(self._engine.deal(self.seed))

    def step(self, actions: GivenActions, idle: ArrayLike | None = None) -> int:
        """Take one action in every row; returns how many games ended in this step.

        Single choices (unless `forced` is off) and the decisions of bots follow in the same call,
        and where a game has ended the next one begins. Rows that are `idle` (booleans, on the CPU
        only) stay as they are, whatever their actions.
        """
        self._engine.read(actions)
        idle_rows = None if idle is None else self._rows_of("idle", idle)
        if self._raises:
            illegal = self._engine.first_illegal(idle_rows)
            if illegal is not None:
                row, action = illegal
                raise self.setting.illegal_action_error(self._engine.state(row), row, action)
        return self._check_ended(self._engine.step(idle_rows))

    def reset_rows(self, rows: ArrayLike) -> None:
        """Abandon the games of these rows (booleans), and begin their next ones."""
        abandoned = self._rows_of("rows", rows)
        assert isinstance(self._engine, Processor)
        self._engine.reset_rows(abandoned)

    def _rows_of(self, name: str, given: ArrayLike) -> NDArray[np.bool_]:
        """A selection of rows as booleans."""
        if self.device != "cpu":
            raise UsageError(f"{name}: rows are chosen on the processor only: use device='cpu'")
        return truth_values(name, given, self.size)

    def sample(self) -> Counts:
        """A random legal action for every row, uniformly; the same ones after the same reset."""
        return self._engine.sample()

    def step_randomly(self, steps: int) -> int:
        """Take so many random steps in every row, all in one call; returns how many games ended.

        The arrays are written at every step, as by `step`; the caller sees only the last ones.
        """
        count = check_number("steps", steps, 1)
        return self._check_ended(self._engine.step_randomly(count))

    def advice(self, bot: str) -> Counts:
        """The actions that `greedy` or `policy` would take in every row, for imitation."""
        check_choice("bot", bot, ADVISERS)
        if not isinstance(self._engine, Processor):
            raise UsageError("advice is given on the processor only: use device='cpu'")
        return self._engine.advice(bot)

    def position(self, row: int) -> Position:
        """A copy of the whole position of a row."""
        return self.setting.position(self._engine.state(check_index("row", row, self.size)))

    def _check_ended(self, ended: int) -> int:
        if ended == NO_CHOICE:
            raise SpielzugError(
                f"{self.game.name}: game after game ends before the caller has anything to choose; "
                "look at the options, or use forced=False"
            )
        return ended

    def __repr__(self) -> str:
        return (
            f"<Batch of {self.size} games of {self.game.name}: {self.seats} seats, {self.device}>"
        )


def _rebuild_batch(
    kind: type[Batch], setting: EnvSetting, asked: BatchArguments, saved: SavedRows
) -> Batch:
    made = kind(
        setting.game, seats=setting.seats, options=setting.options, opponents=setting.opponents,
        **asked,
    )  # fmt: skip
    assert isinstance(made._engine, Processor)
    made._engine.restore(saved)
    return made


class LibraryArray(Protocol):
    """An array of torch, JAX or CuPy, as far as `unpack` needs to know it."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def dtype(self) -> object: ...
    @property
    def device(self) -> object: ...


SameLibrary = TypeVar("SameLibrary", bound=LibraryArray)


@overload
def unpack(mask: NDArray[np.integer], n: int) -> NDArray[np.bool_]: ...
@overload
def unpack(mask: SameLibrary, n: int) -> SameLibrary: ...
def unpack(mask: Any, n: int) -> Any:
    """The bits of a mask as booleans, along the last axis: the first n actions.

    Takes arrays of NumPy, torch, JAX or CuPy and returns one of the same kind.
    """
    n = check_number("n", n)
    if isinstance(mask, np.ndarray) and sys.byteorder == "little":
        if mask.dtype.kind not in "iu":
            raise UsageError(f"a mask is made of whole numbers, not of {mask.dtype}")
        words = np.ascontiguousarray(mask.astype(np.int32, copy=False)).view(np.uint8)
        return np.unpackbits(words, axis=-1, count=n, bitorder="little").view(bool)
    if hasattr(mask, "__array_namespace__"):
        return unpack_bits(mask, n, mask.__array_namespace__().arange(32, dtype=mask.dtype))
    if not hasattr(mask, "device"):
        raise UsageError(
            "a mask to unpack is an array of NumPy, torch, JAX or CuPy (torch.as_tensor makes one "
            f"of an array on the GPU), not {type(mask).__name__}"
        )
    import torch

    return unpack_bits(mask, n, torch.arange(32, dtype=mask.dtype, device=mask.device))


def unpack_bits(mask: Any, n: int, bits: Any) -> Any:
    """The same for any library; `bits` are the numbers 0 to 31 in its kind of array."""
    found = (mask[..., None] >> bits) & 1
    return found.reshape((*mask.shape[:-1], mask.shape[-1] * 32))[..., :n] != 0


def truth_values(name: str, given: object, size: int) -> NDArray[np.bool_]:
    """A selection of rows; raises unless it is an array with a boolean for each row."""
    try:
        rows = np.asarray(given)
    except ValueError:
        raise UsageError(f"{name} must be one array, a truth value for each row") from None
    if rows.shape != (size,) or rows.dtype != np.bool_:
        raise UsageError(
            f"{name} must be an array of {size} truth values, one for each row, "
            f"not of shape {rows.shape} and type {rows.dtype}"
        )
    return rows
