"""The list of a device's own tables: whose turn it is, when they ended, who was still there."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from server.helpers import FRIEND, ME, RANDOM, Device, Json, running

ON_BOTH = True


def only(device: Device) -> Json:
    mine = device.get("mine")
    tables: list[Json] = mine["running"] + mine["finished"]
    assert len(tables) == 1
    return tables[0]


def test_a_table_says_which_devices_it_waits_for(anna: Device, berta: Device) -> None:
    table = anna.table(ME, FRIEND, reveal=False)
    assert not only(anna)["awaited"]  # nobody is there yet, and the hash was given
    berta.join(table["seats"][1]["invitation"], "Berta", reveal=False)
    assert [only(anna)["awaited"], only(berta)["awaited"]] == [True, True]  # both nonces
    anna.attend(anna.get(f"tables/{table['id']}"))
    assert [only(anna)["awaited"], only(berta)["awaited"]] == [False, True]
    berta.attend(berta.get(f"tables/{table['id']}"))
    assert [only(anna)["awaited"], only(berta)["awaited"]] == [False, False]
    assert only(anna)["status"] == "running"


def test_a_rematch_waits_for_the_hash_of_who_did_not_ask_for_it(
    anna: Device, berta: Device
) -> None:
    table = anna.table(ME, FRIEND)
    berta.join(table["seats"][1]["invitation"], "Berta")
    anna.post(f"tables/{table['id']}/abandon")
    again = anna.post(f"tables/{table['id']}/rematch", {"hash": "ab" * 32})
    assert again["table"] != table["id"]
    waits = [device.get("mine")["running"][0]["awaited"] for device in (anna, berta)]
    assert waits == [False, True]


def test_what_is_done_at_a_finished_table_does_not_change_when_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def later(seconds: float) -> None:
        clock = SimpleNamespace(time=lambda: time.time() + seconds)
        monkeypatch.setattr("spielzug.server.tables.server_table.time", clock)

    file = tmp_path / "t.sqlite3"
    with running(file) as server:
        anna = server.device()
        first = anna.table(ME, RANDOM, first=1)
        assert only(anna)["ended"] is None
        anna.post(f"tables/{first['id']}/abandon")
        end = only(anna)["ended"]
        assert end == only(anna)["updated"]
        later(60)
        second = anna.table(ME, RANDOM, first=1)
        anna.post(f"tables/{second['id']}/abandon")
        later(3600)
        cookies = dict(anna.http.cookies)
    with running(file) as server:  # also when it was read from the file
        anna = server.device()
        anna.http.cookies.update(cookies)
        anna.post(f"tables/{first['id']}/rematch", {"hash": "ab" * 32})
        finished = anna.get("mine")["finished"]
    assert [table["id"] for table in finished] == [second["id"], first["id"]]
    assert finished[1]["ended"] == end < finished[1]["updated"]


def test_a_game_called_off_before_the_deal_has_an_end(anna: Device) -> None:
    table = anna.table(ME, FRIEND)
    anna.post(f"tables/{table['id']}/abandon")
    assert only(anna)["ended"] is not None


def test_the_list_says_whose_seat_a_bot_has_taken_over(anna: Device, berta: Device) -> None:
    table = anna.table(ME, FRIEND, first=1)
    berta.join(table["seats"][1]["invitation"], "Berta")
    assert only(anna)["left"] == [False, False]
    berta.post(f"tables/{table['id']}/leave", {"seat": 1})
    anna.post(f"tables/{table['id']}/resign", {"seat": 0})
    assert only(anna)["left"] == only(berta)["left"] == [False, True]
