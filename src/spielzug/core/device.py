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
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FunctionType, MethodType
from typing import Any, NamedTuple

import numpy as np

from spielzug.core.errors import UsageError
from spielzug.core.jit import PLAIN, kernel
from spielzug.core.memory import copy_record

INSTALL = "pip install 'spielzug[gpu]'"
MOST_PREPARED = 128  # calls that a kernel keeps
CAPABILITY = (9, 0)
"""For what code is made where there is no GPU to ask."""

cuda: Any = None
"""numba.cuda, from the first call of `numba_cuda` on."""


def numba_cuda() -> Any:
    """The package, or what to install."""
    global cuda
    if cuda is None:
        if importlib.util.find_spec("numba_cuda") is None:
            raise UsageError(f"the GPU needs packages that are not installed: {INSTALL}")
        from numba import cuda
    return cuda


def require_gpu() -> None:
    """An error that says what is missing, if there is no GPU to play on."""
    try:
        found = numba_cuda().is_available()
    except UsageError:
        raise
    except Exception as problem:  # its libraries are looked for in many ways
        why = f"the GPU cannot be used ({problem}); {INSTALL} brings its libraries"
        raise UsageError(why) from None
    if not found:
        raise UsageError("no GPU was found here; device='cpu' plays on all cores")


def is_simulated() -> bool:
    """Whether kernels run in numba's simulator, where rules are plain Python."""
    return bool(numba_cuda().config.ENABLE_CUDASIM)


# -- what a thread of a GPU has ------------------------------------------------------------------


def thread() -> Any:
    """The number of the thread that runs this; in kernels only, like all of these."""
    return cuda.grid(1)


def atomic_add(array: Any, at: int, value: int) -> None:
    """Add to a number that all threads add to."""
    cuda.atomic.add(array, at, value)


def atomic_min(array: Any, at: int, value: int) -> None:
    """Lower a number to this one, if it is higher; all threads may."""
    cuda.atomic.min(array, at, value)


def as_words(records: Any) -> Any:
    """The memory of an array of records, as words of eight bytes."""
    return records.view(np.uint64)


def _copy_words(to: Any, at: int, source: Any, place: int) -> None:
    """What `copy_record` is here: to the compiler a record is an array of bytes, which it would
    move one by one."""
    new, old = as_words(to), as_words(source)
    size = new.shape[0] // to.shape[0]
    for k in range(size):
        new[at * size + k] = old[place * size + k]


def _words_intrinsic() -> Any:
    """What `as_words` is compiled to."""
    from numba import types

    def words(typingctx, records):  # type: ignore[no-untyped-def]
        array = types.Array(types.uint64, 1, "C")

        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
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
REPLACEMENTS: dict[Any, Callable[..., Any]] = {copy_record: _copy_words}
"""Small rules that a GPU does quicker in another way, which does the same."""
_making = threading.RLock()
_twins: dict[Any, Any] = {}
_globals: dict[int, dict[str, Any]] = {}


def twin(thing: Any, no_inline: bool = False) -> Any:
    """The same function for a GPU thread; of rules in a tuple, a tuple of twins.

    Anything else, a number or a type, is its own. Rules in a tuple stay functions of their own in
    the GPU's code: they are large and called from several places each.
    """
    if isinstance(thing, tuple) and any(map(_has_twin, thing)):
        return type(thing)(*(twin(item, no_inline=True) for item in thing))
    if not _has_twin(thing):
        return thing
    with _making:
        if (thing, no_inline) not in _twins:
            _twins[thing, no_inline] = _made(thing, no_inline)
        return _twins[thing, no_inline]


def _has_twin(thing: Any) -> bool:
    if isinstance(thing, kernel) or thing is as_words or any(thing is own for own in OWN):
        return True
    return (
        not PLAIN and callable(thing) and (hasattr(thing, "py_func") or hasattr(thing, "scratch"))
    )


def _made(thing: Any, no_inline: bool) -> Any:
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


def _rebuilt(function: Any, given: Mapping[str, Any]) -> Any:
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
    """The globals of a module, made once: while they are made, twins among them may need them."""
    found = _globals.get(id(names))
    if found is None:
        found = _globals[id(names)] = dict(names)
        found.update({name: twin(value) for name, value in names.items() if _has_twin(value)})
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
    """The same, and its code is never copied into that of a caller."""
    found = _few_signatures(dispatcher, args, kws)
    made = dispatcher.overloads[found[2]]
    made.library.get_function(made.fndesc.llvm_func_name).attributes.add("noinline")
    return found


# -- types ---------------------------------------------------------------------------------------


def array_type(kind: Any, axes: int = 1) -> Any:
    """Of what `room` makes."""
    from numba import from_dtype, types

    return types.Array(from_dtype(np.dtype(kind)), axes, "C" if axes == 1 else "F")


def number_type(kind: Any) -> Any:
    from numba import from_dtype

    return from_dtype(np.dtype(kind))


def tuple_type(items: Any) -> Any:
    """Of a named tuple, from one that holds types."""
    from numba import types

    return types.NamedTuple(tuple(items), type(items))


# -- memory --------------------------------------------------------------------------------------


def room(shape: int | tuple[int, ...], kind: Any) -> Any:
    """An array of zeros on the GPU; neighbours in memory are neighbours along the first axis."""
    return numba_cuda().to_device(np.zeros(shape, kind, order="F"))


def sent(array: Any) -> Any:
    """A copy on the GPU."""
    return numba_cuda().to_device(array)


def as_device_array(array: Any) -> Any:
    """An array of another library that lies on the GPU, or None if it does not."""
    if not hasattr(array, "__cuda_array_interface__"):
        return None
    return numba_cuda().as_cuda_array(array)


def wait() -> None:
    """Until all that was begun on the GPU is done."""
    numba_cuda().synchronize()


# -- kernels -------------------------------------------------------------------------------------


class GpuKernel:
    """What the threads of a GPU run, one a row, with twins of all that it calls.

    `given` are the names in it that depend on the game: its rules, its scratch memory.
    """

    def __init__(
        self,
        function: Callable[..., None],
        given: Mapping[str, Any],
        threads: int = 128,
        registers: int | None = None,
    ) -> None:
        numba_cuda()
        self.function = function
        self.given = {name: twin(value) for name, value in given.items()}
        self.threads = threads
        """In a block."""
        self.registers = registers
        """As many as a thread may have at most: with fewer, more threads run at once."""
        self._made: Any = None
        self._prepared: dict[tuple[int, ...], _Prepared] = {}

    def run(self, rows: int, *arguments: Any) -> None:
        """One thread for each row; returns before they are done, see `wait`."""
        if is_simulated():
            function = _rebuilt(self.function, self.given)
            cuda.jit(_unpacked)[1, rows](_Packed(function, tuple(map(_by_numpy, arguments))))
            return
        blocks = -(-rows // self.threads)
        with _making, _exact_arithmetic():  # it is compiled when it is called for the first time
            if self._made is None:
                limits = {} if self.registers is None else {"max_registers": self.registers}
                self._made = cuda.jit(_rebuilt(self.function, self.given), **limits)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # it would like more rows
                self._made[blocks, self.threads](*arguments)

    def run_again(self, rows: int, *arguments: Any) -> None:
        """The same, quicker if it was run with just these arguments before."""
        key = tuple(map(id, arguments))
        if key in self._prepared:
            self._prepared[key].run()
            return
        self.run(rows, *arguments)
        if not is_simulated():
            if len(self._prepared) >= MOST_PREPARED:
                self._prepared.clear()
            blocks = -(-rows // self.threads)
            with contextlib.suppress(AttributeError, ImportError):  # what it uses is not promised
                self._prepared[key] = _Prepared(self._made, blocks, self.threads, arguments)

    def ptx(self, signature: Sequence[Any], capability: tuple[int, int] = CAPABILITY) -> str:
        """Its assembly for such a GPU, which need not be here; the arguments are types."""
        from numba import types

        with _making, _exact_arithmetic(capability):
            text, _ = cuda.compile(
                _rebuilt(self.function, self.given), types.void(*signature),
                device=False, abi="numba", cc=capability,
            )  # fmt: skip
        return str(text)


class _Prepared:
    """One call with its arguments as the driver takes them: to look at them anew each time takes
    longer than most steps do."""

    def __init__(self, made: Any, blocks: int, threads: int, arguments: tuple[Any, ...]) -> None:
        from cuda.core import LaunchConfig
        from numba.cuda.cudadrv import driver

        kinds = tuple(map(made.typeof_pyval, arguments))
        kernel = made.overloads[kinds]
        self._arguments = arguments  # what they point to must stay
        self._given: list[Any] = []
        for kind, argument in zip(kinds, arguments, strict=True):
            kernel._prepare_args(kind, argument, 0, [], self._given)
        self._kernel = kernel._codelibrary.get_cufunc().kernel
        self._config = LaunchConfig(grid=(blocks, 1, 1), block=(threads, 1, 1))
        self._stream = driver._to_core_stream(0)

    def run(self) -> None:
        from cuda.core import launch

        launch(self._stream, self._config, self._kernel, *self._given)


class _Packed(NamedTuple):
    """A call that the simulator shall leave as it is: its arrays have no records."""

    function: Callable[..., None]
    arguments: tuple[Any, ...]


def _unpacked(call: _Packed) -> None:
    call.function(*call.arguments)


def _by_numpy(argument: Any) -> Any:
    """An array of the simulator as the one of NumPy that it is, in tuples, too."""
    if isinstance(argument, tuple):
        return type(argument)(*map(_by_numpy, argument))
    found = getattr(argument, "_ary", argument)
    return found.view(np.recarray) if getattr(found, "dtype", None) and found.dtype.names else found


@contextlib.contextmanager
def _exact_arithmetic(capability: tuple[int, int] | None = None) -> Iterator[None]:
    """What is compiled meanwhile rounds every product; and its tables, too long for the little
    memory of constants and looked up at many places at once, lie in the large one."""
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
