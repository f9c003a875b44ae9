from types import ModuleType

class FunctionDescriptor:
    qualname: str
    @property
    def llvm_cfunc_wrapper_name(self) -> str: ...
    def lookup_module(self) -> ModuleType: ...
