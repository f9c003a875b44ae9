"""Several processes on one PostgreSQL behave like one."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psycopg
import pytest

from server import review_double
from server.helpers import (
    FRIEND,
    ME,
    RANDOM,
    Device,
    Json,
    Live,
    Running,
    play_out,
    running,
    wait_for,
)
from server.test_lobby import lobby, told
from spielzug.server.reviews import queue

pytestmark = pytest.mark.slow


@dataclass
class TwoServers:
    """Two servers that share a database, and devices that go to either of them."""

    first: Running
    second: Running

    def device(self) -> BalancedDevice:
        return BalancedDevice(self.first.device(), self.second.device())


class BalancedDevice:
    """A browser that a load balancer sends to alternating servers."""

    def __init__(self, first: Device, second: Device) -> None:
        self.first, self.second = first, second
        first.get("health")
        for name, value in first.http.cookies.items():
            second.http.cookies.set(name, value)
        second.nonces = first.nonces


@pytest.fixture
def two_servers(shared_database: str) -> Iterator[TwoServers]:
    with ExitStack() as stack:
        first, second = (stack.enter_context(running(shared_database)) for _ in range(2))
        yield TwoServers(first, second)


def entry(live: Live, number: int) -> Json:
    return live.until(lambda m: m["type"] == "entry" and m["number"] == number)


def decision(table: Json, choice: int = 0) -> Json:
    return {
        "number": table["number"],
        "seat": table["seat"],
        "action": table["choices"][choice]["action"],
    }


def test_what_is_written_here_is_there_at_once(two_servers: TwoServers) -> None:
    """A POST at one process, the next GET at the other, without a pause in between."""
    anna, other = two_servers.device(), two_servers.device()
    table = anna.first.table(ME, {"kind": "local", "name": "Bo"}, first=1)
    path = f"tables/{table['id']}"
    ways = [anna.first, anna.second]
    now = anna.second.get(path)
    assert now["number"] == table["number"] == 1
    for turn in range(12):
        here, there = ways[turn % 2], ways[(turn + 1) % 2]
        now = next(t for s in (0, 1) if (t := there.get(path, seat=s))["choices"])
        number = there.post(f"{path}/decide", decision(now))["number"]
        assert here.get(path)["number"] == number + 1
        assert other.first.get(path)["number"] == number + 1


def test_decisions_are_seen_live_at_the_other_process(two_servers: TwoServers) -> None:
    anna, berta = two_servers.device(), two_servers.device()
    table = anna.first.table(ME, FRIEND, first=1)
    path = f"tables/{table['id']}"
    with anna.first.live(table["id"]) as here, berta.second.live(table["id"]) as there:
        berta.second.join(table["seats"][1]["invitation"], "Berta", reveal=False)
        joined = here.until(lambda m: m["type"] == "table" and m["seats"][1]["name"] == "Berta")
        assert joined["status"] == "waiting"
        for device in (berta.second, anna.first):
            device.attend(device.get(path))
        assert [entry(live, 0)["kind"] for live in (here, there)] == ["deal", "deal"]
        lines = {0: (anna.first, here, there), 1: (berta.second, there, here)}
        for number in range(1, 9):
            actor = int(anna.second.get(path)["actor"])
            device, own, others = lines[actor]
            now = device.get(path, seat=actor)
            answer = own.decide(number, actor, now["choices"][0]["action"])
            assert (answer["type"], answer["number"]) == ("ack", number)
            assert entry(others, number)["seat"] == actor


def test_two_who_decide_the_same_number(two_servers: TwoServers) -> None:
    """At the same moment at two processes: one is written, the other is told why not."""
    anna = two_servers.device()
    table = anna.first.table(ME, {"kind": "local", "name": "Bo"}, first=1)
    path = f"tables/{table['id']}/decide"
    for _ in range(10):
        now = next(
            t for s in (0, 1) if (t := anna.first.get(f"tables/{table['id']}", seat=s))["choices"]
        )
        choices = now["choices"]
        wanted = [decision(now), decision(now, len(choices) - 1)]
        with ThreadPoolExecutor(2) as threads:
            both = [
                threads.submit(device.http.post, f"/api/{path}", json=body)
                for device, body in zip((anna.first, anna.second), wanted, strict=True)
            ]
            answers = [one.result() for one in both]
        taken = [one.json() for one in answers if one.status_code == 200]
        late = [one.json()["code"] for one in answers if one.status_code != 200]
        if len(choices) == 1:
            assert sorted(one["duplicate"] for one in taken) == [False, True]
        else:
            assert len(taken) == 1, answers
            assert late == ["too_late"]
        assert anna.second.get(f"tables/{table['id']}")["number"] == now["number"] + 1


def test_a_start_over_two_processes(two_servers: TwoServers) -> None:
    """Joins, hashes, a void start and reveals wherever they come from, up to the deal."""
    anna, berta, carla = (two_servers.device() for _ in range(3))
    table = anna.first.table(ME, FRIEND, FRIEND)
    path = f"tables/{table['id']}"
    berta.second.join(table["seats"][1]["invitation"], "Berta", reveal=False)
    carla.first.join(table["seats"][2]["invitation"], "Carla", reveal=False)
    sealed = berta.first.get(path)["start"]["fingerprint"]
    assert sealed == anna.second.get(path)["start"]["fingerprint"] is not None
    berta.first.post(f"{path}/leave", {"seat": 1})
    now = anna.second.get(path)
    assert (now["start"]["fingerprint"], now["seats"][1]["empty"]) == (None, True)
    berta.second.join(table["seats"][1]["invitation"], "Berta", reveal=False)
    for device in (anna.second, carla.second, berta.first, anna.first, carla.first, berta.second):
        device.attend(device.get(path))
    states = {
        (now["status"], now["number"]) for d in (anna.first, carla.second) if (now := d.get(path))
    }
    assert states == {("running", 1)}


def test_a_rematch_is_one_wherever_it_is_asked_for(two_servers: TwoServers) -> None:
    anna, berta = two_servers.device(), two_servers.device()
    table = anna.first.table(ME, FRIEND)
    berta.second.join(table["seats"][1]["invitation"], "Berta", reveal=False)
    path = f"tables/{table['id']}"
    for device in (berta.second, anna.first):
        device.attend(device.get(path))
    anna.second.post(f"{path}/abandon")
    with ThreadPoolExecutor(2) as threads:
        asked = [threads.submit(d.post, f"{path}/rematch") for d in (anna.first, berta.second)]
        made = {one.result()["table"] for one in asked}
    assert len(made) == 1
    assert anna.second.get(f"tables/{made.pop()}")["status"] == "waiting"


def test_presence_and_signals_reach_over_processes(two_servers: TwoServers) -> None:
    anna, berta, guest = (two_servers.device() for _ in range(3))
    table = anna.first.table(ME, FRIEND)
    berta.second.join(table["seats"][1]["invitation"], "Berta", reveal=False)
    for device in (berta.second, anna.first):
        device.attend(device.get(f"tables/{table['id']}"))

    def seen(live: Live, connected: list[bool], spectators: int) -> Json:
        return live.until(
            lambda m: (
                m["type"] == "presence"
                and (m["connected"], m["spectators"]) == (connected, spectators)
            )
        )

    with anna.first.live(table["id"]) as here:
        with berta.second.live(table["id"]) as there, guest.second.live(table["id"]):
            seen(here, [True, True], 1)
            seen(there, [True, True], 1)
            there.send({"type": "signal", "id": 1, "seat": 1, "signal": "wow"})
            assert here.kind("signal")["seat"] == 1
            found = guest.first.get(f"tables/{table['id']}")
            assert [seat["connected"] for seat in found["seats"]] == [True, True]
            refused = anna.first.post(f"tables/{table['id']}/stand-in", {"seat": 1}, 409)
            assert refused["code"] == "still_here"
        seen(here, [True, False], 0)


def entries_of(database: str, table_id: str) -> list[tuple[int, int]]:
    with psycopg.connect(database) as connection:
        query = "SELECT number, seat FROM entry WHERE table_id = %s ORDER BY id"
        return [(row[0], row[1]) for row in connection.execute(query, (table_id,))]


def leases(database: str) -> dict[str, str]:
    with psycopg.connect(database) as connection:
        return dict(connection.execute("SELECT name, holder FROM lease").fetchall())


def table_leases(database: str) -> dict[str, str]:
    return {name: one for name, one in leases(database).items() if name.startswith("table:")}


def progress(device: Device, path: str) -> int:
    return int((device.get(path)["progress"] or {"done": 0})["done"])


def test_bots_move_once_however_many_processes_look(
    two_servers: TwoServers, shared_database: str
) -> None:
    anna = two_servers.device()
    table = anna.first.table(RANDOM, RANDOM, turn_limit=30)
    with anna.first.live(table["id"]) as here, anna.second.live(table["id"]) as there:
        ends = [
            live.until(lambda m: m["type"] == "table" and m["status"] == "over")
            for live in (here, there)
        ]
    assert ends[0]["outcome"] == ends[1]["outcome"]
    told = [[m["number"] for m in live.heard if m["type"] == "entry"] for live in (here, there)]
    log = [number for number, _ in entries_of(shared_database, table["id"])]
    assert log == list(range(len(log)))
    for numbers in told:  # who came a moment later has begun later, and missed nothing since
        assert numbers
        assert numbers == log[-len(numbers) :]
    wait_for(lambda: table_leases(shared_database) == {})


def test_a_person_at_one_process_against_a_bot_of_the_other(
    two_servers: TwoServers, shared_database: str
) -> None:
    """The bot was first needed at the first process, and goes on there."""
    anna = two_servers.device()
    table = anna.first.table(ME, RANDOM, first=2, turn_limit=20)
    wait_for(lambda: table_leases(shared_database))
    holder = table_leases(shared_database)
    assert holder == {
        f"table:{table['id']}": two_servers.first.services.cluster_membership.bus.process
    }
    for _ in range(5):
        now = wait_for(lambda: (t := anna.second.get(f"tables/{table['id']}"))["choices"] and t)
        assert table_leases(shared_database) == holder
        anna.second.post(f"tables/{table['id']}/decide", decision(now))
    play_out(anna.second, table)


LISTENING = """
    SELECT pid, CASE WHEN %(cut)s THEN pg_terminate_backend(pid) END FROM pg_stat_activity
    WHERE application_name = 'spielzug bus' AND datname = current_database()
"""


def test_a_connection_that_listens_is_cut(two_servers: TwoServers, shared_database: str) -> None:
    """What happened meanwhile is looked for as soon as it listens again."""
    anna = two_servers.device()
    table = anna.first.table(ME, {"kind": "local", "name": "Bo"}, first=1)
    path = f"tables/{table['id']}"
    with anna.second.live(table["id"]) as live:
        live.kind("table")
        with psycopg.connect(shared_database, autocommit=True) as connection:
            for _ in range(3):
                wait_for(lambda: len(connection.execute(LISTENING, {"cut": False}).fetchall()) == 2)
                connection.execute(LISTENING, {"cut": True})
                now = next(t for s in (0, 1) if (t := anna.first.get(path, seat=s))["choices"])
                anna.first.post(f"{path}/decide", decision(now))
                assert entry(live, now["number"])


def test_the_lobby_hears_of_tables_at_other_processes(two_servers: TwoServers) -> None:
    anna, berta = two_servers.device(), two_servers.device()
    with lobby(anna.second) as live, lobby(berta.second) as other:
        table = anna.first.table(ME, FRIEND)
        assert told(live)["id"] == table["id"]
        berta.first.join(table["seats"][1]["invitation"], "Berta", reveal=False)
        assert told(other)["id"] == table["id"]
        berta.first.post(f"tables/{table['id']}/leave", {"seat": 1})
        assert other.until(lambda m: m["type"] == "gone")["table"] == table["id"]
        anna.first.post(f"tables/{table['id']}/abandon")
        live.until(lambda m: m["type"] == "table" and m["table"]["status"] == "over")


def test_a_review_is_made_at_one_process_and_asked_about_at_both(
    two_servers: TwoServers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = tmp_path / "begun"
    begun.touch()
    anna = two_servers.device()
    table = anna.first.table(ME, RANDOM, first=1, turn_limit=4)
    play_out(anna.first, table)
    path = f"tables/{table['id']}/review"

    def behave(how: str) -> None:
        command = (sys.executable, review_double.__file__, how, str(begun))
        monkeypatch.setattr(queue, "COMMAND", command)

    behave(review_double.ENDLESS)
    asked = [device.post(path, {"view": "known"})["state"] for device in (anna.first, anna.second)]
    assert set(asked) <= {"waiting", "running"}
    for device in (anna.first, anna.second):
        wait_for(partial(progress, device, path))
    assert len(begun.read_text().splitlines()) == 1
    anna.first.post(f"{path}/leave", {"view": "known"})
    wait_for(lambda: anna.second.get(path)["state"] == "none")
    behave(review_double.DIES)
    anna.second.post(path, {"view": "known"})
    wait_for(lambda: anna.first.get(path)["state"] == "failed")
    assert anna.first.get(path)["trouble"] == anna.second.get(path)["trouble"]


def test_one_process_deletes_old_tables(two_servers: TwoServers, shared_database: str) -> None:
    wait_for(lambda: "retention" in leases(shared_database))
    holder = leases(shared_database)["retention"]
    both = [
        server.services.cluster_membership.bus.process
        for server in (two_servers.first, two_servers.second)
    ]
    assert holder in both


def test_nothing_is_written_by_a_lease_that_somebody_else_has(
    two_servers: TwoServers, shared_database: str
) -> None:
    """Another one takes it while a bot thinks: the bot's decision comes to nothing."""
    anna = two_servers.device()
    table = anna.first.table(RANDOM, RANDOM, pace=300, turn_limit=200)
    name = f"table:{table['id']}"
    with anna.first.live(table["id"]) as live:
        entry(live, 2)
        with psycopg.connect(shared_database) as connection:
            connection.execute("INSERT INTO process (id, beat) VALUES ('other', 1e12)")
            taken = "UPDATE lease SET holder = 'other', epoch = epoch + 1 WHERE name = %s"
            connection.execute(taken, (name,))
        count = len(entries_of(shared_database, table["id"]))
        time.sleep(1.5)  # five moves' time
        assert len(entries_of(shared_database, table["id"])) == count
        with psycopg.connect(shared_database) as connection:
            connection.execute("DELETE FROM process WHERE id = 'other'")
        entry(live, count + 1)
    assert leases(shared_database)[name] != "other"
