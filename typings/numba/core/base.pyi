from collections.abc import Sequence

from llvmlite import ir
from numba import types
from numba.core.callconv import BaseCallConv
from numba.core.cgutils import _StructProxy
from numba.core.codegen import Codegen

class BaseContext:
    call_conv: BaseCallConv
    def codegen(self) -> Codegen: ...
    def get_abi_sizeof(self, ty: ir.Type) -> int: ...
    def get_constant(self, ty: types.Type, val: int) -> ir.Constant: ...
    def get_dummy_value(self) -> ir.Value: ...
    def get_value_type(self, ty: types.Type) -> ir.Type: ...
    def make_tuple(
        self, builder: ir.IRBuilder, typ: types.Type, values: Sequence[ir.Value]
    ) -> ir.Value: ...
    def get_data_type(self, ty: types.Type) -> ir.Type: ...
    def make_array(self, typ: types.Array) -> type[_StructProxy]: ...
    def populate_array(
        self,
        arr: _StructProxy,
        *,
        data: ir.Value,
        shape: Sequence[ir.Value],
        strides: Sequence[ir.Value],
        itemsize: ir.Value,
        meminfo: ir.Value | None,
    ) -> _StructProxy: ...
