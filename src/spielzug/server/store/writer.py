"""The one thread that writes.

Whatever waits there when a transaction begins travels in it together, so that a hundred tables cost
a few syncs, not hundreds. If that fails it is tried without the job that failed, and then each
alone: only what is not on the disk is refused. Who waits is woken when the transaction is on the
disk, once for all of it.

A connection to a database of its own can be lost, even while a transaction is being committed: then
nobody knows whether it was. As soon as another connection can be had the database is asked what
became of the transaction: whoever else has written since, what is there counts. Only where it does
not know are the jobs run again, and each finds out by the revision of its table.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy.engine import Connection

from spielzug.server.counters import SIZES, Histogram
from spielzug.server.store.database import Database, wrap_driver_error

T = TypeVar("T")

TOGETHER = 128  # most jobs in one transaction
TRIES = 3  # of a job whose failure is nobody's fault
UNSURE = 15.0  # seconds to find out whether something is written, before it is refused
PAUSE = 0.2  # seconds between two tries to connect again


@dataclass
class WriteJob:
    work: Callable[[Connection], Any]
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Any]
    writes: bool = True


Done = tuple[WriteJob, Any, Exception | None]
"""A job, what it gave, and why it failed."""


class StoreWriter:
    def __init__(self, database: Database) -> None:
        self._database = database
        self.batches = Histogram(SIZES)
        """How many jobs travelled together."""
        self._connection: Connection | None = None
        self._unsure = False
        """Whether the last failure came when all was done but for the commit."""
        self._at: WriteJob | None = None
        """The job that it came at."""
        self._number: int | None = None
        """Of the last transaction, for the database."""
        self._done: list[Done] = []
        """What it has done, if it is written."""
        self._jobs: queue.SimpleQueue[WriteJob | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="store-writer", daemon=True)
        self._thread.start()

    async def write(self, work: Callable[[Connection], T]) -> T:
        return await self._do(work, writes=True)

    async def ask(self, work: Callable[[Connection], T]) -> T:
        """Run `work` on the writer's connection outside of any transaction, so nothing is locked.

        It must leave SQLAlchemy out, which would begin one.
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
                while len(jobs) < TOGETHER and not last:
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
        """Write what waits, and end."""
        self._jobs.put(None)
        self._thread.join()

    def _write(self, jobs: list[WriteJob], tries: int = TRIES, apart: bool = False) -> list[Done]:
        """All in one transaction; if that fails, without the one to blame; then one by one."""
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
        self._unsure, self._at = False, None
        if self._connection is None:
            self._connection = self._database.to_write()
        connection = self._connection
        self._number = self._database.begin(connection)
        try:
            done: list[Done] = []
            for self._at in jobs:
                done.append((self._at, self._at.work(connection), None))
            self._unsure, self._at, self._done = True, None, done
            self._database.commit(connection)
        except BaseException:
            self._database.roll_back(connection)
            raise
        return done

    def _is_written(self, number: int) -> bool:
        """What became of a transaction; also if it is still being committed."""
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
        """At once, or not; but what may be written must be found out."""
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
