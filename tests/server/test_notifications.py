"""Notifications: what is sent, when, only once, and without secrets."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import http_ece
import pytest
from sqlalchemy.engine import Connection

from server.helpers import FRIEND, ME, RANDOM, Device, Json, Running, running, wait_for
from server.notification_receivers import Browser, ReceivedRequest, Receiver, check_word, receiver
from server.raw_rows import rows
from spielzug.server.config.settings import Settings
from spielzug.server.notifications import delivery, messages, news, queue
from spielzug.server.notifications.service import Notifications
from spielzug.server.store.store import Store

PAUSE = 0.3
QUIET = 6 * PAUSE  # long enough for a notice that should not come
OPEN: Json = {"notify_private_networks": True, "notice_pause": PAUSE}


@pytest.fixture
def inbox() -> Iterator[Receiver]:
    with receiver() as made:
        yield made


@pytest.fixture
def private_server(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "t.sqlite3", **OPEN) as made:
        yield made


def hook(device: Device, inbox: Receiver, path: str = "/hook", lang: str = "en") -> Json:
    made: Json = device.post("notifications/hook", {"url": inbox.url + path}, lang=lang)
    return made


def two(anna: Device, berta: Device) -> Json:
    """A table of two people, dealt."""
    table = anna.table(ME, FRIEND)
    token = next(seat["invitation"] for seat in table["seats"] if seat["invitation"])
    berta.join(token, "Berta")
    now: Json = anna.get(f"tables/{table['id']}")
    assert now["status"] == "running"
    return now


def decide(device: Device, table: str) -> Json:
    """The first choice; gives the table afterwards."""
    now: Json = device.get(f"tables/{table}")
    wanted = {"number": now["number"], "seat": now["seat"], "action": now["choices"][0]["action"]}
    device.post(f"tables/{table}/decide", wanted)
    after: Json = device.get(f"tables/{table}")
    return after


def play_until_turn_of_other(device: Device, table: str) -> None:
    while device.get(f"tables/{table}")["choices"]:
        decide(device, table)


def whose(table: Json, anna: Device, berta: Device) -> tuple[Device, Device]:
    """Who is to decide, and who waits."""
    mine = anna.get(f"tables/{table['id']}")["choices"]
    return (anna, berta) if mine else (berta, anna)


def told(inbox: Receiver) -> list[Json]:
    return [json.loads(one.body) for one in inbox.heard]


def heard_at(inbox: Receiver, path: str) -> list[ReceivedRequest]:
    return [one for one in inbox.heard if one.path == path]


def fates(database: Path) -> list[tuple[str, str | None]]:
    with sqlite3.connect(database) as file:
        return file.execute("SELECT kind, fate FROM notice ORDER BY created").fetchall()


def pass_time(private_server: Running, database: Path) -> None:
    """Skips the pause of all pending notifications."""
    with sqlite3.connect(database, timeout=60) as file:
        file.execute("UPDATE notice SET due = 0 WHERE done IS NULL")
    loop = private_server.services.games._loop
    assert loop is not None
    loop.call_soon_threadsafe(private_server.services.notifications.notification_sender.wake)


# -- web hooks -----------------------------------------------------------------------------------


def test_a_web_hook_hears_that_it_is_your_turn_signed_and_once(
    database: Path | str, inbox: Receiver
) -> None:
    with running(database, **OPEN) as private_server:
        _check_notified_once(private_server, inbox)


def _check_notified_once(private_server: Running, inbox: Receiver) -> None:
    anna, berta = private_server.device(), private_server.device()
    table = two(anna, berta)
    mover, waiter = whose(table, anna, berta)
    made = hook(waiter, inbox)
    play_until_turn_of_other(mover, table["id"])
    heard = inbox.wait()
    said = json.loads(heard.body)
    other = "Anna" if mover is anna else "Berta"
    assert (said["kind"], said["table"]) == ("turn", table["id"])
    assert said["text"] == f"Game of Trains with {other}: it is your turn."
    parts = dict(part.split("=") for part in heard.headers["spielzug-signature"].split(","))
    signed = f"{parts['t']}.".encode() + heard.body
    mark = hmac.new(made["secret"].encode(), signed, hashlib.sha256).hexdigest()
    assert hmac.compare_digest(parts["v1"], mark)
    assert abs(int(parts["t"]) - time.time()) < 60
    time.sleep(QUIET)
    assert len(inbox.heard) == 1


def test_whoever_sits_there_is_not_told(
    private_server: Running, inbox: Receiver, tmp_path: Path
) -> None:
    anna, berta = private_server.device(), private_server.device()
    table = two(anna, berta)
    mover, waiter = whose(table, anna, berta)
    hook(waiter, inbox)
    with waiter.live(table["id"]) as live:
        live.kind("table")
        play_until_turn_of_other(mover, table["id"])
        wait_for(lambda: ("turn", "was there") in fates(tmp_path / "t.sqlite3"))
    assert inbox.heard == []


def test_whoever_leaves_before_it_is_looked_at_again_is_told(
    private_server: Running, inbox: Receiver, tmp_path: Path
) -> None:
    """A line that was cut looks like somebody who is there, for a while."""
    anna, berta = private_server.device(), private_server.device()
    table = two(anna, berta)
    mover, waiter = whose(table, anna, berta)
    hook(waiter, inbox)
    with waiter.live(table["id"]) as live:
        live.kind("table")
        play_until_turn_of_other(mover, table["id"])
        seen = "SELECT kind FROM notice WHERE here"
        wait_for(lambda: rows(tmp_path / "t.sqlite3", seen))
    inbox.wait()
    assert told(inbox)[0]["kind"] == "turn"


def test_what_is_past_is_not_told(tmp_path: Path, inbox: Receiver) -> None:
    database = tmp_path / "t.sqlite3"
    with running(database, notify_private_networks=True, notice_pause=600.0) as private_server:
        anna, berta = private_server.device(), private_server.device()
        table = two(anna, berta)
        mover, waiter = whose(table, anna, berta)
        hook(waiter, inbox)
        play_until_turn_of_other(mover, table["id"])
        play_until_turn_of_other(waiter, table["id"])
        pass_time(private_server, database)
        wait_for(lambda: ("turn", "passed") in fates(database))
    assert inbox.heard == []


def test_against_bots_alone_nobody_waits(private_server: Running, inbox: Receiver) -> None:
    anna = private_server.device()
    hook(anna, inbox)
    anna.table(ME, RANDOM)
    time.sleep(QUIET)
    assert inbox.heard == []


def test_joining_beginning_ending_and_playing_again(
    private_server: Running, inbox: Receiver
) -> None:
    anna, berta, carla = private_server.device(), private_server.device(), private_server.device()
    hook(anna, inbox, lang="de")
    table = anna.table(ME, FRIEND, FRIEND)
    tokens = [seat["invitation"] for seat in table["seats"] if seat["invitation"]]
    berta.join(tokens[0], "Berta", reveal=False)
    inbox.wait(1)
    carla.join(tokens[1], "Carla", reveal=False)
    inbox.wait(2)
    anna.all_attend(table["id"])
    berta.post(f"tables/{table['id']}/resign", {"seat": 1}, status=422)
    kinds = [one["kind"] for one in told(inbox)]
    assert kinds[:2] == ["joined", "begin"]
    assert told(inbox)[0]["text"] == (
        "Game of Trains: An deinem Tisch sitzt jetzt jemand; dort sind Berta."
    )
    hook(berta, inbox, "/berta")
    anna.post(f"tables/{table['id']}/abandon")
    over = wait_for(lambda: [one for one in inbox.heard if one.path == "/berta"])
    assert json.loads(over[0].body)["kind"] == "over"
    again = anna.post(f"tables/{table['id']}/rematch")["table"]
    found = wait_for(lambda: [one for one in inbox.heard if one.path == "/berta"][1:])
    said = json.loads(found[0].body)
    assert (said["kind"], said["table"]) == ("rematch", again)


@pytest.mark.slow
def test_a_bot_that_sits_in_for_one_who_is_away(tmp_path: Path, inbox: Receiver) -> None:
    with running(tmp_path / "t.sqlite3", **OPEN) as private_server:
        anna, berta = private_server.device(), private_server.device()
        wanted = {"game": "game_of_trains", "seats": [ME, FRIEND], "grace": 1, "pace": 5000}
        table = anna.open(wanted)
        token = next(seat["invitation"] for seat in table["seats"] if seat["invitation"])
        berta.join(token, "Berta")
        mover, waiter = whose(table, anna, berta)
        play_until_turn_of_other(mover, table["id"])
        hook(waiter, inbox)
        seat = next(
            n for n, s in enumerate(waiter.get(f"tables/{table['id']}")["seats"]) if s["yours"]
        )
        away = f"/api/tables/{table['id']}/stand-in", {"seat": seat}
        wait_for(lambda: mover.http.post(away[0], json=away[1]).status_code == 200)
        wait_for(lambda: "bot" in [one["kind"] for one in told(inbox)])


@pytest.mark.slow
def test_whose_time_is_over_is_asked_and_then_a_bot_sits_there(
    tmp_path: Path, inbox: Receiver
) -> None:
    with running(tmp_path / "t.sqlite3", quick_times=True, **OPEN) as private_server:
        anna, berta = private_server.device(), private_server.device()
        time_ = {"kind": "turn", "seconds": 20}
        wanted = {"game": "game_of_trains", "seats": [ME, FRIEND], "time": time_, "pace": 5000}
        table = anna.open(wanted)
        token = next(seat["invitation"] for seat in table["seats"] if seat["invitation"])
        berta.join(token, "Berta")
        mover, waiter = whose(table, anna, berta)
        hook(waiter, inbox)
        play_until_turn_of_other(mover, table["id"])
        wait_for(lambda: "bot" in [one["kind"] for one in told(inbox)], 300)
    # On a busy machine the bot may sit there before the question is out.
    assert [kind for kind, _ in fates(tmp_path / "t.sqlite3")] == ["turn", "asked", "bot"]
    assert [one["kind"] for one in told(inbox)] in (["turn", "asked", "bot"], ["turn", "bot"])


def test_one_who_has_days_is_told_before_they_are_over(tmp_path: Path, inbox: Receiver) -> None:
    database = tmp_path / "t.sqlite3"
    with running(database, **OPEN) as private_server:
        anna, berta = private_server.device(), private_server.device()
        time_ = {"kind": "turn", "seconds": 4 * 3600}
        table = anna.open({"game": "game_of_trains", "seats": [ME, FRIEND], "time": time_})
        token = next(seat["invitation"] for seat in table["seats"] if seat["invitation"])
        berta.join(token, "Berta")
        mover, waiter = whose(table, anna, berta)
        hook(waiter, inbox)
        play_until_turn_of_other(mover, table["id"])
        inbox.wait()
    with sqlite3.connect(database) as file:
        rows = file.execute(
            "SELECT due FROM notice WHERE kind = 'soon' AND done IS NULL"
        ).fetchall()
        ((due,),) = rows
        assert abs(due - time.time() - 3 * 3600) < 60
        # Three hours later.
        file.execute("UPDATE notice SET due = 0 WHERE kind = 'soon'")
        file.execute("UPDATE game_table SET deadline = deadline - 3 * 3600")
    with running(database, **OPEN):
        inbox.wait(2)
    assert told(inbox)[1]["kind"] == "soon"
    assert "it is your turn. You have 60 minutes left." in told(inbox)[1]["text"]


def test_news_at_several_tables_comes_together(tmp_path: Path, inbox: Receiver) -> None:
    database = tmp_path / "t.sqlite3"
    with running(database, notify_private_networks=True, notice_pause=600.0) as private_server:
        anna, berta = private_server.device(), private_server.device()
        tables = [two(anna, berta) for _ in range(3)]
        movers = [whose(table, anna, berta)[0] for table in tables]
        hook(anna, inbox, "/anna")
        hook(berta, inbox, "/berta")
        for table, mover in zip(tables, movers, strict=True):
            play_until_turn_of_other(mover, table["id"])
        pass_time(private_server, database)
        wanted = {"/anna": movers.count(berta), "/berta": movers.count(anna)}
        for path, count in wanted.items():
            if count > 1:
                found = wait_for(partial(heard_at, inbox, path))
                said = json.loads(found[0].body)
                assert (said["kind"], said["title"]) == ("several", f"News at {count} tables")
                assert said["text"].count("it is your turn") == count


# -- browsers ------------------------------------------------------------------------------------


def test_a_browser_is_told_so_that_only_it_can_read_it(
    private_server: Running, inbox: Receiver
) -> None:
    anna, berta = private_server.device(), private_server.device()
    table = two(anna, berta)
    mover, waiter = whose(table, anna, berta)
    browser = Browser(f"{inbox.url}/push/abc")
    key = waiter.get("notifications")["offers"]["push"]
    shown = waiter.post("notifications/push", browser.subscription)["contacts"]
    assert [(one["kind"], one["shown"]) for one in shown] == [("push", "127.0.0.1")]
    play_until_turn_of_other(mover, table["id"])
    heard = inbox.wait()
    assert heard.path == "/push/abc"
    assert int(heard.headers["ttl"]) > 0
    said = browser.open(heard)
    assert said["way"] == f"#/t/{table['id']}"
    assert said["title"] == "Your turn"
    check_word(heard, key, inbox.url)
    assert b"Game of Trains" not in heard.body
    with pytest.raises(http_ece.ECEException):
        Browser("").open(heard)


def test_the_key_stays_the_same_after_a_restart(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        with running(tmp_path / "t.sqlite3", **OPEN) as private_server:
            keys.append(private_server.device().get("notifications")["offers"]["push"])
    assert keys[0] == keys[1] is not None


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_no_more_is_removed(
    private_server: Running, inbox: Receiver, status: int
) -> None:
    anna = private_server.device()
    inbox.answers = [(status, {})]
    contact = anna.post("notifications/push", Browser(inbox.url).subscription)["contacts"][0]
    anna.post("notifications/test", {"contact": contact["id"]})
    wait_for(lambda: anna.get("notifications")["contacts"] == [])


def test_keys_that_are_none_are_refused(private_server: Running, inbox: Receiver) -> None:
    anna = private_server.device()
    given = Browser(inbox.url).subscription
    for name, value in (("p256dh", "AAAA"), ("auth", "AAAA"), ("p256dh", "B" + "A" * 86)):
        wrong = {**given, "keys": {**given["keys"], name: value}}
        assert anna.post("notifications/push", wrong, 422)["code"] == "bad_keys"


# -- failing -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_does_not_arrive_is_tried_again_after_growing_pauses(
    private_server: Running, inbox: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    times, pauses, release = [0.0], list[float](), queue.release

    def now() -> float:
        times.append(time.time())
        return times[-1]

    def noted(*given: Any, **values: Any) -> None:
        if values.get("trouble"):
            pauses.append(values["rest"] - times[-1])
        release(*given, **values)

    monkeypatch.setattr(delivery, "time", SimpleNamespace(time=now, monotonic=time.monotonic))
    monkeypatch.setattr(queue, "release", noted)
    anna = private_server.device()
    inbox.answers = [(500, {}), (503, {}), (429, {})]
    contact = hook(anna, inbox)["contact"]
    anna.post("notifications/test", {"contact": contact["id"]})
    inbox.wait(2)
    assert (
        wait_for(lambda: anna.get("notifications")["contacts"][0]["trouble"])
        == "It was not accepted there."
    )
    inbox.wait(4)
    wait_for(lambda: anna.get("notifications")["contacts"][0]["told"])
    assert anna.get("notifications")["contacts"][0]["trouble"] is None
    assert pauses == pytest.approx([PAUSE * again for again in delivery.AGAIN[:3]], abs=1e-3)
    assert pauses == sorted(pauses)


@pytest.mark.slow
def test_what_is_refused_for_good_is_given_up_and_said(
    private_server: Running, inbox: Receiver, tmp_path: Path
) -> None:
    anna = private_server.device()
    inbox.answers = [(403, {})]
    contact = hook(anna, inbox)["contact"]
    anna.post("notifications/test", {"contact": contact["id"]})
    wait_for(lambda: anna.get("notifications")["contacts"][0]["trouble"])
    time.sleep(QUIET)
    assert len(inbox.heard) == 1
    assert fates(tmp_path / "t.sqlite3") == [("test", "given up: refused")]


def test_a_restart_loses_no_notice(tmp_path: Path, inbox: Receiver) -> None:
    database = tmp_path / "t.sqlite3"
    with running(database, notify_private_networks=True, notice_pause=30.0) as private_server:
        anna, berta = private_server.device(), private_server.device()
        table = two(anna, berta)
        mover, waiter = whose(table, anna, berta)
        hook(waiter, inbox)
        play_until_turn_of_other(mover, table["id"])
        assert fates(database) == [("turn", None)]
    with sqlite3.connect(database) as file:
        file.execute("UPDATE notice SET due = 0")
    with running(database, **OPEN):
        inbox.wait()
        time.sleep(QUIET)
    assert [one["table"] for one in told(inbox)] == [table["id"]]


def test_of_several_servers_one_sends_it(database: Path | str, inbox: Receiver) -> None:
    """Four couriers on the same data, as four processes would have: all look, one sends."""
    settings = Settings(Path("none"), notify_private_networks=True, notice_pause=PAUSE)

    async def together() -> None:
        store = Store(database)
        made = await store.write(
            lambda c: [
                queue.add(c, f"device{n}", "hook", f"{inbox.url}/{n}", "en", "s") for n in range(20)
            ]
        )
        for one in made:
            await store.write(partial(queue.enqueue_for, contact_id=one.id, kind="test"))
        houses = [Notifications(settings, store, lambda _: ()) for _ in range(4)]
        runs = [
            asyncio.create_task(private_server.notification_sender.run())
            for private_server in houses
        ]
        async with asyncio.timeout(60):
            while len(inbox.heard) < 20:
                await asyncio.sleep(0.05)
        await asyncio.sleep(1)
        for run in runs:
            run.cancel()
        await asyncio.gather(*runs, return_exceptions=True)
        for private_server in houses:
            await private_server.notification_sender.close()
        await asyncio.to_thread(store.close)

    asyncio.run(together())
    assert sorted(one.path for one in inbox.heard) == sorted(f"/{n}" for n in range(20))


# -- whose they are ------------------------------------------------------------------------------


def test_nobody_sees_or_changes_contacts_of_others(
    private_server: Running, inbox: Receiver
) -> None:
    anna, berta = private_server.device(), private_server.device()
    contact = hook(anna, inbox)["contact"]["id"]
    assert berta.get("notifications")["contacts"] == []
    assert berta.post("notifications/test", {"contact": contact}, 404)["code"] == "no_contact"
    assert berta.post("notifications/forget", {"contact": contact}, 404)["code"] == "no_contact"
    berta.post("notifications/forget", {})
    assert len(anna.get("notifications")["contacts"]) == 1
    assert "secret" not in anna.http.get("/api/notifications").text
    anna.post("notifications/forget", {})
    assert anna.get("notifications")["contacts"] == []


def test_a_notice_says_nothing_that_a_spectator_may_not_know(
    private_server: Running, inbox: Receiver
) -> None:
    """Every word of it stands in what a stranger is told of the table."""
    anna, berta, stranger = (
        private_server.device(),
        private_server.device(),
        private_server.device(),
    )
    hook(anna, inbox)
    hook(berta, inbox)
    table = two(anna, berta)
    for _ in range(12):
        mover, _waiter = whose(table, anna, berta)
        play_until_turn_of_other(mover, table["id"])
        time.sleep(0.05)
    inbox.wait(1)
    seen = stranger.get(f"tables/{table['id']}", lang="en")
    names = {seat["name"] for seat in seen["seats"]}
    fixed = {
        f"Game of Trains with {name}: {rest}"
        for name in names
        for rest in (
            "it is your turn.",
            "the game is over.",
            "everyone is here. Open the table so that the game can start.",
        )
    } | {f"Game of Trains: someone joined your table. At the table now: {name}." for name in names}
    for said in told(inbox):
        assert set(said) == {"kind", "title", "text", "game", "table", "url"}
        assert said["text"] in fixed


def test_two_wishes_in_the_same_moment_are_two(server: Running) -> None:
    store = server.services.store

    def work(connection: Connection) -> int:
        made = queue.add(connection, "a device", queue.HOOK, "https://a.example/", "en", "")
        for _ in range(20):
            queue.enqueue_for(connection, made.id, messages.TEST)
        return queue.delete(connection, [made.id])

    assert asyncio.run(store.write(work)) == 1


@pytest.mark.parametrize("first", ["notice", "deletion"])
def test_a_contact_is_deleted_while_a_notice_is_written(shared_database: str, first: str) -> None:
    """Whichever comes first: neither fails, and nothing is left."""
    stores = Store(shared_database), Store(shared_database)
    found = asyncio.run(
        stores[0].write(lambda c: queue.add(c, "anna", queue.HOOK, "https://a/", "en", ""))
    )
    begun = threading.Event()
    told = news.News(news.TURN, "a table", "anna", 3)
    works: dict[str, Callable[[Connection], Any]] = {
        "notice": lambda c: queue.enqueue(c, told, 0.0),
        "deletion": lambda c: queue.delete(c, [found.id]),
    }
    other = works.pop("deletion" if first == "notice" else "notice")

    def slowly(connection: Connection) -> None:
        works[first](connection)
        begun.set()
        time.sleep(0.5)  # so that the other one has to wait

    async def both() -> None:
        one = asyncio.create_task(stores[0].write(slowly))
        await asyncio.to_thread(begun.wait, 10)
        await asyncio.gather(one, stores[1].write(other))

    try:
        asyncio.run(both())
    finally:
        for store in stores:
            store.close()
    assert rows(shared_database, "SELECT id FROM contact") == []
    assert rows(shared_database, "SELECT kind FROM notice") == []
