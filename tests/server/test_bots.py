"""Bots at the tables: their pace, and that nobody waits while they think."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from expectations import expected_of
from server.helpers import (
    FRIEND,
    ME,
    RANDOM,
    Device,
    Json,
    Running,
    play_out,
    running,
    wait_for,
)
from server.test_hints import to_a_choice
from server.test_programs import program
from spielzug.bots.advice import HintAdvice
from spielzug.bots.clock import Clock, Stop, TurnTime
from spielzug.bots.names import LEVELS, is_thinking_bot
from spielzug.bots.thinking.fallback import BotDecision
from spielzug.bots.thinking.pool import Thinkers
from spielzug.core.game import Game
from spielzug.core.position import Seen
from spielzug.games import all_games
from spielzug.server.bots.runner import NOBODY_CONNECTED, TableAttendance
from spielzug.server.games import Games
from spielzug.server.limits.fair_queue import RoundRobin
from spielzug.server.tables import executors
from spielzug.server.web import api

BOT: Json = {"kind": "bot", "bot": "expert"}
LIGHT: Json = {"kind": "bot", "bot": "casual"}


class Thinker:
    """A bot that thinks until it is stopped; the quick ones decide at once."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.against: list[str] = []
        """The first seat's name at each table that was thought about."""
        self.thinking = threading.Event()
        self.go = threading.Event()
        self.some = threading.Semaphore(0)
        """Lets so many thoughts go on."""
        self.clocks: list[TurnTime] = []
        self.stops: list[Stop] = []

    def decide(self, thinkers: Any, name: str, seen: Seen, rng: Any, clock: Clock) -> BotDecision:
        assert int(seen.hidden.rng) == 0  # it sees a hidden position
        assert clock.turn is not None
        if not is_thinking_bot(name):
            return BotDecision(seen.legal[0])
        self.against.append(seen.names[0])
        self.asked.append(name)
        self.clocks.append(clock.turn)
        self.stops.append(clock.stop)
        self.thinking.set()
        wait_for(lambda: self.go.is_set() or clock.stop.is_set() or self.some.acquire(False), 600)
        return BotDecision(seen.legal[0])


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinker]:
    made = Thinker()
    monkeypatch.setattr(executors, "decide", made.decide)
    monkeypatch.setattr(Thinkers, "is_loaded_or_loading", lambda *_: True)
    monkeypatch.setattr(Games, "play", lambda *_: None)  # nothing is compiled for this
    yield made
    made.go.set()


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Running]:
    """A server with two thinking bots."""
    with running(tmp_path / "pair.sqlite3", thinkers=2) as server:
        yield server


def to_a_thinking_bot(device: Device, thinker: Thinker, bot: Json = BOT) -> tuple[str, Json]:
    """A table where the bot has more than one choice, and thinks about it."""
    before = len(thinker.asked)
    path = to_a_bots_choice(device, bot, lambda: len(thinker.asked) > before)
    return path, device.get(path)


def to_a_bots_choice(device: Device, bot: Json, there: Callable[[], bool], me: Json = ME) -> str:
    path = f"tables/{device.table(me, bot, first=1)['id']}"

    def play_on() -> bool:
        now = device.get(path)
        if not there() and now["choices"]:
            body = {"number": now["number"], "seat": 0, "action": now["choices"][0]["action"]}
            device.post(f"{path}/decide", body)
        return there()

    wait_for(play_on)
    return path


def waiting(server: Running, lane: str) -> int:
    """The number of waiting requests."""

    def count(ring: RoundRobin) -> int:
        return len(ring._waiting) + sum(map(count, ring._children.values()))

    return count(getattr(server.services.decision_executors, lane)._round_robin)


def test_a_thinking_bot_blocks_nobody(anna: Device, thinker: Thinker) -> None:
    path, before = to_a_thinking_bot(anna, thinker)
    assert before["actor"] == 1
    other = anna.table(ME, {"kind": "local"}, first=1)
    body = {"number": 1, "seat": 0, "action": other["choices"][0]["action"]}
    assert anna.post(f"tables/{other['id']}/decide", body)["accepted"]
    assert anna.get(path)["number"] == before["number"]
    thinker.go.set()
    wait_for(lambda: anna.get(path)["number"] > before["number"])


def test_what_happens_meanwhile_counts_more(
    server: Running, anna: Device, thinker: Thinker
) -> None:
    """The game is called off while the bot thinks: its thought is thrown away."""
    path, before = to_a_thinking_bot(anna, thinker)
    assert not thinker.stops[-1].is_set()
    anna.post(f"{path}/resign", {"seat": 0})
    wait_for(thinker.stops[-1].is_set)
    over = anna.get(path)
    assert (over["status"], over["number"]) == ("over", before["number"] + 1)
    wait_for(lambda: path.removeprefix("tables/") not in server.services.bots._active)
    assert anna.get(path) == over


def test_the_person_comes_back_while_the_bot_thinks(
    anna: Device, thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "STAND_IN", "expert")
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
    table = anna.table(RANDOM, RANDOM, pace=200, turn_limit=4)
    begin = time.monotonic()  # bots rest until somebody looks; a busy machine only adds to it
    with anna.live(table["id"], start=1) as live:
        first = live.kind("entry")
        live.until(lambda m: m["type"] == "entry" and m["number"] >= first["number"] + 2)
        assert time.monotonic() - begin >= 0.2


def test_a_thought_ends_with_the_server(tmp_path: Path, thinker: Thinker) -> None:
    with running(tmp_path / "tables.sqlite3") as server:
        to_a_thinking_bot(server.device(), thinker)
        assert not thinker.stops[-1].is_set()
    assert thinker.stops[-1].is_set()


def test_every_table_has_a_time_of_its_own(pair: Running, thinker: Thinker) -> None:
    """Or the decisions at one table would eat up the turn of a bot at another."""
    to_a_thinking_bot(pair.device(), thinker)
    to_a_thinking_bot(pair.device(), thinker)
    assert thinker.clocks[0] is not thinker.clocks[1]


# -- who waits for whom --------------------------------------------------------------------------


def test_quick_bots_never_wait_for_slow_ones(pair: Running, thinker: Thinker) -> None:
    """All that think have much to do, deep and light: whoever decides at once still does."""
    rude = pair.device()
    for bot in (BOT, BOT, LIGHT, LIGHT):
        to_a_thinking_bot(rude, thinker, bot)
    assert sorted(thinker.asked) == ["casual", "casual", "expert", "expert"]
    for name in ("random", "greedy"):
        device = pair.device()
        play_out(device, device.table(ME, {"kind": "bot", "bot": name}, turn_limit=4))
    assert not thinker.go.is_set()
    assert len(thinker.asked) == 4


@pytest.mark.parametrize("game", all_games(), ids=lambda g: g.name)
def test_which_levels_think_deeply(pair: Running, game: Game) -> None:
    """As docs/server.md says: only the strongest, and not where it needs few iterations."""
    made = pair.services.decision_executors
    deep = [level for level in LEVELS if made._lane(level, game) is made.deep]
    assert deep == ([LEVELS[-1]] if expected_of(game.name).thinks_deeply else [])
    assert all(made._lane(bot, game) is made.quick for bot in ("random", "greedy"))


def test_light_thoughts_do_not_wait_for_deep_ones(pair: Running, thinker: Thinker) -> None:
    rude = pair.device()
    for _ in range(2):
        to_a_thinking_bot(rude, thinker)
    to_a_bots_choice(rude, BOT, lambda: waiting(pair, "deep") == 1)
    to_a_thinking_bot(pair.device(), thinker, LIGHT)
    assert thinker.asked == ["expert", "expert", "casual"]


def test_one_persons_bot_is_not_behind_all_of_somebody_else(
    pair: Running, thinker: Thinker
) -> None:
    rude = pair.device()
    for _ in range(2):
        to_a_thinking_bot(rude, thinker)
    for n in range(1, 6):
        to_a_bots_choice(rude, BOT, lambda n=n: waiting(pair, "deep") == n)  # type: ignore[misc]
    berta = {"kind": "me", "name": "Berta"}
    to_a_bots_choice(pair.device(), BOT, lambda: waiting(pair, "deep") == 6, berta)
    thinker.some.release(2)
    wait_for(lambda: len(thinker.against) == 4)
    assert "Berta" in thinker.against[2:]


def test_a_hint_waits_its_turn_like_everybody(
    pair: Running, thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        executors, "advice", lambda _, seen, __: HintAdvice(seen.seat, len(seen.legal))
    )
    rude, anna = pair.device(), pair.device()
    now = to_a_choice(anna, anna.table(ME, RANDOM, first=1))
    for _ in range(2):
        to_a_thinking_bot(rude, thinker)
    answers: list[Json] = []
    body = {"number": now["number"], "seat": 0}
    asking = threading.Thread(
        target=lambda: answers.append(anna.post(f"tables/{now['id']}/hint", body))
    )
    asking.start()
    wait_for(lambda: waiting(pair, "deep") == 1)
    assert answers == []
    thinker.go.set()
    asking.join()
    assert answers[0]["number"] == now["number"]


def test_a_thought_that_nobody_wants_leaves_the_queue(pair: Running, thinker: Thinker) -> None:
    rude = pair.device()
    for _ in range(2):
        to_a_thinking_bot(rude, thinker)
    path = to_a_bots_choice(rude, BOT, lambda: waiting(pair, "deep") == 1)
    rude.post(f"{path}/abandon")
    wait_for(lambda: waiting(pair, "deep") == 0)
    assert len(thinker.asked) == 2
    wait_for(lambda: path.removeprefix("tables/") not in pair.services.bots._active)


def test_until_a_game_can_be_thought_about_its_bots_are_quick_ones(
    pair: Running, thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the one thread for that: many would hold the interpreter, and everybody with it."""
    rude = pair.device()
    for _ in range(2):
        to_a_thinking_bot(rude, thinker)
    monkeypatch.setattr(Thinkers, "is_loaded_or_loading", lambda *_: False)
    device = pair.device()
    over = play_out(device, device.table(ME, BOT, turn_limit=4))
    notes = {item["note"] for item in device.get(f"tables/{over['id']}", lang="en")["log"]}
    assert len(notes - {None}) == 1
    assert len(thinker.asked) == 2


# -- for whom they play --------------------------------------------------------------------------


def test_bots_among_themselves_play_only_while_somebody_looks(
    pair: Running, thinker: Thinker
) -> None:
    device, visitor = pair.device(), pair.device()
    table = device.table(BOT, BOT)["id"]
    assert table not in pair.services.bots._active
    assert device.get(f"tables/{table}")["number"] == 1  # asking for it is not looking at it
    with visitor.live(table):
        wait_for(lambda: len(thinker.asked) == 1)
    wait_for(lambda: not pair.services.hub.connections(table))
    thinker.go.set()  # what was thought about when the last one left is still decided
    wait_for(lambda: table not in pair.services.bots._active)
    number = device.get(f"tables/{table}")["number"]
    assert number <= 3
    assert len(thinker.asked) == 1
    with visitor.live(table) as live:  # and it goes on for the next
        live.until(lambda m: m["type"] == "entry" and m["number"] > number)


def test_a_thought_is_not_begun_when_the_last_one_has_gone(pair: Running, thinker: Thinker) -> None:
    device = pair.device()
    for _ in range(2):
        to_a_thinking_bot(device, thinker)
    table = device.table(BOT, BOT)["id"]
    with device.live(table):
        wait_for(lambda: waiting(pair, "deep") == 1)
    wait_for(lambda: not pair.services.hub.connections(table))
    number = device.get(f"tables/{table}")["number"]
    thinker.go.set()
    wait_for(lambda: table not in pair.services.bots._active)
    assert device.get(f"tables/{table}")["number"] == number


def test_whoever_plays_finds_that_it_is_their_turn(anna: Device) -> None:
    """Nobody is connected, but a person's seat awaits its move."""
    table = anna.table(RANDOM, ME, first=1)
    wait_for(lambda: anna.get(f"tables/{table['id']}")["choices"])


def test_a_table_that_all_people_have_left_is_one_of_bots(pair: Running) -> None:
    device = pair.device()
    table = device.table(ME, RANDOM, first=1, pace=0, turn_limit=50)["id"]
    device.post(f"tables/{table}/leave", {"seat": 0})
    wait_for(lambda: table not in pair.services.bots._active)
    assert device.get(f"tables/{table}")["status"] == "running"
    with device.live(table) as live:
        live.until(lambda m: m["type"] == "table" and m["status"] == "over")


def test_nobody_decides_for_a_silent_program_when_nobody_is_there(tmp_path: Path) -> None:
    """A program and bots, everybody gone: otherwise the table would play itself to the end."""
    with running(tmp_path / "t.sqlite3", program_seconds=0.05) as server:
        host, other = server.device(), server.device()
        table = host.table(FRIEND, RANDOM, first=1, turn_limit=50)
        other.join(table["seats"][0]["invitation"], "Sorter")
        with program(other, table["id"]) as talk:
            talk.kind("turn")
        wait_for(lambda: not server.services.hub.connections(table["id"]))
        known = server.services.tables._loaded[table["id"]]
        assert known.places[0].kind == "program"
        assert not TableAttendance(lambda _: ()).bots_may_move(known)
        wait_for(lambda: table["id"] not in server.services.program_timeouts._waiting)
        number = host.get(f"tables/{table['id']}")["number"]
        with host.live(table["id"]) as live:  # somebody looks: now it is decided for the program
            live.until(lambda m: m["type"] == "entry" and m["number"] > number)


def test_in_whose_name_a_table_waits(anna: Device, server: Running) -> None:
    """Where whoever opened it is, if they are here; nobody here: all such tables share one turn."""
    table = server.services.tables._loaded[anna.table(ME, FRIEND, RANDOM)["id"]]
    table.places[1].device = "friend"
    host, friend, other = (
        SimpleNamespace(device=device, address=address)
        for device, address in (
            (table.creator, "192.0.2.1"), ("friend", "2001:db8::5"), ("x", "192.0.2.9"),
        )
    )  # fmt: skip

    def network(*here: Any) -> str:
        path = TableAttendance(lambda _: here).queue_key(table)
        assert path[1:] == (table.creator, table.id)
        return path[0]

    assert network() == NOBODY_CONNECTED
    assert network(other, friend, host) == "192.0.2.1"
    assert network(other, friend) == "2001:db8::/64"
    assert network(other) == "192.0.2.9"


@pytest.mark.parametrize("level", [LEVELS[0], LEVELS[-1]])
def test_a_level_plays_at_a_table(anna: Device, level: str) -> None:
    table = anna.table(ME, {"kind": "bot", "bot": level}, first=2, turn_limit=4)
    assert table["seats"][1]["player"] == level
    path = f"tables/{table['id']}"
    wait_for(lambda: anna.get(path)["choices"], 120)
