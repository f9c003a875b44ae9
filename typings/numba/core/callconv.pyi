from collections.abc import Sequence
from typing import NamedTuple

from llvmlite import ir
from numba import types

class Status(NamedTuple):
    is_error: ir.Value

class BaseCallConv:
    def get_function_type(
        self, restype: types.Type, argtypes: Sequence[types.Type]
    ) -> ir.FunctionType: ...
    def call_function(
        self,
        builder: ir.IRBuilder,
        callee: ir.Function,
        resty: types.Type,
        argtys: Sequence[types.Type],
        args: Sequence[ir.Value],
    ) -> tuple[Status, ir.Value]: ...
