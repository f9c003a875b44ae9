"""Behind a real nginx with the shipped configuration: play, limits per visitor, server down."""

from __future__ import annotations

import contextlib
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.helpers import FRIEND, ME, Device, Live, wait_for
from server.processes import Process, free_port, started
from server.test_connection_budgets import frame
from spielzug.server.limits.connections import MESSAGES
from spielzug.server.limits.rates import OFFENCES

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("nginx") is None, reason="there is no nginx"),
]
CONFIG = Path(__file__).resolve().parents[2] / "deploy" / "nginx.conf"
KINDS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@dataclass
class ProxiedServer:
    url: str
    server: Process


@pytest.fixture
def proxied_server(tmp_path: Path) -> Iterator[ProxiedServer]:
    front, back = free_port(), free_port()
    url = f"http://127.0.0.1:{front}"
    given = ("--port", str(back), "--public-url", url, "--trust-proxy")
    with started(tmp_path / "t.sqlite3", *given) as server, nginx(tmp_path, front, back):
        yield ProxiedServer(url, server)


@contextlib.contextmanager
def nginx(folder: Path, front: int, back: int) -> Iterator[None]:
    """nginx with the shipped configuration, without certificates and with one server."""
    text = CONFIG.read_text(encoding="utf-8")
    text = re.sub(r"server \{\s+listen 80;.*?\n\}\n", "", text, flags=re.DOTALL)
    text = re.sub(r"\n\s+listen \[::\]:443 ssl;|\n\s+ssl_\S+ +\S+;", "", text)
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{front};")
    text = text.replace("games.example.org", "127.0.0.1")
    text = re.sub(r"\n\s+server 127\.0\.0\.1:876[67].*", "", text).replace("8765", str(back))
    text = text.replace("Host $host;", "Host $http_host;")  # with the port, as there is one here
    room = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in KINDS)
    whole = (
        f"daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{room}{text}\n}}\n"
    )
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    with open(folder / "nginx.log", "wb") as log:
        process = subprocess.Popen(
            ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=log
        )
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
    assert httpx.get(proxied_server.url).status_code == 200
    proxied_server.server.kill()
    wait_for(lambda: httpx.get(proxied_server.url).status_code == 503)
    for path in ("/", "/api/games"):
        answer = httpx.get(proxied_server.url + path)
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == "5"
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        assert "The server is restarting. Your games are safe" in answer.text
        assert 'http-equiv="refresh"' in answer.text
