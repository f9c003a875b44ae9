"""How much one abusive visitor can slow down everybody else: attacks on a server started for it.

Everything stays on this machine: the server runs on the loopback device with its limits on, the
attacker connects from one address there, and an honest person plays from another. Each attack is
limited in time, and prints how long the honest person waited for acknowledgements without it and
during it, and what it cost the server:

    python bench/abuse.py                    all attacks, about four minutes
    python bench/abuse.py silent replay      only these
    python bench/abuse.py --source ../old/src    the same on another checkout
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from server_process import Server, cookie_of, live, open_table

HONEST, RUDE = "127.0.0.2", "127.0.0.66"
LONG_GAME, LONG_ENTRIES = "trains", 1_200
QUIET, LOUD = 5.0, 10.0  # seconds that are measured without and under an attack
Json = dict[str, Any]


# -- visitors --------------------------------------------------------------------------------------


def client(server: Server, address: str, **more: Any) -> httpx2.AsyncClient:
    """A browser at this address."""
    return httpx2.AsyncClient(
        base_url=server.url,
        headers={"Origin": server.url},
        transport=httpx2.AsyncHTTPTransport(local_address=address, verify=False),
        **{"timeout": 60, **more},
    )


def connect_live(server: Server, address: str, table: str, cookie: str = "", start: int = 0) -> Any:
    """A live connection from this address."""
    more = {"max_size": None, "open_timeout": 60, "close_timeout": 1}
    return live(server.url, table, cookie, start=start, local_addr=(address, 0), **more)


# -- the honest person -----------------------------------------------------------------------------


@dataclass
class Waits:
    """What the honest person waited for, in seconds."""

    acknowledge: list[float] = field(default_factory=list)
    bot: list[float] = field(default_factory=list)
    failed: int = 0
    newcomers: list[bool] = field(default_factory=list)
    """Whether somebody who came anew was answered within two seconds."""

    def text(self) -> str:
        parts = []
        for name, values in (("ack", self.acknowledge), ("quick bot", self.bot)):
            if len(values) > 1:
                cuts = statistics.quantiles(values, n=100)
                parts.append(
                    f"{name} {cuts[49] * 1000:.1f} / {cuts[98] * 1000:.0f} ms, "
                    f"longest {max(values) * 1000:.0f} ({len(values)})"
                )
        parts.append(f"{sum(self.newcomers)} of {len(self.newcomers)} newcomers answered")
        return ", ".join(parts + [f"{self.failed} games aborted"] * bool(self.failed))


class Person:
    """Plays one game after the other against a quick bot, ten choices a second."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._luck = random.Random(1)
        self.waits = Waits()

    async def play(self) -> None:
        async with client(self._server, HONEST) as http:
            while True:
                try:
                    await self._game(http)
                except Exception:  # whatever it was, a person would try again
                    self.waits.failed += 1
                    await asyncio.sleep(0.5)

    async def open_new_pages(self) -> None:
        """Twice a second somebody else opens the page."""
        while True:
            try:
                async with client(self._server, HONEST, timeout=2) as http:
                    fine = (await http.get("/api/health")).status_code == 200
            except httpx2.HTTPError:
                fine = False
            self.waits.newcomers.append(fine)
            await asyncio.sleep(0.5)

    async def _game(self, http: httpx2.AsyncClient) -> None:
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "bot", "bot": "random"}]
        table = await open_table(http, "game_of_trains", seats)
        sent: dict[int, float] = {}
        asked: float | None = None
        thinking: asyncio.Task[None] | None = None  # a task nobody holds may vanish
        async with connect_live(self._server, HONEST, table, cookie_of(http)) as socket_:
            async with asyncio.timeout(60):
                async for text in socket_:
                    now, message = time.perf_counter(), json.loads(text)
                    if message["type"] == "ack":
                        self.waits.acknowledge.append(now - sent[message["number"]])
                        asked = now
                    elif message["type"] == "table" and message["status"] == "over":
                        return
                    elif message["type"] in ("entry", "view") and message.get("choices"):
                        if asked is not None and message.get("seat") == 1:
                            self.waits.bot.append(now - asked)
                        asked = None
                        thinking = asyncio.create_task(self._decide(socket_, message, sent))
        if thinking is not None:
            thinking.cancel()

    async def _decide(self, socket_: Any, message: Json, sent: dict[int, float]) -> None:
        """Beside the reading: an acknowledgement may come after the next choices."""
        await asyncio.sleep(0.1)
        number = message.get("next", message["number"])
        action = self._luck.choice(message["choices"])["action"]
        sent[number] = time.perf_counter()
        decision = {"type": "decide", "id": 1, "number": number, "seat": 0, "action": action}
        await socket_.send(json.dumps(decision))

    def take(self) -> Waits:
        taken, self.waits = self.waits, Waits()
        return taken


# -- the attacks -----------------------------------------------------------------------------------


@dataclass
class AttackContext:
    server: Server
    long_table: str
    """A finished game with many entries."""
    person: Person


Attack = Callable[[AttackContext], Awaitable[list[str]]]


async def silent(scene: AttackContext) -> list[str]:
    """1,100 connections that say nothing."""
    port, held, refused = int(scene.server.url.rsplit(":", 1)[1]), [], 0
    loop = asyncio.get_running_loop()
    for _ in range(1_100):
        made = socket.socket()
        made.setblocking(False)
        made.bind((RUDE, 0))
        held.append(made)
        try:
            async with asyncio.timeout(1):
                await loop.sock_connect(made, ("127.0.0.1", port))
        except (OSError, TimeoutError):
            refused += 1
    await asyncio.sleep(LOUD)
    closed = 0
    for made in held:
        with contextlib.suppress(BlockingIOError):
            try:
                closed += made.recv(1) == b""
            except OSError as error:
                closed += not isinstance(error, BlockingIOError)
        made.close()
    return [f"{1_100 - refused} connected, {closed} of them closed by the server"]


async def history(scene: AttackContext) -> list[str]:
    """Twice a second somebody wants a whole long game over the live line."""
    got: list[int] = []

    async def one() -> None:
        with contextlib.suppress(Exception):
            async with connect_live(scene.server, RUDE, scene.long_table) as socket_:
                async with asyncio.timeout(3):
                    async for text in socket_:
                        got[-1] += len(text)

    tasks = []
    for _ in range(int(2 * LOUD)):
        got.append(0)
        tasks.append(asyncio.create_task(one()))
        await asyncio.sleep(0.5)
    await asyncio.gather(*tasks)
    return [f"{max(got) / 1e6:.2f} MB for one", f"{sum(got) / 1e6:.1f} MB in all"]


async def _request_repeatedly(scene: AttackContext, path: str, rate: float) -> list[str]:
    """The same costly page again and again; then all go away."""
    statuses: dict[int, int] = {}
    size = 0

    async def one(http: httpx2.AsyncClient) -> None:
        nonlocal size
        with contextlib.suppress(httpx2.HTTPError):
            answer = await http.get(f"/api/tables/{scene.long_table}/{path}")
            statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
            size = max(size, len(answer.content))

    cpu = scene.server.cpu
    async with client(scene.server, RUDE) as http:
        tasks = []
        for _ in range(int(rate * LOUD)):
            tasks.append(asyncio.create_task(one(http)))
            await asyncio.sleep(1 / rate)
        spent = scene.server.cpu - cpu
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    left = scene.server.cpu
    await asyncio.sleep(5)
    return [
        f"answers {statuses}, largest {size / 1e6:.2f} MB",
        f"{spent:.1f} s of CPU in {LOUD:.0f} s",
        f"{scene.server.cpu - left:.1f} s of CPU in the 5 s after all had left",
    ]


async def replay(scene: AttackContext) -> list[str]:
    """Twenty replays of a long game a second."""
    return await _request_repeatedly(scene, "replay", 20)


async def proof(scene: AttackContext) -> list[str]:
    """Twenty checks of a long game a second."""
    return await _request_repeatedly(scene, "proof", 20)


async def spectators(scene: AttackContext) -> list[str]:
    """A thousand people watch one table, all coming at once."""
    async with client(scene.server, RUDE) as http:
        seats = [{"kind": "me", "name": "Rude"}, {"kind": "bot", "bot": "random"}]
        table = await open_table(http, "game_of_trains", seats)
    stop, joined, heard = asyncio.Event(), 0, 0

    async def watch() -> None:
        nonlocal joined, heard
        with contextlib.suppress(Exception):
            async with connect_live(scene.server, RUDE, table) as socket_:
                joined += 1
                reading = asyncio.create_task(_count(socket_))
                await stop.wait()
                reading.cancel()
                heard += (await asyncio.gather(reading, return_exceptions=True))[0] is None

    async def _count(socket_: Any) -> None:
        async for _ in socket_:
            pass

    begun, memory = time.perf_counter(), scene.server.memory / 1e6
    tasks = []
    for _ in range(1_000):
        tasks.append(asyncio.create_task(watch()))
        await asyncio.sleep(LOUD / 1_000)
    while joined < sum(not task.done() for task in tasks) and time.perf_counter() - begun < 60:
        await asyncio.sleep(0.1)
    seconds, here = time.perf_counter() - begun, joined
    grown = scene.server.memory / 1e6 - memory
    stop.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    return [f"{here} were let in within {seconds:.1f} s", f"{grown:.0f} MB more"]


async def unread(scene: AttackContext) -> list[str]:
    """Live connections that ask for a long game and read nothing, dropped after a while."""
    memory, made = scene.server.memory / 1e6, []
    for _ in range(150):
        with contextlib.suppress(Exception):
            held = connect_live(scene.server, RUDE, scene.long_table)
            socket_ = await held
            socket_.transport.pause_reading()
            made.append(socket_)
        await asyncio.sleep(LOUD / 150)
    most = scene.server.memory / 1e6
    for socket_ in made:
        socket_.transport.abort()
    await asyncio.sleep(3)
    return [
        f"{len(made)} held",
        f"{memory:.0f} MB before, {most:.0f} while held, {scene.server.memory / 1e6:.0f} after",
    ]


async def experts(scene: AttackContext) -> list[str]:
    """38 tables of expert bots, opened by one visitor who goes away."""
    bots = [{"kind": "bot", "bot": "expert"}] * 2
    opened, begun = 0, time.perf_counter()
    cpu = scene.server.thinking
    async with client(scene.server, RUDE) as http:
        for _ in range(38):
            await http.get("/api/health")
            answer = await http.post(
                "/api/tables", json={"game": "game_of_trains", "seats": bots, "pace": 0}
            )
            opened += answer.status_code == 201
            http.cookies.clear()
    seconds = time.perf_counter() - begun
    await asyncio.sleep(LOUD)
    thought = scene.server.thinking - cpu
    return [f"{opened} tables in {seconds:.1f} s", f"{thought:.0f} s of thinking in {LOUD:.0f} s"]


async def undos(scene: AttackContext) -> list[str]:
    """A choice and its undo, as often and as fast as the limits allow."""
    entries, codes = 0, set()
    async with client(scene.server, RUDE) as http:
        await http.get("/api/health")
        seats = [{"kind": "me", "name": "Rude"}, {"kind": "local", "name": "Ruder"}]
        table = await open_table(http, "game_of_trains", seats)
        end = time.perf_counter() + LOUD
        while time.perf_counter() < end:
            now = (await http.get(f"/api/tables/{table}")).json()
            if "choices" not in now:
                codes.add(now.get("code"))
                await asyncio.sleep(0.1)
                continue
            what = "undo" if now["undo"] else "decide"
            body = {"number": now["number"], "seat": now["seat"]}
            if what == "decide":
                body["action"] = now["choices"][-1]["action"]
            answer = await http.post(f"/api/tables/{table}/{what}", json=body)
            entries += answer.status_code == 200
            if answer.status_code != 200:
                codes.add(answer.json()["code"])
    return [f"{entries} entries, refusals {sorted(map(str, codes)) or 'none'}"]


# -- attacks by bytes: written to the socket as fast as one core can ------------------------------


@dataclass
class FloodResult:
    """What an attacker got through, from a process of its own."""

    bytes: int = 0
    connections: int = 0
    closed: int = 0
    answered: int = 0


async def _flood(
    scene: AttackContext, connections: int, head: bytes, more: bytes, again: bool = False
) -> list[str]:
    """Connections that write `more` for ever after `head`; `again`: new ones for those closed."""
    wanted = {
        "url": scene.server.url, "connections": connections, "again": again,
        "head": head.hex(), "more": more.hex(),
    }  # fmt: skip
    told = await asyncio.to_thread(
        subprocess.run, [sys.executable, __file__, "--flood"], input=json.dumps(wanted),
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    sent = FloodResult(**json.loads(told.stdout))
    await asyncio.sleep(2)
    return [
        f"{sent.bytes / 1e6:.1f} MB written over {sent.connections} connections, {sent.closed} of "
        f"them closed by the server, {sent.answered / 1e6:.1f} MB of answers",
        f"{scene.server.memory / 1e6:.0f} MB of memory afterwards",
    ]


def flood(url: str, connections: int, again: bool, head: bytes, more: bytes) -> FloodResult:
    """In a process of its own, which has one core."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    port, sent = int(url.rsplit(":", 1)[1]), FloodResult()
    selector, end = selectors.DefaultSelector(), time.monotonic() + LOUD
    ended = False

    def connect() -> None:
        made = socket.socket()
        made.bind((RUDE, 0))
        made.settimeout(2)
        try:
            made.connect(("127.0.0.1", port))
            made.setblocking(False)
        except OSError:
            made.close()
            return
        sent.connections += 1
        selector.register(made, selectors.EVENT_READ | selectors.EVENT_WRITE, [head])

    def lose(made: socket.socket) -> None:
        selector.unregister(made)
        made.close()
        sent.closed += 1
        if again and not ended:
            connect()

    for _ in range(connections):
        connect()
    while time.monotonic() < end and selector.get_map():
        for key, event in selector.select(0.1):
            made, waiting = key.fileobj, key.data
            assert isinstance(made, socket.socket)
            try:
                if event & selectors.EVENT_READ:
                    answer = made.recv(1 << 16)
                    sent.answered += len(answer)
                    if not answer:
                        lose(made)
                        continue
                if event & selectors.EVENT_WRITE:
                    waiting[0] = waiting[0] or more
                    done = made.send(waiting[0])
                    sent.bytes += done
                    waiting[0] = waiting[0][done:]
            except BlockingIOError:
                continue
            except OSError:
                lose(made)
    ended = True
    return sent


def _get(server: Server) -> bytes:
    return f"GET /api/health HTTP/1.1\r\nHost: {server.url[7:]}\r\n\r\n".encode()


def _upgrade(server: Server, table: str) -> bytes:
    """As a browser asks for a live connection, and a moment for the answer."""
    lines = [
        f"GET /api/tables/{table}/live HTTP/1.1", f"Host: {server.url[7:]}", "Upgrade: websocket",
        "Connection: Upgrade", f"Origin: {server.url}", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]  # fmt: skip
    return "".join(f"{line}\r\n" for line in [*lines, ""]).encode()


def _frame(text: bytes) -> bytes:
    """A message of a client, masked with zeros."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


async def pipelined(scene: AttackContext) -> list[str]:
    """Requests one behind the other on two connections, answers unread for a while."""
    request = _get(scene.server)
    return await _flood(scene, 2, request, request * 200)


async def pipelined_more(scene: AttackContext) -> list[str]:
    """The same on thirty connections."""
    request = _get(scene.server)
    return await _flood(scene, 30, request, request * 200)


async def messages(scene: AttackContext) -> list[str]:
    """Live messages without end on thirty connections."""
    message = _frame(b'{"type":"why","id":1,"notation":"x","number":1}')
    upgrade = _upgrade(scene.server, scene.long_table)
    return await _flood(scene, 30, upgrade, message * 200)


async def bursts(scene: AttackContext) -> list[str]:
    """Ten connections that come again with 7,000 short messages each."""
    upgrade = _upgrade(scene.server, scene.long_table)
    return await _flood(scene, 10, upgrade, _frame(b'{"type":"x"}') * 7_000, again=True)


async def endless_body(scene: AttackContext) -> list[str]:
    """A request whose body never ends."""
    begin = (
        f"POST /api/tables HTTP/1.1\r\nHost: {scene.server.url[7:]}\r\n"
        f"Origin: {scene.server.url}\r\nTransfer-Encoding: chunked\r\n"
        "Content-Type: application/json\r\n\r\n"
    ).encode()
    chunk = b"4000\r\n" + b" " * 0x4000 + b"\r\n"
    return await _flood(scene, 1, begin, chunk)


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        silent,
        history,
        replay,
        proof,
        spectators,
        unread,
        undos,
        experts,
        pipelined,
        pipelined_more,
        messages,
        bursts,
        endless_body,
    )
}


# -- all of it -------------------------------------------------------------------------------------


async def long_game(server: Server) -> str:
    """Two people at one device play a long game, then call it off."""
    luck = random.Random(3)
    async with client(server, RUDE) as http:
        seats = [{"kind": "me", "name": "Long"}, {"kind": "local", "name": "Longer"}]
        table = await open_table(http, LONG_GAME, seats)
        async with connect_live(server, RUDE, table, cookie_of(http)) as socket_:
            async for text in socket_:
                message = json.loads(text)
                if message["type"] == "table" and message["status"] == "over":
                    break
                if message["type"] not in ("entry", "view"):
                    continue
                number = message.get("next", message["number"])
                if number >= LONG_ENTRIES:
                    break
                if message["choices"]:
                    action = luck.choice(message["choices"])["action"]
                    seat = message["actor"]
                    decision = {"type": "decide", "id": 1, "number": number, "seat": seat}
                    await socket_.send(json.dumps({**decision, "action": action}))
                elif message["actor"] >= 0:
                    await socket_.send(
                        json.dumps({"type": "seat", "id": 2, "seat": message["actor"]})
                    )
        await http.post(f"/api/tables/{table}/abandon", json={})
        return table


async def attack(scene: AttackContext, name: str, log: Path) -> None:
    honest = [asyncio.create_task(w) for w in (scene.person.play(), scene.person.open_new_pages())]
    try:
        await asyncio.sleep(1)
        scene.person.take()
        await asyncio.sleep(QUIET)
        quiet = scene.person.take()
        logged = log.stat().st_size
        told = await ATTACKS[name](scene)
        loud = scene.person.take()
    finally:
        for task in honest:
            task.cancel()
        await asyncio.gather(*honest, return_exceptions=True)
    logged = log.stat().st_size - logged
    print(f"{name}: {ATTACKS[name].__doc__}")
    print(f"    median / p99 without it   {quiet.text()}")
    print(f"    median / p99 under it     {loud.text()}")
    for line in [*told, f"{logged / 1e6:.2f} MB of log"]:
        print(f"    {line}")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("names", nargs="*", choices=[[], *ATTACKS], metavar="ATTACK")
    parser.add_argument("--flood", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--source", type=Path, help="the folder src of another checkout")
    given = parser.parse_args()
    if given.flood:
        told = json.load(sys.stdin)
        more, head = bytes.fromhex(told.pop("more")), bytes.fromhex(told.pop("head"))
        print(json.dumps(asdict(flood(**told, head=head, more=more))))
        return
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8_192), hard))
    with tempfile.TemporaryDirectory() as name:
        database = Path(name) / "abuse.sqlite3"
        server = Server(database, source=given.source)
        try:
            table = asyncio.run(long_game(server))
        finally:
            server.end()
        for what in given.names or ATTACKS:
            log = Path(name) / f"{what}.log"
            server = Server(database, log=log, source=given.source)
            try:
                asyncio.run(attack(AttackContext(server, table, Person(server)), what, log))
            finally:
                server.end()


if __name__ == "__main__":
    main()
