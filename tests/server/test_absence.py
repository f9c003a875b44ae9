"""Somebody disconnects: after the grace time the others may let a bot play until they return."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from server.helpers import FRIEND, ME, RANDOM, Device, Json, Running, running, wait_for
from spielzug.server.cluster.steady_time import steady
from spielzug.server.tables import server_table


def code(problem: Any) -> str:
    return str(problem["code"])


def sit_down(anna: Device, berta: Device, **wishes: Any) -> str:
    """Anna and Berta at a table with a bot; Berta is to decide first."""
    wanted = {"game": "game_of_trains", "seats": [ME, FRIEND, RANDOM], "pace": 0}
    table = anna.open({**wanted, "options": {"first": 2}, **wishes})
    berta.join(table["seats"][1]["invitation"], "Berta")
    return f"tables/{table['id']}"


def stand_in(device: Device, path: str, seat: int, status: int = 200) -> Any:
    return device.post(f"{path}/stand-in", {"seat": seat}, status)


class AdjustableClock:
    """The clock for absent people, which a test can advance."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._on = 0.0
        monkeypatch.setattr(server_table, "steady", lambda: steady() + self._on)

    def __call__(self, seconds: float) -> None:
        self._on += seconds


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> AdjustableClock:
    return AdjustableClock(monkeypatch)


def test_after_the_grace_time_a_bot_plays_and_the_friend_takes_the_seat_back(
    anna: Device, berta: Device, later: AdjustableClock
) -> None:
    path = sit_down(anna, berta)
    table = path.split("/")[1]
    with anna.live(table):
        with berta.live(table):
            assert anna.get(path)["seats"][1]["away"] is None
        gone = wait_for(lambda: (now := anna.get(path)["seats"][1])["away"] is not None and now)
        assert gone["away"] < 60
        assert gone["connected"] is False
        problem = stand_in(anna, path, 1, 409)
        assert code(problem) == "not_away_yet"
        assert "Berta has not been away for long. A bot can stand in after 1" in problem["detail"]
        later(181)
        assert anna.get(path)["seats"][1]["away"] >= 181
        stand_in(anna, path, 1)
        now = wait_for(lambda: _moved(anna, path))
        assert now["seats"][1]["left"]
        assert now["seats"][1]["player"] == "human"  # the seat is Berta's all the same
        assert now["seats"][1]["away"] is None  # nobody is waited for
        assert code(stand_in(anna, path, 1, 409)) == "nobody_missed"
    back = berta.get(path)
    assert back["seat"] == 1  # and sees what the seat sees
    berta.post(f"{path}/return", {"seat": 1})
    assert not berta.get(path)["seats"][1]["left"]


def _moved(device: Device, path: str) -> Json | None:
    now: Json = device.get(path)
    return now if any(line["seat"] == 1 for line in now["log"]) else None


def test_nobody_is_replaced_who_is_here(
    anna: Device, berta: Device, later: AdjustableClock
) -> None:
    path = sit_down(anna, berta)
    with berta.live(path.split("/")[1]):
        later(10_000)
        assert code(stand_in(anna, path, 1, 409)) == "still_here"
    assert not anna.get(path)["seats"][1]["left"]


def test_only_who_sits_there_may_and_only_for_persons(
    anna: Device, berta: Device, server: Running, later: AdjustableClock
) -> None:
    path = sit_down(anna, berta)
    later(10_000)
    stranger = server.device()
    assert code(stand_in(stranger, path, 1, 403)) == "not_at_table"
    assert code(stand_in(anna, path, 0, 409)) == "still_here"  # not even for oneself
    assert code(stand_in(anna, path, 2, 409)) == "nobody_missed"
    assert code(stand_in(anna, path, 7, 404)) == "no_seat"
    # Who is played for by a bot decides nothing about others.
    anna.post(f"{path}/leave", {"seat": 0})
    assert code(stand_in(anna, path, 1, 403)) == "not_at_table"


def test_where_everybody_is_waited_for_nobody_is_replaced(
    anna: Device, berta: Device, later: AdjustableClock
) -> None:
    path = sit_down(anna, berta, grace=None)
    later(1_000_000)
    assert anna.get(path)["grace"] is None
    assert code(stand_in(anna, path, 1, 403)) == "no_grace"


@pytest.mark.parametrize("grace", [0, -1, 86_401, "3", True, 2.5])
def test_a_grace_time_is_a_number_of_seconds(anna: Device, grace: Any) -> None:
    wanted = {"game": "game_of_trains", "seats": [ME, RANDOM], "grace": grace}
    assert code(anna.post("tables", wanted, 422)) == "bad_request"


def test_nobody_is_missed_before_the_deal_or_after_the_end(
    anna: Device, berta: Device, later: AdjustableClock
) -> None:
    table = anna.open({"game": "game_of_trains", "seats": [ME, FRIEND], "pace": 0})
    path = f"tables/{table['id']}"
    later(10_000)
    assert code(stand_in(anna, path, 1, 409)) == "not_started"
    berta.join(table["seats"][1]["invitation"], "Berta")
    later(10_000)
    assert anna.get(path)["seats"][1]["away"] > 0
    anna.post(f"{path}/abandon")
    assert [seat["away"] for seat in anna.get(path)["seats"]] == [None, None]
    assert code(stand_in(anna, path, 1, 409)) == "over"


def test_after_a_restart_the_grace_time_begins_anew(tmp_path: Path, later: AdjustableClock) -> None:
    database = tmp_path / "t.sqlite3"
    with running(database) as server:
        anna, berta = server.device(), server.device()
        path = sit_down(anna, berta, grace=100)
        later(101)
        cookies = [dict(device.http.cookies) for device in (anna, berta)]
    with running(database) as server:
        anna, berta = server.device(), server.device()
        for device, known in zip((anna, berta), cookies, strict=True):
            device.http.cookies.update(known)
        assert anna.get(path)["grace"] == 100
        assert code(stand_in(anna, path, 1, 409)) == "not_away_yet"
        later(101)
        stand_in(anna, path, 1)
        cookies[1] = dict(berta.http.cookies)
    with running(database) as server:  # and the stand-in stays
        berta = server.device()
        berta.http.cookies.update(cookies[1])
        assert berta.get(path)["seats"][1]["left"]
        berta.post(f"{path}/return", {"seat": 1})
        assert not berta.get(path)["seats"][1]["left"]


def test_of_visitors_nothing_is_remembered(anna: Device, berta: Device, server: Running) -> None:
    """Anybody can come with a new name again and again."""
    path = sit_down(anna, berta)
    table = path.split("/")[1]
    visitor = server.device()
    with berta.live(table), visitor.live(table):
        pass
    known = server.services.tables._loaded[table]
    wait_for(lambda: known.places[1].device in known.away._last_seen)
    assert len(known.away._last_seen) == 1


def test_whose_turn_begins_has_the_whole_time(
    anna: Device, berta: Device, later: AdjustableClock
) -> None:
    """However long they were away before, and although nobody saw them come."""
    path = sit_down(anna, berta)
    later(170)
    while (now := berta.get(path))["actor"] == 1:  # no live connection, and yet here
        berta.post(f"{path}/decide", _first(now))
    later(1000)
    assert now["seats"][1]["away"] < 100
    while (now := anna.get(path))["actor"] != 1:
        if now["actor"] == 0:
            assert code(stand_in(anna, path, 1, 409)) == "not_waited_for"
            anna.post(f"{path}/decide", _first(now))
    assert now["seats"][1]["away"] < 100
    assert code(stand_in(anna, path, 1, 409)) == "not_away_yet"
    later(181)
    stand_in(anna, path, 1)


def _first(now: Json) -> Json:
    return {"number": now["number"], "seat": now["seat"], "action": now["choices"][0]["action"]}


def test_who_has_just_joined_is_not_away(
    anna: Device, berta: Device, later: AdjustableClock
) -> None:
    """The page of the table opens a moment after the deal."""
    table = anna.open(
        {"game": "game_of_trains", "seats": [ME, FRIEND], "pace": 0, "options": {"first": 2}}
    )
    later(10_000)
    berta.join(table["seats"][1]["invitation"], "Berta")
    path = f"tables/{table['id']}"
    assert anna.get(path)["seats"][1]["away"] < 60
    assert code(stand_in(anna, path, 1, 409)) == "not_away_yet"
