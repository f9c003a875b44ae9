"""The log: one line for each thing that happened, for people to read or as JSON for programs.

What nobody should read there is not put in: no queries, no names, no whole address of a table. A
password in an address of a database is taken out of whatever is said.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from spielzug.server import LOG_LINE
from spielzug.server.config.settings import without_password

PLAIN, JSON = "plain", "json"
FORMATS = (PLAIN, JSON)
FIELDS = "fields"
"""What a record has beside its sentence: ``log.info("…", extra={FIELDS: {…}})``."""

start = logging.getLogger("spielzug.start")


class Plain(logging.Formatter):
    def __init__(self) -> None:
        super().__init__(LOG_LINE)

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


def teller(form: str) -> Callable[[str], None]:
    """How the few lines are said with which a server begins and ends."""
    if form == JSON:
        return start.info
    return lambda text: print(text, file=sys.stdout, flush=True)


def shown_id(table_id: str) -> str:
    """Enough of a table's name to find it, not enough to go there."""
    return f"{table_id[:6]}…"
