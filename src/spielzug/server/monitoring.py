"""The log and the counters of a running server.

Private data stays out of both: no query strings, no names, no complete table ids. Passwords in
database addresses are removed from every message. Counters are so cheap that they are always kept;
`web/metrics.py` exports them.
"""

from __future__ import annotations

import io
import json
import logging
import os
import sys
import threading
import time
from bisect import bisect_left
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache

from spielzug.core.match import LogEntry
from spielzug.server.config.settings import without_password

PLAIN, JSON = "plain", "json"
FIELDS = "fields"
"""Attribute for a record's extra JSON fields: ``log.info("…", extra={FIELDS: {…}})``."""

start = logging.getLogger("spielzug.start")
stray = logging.getLogger("spielzug.stderr")
"""For lines of this process and its children that are no entries of the log."""


class PlainFormatter(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(name)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return without_password(super().format(record))


class AsJson(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_password(record.getMessage()),
            **getattr(record, FIELDS, {}),
        }
        if record.exc_info:
            told["exception"] = without_password(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False, default=str)


def set_up_log(form: str, requests: bool) -> None:
    """Configure this process's log; plain and without `requests`, Python's default stays."""
    if form == PLAIN and not requests:
        return
    handler = logging.StreamHandler()
    handler.setFormatter(AsJson() if form == JSON else PlainFormatter())
    logging.basicConfig(level=logging.INFO if requests else logging.WARNING, handlers=[handler])
    if form == JSON:
        start.setLevel(logging.INFO)
        logging.captureWarnings(True)
        logging.raiseExceptions = False  # an entry that cannot be written would become another one
        sys.stderr = LogLines()


class LogLines(io.TextIOBase):
    """Takes the place of stderr: each line becomes an entry of the log."""

    def __init__(self) -> None:
        super().__init__()
        self._rest = ""

    def write(self, text: str) -> int:
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            stray.warning("%s", line)
        return len(text)


@cache
def child_stderr(form: str) -> int | None:
    """What processes started by this one get as stderr: with JSON, a pipe into the log."""
    if form != JSON:
        return None
    reading, writing = os.pipe()

    def follow() -> None:
        with open(reading, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                stray.warning("%s", line.rstrip("\n"))

    threading.Thread(target=follow, name="stderr", daemon=True).start()
    return writing


def status_printer(form: str) -> Callable[[str], None]:
    """Prints the messages at start and end: as JSON log records, or to stdout."""
    if form == JSON:
        return start.info
    return lambda text: print(text, file=sys.stdout, flush=True)


def short_id(table_id: str) -> str:
    """Enough of a table's id to find it in the database, too little to open its page."""
    return f"{table_id[:6]}…"


NAMES = ("asyncio", "uvicorn.error", "spielzug.server")
THROTTLE_SECONDS = 1.0
MAX_KINDS = 200  # kinds of messages that the throttle remembers


class LogThrottle(logging.Filter):
    """Passes one message of a kind per second; the next one says how many were left out."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._lock = threading.Lock()
        self._last_logged: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        # The message template, without its values, which differ each time.
        kind = (record.name, str(record.msg).partition("\n")[0][:200])
        now = self._clock()
        with self._lock:
            when, left_out = self._last_logged.pop(kind, (now - THROTTLE_SECONDS, 0))
            fine = now - when >= THROTTLE_SECONDS
            self._last_logged[kind] = (now, 0) if fine else (when, left_out + 1)
            if len(self._last_logged) > MAX_KINDS:
                self._last_logged.popitem(last=False)
        if fine and left_out:
            record.msg = f"{record.msg} (and {left_out} more like this)"
        return fine


def install_log_throttle() -> None:
    """Throttle the loggers in `NAMES`; further calls do nothing."""
    for name in NAMES:
        logger = logging.getLogger(name)
        if not any(isinstance(known, LogThrottle) for known in logger.filters):
            logger.addFilter(LogThrottle())


LATENCY_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


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
        self.answering = Histogram(LATENCY_BUCKETS)
        self.entries: Counter[str] = Counter()
        """Log entries that this process has written, by kind."""
        self.saving = Histogram(LATENCY_BUCKETS)
        """Seconds from the arrival of a decision until it was on the disk."""
        self.connections: Counter[str] = Counter()
        """Live connections opened, by kind: table, program or lobby."""
        self.lag = Histogram(LATENCY_BUCKETS)
        """Seconds by which the event loop ran timers too late."""

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        self.requests[method, route, status] += 1
        self.answering.add(seconds)

    def saved(self, entries: Sequence[LogEntry], seconds: float) -> None:
        for entry in entries:
            self.entries[entry.kind] += 1
        if entries:
            self.saving.add(seconds)


class Errors(logging.Handler):
    """Counts logged warnings and errors by logger and level."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.seen: Counter[tuple[str, str]] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        self.seen[record.name, record.levelname.lower()] += 1
