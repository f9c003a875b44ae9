"""A device of ordinary memory: kernels run on the CPU, from the same module as on a GPU."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any

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


class HostDevice(ComputeDevice):
    """Runs the rows of a kernel one after the other, without numba's own compiler."""

    def __init__(self) -> None:
        self._memory: dict[int, NDArray[np.uint64]] = {}
        self._engines: list[Any] = []  # hold the machine code

    def allocate(self, size: int) -> int:
        memory = np.zeros(size // 8 + 1, np.uint64)
        address = int(memory.ctypes.data)
        self._memory[address] = memory
        return address

    def free(self, address: int) -> None:
        del self._memory[address]

    def read(self, address: int, into: NDArray[np.generic]) -> None:
        ctypes.memmove(into.ctypes.data, address, into.nbytes)

    def write(self, address: int, array: NDArray[np.generic]) -> None:
        ctypes.memmove(address, array.ctypes.data, array.nbytes)

    def wait(self, stream: int = LEGACY_STREAM) -> None:
        pass

    def load(self, kernels: Sequence[GpuKernel]) -> Mapping[str, Launch]:
        import llvmlite.binding as llvm

        from spielzug.core.lowering import CompileTarget

        text, names = lower_kernels(kernels), [row_function(kernel) for kernel in kernels]
        compiled = CompileTarget(llvm.get_process_triple(), llvm.get_host_cpu_name()).compile(
            text, names
        )
        machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
        module = llvm.parse_assembly(str(compiled.module))
        engine = llvm.create_mcjit_compiler(module, machine)
        engine.finalize_object()
        self._engines.append(engine)
        return {
            kernel.name: self._launch(
                engine.get_function_address(name), row_parameters(text, kernel)
            )
            for kernel, name in zip(kernels, names, strict=True)
        }

    @staticmethod
    def _launch(address: int, parameters: list[str]) -> Launch:
        function = ctypes.CFUNCTYPE(None, *[ctypes.c_uint64] * len(parameters))(address)

        def launch(rows: int, *arguments: object) -> None:
            words = iter(words_of(arguments))
            given = [rows if kind == "i32" else next(words) for kind in parameters[1:]]
            for row in range(rows):
                function(row, *given)

        return launch
