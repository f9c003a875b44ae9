"""The open lobby: anybody may sit down, and nothing private is ever listed."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
from sqlalchemy.engine import Connection

from server.conftest import KINDS, serving
from server.helpers import (
    FRIEND,
    GAME,
    ME,
    RANDOM,
    Device,
    Json,
    Running,
    running,
    stop_refilling,
    wait_for,
)
from server.test_lobby import lobby
from spielzug.core.luck import fresh_nonce, nonce_hash
from spielzug.server.limits.rates import ADDRESS
from spielzug.server.seats import open_lobby
from spielzug.server.seats.open_lobby import MAX_LISTED
from spielzug.server.store.seat_queries import REMEMBERED, bar_device, is_listed


def code(problem: Any) -> str:
    return str(problem["code"])


@pytest.fixture(scope="module", params=KINDS)
def private_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    """A server with an open lobby and without limits."""
    with serving(request.param, tmp_path_factory, open_lobby=True) as made:
        yield made


@pytest.fixture
def host(private_server: Running) -> Device:
    return private_server.device()


@pytest.fixture
def guest(private_server: Running) -> Device:
    return private_server.device()


def opened(device: Device, *seats: Json, **wishes: Any) -> Json:
    wanted = {"game": GAME, "seats": list(seats or (ME, FRIEND)), "open": True, "pace": 0}
    return device.open({**wanted, **wishes})


def ids(device: Device, **wishes: Any) -> list[str]:
    return [table["id"] for table in device.get("open", **wishes)["tables"]]


def sit(device: Device, table: str, status: int = 200, name: str = "Gast", **more: Any) -> Json:
    nonce = device.nonces.setdefault(table, fresh_nonce())
    wanted = {"name": name, "hash": nonce_hash(nonce), **more}
    told: Json = device.post(f"open/{table}/sit", wanted, status)
    if status == 200:
        device.all_attend(table)
    return told


# -- the way it should go ------------------------------------------------------------------------


def test_a_stranger_sits_down_and_the_game_begins(host: Device, guest: Device) -> None:
    table = opened(host, ME, FRIEND, RANDOM, options={"first": 1})
    [found] = [one for one in guest.get("open", lang="de")["tables"] if one["id"] == table["id"]]
    assert found["game"] == GAME
    assert found["options"]["first"] == "1"
    assert [(seat["name"], seat["free"]) for seat in found["seats"]] == [
        ("Anna", False), ("Gast 2", True), ("Puffing Billy", False),
    ]  # fmt: skip
    assert (found["free"], found["time"], found["grace"], found["yours"]) == (1, None, 180, False)
    assert 0 <= found["age"] < 60
    assert [one["yours"] for one in host.get("open")["tables"] if one["id"] == table["id"]] == [
        True
    ]
    joined = sit(guest, table["id"], name="  Ber\u200bta\n ")
    assert (joined["seat"], joined["seats"][1]["name"]) == (1, "Berta")
    assert guest.get(f"tables/{table['id']}")["status"] == "running"
    assert table["id"] not in ids(guest)
    assert code(sit(guest, table["id"], 409)) == "not_open"


def test_filters(host: Device, guest: Device) -> None:
    days = {"kind": "turn", "seconds": 86_400}
    two, slow = opened(host)["id"], opened(host, ME, FRIEND, FRIEND, time=days)["id"]
    assert {two, slow} <= set(ids(guest))
    assert set(ids(guest, seats=3)) & {two, slow} == {slow}
    assert set(ids(guest, time="live")) & {two, slow} == {two}
    assert set(ids(guest, time="turn")) & {two, slow} == {slow}
    assert ids(guest, game="trains") == []
    assert set(ids(guest, game=GAME)) & {two, slow} == {two, slow}
    guest.get("open", 422, time="soon")
    guest.get("open", 422, seats=0)


def test_of_two_who_want_the_last_seat_one_has_it(private_server: Running, host: Device) -> None:
    table = opened(host)["id"]
    rivals = [private_server.device() for _ in range(5)]
    for one in rivals:
        one.get("mine")

    def want(device: Device) -> int:
        wanted = {"hash": nonce_hash(fresh_nonce())}
        return device.http.post(f"/api/open/{table}/sit", json=wanted).status_code

    with ThreadPoolExecutor(5) as pool:
        assert sorted(pool.map(want, rivals)) == [200, 409, 409, 409, 409]


def test_who_sits_there_does_not_sit_down_again(host: Device, guest: Device) -> None:
    table = opened(host, ME, FRIEND, FRIEND)["id"]
    assert sit(guest, table, seat=2)["seat"] == 2
    assert sit(guest, table, seat=1)["seat"] == 2
    assert guest.get(f"tables/{table}")["seats"][1]["empty"]
    assert sit(host, table)["seat"] == 0
    other = Device(guest.url)
    assert sit(other, table, seat=2)["seat"] == 1  # somebody was quicker: what is free
    other.http.close()


# -- what is private -----------------------------------------------------------------------------


def test_nothing_private_is_listed(private_server: Running, host: Device, guest: Device) -> None:
    private = [
        host.table(ME, FRIEND)["id"],
        host.table(ME, FRIEND, FRIEND)["id"],
        host.table(ME, RANDOM)["id"],
    ]
    over = opened(host)["id"]
    host.post(f"tables/{over}/abandon")
    full = opened(host)["id"]
    sit(guest, full)
    again = opened(host)["id"]
    sit(guest, again)
    host.post(f"tables/{again}/abandon")
    rematch = host.post(f"tables/{again}/rematch")["table"]
    for device in (host, guest, private_server.device()):
        assert not {*private, over, full, again, rematch} & set(ids(device))
    for table in [*private, over, full, rematch]:
        assert code(sit(private_server.device(), table, 409)) == "not_open"
    assert code(sit(guest, "nowhere", 409)) == "not_open"


def test_a_house_without_it(anna: Device) -> None:
    assert anna.get("health")["open_lobby"] is False
    problem = anna.get("open", 404)
    assert code(problem) == "no_open_lobby"
    assert "with a link" in problem["detail"]
    wanted = {"game": GAME, "seats": [ME, FRIEND], "open": True}
    assert code(anna.post("tables", wanted, 404)) == "no_open_lobby"
    table = anna.table(ME, FRIEND)["id"]
    wanted = {"hash": nonce_hash(fresh_nonce())}
    assert code(anna.post(f"open/{table}/sit", wanted, 404)) == "no_open_lobby"


def test_an_invitation_to_an_open_table_works_too(host: Device, guest: Device) -> None:
    table = opened(host)
    guest.join(table["seats"][1]["invitation"], "Berta")
    assert table["id"] not in ids(guest)


# -- against abuse -------------------------------------------------------------------------------


def test_three_open_tables_a_device_and_no_more(host: Device) -> None:
    wanted = {"game": GAME, "seats": [ME, FRIEND], "open": True}
    host.get("mine")
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: host.http.post("/api/tables", json=wanted), range(8)))
    assert sorted(answer.status_code for answer in answers) == [201] * 3 + [429] * 5
    refused = next(answer.json() for answer in answers if answer.status_code == 429)
    assert refused["code"] == "too_many_open"
    host.table(ME, FRIEND)  # a private one is no matter
    done = next(answer.json() for answer in answers if answer.status_code == 201)
    host.post(f"tables/{done['id']}/abandon")
    opened(host)
    assert len(host.get("mine")["running"]) == 4


def test_an_open_table_needs_a_free_seat(host: Device) -> None:
    for seats in ([ME, RANDOM], [ME, {"kind": "local"}], [RANDOM, RANDOM]):
        wanted = {"game": GAME, "seats": seats, "open": True}
        assert code(host.post("tables", wanted, 422)) == "open_needs_seat"


def test_a_guest_can_be_sent_away_before_the_deal(
    private_server: Running, host: Device, guest: Device
) -> None:
    table = opened(host, ME, FRIEND, FRIEND)["id"]
    path = f"tables/{table}"
    sit(guest, table)
    with lobby(guest) as live:
        assert code(guest.post(f"{path}/send-away", {"seat": 1}, 403)) == "not_creator"
        for seat in (0, 2):
            assert code(host.post(f"{path}/send-away", {"seat": seat}, 409)) == "nobody_to_send"
        host.post(f"{path}/send-away", {"seat": 1})
        assert live.until(lambda m: m["type"] == "gone")["table"] == table
    assert host.get(path)["seats"][1]["empty"]
    assert guest.get(path)["seat"] == -1
    # Not by the same door again; for others it is open.
    assert table not in ids(guest)
    assert code(sit(guest, table, 409)) == "not_open"
    assert sit(private_server.device(), table)["seat"] == 1


@pytest.mark.slow
def test_sending_away_after_the_list_was_told_is_counted(host: Device, guest: Device) -> None:
    table = opened(host)["id"]
    wanted = {"hash": nonce_hash(fresh_nonce())}
    told = guest.post(f"open/{table}/sit", wanted)
    assert told["start"]["text"] is not None
    host.post(f"tables/{table}/send-away", {"seat": 1})
    [void] = host.get(f"tables/{table}")["start"]["voids"]
    assert (void["seat"], void["why"], void["name"]) == (1, "sent", "Friend 2")
    # The next start has it in its list, and the record can be read.
    other = Device(guest.url, server_devices=(host,))
    host.nonces[table] = fresh_nonce()
    host.post(f"tables/{table}/hash", {"hash": nonce_hash(host.nonces[table])})
    other.nonces[table] = fresh_nonce()
    other.post(f"open/{table}/sit", {"hash": nonce_hash(other.nonces[table])})
    for device in (host, other):
        device.attend(device.get(f"tables/{table}"))
    assert host.get(f"tables/{table}")["status"] == "running"
    host.post(f"tables/{table}/abandon")
    assert host.get(f"tables/{table}/proof")["word"]["ok"]
    assert "Void 1: seat 2 sent list" in host.get(f"tables/{table}/record")
    other.http.close()


def test_nobody_is_sent_away_in_a_game(host: Device, guest: Device) -> None:
    table = opened(host)["id"]
    sit(guest, table)
    assert code(host.post(f"tables/{table}/send-away", {"seat": 1}, 409)) == "already_started"


def seen(path: Path) -> float:
    """When the creator of the only table was last connected."""
    with sqlite3.connect(path) as file:
        [(when,)] = file.execute("SELECT seen FROM open_table")
    file.close()
    return float(when)


@pytest.mark.slow
def test_a_table_without_its_creator_leaves_the_list(tmp_path: Path) -> None:
    """Noted in the file: a line of the creator keeps it there, also over a restart."""
    path = tmp_path / "t.sqlite3"
    with running(path, open_lobby=True, open_seconds=3.0) as server:
        host, guest = server.device(), server.device()
        table = opened(host)["id"]
        with host.live(table) as live:
            live.receive()
            first = seen(path)
            wait_for(lambda: seen(path) > first)
        assert first > 0
        wait_for(lambda: ids(guest) == [])
        assert code(sit(guest, table, 409)) == "not_open"
        with host.live(table) as live:
            live.receive()
            wait_for(lambda: ids(guest) == [table])
            sit(guest, table)
    with running(path, open_lobby=True) as server:
        assert ids(server.device()) == []


@pytest.mark.slow
def test_the_list_survives_a_restart_and_retention(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite3"
    with running(path, open_lobby=True) as server:
        host = server.device()
        table = opened(host)["id"]
    with running(path, open_lobby=True) as server:
        assert ids(server.device()) == [table]
    with running(path, open_lobby=True, waiting_days=1e-9) as server:
        wait_for(lambda: ids(server.device()) == [])
        assert code(sit(server.device(), table, 409)) == "not_open"


# -- those who want it for themselves ------------------------------------------------------------


@pytest.mark.slow
def test_one_address_cannot_fill_the_list(tmp_path: Path) -> None:
    """However many devices it invents: the list is cut at its end, where others would be."""
    wanted = {"game": GAME, "seats": [ME, FRIEND], "open": True}
    with running(tmp_path / "t.sqlite3", limits=True, open_lobby=True) as server:
        stop_refilling(server)
        made = 0
        while (answer := httpx2.post(f"{server.url}/api/tables", json=wanted)).status_code != 429:
            made += 1
            assert made < 35  # fewer than tables that may be private
        assert answer.json()["code"] == "too_fast"
        assert made == ADDRESS["open"].burst < MAX_LISTED / 4
        private = httpx2.post(f"{server.url}/api/tables", json={**wanted, "open": False})
        assert private.status_code == 201  # that is nobody else's list


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "t.sqlite3", limits=True, open_lobby=True) as server:
        server.services.limits._enabled = False  # how often something is asked is another matter
        yield server


def three(server: Running) -> list[str]:
    host = server.device()
    return [opened(host, ME, FRIEND, FRIEND)["id"] for _ in range(3)]


def test_nobody_keeps_the_seats_of_the_whole_list(strict: Running) -> None:
    guest, tables = strict.device(), [*three(strict), *three(strict)]
    for table in tables[:5]:
        sit(guest, table)
    assert code(sit(guest, tables[5], 429)) == "too_many_waiting_seats"
    sit(guest, tables[4])  # where one sits already nothing changes
    guest.post(f"tables/{tables[0]}/leave", {"seat": 1})
    sit(guest, tables[5])


def test_nor_does_one_address_with_many_devices(
    strict: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_lobby, "MOST_NEAR", 3)
    tables = three(strict)
    guests = [strict.device() for _ in range(4)]
    for guest, table in zip(guests[:3], tables, strict=True):
        sit(guest, table)
    assert code(sit(guests[3], tables[0], 429)) == "too_many_seats_near"
    guests[1].post(f"tables/{tables[1]}/leave", {"seat": 1})
    sit(guests[3], tables[1])


def test_many_who_ask_at_once_cost_one_question(private_server: Running, host: Device) -> None:
    """The list is read once for all who come while it is being read."""
    table = opened(host)["id"]
    lobby, store = private_server.services.open_lobby, private_server.services.store
    loop, asked, honest = private_server.services.games._loop, [], store.read
    assert loop is not None

    async def slowly(work: Any) -> Any:
        asked.append(1)
        await asyncio.sleep(0.2)
        return await honest(work)

    async def many() -> list[Any]:
        lobby._found = None
        return await asyncio.gather(*(lobby.listed(f"visitor {n}", "en") for n in range(50)))

    own: Any = SimpleNamespace(read=slowly, write=store.write)  # others read at any time
    lobby._store = own
    try:
        told = asyncio.run_coroutine_threadsafe(many(), loop).result(60)
    finally:
        lobby._store = store
    assert len(asked) == 1
    assert all(table in [one["id"] for one in found] for found in told)


def test_the_list_of_those_who_were_sent_away_has_an_end(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3", open_lobby=True) as server:
        table = opened(server.device())["id"]
        store = server.services.store

        def refuse_many(connection: Connection) -> None:
            for number in range(3 * REMEMBERED):
                bar_device(connection, table, f"device {number}")

        def may_sit(connection: Connection) -> list[bool]:
            return [is_listed(connection, table, 0, f"device {n}") for n in range(3 * REMEMBERED)]

        asyncio.run(store.write(refuse_many))
        assert asyncio.run(store.read(may_sit)) == [True] * 2 * REMEMBERED + [False] * REMEMBERED
