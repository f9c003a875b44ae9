"""Latencies of the server with many tables: acknowledgements and broadcasts.

Starts a server (loopback, a temporary file), opens tables with random bots and live connections,
lets a scripted person decide at some of them, and prints what it measured:

    python bench/server.py [--seconds 30] [--tables 100] [--connections 500] [--pace 1000]
    python bench/server.py --tables 20 --connections 40 --humans 20 --thinking 20 --bot expert
    python bench/server.py --tables 20 --connections 40 --humans 20 --reviews 3

    python bench/server.py --cost [trains …]    the cost of a decision (saturate.py)
    python bench/server.py --cost --against ../old   the same in turn with another checkout
    python bench/server.py --idle 10000         connections that only listen (many_connections.py)
    python bench/server.py --back 1000          people who reconnect after a restart (the same)

    python bench/server.py --cost --postgres [--processes 2]    the same on PostgreSQL
    python bench/server.py --cost --postgres --processes 2 --cores 3    on the first three cores
    python bench/server.py --all [--write]      the figures of docs/together.md, some minutes

`--thinking` adds that many tables where search bots play each other all the time, each with a
spectator unless `--unwatched` is given. `--reviews` measures twice as long, alternately without
other work and while that many people wait for reviews of finished games, and prints the difference.
Acknowledge: from sending a decision to its acknowledgement, which is sent after it is on the disk.
Broadcast: from sending a decision to its entry's arrival at each other connection of the table.
Answer: from a person's entry to the next entry of the random bot, which waits for its pace (half of
it if there is no choice).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import server_figures
from databases import Setup
from many_connections import back, idle
from saturate import GAMES, compare_cost, cost
from server_process import Server, cookie_of, live, open_table, running_server
from websockets.asyncio.client import ClientConnection

GAME = "game_of_trains"
SETTLE = 3  # seconds between the last connection and the first measurement
POLL_SECONDS = 1.0  # seconds between two questions how far a review is
TURNS = 4  # without and with reviews in turn, so many times each: what else goes on hits both


@dataclass
class Measurements:
    acknowledge: list[float] = field(default_factory=list)
    broadcast: list[float] = field(default_factory=list)
    answer: list[float] = field(default_factory=list)
    messages: int = 0
    bytes: int = 0
    entries: int = 0
    games: int = 0
    connections: int = 0
    most_connections: int = 0
    errors: list[str] = field(default_factory=list)


class Group:
    """One table after the other, with its connections: perhaps a person, and spectators."""

    def __init__(self, url: str, number: int, spectators: int, human: bool, pace: int) -> None:
        self.url = url
        self.human = human
        self.spectators = spectators
        self.pace = pace
        self.luck = random.Random(number)
        self.sent: dict[int, float] = {}
        self.over = asyncio.Event()
        self.thinking: asyncio.Task[None] | None = None

    async def run(
        self, measured: Measurements, measuring: asyncio.Event, stop: asyncio.Event
    ) -> None:
        async with httpx2.AsyncClient(base_url=self.url, verify=False, timeout=60) as http:
            while not stop.is_set():
                await self._one_table(http, measured, measuring, stop)
                measured.games += self.over.is_set()

    async def _one_table(
        self,
        http: httpx2.AsyncClient,
        measured: Measurements,
        measuring: asyncio.Event,
        stop: asyncio.Event,
    ) -> None:
        bot = {"kind": "bot", "bot": "random"}
        seats = [{"kind": "me", "name": "Anna"}, bot] if self.human else [bot, bot]
        table = await open_table(http, GAME, seats, self.pace)
        cookie = cookie_of(http)
        self.over, self.sent = asyncio.Event(), {}
        clients = [
            self._client(table, cookie if n == 0 and self.human else "", measured, measuring, stop)
            for n in range(self.spectators + self.human)
        ]
        await asyncio.gather(*clients)

    async def _client(
        self,
        table: str,
        cookie: str,
        measured: Measurements,
        measuring: asyncio.Event,
        stop: asyncio.Event,
    ) -> None:
        try:
            async with live(self.url, table, cookie) as socket:
                measured.connections += 1
                measured.most_connections = max(measured.most_connections, measured.connections)
                reading = asyncio.create_task(self._read(socket, bool(cookie), measured, measuring))
                ends = [asyncio.create_task(event.wait()) for event in (self.over, stop)]
                await asyncio.wait([reading, *ends], return_when=asyncio.FIRST_COMPLETED)
                for task in (reading, *ends):
                    task.cancel()
                done = await asyncio.gather(reading, return_exceptions=True)
                if isinstance(done[0], Exception):
                    measured.errors.append(repr(done[0]))
                measured.connections -= 1
                if cookie and self.thinking is not None:
                    self.thinking.cancel()
        except Exception as error:
            measured.errors.append(repr(error))

    async def _read(
        self,
        socket: ClientConnection,
        person: bool,
        measured: Measurements,
        measuring: asyncio.Event,
    ) -> None:
        own: float | None = None
        async for text in socket:
            now = time.perf_counter()
            message: dict[str, Any] = json.loads(text)
            counts = measuring.is_set()
            measured.messages += counts
            measured.bytes += len(text) if counts else 0
            kind = message["type"]
            if kind == "entry":
                sent = self.sent.get(message["number"])
                if counts and sent is not None and not person:
                    measured.broadcast.append(now - sent)
                measured.entries += counts and person
                if person and message["seat"] == 0:
                    own = now
                elif person and message["seat"] == 1:
                    if counts and own is not None:
                        measured.answer.append(now - own)
                    own = None
                if person and message["choices"]:
                    self.thinking = asyncio.create_task(self._decide(socket, message))
            elif kind == "ack" and counts:
                measured.acknowledge.append(now - self.sent[message["number"]])
            elif kind == "error":
                measured.errors.append(message["code"])
            elif kind == "table" and message["status"] == "over":
                self.over.set()
                return

    async def _decide(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        """A person takes about as long as a bot waits."""
        await asyncio.sleep(self.pace / 1000 * self.luck.uniform(0.5, 1.5))
        choice = self.luck.choice(message["choices"])["action"]
        number = message["next"]
        self.sent[number] = time.perf_counter()
        decision = {"type": "decide", "id": number, "number": number, "seat": 0, "action": choice}
        await socket.send(json.dumps(decision))


def entries_in(database: Path) -> int:
    import sqlite3

    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    count = int(connection.execute("SELECT count(*) FROM entry").fetchone()[0])
    connection.close()
    return count


async def open_bot_tables(url: str, given: argparse.Namespace) -> list[asyncio.Task[None]]:
    """Tables of bots only, each with a spectator: otherwise the bots would pause."""
    bot = {"kind": "bot", "bot": given.bot}
    wanted = {"game": given.game, "seats": [bot] * given.seats, "pace": 0}
    async with httpx2.AsyncClient(base_url=url, verify=False, timeout=60) as http:
        opened = [await http.post("/api/tables", json=wanted) for _ in range(given.thinking)]
        made = [answer.raise_for_status().json()["id"] for answer in opened]
        for table in made:
            while (await http.get(f"/api/tables/{table}")).json().get("preparing"):
                await asyncio.sleep(0.5)  # bots that are not ready do not think
    return [asyncio.create_task(watch(url, table)) for table in made if not given.unwatched]


async def watch(url: str, table: str) -> None:
    async with live(url, table) as socket:
        async for _ in socket:
            pass


class Reviews:
    """People who request reviews of finished games, one after another."""

    def __init__(self, url: str, count: int) -> None:
        self.url = url
        self.count = count
        self.made = 0
        self.thinking = False  # whether one is being thought about, since they began to wait
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Waits until the first review has started."""
        self.thinking = False
        self._tasks = [asyncio.create_task(self._want()) for _ in range(self.count)]
        while not self.thinking and not any(task.done() for task in self._tasks):
            await asyncio.sleep(POLL_SECONDS / 10)

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        for ended in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended

    async def _want(self) -> None:
        bot = {"kind": "bot", "bot": "random"}
        async with httpx2.AsyncClient(base_url=self.url, verify=False, timeout=60) as http:
            await http.get("/api/mine")  # a device of its own
            while True:
                table = await open_table(http, GAME, [bot, bot])
                async with live(self.url, table) as socket:  # where nobody looks, bots rest
                    async for text in socket:
                        if json.loads(text).get("status") == "over":
                            break
                await self._wait(http, f"/api/tables/{table}/review")

    async def _wait(self, http: httpx2.AsyncClient, path: str) -> None:
        """Polls the progress each second, as the page does."""
        (await http.post(path, json={})).raise_for_status()
        try:
            while (told := (await http.get(path)).raise_for_status().json())["state"] != "ready":
                if told["state"] == "failed":
                    raise RuntimeError(f"a review failed: {told['trouble']}")
                self.thinking |= told["state"] == "running" and told["progress"]["done"] > 0
                await asyncio.sleep(POLL_SECONDS)
            self.made += 1
        except asyncio.CancelledError:
            await http.post(f"{path}/leave", json={})
            raise


async def listen(measuring: asyncio.Event, seconds: float) -> None:
    measuring.set()
    await asyncio.sleep(seconds)
    measuring.clear()


async def measure_with_reviews(
    measured: Measurements, measuring: asyncio.Event, reviews: Reviews, seconds: float
) -> None:
    """Measures alternately without and with reviews; prints both and the difference."""
    found: dict[str, dict[bool, list[float]]] = {
        name: {False: [], True: []} for name in ("acknowledge", "broadcast")
    }
    for turn in range(2 * TURNS):
        with_reviews = turn % 2 == 1
        if with_reviews:
            await reviews.begin()
        taken = {name: len(getattr(measured, name)) for name in found}
        await listen(measuring, seconds / TURNS)
        for name, times in found.items():
            times[with_reviews] += getattr(measured, name)[taken[name] :]
        if with_reviews:
            await reviews.end()
    print(f"reviews made          {reviews.made}, {reviews.count} wanted at once")
    for name, times in found.items():
        cuts = {told: statistics.quantiles(times[told], n=100) for told in (False, True)}
        for title, at in (("median", 49), ("p99", 98)):
            alone, both = (1000 * cuts[told][at] for told in (False, True))
            print(f"{name} {title:<9} {alone:.1f} ms alone, {both:.1f} ms: × {both / alone:.2f}")


async def measure(server: Server, given: argparse.Namespace) -> None:
    url = server.url
    measured = Measurements()
    measuring, stop = asyncio.Event(), asyncio.Event()
    watching = await open_bot_tables(url, given)
    each = given.connections // given.tables
    groups = [
        Group(url, n, each - (n < given.humans), n < given.humans, given.pace)
        for n in range(given.tables)
    ]
    tasks = []
    for group in groups:
        tasks.append(asyncio.create_task(group.run(measured, measuring, stop)))
        await asyncio.sleep(0.02)  # people do not all come in the same millisecond
    deadline = time.monotonic() + 60
    while measured.connections < given.tables * each and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
    await asyncio.sleep(SETTLE)
    here = f"{measured.connections} connections at {given.tables} tables"
    print(f"{here}; measuring {given.seconds:.0f} s …", flush=True)
    begin, cpu, before = time.monotonic(), server.cpu, entries_in(server.database)
    if given.reviews:
        await measure_with_reviews(measured, measuring, Reviews(url, given.reviews), given.seconds)
    else:
        await listen(measuring, given.seconds)
    seconds = time.monotonic() - begin
    entries, busy = entries_in(server.database) - before, (server.cpu - cpu) / seconds
    stop.set()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, Exception):
            measured.errors.append(repr(result))
    for watcher in watching:
        watcher.cancel()
    for ended in await asyncio.gather(*watching, return_exceptions=True):
        if isinstance(ended, Exception):
            measured.errors.append(repr(ended))
    report(measured, entries / seconds, busy, seconds, given)


def report(
    measured: Measurements, rate: float, busy: float, seconds: float, given: argparse.Namespace
) -> None:
    print(f"connections at once   {measured.most_connections}")
    print(f"bots' pace            {given.pace} ms, people at {given.humans} tables")
    print(f"entries written       {rate:.0f} per second")
    print(f"messages delivered    {measured.messages / seconds:.0f} a second")
    print(f"bytes of JSON         {measured.bytes / max(measured.messages, 1):.0f} a message")
    print(f"games finished        {measured.games}")
    print(f"server's processor    {busy * 100:.0f} % of one core")
    print(f"errors                {len(measured.errors)} {sorted(set(measured.errors))[:5] or ''}")
    for name in ("acknowledge", "broadcast", "answer"):
        values = getattr(measured, name)
        if len(values) > 1:
            cuts = statistics.quantiles(values, n=100)
            print(
                f"{name:<21} median {cuts[49] * 1000:.1f} ms, p99 {cuts[98] * 1000:.1f} ms "
                f"({len(values)} measured)"
            )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--connections", type=int, default=500)
    parser.add_argument("--pace", type=int, default=1000, help="milliseconds before a bot moves")
    parser.add_argument("--humans", type=int, default=20, help="tables with a scripted person")
    parser.add_argument("--thinking", type=int, default=0, help="tables of bots that think")
    parser.add_argument("--bot", default="expert", help="who thinks there")
    parser.add_argument("--unwatched", action="store_true", help="nobody watches those tables")
    parser.add_argument("--reviews", type=int, default=0, help="people who wait for a review")
    parser.add_argument("--game", default=GAME, help="what is thought about there")
    parser.add_argument("--seats", type=int, default=2, help="how many sit there")
    parser.add_argument("--cost", nargs="*", choices=GAMES, help="what a decision costs there")
    parser.add_argument("--against", type=Path, help="with --cost: another checkout, in turn")
    parser.add_argument("--rounds", type=int, default=3, help="with --against: how often each")
    parser.add_argument("--idle", type=int, default=0, help="connections that only listen")
    parser.add_argument("--back", type=int, default=0, help="people after a restart")
    parser.add_argument("--postgres", action="store_true", help="--cost and --idle on PostgreSQL")
    parser.add_argument("--processes", type=int, default=1, help="with --cost --postgres")
    parser.add_argument(
        "--cores", type=int, default=0, help="for servers and database; the load has the next"
    )
    parser.add_argument("--all", action="store_true", help="each game on each set-up")
    parser.add_argument("--write", action="store_true", help="with --all: keep the figures")
    given = parser.parse_args()
    setup = Setup("", postgres=given.postgres, processes=given.processes, cores=given.cores)
    if given.processes > 1 and not given.postgres:
        parser.error("several processes share a database only with --postgres")
    if given.all:
        server_figures.measure_all(given.seconds, given.write)
    elif given.cost is not None and given.against is not None:
        compare_cost(tuple(given.cost), given.seconds, setup, given.against, given.rounds)
    elif given.cost is not None:
        cost(tuple(given.cost), given.seconds, setup)
    elif given.idle:
        asyncio.run(idle(given.idle, setup))
    elif given.back:
        asyncio.run(back(given.back))
    else:
        with (
            tempfile.TemporaryDirectory() as folder,
            running_server(Path(folder) / "bench.sqlite3") as server,
        ):
            asyncio.run(measure(server, given))


if __name__ == "__main__":
    main()
