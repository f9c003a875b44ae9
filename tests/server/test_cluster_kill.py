"""Processes on one PostgreSQL that are killed or stall: others take over their work."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, LiteralString

import httpx2
import psycopg
import pytest

import postgres
from server.helpers import FRIEND, ME, RANDOM, Device, Json, Live, wait_for
from server.processes import MODULE, Process, free_port
from server.test_cluster import BalancedDevice, decision, entries_of, leases
from server.test_turn_deadlines import play_turn
from waiting import has_exited

pytestmark = pytest.mark.slow


class Server:
    """A process of its own, and its address."""

    def __init__(self, database: str, *arguments: str) -> None:
        self.url = f"http://127.0.0.1:{(port := free_port())}"
        self.process = Process(database, "--port", str(port), "--no-limits", *arguments)

    def signal(self, what: signal.Signals) -> None:
        self.process.process.send_signal(what)

    def end(self) -> None:
        if self.process.process.poll() is None:
            self.signal(signal.SIGCONT)
            self.process.kill()


@contextmanager
def servers(database: str, count: int = 2) -> Iterator[list[Server]]:
    with ExitStack() as stack:
        made = []
        for _ in range(count):
            made.append(Server(database))
            stack.callback(made[-1].end)
        yield made


def browser(first: Server, second: Server, stack: ExitStack) -> BalancedDevice:
    both = BalancedDevice(Device(first.url), Device(second.url))
    stack.callback(both.first.http.close)
    stack.callback(both.second.http.close)
    return both


def run(database: str, statement: LiteralString, table: Json) -> list[tuple[Any, ...]]:
    with psycopg.connect(database) as connection:
        done = connection.execute(statement, (table["id"],))
        return done.fetchall() if done.description else []


def since(live: Live, number: int) -> int:
    """That far, or further: who comes late is told how it is now, not every entry of before."""
    told = live.until(lambda m: m["type"] == "entry" and m["number"] >= number)
    return int(told["number"])


def contiguous(database: str, table: Json) -> bool:
    log = [number for number, _ in entries_of(database, table["id"])]
    return log == list(range(len(log)))


def test_bots_and_clocks_go_on_when_their_process_is_killed(shared_database: str) -> None:
    with servers(shared_database) as (first, second), ExitStack() as stack:
        anna = browser(first, second, stack)
        bots = anna.first.table(RANDOM, RANDOM, pace=300, turn_limit=200)
        wanted = {
            "game": "zwergenzugfahrt",
            "seats": [ME, {"kind": "local", "name": "Bo"}],
            "options": {"mode": "time", "minutes": 1},
        }
        clock = anna.first.open(wanted)
        wait_for(lambda: f"table:{clock['id']}" in leases(shared_database))
        run(shared_database, "UPDATE entry SET created = created - 50 WHERE table_id = %s", clock)
        with anna.first.live(bots["id"]) as here:
            since(here, 3)
            there = stack.enter_context(anna.second.live(bots["id"]))
            since(there, since(here, 6) + 2)
            first.process.kill()
        killed = time.monotonic()
        last = max(number for number, _ in entries_of(shared_database, bots["id"]))
        since(there, last + 2)
        print(f"bots went on after {time.monotonic() - killed:.1f} s")
        assert contiguous(shared_database, bots)
        # Nobody looks at it, here or there.
        query = "SELECT reason FROM game_table WHERE id = %s"
        wait_for(lambda: run(shared_database, query, clock) == [("time",)], 90)


def test_a_turn_over_hours_runs_out_though_its_process_was_killed(shared_database: str) -> None:
    with servers(shared_database, 1) as [first], ExitStack() as stack:
        anna, berta = browser(first, first, stack), browser(first, first, stack)
        wanted = {"game": "game_of_trains", "seats": [ME, FRIEND], "pace": 0}
        limit = {"time": {"kind": "turn", "seconds": 3600}, "options": {"first": 2}}
        table = anna.first.open({**wanted, **limit})
        path = f"tables/{table['id']}"
        berta.first.join(table["seats"][1]["invitation"], "Berta", reveal=False)
        for device in (berta.first, anna.first):
            device.attend(device.get(path))
        assert berta.first.get(path)["actor"] == 1
        first.process.kill()
        # More than an hour passes, as the database has it, and no process was there.
        run(shared_database, "UPDATE entry SET created = created - 3700 WHERE table_id = %s", table)
        later = "UPDATE game_table SET deadline = deadline - 3700 WHERE id = %s"
        run(shared_database, later, table)
        with servers(shared_database, 1) as [second]:
            back = Device(second.url)
            stack.callback(back.http.close)
            back.http.cookies.update(dict(berta.first.http.cookies))
            # Nobody looks at the table itself.
            wait_for(lambda: back.get("mine")["running"][0]["asked"])
            now = back.get(path)
            assert now["seats"][1]["seconds_left"] == 0
            now = play_turn(back, path, 1)
            assert now["asked"] is None
            assert not now["seats"][1]["left"]


def test_who_was_asleep_writes_nothing_by_what_it_held(shared_database: str) -> None:
    with servers(shared_database) as (first, second), ExitStack() as stack:
        anna = browser(first, second, stack)
        table = anna.first.table(ME, RANDOM, RANDOM, pace=300, first=2, turn_limit=200)
        name = f"table:{table['id']}"
        path = f"tables/{table['id']}"
        wait_for(lambda: name in leases(shared_database))
        holder = leases(shared_database)[name]
        there = stack.enter_context(anna.second.live(table["id"]))
        first.signal(signal.SIGSTOP)
        wait_for(lambda: leases(shared_database)[name] != holder)
        now = wait_for(lambda: (t := anna.second.get(path))["choices"] and t)
        first.signal(signal.SIGCONT)
        for _ in range(4):
            anna.second.post(f"{path}/decide", decision(now))
            now = wait_for(lambda: (t := anna.second.get(path))["choices"] and t)
            assert anna.first.get(path)["number"] == now["number"]
        assert contiguous(shared_database, table)
        told = [m["number"] for m in there.heard if m["type"] == "entry"]
        assert told == sorted(set(told))
        assert leases(shared_database)[name] != holder


def test_a_clean_stop_gives_everything_back_at_once(shared_database: str) -> None:
    with servers(shared_database) as (first, second), ExitStack() as stack:
        anna = browser(first, second, stack)
        table = anna.first.table(ME, RANDOM, first=2)
        wait_for(lambda: anna.second.get(f"tables/{table['id']}")["choices"])
        [holder] = set(leases(shared_database).values())
        assert first.process.interrupt() == 0
        wait_for(lambda: set(leases(shared_database).values()) - {holder})
        with psycopg.connect(shared_database) as connection:
            assert len(connection.execute("SELECT id FROM process").fetchall()) == 1
        for _ in range(3):
            now = wait_for(lambda: (t := anna.second.get(f"tables/{table['id']}"))["choices"] and t)
            anna.second.post(f"tables/{table['id']}/decide", decision(now))


def test_the_database_is_restarted_under_two_processes() -> None:
    with ExitStack() as stack:
        base = stack.enter_context(postgres.own_server())
        database = base.address()
        first, second = stack.enter_context(servers(database))
        anna = browser(first, second, stack)
        table = anna.first.table(ME, RANDOM, first=1, turn_limit=60)
        path = f"tables/{table['id']}"
        for how in (signal.SIGINT, signal.SIGQUIT):
            before = anna.second.get(path)["number"]
            base.restart(how)
            wait_for(partial(decide_until_the_bot, anna.second, path, before))
            number = anna.first.get(path)["number"]
            assert number >= before + 2
        assert contiguous(database, table)


def decide_until_the_bot(device: Device, path: str, since: int) -> bool:
    """One decision, if it is our turn and can be taken; whether the bot has moved since."""
    now = device.http.get(f"/api/{path}")
    if now.status_code == 200 and now.json()["choices"]:
        device.http.post(f"/api/{path}/decide", json=decision(now.json()))
    log = now.json().get("log", [])
    return any(line["seat"] == 1 and line["number"] >= since for line in log)


def test_workers_share_one_address_and_are_started_again(shared_database: str) -> None:
    with ExitStack() as stack:
        parent = Server(shared_database, "--workers", "2")
        stack.callback(parent.end)
        assert "2 processes are running." in parent.process.said
        assert postgres.PASSWORD not in parent.process.text
        anna = Device(parent.url)
        stack.callback(anna.http.close)
        table = anna.table(ME, RANDOM, first=2)
        path = f"tables/{table['id']}"
        before = children_of(parent.process.process.pid)
        assert len(before) == 2
        os.kill(before[0], signal.SIGKILL)
        wait_for(lambda: len(set(children_of(parent.process.process.pid)) - {before[0]}) == 2)
        now = wait_for(lambda: (t := fresh(anna, path))["choices"] and t)
        anna.post(f"{path}/decide", decision(now))
        assert parent.process.interrupt() == 0
        assert parent.process.said[-1] == "Goodbye. All games are saved."
        assert "Fatal" not in parent.process.text
        assert not [one for one in before if not has_exited(one)]


def fresh(device: Device, path: str) -> Json:
    """By a connection of its own: whoever is killed takes its connections along."""
    while True:
        with suppress(httpx2.TransportError):
            found: Json = device.get(path)
            return found


def children_of(process: int) -> list[int]:
    told = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(one) for one in told.split()]


def test_several_processes_need_postgresql(tmp_path: Path) -> None:
    given = [*MODULE, "--database", str(tmp_path / "t.sqlite3"), "--workers", "2"]
    done = subprocess.run(given, capture_output=True, text=True)
    assert done.returncode == 2
    assert "postgresql://" in done.stderr
