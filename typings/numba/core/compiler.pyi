from collections.abc import Callable
from typing import Any

from numba.core.base import BaseContext
from numba.core.codegen import CodeLibrary, JITCodeLibrary
from numba.core.compiler_machinery import PassManager
from numba.core.funcdesc import FunctionDescriptor

class _FunctionIdentity:
    func_qualname: str

class StateDict:
    func_id: _FunctionIdentity | None
    library: CodeLibrary
    targetctx: BaseContext

class CompilerBase:
    state: StateDict
    def define_pipelines(self) -> list[PassManager]: ...

class Compiler(CompilerBase): ...

class CompileResult:
    entry_point: Callable[..., Any]
    fndesc: FunctionDescriptor
    library: JITCodeLibrary
