"""Runs a comparison in its own process: ``python -m spielzug.lab.compare.worker``.

The first line of input says what to compare (see `CompareRequest`); ``stop`` ends the games, and
finished ones count. At the end of input the process and its workers end, and the run's folder is
removed. Each line of output is JSON:

    {"kind": "plan", "title": "shipped against mine", "planned": 400}
    {"kind": "progress", "done": 120, "left": 14.2}          games, and seconds
    {"kind": "told", "text": …}                              an error during the run
    {"kind": "writing"}
    {"kind": "done", "file": "report.html", "games": 400, "stopped": false}
    {"kind": "refused", "text": …}                           the request is not valid
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from spielzug.bots.clock import Stop
from spielzug.core.errors import SpielzugError

PRIORITY = 10  # below the tables, beside the bots
PAUSE = 0.2  # seconds between two progress lines
FIRST_GUESS = 1.0  # seconds of play before the remaining time is estimated
REPORT = "report.html"
MOST_TEXT = 4000  # characters of one message

Say = Callable[[dict[str, object]], None]
"""Writes one line of output."""


@dataclass(frozen=True)
class CompareRequest:
    game: str
    sides: list[str]
    """As `spielzug compare` takes them; files are in `folder`."""
    bots: list[str]
    seats: list[int]
    games: int
    seed: str
    lang: str
    folder: str
    sets: list[str]
    """Files that the sides may name as a value of the option `set`."""


def run(wanted: CompareRequest, say: Say, stop: Stop) -> None:
    from spielzug.games import get_game, load_set
    from spielzug.lab.compare.comparison import compare
    from spielzug.lab.compare.comparison_result import ComparisonPlan
    from spielzug.lab.compare.variants import sides
    from spielzug.lab.report import check_dependencies, render_report

    check_dependencies()
    for path in wanted.sets:
        load_set(Path(path))
    game = get_game(wanted.game)
    both = sides(game, wanted.sides)
    plan = ComparisonPlan.make(
        game, both, wanted.bots, wanted.games, wanted.seats, wanted.seed, lang=wanted.lang
    )
    say({"kind": "plan", "title": " – ".join(side.label for side in both), "planned": plan.planned})
    found = compare(
        plan,
        CompareProgress(say),
        lambda text: say({"kind": "told", "text": text[:MOST_TEXT]}),
        stop=stop,
    )
    if not found.games:
        say({"kind": "done", "file": None, "games": 0, "stopped": True})
        return
    say({"kind": "writing"})
    Path(REPORT).write_text(render_report(found.to_json(), wanted.lang), "utf-8")
    say({"kind": "done", "file": REPORT, "games": found.games, "stopped": found.stopped})


class CompareProgress:
    """Reports progress, at most once per `PAUSE`."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._first: tuple[float, int] | None = None
        self._said = 0.0

    def __call__(self, done: int, planned: int) -> None:
        now = time.monotonic()
        if self._first is None:  # counted from here, because compiling came before
            self._first = (now, done)
        if now - self._said < PAUSE and done < planned:
            return
        self._said = now
        begin, before = self._first
        left = None
        if done > before and now - begin >= FIRST_GUESS:
            left = round((now - begin) / (done - before) * (planned - done), 1)
        self._say({"kind": "progress", "done": done, "left": left})


def listen(lines: IO[str], stop: Stop, folder: Path) -> None:
    for line in lines:
        if line.strip() == "stop":
            stop.set()
    # The parent process is gone: end this process group.
    shutil.rmtree(folder, ignore_errors=True)
    if os.name == "posix" and os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def main() -> int:
    # Accidental prints go to stderr, not between the lines.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        os.nice(PRIORITY)

    def say(told: dict[str, object]) -> None:
        out.write(json.dumps(told) + "\n")
        out.flush()

    # Not sys.stdin: Python could not close it at its end, while the thread reads.
    given = os.fdopen(os.dup(0), encoding="utf-8")
    wanted = CompareRequest(**json.loads(given.readline()))
    stop = Stop()
    folder = Path(wanted.folder)
    threading.Thread(target=listen, args=(given, stop, folder), daemon=True).start()
    sys.path[:] = [os.path.abspath(entry) for entry in sys.path]
    os.chdir(folder)  # so that the report shows bare file names
    try:
        run(wanted, say, stop)
    except SpielzugError as error:
        say({"kind": "refused", "text": str(error)[:MOST_TEXT]})
    return 0


if __name__ == "__main__":
    sys.exit(main())
