"""One lowering for every machine: compiled functions as one module of LLVM IR.

numba turns the unchanged rules into LLVM IR. Here that IR is taken after everything is linked and
before it is optimised for this processor, and passed to the back end for another machine. Each
`Export` becomes a function with a plain C interface; everything that it calls is linked into the
module, including the rules of a game (see `compiler.LinkedRules`).

This module and `core.compiler` are the only ones that use private parts of numba. Those used here,
what each is for, and what to do if a new release changes it:

- `JITCodeLibrary._final_module`, `_optimize_final_module`: the linked module, and the moment before
  it is optimised. Find the new moment in `CPUCodeLibrary.finalize`.
- `target_context.call_conv`: how compiled functions pass arguments, results and errors. Call them
  as `CPUContext.create_cfunc_wrapper` does, numba's own interface for C.
- `CompileResult.library`, `.fndesc`: the IR of one function, its name and its types.
- `NRT_incref`, `NRT_decref`: numba counts references to arrays; nothing here owns any. Their new
  names are in `numba.core.runtime.nrtdynmod`; both are emptied, see `_without_definition`.
- `make_array`, `populate_array`, `make_tuple`, `get_value_type`, `get_dummy_value` of the context:
  how it lays out arguments. `core.compiler.scratch` needs the same.

`tests/core/test_numba_parts.py` checks these parts one by one, on functions of its own and without
any code of ours. If it fails, numba has changed; if it passes, the mistake is here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.codegen import CodeLibrary
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from spielzug.core.compiler import LinkedRules, NumbaType, OuterLibrary
from spielzug.core.errors import SpielzugError

_BYTES = ir.IntType(8).as_pointer()
_INT32, _INT64 = ir.IntType(32), ir.IntType(64)

IN_REGISTERS = {"sqrt": "llvm.sqrt.f64"}
"""Functions of a C library that every target has as an instruction."""


class LoweringError(SpielzugError):
    """A function cannot be compiled for another machine."""


class Pointer(NamedTuple):
    """A parameter that is the address of an array, or of a record if there is no shape.

    Where a length is None the caller gives it, as a further parameter after the address.
    """

    dtype: np.dtype[Any]
    shape: tuple[int | None, ...] | None = None
    transposed: bool = False
    """Whether neighbours along the first axis are neighbours in memory, and not along the last."""

    @property
    def kind(self) -> NumbaType:
        item = numba.from_dtype(self.dtype)
        if self.shape is None:
            return item
        return types.Array(item, len(self.shape), "F" if self.transposed else "C")


class Scratch(NamedTuple):
    """A parameter that the caller does not pass: an uninitialised array on the stack."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]

    @property
    def kind(self) -> NumbaType:
        return types.Array(numba.from_dtype(self.dtype), len(self.shape), "C")


Parameter = Any
"""A `Pointer`, `Scratch`, a number's numba type, `LinkedRules`, or a named tuple of parameters.

A whole number of 32 bits is widened: rules take 64.
"""

NUMBER, KEY, YES_OR_NO, NOTHING = types.int32, types.uint64, types.boolean, types.void
"""Types of parameters and results: a whole number of 32 bits, a key of 64, a boolean, no result."""


@dataclass(frozen=True)
class Export:
    """A function of the module: a rule or the function of a kernel, and what it takes."""

    name: str
    function: Callable[..., object]
    """Marked with `rule`; see also `compiler.as_rule`."""
    returns: NumbaType
    parameters: tuple[Parameter, ...]


class _LinkedLibrary(OuterLibrary):
    """Keeps the linked module instead of optimising it for this processor."""

    text = ""

    def _optimize_final_module(self) -> None:
        self.text = str(self._final_module)


def lower(exports: Sequence[Export], on_lowered: Callable[[Export], None] = lambda _: None) -> str:
    """The linked, unoptimised IR of these functions and all that they call."""
    with global_compiler_lock:
        context = cpu_target.target_context
        library = _LinkedLibrary(context.codegen(), "exports")
        interfaces = ir.Module("interfaces")
        for export in exports:
            library.add_linking_library(_add_interface(interfaces, export))
            on_lowered(export)
        library.add_ir_module(interfaces)
        library.finalize()
    return library.text


def _add_interface(module: ir.Module, export: Export) -> CodeLibrary:
    """Write a function with a C interface that calls the export; returns the export's library."""
    context = cpu_target.target_context
    kinds = tuple(map(_kind, export.parameters))
    returns = _kind(export.returns)
    dispatcher: Any = export.function
    compiled: CompileResult = dispatcher.get_compile_result(returns(*kinds))
    convention = context.call_conv
    callee = ir.Function(
        module,
        convention.get_function_type(compiled.fndesc.restype, compiled.fndesc.argtypes),
        compiled.fndesc.llvm_func_name,
    )
    is_void = export.returns == types.void
    returned = ir.VoidType() if is_void else context.get_value_type(export.returns)
    taken = [kind for parameter in export.parameters for kind in _taken(parameter)]
    function = ir.Function(module, ir.FunctionType(returned, taken), export.name)
    builder = ir.IRBuilder(function.append_basic_block())
    given = iter(function.args)
    values = [_value(builder, parameter, given) for parameter in export.parameters]
    status, result = convention.call_function(builder, callee, returns, kinds, values)
    with builder.if_then(status.is_error):
        trap = module.declare_intrinsic("llvm.trap", (), ir.FunctionType(ir.VoidType(), []))
        builder.call(trap, [])
        builder.unreachable()
    if is_void:
        builder.ret_void()
    elif returns != export.returns:
        builder.ret(builder.trunc(result, returned))
    else:
        builder.ret(result)
    return compiled.library


def _kind(parameter: Parameter) -> NumbaType:
    """The numba type of a parameter."""
    if isinstance(parameter, Pointer | Scratch):
        return parameter.kind
    if isinstance(parameter, tuple):
        return types.NamedTuple(tuple(map(_kind, parameter)), type(parameter))
    if parameter == types.int32:
        return types.int64
    kind: NumbaType = parameter
    return kind


def _taken(parameter: Parameter) -> Iterator[ir.Type]:
    """The types of the C parameters that make up one of ours."""
    if isinstance(parameter, Scratch):
        return
    if isinstance(parameter, Pointer):
        yield _BYTES
        yield from (_INT32 for length in parameter.shape or () if length is None)
    elif isinstance(parameter, tuple):
        for item in parameter:
            yield from _taken(item)
    elif not isinstance(parameter, LinkedRules):
        yield cpu_target.target_context.get_value_type(parameter)


def _value(builder: ir.IRBuilder, parameter: Parameter, given: Iterator[ir.Value]) -> ir.Value:
    """A parameter as numba passes it, from the C parameters."""
    context = cpu_target.target_context
    if isinstance(parameter, LinkedRules):
        return context.get_dummy_value()
    if not isinstance(parameter, tuple):
        number = next(given)
        return builder.sext(number, _INT64) if parameter == types.int32 else number
    if not isinstance(parameter, Pointer | Scratch):
        items = [_value(builder, item, given) for item in parameter]
        return context.make_tuple(builder, _kind(parameter), items)
    kind, item_size = parameter.kind, parameter.dtype.itemsize
    if isinstance(parameter, Pointer):
        address = next(given)
    else:
        memory = ir.ArrayType(ir.IntType(8), item_size * math.prod(parameter.shape))
        address = cgutils.alloca_once(builder, memory)
        address.align = 16
    if parameter.shape is None:
        return builder.bitcast(address, context.get_value_type(kind))
    shape: list[ir.Value] = [
        builder.zext(next(given), _INT64) if length is None else ir.Constant(_INT64, length)
        for length in parameter.shape
    ]
    is_transposed = isinstance(parameter, Pointer) and parameter.transposed
    size: ir.Value = ir.Constant(_INT64, item_size)
    stride = size
    strides: list[ir.Value] = []
    for length in shape if is_transposed else reversed(shape):
        strides.append(stride)
        stride = builder.mul(stride, length)
    if not is_transposed:
        strides.reverse()
    assert isinstance(kind, types.Array)
    array = context.make_array(kind)(context, builder)
    data = builder.bitcast(address, array.data.type)
    context.populate_array(
        array, data=data, shape=shape, strides=strides, itemsize=size, meminfo=None
    )
    return array._getvalue()


# -- targets -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CompileTarget:
    """A machine to compile for, in LLVM's words."""

    triple: str
    cpu: str = ""
    features: str = ""
    prelude: str = ""
    """IR that is added to every module: what the functions call and only this machine has."""
    speed: int = 3
    """LLVM's level of optimisation: the code of 3 is a little faster than that of 2, and larger."""
    unrolls: bool = True
    """Whether LLVM may unroll loops."""

    def compile(self, text: str, keep: Sequence[str]) -> Compiled:
        """Optimise a lowered module for this machine; only functions in `keep` can be called."""
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        machine = llvm.Target.from_triple(self.triple).create_target_machine(
            cpu=self.cpu, features=self.features, opt=3, reloc="static", codemodel="default"
        )
        module = llvm.parse_assembly(_for_target(text, self, str(machine.target_data)))
        module.verify()
        for function in module.functions:
            if not function.is_declaration and function.name not in keep:
                function.linkage = "internal"
        options = llvm.create_pipeline_tuning_options(speed_level=self.speed)
        options.loop_unrolling = self.unrolls
        builder = llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(module, builder)
        missing = [f.name for f in module.functions if f.is_declaration and not _is_known(f.name)]
        if missing:
            raise LoweringError(f"{self.triple} has no {', '.join(missing)}")
        return Compiled(machine, module)


class Compiled(NamedTuple):
    """A module, optimised for one machine."""

    machine: llvm.TargetMachine
    module: llvm.ModuleRef

    @property
    def object_file(self) -> bytes:
        return self.machine.emit_object(self.module)

    @property
    def assembly(self) -> str:
        return self.machine.emit_assembly(self.module)


UNPORTABLE = re.compile(r"llvm\.(pow|powi|exp|exp2|exp10|log|log2|log10|sin|cos|tan)\.")
"""Intrinsics that a back end turns into calls of a C library."""


def _is_known(name: str) -> bool:
    return name.startswith("llvm.") and not UNPORTABLE.match(name)


def _for_target(text: str, target: CompileTarget, data_layout: str) -> str:
    text = _without_definition(_without_definition(text, "NRT_incref"), "NRT_decref")
    text = text.replace(" common ", " ")  # exists only in object files for a linker
    # Equal tables become one.
    text = text.replace("= internal constant [", "= internal unnamed_addr constant [")
    text = re.sub(r'target triple = ".*"', f'target triple = "{target.triple}"', text)
    text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{data_layout}"', text)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    for name, intrinsic in IN_REGISTERS.items():
        text = text.replace(f"@{name}(", f"@{intrinsic}(")
    return text + target.prelude


def _without_definition(text: str, function: str) -> str:
    """Empty the body of a function; numba's own contains instructions of this processor."""
    empty = f"define linkonce_odr void @{function}(ptr %0) {{\n  ret void\n}}\n"
    body = rf"define[^\n]*@{function}\([^\n]*\{{\n.*?\n\}}\n"
    return re.sub(body, empty, text, flags=re.DOTALL)
