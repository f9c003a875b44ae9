"""`kill -9` during play: no acknowledged decision is lost or doubled, and no message is untrue.

    python bench/kills.py [--kills 1000] [--database-kills 20] [--processes 3] [--people 12]
    python bench/kills.py --sqlite --kills 200          one process, one file

Several server processes share one PostgreSQL (started for this, with full durability). People play
against bots and each other, each seat over a connection to any running process; whoever loses it
reconnects to any other. Meanwhile processes are killed at random moments and restarted, and now and
then PostgreSQL itself. In the end, the log is read from the database directly: it must contain
every acknowledged decision and every entry that anybody was sent, unchanged and numbered from 0
without a gap. Otherwise it exits with 1.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from databases import Log, postgresql, read_log
from server_group import ServerGroup, ServerProcess, server_group
from server_process import cookie_of, live, open_table
from websockets.exceptions import WebSocketException

from spielzug.games import get_game

GAME = "game_of_trains"
ME = {"kind": "me", "name": "Anna"}
LOCAL = {"kind": "local", "name": "Otto"}
BOT = {"kind": "bot", "bot": "random"}
SEATINGS: tuple[tuple[dict[str, str], ...], ...] = ((ME, BOT), (ME, LOCAL), (ME, LOCAL, BOT))
LIFE = 1.5  # seconds that a process lives, on average
TRANSIENT_PROBLEMS = {"cannot_save", "cannot_load"}
"""What a person is told while the database is away; the same decision is sent again then."""
REST = 0.2  # seconds before something is tried again
CONNECTION_ERRORS = (OSError, WebSocketException, TimeoutError, httpx2.HTTPError)


@dataclass
class TableLog:
    """What everybody was told at one table."""

    entries: dict[tuple[int, int], tuple[int, str]] = field(default_factory=dict)
    """By the seat that heard it and the number: who decided what. A seat that did not see
    everything is told no action."""
    acknowledged: dict[int, tuple[int, str]] = field(default_factory=dict)


@dataclass
class KillRun:
    """All players, what they were told, and what went wrong."""

    server_group: ServerGroup
    luck: random.Random
    tables: dict[str, TableLog] = field(default_factory=dict)
    finished: int = 0
    again: int = 0
    """Decisions that were sent once more because nobody knew whether they were written."""
    lines: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    stop: bool = False

    def record_entry(self, table: str, at: tuple[int, int], entry: tuple[int, str]) -> None:
        known = self.tables[table].entries.setdefault(at, entry)
        if known != entry:
            self.wrong.append(f"{table} {at}: told {known}, then {entry}")


class TablePlayers:
    """A group that plays at one table after another."""

    def __init__(self, play: KillRun, seating: tuple[dict[str, str], ...]) -> None:
        self.play = play
        self.seating = seating
        self.over = asyncio.Event()
        self.id = self.cookie = ""

    async def run(self) -> None:
        while not self.play.stop:
            try:
                await self._open()
            except CONNECTION_ERRORS:
                await asyncio.sleep(REST)
                continue
            people = [n for n, seat in enumerate(self.seating) if seat is not BOT]
            sitting = [asyncio.create_task(self._sit(seat)) for seat in people]
            await asyncio.wait(sitting, return_when=asyncio.FIRST_EXCEPTION)
            for task in sitting:
                if task.done() and task.exception() is not None:
                    self.play.wrong.append(repr(task.exception()))
                task.cancel()
            self.play.finished += self.over.is_set()

    async def _open(self) -> None:
        url = self.play.server_group.any_url(self.play.luck)
        self.over = asyncio.Event()
        async with httpx2.AsyncClient(base_url=url, verify=False, timeout=20) as http:
            self.id = await open_table(http, GAME, self.seating)
            self.cookie = cookie_of(http)
        self.play.tables[self.id] = TableLog()

    async def _sit(self, seat: int) -> None:
        sitting = SeatPlayer(self, seat)
        while not self.over.is_set() and not self.play.stop:
            url = self.play.server_group.any_url(self.play.luck)
            try:
                start = max(sitting.known - 1, 0)
                async with live(url, self.id, self.cookie, seat, start, open_timeout=20) as socket:
                    self.play.lines += 1
                    await sitting.listen(socket)
            except CONNECTION_ERRORS:
                await asyncio.sleep(REST * self.play.luck.random())


class SeatPlayer:
    """One seat of a person: decides at random as soon as it may."""

    def __init__(self, table: TablePlayers, seat: int) -> None:
        self.table = table
        self.play = table.play
        self.seat = seat
        self.told = self.play.tables[table.id]
        self.known = 0
        self.unsure: tuple[int, str] | None = None
        """The decision under way, of which nobody knows yet whether it is written."""

    async def listen(self, socket: Any) -> None:
        if self.unsure is not None:
            self.play.again += 1
            await self._send(socket)
        while not self.table.over.is_set() and not self.play.stop:
            message = json.loads(await socket.recv())
            await self._handle(socket, message)

    async def _handle(self, socket: Any, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "entry":
            self._remember(message)
            self.known = max(self.known, message["next"])
            await self._decide(socket, message, message["next"])
        elif kind in ("fresh", "view"):
            for entry in message.get("log", ()):
                self._remember(entry)
            self.known = max(self.known, message["number"])
            await self._decide(socket, message, message["number"])
        elif kind == "ack" and self.unsure is not None:
            if message["number"] != self.unsure[0]:
                self.play.wrong.append(f"an answer to another question: {message}")
            self.told.acknowledged[self.unsure[0]] = (self.seat, self.unsure[1])
            self.unsure = None
        elif kind == "error":
            self.play.refused[message["code"]] += 1
            if message["code"] not in TRANSIENT_PROBLEMS:
                self.play.wrong.append(f"{self.table.id} {self.unsure}: {message}")
            await asyncio.sleep(REST)
            if self.unsure is not None:
                await self._send(socket)
        elif kind == "table" and message["status"] == "over":
            self.table.over.set()

    def _remember(self, entry: dict[str, Any]) -> None:
        told = (entry["seat"], entry["notation"])
        self.play.record_entry(self.table.id, (self.seat, entry["number"]), told)

    async def _decide(self, socket: Any, message: dict[str, Any], number: int) -> None:
        if not message["choices"] or number < self.known or number in self.told.acknowledged:
            return
        if self.unsure is None:
            choice = self.play.luck.choice(message["choices"])["notation"]
            self.unsure = (number, choice)
            await self._send(socket)

    async def _send(self, socket: Any) -> None:
        assert self.unsure is not None
        number, action = self.unsure
        asked = {"type": "decide", "id": number, "number": number}
        await socket.send(json.dumps({**asked, "seat": self.seat, "action": action}))


async def kill_repeatedly(
    server_group: ServerGroup, member: ServerProcess, luck: random.Random, kills: list[int]
) -> None:
    """Starts a process, kills it after a while, and starts it again."""
    while True:
        await server_group.start(member)
        await asyncio.sleep(luck.expovariate(1 / LIFE))
        server_group.kill(member)
        kills[0] += 1


async def kill_all(
    given: argparse.Namespace, server_group: ServerGroup, server: Any
) -> tuple[KillRun, int, int]:
    """Plays while processes are killed; returns what was heard and the number of kills."""
    luck = random.Random(given.seed)
    for member in server_group.members:
        await server_group.start(member)
    play = KillRun(server_group, luck)
    people = [
        asyncio.create_task(TablePlayers(play, SEATINGS[n % len(SEATINGS)]).run())
        for n in range(given.people)
    ]
    await asyncio.sleep(2)
    kills, fallen = [0], 0
    for member in server_group.members:
        server_group.kill(member)
        kills[0] += 1
    dying = [
        asyncio.create_task(kill_repeatedly(server_group, m, luck, kills))
        for m in server_group.members
    ]
    begin, said = time.monotonic(), 0
    while kills[0] < given.kills or fallen < given.database_kills:
        await asyncio.sleep(0.1)
        for task in (*dying, *people):
            if task.done():
                task.result()
                raise RuntimeError("somebody has stopped without a reason")
        if server is not None and fallen < given.database_kills * min(kills[0] / given.kills, 1):
            await asyncio.to_thread(server.kill)
            await asyncio.sleep(luck.random())
            await asyncio.to_thread(server.start)
            fallen += 1
        if kills[0] >= said + 50:
            said = kills[0]
            decisions = sum(len(told.acknowledged) for told in play.tables.values())
            print(
                f"{said} kills, {fallen} of the database, {decisions} decisions acknowledged, "
                f"{play.finished} games, {len(play.wrong)} wrong, {time.monotonic() - begin:.0f} s",
                flush=True,
            )
    for task in dying:
        task.cancel()
    await asyncio.gather(*dying, return_exceptions=True)
    for member in server_group.members:
        if not member.ready:
            if member.pid is not None:
                server_group.kill(member)
            await server_group.start(member)
    await asyncio.sleep(given.after)  # all go on where they were
    play.stop = True
    _, late = await asyncio.wait(people, timeout=30)
    for task in late:
        task.cancel()
    await asyncio.gather(*people, return_exceptions=True)
    return play, kills[0], fallen


def judge(play: KillRun, log: Log) -> None:
    """Compares what people were told with the database."""
    words = get_game(GAME).words
    for table, told in play.tables.items():
        entries = log.get(table, [])
        if [number for number, _, _ in entries] != list(range(len(entries))):
            play.wrong.append(f"{table}: the numbers have gaps or doubles")
        there = {number: (seat, action) for number, seat, action in entries}
        for number, (seat, notation) in told.acknowledged.items():
            if there.get(number) != (seat, words.parse(notation)):
                play.wrong.append(f"{table} {number}: lost {notation}, there {there.get(number)}")
        for (_, number), (seat, notation) in told.entries.items():
            stored = there.get(number)
            same = stored is not None and (not notation or stored[1] == words.parse(notation))
            if stored is None or stored[0] != seat or not same:
                play.wrong.append(f"{table} {number}: told {seat} {notation}, there {stored}")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--database-kills", type=int, default=20)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--people", type=int, default=12, help="tables to play at")
    parser.add_argument("--after", type=float, default=10, help="seconds of play after the last")
    parser.add_argument("--seed", type=int, default=20261117)
    parser.add_argument("--sqlite", action="store_true", help="one process and one file")
    given = parser.parse_args()
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        server = None
        if given.sqlite:
            given.processes, given.database_kills = 1, 0
            database = str(Path(folder) / "tables.sqlite3")
        else:
            server = stack.enter_context(postgresql(durable=True))
            database = server.address()
        log = Path(folder) / "log"
        home = stack.enter_context(server_group(database, given.processes, log))
        try:
            play, kills, fallen = asyncio.run(kill_all(given, home, server))
        except BaseException:
            if log.exists():
                print(log.read_text()[-4000:], file=sys.stderr)
            raise
        judge(play, read_log(database))
    acknowledged = sum(len(told.acknowledged) for told in play.tables.values())
    heard = sum(len(told.entries) for told in play.tables.values())
    print(
        f"{'SQLite' if given.sqlite else 'PostgreSQL'}: {kills} kills of {given.processes} "
        f"server processes, {fallen} of the database, {time.monotonic() - begin:.0f} s\n"
        f"{len(play.tables)} tables, {play.finished} games to their end, {play.lines} connections\n"
        f"{acknowledged} decisions acknowledged, {heard} entries told, "
        f"{play.again} decisions sent again; refused meanwhile: {dict(play.refused) or 'none'}\n"
        f"lost, doubled or untrue: {len(play.wrong)}"
    )
    for line in play.wrong[:20]:
        print(f"  {line}")
    return 1 if play.wrong or not acknowledged else 0


if __name__ == "__main__":
    sys.exit(main())
