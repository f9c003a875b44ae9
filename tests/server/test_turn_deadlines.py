"""Tables with a time limit: a reminder, then a bot, then back; also across restarts."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from server.helpers import FRIEND, ME, RANDOM, Device, Json, Running, running, wait_for
from spielzug.server.cluster import steady_time
from spielzug.server.store import sql
from spielzug.server.tables import timers
from spielzug.tables.time_limit import DAY, HOUR, MAX_CONFIRMATIONS, marks_from_text

SECONDS = 2
"""Of a turn that runs out while the test waits."""
LONG = {"kind": "turn", "seconds": 3 * DAY}
SHORT = {"kind": "turn", "seconds": SECONDS}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Here a turn may take seconds."""
    with running(tmp_path_factory.mktemp("turns") / "t.sqlite3", quick_times=True) as made:
        yield made


class AdjustableClock:
    """The clock of the whole server; who sleeps already is not woken by it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch

    def __call__(self, seconds: float) -> None:
        self._patch.setattr(steady_time, "_BEGIN", steady_time._BEGIN + seconds)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> AdjustableClock:
    return AdjustableClock(monkeypatch)


def sit_down(anna: Device, berta: Device, time: Json | None, **wishes: Any) -> str:
    """Anna and Berta at a table with a bot; Berta is to decide first."""
    wanted = {"game": "game_of_trains", "seats": [ME, FRIEND, RANDOM], "pace": 0, "time": time}
    table = anna.open({**wanted, "options": {"first": 2}, **wishes})
    berta.join(table["seats"][1]["invitation"], "Berta")
    return f"tables/{table['id']}"


def decide(device: Device, path: str) -> Json:
    """The first choice; gives the table after it."""
    now = device.get(path)
    wanted = {"number": now["number"], "seat": now["seat"]}
    device.post(f"{path}/decide", {**wanted, "action": now["choices"][0]["action"]})
    after: Json = device.get(path)
    return after


def play_turn(device: Device, path: str, seat: int) -> Json:
    """All decisions of a turn."""
    now = device.get(path)
    while now["actor"] == seat:
        now = decide(device, path)
    return dict(now)


def code(problem: Any) -> str:
    return str(problem["code"])


# -- running out ---------------------------------------------------------------------------------


def test_who_runs_out_is_asked_then_a_bot_plays_until_they_are_back(
    anna: Device, berta: Device
) -> None:
    wanted = {"game": "game_of_trains", "seats": [ME, FRIEND], "pace": 0, "time": SHORT}
    table = anna.open({**wanted, "options": {"first": 2}})
    path = f"tables/{table['id']}"
    with anna.live(table["id"]) as line:
        berta.join(table["seats"][1]["invitation"], "Berta")
        told = line.until(lambda m: m["type"] == "table" and m["asked"] is not None)
        assert told["seats"][1]["seconds_left"] == 0
        assert not told["seats"][1]["left"]
        told = line.until(lambda m: m["type"] == "table" and m["seats"][1]["left"])
        assert told["seats"][1]["why"] == "time"
        assert told["asked"] is None
        line.until(lambda m: m["type"] == "entry" and m["seat"] == 1)
    berta.post(f"{path}/return", {"seat": 1})
    seat = berta.get(path)["seats"][1]
    assert not seat["left"]
    assert seat["why"] is None


class RestartedServer:
    """One server after the other on the same file, with the same two people."""

    def __init__(self, file: Path | str) -> None:
        self.file = file
        self.cookies: list[dict[str, str]] = []

    def people(self, server: Running) -> tuple[Device, Device]:
        anna, berta = server.device(), server.device()
        for device, known in zip((anna, berta), self.cookies, strict=False):
            device.http.cookies.update(known)
        return anna, berta

    def keep(self, *people: Device) -> None:
        self.cookies = [dict(device.http.cookies) for device in people]

    def sit_down(self, time: Json) -> str:
        with running(self.file) as server:
            anna, berta = self.people(server)
            path = sit_down(anna, berta, time)
            self.keep(anna, berta)
        return path


@pytest.fixture
def restarted_server(tmp_path: Path) -> RestartedServer:
    return RestartedServer(tmp_path / "t.sqlite3")


def asked(device: Device, path: str) -> Json:
    return dict(wait_for(lambda: (now := device.get(path))["asked"] is not None and now))


def test_who_decides_in_the_grace_keeps_the_seat(
    restarted_server: RestartedServer, later: AdjustableClock
) -> None:
    path = restarted_server.sit_down({"kind": "turn", "seconds": HOUR})
    later(HOUR)
    with running(restarted_server.file) as server:
        anna, berta = restarted_server.people(server)
        assert asked(anna, path)["seats"][1]["seconds_left"] == 0
        play_turn(berta, path, 1)
        now = anna.get(path)
        assert now["asked"] is None
        assert not now["seats"][1]["left"]


def test_still_here_gives_the_grace_again_a_few_times(
    restarted_server: RestartedServer, later: AdjustableClock
) -> None:
    path = restarted_server.sit_down({"kind": "turn", "seconds": HOUR})
    with running(restarted_server.file) as server:
        anna, berta = restarted_server.people(server)
        assert code(berta.post(f"{path}/here", {"seat": 1}, 409)) == "not_asked"
        assert code(anna.post(f"{path}/here", {"seat": 1}, 403)) == "not_your_seat"
        assert code(anna.post(f"{path}/here", {"seat": 0}, 409)) == "not_asked"
    later(HOUR)
    with running(restarted_server.file) as server:
        anna, berta = restarted_server.people(server)
        asked(berta, path)
        for count in range(MAX_CONFIRMATIONS, 0, -1):
            later(300)
            now = berta.get(path)["asked"]
            assert now["heres"] == count
            assert now["seconds"] <= 60
            berta.post(f"{path}/here", {"seat": 1})
            assert berta.get(path)["asked"]["seconds"] > 300
        assert code(berta.post(f"{path}/here", {"seat": 1}, 409)) == "here_often"


def test_who_was_replaced_may_not_decide_before_they_are_back(
    restarted_server: RestartedServer, later: AdjustableClock
) -> None:
    path = restarted_server.sit_down({"kind": "turn", "seconds": HOUR})
    later(HOUR)
    with running(restarted_server.file) as server:
        asked(restarted_server.people(server)[0], path)
    later(HOUR)
    with running(restarted_server.file) as server:
        anna, berta = restarted_server.people(server)
        wait_for(lambda: anna.get("mine")["running"][0]["left"][1])
        now = berta.get(path)
        assert now["seats"][1]["why"] == "time"
        wanted = {"number": now["number"], "seat": 1, "action": 0}
        refused = berta.http.post(f"/api/{path}/decide", json=wanted)
        assert refused.json()["code"] in ("seat_left", "too_late")  # the bot is quick
        berta.post(f"{path}/return", {"seat": 1})
        assert not berta.get(path)["seats"][1]["left"]


def test_a_budget_is_used_up_and_gains_with_every_turn(anna: Device, berta: Device) -> None:
    path = sit_down(anna, berta, {"kind": "budget", "seconds": 600, "increment": 100})
    now = anna.get(path)
    assert now["time"] == {"kind": "budget", "seconds": 600, "increment": 100, "grace": 60}
    assert now["seats"][0]["seconds_left"] == 600  # it is not Anna's turn
    assert 500 < now["seats"][1]["seconds_left"] <= 600
    assert now["seats"][2]["seconds_left"] is None
    play_turn(berta, path, 1)
    after = anna.get(path)["seats"][1]["seconds_left"]
    assert 600 < after <= 700  # told in tenths: a quick turn costs nothing


def test_where_nobody_has_used_the_time_the_game_waits(anna: Device, berta: Device) -> None:
    """Otherwise bots would play it to the end before anybody could come back."""
    path = sit_down(anna, berta, LONG)
    anna.post(f"{path}/leave", {"seat": 0})
    berta.post(f"{path}/leave", {"seat": 1})
    number = anna.get(path)["number"]
    with anna.live(path.split("/")[1]) as line:
        line.kind("table")
        anna.post(f"{path}/pace", {"pace": 10})
        line.until(lambda m: m["type"] == "table" and m["pace"] == 10)
    # Berta's bot may have decided while Anna's seat was not given up; nothing came after that.
    berta.post(f"{path}/return", {"seat": 1})
    now = berta.get(path)
    assert now["number"] == number
    assert now["actor"] == 1


# -- taking back ---------------------------------------------------------------------------------


def pass_the_turn(people: Sequence[Device], path: str) -> tuple[int, Json]:
    """Play on until somebody has passed the turn on by what may still be taken back."""
    for count in range(200):
        actor = people[0].get(path)["actor"]
        now = people[actor].get(path)
        choice = now["choices"][count % len(now["choices"])]
        wanted = {"number": now["number"], "seat": actor, "action": choice["action"]}
        people[actor].post(f"{path}/decide", wanted)
        after: Json = people[actor].get(path)
        if after["undo"] and after["actor"] != actor:
            return actor, after
    raise AssertionError("nobody could take a turn back")


def left_of(device: Device, path: str) -> list[float | None]:
    return [seat["seconds_left"] for seat in device.get(path)["seats"]]


def test_an_undo_that_takes_the_turn_back_wins_no_time(
    anna: Device, berta: Device, later: AdjustableClock
) -> None:
    """A turn after which an hour passes; then it goes on as if that had been thought, too."""
    time = {"kind": "budget", "seconds": 10 * HOUR, "increment": HOUR}
    path = sit_down(anna, berta, time, seats=[ME, FRIEND])
    seat, now = pass_the_turn([anna, berta], path)
    before = left_of(anna, path)
    later(HOUR)
    device, other = (anna, berta)[seat], 1 - seat
    device.post(f"{path}/undo", {"number": now["number"], "seat": seat})
    after = left_of(anna, path)
    assert device.get(path)["actor"] == seat
    lost, kept = before[seat] - after[seat], after[other] - before[other]  # type: ignore[operator]
    assert 2 * HOUR <= lost < 2.1 * HOUR  # the hour, and the increment
    assert 0 <= kept < 0.1 * HOUR  # what the other had begun to think about is no more


# -- restarts ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_time_runs_on_while_the_server_is_down(
    restarted_server: RestartedServer, later: AdjustableClock
) -> None:
    with running(restarted_server.file) as server:
        anna, berta = restarted_server.people(server)
        path = sit_down(anna, berta, {"kind": "turn", "seconds": HOUR})
        play_turn(berta, path, 1)
        restarted_server.keep(anna, berta)
    later(1000)
    with running(restarted_server.file) as server:
        anna, berta = restarted_server.people(server)
        now = wait_for(lambda: (now := anna.get(path))["actor"] == 0 and now)
        left = now["seats"][0]["seconds_left"]
        assert HOUR - 1300 < left <= HOUR  # a bot may have moved before it stopped, or after
        before = anna.get("mine")["running"][0]["deadline"]
    later(2 * HOUR)
    with running(restarted_server.file) as server:
        anna, berta = restarted_server.people(server)
        # Nobody looks at the table itself: it is found by its deadline.
        table = wait_for(lambda: (one := anna.get("mine")["running"][0])["asked"] and one)
        assert table["deadline"] > before  # the grace begins when somebody can be asked
        assert table["your_turn"]
        now = anna.get(path)
        assert now["seats"][0]["seconds_left"] == 0
        assert 0 < now["asked"]["seconds"] <= 360
        assert now["asked"]["heres"] == MAX_CONFIRMATIONS
    later(HOUR)
    with running(restarted_server.file) as server:
        anna, berta = restarted_server.people(server)
        wait_for(lambda: anna.get("mine")["running"][0]["left"][0])
        assert anna.get(path)["seats"][0]["why"] == "time"
        anna.post(f"{path}/return", {"seat": 0})
        assert anna.get(path)["seats"][0]["why"] is None


def test_a_budget_stands_after_a_restart_as_before(database: Path | str) -> None:
    restarted_server = RestartedServer(database)
    with running(restarted_server.file) as server:
        anna, berta = restarted_server.people(server)
        path = sit_down(anna, berta, {"kind": "budget", "seconds": 6000, "increment": 60})
        play_turn(berta, path, 1)
        restarted_server.keep(anna, berta)
        before = anna.get(path)["seats"]
    with running(restarted_server.file) as server:
        anna, berta = restarted_server.people(server)
        now = anna.get(path)
        assert now["seats"][1]["seconds_left"] == before[1]["seconds_left"]
        assert now["time"]["increment"] == 60


# -- several processes ---------------------------------------------------------------------------


@pytest.mark.slow
def test_of_several_processes_one_asks_and_the_others_go_on_without_it(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timers, "ROUND", 0.5)
    with running(shared_database, quick_times=True) as second:
        with running(shared_database, quick_times=True) as first:
            anna, berta = first.device(), first.device()
            path = sit_down(anna, berta, SHORT, seats=[ME, FRIEND])
            there = second.device()
            there.http.cookies.update(dict(anna.http.cookies))
            with there.live(path.split("/")[1]) as line:
                line.until(lambda m: m["type"] == "table" and m["seats"][1]["left"])
            wait_for(lambda: anna.get(path)["seats"][1]["why"] == "time")
            stored = asyncio.run(
                second.services.store.read(lambda c: sql.load(c, path.split("/")[1]))
            )
            assert stored is not None
            marks = marks_from_text(stored.table["time_marks"])
            assert [mark.what for mark in marks] == ["asked", "left"]
            other = sit_down(anna, berta, SHORT, seats=[ME, FRIEND])
        # The process where the second table was opened is gone.
        wait_for(lambda: all(t["left"][1] for t in there.get("mine")["running"]))
        assert there.get(other)["seats"][1]["why"] == "time"


# -- lists ---------------------------------------------------------------------------------------


def test_my_tables_show_first_what_is_due_first(server: Running) -> None:
    anna, berta = server.device(), server.device()
    week = sit_down(anna, berta, {"kind": "turn", "seconds": 7 * DAY}, options={"first": 2})
    hour = sit_down(anna, berta, {"kind": "turn", "seconds": HOUR}, options={"first": 2})
    live = sit_down(anna, berta, None, options={"first": 2})
    mine = berta.get("mine")["running"]
    assert [f"tables/{table['id']}" for table in mine] == [hour, week, live]
    assert mine[0]["time"]["seconds"] == HOUR
    assert mine[0]["deadline"] < mine[1]["deadline"]
    assert mine[2]["deadline"] is None
    assert mine[2]["time"] is None
    others = anna.get("mine")["running"]  # not Anna's turn: the newest first
    assert [f"tables/{table['id']}" for table in others] == [live, hour, week]


def test_a_table_is_not_old_while_somebody_has_time(tmp_path: Path, later: AdjustableClock) -> None:
    with running(tmp_path / "t.sqlite3", running_days=1) as server:
        anna, berta = server.device(), server.device()
        path = sit_down(anna, berta, LONG)
        table = path.split("/")[1]

        async def old(days: float) -> list[str]:
            before = steady_time.steady() + days * DAY - DAY

            def look(connection: Any) -> list[str]:
                return sql.idle_tables(connection, "running", True, before, 0, 20)

            return await server.services.store.read(look)

        assert asyncio.run(old(2.5)) == []
        assert asyncio.run(old(4.5)) == [table]


# -- what may be chosen --------------------------------------------------------------------------


def test_a_table_is_live_unless_somebody_chose(anna: Device, berta: Device) -> None:
    path = sit_down(anna, berta, None)
    now = anna.get(path)
    assert (now["time"], now["asked"], now["grace"]) == (None, None, 180)
    assert [seat["seconds_left"] for seat in now["seats"]] == [None] * 3


@pytest.mark.slow
def test_a_rematch_keeps_the_time(anna: Device, berta: Device) -> None:
    path = sit_down(anna, berta, LONG)
    anna.post(f"{path}/abandon")
    again = anna.post(f"{path}/rematch", {"hash": "ab" * 32})["table"]
    now = anna.get(f"tables/{again}")
    assert now["time"]["seconds"] == 3 * DAY
    assert now["grace"] is None
    ended = anna.get(path)
    assert ended["seats"][1]["seconds_left"] is None
    assert "259200" not in anna.http.get(f"/api/{path}/record").text  # it is the table's own


def test_nobody_is_missed_who_has_time(anna: Device, berta: Device) -> None:
    path = sit_down(anna, berta, LONG)
    assert code(anna.post(f"{path}/stand-in", {"seat": 1}, 403)) == "has_time"


@pytest.mark.parametrize(
    ("time", "seats", "reason"),
    [
        ({"kind": "turn", "seconds": 3599}, [ME, FRIEND], "time_short"),
        ({"kind": "budget", "seconds": 59}, [ME, FRIEND], "time_short"),
        ({"kind": "turn", "seconds": HOUR}, [ME, RANDOM], "time_alone"),
        ({"kind": "turn", "seconds": 14 * DAY + 1}, [ME, FRIEND], "bad_request"),
        ({"kind": "turn", "seconds": 0}, [ME, FRIEND], "bad_request"),
        ({"kind": "turn", "seconds": 7200.5}, [ME, FRIEND], "bad_request"),
        ({"kind": "turn", "seconds": 7200, "increment": 5}, [ME, FRIEND], "bad_request"),
        ({"kind": "budget", "seconds": 600, "increment": -1}, [ME, FRIEND], "bad_request"),
        ({"kind": "hours", "seconds": 7200}, [ME, FRIEND], "bad_request"),
        ({"seconds": 7200}, [ME, FRIEND], "bad_request"),
    ],
)
def test_what_cannot_be_chosen(
    tmp_path_factory: pytest.TempPathFactory,
    usual: Device,
    time: Json,
    seats: list[Json],
    reason: str,
) -> None:
    wanted = {"game": "game_of_trains", "seats": seats, "time": time}
    assert code(usual.post("tables", wanted, 422)) == reason


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A device at a server where a turn takes hours."""
    with running(tmp_path_factory.mktemp("usual") / "t.sqlite3") as made:
        yield made.device()


def test_a_game_with_a_clock_of_its_own_has_no_time_to_think(usual: Device) -> None:
    wanted = {"game": "zwergenzugfahrt", "seats": [ME, FRIEND], "time": LONG}
    clock = {"options": {"mode": "time", "minutes": 10}}
    assert code(usual.post("tables", {**wanted, **clock}, 422)) == "time_and_clock"
    assert usual.post("tables", wanted, 201)["time"]["seconds"] == 3 * DAY


def test_before_the_deal_nobody_need_be_there_at_once_either(anna: Device, berta: Device) -> None:
    table = anna.open({"game": "game_of_trains", "seats": [ME, FRIEND], "time": LONG})
    invited = berta.post("invitation", {"token": table["seats"][1]["invitation"]})
    assert invited["time"]["seconds"] == 3 * DAY  # whoever sits down knows it before
    berta.join(table["seats"][1]["invitation"], "Berta", reveal=False)
    now = anna.attend(anna.get(f"tables/{table['id']}"))
    assert now["start"]["free_in"] > 2 * DAY
