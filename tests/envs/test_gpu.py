"""The GPU environments, as far as they can be tested without a GPU."""

from __future__ import annotations

import ctypes
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from spielzug.core import device, device_array
from spielzug.core.errors import SpielzugError, UsageError
from spielzug.core.jit import PLAIN
from spielzug.envs import Batch, rows
from spielzug.envs.env_setting import EnvSetting

if PLAIN:
    pytest.skip("a GPU runs compiled rules only", allow_module_level=True)

from envs.host_device import HostDevice
from envs.wasm_device import WasmDevice
from spielzug.core.lowering import CompileTarget, lower
from spielzug.envs import gpu

pytestmark = pytest.mark.compiled

GAMES = ("game_of_trains", "zugraub", "trains")
"""The games besides the smallest, of which the first tier compiles the kernels."""
ARRAYS = (
    "observation", "mask", "actor", "reward", "done", "episode", "length", "last_observation",
)  # fmt: skip
SIZE = 4


@pytest.fixture(params=["native", "wasm"])
def stand_in(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Instead of a GPU: its threads one after the other, as machine code or as WebAssembly."""
    with nullcontext(HostDevice()) if request.param == "native" else WasmDevice() as found:
        monkeypatch.setattr(device, "gpu", lambda: found)
        yield


def compare(here: Batch, there: Batch, when: object) -> None:
    for array in ARRAYS:
        ours, theirs = getattr(here, array), np.asarray(getattr(there, array))
        assert ours.dtype == theirs.dtype, array
        assert np.array_equal(ours, theirs), (when, array, ours, theirs)
    for row in range(SIZE):
        state = here._engine.state(row)
        assert state.tobytes() == there._engine.state(row).tobytes(), (when, row)


def play_both(game: str, opponents: Sequence[str | None] | None, on_illegal: str) -> None:
    """The same games on the CPU, and as the threads of a GPU would play them."""
    given: Any = {"opponents": opponents, "keep_last": True, "on_illegal": on_illegal}
    here, there = Batch(game, SIZE, **given), Batch(game, SIZE, device="cuda", **given)
    compare(here, there, "dealt")
    for step in range(20):
        actions, lent = here.sample(), there.sample()
        assert np.array_equal(actions, np.asarray(lent))
        assert here.step(actions) == there.step(lent if step % 2 else actions.astype(np.int32))
        compare(here, there, step)
    assert here.step_randomly(30) == there.step_randomly(30)
    compare(here, there, "random play")
    wrong = here.sample()
    wrong[1] = 10**6
    found: list[object] = []
    for batch in (here, there):
        try:
            found.append(batch.step(wrong))
        except SpielzugError as problem:
            found.append(str(problem))
    assert found[0] == found[1], found
    assert (on_illegal == "raise") == isinstance(found[0], str)
    compare(here, there, "an illegal action")
    here.reset(5)
    there.reset(5)
    compare(here, there, "reset")


@pytest.mark.slow
@pytest.mark.usefixtures("stand_in")
def test_the_threads_of_a_gpu_play_the_same_games_as_the_cpu() -> None:
    play_both("zwergenzugfahrt", None, "raise")


@pytest.mark.slow
@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", [None, "greedy", "policy"])
def test_every_bot_plays_the_same_games_on_both(game: str, bot: str | None) -> None:
    seats = EnvSetting.of(game).seats
    play_both(game, (None, *(bot,) * (seats - 1)), "raise" if bot else "resign")


# -- PTX -----------------------------------------------------------------------------------------


def ptx_of(game: str) -> str:
    return device.ptx(gpu.row_kernels(EnvSetting.of(game), keep_last=False))


def check_ptx(text: str) -> None:
    assert ".target sm_90" in text
    assert {"play", "pick", "find_illegal"} == set(re.findall(r"\.entry (\w+)\(", text))
    assert "fma." not in text  # a product and a sum are rounded one by one
    assert not re.search(r"(div|sqrt)\.(approx|full)", text)
    assert not re.search(r"\.extern", text)  # a driver links nothing


def test_kernels_are_compiled_without_a_gpu() -> None:
    check_ptx(ptx_of("zwergenzugfahrt"))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_kernels_of_every_game_are_compiled(game: str) -> None:
    check_ptx(ptx_of(game))


def test_products_are_rounded_before_they_are_added() -> None:
    from numba import types

    from spielzug.core.jit import rule
    from spielzug.core.lowering import Export

    @rule
    def total(a: float, b: float, c: float) -> float:
        return a * b + c

    text = lower([Export("total", total, types.float64, (types.float64,) * 3)])
    code = CompileTarget("nvptx64-nvidia-cuda", "sm_90").compile(text, ["total"]).assembly
    assert "mul.rn.f64" in code and "add.rn.f64" in code and "fma" not in code


@pytest.mark.parametrize(
    ("capability", "code"), [((7, 5), "sm_75"), ((8, 7), "sm_86"), ((99, 0), "sm_120")]
)
def test_code_is_made_for_the_capability_of_the_card(
    capability: tuple[int, int], code: str
) -> None:
    assert f".target {code}" in device.ptx([gpu.take_kernel(np.dtype(np.int32))], capability)


def test_rules_that_a_setting_does_not_need_are_not_compiled() -> None:
    alone = gpu.needed_rules(EnvSetting.of("zwergenzugfahrt"))
    assert alone.hide is gpu.no_hiding and alone.greedy is alone.policy is gpu.no_bot
    both = gpu.needed_rules(EnvSetting.of("zwergenzugfahrt", opponents=(None, "greedy")))
    assert both.hide is not gpu.no_hiding and both.greedy is not gpu.no_bot


# -- what is missing -----------------------------------------------------------------------------


@pytest.fixture
def no_gpu_yet() -> None:
    device.gpu.cache_clear()


@pytest.mark.usefixtures("no_gpu_yet")
def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cuda.bindings", None)
    with pytest.raises(UsageError, match=r"pip install 'spielzug\[gpu\]'"):
        Batch("game_of_trains", 2, device="cuda")


def driver_that_answers(**answers: object) -> SimpleNamespace:
    return SimpleNamespace(
        CUdevice_attribute=SimpleNamespace(
            CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR="major",
            CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR="minor",
        ),
        cuDeviceGet=lambda number: (0, number),
        cuDeviceGetAttribute=lambda part, _: (0, {"major": 6, "minor": 1}[part]),
        **{"cuInit": lambda _: (0,), **answers},
    )


def no_driver(_: int) -> None:
    raise RuntimeError("libcuda.so.1 was not found")


def error(name: str) -> Any:
    class Error(int):
        pass

    found = Error(1)
    found.name = name  # type: ignore[attr-defined]
    return found


@pytest.mark.usefixtures("no_gpu_yet")
@pytest.mark.parametrize(
    ("driver", "told"),
    [
        (driver_that_answers(cuInit=no_driver), "no GPU was found here; device='cpu'"),
        (
            driver_that_answers(cuInit=lambda _: (error("CUDA_ERROR_NO_DEVICE"),)),
            "no GPU was found here; device='cpu'",
        ),
        (
            driver_that_answers(cuInit=lambda _: (error("CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"),)),
            "answered CUDA_ERROR_SYSTEM_DRIVER_MISMATCH to cuInit; update its driver",
        ),
        (driver_that_answers(), "too old: its compute capability is 6.1, and 7.5 is needed"),
    ],
)
def test_without_a_usable_gpu_the_error_says_why(
    driver: object, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cuda.bindings", SimpleNamespace(driver=driver))
    with pytest.raises(UsageError, match=told):
        Batch("game_of_trains", 2, device="cuda")


def test_an_array_of_another_library_is_taken_by_its_address() -> None:
    class Lent:
        __cuda_array_interface__ = {  # noqa: RUF012
            "data": (64, False), "shape": (5,), "strides": (8,), "typestr": "<i4", "version": 3,
            "stream": None,
        }  # fmt: skip

    found = device_array.BorrowedArray.of(Lent())
    assert found == (64, (5,), np.dtype(np.int32), 2, None)
    assert device_array.BorrowedArray.of(np.zeros(3)) is None


def test_a_mask_is_written_in_order_where_its_words_lie_apart() -> None:
    """One of many words, and one of two; the mask can be read again."""
    rng = np.random.default_rng(5)
    for words in (1, 2, 7):
        for _ in range(20):
            legal = np.flatnonzero(rng.random(32 * words) < 0.2).astype(np.int32)
            ours, theirs = np.full(words, 9, np.int32), np.full((words, 2), 8, np.int32)[:, 0]
            rows.write_mask(legal, len(legal), ours)
            rows.write_mask(legal, len(legal), theirs)
            assert ours.tolist() == theirs.tolist()
            again = np.zeros_like(legal)
            gpu.read_mask(ours, again)
            assert again.tolist() == legal.tolist()


class FakeMemory:
    """Says that memory lies on a GPU."""

    def allocate(self, size: int) -> int:
        return 4096

    def free(self, address: int) -> None:
        pass

    def read(self, address: int, into: NDArray[np.generic]) -> None:
        raise NotImplementedError

    def write(self, address: int, array: NDArray[np.generic]) -> None:
        raise NotImplementedError

    def wait(self) -> None:
        pass


def test_arrays_are_described_as_dlpack_wants_it() -> None:
    array = device_array.DeviceArray(FakeMemory(), (3, 5), np.dtype(np.int16))
    assert array.strides == (2, 6)
    assert array.__dlpack_device__() == (2, 0)
    capsule = array.__dlpack__(stream=1, max_version=(1, 0))
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    address = pointer(capsule, b"dltensor")
    tensor = device_array._Tensor.from_address(address)
    assert (tensor.data, tensor.device_type, tensor.ndim) == (4096, 2, 2)
    assert (tensor.code, tensor.bits, tensor.lanes) == (0, 16, 1)
    assert (tensor.shape[:2], tensor.strides[:2]) == ([3, 5], [1, 3])
    assert address in device_array._exported
    tensor.deleter(ctypes.byref(tensor))
    assert address not in device_array._exported
    assert array.__cuda_array_interface__["stream"] == 1
