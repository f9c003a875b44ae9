"""A process that reviews one finished game: ``python -m spielzug.server.reviews.process``.

The first input line is the `ReviewJob`; the process reads the table from the database itself and
ends when its input is closed. Each message it writes is a line of JSON:

    {"kind": "progress", "done": 12, "total": 96}
    {"kind": "done", "size": 8123, "format": 1}             and then so many bytes (gzip)
    {"kind": "refused", "problem": [409, "no_result", null, {}]}
"""

from __future__ import annotations

import gzip
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from spielzug.core.table_values import ReviewView

PRIORITY = 15  # below the bots: no running game waits for it
PAUSE = 0.2  # seconds between two progress messages
COMPRESSION = 6


@dataclass(frozen=True)
class ReviewJob:
    database: str
    table: str
    view: ReviewView
    iterations: int | None
    """Search iterations per decision; None: the game's usual number."""
    sets: list[str]


class ReviewSteps:
    """Reports progress, at most every `PAUSE` seconds."""

    def __init__(self, say: Callable[[Mapping[str, object]], None]) -> None:
        self._say = say
        self._said = 0.0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._said >= PAUSE or done >= total:
            self._said = now
            self._say({"kind": "progress", "done": done, "total": total})


def run(wanted: ReviewJob, say: Callable[[Mapping[str, object]], None]) -> bytes:
    """The review as gzipped JSON."""
    from pydantic_core import to_json

    from spielzug.games import load_set
    from spielzug.review import budget_of, review
    from spielzug.server.background.worker import BackgroundWorker
    from spielzug.server.config.settings import read_database

    for path in wanted.sets:
        load_set(Path(path))
    match = BackgroundWorker(read_database(wanted.database)).table(wanted.table).played()
    budget = budget_of(match.game, wanted.iterations)
    made = review(match, view=wanted.view, budget=budget, progress=ReviewSteps(say))
    return gzip.compress(to_json(made), COMPRESSION, mtime=0)


def listen(pipe: int) -> None:
    os.read(pipe, 1)  # not through a file object: Python could not close that while it is read
    os._exit(1)  # the parent has died or given up


def main() -> int:
    # A stray print must not corrupt the messages.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        os.nice(PRIORITY)

    def say(told: Mapping[str, object], body: bytes = b"") -> None:
        out.write(json.dumps(told).encode() + b"\n" + body)
        out.flush()

    wanted = ReviewJob(**json.loads(sys.stdin.readline()))
    threading.Thread(target=listen, args=(sys.stdin.fileno(),), daemon=True).start()
    from spielzug.review.records import FORMAT
    from spielzug.server.problems import Problem, table_problems

    try:
        with table_problems():
            body = run(wanted, say)
    except Problem as problem:
        known = [problem.status, problem.code, problem.detail, problem.values]
        say({"kind": "refused", "problem": known})
    else:
        say({"kind": "done", "size": len(body), "format": FORMAT}, body)
    return 0


if __name__ == "__main__":
    sys.exit(main())
