"""How the rules run: compiled, or as plain Python (see `core.rules_mode`).

- `rule` marks an inner function: compiled together with its callers, never cached by itself;
  `rule_unless` marks one that another function replaces for some records
- `entry` marks the few functions that Python calls: compiled once, for an explicit signature, and
  cached on disk
- `kernel` marks a loop over any game's rules: compiled once for each game
- `scratch` is memory that a rule needs while it runs
- `atomic_add` and `atomic_min` change a number that other threads change, too

In plain mode these marks do next to nothing, and numba is not even imported. Otherwise
`core.compiler`, the only module that uses numba, implements them.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from functools import cache, partial, wraps
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from spielzug.core.declaration import GAP, with_gaps
from spielzug.core.record_types import RecordType, RuleTuple
from spielzug.core.rules_mode import uses_plain_rules

R = TypeVar("R")
Field = tuple[str, str] | tuple[str, str, tuple[int, ...]]
"""The name of a field, the code of its type, and the shape of an array."""

PLAIN = uses_plain_rules()
"""True when the rules of this process run as plain Python."""


class PlainKernel:
    """A loop over any game's rules, not compiled, see `compiler.Kernel`."""

    def __init__(self, function: Callable[..., int]) -> None:
        self.function = function

    def bind(
        self,
        rules: RuleTuple,
        arguments: Callable[[], Sequence[object]],
        types: tuple[object, ...] | None = None,
        linked: bool = False,
    ) -> Callable[..., int]:
        """The loop for one game: a function of the arguments after the rules."""
        return partial(self.function, rules)


if PLAIN and not TYPE_CHECKING:
    # Compiled integers wrap silently; plain NumPy scalars would warn at every random number.
    np.seterr(over="ignore")  # for this thread; for all others:
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)

    def rule(function):
        return function

    entry, kernel = rule, PlainKernel

    def rule_unless(field, other):
        def choose(function):
            @wraps(function)
            def either(holder, *more):
                return (other if field in holder.dtype.names else function)(holder, *more)

            return either

        return choose

    def entry_point(function):
        return None

    def entry_twin(function, name):
        return function

    def scratch(shape, kind):
        if np.dtype(kind).names:
            return lambda: np.zeros(shape, kind).view(np.recarray)
        return partial(np.empty, shape, kind)

    def atomic_add(array, at, value):
        array[at] += value

    def atomic_min(array, at, value):
        array[at] = min(array[at], value)
else:
    from spielzug.core.compiler import (
        Kernel,
        atomic_add,
        atomic_min,
        entry,
        entry_point,
        entry_twin,
        rule,
        rule_unless,
        scratch,
    )

    kernel = Kernel

# `scratch(shape, kind)` returns a function that a rule calls to get an array: of a fixed size,
# uninitialised, gone when the rule returns. A rule may pass it to others but not return it.


def record(fields: Sequence[Field]) -> RecordType:
    """The dtype of a position or of a game's facts.

    Compiled code widens small integers before it computes, plain NumPy does not (100 + 100 in an
    ``i1`` is -56), so plain runs use the same fields, all of them eight bytes wide.
    """
    columns = [(f[0], _wide(f[1]) if PLAIN else f[1], f[2] if len(f) == 3 else ()) for f in fields]
    return np.dtype(with_gaps(columns), align=not PLAIN)


def as_plain(function: Callable[..., R]) -> Callable[..., R]:
    """A rule as a plain Python function, for `words`: no waiting for the compiler.

    It may call no other rule.
    """
    return getattr(function, "py_func", function)


@cache
def fields(dtype: RecordType) -> tuple[str, ...]:
    """The names of a record's fields without gaps: the same whether compiled or not."""
    return tuple(name for name in dtype.names or () if not name.startswith(GAP))


def _wide(code: str) -> str:
    return code if code in ("u8", "f8") else "i8"


__all__ = [
    "PLAIN",
    "PlainKernel",
    "as_plain",
    "atomic_add",
    "atomic_min",
    "entry",
    "entry_point",
    "entry_twin",
    "fields",
    "kernel",
    "record",
    "rule",
    "rule_unless",
    "scratch",
]
