"""The clock of a game at the terminal: it interrupts a person who thinks too long."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn


class TimeIsOver(Exception):
    """The clock of this table has run out."""


def _ring(*_: Any) -> NoReturn:
    raise TimeIsOver


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Raise `TimeIsOver` after that time, also while somebody is being asked.

    Where the system has no such alarm (Windows, or outside the main thread) nothing is raised, and
    the answer has to be looked at when it comes.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))  # 0 would mean: no alarm
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
