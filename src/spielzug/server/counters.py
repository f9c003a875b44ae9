"""Counters and histograms of a running server, so cheap that they are always kept.

`web/metrics.py` exports them. They contain nothing about who plays, or from where.
"""

from __future__ import annotations

import logging
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


SIZES = (1, 2, 4, 8, 16, 32, 64, 128)


class Histogram:
    """A histogram with fixed upper bounds."""

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def add(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value

    def cumulative_buckets(self) -> list[tuple[str, float]]:
        """Upper bounds and cumulative counts, in Prometheus's form."""
        found, total = [], 0
        for bound, count in zip([*map(str, self.bounds), "+Inf"], self.counts, strict=True):
            total += count
            found.append((bound, float(total)))
        return found


class Counts:
    def __init__(self) -> None:
        self.requests: Counter[tuple[str, str, int]] = Counter()
        """By method, route and status."""
        self.answering = Histogram(SECONDS)
        self.entries: Counter[str] = Counter()
        """Log entries that this process has written, by kind."""
        self.saving = Histogram(SECONDS)
        """Seconds from the arrival of a decision until it was on the disk."""
        self.lines: Counter[str] = Counter()
        """Live connections opened, by kind: table, program or lobby."""
        self.lag = Histogram(SECONDS)
        """Seconds by which the event loop ran timers too late."""

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        self.requests[method, route, status] += 1
        self.answering.add(seconds)

    def saved(self, kinds: Sequence[str], seconds: float) -> None:
        self.entries.update(kinds)
        if kinds:
            self.saving.add(seconds)


class Errors(logging.Handler):
    """Counts logged warnings and errors by logger and level."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.seen: Counter[tuple[str, str]] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        self.seen[record.name, record.levelname.lower()] += 1
