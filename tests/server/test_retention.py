"""Retention: only tables that nobody needs are deleted, and nobody waits for it."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.helpers import FRIEND, ME, RANDOM, Device, Json, Running, play_out, running
from spielzug.core.errors import UsageError
from spielzug.server.config.settings import Settings, parse_retention
from spielzug.server.ops import retention
from spielzug.server.ops.retention import DAY, Retention

LOCAL: Json = {"kind": "local", "name": "Bo"}


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(retention, "PAUSE", 0.0)
    monkeypatch.setattr(retention, "BATCH_SIZE", 2)
    with running(tmp_path / "t.sqlite3") as server:
        yield server


def ask(server: Running, statement: str, *values: Any) -> list[Any]:
    with sqlite3.connect(server.services.store.address) as connection:
        found = connection.execute(statement, values).fetchall()
    connection.close()
    return found


def age(server: Running, days: float) -> None:
    """Pretends that nothing has happened for that long."""
    ask(server, "UPDATE game_table SET updated = ?", time.time() - days * DAY)


def clean(server: Running, forget: bool = True, **days: Any) -> int:
    """Cleans up once; by default, no table is in memory then."""
    services = server.services
    made = Retention(Settings(services.store.address, **days), services.store, services.tables)

    async def look() -> int:
        for table in list(services.tables._loaded.values()) if forget else ():
            services.tables._forget(table)
        return await made.clean()

    loop = services.games._loop
    assert loop is not None
    return asyncio.run_coroutine_threadsafe(look(), loop).result(60)


def kept(server: Running) -> set[str]:
    return {table for (table,) in ask(server, "SELECT id FROM game_table")}


def one_of_each(device: Device) -> dict[str, str]:
    never = device.table(ME, FRIEND)["id"]
    device.post(f"tables/{never}/abandon")
    bots = device.table(RANDOM, RANDOM, pace=5000)["id"]
    ended = device.table(RANDOM, RANDOM, pace=5000)["id"]
    device.post(f"tables/{ended}/abandon")
    return {
        "waiting": device.table(ME, FRIEND)["id"],
        "never dealt": never,
        "bots": bots,
        "bots, over": ended,
        "people": device.table(ME, LOCAL)["id"],
        "people, over": play_out(device, device.table(ME, RANDOM, turn_limit=4))["id"],
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("days", "gone"),
    [
        (13, set()),
        (15, {"waiting"}),
        (29, {"waiting"}),
        (31, {"waiting", "never dealt", "bots", "bots, over"}),
        (364, {"waiting", "never dealt", "bots", "bots, over"}),
        (9999, {"waiting", "never dealt", "bots", "bots, over", "people"}),
    ],
)
def test_what_is_deleted_when(fresh: Running, days: int, gone: set[str]) -> None:
    tables = one_of_each(fresh.device())
    age(fresh, days)
    assert clean(fresh) == len(gone)
    left = {name for name, table in tables.items() if table in kept(fresh)}
    assert left == set(tables) - gone
    for part in ("seat", "entry"):
        found = {table for (table,) in ask(fresh, f"SELECT DISTINCT table_id FROM {part}")}
        assert found <= kept(fresh)


def test_the_host_decides(fresh: Running) -> None:
    tables = one_of_each(fresh.device())
    age(fresh, 9999)
    ever: dict[str, Any] = {"waiting_days": None, "bots_days": None, "running_days": None}
    assert clean(fresh, **ever) == 0
    assert clean(fresh, **ever, finished_days=10_000) == 0
    assert clean(fresh, **ever, finished_days=9_000) == 1
    assert kept(fresh) == set(tables.values()) - {tables["people, over"]}


def test_what_is_in_use_is_spared_and_stops_nothing(fresh: Running) -> None:
    """The spared ones are the oldest, so that they come first again and again."""
    device = fresh.device()
    ids = [device.table(ME, FRIEND)["id"] for _ in range(9)]
    for number, table in enumerate(ids):
        ask(fresh, "UPDATE game_table SET updated = ? WHERE id = ?", float(number), table)
    known = fresh.services.tables._loaded
    for table in ids[5:]:
        fresh.services.tables._forget(known[table])
    assert clean(fresh, forget=False) == 4
    assert kept(fresh) == set(ids[:5])
    assert device.get(f"tables/{ids[0]}")["status"] == "waiting"


def test_a_table_touched_at_the_last_moment_stays(fresh: Running) -> None:
    """Between the look and the deletion somebody came."""
    table = fresh.device().table(ME, FRIEND)["id"]
    services = fresh.services
    services.tables._forget(services.tables._loaded[table])
    loop = services.games._loop
    assert loop is not None
    late = services.tables.delete([table], time.time() - DAY)
    assert asyncio.run_coroutine_threadsafe(late, loop).result(60) == 0
    assert kept(fresh) == {table}


def test_while_it_is_deleted_nobody_gets_it(
    fresh: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = fresh.device()
    table = device.table(ME, FRIEND)["id"]
    age(fresh, 20)
    tables, honest = fresh.services.tables, fresh.services.store.write
    asked: list[str] = []

    async def slowly(work: Any) -> Any:
        try:
            async with tables.use(table):
                asked.append("found")
        except Exception as error:
            asked.append(str(error))
        return await honest(work)

    monkeypatch.setattr(fresh.services.store, "write", slowly)
    assert clean(fresh) == 1
    assert asked == ["no_table"]
    assert device.get(f"tables/{table}", 404)["code"] == "no_table"


def test_a_new_game_can_be_asked_for_again_when_the_waiting_one_is_gone(fresh: Running) -> None:
    device, friend = fresh.device(), fresh.device()
    table = device.table(ME, FRIEND)
    joined = friend.join(table["seats"][1]["invitation"], "Bo")
    device.post(f"tables/{joined['id']}/abandon")
    path = f"tables/{table['id']}"
    first = device.post(f"{path}/rematch")["table"]
    ask(fresh, "UPDATE game_table SET updated = 0 WHERE id = ?", first)
    fresh.services.tables._forget(fresh.services.tables._loaded[first])
    assert clean(fresh, forget=False) == 1
    assert device.get(path)["rematch"] is None
    second = device.post(f"{path}/rematch")["table"]
    assert second != first
    assert kept(fresh) == {table["id"], second}


def test_days_are_said_by_kind() -> None:
    said = parse_retention(["waiting=3", "finished=0", "bots=0.5"])
    assert said == {"waiting_days": 3.0, "finished_days": None, "bots_days": 0.5}
    assert parse_retention([]) == {}


@pytest.mark.parametrize("text", ["", "waiting", "waiting=", "waiting=-1", "all=3", "bots=x"])
def test_other_days_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError, match="--keep waiting=14"):
        parse_retention([text])
