"""Starts the server on a free port, tunes garbage collection, and shuts down gracefully.

At the first signal (Ctrl-C, SIGTERM) the server reports that it is not ready, refuses new live
connections, and waits `Settings.drain` seconds for a load balancer to notice. Then it closes all
live connections with 1012 (come back soon), answers pending requests, writes pending moves and ends
its processes. At the second signal it exits at once: every acknowledged move is already on disk.

Python's full garbage collection, with some hundred tables in memory, stopped the server for a fifth
of a second at a time and cost a tenth of its processor time and more. The server's own objects have
no cycles and those of libraries die young, so full collections run only every `FULL_GC_SECONDS`.
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
from fastapi import FastAPI
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
from spielzug.server.monitoring import JSON, PLAIN, install_log_throttle, status_printer
from spielzug.server.services import Services
from spielzug.server.store.sqlite import claim_database
from spielzug.server.store.store import Store
from spielzug.server.web.app import app_for
from spielzug.server.web.pages import print_code

LIVE_CLOSE_TIMEOUT = 2.0  # seconds to close the live connections
ANSWERS = 3.0  # seconds for pending requests


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
        """Like uvicorn's, but does not raise the signal again after a graceful shutdown."""
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
            os._exit(128 + sig)  # no cleanup that could block
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
            self._services.games.thinkers.stop_replacing()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LIVE_CLOSE_TIMEOUT):
                    await self._services.hub.close()
        finally:
            self.should_exit = True


YOUNG, MIDDLE = 10_000, 20
"""The garbage collector's thresholds for its first and second generation."""
NEVER = 1_000_000
FULL_GC_SECONDS = 600.0  # between two full collections


def tune_gc() -> None:
    """Call once everything is loaded, in the event loop of a process that runs only the server."""
    gc.collect()
    gc.freeze()  # everything loaded by now is permanent
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    asyncio.get_running_loop().call_later(FULL_GC_SECONDS, _look_at_all)


def _look_at_all() -> None:
    gc.collect()
    asyncio.get_running_loop().call_later(FULL_GC_SECONDS, _look_at_all)


PORTS_TO_TRY = 20
EVERYWHERE = ("0.0.0.0", "::")
PLAY, OTHERWISE = "; play at {where}", " (or choose another file with --database)"
"""Parts of the error for starting a second server on the same file."""


def serve(
    host: str,
    port: int | None,
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
        if metrics := settings.get("metrics"):
            settings["metrics"] = metrics_address(metrics, bound)
        local = f"http://{_link_host(host)}:{bound}"
        network = (
            [f"http://{address}:{bound}" for address in lan_addresses()]
            if host in EVERYWHERE
            else []
        )
        if claim is not None:
            with contextlib.suppress(OSError):  # the store reports a full disk more clearly
                os.write(claim.fileno(), f"{public_url or local}\n".encode())

        form = settings.get("log_format", PLAIN)
        tell = status_printer(form)

        def started() -> None:
            if port is None and bound != DEFAULT_PORT:
                tell(f"Port {DEFAULT_PORT} is taken, so this server uses port {bound}.")
            for line in _where(without_password(str(database)), local, network, public_url):
                tell(line)
            if network and form == PLAIN:
                print_code(network[0])
            if workers > 1:
                tell(f"{workers} processes are running.")
            else:
                tune_gc()
                for line in _limit_lines(app.state.services):
                    tell(line)
            tell("Press Ctrl-C to stop.")
            if open_browser:
                # Delayed: the server accepts connections only after this function returns.
                threading.Timer(0.2, webbrowser.open, [local]).start()

        if workers > 1:
            Store(database).close()  # report a bad database once, before the workers start
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


def server_config(app: FastAPI) -> uvicorn.Config:
    services: Services = app.state.services
    http, live = limited_protocols(services.connection_limiter, LeanProtocol)
    return uvicorn.Config(
        app,
        http=http,
        ws=live,
        loop="asyncio",  # uvloop, if it is installed, starts no process in a group of its own
        log_level="warning",
        log_config=None if services.settings.log_format == JSON else LOGGING_CONFIG,
        access_log=False,  # it would log query strings; ours (spielzug.access) does not
        proxy_headers=False,  # the middleware reads them, if trust_proxy is set
        server_header=False,
        ws_max_size=16 * 1024,
        ws_per_message_deflate=False,  # messages are small; a window per client costs memory
        timeout_graceful_shutdown=int(ANSWERS),
    )


def bind(host: str, port: int | None) -> socket.socket:
    """A listening socket; without a port, on the default one or the next one that is free."""
    ports = range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TO_TRY) if port is None else [port]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in ports:
        # With the protocol given, asyncio disables Nagle's algorithm, which costs 40 ms a move.
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


def metrics_address(address: str, port: int) -> str:
    """With a plus in front, the metrics' port counts from the server's."""
    host, plus, distance = address.rpartition("+")
    return f"{host}{port + int(distance)}" if plus else address


def is_loopback(listening: socket.socket) -> bool:
    """Whether only this machine can reach the socket."""
    return ipaddress.ip_address(listening.getsockname()[0]).is_loopback


def _link_host(host: str) -> str:
    if host in EVERYWHERE:
        return "localhost"
    return f"[{host}]" if ":" in host else host


def lan_addresses() -> list[str]:
    """Up to three of this machine's addresses on its networks, the default route's first."""
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


def _limit_lines(services: Services) -> Iterator[str]:
    if services.connection_limiter.limited:
        capacity, files = services.connection_limiter.capacity, file_limit()
        yield f"Accepts up to {capacity} connections at once (limit: {files} open files)."
    if services.metrics_url is not None:
        yield f"Metrics:          {services.metrics_url}"
