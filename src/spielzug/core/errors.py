"""Errors that are shown to people: each names the thing, the rule and the way out."""

from __future__ import annotations


class SpielzugError(Exception):
    """The base class: its message is shown to the user without a traceback."""


class UsageError(SpielzugError):
    """A wrong name, number or option."""


class OptionError(UsageError):
    """An option that does not exist or a value it cannot take."""


class OptionClash(OptionError):
    """Options that exist but contradict each other; knows which."""

    def __init__(self, message: str, *names: str) -> None:
        self.names = names
        super().__init__(message)


class CannotRead(SpielzugError):
    """Text that is no action, record or position at all."""


class NotAllowed(SpielzugError):
    """An action that exists but is not allowed now; the reason cites the rule."""


class RecordError(CannotRead):
    """A record that is damaged or whose contents are wrong; knows its line."""

    def __init__(self, message: str, line: int | None = None) -> None:
        self.line = line
        super().__init__(f"line {line}: {message}" if line else message)


class DataError(CannotRead):
    """A data file (cards, board, set) whose values are out of bounds."""
