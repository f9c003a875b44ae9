"""Starting: a free port, a few friendly lines, a clean end.

The end of a server, in good order.

At the first signal (Ctrl-C, SIGTERM) it says that it is not ready any more, takes no new live
connection, and lets a balancer notice for as long as the host wants. Then all live connections are
told to come back in a moment (1012), what was asked is answered, what was decided is written, and
everything that thinks is ended. At the second signal it ends at once: what was acknowledged is on
the disk anyway.

The collector of cycles, held so that it holds nobody up.

Left to itself Python looks at everything it keeps again and again: with some hundred tables in
memory that stopped the server for a fifth of a second at a time and cost a tenth of its processor
time and more. What we drop has no cycles, and what libraries drop with cycles in it is young; so
the old is looked at only now and then.

How many files this process may have open: every connection is one.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import ipaddress
import logging
import os
import signal
import socket
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.config import LOGGING_CONFIG
from uvicorn.server import HANDLED_SIGNALS

from spielzug.core.errors import UsageError
from spielzug.server.config import DEFAULT_PORT
from spielzug.server.config.settings import without_password
from spielzug.server.lifecycle.supervisor import (
    WorkerProcess,
    WorkerSupervisor,
    check_can_scale,
    share,
)
from spielzug.server.limits.connections import file_limit, limited_protocols, raise_file_limit
from spielzug.server.live.protocol_guard import LeanProtocol
from spielzug.server.logs import JSON, PLAIN, install_log_throttle, status_printer
from spielzug.server.services import Services
from spielzug.server.store.sqlite import claim_database
from spielzug.server.store.store import Store
from spielzug.server.web.app import app_for
from spielzug.server.web.pages import print_code

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
            self._loop.call_soon_threadsafe(self.begin_shutdown)

    def begin_shutdown(self) -> None:
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


YOUNG, MIDDLE = 10_000, 20
"""New objects before the young are looked at, and how often that before the middle ones are."""
NEVER = 1_000_000
SECONDS = 600.0  # between two looks at everything


def tune_gc() -> None:
    """Once everything is loaded, in the loop of a server that has its process for itself."""
    gc.collect()
    gc.freeze()  # what is there now stays
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    asyncio.get_running_loop().call_later(SECONDS, _look_at_all)


def _look_at_all() -> None:
    gc.collect()
    asyncio.get_running_loop().call_later(SECONDS, _look_at_all)


PORTS_TO_TRY = 20
EVERYWHERE = ("0.0.0.0", "::")
PLAY, OTHERWISE = "; play at {where}", " (or choose another file with --database)"
"""Said to whoever starts a second server on one file."""


def serve(
    host: str,
    port: int,
    database: Path | str,
    open_browser: bool,
    public_url: str | None,
    **settings: Any,
) -> None:
    install_log_throttle()
    raise_file_limit()
    workers = settings.get("workers", 1)
    if workers > 1:
        check_can_scale(database, workers)
    with (
        claim_database(database, PLAY, OTHERWISE) as claim,
        contextlib.closing(bind(host, port)) as listening,
    ):
        bound = int(listening.getsockname()[1])
        local = f"http://{_link_host(host)}:{bound}"
        network = (
            [f"http://{address}:{bound}" for address in lan_addresses()]
            if host in EVERYWHERE
            else []
        )
        if claim is not None:
            with contextlib.suppress(OSError):  # a full disk is told by the store, in better words
                os.write(claim.fileno(), f"{public_url or local}\n".encode())

        form = settings.get("log_format", PLAIN)
        tell = status_printer(form)

        def started() -> None:
            if port not in (0, bound):
                tell(f"Port {port} is taken, so this server uses port {bound}.")
            for line in _where(without_password(str(database)), local, network, public_url):
                tell(line)
            if network and form == PLAIN:
                print_code(network[0])
            if workers > 1:
                tell(f"{workers} processes are running.")
            else:
                tune_gc()
                for line in _room(app.state.services):
                    tell(line)
            tell("Press Ctrl-C to stop.")
            if open_browser:
                # Not at once: the loop takes connections only after this function.
                threading.Timer(0.2, webbrowser.open, [local]).start()

        if workers > 1:
            Store(database).close()  # what is wrong with it is said once, before others begin
            requests = logging.getLogger().isEnabledFor(logging.INFO)
            work = WorkerProcess(
                str(database), public_url, tuple(network), settings, requests, share(listening)
            )
            WorkerSupervisor(work, workers, started).run()
            tell("Goodbye. All games are saved.")
            return
        app = app_for(
            database,
            public_url=public_url,
            local_urls=tuple(network),
            lab=is_loopback(listening),
            on_started=started,
            **settings,
        )
        TableServer(server_config(app), app.state.services).run(sockets=[listening])
        tell("Goodbye. All games are saved.")


def server_config(app: Any) -> uvicorn.Config:
    services: Services = app.state.services
    http, live = limited_protocols(services.connection_limiter, LeanProtocol)
    return uvicorn.Config(
        app,
        http=http,
        ws=live,
        log_level="warning",
        log_config=None if services.settings.log_format == JSON else LOGGING_CONFIG,
        access_log=False,  # it would write queries; ours (spielzug.access) does not
        proxy_headers=False,  # the middleware reads them, and only if told to
        server_header=False,
        ws_max_size=16 * 1024,
        ws_per_message_deflate=False,  # messages are small; a window for each client is not
        timeout_graceful_shutdown=int(ANSWERS),
    )


def bind(host: str, port: int) -> socket.socket:
    """Listen there; if the usual port is taken, on the next free one."""
    ports = range(port, port + PORTS_TO_TRY) if port == DEFAULT_PORT else [port]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in ports:
        # With the protocol named, asyncio turns Nagle's delay off: 40 ms a move otherwise.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
            listening.listen(2048)
            return listening
        except OSError as error:
            listening.close()
            if error.errno != errno.EADDRINUSE:
                raise UsageError(f"cannot listen on {host}:{candidate}: {error.strerror}") from None
    if len(ports) == 1:
        raise UsageError(f"port {port} is in use by another program: choose another with --port")
    raise UsageError(f"ports {ports[0]} to {ports[-1]} are all in use: choose another with --port")


def is_loopback(listening: socket.socket) -> bool:
    """Whether only this machine can reach it."""
    return ipaddress.ip_address(listening.getsockname()[0]).is_loopback


def _link_host(host: str) -> str:
    if host in EVERYWHERE:
        return "localhost"
    return f"[{host}]" if ":" in host else host


def lan_addresses() -> list[str]:
    """This machine's addresses in its networks, the one of the main route first."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # a documentation address; nothing is sent
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        infos = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found += [str(info[4][0]) for info in infos]
    fine = [a for a in dict.fromkeys(found) if not ipaddress.ip_address(a).is_loopback]
    return fine[:3]


def _where(database: str, local: str, network: list[str], public: str | None) -> Iterator[str]:
    yield f"Your games are saved in {database}"
    yield f"Play here:        {local}"
    if public:
        yield f"From anywhere:    {public}"
    for link in network:
        yield f"On your network:  {link}"


def _room(services: Services) -> Iterator[str]:
    if services.connection_limiter.limited:
        room, files = services.connection_limiter.room, file_limit()
        yield f"Up to {room} connections at once ({files} open files)."
    if services.metrics_url is not None:
        yield f"Metrics:          {services.metrics_url}"
