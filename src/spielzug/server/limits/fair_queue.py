"""A fair queue for work in threads: heavy users do not delay light ones.

Each job waits under a path, for example (network, device, table). Every level is served
round-robin: first the networks, within one of them its devices, and so on.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

from spielzug.bots.clock import Stop

T = TypeVar("T")
Path = Sequence[str]
Waiter = asyncio.Future[bool]
"""Resolves to True when its turn has come, to False when it is stopped."""


class RoundRobin:
    """The waiters and children under one path prefix; the next one to be served is first."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[Waiter, None] = OrderedDict()
        self._children: OrderedDict[str, RoundRobin] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._waiting or self._children)

    def __len__(self) -> int:
        return len(self._waiting) + sum(map(len, self._children.values()))

    def put(self, path: Path, one: Waiter) -> None:
        if not path:
            self._waiting[one] = None
        else:
            self._children.setdefault(path[0], RoundRobin()).put(path[1:], one)

    def take(self) -> Waiter:
        """The next waiter; the child it came from moves to the end."""
        if self._waiting:
            return self._waiting.popitem(last=False)[0]
        name, ring = self._children.popitem(last=False)
        one = ring.take()
        if ring:
            self._children[name] = ring
        return one

    def remove(self, path: Path, one: Waiter) -> None:
        """Remove a waiter, if it still waits."""
        if not path:
            self._waiting.pop(one, None)
        elif (ring := self._children.get(path[0])) is not None:
            ring.remove(path[1:], one)
            if not ring:
                del self._children[path[0]]


class FairQueue:
    """Runs at most `threads` jobs at a time, each in a thread."""

    def __init__(self, threads: int, name: str) -> None:
        self._most = self._free = threads
        self._round_robin = RoundRobin()
        self._threads = ThreadPoolExecutor(threads, name)

    @property
    def busy(self) -> int:
        """The number of running jobs."""
        return self._most - self._free

    @property
    def waiting(self) -> int:
        return len(self._round_robin)

    async def run(
        self,
        path: Path,
        stop: Stop,
        work: Callable[[], T],
        wanted: Callable[[], bool] = lambda: True,
    ) -> T | None:
        """The result of `work`; None if it was stopped, or not `wanted` when its turn came."""
        async with self.turn(path, stop) as called:
            if not called or stop.is_set() or not wanted():
                return None
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    @asynccontextmanager
    async def turn(self, path: Path, stop: Stop) -> AsyncIterator[bool]:
        """Hold a turn during the context; False, without waiting on, if it is stopped."""
        called = await self._turn(path, stop)
        try:
            yield called
        finally:
            if called:
                self._next()

    async def _turn(self, path: Path, stop: Stop) -> bool:
        """Wait for a turn; False, without waiting on, if it is stopped."""
        if self._free:
            self._free -= 1
            return True
        loop = asyncio.get_running_loop()
        called: Waiter = loop.create_future()
        self._round_robin.put(path, called)

        def leave() -> None:
            self._round_robin.remove(path, called)
            if not called.done():
                called.set_result(False)

        def tell() -> None:  # may be called in any thread
            loop.call_soon_threadsafe(leave)

        stop.on_set(tell)
        try:
            return await called
        except asyncio.CancelledError:
            self._round_robin.remove(path, called)
            if called.done() and not called.cancelled() and called.result():
                self._next()  # its turn came at the same moment: pass it on
            raise

    def _next(self) -> None:
        while self._round_robin:
            called = self._round_robin.take()
            if not called.done():  # otherwise its task was cancelled and has not noticed yet
                called.set_result(True)
                return
        self._free += 1

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
