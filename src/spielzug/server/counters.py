"""What a server counts about itself, as it runs: plain numbers, so cheap that they are always kept.

`ops/metrics.py` shows them to whoever asks for metrics. Nothing here tells who plays, or where.
"""

from __future__ import annotations

import logging
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


SIZES = (1, 2, 4, 8, 16, 32, 64, 128)


class Histogram:
    """How often something was how large: a histogram."""

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def add(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value

    def cumulative_buckets(self) -> list[tuple[str, float]]:
        """As Prometheus wants it: how many were at most so large."""
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
        """Of the logs, by kind, that this process has written."""
        self.saving = Histogram(SECONDS)
        """From a decision that came in until it was on the disk."""
        self.lines: Counter[str] = Counter()
        """Live connections that began, by what they are about."""
        self.lag = Histogram(SECONDS)
        """How much too late the loop came to what was due."""

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        self.requests[method, route, status] += 1
        self.answering.add(seconds)

    def saved(self, kinds: Sequence[str], seconds: float) -> None:
        self.entries.update(kinds)
        if kinds:
            self.saving.add(seconds)


class Errors(logging.Handler):
    """Counts what is logged as wrong, by who logged it."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.seen: Counter[tuple[str, str]] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        self.seen[record.name, record.levelname.lower()] += 1
