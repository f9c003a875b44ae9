"""Reviews on the server: made once, for finished games only, and cancelled when nobody waits."""

from __future__ import annotations

import os
import random
import sqlite3
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from server.helpers import (
    ME,
    RANDOM,
    Device,
    Json,
    Running,
    play_out,
    running,
    stop_refilling,
    wait_for,
)
from server.review_double import DIES, DIES_ONCE, ENDLESS, QUICK, REFUSES
from spielzug.server.limits import rates
from spielzug.server.limits.rates import RateLimit
from spielzug.server.reviews import queue

DOUBLE = Path(__file__).with_name("review_double.py")
Play = Callable[[str], None]


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A file with a line for each started process: its table and its process id."""
    return tmp_path / "begun"


@pytest.fixture
def behave(begun: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Sets how review processes behave from now on."""

    def how(name: str) -> None:
        command = (sys.executable, str(DOUBLE), name, str(begun))
        monkeypatch.setattr(queue, "COMMAND", command)

    how(QUICK)
    return how


@pytest.fixture(scope="module")
def private_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("review") / "t.sqlite3") as made:
        yield made


def finished(device: Device) -> str:
    """The address of a game that was played to its end."""
    table = device.table(ME, RANDOM, first=1, turn_limit=4)
    play_out(device, table)
    return f"tables/{table['id']}/review"


def until(device: Device, path: str, *states: str, view: str = "known") -> Json:
    def now() -> Json | None:
        found: Json = device.get(path, view=view)
        return found if found["state"] in states else None

    return dict(wait_for(now))


def alive(begun: Path) -> list[int]:
    """The started processes that still run."""
    if not begun.exists():
        return []
    numbers = [int(line.split()[1]) for line in begun.read_text().splitlines()]
    return [number for number in numbers if is_alive(number)]


def is_alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


def count(begun: Path) -> int:
    return len(begun.read_text().splitlines()) if begun.exists() else 0


@pytest.mark.slow
def test_it_is_made_when_it_is_asked_for_and_once(
    private_server: Running, behave: Play, begun: Path
) -> None:
    anna, bo = private_server.device(), private_server.device()
    path = finished(anna)
    assert anna.get(path) == {
        "state": "none", "progress": None, "trouble": None, "review": None, "words": None,
        "marks": [],
    }  # fmt: skip
    assert anna.post(path)["state"] in ("waiting", "running")
    ready = until(anna, path, "ready")
    assert ready["review"]["by_seat"][0]["accuracy"] == 100
    assert ready["review"]["view"] == "known"
    # Whoever may see the replay may see this; asked for again it is there already.
    assert bo.get(path) == ready
    assert bo.post(path)["state"] == "ready"
    assert count(begun) == 1
    # The other view is another review.
    assert anna.get(path, view="open")["state"] == "none"
    anna.post(path, {"view": "open"})
    assert until(anna, path, "ready", view="open")["review"]["view"] == "open"
    assert count(begun) == 2


@pytest.mark.slow
def test_it_lies_in_the_file_and_goes_with_its_table(
    tmp_path: Path, behave: Play, begun: Path
) -> None:
    database = tmp_path / "t.sqlite3"
    with running(database) as private_server:
        anna = private_server.device()
        path = finished(anna)
        anna.post(path)
        ready = until(anna, path, "ready")
    with running(database, finished_days=1) as private_server:
        bo = private_server.device()
        assert bo.get(path) == ready
        assert count(begun) == 1
    with sqlite3.connect(database) as file:
        file.execute("UPDATE game_table SET updated = 0")
    file.close()
    with running(database, finished_days=1) as private_server:
        wait_for(lambda: private_server.device().http.get(f"/api/{path}").status_code == 404)
    with sqlite3.connect(database) as file:
        assert file.execute("SELECT COUNT(*) FROM review").fetchone() == (0,)
    file.close()


def test_nothing_of_a_running_game_nor_of_one_without_a_result(
    private_server: Running, behave: Play, begun: Path
) -> None:
    anna = private_server.device()
    table = anna.table(ME, RANDOM)
    path = f"tables/{table['id']}/review"
    for view in ("known", "open"):
        assert anna.get(path, 409, view=view)["code"] == "still_running"
        assert anna.post(path, {"view": view}, 409)["code"] == "still_running"
    waiting = anna.table(ME, {"kind": "friend"})
    assert anna.post(f"tables/{waiting['id']}/review", status=409)["code"] == "not_started"
    anna.post(f"tables/{table['id']}/abandon")
    assert anna.get(path, 409)["code"] == "no_result"
    assert anna.post(path, status=409)["code"] == "no_result"
    assert anna.post("tables/nothing/review", status=404)["code"] == "no_table"
    assert anna.post(path, {"view": "all"}, 422)["code"] == "bad_request"
    assert count(begun) == 0


def test_progress_is_told_and_who_leaves_ends_it(
    private_server: Running, behave: Play, begun: Path
) -> None:
    anna, bo = private_server.device(), private_server.device()
    path = finished(anna)
    behave(ENDLESS)
    anna.post(path)
    wait_for(lambda: anna.get(path)["progress"] == {"done": 3, "total": 10})
    assert until(bo, path, "running")["progress"]["done"] == 3
    anna.post(f"{path}/leave")
    assert bo.get(path)["state"] == "running"  # somebody else still waits
    bo.post(f"{path}/leave")
    assert bo.get(path)["state"] == "none"
    wait_for(lambda: not alive(begun))
    behave(QUICK)
    bo.post(path)
    until(bo, path, "ready")


def test_what_nobody_asks_about_is_given_up(
    private_server: Running, behave: Play, begun: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = private_server.device()
    path = finished(anna)
    behave(ENDLESS)
    anna.post(path)
    until(anna, path, "running")
    wait_for(lambda: count(begun) == 1)
    monkeypatch.setattr(queue, "ABANDONED_SECONDS", 0.0)
    wait_for(lambda: private_server.services.reviews.waiting == 0)
    wait_for(lambda: not alive(begun))
    monkeypatch.undo()
    assert anna.get(path)["state"] == "none"


def test_a_process_that_dies_is_replaced_once(
    private_server: Running, behave: Play, begun: Path
) -> None:
    anna = private_server.device()
    path = finished(anna)
    behave(DIES_ONCE)
    anna.post(path)
    until(anna, path, "ready")
    assert count(begun) == 2


def test_what_fails_twice_says_so_and_can_be_asked_for_again(
    private_server: Running, behave: Play, begun: Path
) -> None:
    anna = private_server.device()
    path = finished(anna)
    behave(DIES)
    anna.post(path)
    failed = until(anna, path, "failed")
    assert count(begun) == 2
    assert "twice" in failed["trouble"]
    assert "zweimal" in anna.get(path, lang="de")["trouble"]
    behave(REFUSES)  # no use in trying that again
    anna.post(path)
    assert "called off" in until(anna, path, "failed")["trouble"]
    assert count(begun) == 3
    behave(QUICK)
    anna.post(path)
    until(anna, path, "ready")


def test_one_at_a_time_and_in_turn(private_server: Running, behave: Play, begun: Path) -> None:
    """Who wants many delays another by one, not by many."""
    greedy, modest = private_server.device(), private_server.device()
    many = [finished(greedy) for _ in range(3)]
    one = finished(modest)
    behave(ENDLESS)
    for path in many:
        greedy.post(path)
    modest.post(one)

    def states() -> list[str]:
        """Of all; who does not ask is forgotten."""
        asked = [*((greedy, path) for path in many), (modest, one)]
        return [device.get(path)["state"] for device, path in asked]

    wait_for(lambda: states() == ["running", "waiting", "waiting", "waiting"])
    wait_for(lambda: count(begun) == 1)
    greedy.post(f"{many[0]}/leave")
    wait_for(lambda: states() == ["none", "running", "waiting", "waiting"])
    greedy.post(f"{many[1]}/leave")  # this device has had its turn: now comes the other one
    wait_for(lambda: states() == ["none", "none", "waiting", "running"])
    for path in many:
        greedy.post(f"{path}/leave")
    modest.post(f"{one}/leave")
    wait_for(lambda: not alive(begun))


def test_a_stranger_may_have_a_game_reviewed_and_can_take_it_from_nobody(
    private_server: Running, behave: Play, begun: Path
) -> None:
    """Who may see the replay may ask; who only says that it leaves takes nothing away."""
    anna, stranger = private_server.device(), private_server.device()
    path = finished(anna)
    behave(ENDLESS)
    assert stranger.post(path)["state"] in ("waiting", "running")
    assert until(anna, path, "running")["progress"] is not None
    wait_for(lambda: count(begun) == 1)
    for _ in range(3):
        private_server.device().post(f"{path}/leave")  # devices that never waited
        stranger.post(f"{path}/leave")
    assert anna.get(path)["state"] == "running"
    anna.post(f"{path}/leave")
    wait_for(lambda: not alive(begun))
    assert count(begun) == 1


@pytest.mark.slow
def test_asking_and_leaving_at_once_leaves_nothing_behind(
    private_server: Running, behave: Play, begun: Path
) -> None:
    """Many at a time, in any order: at the end nobody waits and no process runs."""
    anna = private_server.device()
    paths = [finished(anna) for _ in range(2)]
    behave(ENDLESS)
    states = set()

    def hurry(number: int) -> None:
        device, luck = private_server.device(), random.Random(number)
        for _ in range(12):
            path, deed = luck.choice(paths), luck.choice(("ask", "ask", "look", "leave"))
            if deed == "look":
                states.add(device.get(path)["state"])
            elif deed == "ask":
                states.add(device.post(path)["state"])
            else:
                device.post(f"{path}/leave")
        for path in paths:
            device.post(f"{path}/leave")

    with ThreadPoolExecutor(4) as people:
        list(people.map(hurry, range(4)))
    assert states <= {"none", "waiting", "running"}
    assert private_server.services.reviews.waiting == 0
    wait_for(lambda: not alive(begun))
    behave(QUICK)
    for path in paths:
        anna.post(path)
    for path in paths:
        until(anna, path, "ready")


def test_one_who_asks_for_very_many_is_stopped_and_delays_nobody(
    tmp_path: Path, behave: Play
) -> None:
    """With the usual limits: some are taken, the rest is refused with the reason."""
    with running(tmp_path / "t.sqlite3", limits=True) as private_server:
        anna = private_server.device()
        anna.get("mine")
        path = finished(anna)
        behave(ENDLESS)
        stop_refilling(private_server)
        views = ("known", "open")
        answers = [
            anna.http.post(f"/api/{path}", json={"view": views[number % 2]}).status_code
            for number in range(20)
        ]
        most = int(rates.DEVICE["review"].burst)
        assert answers[:most] == [200] * most
        assert answers[most:] == [429] * (20 - most)
        assert (
            private_server.services.reviews.waiting == 2
        )  # two views of one game, whoever asks how often
        assert private_server.device().post(path)["state"] in ("waiting", "running")


def test_it_ends_with_the_server(tmp_path: Path, behave: Play, begun: Path) -> None:
    with running(tmp_path / "t.sqlite3") as private_server:
        anna = private_server.device()
        path = finished(anna)
        behave(ENDLESS)
        anna.post(path)
        wait_for(lambda: alive(begun))
    wait_for(lambda: not alive(begun))


@pytest.mark.slow
def test_asking_has_a_limit_and_looking_a_greater_one(
    tmp_path: Path, behave: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rates.DEVICE, "review", RateLimit(3, 0))
    with running(tmp_path / "t.sqlite3", limits=True) as private_server:
        anna = private_server.device()
        anna.get("mine")
        path = finished(anna)
        behave(ENDLESS)
        for _ in range(3):
            anna.post(path)
        assert anna.post(path, status=429)["code"] == "too_fast"
        for _ in range(20):
            assert anna.get(path)["state"] in ("waiting", "running")
        private_server.device().post(path)  # nobody else is hurt


@pytest.mark.slow
def test_a_real_review_of_a_short_game(tmp_path: Path) -> None:
    """Numbers, words and what the board shows; after the process that thought has gone."""
    with running(tmp_path / "t.sqlite3", review_iterations=20) as private_server:
        anna = private_server.device()
        path = finished(anna)
        anna.post(path)
        ready = wait_for(lambda: _settled(anna, path), 300)
        assert ready["state"] == "ready", ready["trouble"]
        review, marks = ready["review"], ready["marks"]
        assert review["budget"]["iterations"] == 20
        assert review["decisions"]
        assert len(ready["words"]["decisions"]) == len(review["decisions"])
        assert ready["words"]["seats"][0]["name"] == "Anna"
        assert "Beurteilt" in anna.get(path, lang="de")["words"]["view"]
        assert [one["entry"] for one in marks] == [one["entry"] for one in review["decisions"]]
        for one, mark in zip(review["decisions"], marks, strict=True):
            assert (mark["taken"]["action"], mark["best"]["action"]) == (one["action"], one["best"])
            assert mark["taken"]["label"]
            assert mark["best"]["target"]["kind"]


def _settled(device: Device, path: str) -> Json | None:
    now: Json = device.get(path)
    return now if now["state"] in ("ready", "failed") else None
