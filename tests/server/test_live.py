"""The live connection, with several clients at once."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.helpers import FRIEND, ME, RANDOM, Device, Json, Live, Running, running, wait_for

ON_BOTH = True


def hot_seat(device: Device) -> Json:
    """A table where the device decides for both seats, so that nothing moves by itself."""
    return device.table(ME, {"kind": "local", "name": "Otto"}, first=1)


def next_choice(device: Device, table: str) -> tuple[int, int, str]:
    now = device.get(f"tables/{table}")
    return now["number"], now["seat"], now["choices"][0]["notation"]


def decide_many(device: Device, table: str, count: int) -> None:
    for _ in range(count):
        number, seat, action = next_choice(device, table)
        body = {"number": number, "seat": seat, "action": action}
        device.post(f"tables/{table}/decide", body)


def entries(live: Live, count: int) -> list[Json]:
    return [live.kind("entry") for _ in range(count)]


# -- hearing -------------------------------------------------------------------------------------


def test_entries_acknowledgement_and_hello(anna: Device) -> None:
    table = hot_seat(anna)
    with anna.live(table["id"], lang="de", seat=0) as live:
        assert live.receive() == {"type": "hello", "number": 1, "seat": 0}
        told = live.kind("table")
        assert told["seats"][0]["connected"]
        assert live.decide(1, 0, table["choices"][0]["action"], "first") == {
            "type": "ack",
            "id": "first",
            "number": 1,
            "duplicate": False,
        }
        entry = next(message for message in live.heard if message["type"] == "entry")
        assert (entry["number"], entry["next"], entry["seat"]) == (1, 2, 0)
        assert entry["events"][0]["kind"] == "kept"
        assert "Anna" in entry["sentences"][0]
        assert entry["undo"]
        assert entry["choices"]
        assert entry["view"]["you"] == 0


def test_resume_from_a_number(anna: Device, berta: Device) -> None:
    table = hot_seat(anna)
    decide_many(anna, table["id"], 5)
    with (
        anna.live(table["id"], start=0, seat=0) as all_,
        anna.live(table["id"], start=3, seat=0) as late,
        berta.live(table["id"]) as new,
    ):
        assert all_.receive()["number"] == 6
        told = entries(all_, 6)
        assert [entry["number"] for entry in told] == [0, 1, 2, 3, 4, 5]
        assert told[0]["kind"] == "deal"
        assert all(entry["choices"] == [] for entry in told[:-1])
        assert entries(late, 3) == told[3:]  # byte for byte what the others heard
        decide_many(anna, table["id"], 1)
        assert entries(all_, 1) == entries(late, 1)
        assert new.kind("entry")["number"] == 6  # without a number: only what is new
    with anna.live(table["id"], start=99) as ahead:
        assert ahead.receive()["number"] == 7
        assert [ahead.receive()["type"] for _ in range(2)] == ["facts", "table"]


def test_the_deal_is_heard(anna: Device, berta: Device) -> None:
    table = anna.table(ME, FRIEND, first=1)
    with anna.live(table["id"], start=0) as live:
        assert live.receive()["number"] == 0
        assert live.kind("table")["status"] == "waiting"
        berta.join(table["seats"][1]["invitation"], "Berta")
        facts, deal = live.kind("facts"), live.receive()
        assert facts == {"type": "facts", "facts": anna.get(f"tables/{table['id']}")["facts"]}
        assert (deal["number"], deal["kind"], deal["actor"]) == (0, "deal", 0)
        assert deal["choices"]
        running_ = live.kind("table")
        assert running_["status"] == "running"
        assert running_["seats"][1]["name"] == "Berta"


def test_the_end_brings_outcome_secret_and_rematch(anna: Device) -> None:
    table = hot_seat(anna)
    path = f"tables/{table['id']}"
    with anna.live(table["id"]) as live:
        anna.post(f"{path}/pace", {"pace": 1234})
        assert live.until(lambda m: m.get("pace") == 1234)["secret"] is None
        anna.post(f"{path}/resign", {"seat": 1})
        last = live.kind("entry")
        assert (last["kind"], last["seat"], last["actor"]) == ("outside", -1, -1)
        over = live.kind("table")
        assert over["outcome"]["winners"] == [0]
        assert over["secret"]
        again = anna.post(f"{path}/rematch")["table"]
        assert live.kind("table")["rematch"] == again


def test_presence(anna: Device, berta: Device, server: Running) -> None:
    table = anna.table(ME, FRIEND)
    berta.join(table["seats"][1]["invitation"], "Berta")
    with anna.live(table["id"]) as live:
        first = live.kind("table")
        assert [seat["connected"] for seat in first["seats"]] == [True, False]
        with berta.live(table["id"]), server.device().live(table["id"]) as spectator:
            assert spectator.receive()["seat"] == -1
            live.until(lambda m: m == presence([True, True], 1))
        live.until(lambda m: m == presence([True, False], 0))


def presence(connected: list[bool], spectators: int) -> Json:
    return {"type": "presence", "connected": connected, "spectators": spectators}


def test_leaving_takes_the_choices_along(anna: Device) -> None:
    table = anna.table(ME, {"kind": "local"}, first=1, pace=5000)
    path = f"tables/{table['id']}"
    with anna.live(table["id"], seat=0) as live:
        anna.post(f"{path}/leave", {"seat": 0})
        assert live.kind("view")["choices"] == []
        anna.post(f"{path}/return", {"seat": 0})
        back = live.kind("view")
        assert (back["choices"], back["number"], back["seat"]) == (table["choices"], 1, 0)


def test_ping(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3", ping_seconds=0.05) as server:
        device = server.device()
        with device.live(device.table(ME, FRIEND)["id"]) as live:
            assert live.kind("ping") == {"type": "ping"}


# -- saying --------------------------------------------------------------------------------------


def test_duplicate_late_and_wrong_decisions(anna: Device, berta: Device) -> None:
    table = hot_seat(anna)
    action = table["choices"][0]["notation"]
    with anna.live(table["id"], seat=0) as live, berta.live(table["id"]) as stranger:
        assert live.decide(1, 0, action)["type"] == "ack"
        assert live.decide(1, 0, action)["duplicate"] is True
        assert live.decide(1, 0, "@1")["code"] == "too_late"
        assert live.decide(9, 0, action)["code"] == "too_late"
        assert live.decide(2, 1, action)["code"] == "not_your_turn"
        assert live.decide(2, 0, "+")["code"] == "not_allowed"
        assert live.decide(2, 0, "no")["code"] == "cannot_read"
        assert live.decide(2, 8, "+")["code"] == "no_seat"
        refused = stranger.decide(2, 0, "@1")
        assert (refused["code"], refused["id"]) == ("not_your_seat", "d")
        assert refused["detail"]
        live.send({"type": "decide", "id": 7, "seat": 0})
        assert live.kind("error") == {
            "type": "error",
            "id": 7,
            "code": "bad_request",
            "detail": "The server did not understand this request (field: number, seat, action).",
        }
    assert anna.get(f"tables/{table['id']}")["number"] == 2


def test_half_a_character_is_no_name_and_no_action(anna: Device) -> None:
    table = hot_seat(anna)
    with anna.live(table["id"], seat=0) as live:
        live.send(r'{"type": "why", "id": "\ud800", "action": "\ud800"}')
        assert live.kind("error") == {
            "type": "error",
            "id": None,
            "code": "bad_request",
            "detail": "The server did not understand this request (field: action).",
        }


def test_look_as_another_own_seat(anna: Device, berta: Device) -> None:
    table = hot_seat(anna)
    with anna.live(table["id"], seat=0) as live, berta.live(table["id"]) as stranger:
        live.send({"type": "seat", "seat": 1, "lang": "nl"})
        other = live.kind("view")
        assert (other["seat"], other["choices"], other["view"]["you"]) == (1, [], 1)
        decide_many(anna, table["id"], 1)
        entry = live.kind("entry")
        assert (entry["view"]["you"], entry["choices"]) == (1, [])
        assert entry["sentences"][0].endswith(".")
        live.send({"type": "seat", "seat": -1, "lang": "de"})
        assert live.kind("view")["view"]["you"] == -1
        for seat, expected in ((0, "not_your_seat"), ("a", "bad_request"), (True, "bad_request")):
            stranger.send({"type": "seat", "seat": seat, "lang": "de"})
            assert stranger.kind("error")["code"] == expected


def test_why(anna: Device, berta: Device) -> None:
    table = hot_seat(anna)
    with anna.live(table["id"], seat=0, lang="en") as live, berta.live(table["id"]) as stranger:
        live.send({"type": "why", "id": "w", "action": "+"})
        why = live.kind("why")
        assert why["id"] == "w"
        assert "(G4)" in why["detail"]
        live.send({"type": "why", "id": "w", "action": table["choices"][0]["notation"]})
        assert live.kind("why")["detail"] == ""
        live.send({"type": "why", "id": "w", "action": [1]})
        assert live.kind("error")["code"] == "bad_request"
        live.send({"type": "seat", "seat": 1, "lang": "en"})
        live.send({"type": "why", "id": "w", "action": "+"})
        assert live.kind("error")["code"] == "not_your_turn"
        stranger.send({"type": "why", "id": "w", "action": "+"})
        assert stranger.kind("error")["code"] == "not_at_table"


@pytest.mark.parametrize("text", ["nonsense", "[1]", '{"type": "dance"}', "x" * 5000, "[" * 4000])
def test_ten_bad_messages_and_out(anna: Device, text: str) -> None:
    table = hot_seat(anna)
    with anna.live(table["id"]) as live:
        for _ in range(9):
            live.send(text)
            assert live.kind("error")["code"] in ("unknown_message", "too_large")
        assert live.decide(1, 0, table["choices"][0]["action"])["type"] == "ack"  # still welcome
        live.send(text)
        with pytest.raises(ConnectionClosed) as closed:
            live.until(lambda _: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


@pytest.mark.parametrize(
    ("query", "status"),
    [({"seat": "1"}, 403), ({"seat": "x"}, 422), ({"start": "x"}, 422)],
)
def test_refused_connections(
    anna: Device, berta: Device, query: dict[str, str], status: int
) -> None:
    table = hot_seat(anna)
    with pytest.raises(InvalidStatus) as refused, berta.live(table["id"], **query):
        pass
    assert refused.value.response.status_code == status
    assert json.loads(refused.value.response.body)["detail"]


def test_no_such_table(anna: Device) -> None:
    with pytest.raises(InvalidStatus) as refused, anna.live("nothing"):
        pass
    assert refused.value.response.status_code == 404


# -- slow and dead clients -----------------------------------------------------------------------


@pytest.mark.slow
def test_a_client_that_does_not_read_delays_nobody(tmp_path: Path) -> None:
    """It is sent away when its queue is full; the others never notice, and it can come back."""
    with running(tmp_path / "t.sqlite3", send_buffer=4096, queue_length=8) as server:
        device = server.device()
        table = hot_seat(device)
        with device.live(table["id"], seat=0) as good:
            deaf = _deaf_client(device, table["id"])
            wait_for(lambda: device.get(f"tables/{table['id']}")["spectators"] == 1)
            hub = server.services.hub
            for _ in range(5000):
                number, seat, action = next_choice(device, table["id"])
                if number > 1 and device.get(f"tables/{table['id']}", seat=0)["undo"]:
                    # Forth and back: an endless supply of entries from a single game.
                    device.post(f"tables/{table['id']}/undo", {"number": number, "seat": 0})
                else:
                    body = {"number": number, "seat": seat, "action": action}
                    device.post(f"tables/{table['id']}/decide", body)
                assert good.kind("entry")["number"] == number
                if hub.connections(table["id"]) == 1:  # only the good one is left
                    break
            assert hub.connections(table["id"]) == 1
            deaf.close()


def _deaf_client(device: Device, table: str) -> socket.socket:
    """A spectator that never reads after the handshake, with the smallest buffers."""
    host, port = device.url.removeprefix("http://").split(":")
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    plain.connect((host, int(port)))
    request = (
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {device.url}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    plain.sendall(request.encode())
    return plain


def test_many_clients_hear_the_same(anna: Device, server: Running) -> None:
    """A whole game against a bot: everybody hears every entry once, in order."""
    table = anna.table(ME, RANDOM, turn_limit=25)
    watchers = [server.device() for _ in range(5)]
    heard: list[list[Json]] = []
    with anna.live(table["id"], start=0, seat=0) as player:
        connections = [device.live(table["id"], start=0) for device in watchers]
        lives = [connection.__enter__() for connection in connections]
        over = False
        while not over:
            message = player.receive()
            if message["type"] == "entry" and message["choices"]:
                choice = message["choices"][0]["action"]
                player.send(
                    {
                        "type": "decide",
                        "id": 1,
                        "number": message["next"],
                        "seat": 0,
                        "action": choice,
                    }
                )
            over = message["type"] == "table" and message["status"] == "over"
        for live in lives:
            live.until(lambda m: m["type"] == "table" and m["status"] == "over")
            heard.append([m for m in live.heard if m["type"] == "entry"])
        for connection in connections:
            connection.__exit__(None, None, None)
    own = [m["number"] for m in player.heard if m["type"] == "entry"]
    assert own == list(range(len(own)))
    assert all(entries_ == heard[0] for entries_ in heard)
    assert [entry["number"] for entry in heard[0]] == own
