"""The rules as functions of a GPU: the only module that uses numba-cuda.

The rules are not written a second time. A rule's twin is the same code with other globals: every
rule that it calls is a twin, too, and its scratch memory is the thread's own. A twin computes the
same as the CPU, bit for bit: products and sums are rounded one by one (by default the compiler
would contract them), and whole numbers arrive as 64 bits, as in `compiler`.
"""

from __future__ import annotations

import contextlib
import importlib.util
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from spielzug.core.errors import UsageError
from spielzug.core.jit import PLAIN, kernel
from spielzug.core.native_records import copy_record
from spielzug.core.record_types import Counts, States

if TYPE_CHECKING:
    from llvmlite import ir
    from numba.core.base import BaseContext

    from spielzug.core.compiler import NumbaType

INSTALL = "pip install 'spielzug[gpu]'"
MOST_PREPARED = 128  # per kernel
CAPABILITY = (9, 0)
"""The compute capability that code is compiled for where there is no GPU."""

cuda: Any = None
"""`numba.cuda`, once `numba_cuda` was called."""


def numba_cuda() -> Any:
    """Import numba-cuda; the error says what to install."""
    global cuda
    if cuda is None:
        if importlib.util.find_spec("numba_cuda") is None:
            raise UsageError(f"the GPU needs packages that are not installed: {INSTALL}")
        from numba import cuda
    return cuda


def require_gpu() -> None:
    """Raise an error that says what is missing, if there is no GPU."""
    try:
        found = numba_cuda().is_available()
    except UsageError:
        raise
    except Exception as problem:  # it looks for its libraries in many ways
        why = f"the GPU cannot be used ({problem}); {INSTALL} brings its libraries"
        raise UsageError(why) from None
    if not found:
        raise UsageError("no GPU was found here; device='cpu' plays on all cores")


def is_simulated() -> bool:
    """Whether kernels run in numba's simulator, where rules are plain Python."""
    return bool(numba_cuda().config.ENABLE_CUDASIM)


# -- what a kernel can call ----------------------------------------------------------------------


def thread() -> Any:
    """The number of this thread; only for kernels, like the functions below."""
    return cuda.grid(1)


def atomic_add(array: Counts, at: int, value: int) -> None:
    """Add to a number that several threads add to."""
    cuda.atomic.add(array, at, value)


def atomic_min(array: Counts, at: int, value: int) -> None:
    """Lower a number to this value, if it is higher; safe among threads."""
    cuda.atomic.min(array, at, value)


def as_words(records: States) -> NDArray[np.uint64]:
    """The memory of an array of records, as words of eight bytes."""
    return records.view(np.uint64)


def _copy_words(to: States, at: int, source: States, place: int) -> None:
    """`copy_record` for a GPU, word by word; its compiler would copy single bytes."""
    new, old = as_words(to), as_words(source)
    size = new.shape[0] // to.shape[0]
    for k in range(size):
        new[at * size + k] = old[place * size + k]


def _words_intrinsic() -> Any:
    """The code that `as_words` is compiled to."""
    from numba import types

    def words(typingctx, records):  # type: ignore[no-untyped-def]
        array = types.Array(types.uint64, 1, "C")

        def code(
            context: BaseContext,
            builder: ir.IRBuilder,
            signature: Any,
            arguments: Sequence[ir.Value],
        ) -> ir.Value:
            given = context.make_array(signature.args[0])(context, builder, arguments[0])
            made = context.make_array(array)(context, builder)
            size = context.get_constant(types.intp, signature.args[0].dtype.size // 8)
            context.populate_array(
                made,
                data=builder.bitcast(given.data, made.data.type),
                shape=[builder.mul(builder.extract_value(given.shape, 0), size)],
                strides=[context.get_constant(types.intp, 8)],
                itemsize=context.get_constant(types.intp, 8),
                meminfo=None,
            )
            return made._getvalue()

        return array(records), code

    return cuda.extending.intrinsic(words)


# -- twins ---------------------------------------------------------------------------------------

OWN = (thread, atomic_add, atomic_min)
REPLACEMENTS: dict[Callable[..., object], Callable[..., object]] = {copy_record: _copy_words}
"""Small rules that a GPU computes faster in another way, with the same result."""
_making = threading.RLock()
_gpu_versions: dict[tuple[object, bool], object] = {}
_globals: dict[int, dict[str, object]] = {}


def gpu_version(thing: Any, no_inline: bool = False) -> Any:
    """The same function for a GPU thread; for a tuple of rules, a tuple of twins.

    Anything else, a number or a type, is returned as it is. Rules in a tuple are not inlined: they
    are large, and each is called from several places.
    """
    if isinstance(thing, tuple) and any(map(_has_gpu_version, thing)):
        return type(thing)(*(gpu_version(item, no_inline=True) for item in thing))
    if not _has_gpu_version(thing):
        return thing
    with _making:
        if (thing, no_inline) not in _gpu_versions:
            _gpu_versions[thing, no_inline] = _made(thing, no_inline)
        return _gpu_versions[thing, no_inline]


def _has_gpu_version(thing: object) -> bool:
    if isinstance(thing, kernel) or thing is as_words or any(thing is own for own in OWN):
        return True
    return (
        not PLAIN and callable(thing) and (hasattr(thing, "py_func") or hasattr(thing, "scratch"))
    )


def _made(thing: Any, no_inline: bool) -> object:
    if thing in OWN:
        return cuda.jit(device=True)(thing)
    if thing is as_words:
        return as_words if is_simulated() else _words_intrinsic()
    if hasattr(thing, "scratch"):
        from spielzug.core.compiler import as_scratch

        shape, kind = thing.scratch
        return as_scratch(shape, kind, cuda.extending.intrinsic)
    function = thing.function if isinstance(thing, kernel) else thing.py_func
    if PLAIN:
        return function
    function = REPLACEMENTS.get(thing, function)
    made = cuda.jit(device=True)(_rebuilt(function, {}))
    made.get_call_template = MethodType(_without_inlining if no_inline else _few_signatures, made)
    return made


def _rebuilt(function: Any, given: Mapping[str, object]) -> FunctionType:
    """The function with the twins of all that it calls, and with the names in `given`."""
    if function.__closure__ is not None:
        raise TypeError(f"{function.__qualname__} closes over something: a twin cannot")
    names = _twins_of(function.__globals__)
    if given:
        names = {**names, **given}
    made = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    made.__module__, made.__qualname__ = function.__module__, function.__qualname__
    return made


def _twins_of(names: dict[str, object]) -> dict[str, object]:
    """A module's globals with twins; kept while still incomplete, as twins refer to them."""
    found = _globals.get(id(names))
    if found is None:
        found = _globals[id(names)] = dict(names)
        found.update(
            {name: gpu_version(value) for name, value in names.items() if _has_gpu_version(value)}
        )
    return found


def _few_signatures(dispatcher: Any, args: Any, kws: Any) -> Any:
    """See `compiler._few_signatures`."""
    from numba.cuda.typing.templates import make_concrete_template

    from spielzug.core.compiler import widened

    signature, args = dispatcher.fold_argument_types(args, kws)
    wide = tuple(widened(arg) for arg in args)
    dispatcher.compile_device(wide)
    name = dispatcher.py_func.__name__
    template = make_concrete_template(
        f"CallTemplate({name})", key=name, signatures=dispatcher.nopython_signatures
    )
    return template, signature, wide, {}


def _without_inlining(dispatcher: Any, args: Any, kws: Any) -> Any:
    """The same, but never inlined into a caller."""
    found = _few_signatures(dispatcher, args, kws)
    made = dispatcher.overloads[found[2]]
    made.library.get_function(made.fndesc.llvm_func_name).attributes.add("noinline")
    return found


# -- types ---------------------------------------------------------------------------------------


def array_type(kind: DTypeLike, axes: int = 1) -> Any:
    """The numba type of the arrays that `gpu_zeros` makes."""
    from numba import from_dtype, types

    return types.Array(from_dtype(np.dtype(kind)), axes, "C" if axes == 1 else "F")


def number_type(kind: DTypeLike) -> Any:
    from numba import from_dtype

    return from_dtype(np.dtype(kind))


def tuple_type(items: tuple[Any, ...]) -> NumbaType:
    """The numba type of a named tuple, from one that holds types."""
    from numba import types

    return types.NamedTuple(tuple(items), type(items))


# -- memory --------------------------------------------------------------------------------------


def gpu_zeros(shape: int | tuple[int, ...], kind: DTypeLike) -> Any:
    """An array of zeros on the GPU; neighbours in memory are neighbours along the first axis."""
    return numba_cuda().to_device(np.zeros(shape, kind, order="F"))


def copy_to_gpu(array: Any) -> Any:
    """A copy on the GPU."""
    return numba_cuda().to_device(array)


def as_device_array(array: Any) -> Any:
    """An array of another library as one of numba's; None if it does not lie on the GPU."""
    if not hasattr(array, "__cuda_array_interface__"):
        return None
    return numba_cuda().as_cuda_array(array)


def wait() -> None:
    """Wait until the GPU has finished all work."""
    numba_cuda().synchronize()


# -- kernels -------------------------------------------------------------------------------------


class GpuKernel:
    """A function that GPU threads run, one thread per row, with twins of all that it calls.

    `given` are the names in it that depend on the game: its rules, its scratch memory.
    """

    def __init__(
        self,
        function: Callable[..., None],
        given: Mapping[str, object],
        threads: int = 128,
        registers: int | None = None,
    ) -> None:
        numba_cuda()
        self.function = function
        self.given = {name: gpu_version(value) for name, value in given.items()}
        self.threads = threads
        """Per block."""
        self.registers = registers
        """The most registers of a thread: with fewer, more threads run at once."""
        self._made: Any = None
        self._prepared: dict[tuple[int, ...], _Prepared] = {}

    def run(self, rows: int, *arguments: object) -> None:
        """Start one thread per row; returns before they are done, see `wait`."""
        if is_simulated():
            function = _rebuilt(self.function, self.given)
            cuda.jit(_unpacked)[1, rows](_Packed(function, tuple(map(_by_numpy, arguments))))
            return
        blocks = -(-rows // self.threads)
        with _making, _exact_arithmetic():  # the first call compiles
            if self._made is None:
                limits = {} if self.registers is None else {"max_registers": self.registers}
                self._made = cuda.jit(_rebuilt(self.function, self.given), **limits)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # it warns about too few rows
                self._made[blocks, self.threads](*arguments)

    def run_again(self, rows: int, *arguments: object) -> None:
        """The same, quicker if it was run with the very same argument objects before."""
        key = tuple(map(id, arguments))
        if key in self._prepared:
            self._prepared[key].run()
            return
        self.run(rows, *arguments)
        if not is_simulated():
            if len(self._prepared) >= MOST_PREPARED:
                self._prepared.clear()
            blocks = -(-rows // self.threads)
            with contextlib.suppress(AttributeError, ImportError):  # uses numba-cuda internals
                self._prepared[key] = _Prepared(self._made, blocks, self.threads, arguments)

    def ptx(self, signature: Sequence[Any], capability: tuple[int, int] = CAPABILITY) -> str:
        """The PTX assembly for a GPU of this capability, which need not be present."""
        from numba import types

        with _making, _exact_arithmetic(capability):
            text, _ = cuda.compile(
                _rebuilt(self.function, self.given), types.void(*signature),
                device=False, abi="numba", cc=capability,
            )  # fmt: skip
        return str(text)


class _Prepared:
    """One call with its arguments in the driver's form.

    Preparing them for each call takes longer than most steps do.
    """

    def __init__(self, made: Any, blocks: int, threads: int, arguments: tuple[object, ...]) -> None:
        from cuda.core import LaunchConfig
        from numba.cuda.cudadrv import driver

        kinds = tuple(map(made.typeof_pyval, arguments))
        kernel = made.overloads[kinds]
        self._arguments = arguments  # keeps alive what they point to
        self._given: list[object] = []
        for kind, argument in zip(kinds, arguments, strict=True):
            kernel._prepare_args(kind, argument, 0, [], self._given)
        self._kernel = kernel._codelibrary.get_cufunc().kernel
        self._config = LaunchConfig(grid=(blocks, 1, 1), block=(threads, 1, 1))
        self._stream = driver._to_core_stream(0)

    def run(self) -> None:
        from cuda.core import launch

        launch(self._stream, self._config, self._kernel, *self._given)


class _Packed(NamedTuple):
    """A call whose arrays the simulator passes on unchanged: its own arrays have no records."""

    function: Callable[..., None]
    arguments: tuple[object, ...]


def _unpacked(call: _Packed) -> None:
    call.function(*call.arguments)


def _by_numpy(argument: Any) -> Any:
    """The NumPy array behind an array of the simulator, also within tuples."""
    if isinstance(argument, tuple):
        return type(argument)(*map(_by_numpy, argument))
    found = getattr(argument, "_ary", argument)
    return found.view(np.recarray) if getattr(found, "dtype", None) and found.dtype.names else found


@contextlib.contextmanager
def _exact_arithmetic(capability: tuple[int, int] | None = None) -> Iterator[None]:
    """Compile without fused multiply-add, and with constant tables in global memory.

    The tables are too long for constant memory, which is also slow when threads read different
    places.
    """
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
    """Stands in for a GPU that is not present."""

    def __init__(self, capability: tuple[int, int]) -> None:
        self.compute_capability = capability
