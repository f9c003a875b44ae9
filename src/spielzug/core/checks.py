"""Checks of what comes from outside: from a caller, a file, or another process.

Compiled rules trust their arguments: a seat or an action that does not exist would let them read
and write anywhere. Each function here gives the value as Python has it, or raises an error that
names the thing and says what is possible.
"""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from operator import index
from typing import TypeVar

from spielzug.core.errors import UsageError

T = TypeVar("T")
shortened = reprlib.repr

LARGEST_KEY = (1 << 64) - 1
LARGEST_NUMBER = (1 << 62) - 1
"""Of games and rows: compiled code adds to them in 64 bits."""


def whole_number(value: object) -> int | None:
    """The value as an `int`, also if it is one of NumPy; None if it is no whole number."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def check_number(
    name: str, value: object, low: int = 0, high: int = LARGEST_NUMBER, whose: str = ""
) -> int:
    """A whole number within these bounds."""
    number = whole_number(value)
    if number is None or not low <= number <= high:
        bounds = f"from {low} on" if high == LARGEST_NUMBER else f"from {low} to {high}"
        raise UsageError(f"{name} must be a whole number {bounds}{whose}, not {shortened(value)}")
    return number


def check_index(name: str, value: object, count: int) -> int:
    """The number of one of so many things."""
    number = whole_number(value)
    if number is None or not 0 <= number < count:
        raise UsageError(f"there is no {name} {shortened(value)}: use 0 to {count - 1}")
    return number


def check_seat(value: object, seats: int) -> int:
    """A seat of a game of so many, or -1 for a spectator."""
    if type(value) is int and -1 <= value < seats:
        return value
    number = whole_number(value)
    if number is None or not -1 <= number < seats:
        raise UsageError(
            f"there is no seat {shortened(value)}: use 0 to {seats - 1}, or -1 for a spectator"
        )
    return number


def check_action(value: object, actions: int) -> int:
    """The number of an action, legal or not."""
    if type(value) is int and 0 <= value < actions:
        return value
    return check_index("action", value, actions)


def check_key(value: object) -> int:
    """The key of a generator of random numbers."""
    number = whole_number(value)
    if number is None or not 0 <= number <= LARGEST_KEY:
        raise UsageError(f"a key is a whole number from 0 to 2**64 - 1, not {shortened(value)}")
    return number


def check_seed(value: object) -> None:
    """A seed is used as text, which for other objects may vary."""
    if not isinstance(value, str) and whole_number(value) is None:
        raise UsageError(f"seed must be a whole number or a text, not {shortened(value)}")


def check_choice(name: str, value: object, known: Sequence[str]) -> None:
    """One of these words."""
    if not isinstance(value, str) or value not in known:
        raise UsageError(f"{name} must be one of {', '.join(known)}, not {shortened(value)}")


def check_type(name: str, value: object, kind: type[T]) -> T:
    """An object of this class."""
    if not isinstance(value, kind):
        raise UsageError(f"{name} must be a {kind.__name__}, not {shortened(value)}")
    return value


def as_sequence(value: object) -> Sequence[object]:
    """A list or the like, but no text."""
    if type(value) is tuple or type(value) is list:  # the test below takes longer
        return value
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise UsageError(f"a list is needed, not {shortened(value)}")
    return value


def check_names(names: object, seats: int) -> tuple[str, ...]:
    """The names of the players: one for each seat, or none."""
    if type(names) is tuple and not names:
        return names
    given = tuple(as_sequence(names))
    if given and (len(given) != seats or {*map(type, given)} != {str}):
        raise UsageError(
            f"names has a text for each of the {seats} seats, or is empty, not {shortened(names)}"
        )
    return given  # type: ignore[return-value]
