"""Worker pools for a run: threads, other processes, or a cluster; and the jobs they do.

A run is cut into jobs, each of which gives the same result wherever and whenever it is done. So a
pool may have any size, and the size of jobs is adapted on the way.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Generic, Self, TypeVar

from spielzug.bots.clock import Stop
from spielzug.core.errors import SpielzugError, UsageError

J = TypeVar("J")
R = TypeVar("R")
T = TypeVar("T")

MOST_JOBS = 4096  # at once: more than any machine has cores


def cores() -> int:
    """As many as this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return max(1, os.cpu_count() or 1)


def check_jobs(jobs: int | None) -> None:
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise UsageError(f"--jobs {jobs}: choose 1 to {MOST_JOBS}")


@dataclass(frozen=True)
class RemoteTask(Generic[J, R]):
    """Does jobs in another process, from these values alone."""

    prepare: Callable[..., Callable[[J, Stop], R]]
    """From the values, how to do a job."""
    values: tuple[object, ...]

    def __call__(self, job: J) -> R:
        done: R = _prepared(self)(job, STOP)
        return done


@lru_cache(maxsize=32)
def _prepared(task: RemoteTask[J, R]) -> Callable[[J, Stop], R]:
    """Cached: the games of a run come in many jobs."""
    return task.prepare(*task.values)


@dataclass(frozen=True)
class Task(Generic[J, R]):
    """How a job is done, in this process or in another one."""

    local_task: Callable[[J, Stop], R]
    remote_task: Callable[[J], R] | None
    """A picklable version for another process; None if the game is not known there."""

    @classmethod
    def of(
        cls,
        local_task: Callable[[J, Stop], R],
        prepare: Callable[..., Callable[[J, Stop], R]],
        spec: object | None,
        *values: object,
    ) -> Task[J, R]:
        """With a `RemoteTask` of these values, unless there is no `spec` of the game."""
        return cls(local_task, None if spec is None else RemoteTask(prepare, (spec, *values)))


class Jobs(Generic[J]):
    """The games of a run, cut into jobs that take about as long as suits the pool."""

    GROWTH = 4  # times the previous job at most: the first games say little about the time

    def __init__(self, games: int, take: Callable[[int], J], size: int = 1) -> None:
        self.left = games
        """Games not handed out yet."""
        self._take = take
        self._size, self._seconds, self._workers = size, 0.0, 1
        self._spent, self._played = 0.0, 0
        self.enough: Callable[[], bool] = lambda: False
        """True if the present pool should leave the rest to another."""

    @classmethod
    def of(cls, items: Iterable[T], games: int) -> Jobs[tuple[T, ...]]:
        """Single games, several of them per job."""
        supply = iter(items)

        def take(size: int) -> tuple[T, ...]:
            taken = tuple(islice(supply, size))
            if len(taken) < size:  # some were left out on the way
                made.left = 0
            return taken

        made = Jobs(games, take)
        return made

    @classmethod
    def between(cls, first: int, end: int, size: int = 1) -> Jobs[tuple[int, int]]:
        """Games by number, from `first` up to, but without, `end`."""
        made = Jobs(end - first, lambda count: (end - made.left - count, end - made.left), size)
        return made

    def fit(self, pool: WorkerPool) -> None:
        """Adapt the job size to this pool."""
        self._seconds, self._workers = pool.seconds, pool.workers

    def learn(self, games: int, seconds: float) -> None:
        """Record that a job of so many games took one worker so long."""
        self._spent += seconds
        self._played += games
        if self._played and self._spent:
            wanted = int(self._seconds * self._played / self._spent)
            self._size = max(1, min(wanted, self._size * self.GROWTH))

    @property
    def seconds_left(self) -> float:
        """An estimate for the games not handed out, with these workers."""
        return self.left * self._spent / max(1, self._played) / self._workers

    def __iter__(self) -> Iterator[J]:
        return self

    def __next__(self) -> J:
        if not self.left or self.enough():
            raise StopIteration
        # Smaller jobs towards the end, so that all workers end together.
        size = max(1, min(self._size, self.left // (2 * self._workers)))
        self.left -= size
        return self._take(size)


STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Ctrl-C, and what `kill`, `timeout` and a service manager send."""


@contextmanager
def stop_on_signals(stop: Stop) -> Iterator[None]:
    """Set `stop` on Ctrl-C or SIGTERM, so that the run ends and finished games count.

    A second signal has its usual effect. A flag interrupts nothing half-way, as an exception would.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def asked(*_: object) -> None:
        restore()
        stop.set()

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    before = {number: signal.getsignal(number) for number in STOP_SIGNALS}
    for number in STOP_SIGNALS:
        signal.signal(number, asked)
    try:
        yield
    finally:
        restore()


class WorkerPool:
    """Workers that do jobs, with a few queued ahead, and yield their results."""

    workers: int
    is_remote = False
    """Whether they run outside this process, and compile for themselves."""
    seconds = 0.1
    """The length of a job: short beside a run, long beside the cost of handing it over."""
    ahead = 4
    """Jobs queued per worker: none is idle, and a long run fills no memory."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End the workers."""

    def submit(self, task: Task[J, R], job: J, stop: Stop) -> Future[R]:
        raise NotImplementedError

    def cancel(self, future: Future[R]) -> None:
        """Cancel a job that has not begun."""
        future.cancel()

    def each(self, task: Task[J, R], jobs: Jobs[J], stop: Stop) -> Iterator[R]:
        """Yield results as they come.

        An error or `stop` ends it: no other job begins, those in progress are told to stop and
        waited for, and their results count too.
        """
        waiting: set[Future[R]] = set()
        jobs.fit(self)
        try:
            while True:
                if not stop.is_set():
                    room = self.ahead * self.workers - len(waiting)
                    waiting |= {self.submit(task, job, stop) for job in islice(jobs, room)}
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                if stop.is_set():
                    for future in waiting:
                        self.cancel(future)
                yield from (future.result() for future in done if not future.cancelled())
        except BaseException:
            stop.set()
            for future in waiting:
                self.cancel(future)
            wait(waiting)
            raise


class Threads(WorkerPool):
    """Threads of this process: enough for compiled code, which releases the interpreter lock."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool = ThreadPoolExecutor(workers)

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def submit(self, task: Task[J, R], job: J, stop: Stop) -> Future[R]:
        return self._pool.submit(task.local_task, job, stop)


Range = tuple[int, int]
"""From the first number up to, but without, the second."""


class Ranges:
    """A set of game numbers as few ranges; adjacent ranges are joined."""

    def __init__(self, ranges: Iterable[Range] = ()) -> None:
        self._all: list[Range] = []
        for first, end in ranges:
            self.add(first, end)

    def __iter__(self) -> Iterator[Range]:
        return iter(self._all)

    def __len__(self) -> int:
        return sum(end - first for first, end in self._all)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ranges) and self._all == other._all

    def __repr__(self) -> str:
        return f"Ranges({self._all})"

    def overlap(self, first: int, end: int) -> Range | None:
        """The first numbers of this range that are already here."""
        for have, until in self._all:
            if max(have, first) < min(until, end):
                return max(have, first), min(until, end)
        return None

    def add(self, first: int, end: int) -> None:
        """Add a range; raises ValueError if one of its games is already here."""
        if first >= end:
            return
        at = bisect_left(self._all, (first, end))
        before = self._all[at - 1] if at else None
        after = self._all[at] if at < len(self._all) else None
        if (before and before[1] > first) or (after and after[0] < end):
            raise ValueError(f"games {first} to {end - 1}: some of these were counted already")
        if before and before[1] == first:
            at, first = at - 1, before[0]
        if after and after[0] == end:
            end = after[1]
        width = len([one for one in (before, after) if one and first <= one[0] < end])
        self._all[at : at + width] = [(first, end)]

    def gaps(self, first: int, end: int) -> list[Range]:
        """The ranges missing between two numbers."""
        found, at = [], first
        for have, until in self._all:
            if at < have:
                found.append((at, min(have, end)))
            at = max(at, until)
        if at < end:
            found.append((at, end))
        return found


TRIAL = 3.0  # seconds after which the length of a run can be estimated
WORTH = 15.0  # seconds that must be left: processes need some time to start

STOP = Stop()
"""In a worker process: set when the run is to end."""


class Processes(WorkerPool):
    """New processes, one for each worker."""

    is_remote = True
    seconds = 0.5

    def __init__(self, workers: int) -> None:
        self.workers = workers
        fresh = get_context("spawn")
        # Closing a pipe is the signal; the system also closes it if this process is killed. An
        # event would wait for ever for a process killed while it listened.
        stop, self._stop = fresh.Pipe(duplex=False)
        leave, self._leave = fresh.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(workers, fresh, _begin, (stop, leave))

    def __exit__(self, *_: object) -> None:
        self._stop.close()
        self._pool.shutdown(cancel_futures=True)
        self._leave.close()

    def submit(self, task: Task[J, R], job: J, stop: Stop) -> Future[R]:
        assert task.remote_task is not None
        return self._pool.submit(task.remote_task, job)

    def each(self, task: Task[J, R], jobs: Jobs[J], stop: Stop) -> Iterator[R]:
        stop.on_set(self._stop.close)
        try:
            yield from super().each(task, jobs, stop)
        except BrokenProcessPool:
            self._leave.close()  # the pool waits for the other processes, and they wait for jobs
            raise SpielzugError(
                "a process that played games ended unexpectedly, perhaps because memory ran out; "
                "try fewer at once with --jobs"
            ) from None


def _begin(stop: Connection, leave: Connection) -> None:
    """Ignore Ctrl-C and SIGTERM, and end when the parent says so.

    Both often reach the whole process group, and the games of this process would be lost. SIGTERM
    gets a handler because an ignored signal would be inherited by external programs.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: None)

    def listen(line: Connection, then: Callable[[], None]) -> None:
        with suppress(EOFError, OSError):
            line.recv()
        then()

    for line, then in ((stop, STOP.set), (leave, lambda: os._exit(1))):
        threading.Thread(target=listen, args=(line, then), daemon=True).start()


class Local(WorkerPool):
    """All cores, for games that are not compiled as a whole.

    Starts with threads, which are ready at once but share the interpreter. When the run turns out
    to be long, processes take over.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._threads = Threads(workers)
        self._began = time.perf_counter()
        self._processes: Processes | None = None

    def __exit__(self, *_: object) -> None:
        for pool in (self._threads, self._processes):
            if pool is not None:
                pool.__exit__()

    def each(self, task: Task[J, R], jobs: Jobs[J], stop: Stop) -> Iterator[R]:
        if task.remote_task is None or self.workers == 1:
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
def pool_for_run(
    pool: WorkerPool | None, compiled: bool, jobs: int | None = None
) -> Iterator[WorkerPool]:
    """This pool, or a new one on this machine; only the new one is closed afterwards."""
    if pool is not None:
        yield pool
        return
    workers = jobs if jobs is not None else cores()
    with Threads(workers) if compiled else Local(workers) as own:
        yield own
