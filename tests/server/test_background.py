"""Expensive answers: chunked, compressed, computed once in the background."""

from __future__ import annotations

import asyncio
import gzip
import os
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from server.helpers import FRIEND, ME, RANDOM, Device, Json, Running, running, wait_for
from spielzug.server.background import queue as desks
from spielzug.server.background.queue import BackgroundAnswer, BackgroundQueue, BackgroundRequest
from spielzug.server.config.settings import Settings
from spielzug.tables.messages import PIECE


@pytest.fixture(scope="module")
def private_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("costly") / "t.sqlite3") as made:
        yield made


@pytest.fixture(scope="module")
def finished(private_server: Running) -> str:
    """A game of bots with more steps than one piece has, called off."""
    device = private_server.device()
    table = str(device.table(RANDOM, RANDOM)["id"])
    path = f"tables/{table}"
    with device.live(table) as live:
        live.until(lambda m: m["type"] == "entry" and m["number"] > PIECE + 20)
    device.post(f"{path}/abandon")
    return path


@pytest.mark.slow
def test_a_replay_comes_in_pieces(private_server: Running, finished: str) -> None:
    device = private_server.device()
    total = device.get(finished)["number"]
    pieces = [device.get(f"{finished}/replay", **{"from": at}) for at in range(0, total, PIECE)]
    assert [piece["first"] for piece in pieces] == list(range(0, total, PIECE))
    assert {piece["total"] for piece in pieces} == {total}
    steps = [step for piece in pieces for step in piece["steps"]]
    assert [step["number"] for step in steps] == list(range(total))
    assert all(step["view"]["you"] == -1 for step in steps)
    inside = device.get(f"{finished}/replay", **{"from": PIECE + 7})
    assert inside == pieces[1]  # whichever step of it is asked for
    assert device.get(f"{finished}/replay", **{"from": 100 * PIECE})["steps"] == []
    assert device.get(f"{finished}/replay", 422, **{"from": -1})["code"] == "bad_request"
    assert device.get(f"{finished}/replay", 404, seat=2)["code"] == "no_seat"


@pytest.mark.slow
@pytest.mark.parametrize("what", ["replay", "proof", "record"])
def test_it_is_compressed_for_who_likes_that(
    private_server: Running, finished: str, what: str
) -> None:
    device = private_server.device()
    address = f"/api/{finished}/{what}"
    small = device.http.get(address, headers={"Accept-Encoding": "gzip"})
    plain = device.http.get(address, headers={"Accept-Encoding": "identity"})
    assert small.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert small.content == plain.content
    assert int(small.headers["content-length"]) < len(plain.content)
    assert small.headers["vary"] == "Accept-Encoding"
    assert small.headers["cache-control"] == "no-store"


@pytest.mark.slow
def test_what_was_made_is_kept(private_server: Running, finished: str) -> None:
    """By table, seat, language and piece; the second who asks costs nothing."""
    device, background_queue = private_server.device(), private_server.services.background_queue
    asked: list[tuple[str, Json]] = [
        ("proof", {"lang": "fr"}),
        ("record", {}),
        ("replay", {"seat": 1, "lang": "nl"}),
    ]
    first = [device.get(f"{finished}/{what}", **query) for what, query in asked]
    table = finished.removeprefix("tables/")
    for known in (
        BackgroundRequest("proof", table, "fr"),
        BackgroundRequest("record", table),
        BackgroundRequest("replay", table, "nl", 1, 0),
    ):
        assert known in background_queue._cache
    honest, background_queue._command = (
        background_queue._command,
        ["false"],
    )  # nobody could make anything now
    try:
        loop = private_server.services.games._loop
        assert loop is not None
        loop.call_soon_threadsafe(background_queue._end)
        wait_for(lambda: background_queue._process is None)
        assert [device.get(f"{finished}/{what}", **query) for what, query in asked] == first
        assert device.get(f"{finished}/proof", 503, lang="de")["code"] == "cannot_load"
    finally:
        background_queue._command = honest
    assert device.get(f"{finished}/proof", lang="de")["word"]["steps"]  # the next one finds another


@pytest.mark.slow
def test_a_process_that_dies_is_replaced(private_server: Running, finished: str) -> None:
    device, background_queue = private_server.device(), private_server.services.background_queue
    device.get(f"{finished}/replay", seat=0, lang="de")
    assert background_queue._process is not None
    os.kill(background_queue._process.pid, signal.SIGKILL)
    wait_for(
        lambda: (
            background_queue._process is None or background_queue._process.returncode is not None
        )
    )
    assert device.get(f"{finished}/replay", seat=0, lang="en")["steps"]


@pytest.mark.slow
def test_a_running_game_is_no_replay(private_server: Running) -> None:
    device = private_server.device()
    path = f"tables/{device.table(RANDOM, RANDOM, pace=5000)['id']}"
    for what in ("replay", "record"):
        assert device.get(f"{path}/{what}", 409)["code"] == "still_running"
    assert device.get(f"{path}/proof")["word"]["ok"] is None
    device.post(f"{path}/abandon")
    assert device.get(f"{path}/proof")["word"]["ok"] is True  # what was said before is not kept
    assert device.get("tables/nothing/replay", 404)["code"] == "no_table"


def test_a_table_that_does_not_exist_is_no_work(
    private_server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused at once, whatever the process behind is busy with."""
    for background_queue in (
        private_server.services.background_queue,
        private_server.services.positions,
    ):
        monkeypatch.setattr(background_queue, "_command", ["false"])  # nobody could make anything
        monkeypatch.setattr(background_queue, "_process", None)
    device = private_server.device()
    for what in ("record", "proof", "replay", "position", "review"):
        assert device.get(f"tables/0/{what}", 404, entry=0)["code"] == "no_table"
    start = {"table": "0", "entry": 0}
    wanted = {"game": "game_of_trains", "seats": [ME, RANDOM], "from": start}
    assert device.post("tables", wanted, 404)["code"] == "no_table"


# -- who has gone --------------------------------------------------------------------------------


def test_nothing_is_made_for_who_has_gone(
    private_server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty ask and leave: when they are gone there is nothing to do any more."""
    background_queue = private_server.services.background_queue
    made: list[BackgroundRequest] = []
    go_on = asyncio.Event()

    async def slow(asked: BackgroundRequest) -> BackgroundAnswer:
        made.append(asked)
        await go_on.wait()
        return BackgroundAnswer(gzip.compress(b"{}"))

    monkeypatch.setattr(background_queue, "_ask", slow)
    table = private_server.device().table(ME, FRIEND)["id"]
    host, port = private_server.url.removeprefix("http://").split(":")
    visitors = []
    for number in range(20):
        visitor = socket.create_connection((host, int(port)))
        path = f"/api/tables/{table}/replay?from={number * PIECE}"
        visitor.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        visitors.append(visitor)
    wait_for(lambda: background_queue.waiting == 20)
    for visitor in visitors:
        visitor.close()
    wait_for(lambda: background_queue.waiting == 0)
    loop = private_server.services.games._loop
    assert loop is not None
    loop.call_soon_threadsafe(go_on.set)
    wait_for(lambda: background_queue._work is None)
    assert len(made) == 1  # the one that was under way


def test_many_who_ask_the_same_get_the_same(
    private_server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    background_queue = private_server.services.background_queue
    made: list[BackgroundRequest] = []
    go_on = asyncio.Event()

    async def slow(asked: BackgroundRequest) -> BackgroundAnswer:
        made.append(asked)
        await go_on.wait()
        return BackgroundAnswer(gzip.compress(b'{"steps": []}'))

    monkeypatch.setattr(background_queue, "_ask", slow)
    loop = private_server.services.games._loop
    assert loop is not None

    table = private_server.device().table(ME, FRIEND)["id"]

    def ask(device: Device) -> Json:
        return dict(device.get(f"tables/{table}/replay"))

    with ThreadPoolExecutor(5) as threads:
        answers = [threads.submit(ask, private_server.device()) for _ in range(5)]
        wait_for(lambda: made and next(iter(background_queue._jobs.values())).waiters == 5)
        loop.call_soon_threadsafe(go_on.set)
        assert [answer.result() for answer in answers] == 5 * [{"steps": []}]
    assert len(made) == 1


# -- what is kept --------------------------------------------------------------------------------


def test_the_oldest_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "CACHE_BYTES", 100)
    background_queue = BackgroundQueue(Settings(Path("nowhere")))

    async def make(asked: BackgroundRequest) -> BackgroundAnswer:
        answer = BackgroundAnswer(bytes(40))
        background_queue._keep(asked, answer)
        return answer

    monkeypatch.setattr(background_queue, "_ask", make)

    async def work() -> None:
        for table in ("a", "b", "a", "c"):
            await background_queue.answer(BackgroundRequest("proof", table))
        await background_queue.close()

    asyncio.run(work())
    assert [asked.table for asked in background_queue._cache] == ["a", "c"]
    assert background_queue._cache_bytes_left == 20
    background_queue._keep(BackgroundRequest("proof", "big"), BackgroundAnswer(bytes(1000)))
    assert (list(background_queue._cache), background_queue._cache_bytes_left) == ([], 100)
    for _ in range(3):  # asked for, left, and asked for again: it takes its room once
        background_queue._keep(BackgroundRequest("proof", "again"), BackgroundAnswer(bytes(60)))
    assert background_queue._cache_bytes_left == 40
