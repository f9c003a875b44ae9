"""Behind a real nginx or Caddy with the shipped files: play, limits per visitor, restarts."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.helpers import FRIEND, ME, Device, Live, wait_for
from server.processes import Process, free_port, started
from server.test_connection_budgets import frame
from spielzug.server.limits.connections import MESSAGES
from spielzug.server.limits.rates import OFFENCES

pytestmark = pytest.mark.slow
DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
KINDS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
CLIENTS = 16
BACK = 4.0  # seconds until everybody is back; on a quiet machine less than two


@dataclass
class ProxiedServer:
    """A server behind a proxy that expects two more, which do not run."""

    url: str
    port: int
    database: Path
    server: Process

    @property
    def arguments(self) -> tuple[str, ...]:
        return "--port", str(self.port), "--public-url", self.url, "--trust-proxy"


@pytest.fixture(params=["nginx", "caddy"])
def proxied_server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ProxiedServer]:
    if shutil.which(request.param) is None:
        pytest.skip(f"there is no {request.param}")
    front, backs = free_port(), [free_port() for _ in range(3)]
    url, database = f"http://127.0.0.1:{front}", tmp_path / "t.sqlite3"
    proxy = nginx if request.param == "nginx" else caddy
    given = ProxiedServer(url, backs[0], database, None)  # type: ignore[arg-type]
    with started(database, *given.arguments) as server, proxy(tmp_path, front, backs):
        given.server = server
        yield given


@contextlib.contextmanager
def nginx(folder: Path, front: int, backs: Sequence[int]) -> Iterator[None]:
    """nginx with the shipped configuration, without certificates."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    text = re.sub(r"server \{\s+listen 80;.*?\n\}\n", "", text, flags=re.DOTALL)
    text = re.sub(r"\n\s+listen \[::\]:443 ssl;|\n\s+ssl_\S+ +\S+;", "", text)
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{front};")
    text = text.replace("games.example.org", "127.0.0.1")
    for shipped, back in zip(("8765", "8766", "8767"), backs, strict=True):
        text = text.replace(f"127.0.0.1:{shipped}", f"127.0.0.1:{back}")
    text = text.replace("Host $host;", "Host $http_host;")  # with the port, as there is one here
    room = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in KINDS)
    whole = (
        f"daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{room}{text}\n}}\n"
    )
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    command = ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]
    with _proxy(command, folder, front):
        yield


@contextlib.contextmanager
def caddy(folder: Path, front: int, backs: Sequence[int]) -> Iterator[None]:
    """Caddy with the shipped file; its address has no https, so it needs no certificate."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n}}\n{text}", encoding="utf-8")
    given = {
        "ADDRESS": f"http://127.0.0.1:{front}",
        "SERVERS": " ".join(f"127.0.0.1:{back}" for back in backs),
        "HOME": str(folder),
    }
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with _proxy(command, folder, front, given):
        yield


@contextlib.contextmanager
def _proxy(
    command: Sequence[str], folder: Path, front: int, env: Mapping[str, str] | None = None
) -> Iterator[None]:
    with open(folder / "proxy.log", "wb") as log:
        process = subprocess.Popen(command, stderr=log, env={**os.environ, **(env or {})})
    try:
        wait_for(lambda: _answers(front))
        yield
    finally:
        process.terminate()
        process.wait(30)


def _answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


def flood_messages(live: Live) -> None:
    """Sends far too many messages at once, until the connection is cut."""
    live.socket.socket.sendall(frame(b"{}") * int(MESSAGES.burst) * 2)
    while True:
        live.receive(30)


def test_people_play_and_an_excess_counts_for_the_visitor_who_sent_it(
    proxied_server: ProxiedServer,
) -> None:
    anna, eve = Device(proxied_server.url), Device(proxied_server.url)
    with contextlib.closing(anna.http), contextlib.closing(eve.http):
        own = anna.table(ME, FRIEND, reveal=False)["id"]
        other = eve.table(ME, FRIEND, reveal=False)["id"]
        with anna.live(own, seat=0) as quiet:
            quiet.kind("table")
            for _ in range(OFFENCES):
                # What a visitor claims to be is not believed: nginx adds the true address.
                forged = eve.live(other, forwarded="127.0.0.3", source="127.0.0.2")
                with forged as loud, pytest.raises(ConnectionClosed):
                    flood_messages(loud)
            with pytest.raises(InvalidStatus) as refused:
                eve.live(other, source="127.0.0.2").__enter__()
            assert refused.value.response.status_code == 429
            with eve.live(other, source="127.0.0.3") as fine:
                assert fine.kind("table")
            assert anna.get(f"tables/{own}")["id"] == own
            assert quiet.socket.ping().wait(30)


def test_while_no_server_is_there_people_get_a_sentence(proxied_server: ProxiedServer) -> None:
    assert httpx2.get(proxied_server.url).status_code == 200
    proxied_server.server.kill()
    wait_for(lambda: httpx2.get(proxied_server.url).status_code == 503)
    for path in ("/", "/api/games"):
        answer = httpx2.get(proxied_server.url + path)
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == "5"
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        assert "The server is restarting. Your games are safe" in answer.text
        assert 'http-equiv="refresh"' in answer.text


def test_after_a_restart_everybody_is_back_at_once(proxied_server: ProxiedServer) -> None:
    """Live connections do not end, so none of them tells nginx that its server is well again."""
    anna, port = Device(proxied_server.url), proxied_server.port
    table = anna.table(ME, FRIEND, reveal=False)["id"]
    proxied_server.server.kill()
    for _ in range(3):  # the proxy has noticed that no server is there
        with contextlib.suppress(InvalidStatus), anna.live(table):
            raise AssertionError("there is no server")
    with started(proxied_server.database, *proxied_server.arguments):
        wait_for(lambda: httpx2.get(f"http://127.0.0.1:{port}/health/ready").status_code == 200)
        through_proxy = _seconds_to_connect(anna, table)
        anna.url = f"http://127.0.0.1:{port}"
        assert through_proxy - _seconds_to_connect(anna, table, proxied_server.url) < BACK
    anna.http.close()


def _seconds_to_connect(device: Device, table: str, origin: str | None = None) -> float:
    """How long it takes until all clients are connected; each tries only once."""

    def connect(_: int) -> None:
        assert lines.enter_context(device.live(table, origin=origin)).kind("table")

    with contextlib.ExitStack() as lines, ThreadPoolExecutor(CLIENTS) as clients:
        began = time.monotonic()
        list(clients.map(connect, range(CLIENTS)))
        return time.monotonic() - began
