"""The private parts of numba that `core.lowering` uses, on functions without any code of ours.

If a test fails here, numba has changed, and the first lines of `core.lowering` say what to do. If
only tests of our own functions fail, the mistake is ours.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from spielzug.core.jit import PLAIN

if PLAIN:
    pytest.skip("numba is not used", allow_module_level=True)

import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba import types
from numba.core.codegen import CodeLibrary, JITCodeLibrary
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

pytestmark = pytest.mark.compiled

INT = ir.IntType(64)


@numba.njit(nogil=True)
def double(x: int) -> int:
    return 2 * x


@numba.njit(nogil=True)
def counted(x: int) -> int:
    """Two lists of the same array: its references are counted."""
    array = np.empty(x, np.int64)
    return len([array]) + len([array, array])


def compiled(function: Any) -> CompileResult:
    found: CompileResult = function.get_compile_result(types.int64(types.int64))
    return found


@pytest.fixture
def context() -> Any:
    return cpu_target.target_context


class CaughtLibrary(JITCodeLibrary):
    text = ""

    def _optimize_final_module(self) -> None:
        self.text = str(self._final_module)


def linked(context: Any, function: Any) -> str:
    """The module of a function that calls this one as numba's own functions do."""
    result = compiled(function)
    module = ir.Module("calling")
    callee = ir.Function(
        module,
        context.call_conv.get_function_type(result.fndesc.restype, result.fndesc.argtypes),
        result.fndesc.llvm_func_name,
    )
    calling = ir.Function(module, ir.FunctionType(INT, [INT]), "calling")
    builder = ir.IRBuilder(calling.append_basic_block())
    status, value = context.call_conv.call_function(
        builder, callee, types.int64, (types.int64,), calling.args
    )
    assert status.is_error.type == ir.IntType(1)
    builder.ret(value)
    with global_compiler_lock:
        library = CaughtLibrary(context.codegen(), "caught")
        library.add_linking_library(result.library)
        library.add_ir_module(module)
        library.finalize()
    return library.text


def test_a_compiled_function_has_a_library_a_name_and_types() -> None:
    result = compiled(double)
    assert isinstance(result.library, CodeLibrary)
    assert result.fndesc.llvm_func_name.startswith("_Z")
    assert (result.fndesc.restype, *result.fndesc.argtypes) == (types.int64, types.int64)


def test_a_library_is_linked_before_it_is_optimised(context: Any) -> None:
    text = linked(context, double)
    module = llvm.parse_assembly(text)
    module.verify()
    assert not module.get_function(compiled(double).fndesc.llvm_func_name).is_declaration
    assert re.search(r"call .*@_Z", text), "the call is still there"


def test_references_are_counted_by_two_functions_and_no_others(context: Any) -> None:
    text = linked(context, counted)
    for name in ("NRT_incref", "NRT_decref"):
        (head,) = re.findall(rf"^define [^\n]*@{name}\([^\n]*\{{$", text, re.MULTILINE)
        assert "void" in head and head.count("ptr") == 1
    other = set(re.findall(r"call [^\n]*@(NRT_\w*ref)\(", text))
    assert other <= {"NRT_incref", "NRT_decref"}


def test_an_array_is_a_structure_with_these_parts(context: Any) -> None:
    kind = types.Array(types.int32, 2, "C")
    builder = ir.IRBuilder(
        ir.Function(
            ir.Module("array"), ir.FunctionType(ir.VoidType(), []), "f"
        ).append_basic_block()
    )
    array = context.make_array(kind)(context, builder)
    zero = ir.Constant(INT, 0)
    context.populate_array(
        array, data=array.data, shape=[zero, zero], strides=[zero, zero], itemsize=zero,
        meminfo=None,
    )  # fmt: skip
    assert array._getvalue().type == context.get_value_type(kind)
    pair = types.BaseTuple.from_types([types.int64, types.int64])
    assert context.make_tuple(builder, pair, [zero, zero]).type == context.get_value_type(pair)
    record = numba.from_dtype(np.dtype([("x", "i4")]))
    assert isinstance(context.get_value_type(record), ir.PointerType)
    assert context.get_dummy_value() is not None
