from collections.abc import Iterable
from typing import TypeVar

from numba import types

class Signature:
    args: tuple[types.Type, ...]
    return_type: types.Type

class ConcreteTemplate: ...
class AttributeTemplate: ...

Template = TypeVar("Template", bound=type[AttributeTemplate])

def infer_getattr(cls: Template) -> Template: ...
def make_concrete_template(
    name: str, key: object, signatures: Iterable[Signature]
) -> type[ConcreteTemplate]: ...
