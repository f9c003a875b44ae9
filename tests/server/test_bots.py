"""Bots at the tables: their pace, and that nobody waits while they think."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.helpers import ME, Device, Json, running, wait_for
from spielzug.bots.clock import Clock, Stop, TurnTime
from spielzug.bots.search.levels import LEVELS
from spielzug.bots.thinking.sitting import Decided
from spielzug.core.position import Seen
from spielzug.server import bots_runner

BOT: Json = {"kind": "bot", "bot": "random"}


class Thinker:
    """A bot that thinks until it is told to stop."""

    def __init__(self) -> None:
        self.thinking = threading.Event()
        self.go = threading.Event()
        self.clocks: list[TurnTime] = []
        self.stops: list[Stop] = []

    def decide(self, thinkers: Any, name: str, seen: Seen, rng: Any, clock: Clock) -> Decided:
        assert int(seen.hidden.rng) == 0  # it sees a hidden position
        assert clock.turn is not None
        self.clocks.append(clock.turn)
        self.stops.append(clock.stop)
        self.thinking.set()
        wait_for(lambda: self.go.is_set() or clock.stop.is_set())
        return Decided(seen.legal[0])


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinker]:
    made = Thinker()
    monkeypatch.setattr(bots_runner, "decide", made.decide)
    yield made
    made.go.set()


def to_a_thinking_bot(device: Device, thinker: Thinker) -> tuple[str, Json]:
    """A table where the bot has more than one choice, and thinks about it."""
    path = f"tables/{device.table(ME, BOT, first=1)['id']}"
    while not thinker.thinking.wait(0.02):
        now = device.get(path)
        if now["choices"]:
            body = {"number": now["number"], "seat": 0, "action": now["choices"][0]["action"]}
            device.post(f"{path}/decide", body)
    return path, device.get(path)


def test_a_thinking_bot_blocks_nobody(anna: Device, thinker: Thinker) -> None:
    path, before = to_a_thinking_bot(anna, thinker)
    assert before["actor"] == 1
    other = anna.table(ME, {"kind": "local"}, first=1)
    body = {"number": 1, "seat": 0, "action": other["choices"][0]["action"]}
    assert anna.post(f"tables/{other['id']}/decide", body)["accepted"]
    assert anna.get(path)["number"] == before["number"]
    thinker.go.set()
    wait_for(lambda: anna.get(path)["number"] > before["number"])


def test_what_happens_meanwhile_counts_more(anna: Device, thinker: Thinker) -> None:
    """The game is called off while the bot thinks: its thought is thrown away."""
    path, before = to_a_thinking_bot(anna, thinker)
    assert not thinker.stops[-1].is_set()
    anna.post(f"{path}/resign", {"seat": 0})
    wait_for(thinker.stops[-1].is_set)
    over = anna.get(path)
    assert (over["status"], over["number"]) == ("over", before["number"] + 1)
    time.sleep(0.1)
    assert anna.get(path) == over


def test_the_person_comes_back_while_the_bot_thinks(anna: Device, thinker: Thinker) -> None:
    table = anna.table(ME, {"kind": "local"}, first=1)
    path = f"tables/{table['id']}"
    for _ in range(40):  # to a position with a real choice
        now = anna.get(path)
        if len(now["choices"]) > 1:
            break
        body = {"number": now["number"], "seat": now["seat"], "action": now["choices"][0]["action"]}
        anna.post(f"{path}/decide", body)
    seat = now["seat"]
    anna.post(f"{path}/leave", {"seat": seat})
    assert thinker.thinking.wait(60)
    anna.post(f"{path}/return", {"seat": seat})
    wait_for(thinker.stops[-1].is_set)
    again = anna.get(path, seat=seat)
    assert (again["number"], again["choices"]) == (now["number"], now["choices"])
    last = now["choices"][-1]["action"]
    decided = {"number": now["number"], "seat": seat, "action": last}
    accepted = anna.post(f"{path}/decide", decided)
    assert accepted == {"accepted": True, "number": now["number"], "duplicate": False}


def test_pace(anna: Device) -> None:
    """A bot never moves sooner than its pace (half of it where it has no choice)."""
    table = anna.table(BOT, BOT, pace=200, turn_limit=4)
    with anna.live(table["id"], start=1) as live:
        begin = time.monotonic()
        first = live.kind("entry")
        live.until(lambda m: m["type"] == "entry" and m["number"] >= first["number"] + 2)
        assert time.monotonic() - begin >= 0.2
    anna.post(f"tables/{table['id']}/abandon")  # or its bots would play on beside other tests


def test_a_thought_ends_with_the_server(tmp_path: Path, thinker: Thinker) -> None:
    with running(tmp_path / "tables.sqlite3") as server:
        to_a_thinking_bot(server.device(), thinker)
        assert not thinker.stops[-1].is_set()
    assert thinker.stops[-1].is_set()


def test_every_table_has_a_time_of_its_own(anna: Device, thinker: Thinker) -> None:
    """Or the decisions at one table would eat up the turn of a bot at another."""
    to_a_thinking_bot(anna, thinker)
    first = thinker.clocks[-1]
    thinker.thinking.clear()
    to_a_thinking_bot(anna, thinker)
    assert thinker.clocks[-1] is not first


def test_many_thoughts_leave_room_for_one_more(anna: Device, thinker: Thinker) -> None:
    """Bots at other tables think for long: this one still gets a thread."""
    for _ in range(6):
        thinker.thinking.clear()
        to_a_thinking_bot(anna, thinker)
    assert len(thinker.stops) >= 6
    assert not any(stop.is_set() for stop in thinker.stops)


@pytest.mark.parametrize("level", [LEVELS[0], LEVELS[-1]])
def test_a_level_plays_at_a_table(anna: Device, level: str) -> None:
    table = anna.table(ME, {"kind": "bot", "bot": level}, first=2, turn_limit=4)
    assert table["seats"][1]["player"] == level
    path = f"tables/{table['id']}"
    wait_for(lambda: anna.get(path)["choices"], 120)
