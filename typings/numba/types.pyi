from collections.abc import Iterable, Iterator
from typing import Any

from numba.core.typing.templates import Signature

class Type:
    name: str
    def __init__(self, name: str) -> None: ...
    def __call__(self, *args: Type) -> Signature: ...

class Integer(Type):
    bitwidth: int

class Float(Type): ...
class Boolean(Type): ...

class Array(Type):
    dtype: Type
    layout: str
    mutable: bool
    def __init__(self, dtype: Type, ndim: int, layout: str) -> None: ...

class Record(Type):
    fields: dict[str, Any]
    size: int

class BaseTuple(Type):
    @classmethod
    def from_types(cls, tys: Iterable[Type], pyclass: type | None = None) -> BaseTuple: ...

class NamedTuple(BaseTuple):
    instance_class: type
    def __init__(self, types: tuple[Type, ...], cls: type) -> None: ...
    def __iter__(self) -> Iterator[Type]: ...

class Dispatcher(Type):
    def __init__(self, dispatcher: object) -> None: ...

class FunctionType(Type):
    def __init__(self, signature: Signature) -> None: ...

int16: Integer
int32: Integer
int64: Integer
uint64: Integer
intp: Integer
float64: Float
boolean: Boolean
void: Type

def unliteral(lit_type: Type) -> Type: ...
