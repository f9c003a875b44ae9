"""Stopping a server: gracefully at the first signal, at once at the second."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.helpers import FRIEND, ME, RANDOM, Device, Live, running, wait_for
from server.processes import Process, free_port, started
from spielzug.server.live.client import RESTARTING

PATIENCE = 120.0


def end(server: Process, sig: int = signal.SIGTERM) -> int:
    """Send a signal and wait for the end; gives the exit status."""
    server.process.send_signal(sig)
    return server._end()


def closed_with(live: Live) -> int | None:
    """Reads until the connection is closed; returns the close code."""
    try:
        while True:
            live.receive()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else None


def readiness(url: str) -> httpx2.Response:
    return httpx2.get(f"{url}/health/ready", verify=False)


@pytest.mark.slow
@pytest.mark.parametrize("sig", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_closes_all_lines_and_ends_well(tmp_path: Path, sig: signal.Signals) -> None:
    port = free_port()
    with started(tmp_path / "t.sqlite3", "--port", str(port)) as server:
        device = Device(f"http://127.0.0.1:{port}")
        table = device.table(ME, FRIEND)
        with device.live(table["id"]) as one, device.live(table["id"], seat=-1) as two:
            one.receive(), two.receive()
            server.process.send_signal(sig)
            assert closed_with(one) == RESTARTING
            assert closed_with(two) == RESTARTING
        assert server._end() == 0
        assert "Goodbye" in server.text
        assert "Traceback" not in server.text
        device.http.close()


@pytest.mark.slow
def test_what_was_acknowledged_before_the_end_is_there_after_it(tmp_path: Path) -> None:
    """Decisions that are on their way when the signal comes are done or refused, never half."""
    port = free_port()
    with started(tmp_path / "t.sqlite3", "--port", str(port)) as server:
        device = Device(f"http://127.0.0.1:{port}")
        table = device.table(ME, {**ME, "name": "Berta"})
        path = f"tables/{table['id']}"
        acknowledged = 0
        with contextlib.suppress(httpx2.TransportError, AssertionError):  # the end, or a refusal
            while True:
                now = device.get(path)
                wanted = {"number": now["number"], "seat": now["seat"]}
                device.post(f"{path}/decide", {**wanted, "action": now["choices"][0]["action"]})
                acknowledged = now["number"]
                if acknowledged == 8:
                    server.process.send_signal(signal.SIGTERM)
        assert acknowledged >= 8
        assert server._end() == 0
    with started(tmp_path / "t.sqlite3", "--port", str(port)) as server:
        assert device.get(path)["number"] in (acknowledged + 1, acknowledged + 2)
        device.http.close()


@pytest.mark.slow
def test_with_time_to_drain_a_balancer_notices_and_nobody_new_comes(tmp_path: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with started(tmp_path / "t.sqlite3", "--port", str(port), "--drain", "600") as server:
        device = Device(url)
        table = device.table(ME, FRIEND)
        with device.live(table["id"]) as live:
            live.receive()
            assert readiness(url).status_code == 200
            server.process.send_signal(signal.SIGTERM)
            wait_for(lambda: readiness(url).status_code == 503)
            assert readiness(url).json()["code"] == "stopping"
            assert httpx2.get(f"{url}/health", verify=False).status_code == 200
            assert (
                device.get(f"tables/{table['id']}")["status"] == "waiting"
            )  # who is here plays on
            with pytest.raises(InvalidStatus) as refused, device.live(table["id"]):
                pass
            assert refused.value.response.status_code == 503
            assert refused.value.response.headers["Retry-After"]
            assert json.loads(refused.value.response.body or b"")["code"] == "stopping"
            live.send({"type": "nonsense"})  # the old line is still there
            live.kind("error")
            # The second signal does not wait for the ten minutes.
            assert end(server) == 128 + signal.SIGTERM
        device.http.close()


@pytest.mark.slow
def test_a_bot_that_thinks_and_a_review_do_not_hold_the_end_up(tmp_path: Path) -> None:
    port = free_port()
    with started(tmp_path / "t.sqlite3", "--port", str(port)) as server:
        device = Device(f"http://127.0.0.1:{port}")
        expert = {"kind": "bot", "bot": "expert"}
        table = device.table(expert, expert)
        with device.live(table["id"], seat=-1) as live:
            live.kind("entry")
            begin = time.monotonic()
            server.process.send_signal(signal.SIGTERM)
            assert closed_with(live) == RESTARTING
        server.process.wait(PATIENCE)  # generous: the machine may be busy
        assert server._end() == 0
        assert time.monotonic() - begin < PATIENCE
        device.http.close()


def test_a_line_gets_what_was_queued_before_its_end_and_nothing_after_it(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3") as server:
        device = server.device()
        table = device.table(ME, RANDOM)
        with device.live(table["id"], start=0) as live:
            loop = server.services.games._loop
            assert loop is not None

            def close_all() -> None:
                for slot in server.services.hub._slots:
                    for line in slot:
                        line.enqueue('{"type": "last"}')
                        line.close_after_flush(RESTARTING)
                        line.enqueue('{"type": "too late"}')

            live.receive()
            loop.call_soon_threadsafe(close_all)
            assert closed_with(live) == RESTARTING
            assert live.heard[-1] == {"type": "last"}


# -- the log ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_log_as_json_has_one_object_a_line_and_nothing_secret(tmp_path: Path) -> None:
    port = free_port()
    given = ("--port", str(port), "--log", "--log-format", "json", "--metrics", "0")
    with started(tmp_path / "t.sqlite3", *given) as server:
        device = Device(f"http://127.0.0.1:{port}")
        table = device.table({**ME, "name": "Annabella"}, RANDOM)
        device.get(f"tables/{table['id']}", seat=0)
        device.get("tables/nothing", 404, secret="question")
        with device.live(table["id"]) as live:
            live.receive()
        device.http.close()
        metrics = re.search(r"http://(127\.0\.0\.1):(\d+)/metrics", server.text)
        assert metrics is not None
        with socket.create_connection((metrics[1], int(metrics[2]))) as line:
            line.sendall(b"nonsense\r\n\r\n")  # uvicorn itself logs that
            assert line.recv(100)
        assert end(server) == 0
        lines = [json.loads(line) for line in server.said]
        assert any("Invalid HTTP request" in line["message"] for line in lines)
        assert all({"time", "level", "logger", "message"} <= set(line) for line in lines)
        requests = [line for line in lines if line["logger"] == "spielzug.access"]
        found = [line for line in requests if line.get("status") == 404]
        assert found[0]["method"] == "GET"
        assert found[0]["path"] == "/api/tables/nothing"
        assert found[0]["milliseconds"] >= 0
        assert any(line["method"] == "WS" for line in requests)
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", lines[0]["time"])
        assert lines[-1]["message"].startswith("Goodbye")
        for secret in (table["id"], "Annabella", "question", device.cookie.partition("=")[2]):
            assert secret not in server.text


STRAY = """
import os, subprocess, sys, threading, warnings
from spielzug.server.monitoring import child_stderr, set_up_log
set_up_log("json", requests=False)
print("printed", file=sys.stderr)
warnings.warn("warned")
pipe = child_stderr("json")
subprocess.run([sys.executable, "-c", "raise SystemExit('of a child')"], stderr=pipe)
os.close(pipe)
for thread in threading.enumerate():
    if thread.name == "stderr":
        thread.join()
raise SystemExit("the last words")
"""


def test_what_is_no_entry_of_the_log_becomes_one() -> None:
    """With JSON every line is an object, also what children and Python itself print."""
    done = subprocess.run([sys.executable, "-c", STRAY], capture_output=True, text=True)
    told = "\n".join(json.loads(line)["message"] for line in done.stderr.splitlines())
    for words in ("printed", "warned", "of a child", "the last words"):
        assert words in told
