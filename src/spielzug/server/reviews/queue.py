"""The queue of reviews: one runs at a time, and identical requests share it.

Clients poll for progress; a review is cancelled if nobody has asked for `ABANDONED_SECONDS`
seconds. Networks and devices take turns, so that many requests from one delay nobody else. A
review process that dies is retried once; then the review counts as failed until it is requested
again. If several servers share a database, a lease lets one of them make each review, and all
report its progress.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from spielzug.bots.clock import Stop
from spielzug.core.rules_mode import compiled_rules_env
from spielzug.core.table_values import ReviewView
from spielzug.review.answers import ReviewStatus
from spielzug.review.records import FORMAT
from spielzug.server.cluster.leases import HeldLease, Lease, LeaseLost, SharedLeases, fence
from spielzug.server.config.settings import Settings
from spielzug.server.limits.fair_queue import FairQueue
from spielzug.server.monitoring import child_stderr
from spielzug.server.problems import Problem, table_problems
from spielzug.server.reviews.process import ReviewJob
from spielzug.server.store import sql
from spielzug.server.store.schema import ReviewRow
from spielzug.server.store.store import Store, portable_name
from spielzug.tables.endings import require_reviewable

if TYPE_CHECKING:
    from spielzug.wire import responses


FAILED = 600.0  # seconds that other processes report a failure


class ReviewLeases:
    """Leases on reviews: the holder makes the review and reports progress in the lease's note."""

    def __init__(self, leases: SharedLeases) -> None:
        self._leases = leases

    async def acquire(self, which: ReviewKey) -> Lease | None:
        return await self._leases.acquire(_name(which))

    async def ask(self, which: ReviewKey) -> HeldLease | None:
        """Read the holder's report, and record that somebody waits for the review."""
        return await self._leases.ask(_name(which))

    async def report(self, lease: Lease, pending: PendingReview) -> float:
        """Report progress; returns the seconds since anybody asked at any process."""
        told = {"state": pending.state, "done": pending.done, "total": pending.total}
        return await self._leases.report(lease, json.dumps(told))

    async def end(self, lease: Lease, trouble: Problem | None) -> None:
        last: str | None = None
        if trouble is not None:
            known = [trouble.status, trouble.code, trouble.detail, trouble.values]
            last = json.dumps({"state": "failed", "problem": known})
        await self._leases.end(lease, last)


def state_of(held: HeldLease) -> ReviewState | None:
    """The review's state by its lease; None if nobody is making it."""

    said: dict[str, Any] = json.loads(held.note or "{}")
    if said.get("state") == "failed":
        status, code, detail, values = said["problem"]
        recent = held.silent < FAILED
        return (
            ReviewState("failed", trouble=Problem(status, code, detail, **values))
            if recent
            else None
        )
    if not held.alive:
        return None
    progress: responses.ReviewProgress = {
        "done": said.get("done", 0),
        "total": said.get("total", 0),
    }
    return ReviewState("running" if said.get("state") == "running" else "waiting", progress)


def _name(which: ReviewKey) -> str:
    return f"review:{which.table}:{which.view}"


log = logging.getLogger("spielzug.server")

COMMAND: tuple[str, ...] = (sys.executable, "-m", "spielzug.server.reviews.process")
MAX_LINE_BYTES = 1 << 20  # bytes of a line from the process
TRIES = 2
ABANDONED_SECONDS = 10.0  # seconds without a request until a review is cancelled
CHECK_SECONDS = 1.0  # seconds between two checks whether somebody still waits
SILENCE = 900.0  # seconds without output until it counts as hung (compiling a large game is silent)
MAX_FAILURES = 1000  # failures that are remembered


@dataclass(frozen=True)
class ReviewKey:
    table: str
    view: ReviewView


@dataclass
class PendingReview:
    """A review that somebody waits for."""

    state: Literal["waiting", "running"] = "waiting"
    done: int = 0
    total: int = 0
    asked: dict[str, float] = field(default_factory=dict)
    """When each device last asked for its progress."""
    task: asyncio.Task[None] | None = None
    lease: Lease | None = None
    """Only if several processes share the database."""

    def ask(self, device: str) -> None:
        self.asked[device] = time.monotonic()

    @property
    def is_abandoned(self) -> bool:
        return not self.asked or time.monotonic() - max(self.asked.values()) > ABANDONED_SECONDS


@dataclass(frozen=True)
class ReviewState:
    """The state of a review, as reported to a client."""

    state: ReviewStatus
    progress: responses.ReviewProgress | None = None
    trouble: Problem | None = None


class ReviewProcessError(Exception):
    """The process ended or hung without a result."""


class Reviews:
    def __init__(
        self, settings: Settings, store: Store, shared: ReviewLeases | None = None
    ) -> None:
        self._settings = settings
        self._store = store
        self._shared = shared
        """Set if other processes may make reviews of the same tables."""
        self._queue = FairQueue(1, "review")
        self._waited: dict[ReviewKey, PendingReview] = {}
        self._failed: OrderedDict[ReviewKey, Problem] = OrderedDict()
        self._closing = False

    @property
    def waiting(self) -> int:
        """The number of unfinished reviews, including the running one."""
        return len(self._waited)

    # -- requests ---------------------------------------------------------------------------------

    async def ask(self, which: ReviewKey, device: str, network: str) -> ReviewState:
        """Start the review unless it exists or is running; returns its state."""
        stands = await self.look(which, device)
        if stands.state not in ("none", "failed") or self._closing:
            return stands
        await self._begin(which, device, network)
        return await self.look(which, device)

    async def _begin(self, which: ReviewKey, device: str, network: str) -> None:
        """Start the review here, unless another process holds its lease."""
        lease = await self._shared.acquire(which) if self._shared is not None else None
        if self._shared is not None and lease is None:
            return
        if which not in self._waited:  # somebody else may have asked meanwhile
            self._failed.pop(which, None)
            pending = self._waited[which] = PendingReview(lease=lease)
            pending.ask(device)
            pending.task = asyncio.create_task(
                self._run_while_wanted(which, pending, (network, device))
            )

    async def look(self, which: ReviewKey, device: str) -> ReviewState:
        """The state of a review; asking keeps it from being cancelled."""
        pending = self._waited.get(which)
        if pending is None:
            found = await self._store.read(
                lambda c: sql.reviewable(c, which.table, which.view, FORMAT)
            )
            if found is None:
                raise Problem(404, "no_table")
            with table_problems():
                require_reviewable(found.status, found.reason)
            if found.made:
                return ReviewState("ready")
            pending = self._waited.get(which)
        if pending is None and self._shared is not None:
            held = await self._shared.ask(which)
            stands = None if held is None else state_of(held)
            if stands is not None:
                return stands
            if held is not None and held.silent < ABANDONED_SECONDS:  # its process died: take over
                await self._begin(which, device, "")
            pending = self._waited.get(which)
        if pending is None:
            trouble = self._failed.get(which)
            return ReviewState("none" if trouble is None else "failed", trouble=trouble)
        pending.ask(device)
        return ReviewState(pending.state, {"done": pending.done, "total": pending.total})

    def leave(self, which: ReviewKey, device: str) -> None:
        """The device no longer waits; cancels the review if nobody else does."""
        pending = self._waited.get(which)
        if pending is not None:
            pending.asked.pop(device, None)
            if not pending.asked and pending.task is not None:
                pending.task.cancel()
                del self._waited[which]

    # -- making -----------------------------------------------------------------------------------

    async def _run_while_wanted(
        self, which: ReviewKey, pending: PendingReview, path: Sequence[str]
    ) -> None:
        """Make the review; cancel it when nobody waits any more."""
        making = asyncio.create_task(self._make(which, pending, path))
        try:
            while not making.done() and not await self._is_abandoned(pending):
                await asyncio.wait({making}, timeout=CHECK_SECONDS)
        except LeaseLost:
            log.warning("stopped a review that another process has taken over")
        finally:
            making.cancel()
            if self._waited.get(which) is pending:
                del self._waited[which]
            with contextlib.suppress(asyncio.CancelledError, LeaseLost):
                await making
            if self._shared is not None and pending.lease is not None:
                await self._shared.end(pending.lease, self._failed.get(which))

    async def _is_abandoned(self, pending: PendingReview) -> bool:
        """Whether nobody asks any more, here or at any other process."""
        if self._shared is None or pending.lease is None:
            return pending.is_abandoned
        try:
            silent = await self._shared.report(pending.lease, pending)
        except (DBAPIError, OSError):
            return pending.is_abandoned
        return pending.is_abandoned and silent > ABANDONED_SECONDS

    async def _make(self, which: ReviewKey, pending: PendingReview, path: Sequence[str]) -> None:
        async with self._queue.turn(path, Stop()):
            pending.state = "running"
            try:
                packed, form = await self._try(which, pending)
                row: ReviewRow = {
                    "table_id": which.table, "view": which.view, "format": form,
                    "created": time.time(), "packed": packed,
                }  # fmt: skip
                await self._store.write(lambda c: _keep(c, row, pending.lease))
            except Problem as problem:
                self._fail(which, problem)
            except (ReviewProcessError, OSError, DBAPIError, ValueError, LookupError) as error:
                log.error("a review failed: %s", error)
                self._fail(which, Problem(500, "review_failed"))

    def _fail(self, which: ReviewKey, problem: Problem) -> None:
        self._failed[which] = problem
        while len(self._failed) > MAX_FAILURES:
            self._failed.popitem(last=False)

    async def _try(self, which: ReviewKey, pending: PendingReview) -> tuple[bytes, int]:
        for again in range(1, TRIES):
            try:
                return await self._run(which, pending)
            except ReviewProcessError as error:
                log.error("a review failed: %s; retry %d", error, again)
                pending.done = 0
        return await self._run(which, pending)

    async def _run(self, which: ReviewKey, pending: PendingReview) -> tuple[bytes, int]:
        """Run a review process; cancelling kills it."""
        process = await asyncio.create_subprocess_exec(
            *COMMAND,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=child_stderr(self._settings.log_format),
            limit=MAX_LINE_BYTES,
            env=compiled_rules_env(),
            process_group=0,  # Ctrl-C must reach only the server, which then ends this process
        )
        try:
            return await self._read_result(process, self._job(which), pending)
        finally:
            _kill(process)
            await asyncio.shield(process.wait())

    def _job(self, which: ReviewKey) -> ReviewJob:
        return ReviewJob(
            database=portable_name(self._settings.database),
            table=which.table,
            view=which.view,
            iterations=self._settings.review_iterations,
            sets=[str(path.resolve()) for path in self._settings.sets],
        )

    async def _read_result(
        self, process: asyncio.subprocess.Process, wanted: ReviewJob, pending: PendingReview
    ) -> tuple[bytes, int]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(asdict(wanted)).encode() + b"\n")
        with contextlib.suppress(ConnectionError):
            await process.stdin.drain()
        while True:
            try:
                async with asyncio.timeout(SILENCE):
                    line = await process.stdout.readline()
            except TimeoutError:
                raise ReviewProcessError(
                    f"nothing was heard of it for {SILENCE:.0f} seconds"
                ) from None
            if not line:
                raise ReviewProcessError(f"the process ended ({await process.wait()})")
            told: dict[str, Any] = json.loads(line)
            if told["kind"] == "refused":
                status, code, detail, values = told["problem"]
                raise Problem(status, code, detail, **values)
            if told["kind"] == "done":
                return await process.stdout.readexactly(told["size"]), told["format"]
            pending.done, pending.total = told["done"], told["total"]

    async def close(self) -> None:
        self._closing = True
        tasks = [one.task for one in self._waited.values() if one.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._queue.close()


def _keep(connection: Connection, row: ReviewRow, lease: Lease | None) -> None:
    if lease is not None:
        fence(connection, lease)
    sql.keep_review(connection, row)


def _kill(process: asyncio.subprocess.Process) -> None:
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.returncode is None:
        process.kill()
