from types import ModuleType

from numba import types

class FunctionDescriptor:
    qualname: str
    argtypes: tuple[types.Type, ...]
    restype: types.Type
    llvm_func_name: str
    @property
    def llvm_cfunc_wrapper_name(self) -> str: ...
    def lookup_module(self) -> ModuleType: ...
