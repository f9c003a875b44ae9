"""The log: one line for each thing that happened, for people to read or as JSON for programs.

What nobody should read there is not put in: no queries, no names, no whole address of a table. A
password in an address of a database is taken out of whatever is said.

A log that cannot be flooded: what goes wrong again and again is told once a second.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from spielzug.server.config.settings import without_password

PLAIN, JSON = "plain", "json"
FORMATS = (PLAIN, JSON)
FIELDS = "fields"
"""What a record has beside its sentence: ``log.info("…", extra={FIELDS: {…}})``."""

start = logging.getLogger("spielzug.start")


class Plain(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(name)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return without_password(super().format(record))


class AsJson(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
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
    """For this process. In plain words and without requests the log is left as Python has it."""
    if form == PLAIN and not requests:
        return
    handler = logging.StreamHandler()
    handler.setFormatter(AsJson() if form == JSON else Plain())
    logging.basicConfig(level=logging.INFO if requests else logging.WARNING, handlers=[handler])
    if form == JSON:
        start.setLevel(logging.INFO)


def status_printer(form: str) -> Callable[[str], None]:
    """How the few lines are said with which a server begins and ends."""
    if form == JSON:
        return start.info
    return lambda text: print(text, file=sys.stdout, flush=True)


def short_id(table_id: str) -> str:
    """Enough of a table's name to find it, not enough to go there."""
    return f"{table_id[:6]}…"


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


def install_log_throttle() -> None:
    """For this process; once is enough."""
    for name in NAMES:
        logger = logging.getLogger(name)
        if not any(isinstance(known, LogThrottle) for known in logger.filters):
            logger.addFilter(LogThrottle())
