"""A log that cannot be flooded: what goes wrong again and again is told once a second."""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

NAMES = ("asyncio", "uvicorn.error", "spielzug.server")
SECONDS = 1.0
ROOM = 200  # kinds of messages that are remembered


class LogThrottle(logging.Filter):
    """Lets one message of a kind through each second; the next says how many were left out."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._lock = threading.Lock()
        self._told: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        # By what stands in the source, not by what is filled in: that changes all the time.
        kind = (record.name, str(record.msg).partition("\n")[0][:200])
        now = self._clock()
        with self._lock:
            when, left_out = self._told.pop(kind, (now - SECONDS, 0))
            fine = now - when >= SECONDS
            self._told[kind] = (now, 0) if fine else (when, left_out + 1)
            if len(self._told) > ROOM:
                self._told.popitem(last=False)
        if fine and left_out:
            record.msg = f"{record.msg} (and {left_out} more of these)"
        return fine


def keep_quiet() -> None:
    """For this process; once is enough."""
    for name in NAMES:
        logger = logging.getLogger(name)
        if not any(isinstance(known, LogThrottle) for known in logger.filters):
            logger.addFilter(LogThrottle())
