"""The compiler of the rules; besides it, only its cache and `core.lowering` use numba.

Compiling is quick because an inner function (`rule`) is typed and lowered but never made into
machine code by itself. numba would optimise every function together with all that it calls, so the
innermost ones would be optimised once for each of their callers; here that happens once, in the
entry that Python calls.

Running is safe because nothing that can be called ever changes. An entry gets its one signature
before anyone may call it; a kernel has a dispatcher and a cache of its own for each game, and gets
the game's rules as addresses at run time, so that cached code of another package contains no rule.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache, partial
from importlib import import_module
from types import CodeType, FunctionType, MethodType
from typing import Any, ParamSpec, TypeVar

import numba
import numpy as np
from llvmlite import ir
from numba import _dynfunc, extending, types
from numba.core import cgutils
from numba.core import compiler as numba_compiler
from numba.core import event as numba_event
from numba.core.base import BaseContext
from numba.core.codegen import CodeLibrary, JITCodeLibrary
from numba.core.compiler_machinery import PassManager
from numba.core.cpu import CPUContext
from numba.core.datamodel.manager import DataModelManager
from numba.core.dispatcher import Dispatcher
from numba.core.funcdesc import FunctionDescriptor
from numba.core.imputils import lower_getattr_generic
from numba.core.pythonapi import _UnboxContext
from numba.core.typing.templates import (
    AttributeTemplate,
    ConcreteTemplate,
    Signature,
    infer_getattr,
    make_concrete_template,
)
from numba.extending import NativeValue, models, register_model, unbox
from numpy.typing import NDArray

from spielzug.core.compiler_cache import cached_modules
from spielzug.core.record_types import Counts, RecordType, RuleTuple

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound=np.generic)

NumbaType = types.Type
NumbaTypes = tuple[types.Type, ...]

INT = types.int64
BOOL = types.boolean
VOID = types.void
UINT = types.uint64
ACTIONS = types.Array(types.int32, 1, "C")
EVENTS = types.Array(types.int32, 2, "C")
RESULTS = types.Array(types.float64, 1, "C")
COUNTS = types.Array(types.int64, 1, "C")
OBSERVED = types.Array(types.int16, 1, "C")

_compiling = threading.RLock()


def type_of(value: object) -> NumbaType:
    """The numba type of a record dtype, of a compiled entry, or of any argument of an entry.

    A tuple (of rules, of scratch space) has the types of its items; a type is returned as it is.
    """
    if isinstance(value, types.Type):
        return value
    if isinstance(value, np.dtype):
        return numba.from_dtype(value)
    if isinstance(value, tuple):
        if all(isinstance(each, types.FunctionType | Dispatcher) for each in value):
            return RulesType.of(value)
        return types.BaseTuple.from_types([type_of(item) for item in value], type(value))
    if isinstance(value, Dispatcher):
        made = value.get_function_type()
        if made is None:
            raise TypeError(f"{value.__name__} is not compiled yet")
        return made
    found = numba.typeof(value)
    if isinstance(found, types.Array) and (found.layout != "C" or not found.mutable):
        raise TypeError(f"compiled code takes whole arrays that it may change, not {found}")
    return found


def _dispatcher(function: object) -> Dispatcher[..., object]:
    """The same function; raises unless `rule` or `entry` made it."""
    if not isinstance(function, Dispatcher):
        raise TypeError(f"{function} is not compiled")
    return function


def states_type(dtype: RecordType) -> types.Array:
    """The numba type of an array of positions."""
    return types.Array(numba.from_dtype(dtype), 1, "C")


# -- inner functions -----------------------------------------------------------------------------


class InnerLibrary(JITCodeLibrary):
    """The lowered code of an inner function: it is linked, never run."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0


class OuterLibrary(JITCodeLibrary):
    """The code of a function that Python calls, with all inner functions that it needs."""

    def finalize(self) -> None:
        linked = self._linking_libraries
        linked[:] = callers_first(linked)
        super().finalize()

    def _verify_declare_only_symbols(self) -> None:
        """Raise if a function is missing: LLVM would end the process, or take another one."""
        super()._verify_declare_only_symbols()
        for function in self._final_module.functions:
            if function.is_declaration and function.name.startswith("_ZN"):
                raise AssertionError(f"{self.name}: {function.name} was not linked")


def callers_first(libraries: Sequence[CodeLibrary]) -> list[CodeLibrary]:
    """These libraries and all that the inner ones among them need, each after its callers.

    LLVM links an inner function only if code that is linked already calls it.
    """
    called_first: dict[CodeLibrary, None] = {}
    seen: set[CodeLibrary] = set()

    def visit(library: CodeLibrary) -> None:
        if library not in seen:
            seen.add(library)
            if isinstance(library, InnerLibrary):
                for needed in library._linking_libraries:
                    visit(needed)
            called_first[library] = None

    for library in libraries:
        visit(library)
    return list(reversed(called_first))


class InnerCompiler(numba_compiler.Compiler):
    library: type[JITCodeLibrary] = InnerLibrary

    def define_pipelines(self) -> list[PassManager]:
        name = self.state.func_id.func_qualname if self.state.func_id else "function"
        self.state.library = self.library(self.state.targetctx.codegen(), name)
        self.state.library.enable_object_caching()
        return super().define_pipelines()


class OuterCompiler(InnerCompiler):
    library = OuterLibrary


def _executable(
    context: CPUContext,
    library: CodeLibrary,
    fndesc: FunctionDescriptor,
    env: _dynfunc.Environment,
) -> Callable[..., object]:
    """numba asks for a callable; an inner function has none."""
    if not isinstance(library, InnerLibrary):
        return _numbas_executable(context, library, fndesc, env)
    library.finalize()
    name = fndesc.qualname.split(".")[-1]
    return _dynfunc.make_function(fndesc.lookup_module(), name, name, 0, env, (library,))


_numbas_executable = CPUContext.get_executable
CPUContext.get_executable = _executable


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Mark an inner function; called from Python (by a test) it is compiled as an outer one."""
    outer = numba.njit(nogil=True, pipeline_class=OuterCompiler)(function)
    inner = numba.njit(
        nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=InnerCompiler
    )(function)
    inner.get_call_template = MethodType(_few_signatures, inner)
    for name in ("get_call_template", "get_overload", "get_compile_result"):
        setattr(outer, name, getattr(inner, name))
    return outer


def _few_signatures(
    dispatcher: Dispatcher[..., object], args: NumbaTypes, kws: Mapping[str, NumbaType]
) -> tuple[type[ConcreteTemplate], Signature, NumbaTypes, Mapping[str, NumbaType]]:
    """Widen the numbers that a rule takes to 64 bits: one version instead of one for each width.

    numba would compile `f(state, 1)`, `f(state, 2)` and `f(state, state.turn)` three times over.
    """
    signature, args = dispatcher._compiler.fold_argument_types(args, kws)
    wide = tuple(widened(arg) for arg in args)
    dispatcher.compile(wide)
    template = make_concrete_template(
        f"CallTemplate({dispatcher.py_func.__name__})",
        key=dispatcher.py_func.__name__,
        signatures=dispatcher.nopython_signatures,
    )
    return template, signature, wide, {}


def widened(arg: NumbaType) -> NumbaType:
    arg = types.unliteral(arg)
    return types.int64 if isinstance(arg, types.Integer) and arg.bitwidth < 64 else arg


def rule_unless(
    field: str, other: Callable[..., object]
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Mark a rule that is replaced by `other` for records with this field.

    The types decide which of the two is called while the caller is compiled, so code for all other
    records is the same as without.
    """

    def choose(function: Callable[P, R]) -> Callable[P, R]:
        called = rule(function)
        for name in ("get_call_template", "get_overload", "get_compile_result"):
            setattr(called, name, _either(field, getattr(other, name), getattr(called, name)))
        return called

    return choose


def _either(field: str, other: Callable[..., R], usual: Callable[..., R]) -> Callable[..., R]:
    def ask(wanted: NumbaTypes | Signature, *more: object) -> R:
        """`wanted` are the types of the arguments, or a signature."""
        holder = types.unliteral((wanted.args if isinstance(wanted, Signature) else wanted)[0])
        has = isinstance(holder, types.Record) and field in holder.fields
        return (other if has else usual)(wanted, *more)

    return ask


# -- scratch memory ------------------------------------------------------------------------------


def scratch(shape: int | tuple[int, ...], kind: type[S] | np.dtype[S]) -> Callable[[], NDArray[S]]:
    """Scratch memory on the stack, see `core.jit`: quicker than the heap, which a GPU lacks."""
    shape = shape if isinstance(shape, tuple) else (shape,)
    dtype = numba.from_dtype(np.dtype(kind))
    array = types.Array(dtype, len(shape), "C")

    def code(
        context: BaseContext,
        builder: ir.IRBuilder,
        signature: Signature,
        arguments: Sequence[ir.Value],
    ) -> ir.Value:
        item = context.get_data_type(dtype)
        size = context.get_abi_sizeof(item)
        room = cgutils.alloca_once(builder, ir.ArrayType(item, math.prod(shape)))
        room.align = 16  # to LLVM records are bytes, too
        made = context.make_array(array)(context, builder)
        strides = [size * math.prod(shape[i + 1 :]) for i in range(len(shape))]
        context.populate_array(
            made,
            data=builder.bitcast(room, made.data.type),
            shape=[context.get_constant(types.intp, n) for n in shape],
            strides=[context.get_constant(types.intp, n) for n in strides],
            itemsize=context.get_constant(types.intp, size),
            meminfo=None,
        )
        return made._getvalue()

    def made(typingctx: object) -> tuple[Signature, Callable[..., ir.Value]]:
        return array(), code

    return extending.intrinsic(made)


# -- numbers that several threads change ---------------------------------------------------------


def _atomic(operation: str) -> Callable[[Counts, int, int], None]:
    """A function that changes one number of an array, safe among threads."""

    def code(
        context: BaseContext,
        builder: ir.IRBuilder,
        signature: Signature,
        arguments: Sequence[ir.Value],
    ) -> ir.Value:
        given, at, value = arguments
        kind = signature.args[0]
        assert isinstance(kind, types.Array)
        array = context.make_array(kind)(context, builder, given)
        builder.atomic_rmw(operation, builder.gep(array.data, [at]), value, "monotonic")
        return context.get_dummy_value()

    def change(
        typingctx: object, array: NumbaType, at: NumbaType, value: NumbaType
    ) -> tuple[Signature, Callable[..., ir.Value]]:
        return VOID(array, INT, INT), code

    return extending.intrinsic(change)


atomic_add, atomic_min = _atomic("add"), _atomic("min")


# -- entries -------------------------------------------------------------------------------------


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function that Python calls; `compile_entry` gives it its one signature."""
    cached_modules.add(function.__module__)
    return _cached(function)


def _cached(function: Callable[P, R], **how: bool) -> Dispatcher[P, R]:
    return numba.njit(nogil=True, cache=True, pipeline_class=OuterCompiler, **how)(function)


def entry_twin(function: Callable[P, R], name: str) -> Callable[P, R]:
    """A second copy of an entry, for another signature and with a cache of its own."""
    return _cached(_twin(_dispatcher(function).py_func, name))


def _twin(f: Callable[..., object], name: str) -> FunctionType:
    made = FunctionType(f.__code__, f.__globals__, name, f.__defaults__)
    made.__dict__.update(f.__dict__)
    made.__module__, made.__qualname__ = f.__module__, name
    return made


def entry_point(function: Callable[..., R]) -> Callable[..., R] | None:
    """The machine code of a compiled entry; it does not check its arguments.

    Faster than a call by name, which looks up the types of all arguments to choose a signature.
    """
    if not isinstance(function, Dispatcher):
        return None
    made = list(function.overloads.values())
    if len(made) != 1 or function._can_compile:
        return None
    return made[0].entry_point


def compile_entry(function: Callable[..., object], returns: NumbaType, *arguments: object) -> None:
    """Compile (or load from the cache) its one signature, and allow no other at call time.

    The arguments are types, or examples (see `type_of`). Compile before anyone can call the entry:
    while numba compiles, a call may start another compilation.
    """
    if not isinstance(function, Dispatcher):
        return
    with _compiling:
        wanted = tuple(map(type_of, arguments))
        if wanted in function.overloads:
            function.disable_compile()  # a call may have given it its signature
            return
        if function.overloads:
            raise TypeError(f"{function.__name__} has its one signature already")
        function.disable_compile(False)
        function.compile(returns(*wanted))
        function.disable_compile()


def is_uncompiled(function: Callable[..., object]) -> bool:
    """Whether an entry is not compiled yet; False for a plain function."""
    return isinstance(function, Dispatcher) and not function.overloads


def came_from_cache(function: Callable[..., object]) -> bool:
    """Whether the (compiled) entry was loaded instead of compiled."""
    return bool(_dispatcher(function).stats.cache_hits)


class RulesType(types.Type):
    """The rules of a game as a loop gets them: a table with the address of each.

    numba would look up every function at each call, which takes longer than a decision does.
    """

    def __init__(self, name: str, functions: dict[str, NumbaType]) -> None:
        self.functions = functions
        described = ", ".join(f"{field}: {made}" for field, made in functions.items())
        super().__init__(f"{name}({described})")

    @classmethod
    def of(cls, rules: tuple[object, ...]) -> RulesType:
        """The type for a named tuple of entries, or of their types."""
        named: Any = rules
        return cls(type(rules).__name__, dict(zip(named._fields, map(type_of, rules), strict=True)))


@register_model(RulesType)
class RulesModel(models.PrimitiveModel):
    def __init__(self, manager: DataModelManager, kind: RulesType) -> None:
        super().__init__(manager, kind, ir.IntType(8).as_pointer())


@unbox(RulesType)
def _unbox_rules(kind: RulesType, where: ir.Value, c: _UnboxContext) -> NativeValue:
    return NativeValue(c.pyapi.long_as_voidptr(where))


@infer_getattr
class RulesAttributes(AttributeTemplate):
    key = RulesType

    def generic_resolve(self, kind: RulesType, name: str) -> NumbaType | None:
        return kind.functions.get(name)


@lower_getattr_generic(RulesType)
def _load_rule(
    context: BaseContext, builder: ir.IRBuilder, kind: RulesType, value: ir.Value, name: str
) -> ir.Value:
    address = ir.IntType(8).as_pointer()
    index = ir.Constant(ir.IntType(64), list(kind.functions).index(name))
    table = builder.bitcast(value, address.as_pointer())
    made = cgutils.create_struct_proxy(kind.functions[name])(context, builder)
    made.c_addr = builder.load(builder.gep(table, [index]))
    made.py_addr = made.jit_addr = ir.Constant(address, None)
    return made._getvalue()


class LinkedRules(types.Type):
    """The rules of a game, compiled into the loop that calls them instead of called by address.

    Such a loop runs faster, but it is compiled for each game, with everything that it calls.
    """

    def __init__(self, rules: tuple[object, ...]) -> None:
        named: Any = rules
        self.table = rules
        self.rules = {
            field: types.Dispatcher(as_rule(function))
            for field, function in zip(named._fields, rules, strict=True)
            if function is not None
        }
        described = ", ".join(
            f"{function.__module__}.{function.__name__}" for function in named if function
        )
        super().__init__(f"linked {type(rules).__name__}({described})")

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        """numba stores the type in its cache; the rules are stored by their names."""
        named: Any = self.table
        names = [f and (f.__module__, f.__name__) for f in named]
        return _linked_by_name, (type(self.table), names)


def _linked_by_name(
    kind: Callable[..., tuple[object, ...]], names: Sequence[tuple[str, str] | None]
) -> LinkedRules:
    return LinkedRules(kind(*(n and getattr(import_module(n[0]), n[1]) for n in names)))


register_model(LinkedRules)(models.OpaqueModel)


@unbox(LinkedRules)
def _unbox_nothing(kind: LinkedRules, where: ir.Value, c: _UnboxContext) -> NativeValue:
    return NativeValue(c.context.get_dummy_value())


@infer_getattr
class LinkedRulesAttributes(AttributeTemplate):
    key = LinkedRules

    def generic_resolve(self, kind: LinkedRules, name: str) -> NumbaType | None:
        return kind.rules.get(name)


@lower_getattr_generic(LinkedRules)
def _load_nothing(
    context: BaseContext, builder: ir.IRBuilder, kind: LinkedRules, value: ir.Value, name: str
) -> ir.Value:
    return context.get_dummy_value()


@cache
def as_rule(function: Callable[P, R]) -> Callable[P, R]:
    """An entry as an inner function, which is compiled into its callers; any other as it is."""
    return rule(_dispatcher(function).py_func)


def address_of(function: Callable[..., object]) -> int:
    """The address of an entry's code."""
    (made,) = _dispatcher(function).overloads.values()
    name = made.fndesc.llvm_cfunc_wrapper_name
    return int(made.library.get_pointer_to_function(name))


# -- kernels -------------------------------------------------------------------------------------


class Kernel:
    """A loop over any game's rules, with a dispatcher and a cache of its own for each game.

    It takes the rules as one named tuple, then its other arguments, and returns a whole number.
    """

    def __init__(self, function: Callable[..., int]) -> None:
        cached_modules.add(function.__module__)
        self.function = function
        self._bound: dict[tuple[RuleTuple, bool], Callable[..., int]] = {}
        self._made: dict[tuple[RuleTuple, bool], Dispatcher[..., int]] = {}

    def bind(
        self,
        rules: RuleTuple,
        arguments: Callable[[], Sequence[object]],
        types: tuple[object, ...] | None = None,
        linked: bool = False,
    ) -> Callable[..., int]:
        """The loop for one game, compiled or loaded on first use.

        `rules` are the game's compiled entries; `arguments` gives the other arguments, or examples
        of them. An entry that will not be called may be None; then `types` has the type of each.
        With `linked` the rules become part of the loop: it runs faster but takes longer to compile.
        """
        key = rules, linked
        if key not in self._bound:
            with _compiling:
                if key not in self._bound:
                    made = self.dispatcher_for(rules, linked)
                    kinds = LinkedRules(rules) if linked else types or rules
                    compile_entry(made, INT, kinds, *arguments())
                    self._bound[key] = _linked(made) if linked else _bound(made, rules)
        return self._bound[key]

    def dispatcher_for(self, rules: RuleTuple, linked: bool = False) -> Dispatcher[..., int]:
        """The dispatcher of one game's loop, compiled or not."""
        if (rules, linked) not in self._made:
            name = self.function.__name__
            made = _twin(self.function, f"{name}_linked" if linked else name)
            game: Any = _dispatcher(rules[0]).py_func
            made.__dict__["game_file"] = getattr(game, "game_file", game.__code__.co_filename)
            # Loops allocate no arrays, so they need no reference counts.
            self._made[rules, linked] = _cached(made, _nrt=False)
        return self._made[rules, linked]


def function_type(returns: NumbaType, arguments: Sequence[NumbaType]) -> types.FunctionType:
    """The type of an entry with this signature; the entry need not be compiled yet."""
    return types.FunctionType(returns(*arguments))


def _bound(made: Dispatcher[..., int], rules: RuleTuple) -> Callable[..., int]:
    (loop,) = made.overloads.values()
    table = np.array([address_of(rule) if rule else 0 for rule in rules], np.uintp)
    # Skips the dispatcher, which would inspect the type of every argument again.
    bound = partial(loop.entry_point, int(table.ctypes.data))
    bound.keeps = (table, rules)  # type: ignore[attr-defined]  # what it points to must stay
    return bound


def _linked(made: Dispatcher[..., int]) -> Callable[..., int]:
    (loop,) = made.overloads.values()
    return partial(loop.entry_point, None)


# -- progress ------------------------------------------------------------------------------------


class _CompileListener(numba_event.Listener):
    def __init__(self, tell: Callable[[CodeType], None]) -> None:
        self._tell = tell

    def on_start(self, event: numba_event.Event) -> None:
        pass

    def on_end(self, event: numba_event.Event) -> None:
        self._tell(event.data["dispatcher"].py_func.__code__)


def on_compiled(tell: Callable[[CodeType], None]) -> AbstractContextManager[object]:
    """A context in which `tell` is called with each function that is compiled."""
    return numba_event.install_listener("numba:compile", _CompileListener(tell))
