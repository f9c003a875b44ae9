"""The one thread that writes the file.

Whatever waits there when a transaction begins travels in it together, so that a hundred tables cost
a few syncs, not hundreds. If that fails each job is tried alone: only what is not on the disk is
refused. Who waits is woken when the transaction is on the disk, once for all of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy.engine import Connection, Engine

from spielzug.server.counts import SIZES, Spread
from spielzug.server.store.driver import driver_of, known_error

T = TypeVar("T")

TOGETHER = 128  # most jobs in one transaction


@dataclass
class Job:
    work: Callable[[Connection], Any]
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Any]


Done = tuple[Job, Any, Exception | None]
"""A job, what it gave, and why it failed."""


class Writer:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.batches = Spread(SIZES)
        """How many jobs travelled together."""
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="store-writer", daemon=True)
        self._thread.start()

    async def write(self, work: Callable[[Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._jobs.put(Job(work, loop, answer))
        return await answer

    def _write_all(self) -> None:
        with self._engine.connect() as connection:
            last = False
            while not last and (first := self._jobs.get()) is not None:
                jobs = [first]
                with contextlib.suppress(queue.Empty):
                    while len(jobs) < TOGETHER and not last:
                        if (job := self._jobs.get_nowait()) is None:
                            last = True
                        else:
                            jobs.append(job)
                self.batches.add(len(jobs))
                _tell(_write(connection, jobs))

    def close(self) -> None:
        """Write what waits, and end."""
        self._jobs.put(None)
        self._thread.join()


def _write(connection: Connection, jobs: list[Job]) -> list[Done]:
    """All in one transaction; if that fails, one after the other."""
    try:
        with _transaction(connection):
            done: list[Done] = [(job, job.work(connection), None) for job in jobs]
        return done
    except Exception as error:
        if len(jobs) == 1:
            return [(jobs[0], None, known_error(error))]
    return [done for job in jobs for done in _write(connection, [job])]


@contextlib.contextmanager
def _transaction(connection: Connection) -> Iterator[None]:
    """Begun and ended without SQLAlchemy; what that executes in between is part of it."""
    driver = driver_of(connection)
    driver.execute("BEGIN IMMEDIATE")
    try:
        yield
        driver.execute("COMMIT")
    finally:
        if driver.in_transaction:
            driver.rollback()
        connection.rollback()  # for SQLAlchemy, too, it is over


def _tell(done: list[Done]) -> None:
    """Wake each loop once for all that was written."""
    for loop in {job.loop for job, _, _ in done}:
        mine = [one for one in done if one[0].loop is loop]
        with contextlib.suppress(RuntimeError):  # a loop that is closed waits for nothing
            loop.call_soon_threadsafe(_answer, mine)


def _answer(done: list[Done]) -> None:
    for job, value, failure in done:
        if job.answer.done():  # whoever waited has gone away
            continue
        if failure is None:
            job.answer.set_result(value)
        else:
            job.answer.set_exception(failure)
