from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar

from numba import types
from numba.core.compiler import CompileResult
from numba.core.typing.templates import ConcreteTemplate, Signature

P = ParamSpec("P")
R = TypeVar("R", covariant=True)

Types = tuple[types.Type, ...]
CallTemplate = tuple[type[ConcreteTemplate], Signature, Types, Mapping[str, types.Type]]

class _CompileStats(NamedTuple):
    cache_path: str | None
    cache_hits: Mapping[Types, int]
    cache_misses: Mapping[Types, int]

class _FunctionCompiler:
    def fold_argument_types(
        self, args: Types, kws: Mapping[str, types.Type]
    ) -> tuple[Signature, Types]: ...

class Dispatcher(Generic[P, R]):
    __name__: str
    py_func: FunctionType
    overloads: Mapping[Types, CompileResult]
    _can_compile: bool
    _compiler: _FunctionCompiler
    # In truth a method; Spielzug puts another in its place.
    get_call_template: Callable[[Types, Mapping[str, types.Type]], CallTemplate]
    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...
    @property
    def nopython_signatures(self) -> list[Signature]: ...
    @property
    def stats(self) -> _CompileStats: ...
    def compile(self, sig: Signature | Types) -> Callable[..., Any]: ...
    def disable_compile(self, val: bool = True) -> None: ...
    def get_function_type(self) -> types.FunctionType | None: ...
