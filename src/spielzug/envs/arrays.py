"""Arrays that lie on a GPU, handed to torch, JAX and CuPy without a copy."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from spielzug.core import device as d

CUDA = 2  # the kind of device, in DLPack's words
CODES = {"i": 0, "u": 1, "f": 2}
"""DLPack's words for kinds of numbers."""


class _Tensor(ctypes.Structure):
    """DLPack's description of an array, and who is told when nobody needs it any more."""


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

_lent: dict[int, tuple[Any, ...]] = {}
"""What others were handed and may still use, by address."""


def _forget(tensor: Any) -> None:
    _lent.pop(ctypes.addressof(tensor.contents), None)


_give_back = _Deleter(_forget)


class DeviceArray:
    """An array on the GPU. `torch.as_tensor`, `torch.from_dlpack`, `cupy.asarray` and
    `jax.dlpack.from_dlpack` take it as it is; `numpy.asarray` makes a copy in ordinary memory."""

    def __init__(self, memory: Any) -> None:
        self._memory = memory
        self.shape: tuple[int, ...] = tuple(memory.shape)
        self.strides: tuple[int, ...] = tuple(memory.strides)
        """In bytes."""
        self.dtype = np.dtype(memory.dtype)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {**self._memory.__cuda_array_interface__, "stream": 1}  # the one of all kernels here

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, 0

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: Any = None,
        dl_device: Any = None,
        copy: bool | None = None,
    ) -> Any:
        if copy:
            raise BufferError("this array is lent, not copied")
        d.wait()  # whatever stream it is used on, it is whole
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

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        if copy is False:
            raise ValueError("numpy cannot use an array on the GPU without a copy")
        found = np.ascontiguousarray(self._memory.copy_to_host())
        return found if dtype is None else found.astype(dtype)

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<{self.dtype} {self.shape} on the GPU>"
