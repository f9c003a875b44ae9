"""How much one connection may send, and what happens to an address that keeps sending more."""

from __future__ import annotations

import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed

from server.helpers import FRIEND, ME, Device, Live, Running, running
from server.test_connection_limits import ASK, connect, connection_limiter, line
from spielzug.server.config.settings import Settings
from spielzug.server.limits.connections import (
    MESSAGE_BYTES,
    MESSAGES,
    OWNER_BYTES,
    PAUSE_SECONDS,
    PAUSED,
    PIPELINED,
    REQUEST_BYTES,
    REQUESTS,
    TOO_MANY,
    ConnectionLimits,
    MessageBudget,
)
from spielzug.server.limits.rates import (
    ADDRESS,
    BLOCK_SECONDS,
    OFFENCE_SECONDS,
    OFFENCES,
    Buckets,
    Limits,
    RateLimit,
)


def frame(text: bytes) -> bytes:
    """A message as a browser sends it."""
    if len(text) < 126:
        head = bytes([0x81, 0x80 | len(text)])
    elif len(text) < 1 << 16:
        head = bytes([0x81, 0x80 | 126]) + len(text).to_bytes(2)
    else:
        head = bytes([0x81, 0x80 | 127]) + len(text).to_bytes(8)
    return head + b"\x00\x00\x00\x00" + text


# -- messages, before they are parsed ------------------------------------------------------------


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 64, 10_000])
def test_messages_are_counted_however_they_are_cut(piece: int) -> None:
    texts = [b"", b"x" * 5, b"y" * 125, b"z" * 126, b"w" * 300, b"{}"] * 4
    data = b"".join(map(frame, texts))
    budget = MessageBudget(0.0)
    counted = sum(
        budget._count_messages(data[at : at + piece]) for at in range(0, len(data), piece)
    )
    assert counted == len(texts)
    assert (budget._rest, budget._head) == (0, b"")


def test_a_long_message_is_one_message() -> None:
    budget = MessageBudget(0.0)
    data = frame(b"x" * 70_000)
    assert [budget._count_messages(part) for part in (data[:9], data[9:100], data[100:])] == [
        0,
        1,
        0,
    ]


def test_nobody_who_plays_comes_near_the_budget() -> None:
    """Ten decisions a second for a minute."""
    budget, decision = MessageBudget(0.0), frame(b"x" * 120)
    assert all(budget.allows(decision, tenth / 10) for tenth in range(600))


def test_messages_beyond_the_budget_are_refused_and_come_back_with_time() -> None:
    budget, message = MessageBudget(0.0), frame(b"{}")
    burst = int(MESSAGES.burst)
    assert all(budget.allows(message, 0.0) for _ in range(burst))
    assert not budget.allows(message, 0.0)
    assert budget.allows(message, 1.0)
    assert not MessageBudget(0.0).allows(message * (burst + 1), 0.0)
    assert not MessageBudget(0.0).allows(frame(b"x" * int(MESSAGE_BYTES.burst)), 0.0)


def flood(live: Live) -> None:
    """Sends more than allowed until the server closes the connection."""
    for _ in range(2_000):
        live.send({"type": "x"})
    while True:
        live.receive()


def test_a_flood_on_a_live_connection_ends_it_and_no_other(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3", limits=True) as server:
        anna, berta = server.device(), server.device()
        table = anna.table(ME, FRIEND)
        berta.join(table["invitation"], "Berta")
        with berta.live(table["id"]) as hers:
            hers.receive()
            with anna.live(table["id"]) as live:
                live.receive()
                with pytest.raises(ConnectionClosed):
                    flood(live)
            anna.post(f"tables/{table['id']}/resign", {"seat": 0})
            while hers.receive()["type"] != "table":  # her own line is there as before
                pass


# -- requests ------------------------------------------------------------------------------------


def refused(one: socket.socket) -> tuple[int, str]:
    """The last answer before a connection is closed."""
    data = b""
    while part := one.recv(65536):
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    assert b"connection: close" in head.lower()
    return int(head.split()[1]), json.loads(body)["code"]


def test_requests_one_behind_the_other_are_refused_unparsed(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3", limits=True) as server:
        with connect(server) as one:
            one.sendall(ASK * (PIPELINED + 1))  # some programs send two or three
            assert one.recv(1 << 20).startswith(b"HTTP/1.1 200")
        with connect(server) as one:
            one.sendall(ASK * 200)
            assert refused(one) == (429, "too_fast")
        assert httpx2.get(f"{server.url}/api/health").status_code == 200


def test_a_body_without_end_is_cut(tmp_path: Path) -> None:
    begin = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"4000\r\n" + b" " * 0x4000 + b"\r\n"
    with running(tmp_path / "t.sqlite3", limits=True) as server, connect(server) as one:
        one.sendall(begin)
        sent = 0
        try:
            while sent < 2 * OWNER_BYTES:
                sent += one.send(chunk)
        except ConnectionError:
            pass
        assert sent < 2 * OWNER_BYTES


def test_only_this_machine_may_send_large_bodies(tmp_path: Path) -> None:
    made = connection_limiter(tmp_path)
    for address, most in (
        ("10.0.0.1", REQUEST_BYTES), ("2001:db8::1", REQUEST_BYTES),
        ("127.0.0.1", OWNER_BYTES), ("::1", OWNER_BYTES),
    ):  # fmt: skip
        one = line(address)
        made.enter(one)
        assert made.max_request_bytes(one) == most


def test_an_address_has_so_many_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielzug.server.limits.connections.time.monotonic", lambda: 100.0)
    made, one, other = connection_limiter(tmp_path), line(), line("10.0.0.2")
    for each in (one, other):
        made.enter(each)
    assert all(made.allows_requests(one, 1) for _ in range(int(REQUESTS.burst)))
    assert not made.allows_requests(one, 1)
    assert made.allows_requests(other, 1)
    behind = connection_limiter(tmp_path, trust_proxy=True)
    behind.enter(one)
    assert all(behind.allows_requests(one, 1) for _ in range(5_000))  # that is everybody


# -- an address that goes on ---------------------------------------------------------------------


def test_an_address_that_goes_on_is_blocked_for_a_while(tmp_path: Path) -> None:
    now = [0.0]
    limits = Limits(clock=lambda: now[0])
    made = ConnectionLimits(Settings(tmp_path / "t.sqlite3"), limits)
    for number in range(OFFENCES):
        assert not limits.is_blocked("10.0.0.1"), number
        made.close_for_excess(line())
    blocked = line()
    assert made.enter(blocked) == TOO_MANY and blocked.paused  # before anything is read
    made.close_silent(time.monotonic() + PAUSE_SECONDS)
    assert blocked.aborted
    waiting = [line() for _ in range(PAUSED)]
    assert all(made.enter(one) == TOO_MANY and not one.aborted for one in waiting)
    one_more = line()
    assert made.enter(one_more) == TOO_MANY and one_more.aborted and not one_more.paused
    made.leave(waiting[0])
    assert made.enter(again := line()) == TOO_MANY and again.paused
    assert made.enter(line("10.0.0.2")) is None
    now[0] += BLOCK_SECONDS
    assert made.enter(line()) is None


def test_offences_are_forgotten_and_counted_by_network() -> None:
    now = [0.0]
    limits = Limits(clock=lambda: now[0])
    for _ in range(OFFENCES - 1):
        limits.note_offence("10.0.0.1")
    now[0] += OFFENCE_SECONDS + 1
    limits.note_offence("10.0.0.1")
    assert not limits.is_blocked("10.0.0.1")
    for host in range(OFFENCES):
        limits.note_offence(f"2001:db8::{host + 1}")  # all in one /64
    assert limits.is_blocked("2001:db8::ffff") and not limits.is_blocked("2001:db8:0:1::1")


def test_twenty_thousand_others_give_nobody_a_full_bucket() -> None:
    limits = Limits(clock=lambda: 0.0)
    burst = int(ADDRESS["create"].burst)
    assert sum(limits.allow("create", None, "10.9.9.9") for _ in range(burst + 5)) == burst
    for other in range(20_100):
        limits.allow("create", None, f"10.{other >> 16}.{other >> 8 & 255}.{other & 255}")
    assert not limits.allow("create", None, "10.9.9.9")


def test_buckets_that_are_full_again_make_room() -> None:
    buckets, rate = Buckets(10), RateLimit(2, 1)
    assert all(buckets.take("x", f"{n}", rate, 0.0) for n in range(10))
    assert [buckets.take("x", f"new{n}", rate, 0.0) for n in range(4)] == [True, True, False, False]
    assert all(buckets.take("x", f"later{n}", rate, 60.0) for n in range(5))
    assert len(buckets._kept) <= 11


# -- and those who only play ---------------------------------------------------------------------


@pytest.mark.slow
def test_a_class_of_thirty_behind_one_address_plays_undisturbed(tmp_path: Path) -> None:
    """Fifteen tables for two at once, each device with its pages, its live line and its choices."""

    def play(server: Running) -> int:
        host, guest = server.device(), server.device()
        table = host.table(ME, FRIEND, first=1)
        guest.join(table["invitation"], "Guest")
        path, decided = f"tables/{table['id']}", 0
        with host.live(table["id"]) as one, guest.live(table["id"]) as other:
            one.receive()
            other.receive()
            for _ in range(12):
                for device in (host, guest):
                    decided += decide(device, path)
        return decided

    with running(tmp_path / "t.sqlite3", limits=True) as server:
        for page in ("/", "/api/games", "/api/bots"):
            assert all(httpx2.get(f"{server.url}{page}").status_code == 200 for _ in range(30))
        with ThreadPoolExecutor(15) as pool:
            decisions = list(pool.map(lambda _: play(server), range(15)))
    assert all(count >= 12 for count in decisions)


def decide(device: Device, path: str) -> int:
    """Makes one choice if it is this player's turn; nothing may be refused."""
    now = device.get(path)
    if now["status"] != "running" or now["actor"] != now["seat"] or not now["choices"]:
        return 0
    wanted = {"number": now["number"], "seat": now["seat"], "action": now["choices"][0]["action"]}
    device.post(f"{path}/decide", wanted)
    return 1
