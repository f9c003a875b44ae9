from typing import NamedTuple

from llvmlite import ir
from numba.core.base import BaseContext

class PythonAPI:
    def long_as_voidptr(self, numobj: ir.Value) -> ir.Value: ...

class _UnboxContext(NamedTuple):
    context: BaseContext
    builder: ir.IRBuilder
    pyapi: PythonAPI

class NativeValue:
    def __init__(self, value: ir.Value) -> None: ...
