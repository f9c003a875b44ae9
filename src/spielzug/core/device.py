"""Rows as threads of an NVIDIA GPU.

A kernel is a rule that computes one row: it takes the number of the row, addresses and whole
numbers. `core.lowering` compiles it, with the rules of a game inside, to PTX: assembly from which
the driver makes machine code. So a GPU computes the same as a CPU, bit for bit; LLVM rounds each
product before it is added to something, unless it is asked not to.
"""

from __future__ import annotations

import ctypes
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from spielzug.core.device_array import DeviceArray
from spielzug.core.errors import SpielzugError, UsageError
from spielzug.core.jit import PLAIN

if TYPE_CHECKING:
    from spielzug.core.lowering import Parameter

INSTALL = "pip install 'spielzug[gpu]'"
CAPABILITIES = ((7, 5), (8, 0), (8, 6), (8, 9), (9, 0), (10, 0), (12, 0))
"""The compute capabilities that kernels are compiled for; later GPUs run code for the last."""
THREADS = 128
"""Threads in a block."""
REGISTERS = 255
"""The most that a thread can use; with fewer, more threads run at once."""
LEGACY_STREAM = 1
"""The driver's handle of the stream that waits for all others and for which they wait."""


# -- kernels -------------------------------------------------------------------------------------


class GpuKernel(NamedTuple):
    """A rule that a thread runs for each row."""

    function: Callable[..., None]
    parameters: tuple[Parameter, ...]
    """Those of the rule; the first that is no `LinkedRules` is the number of the row.

    In the shape of a pointer, None stands for the number of rows. Numbers have 64 bits.
    """
    registers: int = REGISTERS

    @property
    def name(self) -> str:
        return self.function.__name__


def row_function(kernel: GpuKernel) -> str:
    """The name of the function that computes one row."""
    return f"{kernel.name}_row"


def lower_kernels(kernels: Sequence[GpuKernel]) -> str:
    """The functions of the rows as LLVM IR."""
    from spielzug.core.compiler import VOID
    from spielzug.core.lowering import Export, lower

    return lower([Export(row_function(k), k.function, VOID, k.parameters) for k in kernels])


def ptx(kernels: Sequence[GpuKernel], capability: tuple[int, int] = (9, 0)) -> str:
    """The PTX for a GPU of this compute capability.

    Threads that take different branches mostly wait for instructions, so short code is fast: no
    loop is unrolled, neither by LLVM nor by the driver.
    """
    from spielzug.core.lowering import CompileTarget

    major, minor = max(known for known in CAPABILITIES if known <= capability)
    text = lower_kernels(kernels)
    entries = _THREAD + "".join(_entry(text, kernel) for kernel in kernels)
    target = CompileTarget(
        "nvptx64-nvidia-cuda", f"sm_{major}{minor}", prelude=entries, unrolls=False
    )
    compiled = target.compile(_inline_single_calls(text), [kernel.name for kernel in kernels])
    return _LABEL.sub(r'\g<0>\n\t.pragma "nounroll";', compiled.assembly)


_LABEL = re.compile(r"^\$L__BB[^\n]*:(?!\s*\.pragma)", re.MULTILINE)
_HEAD = re.compile(r"^define [^\n]*@([\w.$]+)\([^\n]*\)[^\n{]*(?=\{)", re.MULTILINE)


def _inline_single_calls(text: str) -> str:
    """Compile functions with one caller into it: their memory is known to be the thread's own."""
    calls = Counter(re.findall(r"call [^@\n]*@([\w.$]+)\(", text))
    return _HEAD.sub(lambda head: head[0] + "alwaysinline " * (calls[head[1]] == 1), text)


def row_parameters(text: str, kernel: GpuKernel) -> list[str]:
    """The types that the function of a row takes: i32 for the number of rows in a shape."""
    found = re.search(rf"^define[^\n]*@{row_function(kernel)}\(([^)]*)\)", text, re.MULTILINE)
    assert found is not None
    return [parameter.split()[0] for parameter in found[1].split(",")]


_THREAD = """
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
"""


def _entry(text: str, kernel: GpuKernel) -> str:
    """The entry that calls the function of a row in each thread that has one."""
    first, *others = row_parameters(text, kernel)
    assert first == "i64" and set(others) <= {"i64", "i32", "ptr"}, others
    taken = [f"{kind} %p{k}" for k, kind in enumerate(others) if kind != "i32"]
    given = ["i32 %rows" if kind == "i32" else f"{kind} %p{k}" for k, kind in enumerate(others)]
    limits = f'"nvvm.maxntid"="{THREADS}" "nvvm.maxnreg"="{kernel.registers}"'
    return f"""
define ptx_kernel void @{kernel.name}({", ".join(["i64 %count", *taken])}) {limits} {{
  %rows = trunc i64 %count to i32
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %width = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %before = mul i32 %block, %width
  %here = add i32 %before, %thread
  %has_row = icmp ult i32 %here, %rows
  br i1 %has_row, label %row, label %done
row:
  %i = zext i32 %here to i64
  call void @{row_function(kernel)}({", ".join(["i64 %i", *given])})
  br label %done
done:
  ret void
}}
"""


def words_of(arguments: tuple[object, ...]) -> list[int]:
    """Addresses and whole numbers as words of 64 bits, also from tuples."""
    words: list[int] = []
    for argument in arguments:
        if isinstance(argument, tuple):
            words += words_of(argument)
        elif isinstance(argument, DeviceArray):
            words.append(argument.address)
        else:
            number: Any = argument
            words.append(int(number) & 0xFFFF_FFFF_FFFF_FFFF)
    return words


# -- devices -------------------------------------------------------------------------------------

Launch = Callable[..., None]
"""Starts a kernel: takes the number of rows, then what the kernel takes besides its rules."""


class ComputeDevice(ABC):
    """Memory, and what runs kernels on it."""

    @abstractmethod
    def allocate(self, size: int) -> int:
        """The address of so many bytes, all zero."""

    @abstractmethod
    def free(self, address: int) -> None: ...
    @abstractmethod
    def read(self, address: int, into: NDArray[np.generic]) -> None: ...
    @abstractmethod
    def write(self, address: int, array: NDArray[np.generic]) -> None: ...
    @abstractmethod
    def load(self, kernels: Sequence[GpuKernel]) -> Mapping[str, Launch]:
        """Compile kernels; returns each by its name."""

    @abstractmethod
    def wait(self, stream: int = LEGACY_STREAM) -> None:
        """Wait until all work of a stream is done."""

    def zeros(self, shape: int | tuple[int, ...], kind: DTypeLike) -> DeviceArray:
        """A new array; neighbours in memory are neighbours along the first axis."""
        return DeviceArray(self, shape if isinstance(shape, tuple) else (shape,), np.dtype(kind))

    def copy(self, array: NDArray[np.generic]) -> DeviceArray:
        """A copy on the device."""
        made = self.zeros(array.shape, array.dtype)
        made.write(array)
        return made


class CudaDevice(ComputeDevice):
    """The first GPU, through its driver; it shares a context with torch, CuPy and JAX."""

    def __init__(self) -> None:
        from cuda.bindings import driver

        self._driver = driver
        self._call("cuInit", 0)
        device = self._call("cuDeviceGet", 0)
        major, minor = (
            getattr(driver.CUdevice_attribute, f"CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_{name}")
            for name in ("MAJOR", "MINOR")
        )
        self.capability = (
            int(self._call("cuDeviceGetAttribute", major, device)),
            int(self._call("cuDeviceGetAttribute", minor, device)),
        )
        check_capability(self.capability)
        self._context = self._call("cuDevicePrimaryCtxRetain", device)
        self._stream = driver.CUstream(LEGACY_STREAM)

    def _call(self, name: str, *arguments: object) -> Any:
        """Call the driver; raises unless it succeeds."""
        error, *found = getattr(self._driver, name)(*arguments)
        if error:
            raise DriverError(name, error.name)
        return found[0] if found else None

    def _use(self) -> None:
        """Make this thread use the GPU."""
        self._call("cuCtxSetCurrent", self._context)

    def allocate(self, size: int) -> int:
        self._use()
        address = self._call("cuMemAlloc", max(1, size))
        self._call("cuMemsetD8", address, 0, max(1, size))
        return int(address)

    def free(self, address: int) -> None:
        self._use()
        self._call("cuMemFree", address)

    def read(self, address: int, into: NDArray[np.generic]) -> None:
        self._use()
        self._call("cuMemcpyDtoH", into.ctypes.data, address, into.nbytes)

    def write(self, address: int, array: NDArray[np.generic]) -> None:
        self._use()
        self._call("cuMemcpyHtoD", address, array.ctypes.data, array.nbytes)

    def wait(self, stream: int = LEGACY_STREAM) -> None:
        self._use()
        self._call("cuStreamSynchronize", self._driver.CUstream(stream))

    def load(self, kernels: Sequence[GpuKernel]) -> Mapping[str, Launch]:
        self._use()
        try:
            module = self._call("cuModuleLoadData", ptx(kernels, self.capability).encode() + b"\0")
        except DriverError as problem:
            raise UsageError(f"the GPU cannot be used: {problem}; update its driver") from None
        return {kernel.name: self._launch(module, kernel.name) for kernel in kernels}

    def _launch(self, module: object, name: str) -> Launch:
        function = self._call("cuModuleGetFunction", module, name.encode())

        def launch(rows: int, *arguments: object) -> None:
            self._use()
            words = words_of((rows, *arguments))
            values = (ctypes.c_uint64 * len(words))(*words)
            first = ctypes.addressof(values)
            places = (ctypes.c_void_p * len(words))(*range(first, first + 8 * len(words), 8))
            self._call(
                "cuLaunchKernel", function, -(-rows // THREADS), 1, 1, THREADS, 1, 1, 0,
                self._stream, ctypes.addressof(places), 0,
            )  # fmt: skip

        return launch


def check_capability(capability: tuple[int, int]) -> None:
    """Raise for a GPU that is older than all that kernels are compiled for."""
    if capability < CAPABILITIES[0]:
        has, needs = (".".join(map(str, c)) for c in (capability, CAPABILITIES[0]))
        raise UsageError(
            f"this GPU is too old: its compute capability is {has}, and {needs} is needed; "
            "device='cpu' plays on all cores"
        )


class DriverError(SpielzugError):
    """A call of the GPU's driver failed."""

    def __init__(self, call: str, error: str) -> None:
        self.error = error
        super().__init__(f"the driver of the GPU answered {error} to {call}")


NO_GPU = ("CUDA_ERROR_NO_DEVICE", "CUDA_ERROR_STUB_LIBRARY", "CUDA_ERROR_INVALID_DEVICE")


@cache
def gpu() -> ComputeDevice:
    """The GPU; raises an error that says what is missing, if there is none."""
    if PLAIN:
        raise UsageError("a GPU runs compiled rules only; use device='cpu' without the compiler")
    try:
        return CudaDevice()
    except ImportError:
        raise UsageError(f"the GPU needs packages that are not installed: {INSTALL}") from None
    except DriverError as problem:
        if problem.error not in NO_GPU:
            raise UsageError(f"the GPU cannot be used: {problem}; update its driver") from None
    except RuntimeError:  # there is no driver
        pass
    raise UsageError("no GPU was found here; device='cpu' plays on all cores") from None
