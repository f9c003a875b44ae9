"""The part of numba that Spielzug uses, checked against version 0.68."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import numpy as np
from numba import _dynfunc as _dynfunc
from numba import config as config
from numba import extending as extending
from numba import types as types
from numba.core.compiler import CompilerBase
from numba.core.dispatcher import Dispatcher

P = ParamSpec("P")
R = TypeVar("R")

def njit(
    *,
    nogil: bool = ...,
    cache: bool = ...,
    no_cpython_wrapper: bool = ...,
    no_cfunc_wrapper: bool = ...,
    pipeline_class: type[CompilerBase] = ...,
    _nrt: bool = ...,
) -> Callable[[Callable[P, R]], Dispatcher[P, R]]: ...
def from_dtype(dtype: np.dtype[Any]) -> types.Type: ...
def typeof(val: object) -> types.Type: ...
