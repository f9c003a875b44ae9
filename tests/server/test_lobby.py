"""The lobby is live: a device is told about its own tables, and about no others."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from server.helpers import (
    FRIEND,
    ME,
    RANDOM,
    SLOW_MACHINE,
    Device,
    Json,
    Live,
    Running,
    running,
    stop_refilling,
    wait_for,
)
from spielzug.server.live import lobby as lobby_module
from spielzug.server.live.client import STRIKES
from spielzug.wire.live import TO_LOBBY


@contextmanager
def lobby(device: Device, lang: str = "en", origin: str | None = None) -> Iterator[Live]:
    if not device.cookie:
        device.get("health")
    address = device.url.replace("http", "ws", 1) + f"/api/mine/live?lang={lang}"
    headers = {"Cookie": device.cookie, "Origin": origin or device.url}
    with connect(
        address,
        additional_headers=headers,
        compression=None,
        ping_interval=None,
        open_timeout=SLOW_MACHINE,
        close_timeout=2,
    ) as connection:
        yield Live(connection)


def told(live: Live) -> Json:
    message = live.until(lambda m: m["type"] == "table")
    TO_LOBBY.validate_python(message)
    found: Json = message["table"]
    return found


def test_a_table_is_told_as_the_list_has_it(anna: Device, berta: Device) -> None:
    with lobby(anna) as first, lobby(anna, "de") as second, lobby(berta) as other:
        table = anna.table(ME, FRIEND, RANDOM, first=1)
        assert told(first)["status"] == "waiting"
        assert told(second)["names"] == ["Anna", "Gast 2", "Puffing Billy"]
        berta.join(table["seats"][1]["invitation"], "Berta")
        now = first.until(lambda m: m["type"] == "table" and m["table"]["status"] == "running")
        assert now["table"] == anna.get("mine")["running"][0]
        seen = other.until(lambda m: m["type"] == "table" and m["table"]["status"] == "running")
        assert seen["table"]["your_seats"] == [1]
        turns = [device.get("mine")["running"][0]["your_turn"] for device in (anna, berta)]
        assert [now["table"]["your_turn"], seen["table"]["your_turn"]] == turns
        anna.post(f"tables/{table['id']}/abandon")
        end = other.until(lambda m: m["type"] == "table" and m["table"]["status"] == "over")
        assert end["table"]["reason"] == "abandoned"


def test_strangers_hear_nothing(anna: Device, berta: Device) -> None:
    with lobby(berta) as live:
        theirs = anna.table(ME, RANDOM)
        own = berta.table(ME, FRIEND)
        assert told(live)["id"] == own["id"] != theirs["id"]


def test_a_seat_that_was_given_back_is_gone_from_the_list(anna: Device, berta: Device) -> None:
    table = anna.table(ME, FRIEND, FRIEND)
    with lobby(berta) as live, lobby(anna) as host:
        berta.join(table["seats"][1]["invitation"], "Berta")
        assert told(live)["id"] == table["id"]
        berta.post(f"tables/{table['id']}/leave", {"seat": 1})
        assert live.until(lambda m: m["type"] == "gone")["table"] == table["id"]
        wait = host.until(lambda m: m["type"] == "table" and "Friend 2" in m["table"]["names"])
        assert wait["table"]["status"] == "waiting"
    assert berta.get("mine")["running"] == []


def test_a_busy_table_is_gathered(
    anna: Device, berta: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots at full speed, watched by somebody: a list needs one message in so many seconds."""
    monkeypatch.setattr(lobby_module, "GATHERING", 2.0)  # no entry takes that long
    with lobby(anna) as live:
        begun = time.monotonic()
        table = anna.table(RANDOM, RANDOM, turn_limit=12)
        with berta.live(table["id"]):
            wait_for(lambda: anna.get(f"tables/{table['id']}")["status"] == "over")
            live.until(lambda m: m["type"] == "table" and m["table"]["status"] == "over")
        entries = anna.get(f"tables/{table['id']}")["number"]
        messages = sum(message["type"] == "table" for message in live.heard)
        assert messages <= 3 + (time.monotonic() - begun) / 2
        assert messages < entries


def test_nothing_is_told_that_a_list_does_not_show(anna: Device) -> None:
    table = anna.table(ME, RANDOM, first=1)
    with lobby(anna) as live:
        anna.post(f"tables/{table['id']}/pace", {"pace": 300})
        anna.post(f"tables/{table['id']}/pace", {"pace": 700})
        anna.post(f"tables/{table['id']}/abandon")
        live.until(lambda m: m["type"] == "table" and m["table"]["status"] == "over")
        assert sum(message["type"] == "table" for message in live.heard) <= 2


def test_there_is_nothing_to_say_in_a_lobby(anna: Device) -> None:
    with lobby(anna) as live:
        for _ in range(STRIKES):
            live.send("hello")
        with pytest.raises(ConnectionClosed):
            live.until(lambda _: False)


def test_another_site_cannot_listen(anna: Device) -> None:
    with pytest.raises(InvalidStatus), lobby(anna, origin="http://evil.example"):
        pass


# -- signals -------------------------------------------------------------------------------------


def signal(live: Live, seat: int, what: str = "good_game") -> Json:
    live.send({"type": "signal", "seat": seat, "signal": what, "id": 7})
    return live.until(lambda m: m["type"] in ("heard", "error") and m["id"] == 7)


def test_a_signal_is_told_to_everybody_and_kept_nowhere(
    server: Running, anna: Device, berta: Device
) -> None:
    clara = server.device()
    table = anna.table(ME, FRIEND, first=1)
    berta.join(table["seats"][1]["invitation"], "Berta")
    before = anna.get(f"tables/{table['id']}")
    given = {"type": "signal", "seat": 1, "signal": "well_done"}
    with (
        anna.live(table["id"]) as one,
        berta.live(table["id"]) as two,
        clara.live(table["id"]) as onlooker,
    ):
        assert signal(two, 1, "well_done") == {"type": "heard", "id": 7}
        assert given in two.heard
        assert [live.kind("signal") for live in (one, onlooker)] == [given, given]
        assert signal(two, 0)["code"] == "not_your_seat"
        assert signal(onlooker, 0)["code"] == "not_your_seat"
        assert signal(one, 0, "you fool")["code"] == "bad_request"  # no text of one's own
    after = anna.get(f"tables/{table['id']}")
    assert (after["number"], after["log"]) == (before["number"], before["log"])


def test_who_has_left_gives_no_signals(anna: Device) -> None:
    table = anna.table(ME, RANDOM, first=1)
    anna.post(f"tables/{table['id']}/leave", {"seat": 0})
    with anna.live(table["id"]) as live:
        assert signal(live, 0)["code"] == "seat_left"


def test_signals_are_few(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3", limits=True) as server:
        anna = server.device()
        table = anna.table(ME, RANDOM, first=1)
        with anna.live(table["id"]) as live:
            stop_refilling(server)
            codes = [signal(live, 0).get("code") for _ in range(8)]
    assert codes[:3] == [None] * 3 and codes[-1] == "signals_too_fast"
