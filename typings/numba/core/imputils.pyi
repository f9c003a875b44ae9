from collections.abc import Callable
from typing import TypeVar

from llvmlite import ir
from numba import types
from numba.core.base import BaseContext

Kind = TypeVar("Kind", bound=types.Type)
GetAttribute = Callable[[BaseContext, ir.IRBuilder, Kind, ir.Value, str], ir.Value]

def lower_getattr_generic(
    ty: type[Kind],
) -> Callable[[GetAttribute[Kind]], GetAttribute[Kind]]: ...
