"""The end of a server, in good order.

At the first signal (Ctrl-C, SIGTERM) it says that it is not ready any more, takes no new live
connection, and lets a balancer notice for as long as the host wants. Then all live connections are
told to come back in a moment (1012), what was asked is answered, what was decided is written, and
everything that thinks is ended. At the second signal it ends at once: what was acknowledged is on
the disk anyway.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from types import FrameType

import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from spielzug.server.lifecycle.services import Services

FAREWELL = 2.0  # seconds for live connections to be told
ANSWERS = 3.0  # seconds for requests that are being answered


class TableServer(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self._services = services
        self._signals = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ending: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)  # type: ignore[arg-type]

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As uvicorn does it, but a server that was asked to stop and did has not been killed."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {sig: signal.signal(sig, self.handle_exit) for sig in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for sig, handler in before.items():
                signal.signal(sig, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._signals += 1
        if self._signals > 1:
            os._exit(128 + sig)  # nothing that could wait for anything
        if self._loop is None or not self.started:
            self.should_exit = True
        else:
            self._loop.call_soon_threadsafe(self.begin_to_end)

    def begin_to_end(self) -> None:
        if self._ending is None:
            self._ending = asyncio.get_running_loop().create_task(self._end())

    async def _end(self) -> None:
        try:
            self._services.ready.stopping = self._services.hub.closing = True
            await asyncio.sleep(self._services.settings.drain)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL):
                    await self._services.hub.close()
        finally:
            self.should_exit = True
