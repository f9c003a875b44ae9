"""After any internal failure the table continues, and people are told the truth about it."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
from sqlalchemy.engine import Connection
from sqlalchemy.exc import OperationalError

from server.helpers import GAME, ME, RANDOM, Device, Json, Running, play_out, running, wait_for
from server.test_programs import ProgramConnection, play, program, sit_down
from spielzug.bots import Random
from spielzug.bots.thinking.fallback import decide
from spielzug.bots.thinking.pool import ThinkingFailed
from spielzug.games import get_game
from spielzug.server.bots import program_timeout, runner
from spielzug.server.problems import Problem
from spielzug.server.tables import executors, manager, timers
from spielzug.server.tables.server_table import ServerTable

LEVEL: Json = {"kind": "bot", "bot": "casual"}
LOCAL: Json = {"kind": "local", "name": "Bo"}


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A separate server with short timeouts."""
    monkeypatch.setattr(runner, "FIRST_PAUSE", 0.05)
    monkeypatch.setattr(runner, "LONGEST_PAUSE", 0.1)
    monkeypatch.setattr(timers, "PAUSE", 0.05)
    monkeypatch.setattr(program_timeout, "PAUSE", 0.05)
    monkeypatch.setattr(manager, "PAUSE", 0.05)
    with running(tmp_path / "t.sqlite3", program_seconds=0.3) as server:
        yield server


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For the processes that compile and think. A function keeps the folder that it was first
    looked for in, and this one is deleted after the test: so this process has its own before."""
    for name in ("zwergenzugfahrt", GAME):
        get_game(name).ready()
    monkeypatch.setenv("SPIELZUG_CACHE_DIR", str(tmp_path / "empty"))


def notes(device: Device, table: Json, **query: Any) -> list[str]:
    log = device.get(f"tables/{table['id']}", lang="en", **query)["log"]
    return [item["note"] for item in log if item["note"] is not None]


def think_with(server: Running, monkeypatch: pytest.MonkeyPatch, choose: Any) -> None:
    """Lets the bot processes run this instead."""
    thinkers = server.services.games.thinkers
    monkeypatch.setattr(thinkers, "load", lambda _: None)
    monkeypatch.setattr(thinkers, "can_think_about", lambda _: True)
    monkeypatch.setattr(thinkers, "is_loaded_or_loading", lambda _: True)
    monkeypatch.setattr(thinkers, "wait_until_loaded", lambda *_: True)
    monkeypatch.setattr(thinkers, "choose", choose)
    monkeypatch.setattr(thinkers, "advise", choose)


def answering(answer: Any) -> Any:
    """An answer of a bot process, or its error."""
    future = Future[Any]()
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)
    end = lambda: None  # noqa: E731
    return SimpleNamespace(answer=future, stop=end, process=SimpleNamespace(end=end))


# -- in a bot ------------------------------------------------------------------------------------

ERRORS = (
    ThinkingFailed("RuntimeError: compilation disabled"),
    ThinkingFailed("the process that thought ended (status -9)"),
    TimeoutError(),
)


@pytest.mark.slow
@pytest.mark.parametrize("error", ERRORS, ids=str)
def test_a_thought_that_fails_leaves_no_table_dead(
    fresh: Running, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    think_with(fresh, monkeypatch, lambda *_: answering(error))
    device = fresh.device()
    over = play_out(device, device.table(ME, LEVEL, turn_limit=6))
    said = set(notes(device, over))
    assert said == {"A simpler bot made this choice because Adler had no answer."}
    german = device.get(f"tables/{over['id']}/replay", seat=1, lang="de")["steps"]
    assert any("Adler hatte keine Antwort" in (step["note"] or "") for step in german)


def test_a_thought_that_raises_at_once_leaves_no_table_dead(
    fresh: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_process(*_: Any) -> Any:
        raise ThinkingFailed("no process is ready")

    think_with(fresh, monkeypatch, no_process)
    device = fresh.device()
    assert notes(device, play_out(device, device.table(ME, LEVEL, turn_limit=6)))


@pytest.mark.parametrize("error", [ValueError("x"), MemoryError(), SystemError(), RecursionError()])
def test_an_error_in_a_bot_of_this_process_leaves_no_table_dead(
    fresh: Running, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def broken(*_: Any) -> int:
        raise error

    monkeypatch.setattr(Random, "choose", broken)
    device = fresh.device()
    over = play_out(device, device.table(ME, RANDOM, turn_limit=6))
    assert set(notes(device, over)) == {
        "A simpler bot made this choice because Puffing Billy had no answer."
    }


@pytest.mark.slow
def test_who_really_decided_is_in_the_log_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "kept.sqlite3"
    with running(database) as server:
        think_with(server, monkeypatch, lambda *_: answering(ThinkingFailed("broken")))
        device = server.device()
        over = play_out(device, device.table(ME, LEVEL, turn_limit=6))
        before, cookie = device.get(f"tables/{over['id']}")["log"], device.cookie
    with running(database) as server:
        again = server.device(Cookie=cookie).get(f"tables/{over['id']}")["log"]
    assert again == before
    assert any(item["note"] for item in again)


def test_a_runner_that_fails_is_tried_again(
    fresh: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the bot's own fault: something in the server itself."""
    honest, failures = decide, [RuntimeError("a"), KeyError("b"), OSError("c")]

    def sometimes(*given: Any) -> Any:
        if failures:
            raise failures.pop()
        return honest(*given)

    monkeypatch.setattr(executors, "decide", sometimes)
    device = fresh.device()
    play_out(device, device.table(ME, RANDOM, turn_limit=6))
    assert failures == []


def test_whoever_opens_a_table_wakes_its_bot(fresh: Running) -> None:
    """Even if its task was lost, in whatever way."""
    device = fresh.device()
    table = device.table(RANDOM, RANDOM, ME, pace=5000, first=1, turn_limit=10)["id"]
    wait_for(lambda: table in fresh.services.bots._active)
    lost = fresh.services.bots._active[table]
    loop = fresh.services.games._loop
    assert loop is not None
    loop.call_soon_threadsafe(lost.cancel)
    wait_for(lambda: table not in fresh.services.bots._active)
    with device.live(table) as live:
        live.kind("hello")
        wait_for(lambda: table in fresh.services.bots._active)
        assert fresh.services.bots._active[table] is not lost


# -- in compiling --------------------------------------------------------------------------------


@pytest.mark.slow
def test_until_the_bots_are_ready_the_quick_player_sits_in_and_the_sign_says_so(
    tmp_path: Path, empty_cache: None
) -> None:
    """From an empty cache; then the level itself plays on, and a hint is a real one."""
    with running(tmp_path / "t.sqlite3") as server:
        device = server.device()
        wanted = {"game": "zwergenzugfahrt", "seats": [ME, LEVEL], "pace": 0}
        table = device.open({**wanted, "options": {"first": 2}}, reveal=False)
        path = f"tables/{table['id']}"
        with device.live(table["id"]) as live:
            table = device.attend(table)
            assert table["preparing"] == 0
            now = wait_for(lambda: _with_choices(device, path))
            assert notes(device, now) != []
            body = {"number": now["number"], "seat": 0}
            quick = device.post(f"{path}/hint", body, lang="en")
            assert [(h["kind"], h["percent"]) for h in quick["hints"]] == [("quick", None)]
            seen = [live.until(lambda m: m.get("preparing") is not None)["preparing"]]
            while (told := live.until(lambda m: "preparing" in m)["preparing"]) is not None:
                seen.append(told)
        assert seen == sorted(seen)
        assert len(seen) > 5  # in steps of five percent
        real = device.post(f"{path}/hint", body, lang="en")  # the same position, asked again
        assert all(hint["percent"] is not None for hint in real["hints"])
        before = len(notes(device, now))
        body["action"] = now["choices"][0]["action"]
        device.post(f"{path}/decide", body)
        now = wait_for(lambda: _with_choices(device, path, now["number"] + 1))
        assert len(notes(device, now)) == before  # from here on it is the level
        device.post(f"{path}/abandon")


def _with_choices(device: Device, path: str, least: int = 0) -> Json | None:
    now: Json = device.get(path)
    return now if now["choices"] and now["number"] > least else None


@pytest.mark.slow
def test_a_game_that_cannot_be_compiled_is_played_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, empty_cache: None
) -> None:
    with running(tmp_path / "t.sqlite3") as server:
        preparation = server.services.games.preparation
        failing = [sys.executable, "-c", "raise SystemExit('no compiler')"]
        monkeypatch.setattr(preparation, "command", lambda _: failing)
        device = server.device()
        table = device.table(ME, LEVEL, turn_limit=6)
        wait_for(lambda: device.get(f"tables/{table['id']}")["preparing"] == -1)
        over = play_out(device, table)
        assert notes(device, over)[-1].endswith("cannot run on this computer.")


# -- in saving -----------------------------------------------------------------------------------


class Disk:
    """How many writes were refused."""

    refused = 0


@contextlib.contextmanager
def full_disk(server: Running) -> Iterator[Disk]:
    """SQLite itself refuses to let its file grow."""
    loop, store, disk = server.services.games._loop, server.services.store, Disk()
    assert loop is not None
    honest = store.write

    async def counted(work: Any) -> Any:
        try:
            return await honest(work)
        except OperationalError:
            disk.refused += 1
            raise

    def limit(pages: int) -> None:
        def work(connection: Connection) -> None:
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

        asyncio.run_coroutine_threadsafe(honest(work), loop).result(60)

    limit(1)  # not less than it has already
    store.write = counted  # type: ignore[method-assign]
    try:
        yield disk
    finally:
        store.write = honest  # type: ignore[method-assign]
        limit(1_000_000)


def test_a_full_disk_stops_nobody_for_ever(fresh: Running) -> None:
    device = fresh.device()
    # At a pace at which the game cannot be over before the test is.
    table = device.table(*[RANDOM] * 4, turn_limit=500, pace=20)
    path = f"tables/{table['id']}"
    with contextlib.ExitStack() as here:
        with full_disk(fresh) as disk:  # before anybody looks: at an empty table bots rest
            live = here.enter_context(device.live(table["id"]))
            told = live.until(lambda m: m.get("trouble") is not None)
            assert told["trouble"].startswith("The server cannot save right now")
            wait_for(lambda: disk.refused >= 12)  # bots try, and the server itself
            stuck = device.get(path)["number"]
        live.until(lambda m: m["type"] == "table" and m["trouble"] is None)
        live.until(lambda m: m["type"] == "entry" and m["number"] > stuck + 3)
    device.post(f"{path}/abandon")


def test_whoever_cannot_save_is_not_ready(fresh: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nobody plays: it is tried then."""
    monkeypatch.setattr("spielzug.server.services.DATABASE_TIMEOUT", 60)

    def ready() -> httpx2.Response:
        return httpx2.get(f"{fresh.url}/health/ready", verify=False)

    with full_disk(fresh):
        told = ready()
        assert (told.status_code, told.json()["code"]) == (503, "cannot_save")
    wait_for(lambda: ready().status_code == 200)
    fresh.services.tables.trouble = "cannot_save"  # as after a decision that was not saved
    wait_for(lambda: ready().status_code == 503)


def test_a_decision_that_cannot_be_saved_is_refused_and_can_be_made_again(fresh: Running) -> None:
    device = fresh.device()
    table = device.table(ME, LOCAL, first=1)
    path = f"tables/{table['id']}"
    honest = fresh.services.store.write

    async def full(work: Any) -> Any:
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    fresh.services.store.write = full  # type: ignore[method-assign]
    body = {"number": 1, "seat": 0, "action": table["choices"][0]["action"]}
    refused = device.post(f"{path}/decide", body, 503, lang="en")
    assert refused["code"] == "cannot_save"
    assert "Nothing is lost. Please try again" in refused["detail"]
    assert device.post("tables", {"game": "game_of_trains", "seats": [ME, RANDOM]}, 503)
    assert device.get(path)["number"] == 1
    assert device.get(path, lang="en")["trouble"].startswith("The server cannot save")
    fresh.services.store.write = honest  # type: ignore[method-assign]
    wait_for(lambda: device.get(path)["trouble"] is None)  # without anybody's doing
    assert device.post(f"{path}/decide", body)["accepted"]


def test_a_bots_table_that_cannot_be_read_is_read_again(
    fresh: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that refuses to write may refuse to read as well; nobody has to reload the page."""
    honest, failures = fresh.services.store.read, [1, 2, 3]

    async def sometimes(work: Any) -> Any:
        if failures:
            failures.pop()
            raise OperationalError("SELECT", {}, Exception("disk I/O error"))
        return await honest(work)

    device = fresh.device()
    table = device.table(RANDOM, ME, first=1, pace=200)["id"]
    loop = fresh.services.games._loop
    assert loop is not None
    tables = fresh.services.tables

    async def forget() -> None:
        async with tables.use(table) as known:
            monkeypatch.setattr(fresh.services.store, "read", sometimes)
            tables._forget(known)

    asyncio.run_coroutine_threadsafe(forget(), loop).result(10)
    wait_for(lambda: failures == [])
    wait_for(lambda: device.get(f"tables/{table}")["choices"])


def test_a_disk_that_gives_nothing_cuts_no_line_and_stops_no_bot(
    fresh: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither writing nor reading works, with the errors as the driver itself throws them."""
    device, other = fresh.device(), fresh.device()
    table, bots = (
        device.table(ME, LOCAL, first=1),
        other.table(RANDOM, RANDOM, turn_limit=500, pace=20),
    )
    store = fresh.services.store
    honest = store.read, store.write
    move, failed_moves = runner.BotsRunner._move, list[Problem]()

    async def broken(_: Any) -> Any:
        raise sqlite3.OperationalError("disk I/O error")

    async def counted(runner: runner.BotsRunner, table_id: str) -> bool:
        try:
            return await move(runner, table_id)
        except Problem as problem:
            failed_moves.append(problem)
            raise

    monkeypatch.setattr(runner.BotsRunner, "_move", counted)

    action = table["choices"][0]["action"]
    with device.live(table["id"], seat=0, lang="en") as live, other.live(bots["id"]) as watching:
        watching.kind("entry")
        store.read = store.write = broken  # type: ignore[method-assign,assignment]
        refused = live.decide(1, 0, action)
        assert refused["code"] == "cannot_save"
        assert refused["detail"].startswith("This could not be saved: the server’s disk is full")
        again = live.decide(1, 0, action)  # what was refused is read again, which fails as well
        assert again["code"] == "cannot_load"
        assert again["detail"]
        wait_for(lambda: len(failed_moves) >= 3)  # neither writing nor reading worked for a bot
        store.read, store.write = honest  # type: ignore[method-assign]
        assert live.decide(1, 0, action)["type"] == "ack"
        before = [m["number"] for m in watching.heard if m["type"] == "entry"]
        for number in range(before[-1] + 1, before[-1] + 100):  # more than may have been under way
            assert watching.kind("entry")["number"] == number
    other.post(f"tables/{bots['id']}/abandon")


def test_whoever_looks_on_is_told_that_nothing_goes(fresh: Running) -> None:
    """The table whose decision was refused cannot even be read again; then all is as usual."""
    device, guest = fresh.device(), fresh.device()
    table = device.table(ME, LOCAL, first=1)
    store = fresh.services.store
    honest = store.read, store.write

    async def broken(_: Any) -> Any:
        raise sqlite3.OperationalError("disk I/O error")

    action = table["choices"][0]["action"]
    with device.live(table["id"], seat=0) as live, guest.live(table["id"], lang="en") as looking:
        looking.kind("table")
        store.read = store.write = broken  # type: ignore[method-assign,assignment]
        assert live.decide(1, 0, action)["code"] == "cannot_save"
        told = looking.until(lambda m: m["type"] == "error")
        assert (told["id"], told["code"]) == (None, "cannot_save")
        assert "sav" in told["detail"]
        store.read, store.write = honest  # type: ignore[method-assign]
        assert looking.until(lambda m: m["type"] == "table")["trouble"] is None
        assert live.decide(1, 0, action)["type"] == "ack"
        assert looking.kind("entry")["number"] == 1


def test_an_error_nobody_thought_of_is_told_and_the_line_stays(
    fresh: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = fresh.device()
    table = device.table(ME, LOCAL, first=1)
    action = table["choices"][0]["action"]
    with device.live(table["id"], seat=0, lang="en") as live:
        with monkeypatch.context() as broken:
            broken.setattr(ServerTable, "decide", lambda *_: 1 // 0)
            refused = live.decide(1, 0, action)
        assert (refused["code"], refused["id"]) == ("internal", "d")
        assert refused["detail"].startswith("Something went wrong on the server.")
        assert live.decide(1, 0, action)["type"] == "ack"


def test_whoever_joins_a_reading_that_fails_reads_again(
    fresh: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was wrong with the file may be mended between the one who began and the one who came."""
    device = fresh.device()
    table = device.table(ME, LOCAL, first=1)
    manager, honest = fresh.services.tables, fresh.services.store.read
    loop = fresh.services.games._loop
    assert loop is not None
    began, mended = threading.Event(), asyncio.Event()

    async def damaged(work: Any) -> Any:
        if mended.is_set():
            return await honest(work)
        began.set()
        await mended.wait()
        raise OperationalError("SELECT", {}, Exception("database disk image is malformed"))

    async def forget() -> None:
        async with manager.use(table["id"]) as known:
            manager._forget(known)

    async def come(first: bool) -> str:
        if not first:
            asyncio.get_running_loop().call_later(0.1, mended.set)
        async with manager.use(table["id"]) as found:
            return found.id

    asyncio.run_coroutine_threadsafe(forget(), loop).result(10)
    monkeypatch.setattr(fresh.services.store, "read", damaged)
    first = asyncio.run_coroutine_threadsafe(come(True), loop)
    assert began.wait(10)
    second = asyncio.run_coroutine_threadsafe(come(False), loop)
    with pytest.raises(Problem, match="cannot_load"):
        first.result(10)
    assert second.result(10) == table["id"]


@pytest.mark.slow
def test_a_clock_that_cannot_be_saved_rings_again(
    fresh: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures: list[Exception] = [Problem(503, "cannot_save"), OSError("disk")]
    honest = ServerTable.expire_clock

    def sometimes(table: ServerTable) -> None:
        if failures:
            raise failures.pop()
        honest(table)

    monkeypatch.setattr(ServerTable, "expire_clock", sometimes)
    monkeypatch.setattr(
        ServerTable, "ends", property(lambda table: table.dealt)
    )  # it rings at once
    device = fresh.device()
    wanted = {"game": "zwergenzugfahrt", "seats": [ME, LOCAL], "options": {"mode": "time"}}
    table = device.open(wanted)
    wait_for(lambda: device.get(f"tables/{table['id']}")["status"] == "over")
    assert failures == []


# -- in a program --------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_program_that_stops_answering_is_not_waited_for(fresh: Running) -> None:
    device, other = fresh.device(), fresh.device()
    table = sit_down(device, other, turn_limit=6)
    with program(other, table):
        over = play_out(device, {"id": table})
    assert set(notes(device, over)) == {
        "A simpler bot made this choice because Sorter is not answering."
    }


@pytest.mark.slow
def test_a_program_that_is_gone_is_not_waited_for(fresh: Running) -> None:
    device, other = fresh.device(), fresh.device()
    table = sit_down(device, other, turn_limit=6)
    with program(other, table) as talk:
        talk.kind("turn")
    assert notes(device, play_out(device, {"id": table}))


def test_a_program_that_answers_again_plays_itself(
    fresh: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    device, other = fresh.device(), fresh.device()
    table = sit_down(device, other)
    path = f"tables/{table}"
    with program(other, table) as talk:
        wait_for(lambda: notes(device, {"id": table}))
        monkeypatch.setattr(program_timeout, "SHORT", 600.0)  # the test is never too slow now
        assert _plays(talk, device, path)
    device.post(f"{path}/abandon")


def _plays(talk: ProgramConnection, device: Device, path: str) -> bool:
    """Anna plays on until the program has made its own decision."""
    for _ in range(200):
        now = device.get(path)
        if now["choices"]:
            body = {"number": now["number"], "seat": 0, "action": now["choices"][0]["action"]}
            device.post(f"{path}/decide", body)
        asked = talk.receive()
        if asked["type"] == "turn":
            play(talk, asked["number"], asked["choices"][0]["action"])
        log = device.get(path)["log"]
        if any(e["seat"] == 1 and e["kind"] == "decision" and e["note"] is None for e in log):
            return True
    return False
