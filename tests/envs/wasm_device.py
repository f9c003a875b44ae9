"""A device in Node: kernels run as WebAssembly, from the same module as on a GPU."""

from __future__ import annotations

import base64
import ctypes
import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from spielzug.core.device import (
    LEGACY_STREAM,
    ComputeDevice,
    GpuKernel,
    Launch,
    lower_kernels,
    row_function,
    row_parameters,
    words_of,
)
from spielzug.wasm.build import TARGET
from spielzug.wasm.object_file import link_module
from wasm.node import node, text

BASE = 1 << 20
"""The address of the first array: behind the stack and the data of every module."""


class WasmDevice(ComputeDevice):
    """Keeps the memory here, and lends it to the module that runs."""

    def __init__(self) -> None:
        self._memory = bytearray()
        self._modules = 0
        self._node = subprocess.Popen(
            [node(), str(Path(__file__).with_suffix(".mjs"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._node.communicate()

    def _ask(self, **request: object) -> str:
        asked, answered = self._node.stdin, self._node.stdout
        assert asked is not None and answered is not None
        asked.write(json.dumps(request) + "\n")
        asked.flush()
        return answered.readline()

    def allocate(self, size: int) -> int:
        address = BASE + len(self._memory)
        self._memory.extend(bytes(-(-size // 16) * 16))
        return address

    def free(self, address: int) -> None:
        """Tests are short: nothing is used again."""

    def read(self, address: int, into: NDArray[np.generic]) -> None:
        begin = address - BASE
        data = bytes(self._memory[begin : begin + into.nbytes])
        ctypes.memmove(into.ctypes.data, data, into.nbytes)

    def write(self, address: int, array: NDArray[np.generic]) -> None:
        begin = address - BASE
        data = ctypes.string_at(array.ctypes.data, array.nbytes)
        self._memory[begin : begin + array.nbytes] = data

    def wait(self, stream: int = LEGACY_STREAM) -> None:
        pass

    def load(self, kernels: Sequence[GpuKernel]) -> Mapping[str, Launch]:
        lowered, names = lower_kernels(kernels), [row_function(kernel) for kernel in kernels]
        module = link_module(TARGET.compile(lowered, names).object_file, names)
        assert int(self._ask(code=text(module))) <= BASE
        self._modules += 1
        return {
            kernel.name: self._launch(self._modules - 1, name, row_parameters(lowered, kernel))
            for kernel, name in zip(kernels, names, strict=True)
        }

    def _launch(self, module: int, name: str, parameters: list[str]) -> Launch:
        kinds = parameters[1:]

        def launch(rows: int, *arguments: object) -> None:
            words = iter(words_of(arguments))
            given = [str(rows if kind == "i32" else next(words)) for kind in kinds]
            memory = self._ask(
                module=module, name=name, rows=rows, kinds=kinds, words=given,
                memory=text(self._memory), at=BASE,
            )  # fmt: skip
            self._memory[:] = base64.b64decode(memory)

        return launch
