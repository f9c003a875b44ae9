"""The GPU environments, as far as they can be tested without a GPU."""

from __future__ import annotations

import ctypes
import importlib.util
import json
import os
import subprocess
import sys
from typing import Any, ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

from spielzug.core import device
from spielzug.core.errors import UsageError
from spielzug.core.jit import PLAIN
from spielzug.envs import Batch, gpu, rows
from spielzug.envs.env_setting import EnvSetting

pytestmark = pytest.mark.slow

compiled = pytest.mark.skipif(PLAIN, reason="is about compiled code")

SAME_AS_ON_THE_PROCESSOR = """
import json, sys
import numpy as np
from spielzug.core.errors import SpielzugError
from spielzug.envs import Batch

name, opponents, on_illegal = json.loads(sys.argv[1])
given = {"opponents": opponents, "keep_last": True, "on_illegal": on_illegal}
here, there = Batch(name, 3, **given), Batch(name, 3, device="cuda", **given)
ARRAYS = (
    "observation", "mask", "actor", "reward", "done", "episode", "length", "last_observation"
)

def compare(when):
    for array in ARRAYS:
        ours, theirs = getattr(here, array), np.asarray(getattr(there, array))
        assert ours.dtype == theirs.dtype, array
        assert np.array_equal(ours, theirs), (when, array, ours, theirs)
    for row in range(3):
        state = here._engine.state(row)
        assert state.tobytes() == there._engine.state(row).tobytes(), (when, row)

compare("dealt")
for step in range(4):
    actions = here.sample()
    assert np.array_equal(actions, np.asarray(there.sample()))
    assert here.step(actions) == there.step(actions.astype(np.int32))
    compare(step)
assert here.step_randomly(3) == there.step_randomly(3)
compare("wandered")
wrong = here.sample()
wrong[1] = 10**6
found = []
for batch in (here, there):
    try:
        found.append(batch.step(wrong))
    except SpielzugError as problem:
        found.append(str(problem))
assert found[0] == found[1], found
assert (on_illegal == "raise") == isinstance(found[0], str)
compare("refused")
here.reset(5), there.reset(5)
compare("begun anew")
"""


@pytest.mark.parametrize(
    ("opponents", "on_illegal"),
    [(None, "raise"), ([None, "policy"], "resign"), (["greedy", None], "raise")],
)
def test_rows_in_the_simulator_of_a_gpu_are_those_of_the_processor(
    opponents: Any, on_illegal: str
) -> None:
    """Its threads run plain Python: this is about the rows, not about compiled code."""
    asked = json.dumps(["game_of_trains", opponents, on_illegal])
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SAME_AS_ON_THE_PROCESSOR, asked],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "SPIELZUG_PLAIN": "1"},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr[-2000:]


@compiled
@pytest.mark.parametrize("kernel", ["find_illegal", "pick", "take", "fetch", "play"])
def test_kernels_are_compiled_without_a_gpu(kernel: str) -> None:
    setting = EnvSetting.of("game_of_trains", 3, opponents=(None, "random", "greedy"))
    function = getattr(gpu, kernel)
    made = device.GpuKernel(function, gpu.scratch_of(setting))
    code = made.ptx(gpu.signatures(setting)[function])
    assert ".target sm_90" in code
    assert "fma." not in code  # a product and a sum are rounded one by one


def no_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec

    def without(name: str, *more: Any) -> Any:
        return None if name == "numba_cuda" else found(name, *more)

    monkeypatch.setattr(importlib.util, "find_spec", without)
    monkeypatch.setattr(device, "cuda", None)


@compiled
def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    no_extra(monkeypatch)
    with pytest.raises(UsageError, match=r"pip install 'spielzug\[gpu\]'"):
        Batch("game_of_trains", 2, device="cuda")


@compiled
def test_without_a_gpu_the_error_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device.numba_cuda(), "is_available", lambda: False)
    with pytest.raises(UsageError, match="no GPU was found here; device='cpu'"):
        Batch("game_of_trains", 2, device="cuda")


@compiled
def test_a_bot_that_does_not_run_on_a_gpu_is_refused() -> None:
    with pytest.raises(UsageError, match="the bot greedy does not play on a GPU yet; use another"):
        Batch("zugraub", 2, 3, device="cuda", opponents=[None, "policy", "greedy"])


def test_a_mask_is_written_in_order_as_on_the_processor() -> None:
    """One of many words, and one of two."""
    rng = np.random.default_rng(5)
    for words in (1, 2, 7):
        for _ in range(20):
            legal = np.flatnonzero(rng.random(32 * words) < 0.2).astype(np.int32)
            ours, theirs = np.full(words, 9, np.int32), np.full(words, 8, np.int32)
            rows.write_mask(legal, len(legal), ours)
            gpu.write_in_order(legal, len(legal), theirs)
            assert ours.tolist() == theirs.tolist()


class FakeDeviceArray:
    """Memory that is said to lie on a GPU."""

    shape, strides, dtype = (3, 5), (2, 6), np.dtype(np.int16)
    __cuda_array_interface__: ClassVar[gpu.CudaInterface] = {
        "data": (4096, False), "shape": shape, "strides": strides, "typestr": "<i2", "version": 3,
    }  # fmt: skip

    def copy_to_host(self) -> NDArray[np.int16]:
        raise NotImplementedError


def test_arrays_are_described_as_dlpack_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "wait", lambda: None)
    array = gpu.DeviceArray(FakeDeviceArray())
    assert array.__dlpack_device__() == (2, 0)
    capsule = array.__dlpack__(stream=1, max_version=(1, 0))
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    address = pointer(capsule, b"dltensor")
    tensor = gpu._Tensor.from_address(address)
    assert (tensor.data, tensor.device_type, tensor.ndim) == (4096, 2, 2)
    assert (tensor.code, tensor.bits, tensor.lanes) == (0, 16, 1)
    assert (tensor.shape[:2], tensor.strides[:2]) == ([3, 5], [1, 3])
    assert address in gpu._lent
    tensor.deleter(ctypes.byref(tensor))
    assert address not in gpu._lent
    assert array.__cuda_array_interface__["stream"] == 1
