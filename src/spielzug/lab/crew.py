"""Work for all cores: a few jobs at a time, and an end when it is asked."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import Any, TypeVar

J = TypeVar("J")

AHEAD = 4  # jobs that wait for each worker: none is idle, and a long run fills no memory


def work(
    run: Callable[[J], Any], jobs: Iterable[J], workers: int, stop: Event | None = None
) -> None:
    """Do every job. An error, or Ctrl-C, ends it: no other job begins, `stop` tells those under
    way, and they are waited for."""
    waiting: deque[Future[Any]] = deque()
    pool = ThreadPoolExecutor(workers)
    try:
        for job in jobs:
            waiting.append(pool.submit(run, job))
            if len(waiting) >= AHEAD * workers:
                waiting.popleft().result()
        for future in waiting:
            future.result()
    except BaseException:
        if stop is not None:
            stop.set()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
