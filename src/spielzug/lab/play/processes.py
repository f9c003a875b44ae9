"""Other processes of this machine: for games that need the interpreter, of which each has one."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TypeVar

from spielzug.bots.clock import Stop
from spielzug.core.errors import SpielzugError
from spielzug.lab.play.workers import Crew, Jobs, Task, Threads, cores

J = TypeVar("J")
R = TypeVar("R")

TRIAL = 3.0  # seconds after which one knows how long a run will take
WORTH = 15.0  # seconds that must be left: processes need some to get ready

STOP = Stop()
"""In such a process: set when the run is to end."""


class Processes(Crew):
    """Fresh processes, one for each worker."""

    far = True
    seconds = 0.5

    def __init__(self, workers: int) -> None:
        self.workers = workers
        fresh = get_context("spawn")
        # Pipes are closed to ask for something, also by the system if this process is killed. An
        # event would wait for ever for a process that was killed while it listened.
        stop, self._stop = fresh.Pipe(duplex=False)
        leave, self._leave = fresh.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(workers, fresh, _begin, (stop, leave))

    def __exit__(self, *_: object) -> None:
        self._stop.close()
        self._pool.shutdown(cancel_futures=True)
        self._leave.close()

    def submit(self, task: Task[J, R], job: J, stop: Stop) -> Future[R]:
        assert task.elsewhere is not None
        return self._pool.submit(task.elsewhere, job)

    def each(self, task: Task[J, R], jobs: Jobs[J], stop: Stop) -> Iterator[R]:
        stop.when_set(self._stop.close)
        try:
            yield from super().each(task, jobs, stop)
        except BrokenProcessPool:
            self._leave.close()  # the pool waits for the others, and they wait for jobs
            raise SpielzugError(
                "a process that played games ended unexpectedly, perhaps because memory ran out; "
                "try fewer at once with --jobs"
            ) from None


def _begin(stop: Connection, leave: Connection) -> None:
    """The process that began the run says when it ends. Ctrl-C and SIGTERM often reach its whole
    group: what this one has played would be lost.

    SIGTERM has a handler and is not ignored, which programs that play would inherit.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: None)

    def listen(line: Connection, then: Callable[[], None]) -> None:
        with suppress(EOFError, OSError):
            line.recv()
        then()

    for line, then in ((stop, STOP.set), (leave, lambda: os._exit(1))):
        threading.Thread(target=listen, args=(line, then), daemon=True).start()


class Local(Crew):
    """All cores for games that are not compiled as a whole.

    Threads at first, which are there at once, and share the interpreter. When the run is known to
    be a long one processes go on, which do not.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._threads = Threads(workers)
        self._began = time.perf_counter()
        self._processes: Processes | None = None

    def __exit__(self, *_: object) -> None:
        for crew in (self._threads, self._processes):
            if crew is not None:
                crew.__exit__()

    def each(self, task: Task[J, R], jobs: Jobs[J], stop: Stop) -> Iterator[R]:
        if task.elsewhere is None or self.workers == 1:
            yield from self._threads.each(task, jobs, stop)
            return
        if self._processes is None:
            jobs.enough = lambda: (
                time.perf_counter() - self._began >= TRIAL and jobs.seconds_left >= WORTH
            )
            yield from self._threads.each(task, jobs, stop)
            jobs.enough = lambda: False
            if jobs.left and not stop.is_set():
                self._processes = Processes(self.workers)
        if self._processes is not None:
            yield from self._processes.each(task, jobs, stop)


@contextmanager
def hired(crew: Crew | None, compiled: bool, jobs: int | None = None) -> Iterator[Crew]:
    """This crew, or one of this machine for this run; only that one is sent home afterwards."""
    if crew is not None:
        yield crew
        return
    workers = jobs if jobs is not None else cores()
    with Threads(workers) if compiled else Local(workers) as own:
        yield own
