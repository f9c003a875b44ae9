"""The fair queue: many large requests do not delay somebody with a small one."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from spielzug.bots.clock import Stop
from spielzug.server.limits.fair_queue import FairQueue, Path


class QueueHarness:
    """A queue with one thread, whose jobs wait until they are released; records the order."""

    def __init__(self, threads: int = 1) -> None:
        self.queue = FairQueue(threads, "desk")
        self._threads = threads
        self.came: list[str] = []
        self.busy = 0
        self.most = 0
        self._lock = threading.Lock()
        self.go = threading.Event()
        self.tasks: list[asyncio.Task[str | None]] = []

    def ask(
        self, path: Path, stop: Stop | None = None, wanted: Callable[[], bool] = lambda: True
    ) -> asyncio.Task[str | None]:
        def work() -> str:
            with self._lock:
                self.came.append(path[-1])
                self.busy += 1
                self.most = max(self.most, self.busy)
            self.go.wait(60)
            with self._lock:
                self.busy -= 1
            return path[-1]

        task = asyncio.create_task(self.queue.run(path, stop or Stop(), work, wanted))
        self.tasks.append(task)
        return task

    async def finish_all(self) -> list[str | None]:
        self.go.set()
        found = await asyncio.wait_for(asyncio.gather(*self.tasks), 60)
        assert self.queue._free == self._threads
        assert not self.queue._round_robin
        return found


def with_queue(test: Callable[[QueueHarness], Coroutine[Any, Any, None]], threads: int = 1) -> None:
    async def run() -> None:
        background_queue = QueueHarness(threads)
        try:
            await test(background_queue)
        finally:
            background_queue.go.set()
            background_queue.queue.close()

    asyncio.run(run())


async def settled() -> None:
    """Waits until everybody who asked is in the queue."""
    for _ in range(3):
        await asyncio.sleep(0)


def test_one_table_is_not_behind_thirty_eight_of_somebody_else() -> None:
    async def test(background_queue: QueueHarness) -> None:
        for n in range(38):
            background_queue.ask(("here", "rude", f"r{n}"))
        background_queue.ask(("here", "anna", "a"))
        await settled()
        await background_queue.finish_all()
        assert (
            background_queue.came.index("a") == 2
        )  # after the one that is thought about, and one more
        assert background_queue.came[3:] == [f"r{n}" for n in range(2, 38)]

    with_queue(test)


def test_many_names_at_one_address_are_one() -> None:
    async def test(background_queue: QueueHarness) -> None:
        for n in range(10):
            background_queue.ask(("there", f"name{n}", f"r{n}"))
        background_queue.ask(("here", "anna", "a"))
        background_queue.ask(("here", "anna", "b"))
        await settled()
        await background_queue.finish_all()
        assert background_queue.came[:6] == ["r0", "r1", "a", "r2", "b", "r3"]

    with_queue(test)


def test_tables_of_one_device_take_turns() -> None:
    async def test(background_queue: QueueHarness) -> None:
        for table in ("x", "x", "x", "y"):
            background_queue.ask(("here", "anna", table))
        await settled()
        await background_queue.finish_all()
        assert background_queue.came == ["x", "x", "y", "x"]

    with_queue(test)


def test_never_more_at_a_time_than_there_are_threads() -> None:
    async def test(background_queue: QueueHarness) -> None:
        for n in range(20):
            background_queue.ask(("here", f"d{n % 3}", f"t{n}"))
        await settled()
        assert len(background_queue.came) <= 2
        assert len(await background_queue.finish_all()) == 20
        assert background_queue.most <= 2

    with_queue(test, threads=2)


def test_who_is_stopped_leaves_the_queue_at_once() -> None:
    async def test(background_queue: QueueHarness) -> None:
        stop = Stop()
        first = background_queue.ask(("here", "anna", "first"))
        second = background_queue.ask(("here", "anna", "second"), stop)
        await settled()
        stop.set()
        assert await asyncio.wait_for(second, 60) is None  # while the first still works
        assert not first.done()
        assert not background_queue.queue._round_robin
        assert await background_queue.finish_all() == ["first", None]
        assert background_queue.came == ["first"]

    with_queue(test)


def test_what_nobody_wants_when_its_turn_comes_is_not_done() -> None:
    async def test(background_queue: QueueHarness) -> None:
        background_queue.ask(("here", "anna", "first"))
        background_queue.ask(("here", "anna", "second"), wanted=lambda: False)
        background_queue.ask(("here", "anna", "third"))
        await settled()
        assert await background_queue.finish_all() == ["first", None, "third"]
        assert background_queue.came == ["first", "third"]

    with_queue(test)


@pytest.mark.parametrize("moment", ["waiting", "before it is called", "after it is called"])
def test_a_task_that_is_cancelled_takes_nobodys_turn(moment: str) -> None:
    async def test(background_queue: QueueHarness) -> None:
        def cancel_the_next() -> bool:
            """Called when the first gives its turn back without having worked."""
            if moment == "before it is called":
                second.cancel()
            elif moment == "after it is called":
                asyncio.get_running_loop().call_soon(second.cancel)
            return False

        background_queue.ask(("here", "anna", "zeroth"))
        background_queue.ask(("here", "anna", "first"), wanted=cancel_the_next)
        second = background_queue.ask(("here", "anna", "second"))
        background_queue.ask(("here", "anna", "third"))
        await settled()
        if moment == "waiting":
            second.cancel()
            await settled()
        background_queue.tasks.remove(second)
        assert await background_queue.finish_all() == ["zeroth", None, "third"]
        assert second.cancelled()
        assert background_queue.came == ["zeroth", "third"]

    with_queue(test)


def test_work_that_fails_gives_its_turn_back() -> None:
    async def test(background_queue: QueueHarness) -> None:
        def broken() -> str:
            raise OSError("broken")

        failing = asyncio.create_task(background_queue.queue.run(("a",), Stop(), broken))
        background_queue.ask(("here", "anna", "next"))
        assert isinstance((await asyncio.gather(failing, return_exceptions=True))[0], OSError)
        assert await background_queue.finish_all() == ["next"]

    with_queue(test)
