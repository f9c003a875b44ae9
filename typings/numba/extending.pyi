from collections.abc import Callable
from typing import Any, TypeVar

from llvmlite import ir
from numba import types
from numba.core.datamodel import models as models
from numba.core.pythonapi import NativeValue as NativeValue
from numba.core.pythonapi import _UnboxContext

Model = TypeVar("Model", bound=type[models.DataModel])
Kind = TypeVar("Kind", bound=types.Type)
Unboxer = Callable[[Kind, ir.Value, _UnboxContext], NativeValue]

class _Intrinsic:
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __setattr__(self, name: str, value: object) -> None: ...

def intrinsic(func: Callable[..., object], /) -> _Intrinsic: ...
def register_model(fe_type_class: type[types.Type]) -> Callable[[Model], Model]: ...
def unbox(typeclass: type[Kind]) -> Callable[[Unboxer[Kind]], Unboxer[Kind]]: ...
