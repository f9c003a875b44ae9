"""Time that runs evenly: the clock of a machine may be set while a game runs."""

from __future__ import annotations

import time

_BEGIN = time.time() - time.monotonic()


NEAR = 0.25  # seconds; two clocks that are no further apart say the same


_offset = 0.0
"""What the clock that several processes share is before ours."""


def steady() -> float:
    """The time of day when this process began, and what has passed since.

    For how long something takes or takes yet. What people are shown as a date is `time.time()`.
    Processes that share a database go by the clock of that.
    """
    return _BEGIN + _offset + time.monotonic()


def sync_clock(shared: float, asked: float) -> None:
    """Go by a shared clock, which said so when ours had reached `asked` (of `time.monotonic`).

    Small differences are the way that the answer took.
    """
    global _offset
    apart = shared - (_BEGIN + asked)
    if abs(apart - _offset) > NEAR:
        _offset = apart
