"""The only module that touches numba.

`rule` marks an inner function: compiled together with whoever calls it, never cached by itself.
`entry` marks the few functions that Python calls: compiled once for an explicit signature and
cached on disk under a stamp of *all* the source and data that can change their meaning, because
numba itself looks only at the file that defines a function and would happily play old rules.

With ``NUMBA_DISABLE_JIT=1`` both decorators do nothing and the rules are plain Python.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from types import MethodType
from typing import Any, ParamSpec, TypeVar

import numba
import numpy as np
from numba import config, types
from numba.core import event as numba_event
from numba.core.caching import _CacheLocator
from numba.core.typing.templates import make_concrete_template

P = ParamSpec("P")
R = TypeVar("R")

PLAIN = bool(config.DISABLE_JIT)
"""True when the rules run as plain Python (for the debugger, for coverage)."""

PACKAGE = Path(__file__).resolve().parent.parent
SOURCE_SUFFIXES = (".py", ".yaml")
KEPT_CACHES = 3  # of one module: code of its present sources and of the latest earlier ones
COMPILE_SIGNS = 60  # functions compiled for one game, roughly: the length of the progress bar

if PLAIN:
    # Compiled integers wrap silently; plain NumPy scalars would warn at every random number.
    np.seterr(over="ignore")


def record(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """The dtype of a position or of a game's tables.

    Compiled code widens small integers before it computes, plain NumPy does not (100 + 100 in an
    ``i1`` is -56), so plain runs use the same fields, all of them eight bytes wide.
    """
    if not PLAIN:
        return np.dtype(list(fields), align=True)
    return np.dtype([(f[0], _wide(f[1]), *f[2:]) for f in fields])


def _wide(code: str) -> str:
    return code if code in ("u8", "f8") else "i8"


_modules: set[str] = set()  # modules that have an entry: theirs is the stamped cache

# -- what is compiled --------------------------------------------------------------------------


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """An inner function of the rules."""
    compiled: Any = numba.njit(nogil=True)(function)
    if not PLAIN:
        compiled.get_call_template = MethodType(_few_signatures, compiled)
    return compiled  # type: ignore[no-any-return]


def _few_signatures(dispatcher: Any, args: Any, kws: Any) -> Any:
    """Numbers arrive in a rule as 64 bits: one compiled version instead of one for each width.

    numba would compile `f(state, 1)`, `f(state, 2)` and `f(state, state.turn)` three times over.
    """
    signature, args = dispatcher._compiler.fold_argument_types(args, kws)
    wide = tuple(_widened(arg) for arg in args)
    dispatcher.compile(wide)
    template = make_concrete_template(
        f"CallTemplate({dispatcher.py_func.__name__})",
        key=dispatcher.py_func.__name__,
        signatures=dispatcher.nopython_signatures,
    )
    return template, signature, wide, {}


def _widened(arg: Any) -> Any:
    arg = types.unliteral(arg)
    return types.int64 if isinstance(arg, types.Integer) and arg.bitwidth < 64 else arg


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """A function that Python calls; give it its one signature with `compile_entry`."""
    _modules.add(function.__module__)
    compiled: Callable[P, R] = numba.njit(nogil=True, cache=True)(function)
    return compiled


def type_of(value: Any) -> Any:
    """The numba type of a record dtype, of an array or of a compiled entry."""
    if isinstance(value, np.dtype):
        return numba.from_dtype(value)
    if hasattr(value, "get_function_type"):
        return value.get_function_type()
    return numba.typeof(value)


def compile_entry(function: Any, returns: Any, *arguments: Any) -> None:
    """Compile (or load from the cache) this signature, and allow no other at call time.

    A game's entry gets exactly one and so becomes a first-class function: generic loops take it
    as an argument and are themselves cached, one signature a game, which a jitted function
    passed any other way prevents.
    """
    if PLAIN or not hasattr(function, "overloads") or arguments in function.overloads:
        return
    function.disable_compile(False)
    function.compile(returns(*arguments))
    function.disable_compile()


def waiting(function: Any) -> bool:
    """Whether an entry has not been compiled yet (a plain function never is)."""
    return hasattr(function, "overloads") and not function.overloads


def came_from_cache(function: Any) -> bool:
    """Whether the (compiled) entry was loaded instead of compiled."""
    return bool(PLAIN or function.stats.cache_hits)


INT = types.int64
BOOL = types.boolean
VOID = types.void
UINT = types.uint64
ACTIONS = types.Array(types.int32, 1, "C")
ACTIONS2 = types.Array(types.int32, 2, "C")
EVENTS = types.Array(types.int32, 2, "C")
RESULTS = types.Array(types.float64, 1, "C")
COUNTS = types.Array(types.int64, 1, "C")
COUNTS2 = types.Array(types.int64, 2, "C")
SHARES = types.Array(types.float64, 2, "C")
BYTES = types.Array(types.uint8, 2, "C")


def states_type(dtype: np.dtype[Any]) -> Any:
    """The numba type of an array of positions."""
    return types.Array(numba.from_dtype(dtype), 1, "C")


# -- where it is cached ------------------------------------------------------------------------


def cache_root() -> Path:
    """Where compiled code is kept; a temporary folder if the usual one cannot be written."""
    chosen = os.environ.get("SPIELZUG_CACHE_DIR")
    usual = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    candidates = [Path(chosen)] if chosen else [Path(usual) / "spielzug"]
    candidates.append(Path(tempfile.gettempdir()) / f"spielzug-{_user_id()}")
    for folder in candidates:
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
            return folder
    raise OSError(f"no folder for compiled code can be written; tried {candidates}")


def _user_id() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "user"


def source_files(module_file: str | Path) -> list[Path]:
    """Every file that can change what a compiled function of this module does.

    A game's rules: `core` and the game's own folder. Anything else: all rooms but the games,
    which generic code reaches only through function pointers.
    """
    path = Path(module_file).resolve()
    games = PACKAGE / "games"
    if games in path.parents and path.parent != games:
        own = games / path.relative_to(games).parts[0]
        folders = [PACKAGE / "core", own]
    elif PACKAGE in path.parents:
        folders = [f for f in PACKAGE.iterdir() if f.is_dir() and f != games]
    else:  # a game outside the package, for example in a test
        folders = [PACKAGE / "core", path.parent]
    found = (f for folder in folders for f in folder.rglob("*") if f.suffix in SOURCE_SUFFIXES)
    return sorted(set(found))


def source_stamp(module_file: str | Path) -> str:
    """A hash of those files, and of what else decides how they are compiled."""
    names = tuple(source_files(module_file))
    state = tuple((s.st_mtime_ns, s.st_size) for s in (f.stat() for f in names))
    return _hash_files(names, state)


@lru_cache(maxsize=64)
def _hash_files(names: tuple[Path, ...], state: tuple[tuple[int, int], ...]) -> str:
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for name in names:
        digest.update(str(name).encode() + b"\0" + hashlib.sha256(name.read_bytes()).digest())
    return digest.hexdigest()[:20]


def variant() -> str:
    """Bounds-checked code must never be taken for the ordinary, nor the other way round."""
    return "bounds" if config.BOUNDSCHECK else "fast"


class StampedLocator(_CacheLocator):  # type: ignore[misc]
    """Puts a function's compiled code into a folder named after the stamp of its sources.

    The stamp is in the path, not only in numba's index: numba writes the index before the code,
    so a process killed between the two would leave a fresh index that points at old rules.
    """

    def __init__(self, module_file: str) -> None:
        self._stamp = source_stamp(module_file)
        where = hashlib.sha256(module_file.encode()).hexdigest()[:8]
        self._name = f"{Path(module_file).parent.name}-{where}-{variant()}"

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> StampedLocator | None:
        return cls(py_file) if py_func.__module__ in _modules else None

    def get_cache_path(self) -> str:
        return str(cache_root() / self._name / self._stamp)

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return variant()

    def ensure_cache_path(self) -> None:
        path = Path(self.get_cache_path())
        if not path.exists():
            # A program that began with earlier sources may still be running and writing there.
            newest_first = sorted(path.parent.glob("*"), key=_age)
            for old in newest_first[KEPT_CACHES - 1 :]:
                shutil.rmtree(old, ignore_errors=True)
        super().ensure_cache_path()


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:  # another process was quicker
        return 0.0


config.CACHE_LOCATOR_CLASSES = (
    f"{StampedLocator.__module__}.StampedLocator,InTreeCacheLocator,UserWideCacheLocator"
)


def clear_cache() -> tuple[Path, int]:
    """Throw all compiled code away; returns the folder and how many bytes it held."""
    root = cache_root()
    size = sum(f.stat().st_size for f in root.rglob("*") if f.is_file())
    shutil.rmtree(root, ignore_errors=True)
    return root, size


# -- telling people why they wait ----------------------------------------------------------------


class _Ticks(numba_event.Listener):  # type: ignore[misc]
    def __init__(self, tick: Callable[[], None]) -> None:
        self._tick = tick

    def on_start(self, event: Any) -> None:
        self._tick()

    def on_end(self, event: Any) -> None:
        pass


@contextlib.contextmanager
def compile_progress(tick: Callable[[], None]) -> Iterator[None]:
    """Call `tick` whenever a function starts to compile inside the block."""
    with numba_event.install_listener("numba:compile", _Ticks(tick)):
        yield


@contextlib.contextmanager
def announced(title: str) -> Iterator[None]:
    """Show on stderr that rules are being compiled, if that happens at all."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    bar = Progress(*columns, console=console, transient=True)
    task = bar.add_task(f"Compiling {title} (only the first time)", total=COMPILE_SIGNS)
    started = False
    begin = time.perf_counter()

    def tick() -> None:
        nonlocal started
        if not started:
            started = True
            if console.is_terminal:
                bar.start()
            else:
                print(f"Compiling {title} (only the first time) …", file=sys.stderr)
        bar.advance(task)

    try:
        with compile_progress(tick):
            yield
    finally:
        if started:
            if console.is_terminal:
                bar.stop()
            print(f"Compiled {title} in {time.perf_counter() - begin:.1f} s.", file=sys.stderr)
