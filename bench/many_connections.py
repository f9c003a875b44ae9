"""Many connections that only listen, and many people who reconnect after the server was killed.

python bench/server.py --idle 10000
python bench/server.py --back 1000
"""

from __future__ import annotations

import asyncio
import base64
import os
import resource
import socket
import statistics
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
from databases import SQLITE, Setup
from saturate import LOAD_CORE, SERVER_CORE, Load, fewest_seats, pin, pinned_to
from server_process import Server, live, open_table, running_server

GAME = "trains"
OF_DEVICE = 50  # tables that one device opens; it may have a hundred
PER_TABLE = 100  # connections that listen at one table
PLAYED = 30.0  # seconds that the people play before the server is killed
PINGS = 25.0  # seconds in which each connection is pinged at least once
SPARE = 500  # files besides the connections


def allow_files(count: int) -> None:
    """Raises the limit of open files for this process and for the server, which inherits it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count + SPARE
    if most != resource.RLIM_INFINITY and most < wanted:
        raise SystemExit(f"this machine allows {most} open files, {wanted} are needed")
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


# -- connections that only listen ------------------------------------------------------------------


def listen(url: str, table: str) -> socket.socket:
    """A spectator's live connection that uses as little memory here as possible."""
    at = urlsplit(url)
    assert at.hostname is not None
    made = socket.create_connection((at.hostname, at.port))
    key = base64.b64encode(os.urandom(16)).decode()
    lines = (
        f"GET /api/tables/{table}/live HTTP/1.1",
        f"Host: {at.netloc}",
        f"Origin: {url}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
    )
    made.sendall("".join(f"{line}\r\n" for line in (*lines, "")).encode())
    answer = made.recv(4096)
    if b" 101 " not in answer.split(b"\r\n", 1)[0]:
        raise RuntimeError(answer.decode(errors="replace"))
    made.setblocking(False)
    return made


def drain(sockets: list[socket.socket]) -> int:
    """Reads pending messages; returns how many connections are still open."""
    still = 0
    for one in sockets:
        try:
            while data := one.recv(65536):
                still += len(data) < 65536
                if len(data) < 65536:
                    break
        except BlockingIOError:
            still += 1
    return still


async def idle_tables(count: int, setup: Setup = SQLITE) -> float:
    """Bytes of server memory per table that two people have just played at."""
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "local", "name": "Otto"}]
    with setup.database() as database, running_server(database, watched=True) as server:
        before = 0
        for device in range(1 + -(-count // OF_DEVICE)):
            async with httpx2.AsyncClient(base_url=server.url, verify=False, timeout=60) as http:
                for _ in range(OF_DEVICE):
                    await open_table(http, GAME, seats)
            before = before if device else server.memory
        each = (server.memory - before) / (OF_DEVICE * device)
    print(f"{count} empty tables: {each / 1000:.1f} kB of the server's memory each")
    return each


async def idle(count: int, setup: Setup = SQLITE) -> float:
    allow_files(count)
    with (
        setup.database() as database,
        running_server(database, watched=True) as server,
        pinned_to({LOAD_CORE}),
    ):
        pin(server.pid, SERVER_CORE)
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "local", "name": "Otto"}]
        sockets: list[socket.socket] = []
        async with httpx2.AsyncClient(base_url=server.url, verify=False, timeout=60) as http:
            tables = [await open_table(http, GAME, seats) for _ in range(-(-count // PER_TABLE))]
            sockets += [listen(server.url, tables[0]) for _ in range(20)]
            before = server.memory
            for number in range(count - len(sockets)):
                sockets.append(listen(server.url, tables[number % len(tables)]))
                if number % 100 == 0:
                    drain(sockets)
            await asyncio.sleep(2)
            drain(sockets)
            each = (server.memory - before) / (count - 20)
            print(f"{count} connections: {each / 1000:.1f} kB of the server's memory each")
            waits = []
            end = time.monotonic() + PINGS
            while time.monotonic() < end:
                begin = time.perf_counter()
                (await http.get("/api/health")).raise_for_status()
                waits.append(1000 * (time.perf_counter() - begin))
                await asyncio.sleep(0.005)
        cuts = statistics.quantiles(waits, n=1000)
        print(
            f"while all are pinged another is answered after {cuts[499]:.1f} ms (median), "
            f"{cuts[989]:.1f} ms (p99), {max(waits):.1f} ms (longest); "
            f"{drain(sockets)} are still connected"
        )
        for one in sockets:
            one.close()
        return each


# -- people who come back --------------------------------------------------------------------------


async def back(count: int) -> None:
    allow_files(2 * count)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "bench.sqlite3"
        first = Server(database)
        try:
            pin(first.pid, SERVER_CORE)
            pin(os.getpid(), LOAD_CORE)
            seats = fewest_seats(first.url, GAME)
            played = Load([first.url], GAME, seats, 0.0, measuring=True)
            tasks = [asyncio.create_task(played.play(n)) for n in range(-(-count // seats))]
            await asyncio.sleep(PLAYED + 0.02 * len(tasks))
            sitting = dict(played.sitting)
        finally:
            first.kill()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        longest = max(number for _, number in sitting.values())
        print(f"{len(sitting)} people at {len(tasks)} tables, up to {longest} entries; killed")
        begin = time.perf_counter()
        with running_server(database) as second:
            pin(second.pid, SERVER_CORE)
            up, cpu = time.perf_counter() - begin, second.cpu
            times = await asyncio.gather(
                *(
                    reconnect(second.url, table, cookie, seat, number)
                    for (table, seat), (cookie, number) in sitting.items()
                )
            )
            cuts = statistics.quantiles(times, n=100)
            print(
                f"the server is up after {up:.1f} s; then half of them are live after "
                f"{cuts[49]:.2f} s, all after {max(times):.2f} s, of which the server worked "
                f"{second.cpu - cpu:.2f} s"
            )


async def reconnect(url: str, table: str, cookie: str, seat: int, number: int) -> float:
    """Seconds until the position is there again, from the entry where the person was cut off."""
    begin = time.perf_counter()
    async with live(url, table, cookie, seat, max(number - 1, 0)) as socket:
        async for text in socket:
            if '"type":"entry"' in text or '"type":"view"' in text:
                return time.perf_counter() - begin
    raise RuntimeError("the server closed the connection")
