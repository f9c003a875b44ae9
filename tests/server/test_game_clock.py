"""Games that end by time: the table's clock starts at the deal and ends the game for everybody."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from server.helpers import ME, Device, Json, running, wait_for
from spielzug.server.cluster import steady_time
from spielzug.server.tables import server_table
from spielzug.server.tables.server_table import ServerTable

LOCAL: Json = {"kind": "local", "name": "Bo"}


def timed_table(device: Device) -> Json:
    wanted = {
        "game": "zwergenzugfahrt",
        "seats": [ME, LOCAL],
        "options": {"mode": "time", "minutes": 1},
    }
    table = device.open(wanted, reveal=False)
    assert table["seconds_left"] is None
    return device.attend(table)


def test_a_table_with_a_clock_says_how_long_it_runs(anna: Device) -> None:
    assert 50 < timed_table(anna)["seconds_left"] <= 60


@pytest.mark.parametrize("jump", [-86400.0, 3600.0])
def test_setting_the_clock_of_the_machine_changes_no_game(
    anna: Device, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    path = f"tables/{timed_table(anna)['id']}"
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + jump)
    assert 40 < anna.get(path)["seconds_left"] <= 60
    assert anna.get(path)["status"] == "running"
    assert 50 < timed_table(anna)["seconds_left"] <= 60


def test_a_clock_set_back_while_the_server_was_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game has no more time than it has, whatever the clock says."""
    with running(tmp_path / "tables.sqlite3") as server:
        anna = server.device()
        path = f"tables/{timed_table(anna)['id']}"
        cookie = anna.cookie
    now = steady_time.steady
    monkeypatch.setattr(server_table, "steady", lambda: now() - 3600)
    with running(tmp_path / "tables.sqlite3") as server:
        assert server.device(Cookie=cookie).get(path)["seconds_left"] == 60


def test_a_game_without_a_clock_has_none(anna: Device) -> None:
    assert anna.table(ME, LOCAL)["seconds_left"] is None


@pytest.mark.slow
def test_the_clock_ends_the_game_while_a_player_thinks(
    anna: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        ServerTable, "ends", property(lambda t: None if t.dealt is None else t.dealt)
    )
    path = f"tables/{timed_table(anna)['id']}"
    wait_for(lambda: anna.get(path)["status"] == "over")
    now = anna.get(path)
    assert now["outcome"]["reason"] == "time"
    assert now["seconds_left"] is None
    assert anna.get(f"{path}/proof")["word"]["ok"] is True


def test_the_clock_goes_on_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path / "tables.sqlite3") as server:
        anna = server.device()
        path = f"tables/{timed_table(anna)['id']}"
        cookie = anna.cookie
    monkeypatch.setattr(
        ServerTable, "ends", property(lambda t: None if t.dealt is None else t.dealt)
    )
    with running(tmp_path / "tables.sqlite3") as server:
        again = server.device(Cookie=cookie)
        again.get(path)
        wait_for(lambda: again.get(path)["status"] == "over")
