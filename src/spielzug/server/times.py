"""Time that runs evenly: the clock of a machine may be set while a game runs."""

from __future__ import annotations

import time

_BEGIN = time.time() - time.monotonic()


def steady() -> float:
    """The time of day when this process began, and what has passed since.

    For how long something takes or takes yet. What people are shown as a date is `time.time()`.
    """
    return _BEGIN + time.monotonic()
