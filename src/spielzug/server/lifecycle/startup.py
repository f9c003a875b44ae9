"""Starting: a free port, a few friendly lines, a clean end."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import logging
import os
import socket
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvicorn
from uvicorn.config import LOGGING_CONFIG

from spielzug.core.errors import UsageError
from spielzug.server import DEFAULT_PORT, create_app
from spielzug.server.cluster.supervisor import WorkerProcess, WorkerSupervisor, refuse_file, share
from spielzug.server.config.settings import without_password
from spielzug.server.lifecycle.services import Services
from spielzug.server.lifecycle.shutdown import ANSWERS, TableServer
from spielzug.server.live.protocol_guard import LeanProtocol
from spielzug.server.ops.file_limit import file_limit, raise_file_limit
from spielzug.server.ops.gc_tuning import tune_gc
from spielzug.server.ops.log_throttle import keep_quiet
from spielzug.server.ops.logs import JSON, PLAIN, teller
from spielzug.server.store.claim import claimed
from spielzug.server.store.store import Store
from spielzug.server.web.connection_limits import limited_protocols
from spielzug.server.web.qr import print_code

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
    keep_quiet()
    raise_file_limit()
    workers = settings.get("workers", 1)
    if workers > 1:
        refuse_file(database, workers)
    with (
        claimed(database, PLAY, OTHERWISE) as claim,
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
        tell = teller(form)

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
        app = create_app(
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
    http, live = limited_protocols(services.door, LeanProtocol)
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
    if services.door.limited:
        room, files = services.door.room, file_limit()
        yield f"Up to {room} connections at once ({files} open files)."
    if services.metrics is not None:
        yield f"Metrics:          {services.metrics.url}"
