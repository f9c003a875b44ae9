"""A server that reports where its CPU time goes: `python bench/profiled_server.py DATABASE`.

It is the real server on a free port, without limits and without compiling in the background. A CPU
timer samples the event loop's thread; the CPU time of the writer thread is measured. It reads
`begin` and then `report` from standard input, and answers with the seconds of each part. What the
sampling itself costs is measured, too, and left out of the parts.
"""

from __future__ import annotations

import json
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType

EVERY = 0.002  # seconds of CPU time between two samples
WRITER = "store-writer"

Place = tuple[str, tuple[str, ...]]
"""A file, and its functions; none stands for all."""

PARTS: dict[str, tuple[Place, ...]] = {
    "JSON and its models": (("/pydantic/", ()), ("/live/browser.py", ("_read", "_understood"))),
    "marks": (
        ("/core/packing.py", ()),
        ("/tables/log_marks.py", ()),
        ("/core/memory.py", ("digest", "_text")),
    ),
    "rules": (
        ("/core/match.py", ()),
        ("/core/luck.py", ()),
        ("/core/events.py", ("read_events", "event_buffer")),
        ("/core/memory.py", ("memory_of", "direct", "copy_record", "__call__")),
        (
            "/core/position.py",
            ("_find_legal", "step_unchecked", "seen", "_outcome", "actor", "over"),
        ),
        ("/table.py", ("decide", "follow", "seen")),
    ),
    "choices": (("/bots/message_fields.py", ("choices_of",)),),
    "views": (
        ("/say/view.py", ("view",)),
        ("/core/position.py", ("view",)),
        ("/core/memory.py", ()),
    ),
    "events and sentences": (
        ("/tables/messages.py", ("entry",)),
        ("/bots/message_fields.py", ("events_of",)),
    ),
    "writing": (
        ("/sqlalchemy/", ()),
        ("/server/store", ()),
        ("/tables/rows.py", ()),
        ("/manager.py", ("_writing", "_save")),
    ),
    "other processes": (("/server/cluster/", ()), ("/psycopg/", ())),
    "tables and messages": (("/spielzug/server/", ()), ("/spielzug/tables/", ())),
    "loop and sockets": (
        ("/asyncio/", ()),
        ("/uvicorn/", ()),
        ("/websockets/", ()),
        ("/starlette/", ()),
        ("/fastapi/", ()),
    ),
}
OPENING = "opening and joining tables"
"""Whatever is done inside one of the functions below, which is not part of a decision."""
OPENING_PLACES: tuple[Place, ...] = (
    ("/fastapi/routing.py", ()),
    ("/uvicorn/protocols/http/", ()),
    ("/websockets/server.py", ("accept", "process_request", "send_response")),
    ("/protocol_guard.py", ("handle_connect",)),
    ("/asyncio/", ("_accept_connection", "_accept_connection2", "_call_connection_lost")),
    ("/live/hub.py", ("_register", "_unregister", "_tell_presence")),
)
REST = "rest"


class LoopProfiler:
    """Samples what the event loop's thread is doing."""

    def __init__(self) -> None:
        self.stacks: Counter[tuple[CodeType, ...]] = Counter()
        self.spent = 0.0
        self.began = (0.0, 0.0, 0.0)
        signal.signal(signal.SIGPROF, self._sample)
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def _sample(self, number: int, frame: FrameType | None) -> None:
        begin = time.thread_time()
        if frame is not None and not frame.f_code.co_filename.endswith("/selectors.py"):
            self.stacks[tuple(stack(frame))] += 1  # otherwise it waits, and another thread works
        self.spent += time.thread_time() - begin

    @staticmethod
    def times() -> tuple[float, float, float]:
        """CPU time of the whole process, the event loop's thread and the writer thread."""
        by_name = {thread.name: thread.ident for thread in threading.enumerate()}

        def of(ident: int | None) -> float:
            known = ident is not None
            return time.clock_gettime(time.pthread_getcpuclockid(ident)) if known else 0.0

        return time.process_time(), of(threading.main_thread().ident), of(by_name.get(WRITER))

    def begin(self) -> None:
        self.stacks.clear()
        self.spent = 0.0
        self.began = self.times()

    def report(self) -> dict[str, float]:
        """Seconds of each part since the start, and in total."""
        whole, loop, writer = (
            now - then for now, then in zip(self.times(), self.began, strict=True)
        )
        whole, loop = whole - self.spent, loop - self.spent
        samples: Counter[str] = Counter()
        for codes, count in list(self.stacks.items()):
            samples[part_of(codes)] += count
        total = max(samples.total(), 1)
        told = {part: loop * samples[part] / total for part in (*PARTS, OPENING, REST)}
        told["writing"] += writer
        told[REST] += whole - loop - writer
        return {**told, "all": whole}


def stack(frame: FrameType | None) -> Iterator[CodeType]:
    """The functions that are running, the innermost first."""
    while frame is not None:
        yield frame.f_code
        frame = frame.f_back


def part_of(codes: tuple[CodeType, ...]) -> str:
    """The part of the innermost function that belongs to one."""
    if any(is_at(code, OPENING_PLACES) for code in codes):
        return OPENING
    return next((part for code in codes for part in PARTS if is_at(code, PARTS[part])), REST)


def is_at(code: CodeType, places: tuple[Place, ...]) -> bool:
    return any(
        place in code.co_filename and (not functions or code.co_name in functions)
        for place, functions in places
    )


def listen(watch: LoopProfiler) -> None:
    for line in sys.stdin:
        if line.strip() == "begin":
            watch.begin()
            print("begun", flush=True)
        else:
            print(json.dumps(watch.report()), flush=True)


if __name__ == "__main__":
    from spielzug.server import run

    threading.Thread(target=listen, args=[LoopProfiler()], daemon=True).start()
    given = sys.argv[1]
    run(
        port=0,
        database=given if "://" in given else Path(given),
        open_browser=False,
        limits=False,
        warm_up=False,
    )
