from collections.abc import Callable
from typing import Any, ClassVar

from numba._dynfunc import Environment
from numba.core.base import BaseContext
from numba.core.codegen import CodeLibrary
from numba.core.funcdesc import FunctionDescriptor

class CPUContext(BaseContext):
    # In truth a method; Spielzug puts another in its place.
    get_executable: ClassVar[
        Callable[[CPUContext, CodeLibrary, FunctionDescriptor, Environment], Callable[..., Any]]
    ]
