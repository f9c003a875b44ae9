"""The thread that does all writes, in batches.

All jobs that wait when a transaction begins share it, so that a hundred tables cost a few syncs,
not hundreds, and those of the same kind share their statements. If it fails, it is retried without
the job that failed, and then job by job: only jobs that are not on disk fail. When it is on disk,
the callers are woken, once per event loop.

A connection to PostgreSQL can be lost even during a commit, which leaves the outcome open. After
reconnecting, the writer asks the database for the outcome of the transaction. Only if that is
unknown do the jobs run again, and each checks the revision of its table.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy.engine import Connection

from spielzug.server.monitoring import SIZES, Histogram
from spielzug.server.store.base import Database, wrap_driver_error

T = TypeVar("T")

MAX_BATCH = 128  # most jobs in one transaction
TRIES = 3  # of a job after a transient failure
UNSURE = 15.0  # seconds to find out whether a commit succeeded, before its jobs fail
PAUSE = 0.2  # seconds between two attempts to reconnect


class JointWork(ABC):
    """Work that can be done for many jobs at once, with a few statements for all of them.

    Around each statement the thread gives the GIL away and waits for it again. While the event loop
    is busy, that takes more time than the statement.
    """

    tried = False
    """Whether it was begun before: then it may have been done already, and is done alone."""

    @abstractmethod
    def __call__(self, connection: Connection) -> object:
        """Do this piece alone."""

    @abstractmethod
    def do_all(self, connection: Connection, works: Sequence[Any]) -> None:
        """Do all of these, or raise: then each of them is done alone."""


@dataclass
class WriteJob:
    work: Callable[[Connection], object]
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Any]
    writes: bool = True


Done = tuple[WriteJob, object, Exception | None]
"""A job with its result or its failure."""


class StoreWriter:
    def __init__(self, database: Database) -> None:
        self._database = database
        self.batches = Histogram(SIZES)
        """The number of jobs per transaction."""
        self._connection: Connection | None = None
        self._unsure = False
        """Whether the last failure happened during the commit."""
        self._at: WriteJob | None = None
        """The job at which it happened."""
        self._jointly = False
        """Whether it happened in what several jobs do at once."""
        self._number: int | None = None
        """The database's number for the last transaction."""
        self._done: list[Done] = []
        """The results of the last transaction, valid if it was committed."""
        self._jobs: queue.SimpleQueue[WriteJob | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="store-writer", daemon=True)
        self._thread.start()

    async def write(self, work: Callable[[Connection], T]) -> T:
        return await self._do(work, writes=True)

    async def ask(self, work: Callable[[Connection], T]) -> T:
        """Run `work` on the writer's connection outside any transaction, so nothing is locked.

        `work` must not use SQLAlchemy, which would begin one.
        """
        return await self._do(work, writes=False)

    async def _do(self, work: Callable[[Connection], T], writes: bool) -> T:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._jobs.put(WriteJob(work, loop, answer, writes))
        return await answer

    def _write_all(self) -> None:
        last = False
        while not last and (first := self._jobs.get()) is not None:
            jobs = [first]
            with contextlib.suppress(queue.Empty):
                while len(jobs) < MAX_BATCH and not last:
                    if (job := self._jobs.get_nowait()) is None:
                        last = True
                    else:
                        jobs.append(job)
            writing = [job for job in jobs if job.writes]
            if writing:
                self.batches.add(len(writing))
                _tell(self._write(writing))
            _tell([self._ask(job) for job in jobs if not job.writes])
        self._drop_connection()

    def close(self) -> None:
        """Write what is queued, and end the thread."""
        self._jobs.put(None)
        self._thread.join()

    def _write(self, jobs: list[WriteJob], tries: int = TRIES, apart: bool = False) -> list[Done]:
        """Write all in one transaction; if that fails, without the failed job; then one by one."""
        try:
            return self._transact(jobs)
        except Exception as error:
            failure = wrap_driver_error(error)
        lost = self._connection is None or self._database.is_lost(self._connection)
        if lost:
            unsure, number, done = self._unsure, self._number, self._done
            if not (tries or unsure) or not self._connect_again():
                return [(job, None, failure) for job in jobs]
            if unsure and number is not None and self._is_written(number):
                return done
            if tries == 0:
                return [(job, None, failure) for job in jobs]
        if self._jointly and not lost:  # now each does its own statements
            return self._write(jobs, tries, apart)
        if len(jobs) > 1 and (failed := self._at) is not None and not lost and not apart:
            rest = [job for job in jobs if job is not failed]
            return [*self._write(rest, tries, apart=True), *self._write([failed], tries)]
        if len(jobs) > 1:
            return [done for job in jobs for done in self._write([job], tries - lost)]
        if tries > 0 and (lost or self._database.is_transient(failure)):
            return self._write(jobs, tries - 1)
        return [(jobs[0], None, failure)]

    def _ask(self, job: WriteJob) -> Done:
        try:
            if self._connection is None:
                self._connection = self._database.to_write()
            return job, job.work(self._connection), None
        except Exception as error:
            return job, None, wrap_driver_error(error)

    def _transact(self, jobs: list[WriteJob]) -> list[Done]:
        self._unsure, self._at, self._jointly = False, None, False
        if self._connection is None:
            self._connection = self._database.to_write()
        connection = self._connection
        self._number = self._database.begin(connection)
        try:
            self._jointly = True
            done = _do_jointly(connection, jobs)
            self._jointly = False
            for self._at in jobs[len(done) :]:
                done.append((self._at, self._at.work(connection), None))
            self._unsure, self._at, self._done = True, None, done
            self._database.commit(connection)
        except BaseException:
            self._database.roll_back(connection)
            raise
        return done

    def _is_written(self, number: int) -> bool:
        """Whether a transaction was committed; waits while it is in progress."""
        deadline = time.monotonic() + UNSURE
        while time.monotonic() < deadline:
            try:
                assert self._connection is not None
                fate = self._database.fate(self._connection, number)
            except Exception:
                if not self._connect_again():
                    return False
                continue
            if fate != "under way":
                return fate == "written"
            time.sleep(PAUSE / 4)
        return False

    def _connect_again(self) -> bool:
        """One attempt; if a commit's outcome is open, keep trying for `UNSURE` seconds."""
        self._drop_connection()
        deadline = time.monotonic() + (UNSURE if self._unsure else 0.0)
        while True:
            try:
                self._connection = self._database.to_write()
                return True
            except Exception:
                if time.monotonic() >= deadline:
                    return False
                time.sleep(PAUSE)

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                if self._database.is_lost(connection):
                    connection.invalidate()
            with contextlib.suppress(Exception):
                connection.close()


def _do_jointly(connection: Connection, jobs: list[WriteJob]) -> list[Done]:
    """Do together the jobs that can be, and move them to the front of the list."""
    works = {
        id(job): job.work for job in jobs if isinstance(job.work, JointWork) and not job.work.tried
    }
    if len(works) < 2:
        return []
    jobs.sort(key=lambda job: id(job) not in works)
    first, *_ = together = list(works.values())
    first.do_all(connection, together)
    return [(job, None, None) for job in jobs[: len(works)]]


def _tell(done: list[Done]) -> None:
    """Deliver the results, waking each event loop once."""
    for loop in {job.loop for job, _, _ in done}:
        mine = [one for one in done if one[0].loop is loop]
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(_answer, mine)


def _answer(done: list[Done]) -> None:
    for job, value, failure in done:
        if job.answer.done():  # the caller was cancelled
            continue
        if failure is None:
            job.answer.set_result(value)
        else:
            job.answer.set_exception(failure)
