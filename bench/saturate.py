"""The cost of a decision, and the most per second: `python bench/server.py --cost`.

The fewest people that the game allows sit at each of many tables, each with a live connection, and
decide at random, as soon as they may or at a given rate; a spectator watches each table. They run
in another process than the server, on another core. With `--against CHECKOUT` the server of another
checkout is measured in turn with this one, so that whatever else the machine does hits both.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from databases import SQLITE, Setup
from live_client import LiveClient, open_live
from server_process import TIMEOUT, Server, cookie_of, get, open_table, running_server

GAMES = ("game_of_trains", "zwergenzugfahrt", "trains", "zugraub")
NAMES = ("Anna", "Otto", "Emil", "Rosa", "Karl", "Lina", "Hugo")
TABLES = 48
SHARES = (0.5, 0.8)  # of the saturated rate
WARM_UP = 8.0  # seconds before the first measurement: who has just begun still loads bots
SERVER_CORE, LOAD_CORE = 0, 1


# -- the load --------------------------------------------------------------------------------------


@dataclass
class Load:
    """All players and their measurements."""

    urls: Sequence[str]
    """Of every process; each seat of a table is connected to another one, as far as there are."""
    game: str
    seats: int
    period: float
    """Seconds between two decisions at one table on average; 0: at once."""
    measuring: bool = False
    decisions: int = 0
    bytes: int = 0
    waits: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    seated: int = 0
    """At how many tables all have sat down."""

    async def play(self, number: int) -> None:
        """Plays at one table after another."""
        luck = random.Random(number)
        kinds = ["me", *["local"] * (self.seats - 1)]
        seats = [{"kind": k, "name": n} for k, n in zip(kinds, NAMES, strict=False)]
        home = self._url(number)
        async with httpx2.AsyncClient(base_url=home, verify=False, timeout=TIMEOUT) as http:
            for game in itertools.count():
                table = await open_table(http, self.game, seats)
                cookie = cookie_of(http)
                players = [Player(self, seat, luck) for seat in range(self.seats)]
                clients: list[LiveClient] = []
                try:
                    for seat, player in enumerate(players):
                        url = self._url(number + seat)
                        player.client = await open_live(url, table, player.on_text, cookie, seat)
                        clients.append(player.client)
                    watching = await open_live(self._url(number), table, self.watch)
                    clients.append(watching)
                    self.seated += game == 0
                    await asyncio.wait(
                        [player.over for player in players], return_when=asyncio.FIRST_COMPLETED
                    )
                finally:
                    for player in players:
                        player.stop()
                    for client in clients:
                        client.close()

    def watch(self, text: bytes) -> None:
        """A spectator has got a message."""
        if self.measuring:
            self.bytes += len(text)

    def _url(self, number: int) -> str:
        return self.urls[number % len(self.urls)]


class Player:
    """Decides at random until the game is over."""

    def __init__(self, load: Load, seat: int, luck: random.Random) -> None:
        self._load = load
        self._seat = seat
        self._luck = luck
        self._sent: dict[int, float] = {}
        self._soon: asyncio.TimerHandle | asyncio.Handle | None = None
        self._loop = asyncio.get_running_loop()
        self.over: asyncio.Future[None] = self._loop.create_future()
        self.client: LiveClient | None = None

    def on_text(self, text: bytes) -> None:
        now, load = time.perf_counter(), self._load
        load.watch(text)
        if b'"choices":[{' in text:
            message = json.loads(text)
            choice, number = self._luck.choice(message["choices"])["action"], message["next"]
            asked = {"type": "decide", "number": number, "seat": self._seat, "action": choice}
            pause = self._luck.expovariate(1 / load.period) if load.period else 0.0
            # Not at once: an acknowledgement may come after the next choices.
            self._soon = self._loop.call_later(pause, self._decide, asked)
        elif b'"type":"ack"' in text:
            began = self._sent.pop(json.loads(text)["number"])
            if load.measuring:
                load.decisions += 1
                load.waits.append(now - began)
        elif b'"type":"error"' in text:
            load.errors.append(text.decode())
        elif b'"status":"over"' in text and not self.over.done():
            self.over.set_result(None)

    def _decide(self, asked: dict[str, Any]) -> None:
        assert self.client is not None
        self._sent[asked["number"]] = time.perf_counter()
        self.client.send(json.dumps(asked))

    def stop(self) -> None:
        if self._soon is not None:
            self._soon.cancel()


def fewest_seats(url: str, name: str) -> int:
    games = get(url, "/api/games")
    return int(next(min(game["seats"]) for game in games if game["name"] == name))


async def load(given: argparse.Namespace) -> None:
    """Plays, reports when the measurement starts, and prints its result at the end."""
    period = given.tables / given.rate if given.rate else 0.0
    urls = given.urls.split(",")
    played = Load(urls, given.game, fewest_seats(urls[0], given.game), period)
    tasks = [asyncio.create_task(played.play(number)) for number in range(given.tables)]
    await asyncio.sleep(WARM_UP + given.tables * 0.02)
    while played.seated < given.tables and not any(task.done() for task in tasks):
        await asyncio.sleep(0.1)  # on a busy machine people come later
    print("begin", flush=True)
    played.measuring, begin = True, time.perf_counter()
    await asyncio.sleep(given.seconds)
    played.measuring, seconds = False, time.perf_counter() - begin
    ended = [task for task in tasks if task.done()]
    played.errors += [repr(task.exception()) for task in ended]
    told = {
        "decisions": played.decisions,
        "rate": played.decisions / seconds,
        "bytes": played.bytes / max(played.decisions, 1),
        "waits": statistics.quantiles(played.waits, n=100) if len(played.waits) > 1 else [],
        "errors": len(played.errors),
        "example": played.errors[:1],
    }
    print(json.dumps(told), flush=True)
    os._exit(0)  # nothing is left to be said to hundreds of connections


# -- the measurement -------------------------------------------------------------------------------


def pin(pid: int, core: int) -> None:
    """Pins each process to its own core, if there are two."""
    if core < (os.cpu_count() or 1):
        os.sched_setaffinity(pid, {core})


@contextmanager
def pinned_to(cores: set[int]) -> Iterator[None]:
    """Pins this process for a while; processes that it starts meanwhile inherit that."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores & before or before)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def run_load(
    servers: Sequence[Server], game: str, seconds: float, rate: float = 0.0, core: int = LOAD_CORE
) -> dict[str, Any]:
    """The result of the load, with the CPU seconds of all servers by part as `cpu`."""
    urls = ",".join(server.url for server in servers)
    command = [sys.executable, __file__, urls, game, str(TABLES), str(seconds), str(rate)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    pin(process.pid, core)
    assert process.stdout is not None
    if process.stdout.readline().strip() != "begin":
        raise RuntimeError("the load has ended")
    for server in servers:
        server.ask("begin")
    told: dict[str, Any] = json.loads(process.stdout.readline())
    cpu: Counter[str] = Counter()
    for server in servers:
        cpu.update(json.loads(server.ask("tell")))
    told["cpu"] = dict(cpu)
    process.wait()  # it has told all, and ends by itself
    return told


@contextmanager
def watched(setup: Setup, source: Path | None = None) -> Iterator[list[Server]]:
    """The servers of a setup; a single one has its own core, several share the cores."""
    with ExitStack() as stack:
        if setup.cores:  # the load has the next one
            stack.enter_context(pinned_to(set(range(setup.cores))))
        database = stack.enter_context(setup.database())
        servers = [
            stack.enter_context(running_server(database, watched=True, source=source))
            for _ in range(setup.processes)
        ]
        if setup.processes == 1 and not setup.cores:
            pin(servers[0].pid, SERVER_CORE)
        yield servers


def cost(games: tuple[str, ...], seconds: float, setup: Setup = SQLITE) -> list[dict[str, Any]]:
    """Measures at saturation, then at shares of that rate, with a fresh server for each game."""
    found = []
    for game in games or GAMES:
        with watched(setup) as servers:
            rules = servers[0].get("/api/health")["rules"]
            core = setup.cores or LOAD_CORE
            told = run_load(servers, game, seconds, core=core)
            report(game, rules, told)
            rows = {
                share: run_load(servers, game, seconds, share * told["rate"], core)
                for share in SHARES
            }
            for share, row in rows.items():
                waits(share, row)
            found.append({"game": game, "rules": rules, **told, "at": rows})
    return found


def compare_cost(
    games: tuple[str, ...], seconds: float, setup: Setup, against: Path, rounds: int
) -> None:
    """Measures the servers of two checkouts in turn at saturation, and prints the medians."""
    here = Path(__file__).parents[1]
    for game in games or GAMES:
        taken: dict[Path, list[dict[str, Any]]] = {against: [], here: []}
        for _ in range(rounds):
            for checkout, results in taken.items():
                with watched(setup, checkout / "src") as servers:
                    core = setup.cores or LOAD_CORE
                    results.append(run_load(servers, game, seconds, core=core))
        print_comparison(game, taken[against], taken[here])


def print_comparison(game: str, before: list[dict[str, Any]], now: list[dict[str, Any]]) -> None:
    """The median of each part, of the rate and of the bytes, before and now."""
    both = [before, now]
    rates = [statistics.median(one["rate"] for one in results) for results in both]
    sizes = [statistics.median(one["bytes"] for one in results) for results in both]
    print(f"{game}: {rates[0]:.0f} → {rates[1]:.0f} decisions a second, ", end="")
    print(f"{sizes[0]:.0f} → {sizes[1]:.0f} bytes each, µs of processor time:")
    for part in before[0]["cpu"]:
        spent = [
            statistics.median(1e6 * one["cpu"][part] / max(one["decisions"], 1) for one in results)
            for results in both
        ]
        print(f"  {part:<22} {spent[0]:6.0f} → {spent[1]:6.0f}")
    for title, results in (("before", before), ("now", now)):
        if errors := sum(one["errors"] for one in results):
            print(f"  {errors} errors {title}, such as {results[0]['example']}")
    sys.stdout.flush()


def report(game: str, rules: str, told: dict[str, Any]) -> None:
    each = {part: 1e6 * s / max(told["decisions"], 1) for part, s in told["cpu"].items()}
    print(
        f"{game} ({rules} rules): {told['rate']:.0f} decisions a second, "
        f"{each.pop('all') / 1000:.2f} ms of processor time and {told['bytes']:.0f} bytes each"
    )
    for part, spent in sorted(each.items(), key=lambda pair: -pair[1]):
        print(f"  {part:<22} {spent:6.0f} µs")
    if told["errors"]:
        print(f"  {told['errors']} errors, the first: {told['example']}")


def waits(share: float, told: dict[str, Any]) -> None:
    cuts = [1000 * wait for wait in told["waits"]] or [0.0] * 99
    print(
        f"  at {share:.0%}: {told['rate']:.0f} decisions a second, acknowledged after "
        f"{cuts[49]:.1f} ms (median), {cuts[98]:.1f} ms (p99)"
        + (f", {told['errors']} errors" if told["errors"] else ""),
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="The load alone; see bench/server.py --cost.")
    parser.add_argument("urls", help="of every process, with commas between")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("tables", type=int)
    parser.add_argument("seconds", type=float)
    parser.add_argument("rate", type=float)
    asyncio.run(load(parser.parse_args()))
