"""How the rules run: compiled, or as the plain Python that they are (see `core.rules_mode`).

`rule` marks an inner function: compiled together with whoever calls it, never cached by itself;
`rule_unless` marks one that is another one for some records.
`entry` marks the few functions that Python calls: compiled once for an explicit signature and kept
on the disk. `kernel` marks a loop over any game's rules: compiled once for each game.
`scratch` is memory that a rule needs while it runs.

By plain rules these marks do next to nothing, and numba is not even imported. Otherwise
`core.compiler`, the only module that touches it, gives them their meaning.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from functools import cache, partial, wraps
from typing import TYPE_CHECKING, Any

import numpy as np

from spielzug.core.rules_mode import uses_plain_rules

PLAIN = uses_plain_rules()
"""True when the rules of this process run as plain Python."""


class PlainKernel:
    """A loop over any game's rules, not compiled, see `compiler.Kernel`."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def bind(
        self,
        rules: tuple[Any, ...],
        arguments: Callable[[], Sequence[Any]],
        types: tuple[Any, ...] | None = None,
    ) -> Callable[..., Any]:
        """The loop for one game: what is left to give it are the arguments after the rules."""
        return partial(self.function, rules)


if PLAIN and not TYPE_CHECKING:
    # Compiled integers wrap silently; plain NumPy scalars would warn at every random number.
    np.seterr(over="ignore")  # for this thread only; and for all others:
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
else:
    from spielzug.core.compiler import (
        Kernel,
        entry,
        entry_point,
        entry_twin,
        rule,
        rule_unless,
        scratch,
    )

    kernel = Kernel

# `scratch(shape, kind)` gives a function that a rule calls for an array of its own: of a fixed
# size, with anything in it, gone when the rule returns. It may be handed down, never back.


def record(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """The dtype of a position or of a game's facts.

    Compiled code widens small integers before it computes, plain NumPy does not (100 + 100 in an
    ``i1`` is -56), so plain runs use the same fields, all of them eight bytes wide.
    """
    if not PLAIN:
        return _without_holes(np.dtype(list(fields), align=True))
    return np.dtype([(f[0], _wide(f[1]), *f[2:]) for f in fields])


GAP = "_gap"
"""How the names of what only fills a record begin."""


def _without_holes(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same layout, but what lies between two fields has a name, too.

    NumPy copies a record field by field: bytes without a name would be whatever was there before,
    and equal positions would not be equal bytes.
    """
    described: list[tuple[Any, ...]] = []
    end = 0
    for name, at, room in [*_placed(dtype), ("", dtype.itemsize, None)]:
        if at > end:
            described.append((f"{GAP}{end}", "u1", (at - end,)))
        if room is not None:
            described.append((name, room))
            end = at + room.itemsize
    return np.dtype(described, align=True)


def _placed(dtype: np.dtype[Any]) -> list[tuple[str, int, Any]]:
    """The fields in order: name, where it begins, what it holds."""
    assert dtype.fields is not None
    assert dtype.names is not None
    return [(name, dtype.fields[name][1], dtype[name]) for name in dtype.names]


def as_plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """A rule as the Python that it is: for words, which have plain values and wait for no compiler.

    It may call no other rule."""
    return getattr(function, "py_func", function)


@cache
def fields(dtype: np.dtype[Any]) -> tuple[str, ...]:
    """The names of a record's fields, without those of its gaps: the same ones compiled or not."""
    return tuple(name for name in dtype.names or () if not name.startswith(GAP))


def _wide(code: str) -> str:
    return code if code in ("u8", "f8") else "i8"


__all__ = [
    "PLAIN",
    "PlainKernel",
    "as_plain",
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
