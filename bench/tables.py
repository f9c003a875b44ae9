"""Measures a database with very many tables: lobby, opening, joining, waking bots, cleaning up.

    python bench/tables.py                      a million tables, in a temporary file (about 2 GB)
    python bench/tables.py --tables 100000 --file tables.sqlite3      keeps the file for next time

The file is filled directly, without playing. Measured are the server's own queries, run one after
the other through its own code and threads, and how long a decision waits for its acknowledgement
while old tables are being deleted.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

from spielzug.server.config.settings import Settings
from spielzug.server.games import Games
from spielzug.server.ops import retention
from spielzug.server.ops.retention import DAY, Retention
from spielzug.server.store import schema, sql
from spielzug.server.store.store import Store
from spielzug.server.tables.manager import LISTED, RECENT_DAYS, Tables

Row = dict[str, Any]
"""A row of a table, or as much of it as is needed here."""
ORDINARY, BUSY = "device-7", "device-busy"
DEVICES = 20_000
BUSY_SHARE = 50  # one of so many tables is the busy device's
KINDS = (
    # how often, status, whether people play there
    (60, "over", True),
    (18, "over", False),
    (15, "waiting", False),
    (7, "running", True),
)
ENTRIES = 4  # of a table that was dealt: as many as are needed to be deleted with it
DAYS = 400  # over so long the tables were played


def tables(count: int, now: float, seed: int = 1) -> Iterator[tuple[Row, list[Row], list[Row]]]:
    luck = random.Random(seed)
    weights = [often for often, _, _ in KINDS]
    for number in range(count):
        _, status, people = luck.choices(KINDS, weights)[0]
        updated = now - luck.random() * DAYS * DAY
        device = f"device-{number % DEVICES}"
        if number % BUSY_SHARE == 0:
            device = BUSY
            if number > 100 * BUSY_SHARE:  # nobody may have more open ones
                status, people = "over", True
        ended = updated if status == "over" else None
        name = f"t{luck.getrandbits(120):030x}"
        table = {
            "id": name, "game": "game_of_trains", "rules_version": 1, "options": "first=random",
            "secret": "5" * 64, "commitment": "c" * 64, "format": 2, "start": None, "voids": None,
            "creator": device, "pace": 1000,
            "hints": False, "created": updated - 900, "rematch": None, "status": status,
            "turn": 1 if status == "running" else -1, "result": None, "reason": None,
            "updated": updated, "ended": ended, "people": people,
        }  # fmt: skip
        guest = f"device-{(number * 7) % DEVICES}" if people and number % 2 else None
        other = "human" if guest or status == "waiting" else "greedy"
        seats = [
            {
                "table_id": name, "number": seat, "kind": "me", "name": "Ada", "player": player,
                "device": sits, "hash": None, "nonce": None, "stand_in": None, "ended": ended,
            }
            for seat, (player, sits) in enumerate((("human", device), (other, guest)))
        ]  # fmt: skip
        entries = [
            {
                "table_id": name, "number": n, "kind": "decision", "seat": 0, "action": n,
                "digest": "0123456789abcdef", "created": updated, "instead": None,
                "told": b"t" * 30, "became": b"b" * 40,
            }
            for n in range(ENTRIES if status != "waiting" else 0)
        ]  # fmt: skip
        yield table, seats, entries


def fill(path: Path, count: int) -> None:
    """Fills the file without syncing to disk: a power failure now would cost nothing."""
    Store(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA synchronous=OFF")
    kinds = (schema.game_table, schema.seat, schema.entry)
    batch: list[list[Row]] = [[], [], []]
    for number, (table, seats, entries) in enumerate(tables(count, time.time()), 1):
        for rows, new in zip(batch, ([table], seats, entries), strict=True):
            rows += new
        if number % 20_000 == 0 or number == count:
            for kind, rows in zip(kinds, batch, strict=True):
                _insert(connection, kind.name, rows)
            batch = [[], [], []]
    connection.commit()
    connection.execute("ANALYZE")
    connection.close()


def _insert(connection: sqlite3.Connection, kind: str, rows: list[Row]) -> None:
    if rows:
        names = list(rows[0])
        statement = (
            f"INSERT INTO {kind} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
        )
        connection.executemany(statement, [[row[name] for name in names] for row in rows])
        connection.commit()


Taken = list[tuple[float, float]]
"""Seconds, and seconds of processor time, of each try."""


async def timed(act: Callable[[], Awaitable[Any]], times: int) -> Taken:
    taken = []
    for _ in range(times):
        begin, busy = time.perf_counter(), time.process_time()
        await act()
        taken.append((time.perf_counter() - begin, time.process_time() - busy))
    return taken


def say(what: str, taken: Taken) -> None:
    seconds, busy = zip(*taken, strict=True)
    told = (statistics.median(seconds), max(seconds), statistics.median(busy))
    print(f"{what:<44}" + "".join(f"{1000 * value:>10.2f} ms" for value in told), flush=True)


async def measure(path: Path, most: float) -> None:
    store = Store(path)
    questions: dict[str, tuple[int, Callable[[Any], Any]]] = {
        "lobby of an ordinary device": (30, lambda c: sql.of_device(c, ORDINARY, LISTED)),
        f"lobby of a device with 1/{BUSY_SHARE} of all": (
            30,
            lambda c: sql.of_device(c, BUSY, LISTED),
        ),
        "opening: how many this device has open": (30, lambda c: sql.open_tables(c, ORDINARY)),
        f"the same with 1/{BUSY_SHARE} of all": (30, lambda c: sql.open_tables(c, BUSY)),
        "waking bots": (
            10,
            lambda c: sql.waiting_for_bots(c, time.time() - RECENT_DAYS * DAY, 256),
        ),
    }
    print(f"{'':<44}{'median':>13}{'longest':>13}{'processor':>13}")
    for what, (times, question) in questions.items():
        say(what, await timed(lambda question=question: store.read(question), times))
    fresh = tables(10**9, time.time(), seed=2)
    opened = [next(fresh) for _ in range(100)]
    waiting = iter(opened)

    async def open_one() -> None:
        table, seats, _ = next(waiting)
        await store.write(lambda c: sql.insert_table(c, table, seats))

    say("opening: the new table on the disk", await timed(open_one, len(opened)))
    joining = iter(opened)

    async def join() -> None:
        table, _, _ = next(joining)
        found = await store.read(lambda c: sql.load(c, table["id"]))
        assert found is not None
        await store.write(lambda c: sql.update_table(c, found.table, found.seats))

    say("joining: read, and on the disk again", await timed(join, len(opened)))
    await clean(store, path, opened, most)
    store.close()


async def clean(
    store: Store, path: Path, opened: list[tuple[Row, list[Row], list[Row]]], most: float
) -> None:
    """Deletes for a while as the server does, while decisions are made at a table."""
    settings = Settings(path)
    cleaner = Retention(settings, store, Tables(settings, store, Games(settings)))
    numbers = iter(range(10**9))
    table, _, entries = next(one for one in opened if one[2])

    async def decide() -> None:
        row = {**entries[0], "number": next(numbers)}
        await store.write(lambda c: sql.append_entries(c, [row], {**table, "ended": None}))

    say("a decision, nothing else going on", await timed(decide, 200))
    deleted = 0
    honest = Tables.delete

    async def counted(tables: Tables, ids: Any, before: float) -> int:
        nonlocal deleted
        gone = await honest(tables, ids, before)
        deleted += gone
        return gone

    Tables.delete = counted  # type: ignore[method-assign]
    taken: Taken = []
    begin = time.perf_counter()
    cleaning = asyncio.create_task(cleaner.clean())
    while not cleaning.done() and time.perf_counter() - begin < most:
        taken += await timed(decide, 1)
        await asyncio.sleep(0.005)
    cleaning.cancel()
    await asyncio.gather(cleaning, return_exceptions=True)
    Tables.delete = honest  # type: ignore[method-assign]
    say("a decision while old tables are deleted", taken)
    rate = deleted / (time.perf_counter() - begin)
    print(f"{'old tables deleted':<44} {rate:>9.0f} a second, {retention.BATCH_SIZE} at once")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=1_000_000)
    parser.add_argument("--file", type=Path, help="created if missing, and kept")
    parser.add_argument("--seconds", type=float, default=20, help="how long to delete old tables")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = given.file or Path(folder) / "tables.sqlite3"
        if not path.exists():
            begin = time.perf_counter()
            fill(path, given.tables)
            print(f"{given.tables} tables in {time.perf_counter() - begin:.0f} s, ", end="")
        print(f"{path.stat().st_size / 1e6:.0f} MB")
        asyncio.run(measure(path, given.seconds))


if __name__ == "__main__":
    main()
