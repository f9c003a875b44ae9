from collections.abc import Callable
from types import ModuleType
from typing import Any

class Environment: ...

def make_function(
    module: ModuleType,
    name: str,
    doc: str,
    fnaddr: int,
    env: Environment,
    keepalive: tuple[object, ...],
    /,
) -> Callable[..., Any]: ...
