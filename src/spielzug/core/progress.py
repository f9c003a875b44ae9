"""A progress bar for the compilation of rules.

What will be compiled is known beforehand: all functions that can be reached from those that Python
calls. Each counts by the length of its code; those that Python calls count once more for all that
is linked into them and made into machine code there.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from types import CodeType, ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spielzug.core.compiler import Kernel
    from spielzug.core.jit import PlainKernel
    from spielzug.core.record_types import RuleTuple

LINKING = 0.35  # part of a function's reading time, for each outer function that links it

Outer = Callable[..., object]
"""A function that Python calls, or the dispatcher of a loop."""
Tell = Callable[[float], None]
"""Called with the part that is done, from 0 to 1."""


def inner_functions(function: Outer) -> dict[CodeType, int]:
    """The code of all compiled functions that this one can reach, itself included, with lengths."""
    found: dict[CodeType, int] = {}
    waiting = [function]
    while waiting:
        here = waiting.pop()
        plain = getattr(here, "py_func", here)
        code = plain.__code__
        if code not in found:
            found[code] = len(code.co_code)
            named = [plain.__globals__.get(name) for name in code.co_names]
            modules = [one for one in named if isinstance(one, ModuleType)]
            named += [getattr(one, name, None) for one in modules for name in code.co_names]
            waiting += [other for other in named if other is not None and hasattr(other, "py_func")]
    return found


class CompileWork:
    """What there is to compile, and how much of it is done."""

    def __init__(self, outers: Sequence[Outer], compiled: Tell, loaded: Tell) -> None:
        self._on_compiled, self._on_loaded = compiled, loaded
        self._reach = {
            outer.py_func.__code__: inner_functions(outer)
            for outer in outers
            if hasattr(outer, "py_func")  # the mutants of the checks may have plain functions
        }
        self._length: dict[CodeType, int] = {}
        for reach in self._reach.values():
            self._length |= reach
        self._linking = {code: LINKING * sum(reach.values()) for code, reach in self._reach.items()}
        self._total = sum(self._length.values()) + sum(self._linking.values()) or 1.0
        self._done = 0.0

    def compiled(self, code: CodeType) -> None:
        """A function is compiled; compiling it a second time adds nothing."""
        self._done += self._length.pop(code, 0) + self._linking.pop(code, 0.0)
        self._on_compiled(min(1.0, self._done / self._total))

    def finished(self, outer: Outer) -> None:
        """An outer function is ready, with all it needs; it may have come from the cache."""
        code = getattr(outer, "py_func", outer).__code__
        for inner in self._reach.get(code, {}):
            self._done += self._length.pop(inner, 0)
        self._done += self._linking.pop(code, 0.0)
        self._on_loaded(min(1.0, self._done / self._total))


@contextlib.contextmanager
def show_compile_progress(
    title: str, outers: Sequence[Outer], tell: Tell | None = None
) -> Iterator[Callable[[Outer], None]]:
    """Show progress while these are compiled inside; gives a function to call after each.

    Nothing is shown if all of them come from the cache. With `tell` the caller shows it.
    """
    from spielzug.core import compiler

    with contextlib.nullcontext((tell, tell)) if tell is not None else _bar(title) as (show, go_on):
        work = CompileWork(outers, show, go_on)
        with compiler.on_compiled(work.compiled):
            yield work.finished


def bind_with_progress(
    kernel: Kernel | PlainKernel,
    rules: RuleTuple,
    arguments: Callable[[], Sequence[object]],
    title: str,
    types: tuple[object, ...] | None = None,
    linked: bool = False,
) -> Callable[..., int]:
    """A kernel for these rules, with a progress bar if it has to be compiled."""
    if not hasattr(kernel, "dispatcher_for"):  # a plain kernel is ready at once
        return kernel.bind(rules, arguments, types)
    made = kernel.dispatcher_for(rules, linked)
    if made.overloads:
        return kernel.bind(rules, arguments, types, linked)
    with show_compile_progress(title, [made]):
        return kernel.bind(rules, arguments, types, linked)


@contextlib.contextmanager
def _bar(title: str) -> Iterator[tuple[Tell, Tell]]:
    """A bar on stderr, or two lines where stderr is not a terminal.

    The first function starts the bar if need be (something is really compiled), the second does
    not.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(),
               TimeElapsedColumn())  # fmt: skip
    console = Console(stderr=True)
    bar = Progress(*columns, console=console, transient=True)
    words = f"Compiling {title} (first time only)"
    task = bar.add_task(words, total=1.0)
    started, begin = False, time.perf_counter()

    def go_on(share: float) -> None:
        bar.update(task, completed=share)

    def show(share: float) -> None:
        nonlocal started
        if not started:
            started = True
            if console.is_terminal:
                bar.start()
            else:
                print(f"{words} …", file=sys.stderr)
        go_on(share)

    try:
        yield show, go_on
    finally:
        if started:
            if console.is_terminal:
                bar.stop()
            print(f"Compiled {title} in {time.perf_counter() - begin:.1f} s.", file=sys.stderr)
