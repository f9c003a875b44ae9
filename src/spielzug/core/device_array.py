"""Arrays on a GPU that torch, JAX and CuPy use without a copy."""

from __future__ import annotations

import ctypes
import math
import weakref
from typing import NamedTuple, NotRequired, Protocol, Self, TypedDict

import numpy as np
from numpy.typing import DTypeLike, NDArray

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

_exported: dict[int, tuple[object, ...]] = {}
"""Tensors that other libraries may still use, by address."""


def _forget(tensor: ctypes._Pointer[_Tensor]) -> None:
    _exported.pop(ctypes.addressof(tensor.contents), None)


_delete_exported = _Deleter(_forget)


class CudaInterface(TypedDict):
    """The fields of `__cuda_array_interface__`, version 3."""

    data: tuple[int, bool]
    """The address, and whether it may only be read."""
    shape: tuple[int, ...]
    strides: tuple[int, ...] | None
    typestr: str
    version: int
    stream: NotRequired[int | None]


class DeviceMemory(Protocol):
    """The memory of a device, see `device.Device`."""

    def allocate(self, size: int) -> int: ...
    def free(self, address: int) -> None: ...
    def read(self, address: int, into: NDArray[np.generic]) -> None: ...
    def write(self, address: int, array: NDArray[np.generic]) -> None: ...
    def wait(self) -> None: ...


class DeviceArray:
    """An array on the GPU; neighbours in memory are neighbours along its first axis.

    `torch.as_tensor`, `torch.from_dlpack`, `cupy.asarray` and `jax.dlpack.from_dlpack` take it as
    it is; `numpy.asarray` makes a copy in ordinary memory.
    """

    def __init__(
        self, memory: DeviceMemory, shape: tuple[int, ...], dtype: np.dtype[np.generic]
    ) -> None:
        self._memory, self.shape, self.dtype = memory, shape, dtype
        size = dtype.itemsize
        self.strides = tuple(size * math.prod(shape[:axis]) for axis in range(len(shape)))
        """In bytes."""
        self.address = memory.allocate(size * math.prod(shape))
        weakref.finalize(self, memory.free, self.address).atexit = False

    def read(self) -> NDArray[np.generic]:
        """A copy in ordinary memory."""
        made = np.empty(self.shape, self.dtype, order="F")
        self._memory.read(self.address, made)
        return made

    def write(self, values: NDArray[np.generic]) -> None:
        assert values.shape == self.shape
        self._memory.write(self.address, np.asfortranarray(values, self.dtype))

    def read_row(self, row: int) -> NDArray[np.generic]:
        """A copy of the values of one row."""
        made = np.empty(self.shape[1], self.dtype)
        for k in range(len(made)):
            place = self.address + row * self.strides[0] + k * self.strides[1]
            self._memory.read(place, made[k : k + 1])
        return made

    @property
    def __cuda_array_interface__(self) -> CudaInterface:
        return {
            "data": (self.address, False), "shape": self.shape, "strides": self.strides,
            "typestr": self.dtype.str, "version": 3, "stream": 1,  # all kernels use it
        }  # fmt: skip

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
            raise BufferError("this array is only shared; copy it with the other library")
        self._memory.wait()  # so that it is complete on any stream
        size = self.dtype.itemsize
        numbers = ctypes.c_int64 * len(self.shape)
        shape = numbers(*self.shape)
        strides = numbers(*(step // size for step in self.strides))
        tensor = _Tensor(
            data=self.address,
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
            deleter=_delete_exported,
        )
        address = ctypes.addressof(tensor)
        _exported[address] = (tensor, shape, strides, self)
        return _new_capsule(address, b"dltensor", None)

    def __array__(
        self, dtype: DTypeLike | None = None, copy: bool | None = None
    ) -> NDArray[np.generic]:
        if copy is False:
            raise ValueError("numpy cannot use an array on the GPU without a copy")
        found = np.ascontiguousarray(self.read())
        return found if dtype is None else found.astype(dtype)

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<{self.dtype} {self.shape} on the GPU>"


class BorrowedArray(NamedTuple):
    """A one-dimensional array of another library on the GPU."""

    address: int
    shape: tuple[int, ...]
    dtype: np.dtype[np.generic]
    step: int
    """The distance from one number to the next, in numbers."""
    stream: int | None
    """The stream that writes to the array."""

    @classmethod
    def of(cls, array: object) -> Self | None:
        """The description of an array; None if it does not lie on a GPU."""
        found: CudaInterface | None = getattr(array, "__cuda_array_interface__", None)
        if found is None:
            return None
        dtype = np.dtype(found["typestr"])
        strides = found.get("strides") or (dtype.itemsize,)
        step = strides[0] // dtype.itemsize
        return cls(found["data"][0], tuple(found["shape"]), dtype, step, found.get("stream"))
