"""The only module that touches numba-cuda: the rules as functions of a GPU.

The rules are not written a second time. A rule's twin is the same code with other globals: every
rule that it calls is a twin, too, and its scratch memory lies where a GPU thread has its own. What
a twin computes is what the CPU computes, bit for bit: products and sums are rounded one by one (by
itself the compiler would contract them), and whole numbers arrive as 64 bits, as in `compiler`.
"""

from __future__ import annotations

import contextlib
import importlib.util
import threading
from collections.abc import Callable, Iterator, Sequence
from types import FunctionType, MethodType
from typing import Any

import numba
import numpy as np

from spielzug.core.compiler import as_scratch, widened
from spielzug.core.errors import UsageError

INSTALL = "pip install 'spielzug[gpu]'"
CAPABILITY = (9, 0)
"""For what code is made where there is no GPU to ask."""


def _numba_cuda() -> Any:
    """The package, or what to install."""
    if importlib.util.find_spec("numba_cuda") is None:
        raise UsageError(f"the GPU needs packages that are not installed: {INSTALL}")
    from numba import cuda

    return cuda


def refuse_no_gpu() -> None:
    """An error that says what is missing, if there is no GPU to play on."""
    cuda = _numba_cuda()
    try:
        found = cuda.is_available()
    except Exception as problem:  # its libraries are looked for in many ways
        raise UsageError(
            f"the GPU cannot be used ({problem}); {INSTALL} brings its libraries"
        ) from None
    if not found:
        raise UsageError("no GPU was found here; device='cpu' plays on all cores")


def is_simulated() -> bool:
    """Whether kernels run in numba's simulator, as plain Python."""
    return bool(_numba_cuda().config.ENABLE_CUDASIM)


# -- twins ---------------------------------------------------------------------------------------

_making = threading.RLock()
_twins: dict[Any, Any] = {}
_globals: dict[int, dict[str, Any]] = {}


def twin(function: Any) -> Any:
    """The same function for a GPU thread; of anything else, the thing itself.

    Of a tuple (the rules of a game) it is a tuple of twins.
    """
    if isinstance(function, tuple) and not is_simulated():
        made = [twin(item) for item in function]
        return type(function)(*made) if hasattr(function, "_fields") else tuple(made)
    marked = hasattr(function, "py_func") or hasattr(function, "scratch")
    if is_simulated() or not (marked or function is as_words):
        return function
    with _making:
        if function not in _twins:
            _twins[function] = _made(function)
        return _twins[function]


def _made(function: Any) -> Any:
    cuda = _numba_cuda()
    if function is as_words:
        return _words_intrinsic(cuda)
    if hasattr(function, "scratch"):
        shape, kind = function.scratch
        return as_scratch(shape, kind, cuda.extending.intrinsic)
    made = cuda.jit(device=True)(_rebuilt(function.py_func, {}))
    made.get_call_template = MethodType(_few_signatures, made)
    return made


def _rebuilt(function: Any, given: dict[str, Any]) -> Any:
    """The function with the twins of all that it calls, and with what is given besides."""
    if function.__closure__ is not None:
        raise TypeError(f"{function.__qualname__} closes over something: a twin cannot")
    names = _twins_of(function.__globals__)
    if given:
        names = {**names, **given}
    made = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    made.__module__, made.__qualname__ = function.__module__, function.__qualname__
    return made


def _twins_of(names: dict[str, Any]) -> dict[str, Any]:
    """All the globals of a module, once; they are filled while twins are made that need them."""
    found = _globals.get(id(names))
    if found is None:
        found = _globals[id(names)] = {}
        for name, value in list(names.items()):
            found[name] = twin(value) if callable(value) else value
    return found


def _few_signatures(dispatcher: Any, args: Any, kws: Any) -> Any:
    """See `compiler._few_signatures`."""
    from numba.cuda.typing.templates import make_concrete_template

    signature, args = dispatcher.fold_argument_types(args, kws)
    wide = tuple(widened(arg) for arg in args)
    dispatcher.compile_device(wide)
    name = dispatcher.py_func.__name__
    template = make_concrete_template(
        f"CallTemplate({name})", key=name, signatures=dispatcher.nopython_signatures
    )
    return template, signature, wide, {}


# -- kernels -------------------------------------------------------------------------------------


class Kernel:
    """A function that the threads of a GPU run, one a row, with twins of all that it calls.

    `given` are the names in it that depend on the game: its rules, the sizes of its memory.
    """

    def __init__(self, function: Callable[..., None], given: dict[str, Any]) -> None:
        self.function = function
        self.given = {name: twin(value) for name, value in given.items()}
        self._made: Any = None

    def _rebuilt(self) -> Any:
        if is_simulated():
            return FunctionType(self.function.__code__, {**self.function.__globals__, **self.given})
        return _rebuilt(self.function, self.given)

    def compile(self, signature: Sequence[Any]) -> Any:
        """For the GPU of this machine; the arguments are types."""
        with _making, _exactly():
            if self._made is None:
                cuda = _numba_cuda()
                self._made = cuda.jit(self._rebuilt())
                if not is_simulated():
                    self._made.compile(tuple(signature))
        return self._made

    def ptx(self, signature: Sequence[Any], capability: tuple[int, int] = CAPABILITY) -> str:
        """Its assembly for such a GPU, which need not be here."""
        cuda = _numba_cuda()
        with _making, _exactly(capability):
            text, _ = cuda.compile(
                self._rebuilt(), numba.types.void(*signature), device=False, abi="numba",
                cc=capability,
            )  # fmt: skip
        return str(text)


@contextlib.contextmanager
def _exactly(capability: tuple[int, int] | None = None) -> Iterator[None]:
    """What is compiled meanwhile rounds every product; and its tables, which are too long for the
    little memory of constants and are looked up at many places at once, lie in the large one."""
    if is_simulated():
        yield
        return
    from numba.cuda import dispatcher
    from numba.cuda.cudadrv import nvvm

    compile_ir, constants = nvvm.compile_ir, nvvm.ADDRSPACE_CONSTANT
    current = dispatcher.get_current_device

    def without_contraction(code: Any, **options: Any) -> Any:
        return compile_ir(code, fma=False, **options)

    nvvm.compile_ir = without_contraction
    nvvm.ADDRSPACE_CONSTANT = nvvm.ADDRSPACE_GLOBAL
    if capability is not None:
        dispatcher.get_current_device = lambda: _Device(capability)
    try:
        yield
    finally:
        nvvm.compile_ir, nvvm.ADDRSPACE_CONSTANT = compile_ir, constants
        dispatcher.get_current_device = current


class _Device:
    """A GPU that is not here."""

    def __init__(self, capability: tuple[int, int]) -> None:
        self.compute_capability = capability


# -- a thread's own memory -------------------------------------------------------------------------


def as_words(records: Any) -> Any:
    """The memory of an array of records, as words of eight bytes."""
    return records.view(np.uint64)


def _words_intrinsic(cuda: Any) -> Any:
    """What `as_words` is compiled to."""

    def words(typingctx, records):  # type: ignore[no-untyped-def]
        array = numba.types.Array(numba.types.uint64, 1, "C")

        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            given = context.make_array(signature.args[0])(context, builder, arguments[0])
            made = context.make_array(array)(context, builder)
            intp = numba.types.intp
            size = context.get_constant(intp, signature.args[0].dtype.size // 8)
            context.populate_array(
                made,
                data=builder.bitcast(given.data, made.data.type),
                shape=[builder.mul(builder.extract_value(given.shape, 0), size)],
                strides=[context.get_constant(intp, 8)],
                itemsize=context.get_constant(intp, 8),
                meminfo=None,
            )
            return made._getvalue()

        return array(records), code

    return cuda.extending.intrinsic(words)
