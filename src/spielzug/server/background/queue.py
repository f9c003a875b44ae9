"""The queue of background requests: one at a time, identical ones merged, abandoned ones dropped.

One process (`worker.py`) computes the answers, so that running games are not slowed down. It is
started on demand and ends after `IDLE` seconds. The newest answers are cached.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import logging
import os
import sys
from collections import OrderedDict, deque
from dataclasses import asdict, dataclass
from typing import Literal

from starlette.requests import Request
from starlette.responses import Response

from spielzug.core.rules_mode import VARIABLE as PLAIN
from spielzug.core.table_values import Hidden
from spielzug.server.config.settings import Settings
from spielzug.server.monitoring import child_stderr
from spielzug.server.problems import Problem
from spielzug.server.store.base import VARIABLE as TO_READ
from spielzug.server.store.store import portable_name

log = logging.getLogger("spielzug.server")

CACHE_BYTES = 32 * 1024 * 1024  # bytes of cached answers
REQUEST_TIMEOUT = 120.0  # seconds before a request fails
IDLE = 300.0  # seconds without a request until the process ends
GONE = 499  # status for a client that has disconnected


@dataclass(frozen=True)
class BackgroundRequest:
    """What to compute; also the cache key."""

    what: Literal["replay", "record", "proof", "position", "found", "begun", "review"]
    table: str = ""
    lang: str = ""
    seat: int = -1
    first: int = 0
    text: str = ""
    """A position sent by the client."""
    hidden: Hidden = "as_was"
    key: int = 0
    """The seed for dealing hidden cards again."""
    view: str = ""
    """Of a review: whose perspective."""
    edition: int = 0
    """How many names have been removed from the game; a new number makes cached answers stale."""


@dataclass(frozen=True)
class BackgroundAnswer:
    """A gzipped text, and its file name if it is a download."""

    packed: bytes
    name: str = ""


class BackgroundJob:
    """A request that is waiting or being computed."""

    def __init__(self) -> None:
        self.answer: asyncio.Future[BackgroundAnswer] = asyncio.get_running_loop().create_future()
        self.waiters = 0


class BackgroundQueue:
    def __init__(self, settings: Settings, use_plain_rules: bool = False) -> None:
        """`use_plain_rules`: use the uncompiled rules, which need no compilation and which no
        malformed position can crash; for short work only."""
        self._environment = {**os.environ, TO_READ: portable_name(settings.database)}
        if use_plain_rules:
            self._environment[PLAIN] = "1"
        self._stderr = child_stderr(settings.log_format)
        sets = [str(path) for path in settings.sets]
        self._command = [sys.executable, "-m", "spielzug.server.background.worker", *sets]
        self._cache: OrderedDict[BackgroundRequest, BackgroundAnswer] = OrderedDict()
        self._cache_bytes_left = CACHE_BYTES
        self._queue: deque[BackgroundRequest] = deque()
        self._jobs: dict[BackgroundRequest, BackgroundJob] = {}
        self._work: asyncio.Task[None] | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._ending: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        """The number of unanswered requests."""
        return len(self._jobs)

    async def serve(self, request: Request, asked: BackgroundRequest, media: str) -> Response:
        """The answer, compressed if the client accepts that; a disconnect cancels the request."""
        answering = asyncio.ensure_future(self.answer(asked))
        leaving = asyncio.ensure_future(_wait_for_disconnect(request))
        try:
            await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not answering.done():
                return Response(status_code=GONE)
            return _response(request, await answering, media)
        finally:
            answering.cancel()
            leaving.cancel()

    def has(self, asked: BackgroundRequest) -> bool:
        """Whether the answer is cached."""
        return asked in self._cache

    async def answer(self, asked: BackgroundRequest) -> BackgroundAnswer:
        if asked in self._cache:
            self._cache.move_to_end(asked)
            return self._cache[asked]
        wanted = self._jobs.get(asked)
        if wanted is None:
            wanted = self._jobs[asked] = BackgroundJob()
            self._queue.append(asked)
            if self._work is None:
                self._work = asyncio.create_task(self._make_all())
        wanted.waiters += 1
        try:
            return await asyncio.shield(wanted.answer)
        finally:
            wanted.waiters -= 1
            if wanted.waiters == 0 and self._jobs.get(asked) is wanted:
                del self._jobs[asked]

    # -- making -----------------------------------------------------------------------------------

    async def _make_all(self) -> None:
        """Work until the queue is empty."""
        if self._ending is not None:
            self._ending.cancel()
        try:
            while self._queue:
                asked = self._queue.popleft()
                if (wanted := self._jobs.get(asked)) is not None:
                    await self._make(asked, wanted)
        finally:
            self._work = None
            self._ending = asyncio.get_running_loop().call_later(IDLE, self._end)

    async def _make(self, asked: BackgroundRequest, wanted: BackgroundJob) -> None:
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT):
                made = await self._ask(asked)
        except Problem as problem:
            wanted.answer.set_exception(problem)
        except Exception as error:
            log.error("a request in the background process failed", exc_info=error)
            self._end()
            wanted.answer.set_exception(Problem(503, "cannot_load"))
        except BaseException:
            self._end()  # half an answer may be in the pipe
            wanted.answer.cancel()
            raise
        else:
            wanted.answer.set_result(made)
        wanted.answer.exception()  # marks it as retrieved, so asyncio logs nothing if nobody waits
        if self._jobs.get(asked) is wanted:
            del self._jobs[asked]

    async def _ask(self, asked: BackgroundRequest) -> BackgroundAnswer:
        process = await self._ready()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(asdict(asked)).encode() + b"\n")
        await process.stdin.drain()
        head = json.loads(await process.stdout.readline())
        if "problem" in head:
            status, code, detail, values = head["problem"]
            raise Problem(status, code, detail, **values)
        answer = BackgroundAnswer(await process.stdout.readexactly(head["size"]), head["name"])
        if head["final"]:
            self._keep(asked, answer)
        return answer

    async def _ready(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=self._stderr,
                env=self._environment,
                process_group=0,  # Ctrl-C must reach only the server, which then ends this process
            )
        return self._process

    def _keep(self, asked: BackgroundRequest, answer: BackgroundAnswer) -> None:
        if asked in self._cache:  # computed again for a client that reconnected
            self._cache_bytes_left += len(self._cache.pop(asked).packed)
        self._cache[asked] = answer
        self._cache_bytes_left -= len(answer.packed)
        while self._cache_bytes_left < 0:
            _, old = self._cache.popitem(last=False)
            self._cache_bytes_left += len(old.packed)

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        work, process = self._work, self._process
        if work is not None:
            work.cancel()
            await asyncio.wait({work})
        if self._ending is not None:
            self._ending.cancel()
        self._end()
        if process is not None:
            await process.wait()


def _response(request: Request, answer: BackgroundAnswer, media: str) -> Response:
    headers = {"Vary": "Accept-Encoding"}
    if answer.name:
        headers["Content-Disposition"] = f'attachment; filename="{answer.name}"'
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(answer.packed, headers=headers, media_type=media)
    return Response(gzip.decompress(answer.packed), headers=headers, media_type=media)


async def _wait_for_disconnect(request: Request) -> None:
    """Return when the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
