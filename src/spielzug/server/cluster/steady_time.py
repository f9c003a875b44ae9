"""A clock that does not jump when the machine's clock is set while a game runs."""

from __future__ import annotations

import time

_BEGIN = time.time() - time.monotonic()


NEAR = 0.25  # seconds; smaller differences to the shared clock are ignored


_offset = 0.0
"""Seconds by which the shared clock of several processes is ahead of ours."""


def steady() -> float:
    """The wall-clock time at the start of this process plus the seconds passed since.

    For durations and deadlines; dates shown to people use `time.time()`. Processes that share a
    database follow its clock.
    """
    return _BEGIN + _offset + time.monotonic()


def sync_clock(shared: float, asked: float) -> None:
    """Follow the shared clock, which showed `shared` when `time.monotonic()` was `asked`.

    Differences up to `NEAR` are the latency of the answer.
    """
    global _offset
    apart = shared - (_BEGIN + asked)
    if abs(apart - _offset) > NEAR:
        _offset = apart
