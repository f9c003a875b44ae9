"""Connection limits: how many, how long idle, and the answer to those above the limit."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import httpx2
import pytest
from websockets.exceptions import InvalidStatus

from server.helpers import FRIEND, ME, Running, running, wait_for
from server.processes import free_port, started
from spielzug.server.config.settings import Settings
from spielzug.server.limits.connections import (
    ANSWER_BYTES,
    FULL,
    LANE,
    TOO_MANY,
    ConnectionLimits,
)
from spielzug.server.monitoring import LogThrottle

ASK = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"


class FakeTransport:
    """A connection without a network, as the connection limiter sees it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.unsent = 0
        self.aborted = False
        self.paused = False

    def pause_reading(self) -> None:
        self.paused = True

    def get_extra_info(self, name: str) -> Any:
        return (self.address, 1) if name == "peername" else None

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def abort(self) -> None:
        self.aborted = True


def line(address: str = "10.0.0.1") -> Any:
    return cast(asyncio.Transport, FakeTransport(address))


def connection_limiter(tmp_path: Path, **settings: Any) -> ConnectionLimits:
    return ConnectionLimits(Settings(tmp_path / "t.sqlite3", **settings))


def connect(server: Running) -> socket.socket:
    url = httpx2.URL(server.url)
    return socket.create_connection((url.host, url.port or 80), timeout=30)


@contextlib.contextmanager
def many(server: Running, count: int, said: bytes = b"") -> Iterator[list[socket.socket]]:
    with contextlib.ExitStack() as stack:
        made = [stack.enter_context(connect(server)) for _ in range(count)]
        for one in made:
            one.sendall(said)
        yield made


def shorten_timeouts(server: Running, **seconds: float) -> None:
    """Shortens them late, so that a slow machine does not count as idle before."""
    server.services.connection_limiter._settings = replace(server.services.settings, **seconds)  # type: ignore[arg-type]


def is_closed(one: socket.socket) -> bool:
    """Reads until the server closes the connection."""
    with contextlib.suppress(ConnectionError):
        while one.recv(65536):
            pass
    return True


# -- numbers -------------------------------------------------------------------------------------


def test_one_address_holds_so_many(tmp_path: Path) -> None:
    made = connection_limiter(tmp_path, connections_per_address=3)
    lines = [line() for _ in range(3)]
    assert [made.enter(one) for one in lines] == [None] * 3
    assert made.enter(line("::ffff:10.0.0.1")) == TOO_MANY  # the same, written otherwise
    assert made.enter(line("10.0.0.2")) is None
    made.leave(lines[0])
    made.leave(lines[0])
    assert made.enter(line()) is None
    assert made.enter(line()) == TOO_MANY


def test_those_who_are_too_many_are_few_themselves(tmp_path: Path) -> None:
    """Each is told why; but not more at once than there is room for."""
    made = connection_limiter(tmp_path, connections_per_address=0)
    lines = [line() for _ in range(LANE + 3)]
    assert {made.enter(one) for one in lines} == {TOO_MANY}
    assert [one.aborted for one in lines] == [False] * LANE + [True] * 3
    for one in lines:
        made.leave(one)
    assert len(made) == 0
    assert not connection_limiter(tmp_path, connections_per_address=0, limits=False).enter(line())


def test_a_proxy_is_not_one_visitor(tmp_path: Path) -> None:
    made = connection_limiter(tmp_path, connections_per_address=2, trust_proxy=1)
    assert [made.enter(line()) for _ in range(10)] == [None] * 10


def test_on_a_full_server_the_longest_silent_connection_is_closed(tmp_path: Path) -> None:
    made = connection_limiter(tmp_path, connections=3)
    first, second, third, fourth, fifth = lines = [line(f"10.0.0.{n}") for n in range(5)]
    for one in lines[:3]:
        assert made.enter(one) is None
    made.on_request(first)
    assert made.enter(fourth) is None
    assert [one.aborted for one in lines] == [False, True, False, False, False]
    made.on_request(third)
    made.on_request(fourth)
    assert made.enter(fifth) == FULL  # all the others are being served
    made.on_response(first)
    first.unsent = 1  # reads its answer
    assert made.enter(line("10.0.0.9")) == FULL
    first.unsent = 0
    assert made.enter(line("10.0.0.9")) is None
    assert first.aborted and not second.unsent


def test_silence_ends(tmp_path: Path) -> None:
    made = connection_limiter(tmp_path)
    silent, asking = line(), line()
    made.enter(silent)
    made.enter(asking)
    made.on_request(asking)
    made.close_silent(0)
    assert not silent.aborted
    made.close_silent(float("inf"))
    assert silent.aborted and not asking.aborted
    made.on_response(asking)
    made.close_silent(float("inf"))
    assert asking.aborted


def test_who_does_not_read_is_put_out(tmp_path: Path) -> None:
    made = connection_limiter(tmp_path, answer_seconds=30)
    deaf, slow, resumed = lines = [line() for _ in range(3)]
    for one in lines:
        made.enter(one)
        made.on_request(one)
        one.unsent = 10 * ANSWER_BYTES
    for now in range(0, 300, 15):
        for one in lines:
            made.close_if_stalled(one, float(now))
        deaf.unsent -= ANSWER_BYTES // 100
        slow.unsent = max(0, slow.unsent - ANSWER_BYTES // 2)
        if now % 30:
            made.on_drained(resumed)  # went below the mark and was filled again
    assert [one.aborted for one in lines] == [True, False, False]


# -- over real sockets ---------------------------------------------------------------------------


def test_silent_connections_are_closed_and_others_served(tmp_path: Path) -> None:
    """Nothing, half a request, an answer and then nothing, and a body that nobody asked for."""
    half, drips = ASK[:-2], ASK.replace(b"\r\n\r\n", b"\r\nContent-Length: 9\r\n\r\n")
    with running(tmp_path / "t.sqlite3") as server:
        lines = [many(server, 20, said) for said in (b"", half, ASK + half, drips + b"x")]
        with contextlib.ExitStack() as stack:
            silent = [one for some in lines for one in stack.enter_context(some)]
            assert server.device().get("health")["ok"]
            shorten_timeouts(server, request_seconds=0.2)
            assert all(is_closed(one) for one in silent)
        wait_for(lambda: len(server.services.connection_limiter) <= 1)


@pytest.mark.slow
def test_a_live_connection_may_be_silent(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3") as server:
        device = server.device()
        table = device.table(ME, FRIEND)
        with device.live(table["id"]) as live, many(server, 1) as [silent]:
            live.kind("table")
            shorten_timeouts(server, request_seconds=0.05)
            assert is_closed(silent)
            with many(server, 1) as [later]:
                assert is_closed(later)  # at least two rounds of the watch
            live.send({"type": "seat"})
            assert live.kind("view")
        wait_for(lambda: len(server.services.connection_limiter) <= 1)


def test_too_many_are_told_so_in_their_language(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3", limits=True, connections_per_address=4) as server:
        device = server.device(**{"Accept-Language": "nl"})
        table = device.table(ME, FRIEND)
        with many(server, 3), httpx2.Client(base_url=server.url) as other:
            wait_for(lambda: len(server.services.connection_limiter) == 4)
            refused = other.get("/api/health", headers={"Accept-Language": "de"})
            assert (refused.status_code, refused.json()["code"]) == (429, TOO_MANY)
            assert "Verbindungen" in refused.json()["detail"]
            assert refused.headers["retry-after"]
            assert refused.headers["connection"] == "close"
            with pytest.raises(InvalidStatus) as closed, device.live(table["id"], lang="nl"):
                pass
            assert closed.value.response.status_code == 429
            assert json.loads(closed.value.response.body)["code"] == TOO_MANY
            assert device.get("mine")["running"]  # whoever is in stays in
        wait_for(lambda: len(server.services.connection_limiter) == 1)
        with device.live(table["id"]) as live:
            assert live.receive()


def test_live_connections_behind_a_proxy_are_counted_by_what_it_saw(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite3"
    with running(path, limits=True, connections_per_address=2, trust_proxy=1) as server:
        device = server.device()
        table = device.table(ME, FRIEND)["id"]
        with device.live(table, forwarded="10.0.0.1"), device.live(table, forwarded="10.0.0.1"):
            with pytest.raises(InvalidStatus) as closed, device.live(table, forwarded="10.0.0.1"):
                pass
            assert closed.value.response.status_code == 429
            with device.live(table, forwarded="10.0.0.2") as live:
                assert live.receive()
        wait_for(lambda: server.services.hub.connections(table) == 0)
        with device.live(table, forwarded="10.0.0.1") as live:
            assert live.receive()


def test_an_answer_that_is_not_read_does_not_stay(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3", send_buffer=4096) as server:
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        url = httpx2.URL(server.url)
        with deaf:
            deaf.connect((url.host, url.port or 80))
            deaf.sendall(ASK.replace(b"/api/health", b"/api/openapi.json") * 20)
            wait_for(lambda: len(server.services.connection_limiter) == 1)
            shorten_timeouts(server, answer_seconds=0.1)
            wait_for(lambda: len(server.services.connection_limiter) == 0)


@pytest.mark.parametrize("said", [b"\x16\x03\x01\x02\x00\r\n\r\n", b"GET /\xff HTTP/1.1\r\n\r\n"])
def test_what_is_no_http_is_refused_like_everything_else(server: Running, said: bytes) -> None:
    with many(server, 1, said) as [one]:
        answer = b"".join(iter(lambda: one.recv(65536), b""))
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 400 ")
        assert b"content-type: application/problem+json" in head
        assert json.loads(body)["code"] == "bad_request"


# -- files and the log ---------------------------------------------------------------------------


def test_a_log_that_is_told_the_same_again_and_again() -> None:
    now = [0.0]
    quiet = LogThrottle(clock=lambda: now[0])

    def say(text: str, *values: object) -> str | None:
        record = logging.LogRecord("asyncio", logging.ERROR, "", 0, text, values, None)
        return record.getMessage() if quiet.filter(record) else None

    assert say("%s failed", 1) == "1 failed"
    assert [say("%s failed", n) for n in range(1000)] == [None] * 1000
    assert say("another") == "another"
    now[0] = 1.0
    assert say("%s failed", 2) == "2 failed (and 1000 more like this)"
    now[0] = 2.5
    assert say("%s failed", 3) == "3 failed"


def limited(files: int, hard: int, code: str) -> list[str]:
    """A command that runs Python with so few files."""
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {hard}));"
    return [sys.executable, "-c", limit + code]


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit there")
def test_the_file_limit_is_raised() -> None:
    code = (
        "from spielzug.server.limits.connections import *; print(file_limit(), raise_file_limit())"
    )
    told = subprocess.run(limited(100, 400, code), capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["100", "400"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="counts files as Linux does")
def test_without_files_the_log_stays_short(tmp_path: Path) -> None:
    """The accept error was written 2,048 times in a row, with a traceback each."""
    port = free_port()
    command = limited(120, 120, "from spielzug.server.__main__ import main; main()")
    arguments = ("--port", str(port), "--no-limits")
    with started(tmp_path / "t.sqlite3", *arguments, command=command) as server:
        with contextlib.ExitStack() as stack:
            for _ in range(150):  # the system takes them, the server has no files left
                stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            assert httpx2.get(f"http://127.0.0.1:{port}/api/health", timeout=60).json()["ok"]
        server.interrupt()
        assert "out of system resource" in server.text
        assert server.text.count("out of system resource") < 60
        assert "more like this" in server.text


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="counts files as Linux does")
def test_the_start_tells_how_many_connections_fit(tmp_path: Path) -> None:
    command = limited(120, 400, "from spielzug.server.__main__ import main; main()")
    with started(tmp_path / "t.sqlite3", "--port", "0", command=command) as server:
        assert "Accepts up to 300 connections at once (limit: 400 open files)." in server.text
    arguments = ("--port", "0", "--connections", "50", "--connections-per-address", "20")
    with started(tmp_path / "t.sqlite3", *arguments) as server:
        assert "Accepts up to 50 connections at once" in server.text
        port = int(next(s for s in server.said if s.startswith("Play")).rsplit(":", 1)[1])
        with contextlib.ExitStack() as stack:
            for _ in range(20):
                stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            assert httpx2.get(f"http://127.0.0.1:{port}/api/health").status_code == 429
