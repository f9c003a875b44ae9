"""Who does the work of a run: threads of this process, other processes, or a cluster.

A run is cut into jobs, and each of them gives the same wherever and whenever it is done. So a crew
may be of any size, and how large the jobs are may be found out on the way.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, Self, TypeVar

from spielzug.bots.clock import Stop
from spielzug.core.errors import UsageError

J = TypeVar("J")
R = TypeVar("R")

MOST_JOBS = 4096  # at once: more than any machine has cores


def cores() -> int:
    """As many as this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return max(1, os.cpu_count() or 1)


def refuse_jobs(jobs: int | None) -> None:
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise UsageError(f"--jobs {jobs}: choose 1 to {MOST_JOBS}")


@dataclass(frozen=True)
class Task(Generic[J, R]):
    """How a job is done, by whoever does it."""

    here: Callable[[J, Stop], R]
    elsewhere: Callable[[J], R] | None
    """The same for another process, to which it can be sent; None if that knows nothing of it."""


class Jobs(Generic[J]):
    """The games of a run, cut into jobs that take about as long as it pays for a crew."""

    GROWTH = 4  # at most so many times the job before: the first games tell little

    def __init__(self, games: int, take: Callable[[int], J], size: int = 1) -> None:
        self.left = games
        """That nobody has taken yet."""
        self._take = take
        self._size, self._seconds, self._workers = size, 0.0, 1
        self._spent, self._played = 0.0, 0
        self.enough: Callable[[], bool] = lambda: False
        """Whether those who take them now should leave the rest to others."""

    @classmethod
    def of(cls, items: Iterable[Any], games: int) -> Jobs[tuple[Any, ...]]:
        """Single games, several of them at a time."""
        supply = iter(items)
        return Jobs(games, lambda size: tuple(islice(supply, size)))

    @classmethod
    def between(cls, first: int, end: int, size: int = 1) -> Jobs[tuple[int, int]]:
        """Games by their numbers, from `first` up to, and without, `end`."""
        made = Jobs(end - first, lambda count: (end - made.left - count, end - made.left), size)
        return made

    def fit(self, crew: Crew) -> None:
        """From now on this crew takes them."""
        self._seconds, self._workers = crew.seconds, crew.workers

    def learn(self, games: int, seconds: float) -> None:
        """A job of so many games took one worker so long."""
        self._spent += seconds
        self._played += games
        if self._played and self._spent:
            wanted = int(self._seconds * self._played / self._spent)
            self._size = max(1, min(wanted, self._size * self.GROWTH))

    @property
    def seconds_left(self) -> float:
        """For those that nobody has taken, with these workers and by what is known so far."""
        return self.left * self._spent / max(1, self._played) / self._workers

    def __iter__(self) -> Iterator[J]:
        return self

    def __next__(self) -> J:
        if not self.left or self.enough():
            raise StopIteration
        # Towards the end less, so that all workers end together.
        size = max(1, min(self._size, self.left // (2 * self._workers)))
        self.left -= size
        return self._take(size)


STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Ctrl-C, and what `kill`, `timeout` and a service manager send."""


@contextmanager
def until_ctrl_c(stop: Stop) -> Iterator[None]:
    """Ctrl-C and SIGTERM are no errors but ask for an end: what is done counts. The second one is
    impatient, and does what it would have done without us.

    Nothing is torn apart on the way, as an exception out of nowhere would do it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def asked(*_: Any) -> None:
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


class Crew:
    """Workers that do jobs, a few ahead of those under way, and give what comes of them."""

    workers: int
    far = False
    """Whether they are elsewhere, and get ready by themselves."""
    seconds = 0.1
    """That a job should take: short beside a run, long beside what it costs to hand it over."""
    ahead = 4
    """Jobs that wait for each worker: none is idle, and a long run fills no memory."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Send everybody home."""

    def submit(self, task: Task[J, R], job: J, stop: Stop) -> Future[R]:
        raise NotImplementedError

    def cancel(self, future: Future[Any]) -> None:
        """What has not begun need not begin."""
        future.cancel()

    def each(self, task: Task[J, R], jobs: Jobs[J], stop: Stop) -> Iterator[R]:
        """What comes of every job, as it comes. An error, or `stop`, ends it: no other job begins,
        those under way are told, and waited for. What they give then counts, too."""
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


class Threads(Crew):
    """Threads of this process: enough for compiled code, which needs no interpreter."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool = ThreadPoolExecutor(workers)

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def submit(self, task: Task[J, R], job: J, stop: Stop) -> Future[R]:
        return self._pool.submit(task.here, job, stop)
