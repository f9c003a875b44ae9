"""How soon do tables continue on another server process when theirs is killed?

    python bench/failover.py [--tables 200] [--clocks 40] [--processes 2]
    python bench/failover.py --kills 20 --processes 3 --tables 24    one after the other

All people are connected to the first process, which also runs the bots and clocks. It is killed
(`kill -9`), and everybody reconnects to another process at once, as browsers do. For each table,
the time from the kill to the next entry is measured: a bot's decision where a bot was to move, a
person's own acknowledged decision where a person was. Tables with a clock are dealt a minute before
it ends, some seconds before the kill: their game must end by time, not early and soon after the
deadline.

With `--kills`, people sit at all processes. One process after the other is killed, each when every
table has continued and the previous one is ready again (`/health/ready`).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from databases import postgresql
from server_group import ServerGroup, ServerProcess, server_group
from server_process import NONCE, cookie_of, live
from websockets.exceptions import WebSocketException

from spielzug.core.luck import nonce_hash

BOTS, CLOCK = "game_of_trains", "zwergenzugfahrt"
ME = {"kind": "me", "name": "Anna"}
PACE = 300  # milliseconds before a bot moves
MINUTE = 60.0
LEFT = 8.0  # seconds that the clocks have left when the process is killed
GOAL = 5.0
CONNECTION_ERRORS = (OSError, WebSocketException, TimeoutError, httpx2.HTTPError)


@dataclass
class PlayedTable:
    """A table, the person who plays there, and when it continued."""

    number: int
    clock: bool
    url: str
    id: str = ""
    cookie: str = ""
    known: int = 0
    sent: int = -1
    """The number that was last decided over this connection."""
    dealt: float = 0.0
    bot_to_move: bool = False
    waits_for_bot: bool = False
    """Whether a bot was to move when the process was killed."""
    bot_after: float | None = None
    """Seconds after the kill until the first entry of a bot."""
    person_after: float | None = None
    """Until the first decision that was acknowledged."""
    ended: float | None = None
    back_after: float | None = None
    killed: float | None = None
    wrong: list[str] = field(default_factory=list)


async def open_place(place: PlayedTable) -> None:
    seats = [ME, {"kind": "local", "name": "Otto"}] if place.clock else [ME, bot("random")]
    options = {"mode": "time", "minutes": 1} if place.clock else {"turn_limit": 2000}
    wanted = {
        "game": CLOCK if place.clock else BOTS,
        "seats": seats,
        "pace": PACE,
        "options": {} if not place.clock else options,
        "hash": nonce_hash(NONCE),
    }
    async with httpx2.AsyncClient(base_url=place.url, verify=False, timeout=60) as http:
        made = (await http.post("/api/tables", json=wanted)).raise_for_status().json()
        shown = {"nonce": NONCE, "fingerprint": made["start"]["fingerprint"]}
        (await http.post(f"/api/tables/{made['id']}/reveal", json=shown)).raise_for_status()
        place.id, place.cookie, place.dealt = made["id"], cookie_of(http), time.monotonic()


def bot(name: str) -> dict[str, str]:
    return {"kind": "bot", "bot": name}


async def keep_playing(place: PlayedTable, servers: ServerGroup, luck: random.Random) -> None:
    """Plays until the end of the run; after the kill, on any server that answers."""
    while place.ended is None:
        try:
            url = place.url if place.killed is None else servers.any_url(luck)
            start = max(place.known - 1, 0)
            async with live(url, place.id, place.cookie, 0, start, open_timeout=30) as socket:
                place.sent = -1
                if place.killed is not None and place.back_after is None:
                    place.back_after = time.monotonic() - place.killed
                await listen(place, socket, luck)
        except CONNECTION_ERRORS:
            await asyncio.sleep(0.1 + 0.2 * luck.random())


async def listen(place: PlayedTable, socket: Any, luck: random.Random) -> None:
    async for text in socket:
        message = json.loads(text)
        now, kind = time.monotonic(), message["type"]
        if kind in ("entry", "fresh", "view"):
            number = message["next"] if kind == "entry" else message["number"]
            if kind == "entry" and number > place.known and message["seat"] == 1:
                _after(place, "bot_after", now)
            place.known = max(place.known, number)
            place.bot_to_move = not message["choices"]
            if message["choices"] and number == place.known and number > place.sent:
                if not place.clock:
                    place.sent = number
                    await decide(socket, number, message["choices"], luck)
        elif kind == "ack":
            _after(place, "person_after", now)
        elif kind == "error" and message["code"] != "too_late":
            place.wrong.append(message["code"])
        elif kind == "table" and message["status"] == "over":
            place.ended = now
            return


def _after(place: PlayedTable, what: str, now: float) -> None:
    if place.killed is not None and getattr(place, what) is None:
        setattr(place, what, now - place.killed)


async def decide(socket: Any, number: int, choices: Any, luck: random.Random) -> None:
    choice = luck.choice(choices)["action"]
    asked = {"type": "decide", "id": number, "number": number, "seat": 0, "action": choice}
    await asyncio.sleep(PACE / 1000 * luck.random())
    await socket.send(json.dumps(asked))


async def measure(given: argparse.Namespace, servers: ServerGroup) -> int:
    luck = random.Random(given.seed)
    await asyncio.gather(*(servers.start(member) for member in servers.members))
    first = servers.members[0]
    places = [PlayedTable(n, n < given.clocks, first.url) for n in range(given.tables)]
    for group in range(0, len(places), 20):
        await asyncio.gather(*(open_place(place) for place in places[group : group + 20]))
    sitting = [asyncio.create_task(keep_playing(place, servers, luck)) for place in places]
    clocks = [place for place in places if place.clock]
    kill_at = max(
        (place.dealt + MINUTE - LEFT for place in clocks), default=time.monotonic() + given.play
    )
    await asyncio.sleep(max(kill_at - time.monotonic(), given.play))
    over = [place for place in places if place.ended is not None]
    killed = time.monotonic()
    for place in places:
        place.killed, place.waits_for_bot = killed, place.bot_to_move
    servers.kill(first)
    print(f"{len(places)} tables, {len(over)} over already; killed", flush=True)
    await asyncio.sleep(given.watch)
    for task in sitting:
        task.cancel()
    await asyncio.gather(*sitting, return_exceptions=True)
    return report([place for place in places if place not in over], killed)


async def measure_kills(given: argparse.Namespace, servers: ServerGroup) -> int:
    luck = random.Random(given.seed)
    await asyncio.gather(*(servers.start(member) for member in servers.members))
    count = len(servers.members)
    places = [PlayedTable(n, False, servers.members[n % count].url) for n in range(given.tables)]
    await asyncio.gather(*(open_place(place) for place in places))
    sitting = [asyncio.create_task(keep_playing(place, servers, luck)) for place in places]
    longest: list[float] = []
    readiness: list[float] = []
    late = 0
    for number in range(given.kills):
        await asyncio.sleep(1 + 2 * luck.random())
        victim = servers.members[number % count]
        killed = time.monotonic()
        playing = [place for place in places if place.ended is None]
        for place in playing:
            place.killed, place.bot_after, place.person_after = killed, None, None
        servers.kill(victim)
        again = asyncio.create_task(_ready_after(servers, victim, killed))
        while time.monotonic() < killed + given.watch and any(map(_waits, playing)):
            await asyncio.sleep(0.05)
        stuck = sum(map(_waits, playing))
        went_on = [
            _resumed_after(place) for place in playing if not _waits(place) and not place.ended
        ]
        late += stuck + sum(seconds > GOAL for seconds in went_on)
        longest.append(max(went_on, default=0.0))
        readiness.append(await again)
        print(
            f"kill {number + 1}: {len(playing)} tables, the last continued after "
            f"{longest[-1]:.2f} s, {stuck} did not; ready again after {readiness[-1]:.2f} s",
            flush=True,
        )
    for task in sitting:
        task.cancel()
    await asyncio.gather(*sitting, return_exceptions=True)
    wrong = sorted({code for place in places for code in place.wrong})
    print(
        f"last table: median {statistics.median(longest):.2f} s, longest {max(longest):.2f} s; "
        f"ready again: median {statistics.median(readiness):.2f} s, "
        f"longest {max(readiness):.2f} s; tables later than {GOAL:.0f} s: {late}; "
        f"errors told: {wrong or 'none'}"
    )
    return 1 if late or wrong else 0


async def _ready_after(servers: ServerGroup, member: ServerProcess, killed: float) -> float:
    await servers.start(member)
    return time.monotonic() - killed


def _waits(place: PlayedTable) -> bool:
    return place.ended is None and place.bot_after is None and place.person_after is None


def _resumed_after(place: PlayedTable) -> float:
    after = (place.bot_after, place.person_after)
    return min(seconds for seconds in after if seconds is not None)


def report(places: list[PlayedTable], killed: float) -> int:
    failed = 0
    bots = [place for place in places if not place.clock]
    for title, name, among in (
        ("connected again", "back_after", places),
        ("a person's decision", "person_after", [p for p in bots if not p.waits_for_bot]),
        ("a bot's move", "bot_after", [p for p in bots if p.waits_for_bot]),
    ):
        times = [getattr(place, name) for place in among if getattr(place, name) is not None]
        late = [t for t in times if t > GOAL]
        missing = sum(getattr(place, name) is None and place.ended is None for place in among)
        failed += len(late) + missing
        if times:
            print(
                f"{title:<20} median {statistics.median(times):.2f} s, last {max(times):.2f} s, "
                f"{len(times)} tables, {len(late)} after {GOAL:.0f} s, {missing} not at all"
            )
    clocks = [place for place in places if place.clock]
    if clocks:
        late_by = [
            place.ended - (place.dealt + MINUTE) for place in clocks if place.ended is not None
        ]
        missing = len(clocks) - len(late_by)
        bad = [by for by in late_by if not -1.0 < by < GOAL]
        failed += missing + len(bad)
        if late_by:
            print(
                f"{'a clock ended':<20} {min(late_by):+.2f} to {max(late_by):+.2f} s of its time, "
                f"{len(late_by)} tables, {len(bad)} wrongly, {missing} not at all"
            )
    wrong = [code for place in places for code in place.wrong]
    print(f"errors told: {sorted(set(wrong)) or 'none'}; tables that did not continue: {failed}")
    return 1 if failed or wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--clocks", type=int, default=40, help="of these with a clock")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--kills", type=int, default=0, help="one after the other; no clocks then")
    parser.add_argument("--play", type=float, default=10, help="seconds before the kill, at least")
    parser.add_argument("--watch", type=float, default=20, help="seconds after it")
    parser.add_argument("--seed", type=int, default=20261117)
    given = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.ExitStack() as stack,
    ):
        server = stack.enter_context(postgresql())
        log = Path(folder) / "log"
        servers = stack.enter_context(server_group(server.address(), given.processes, log))
        status = asyncio.run((measure_kills if given.kills else measure)(given, servers))
        if log.exists() and status:
            print(log.read_text()[-4000:], file=sys.stderr)
        return status


if __name__ == "__main__":
    sys.exit(main())
