"""Programs at a table: the protocol over a WebSocket, with the same checks as for people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from bots.programs import transcript
from server.helpers import (
    FRIEND,
    ME,
    RANDOM,
    SLOW_MACHINE,
    Device,
    Json,
    Live,
    Running,
    deal,
    play_out,
    wait_for,
)
from spielzug.bots import protocol
from spielzug.core.events import Event
from spielzug.core.match import LogEntry
from spielzug.core.position import Seen
from spielzug.core.records import read_record
from spielzug.games import get_game
from spielzug.server.live.client import STRIKES
from spielzug.server.live.program import Program
from spielzug.server.tables.server_table import CLOCK, ServerTable
from spielzug.tables.seats import Place
from spielzug.wire.parts import Ping
from spielzug.wire.program import PROTOCOL
from wire_shapes import check_shape


class ProgramConnection(Live):
    """A connection of a program; on a busy machine it may have heard a ping meanwhile."""

    def receive(self, timeout: float = 120) -> Json:
        while (message := super().receive(timeout))["type"] == "ping":
            check_shape(Ping, message)
        return message


@contextmanager
def program(
    device: Device, table: str, ready: bool = True, query: str = "", origin: str | None = None
) -> Iterator[ProgramConnection]:
    """A connection that speaks the protocol; said hello to, and ready unless told otherwise."""
    if not device.cookie:
        device.get("health")
    address = device.url.replace("http", "ws", 1) + f"/api/tables/{table}/bot{query}"
    headers = {"Cookie": device.cookie, "Origin": origin or device.url}
    with connect(
        address,
        additional_headers=headers,
        compression=None,
        ping_interval=None,
        open_timeout=SLOW_MACHINE,
        close_timeout=2,
    ) as connection:
        live = ProgramConnection(connection)
        if ready:
            assert live.receive()["type"] == "hello"
            live.send({"type": "ready", "name": "Sorter"})
        yield live


def sit_down(anna: Device, berta: Device, **options: Any) -> str:
    """Anna opens a table and Berta, who is a program, takes the second seat and begins."""
    table = anna.table(ME, FRIEND, first=2, **options)
    berta.join(table["seats"][1]["invitation"], "Sorter")
    return str(table["id"])


def play(live: Live, number: int, action: int | str) -> None:
    live.send({"type": "play", "number": number, "action": action})


# -- a game --------------------------------------------------------------------------------------


def test_a_program_is_told_what_a_person_at_its_seat_is_told(anna: Device, berta: Device) -> None:
    table = sit_down(anna, berta)
    person = berta.get(f"tables/{table}")
    with berta.live(table, start=0, seat=1) as browser:
        deal = browser.kind("entry")
    with program(berta, table, ready=False) as live:
        hello = live.receive()
        assert hello == {
            "type": "hello", "protocol": 2, "game": "game_of_trains", "rules": 1, "seats": 2,
            "seat": 1, "names": ["Anna", "Sorter"], "lang": "en",
            "options": {"first": "2", "turn_limit": "off", "set": "shipped"},
        }  # fmt: skip
        live.send({"type": "ready", "unknown": "field"})
        facts, entry, asked = live.receive(), live.receive(), live.receive()
    assert facts == {"type": "facts", "facts": person["facts"]}
    same = ("number", "seat", "kind", "notation", "back_to", "sentences", "note", "events")
    assert entry == {"type": "entry", **{name: deal[name] for name in same}}
    assert asked["type"] == "turn"
    assert asked["view"] == person["view"]
    assert asked["number"] == person["number"]
    assert asked["choices"] == person["choices"]
    assert asked["seconds"] is None


def test_a_program_is_called_as_it_calls_itself(anna: Device, berta: Device) -> None:
    table = anna.table(ME, FRIEND, first=1)
    berta.join(table["seats"][1]["invitation"], "Berta's laptop")

    def seat() -> Json:
        found: Json = anna.get(f"tables/{table['id']}")["seats"][1]
        return found

    with program(berta, table["id"], ready=False) as live:
        assert live.receive()["names"] == ["Anna", "Berta's laptop"]
        live.send({"type": "ready", "name": "  Anna\u202e \n"})
        live.kind("entry")
        assert (seat()["name"], seat()["program"]) == ("Anna 2", True)  # cleaned, and not Anna
    with program(berta, table["id"], ready=False) as live:  # once, not in the middle of the game
        live.receive()
        live.send({"type": "ready", "name": "Somebody else"})
        live.kind("entry")
    assert seat()["name"] == "Anna 2"
    anna.post(f"tables/{table['id']}/resign", {"seat": 0})
    record = anna.http.get(f"/api/tables/{table['id']}/record").text
    assert "Berta's laptop" in record and "Anna 2" not in record  # as the start list has it


def test_a_program_that_is_ready_before_the_deal_has_its_name_in_the_record(
    anna: Device, berta: Device
) -> None:
    table = anna.table(ME, FRIEND, FRIEND, first=1)
    berta.join(table["seats"][1]["invitation"], "")
    with program(berta, table["id"]):
        wait_for(lambda: anna.get(f"tables/{table['id']}")["seats"][1]["name"] == "Sorter")
    anna.fill(table["id"], 2)
    anna.post(f"tables/{table['id']}/abandon")
    assert '"Sorter"' in anna.http.get(f"/api/tables/{table['id']}/record").text


def test_the_language_is_the_one_asked_for(anna: Device, berta: Device) -> None:
    table = sit_down(anna, berta)
    with program(berta, table, ready=False, query="?seat=1&lang=de") as live:
        assert live.receive()["lang"] == "de"
        live.send({"type": "ready"})
        assert "behalten" in live.kind("turn")["choices"][0]["label"]
        live.send("{")
        assert live.kind("error")["detail"].startswith("Das ist keine Nachricht")


def test_a_program_of_an_older_protocol_is_told_so(anna: Device, berta: Device) -> None:
    table = sit_down(anna, berta)
    with program(berta, table, ready=False) as live:
        assert live.receive()["protocol"] == PROTOCOL
        live.send({"type": "ready", "protocol": 1})
        refused = live.kind("error")
        assert refused["code"] == "other_protocol"
        assert refused["detail"] == f"The program uses protocol 1; this table uses {PROTOCOL}."
        live.send({"type": "ready", "protocol": PROTOCOL})
        assert live.receive()["type"] == "facts"


def test_what_never_changes_comes_before_the_deal_and_again_after_a_break(
    anna: Device, berta: Device
) -> None:
    table = anna.table(ME, FRIEND, FRIEND)
    berta.join(table["seats"][1]["invitation"], "Sorter")
    with program(berta, table["id"]) as live:
        anna.fill(table["id"], 2)
        told = [live.receive(), live.receive(), live.receive()]
    assert [message["type"] for message in told] == ["start", "facts", "entry"]
    with program(berta, table["id"], ready=False) as again:
        again.send({"type": "ready", "since": 1})
        assert [again.receive()["type"], again.receive()] == ["hello", told[1]]


def test_two_programs_play_a_whole_game(anna: Device, berta: Device, server: Running) -> None:
    host = server.device()
    table = host.table(FRIEND, FRIEND, turn_limit=30)
    for number, device in enumerate((anna, berta)):
        device.join(table["seats"][number]["invitation"], f"Bot {number}")
    with program(anna, table["id"]) as first, program(berta, table["id"]) as second:
        lives, over = (first, second), False
        number = 0
        while not over:
            for live in lives:
                event = live.kind("entry")
                assert event["number"] == number
            number += 1
            now = host.get(f"tables/{table['id']}")
            over = now["status"] == "over"
            if not over:
                live = lives[now["actor"]]
                asked = live.kind("turn")
                assert asked["view"]["you"] == now["actor"]
                play(
                    live,
                    asked["number"],
                    asked["choices"][number % len(asked["choices"])]["action"],
                )
        ends = [live.kind("over") for live in lives]
        assert ends[0] == ends[1]
        assert ends[0]["reason"] in ("completed", "turn_limit")
        assert sum(ends[0]["shares"]) == pytest.approx(1)
    record = host.http.get(f"/api/tables/{table['id']}/record").text
    assert len(read_record(record, get_game).log) == number
    with program(anna, table["id"]) as late:  # whoever comes after the end is told the same
        assert late.kind("over") == ends[0]


def test_a_program_against_a_bot_of_the_house(anna: Device, berta: Device) -> None:
    table = anna.table(FRIEND, RANDOM, turn_limit=20)
    berta.join(table["seats"][0]["invitation"], "Sorter")
    with program(berta, table["id"]) as live:
        while (message := live.receive())["type"] != "over":
            if message["type"] == "turn":
                play(live, message["number"], message["choices"][-1]["action"])
        told = [message["number"] for message in live.heard if message["type"] == "entry"]
        assert told == list(range(len(told)))


# -- being wrong ---------------------------------------------------------------------------------


def test_an_illegal_action_is_refused_with_the_rule_and_asked_again(
    anna: Device, berta: Device
) -> None:
    table = sit_down(anna, berta)
    with program(berta, table) as live:
        asked = live.kind("turn")
        play(live, asked["number"], "+")
        refused = live.receive()
        assert (refused["type"], refused["code"]) == ("error", "not_allowed")
        assert "(G4)" in refused["detail"]
        assert "choices" in refused["way_out"]
        assert live.receive() == asked
        play(live, asked["number"], "what?")
        assert live.receive()["code"] == "cannot_read"
        assert live.receive() == asked
        play(live, asked["number"], asked["choices"][0]["action"])
        assert live.receive()["number"] == asked["number"]  # nothing was lost: this is the event


def test_a_late_answer_changes_nothing_and_asks_nothing(anna: Device, berta: Device) -> None:
    table = sit_down(anna, berta)
    with program(berta, table) as live:
        asked = live.kind("turn")
        play(live, asked["number"] + 5, asked["choices"][0]["action"])
        assert live.receive()["code"] == "too_late"
        play(live, asked["number"], asked["choices"][0]["action"])
        event, second = live.receive(), live.receive()
        assert (event["type"], second["type"]) == ("entry", "turn")
        play(live, asked["number"], asked["choices"][0]["action"])  # sent twice, it counts once
        play(live, asked["number"], "k2" if asked["choices"][0]["notation"] == "k1" else "k1")
        assert live.receive()["code"] == "too_late"
        play(live, second["number"], second["choices"][0]["action"])
        assert live.receive()["number"] == second["number"]
    assert anna.get(f"tables/{table}")["number"] == second["number"] + 1


def test_nothing_is_played_out_of_turn(anna: Device, berta: Device) -> None:
    table = anna.table(ME, FRIEND, first=1)
    berta.join(table["seats"][1]["invitation"], "Sorter")
    with program(berta, table["id"]) as live:
        live.kind("entry")
        play(live, 1, "k1")
        assert live.receive()["code"] == "not_your_turn"
        assert anna.get(f"tables/{table['id']}")["number"] == 1


@pytest.mark.parametrize(
    "garbage", ["", "thinking …", "[]", "{}", '{"type":"play"}', '{"type":"play","number":"1"}',
                '{"type":"dance"}', "[" * 3000, '{"type":"play","number":1,"action":[7]}',
                "\x00"],
)  # fmt: skip
def test_garbage_is_answered_and_asks_nothing(anna: Device, berta: Device, garbage: str) -> None:
    table = sit_down(anna, berta)
    with program(berta, table) as live:
        asked = live.kind("turn")
        live.send(garbage)
        assert live.receive()["code"] == "unknown_message"
        play(live, asked["number"], asked["choices"][0]["action"])
        assert live.receive()["type"] == "entry"


def test_ready_comes_first_and_once(anna: Device, berta: Device) -> None:
    table = sit_down(anna, berta)
    with program(berta, table, ready=False) as live:
        assert live.receive()["type"] == "hello"
        play(live, 1, "k1")
        assert live.receive()["code"] == "not_ready"
        live.send({"type": "ready", "since": 1})
        assert [live.receive()["type"] for _ in range(2)] == ["facts", "turn"]
        live.send({"type": "ready"})
        assert live.receive()["code"] == "already_ready"


def test_too_large_a_message(anna: Device, berta: Device) -> None:
    table = sit_down(anna, berta)
    with program(berta, table) as live:
        live.send({"type": "play", "number": 1, "action": "x" * 5000})
        refused = live.kind("error")
        assert (refused["code"], refused["way_out"]) == ("too_large", "Wait for the next message.")


def test_who_only_talks_nonsense_is_sent_away_and_may_come_back(
    anna: Device, berta: Device
) -> None:
    table = sit_down(anna, berta)
    with program(berta, table) as live:
        asked = live.kind("turn")
        for _ in range(STRIKES):
            live.send("nonsense")
        last = live.until(lambda message: message.get("code") == "too_many_errors")
        assert str(STRIKES) in last["detail"]
        with pytest.raises(ConnectionClosed) as closed:
            live.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
    with program(berta, table) as again:
        assert again.kind("turn") == asked


def test_a_program_that_is_too_fast_is_listened_to_later(
    anna: Device, berta: Device, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit_down(anna, berta)
    refusals = iter([False, False, False])

    def allow(what: str, *_: object) -> bool:
        return what != "play" or next(refusals, True)

    monkeypatch.setattr(server.services.hub.limits, "allow", allow)
    with program(berta, table) as live:
        assert live.kind("turn")
    assert next(refusals, None) is None


# -- coming and going ----------------------------------------------------------------------------


def test_a_program_goes_on_where_it_was(anna: Device, berta: Device) -> None:
    table = sit_down(anna, berta)
    with program(berta, table) as live:
        asked = live.kind("turn")
        play(live, asked["number"], asked["choices"][0]["action"])
        second = live.kind("turn")
        events = [message for message in live.heard if message["type"] == "entry"]
    with program(berta, table) as again:  # from the beginning
        assert again.kind("turn") == second
        assert [m for m in again.heard if m["type"] == "entry"] == events
    with program(berta, table, ready=False) as again:  # from a number
        assert again.receive()["type"] == "hello"
        again.send({"type": "ready", "since": second["number"]})
        assert again.receive()["type"] == "facts"
        assert again.receive() == second
        play(again, second["number"], second["choices"][0]["action"])
        assert again.receive()["number"] == second["number"]


def test_a_program_may_wait_for_the_deal_and_give_up(anna: Device, berta: Device) -> None:
    table = anna.table(ME, FRIEND)
    berta.attend(berta.join(table["seats"][1]["invitation"], "Sorter", reveal=False))
    with program(berta, table["id"]) as live:
        play(live, 0, "k1")
        assert live.receive()["code"] == "not_started"
        anna.attend(anna.get(f"tables/{table['id']}"))
        assert live.receive()["type"] == "facts"
        assert live.receive()["kind"] == "deal"
        live.send({"type": "resign"})
        over = live.kind("over")
        assert (over["shares"], over["winners"], over["reason"]) == ([1.0, 0.0], [0], "resigned")


def test_a_table_called_off_before_the_deal_is_over(anna: Device, berta: Device) -> None:
    table = anna.table(ME, FRIEND, FRIEND)
    berta.join(table["seats"][1]["invitation"], "Sorter")
    with program(berta, table["id"]) as live:
        wait_for(lambda: anna.get(f"tables/{table['id']}")["seats"][1]["program"])
        anna.post(f"tables/{table['id']}/abandon")
        assert live.receive()["reason"] == "abandoned"


def test_in_a_game_of_three_nobody_resigns(anna: Device, berta: Device) -> None:
    table = anna.table(ME, FRIEND, RANDOM, first=1)
    berta.join(table["seats"][1]["invitation"], "Sorter")
    with program(berta, table["id"]) as live:
        live.kind("entry")
        live.send({"type": "resign"})
        assert live.kind("error")["code"] == "cannot_resign"


def test_a_bot_plays_while_the_program_has_left(anna: Device, berta: Device) -> None:
    table = sit_down(anna, berta)
    with program(berta, table) as live:
        asked = live.kind("turn")
        anna.post(f"tables/{table}/pace", {"pace": 5000})
        berta.post(f"tables/{table}/leave", {"seat": 1})
        play(live, asked["number"], asked["choices"][0]["action"])
        assert live.receive()["code"] == "seat_left"
        berta.post(f"tables/{table}/return", {"seat": 1})
        assert live.receive() == asked


# -- who may ------------------------------------------------------------------------------------


def refusal(device: Device, table: str, **how: Any) -> tuple[int, str]:
    with pytest.raises(InvalidStatus) as refused, program(device, table, **how):
        pass
    answer = refused.value.response
    return answer.status_code, json.loads(answer.body or b"")["code"]


def test_spectators_and_strangers_play_nothing(
    anna: Device, berta: Device, server: Running
) -> None:
    table = sit_down(anna, berta)
    assert refusal(server.device(), table) == (403, "not_at_table")
    assert refusal(berta, table, query="?seat=0") == (403, "not_your_seat")
    assert refusal(berta, table, query="?seat=-1") == (403, "not_your_seat")
    assert refusal(berta, table, query="?seat=x") == (422, "bad_request")
    assert refusal(berta, "nothing") == (404, "no_table")
    assert refusal(berta, table, origin="http://evil.example") == (403, "wrong_origin")


def test_a_command_never_comes_from_the_network(
    anna: Device, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bot = "program:touch done"
    wanted = {"game": "game_of_trains", "seats": [ME, {"kind": "bot", "bot": bot}]}
    assert anna.post("tables", wanted, 422)["code"] == "no_bot"
    table = anna.table(ME, FRIEND)
    body = {"seat": 1, "bot": bot}
    assert anna.post(f"tables/{table['id']}/fill", body, 422)["code"] == "no_bot"
    assert not (tmp_path / "done").exists()


def test_a_seat_given_back_is_no_longer_the_programs(
    anna: Device, berta: Device, server: Running
) -> None:
    table = anna.table(ME, FRIEND, FRIEND)
    token = table["seats"][1]["invitation"]
    berta.join(token, "Sorter")
    with program(berta, table["id"]) as live:
        wait_for(lambda: anna.get(f"tables/{table['id']}")["seats"][1]["program"])
        berta.post(f"tables/{table['id']}/leave", {"seat": 1})
        assert live.receive()["code"] == "not_your_seat"
        with pytest.raises(ConnectionClosed):
            live.receive()
    assert not anna.get(f"tables/{table['id']}")["seats"][1]["program"]
    server.device().join(token, "Clara")


def test_the_seat_is_shown_as_a_programs_and_is_free_again_in_the_next_game(
    anna: Device, berta: Device
) -> None:
    table = sit_down(anna, berta)
    assert not anna.get(f"tables/{table}")["seats"][1]["program"]
    with program(berta, table) as live:
        live.kind("turn")
        seat = anna.get(f"tables/{table}")["seats"][1]
        assert (seat["program"], seat["connected"], seat["player"]) == (True, True, "human")
        live.send({"type": "resign"})
        live.kind("over")
    seats = anna.get(f"tables/{anna.post(f'tables/{table}/rematch')['table']}")["seats"]
    assert seats[1]["empty"]
    assert seats[1]["invitation"]
    assert not seats[1]["program"]


# -- secrecy -------------------------------------------------------------------------------------


class RecordingProgram(Program):
    """A program without a connection that records what it would be sent."""

    def __init__(self, seat: int) -> None:
        super().__init__(None, None, "", "", "", "en")  # type: ignore[arg-type]
        self.seat = seat

    def texts(self, table: ServerTable) -> list[str]:
        told = [text for n in range(table.number) for text in self._entry(table, n)]
        return told + self._turn(table)


def other_world(table: ServerTable, seat: int) -> ServerTable:
    """The same table, with everything changed that the seat may not know."""
    match, game = table.played(), table.game
    made = ServerTable(game, table.options, table.places, table.creator, 0, table.id, clock=CLOCK)
    made.start.seal(made.about)
    made.set_up_match()
    made.status = table.status
    made.played().log[:] = [
        LogEntry(
            e.number, e.kind, e.seat, e.action, tuple(changed(v, seat) for v in e.events), e.lucky
        )
        for e in match.log
    ]
    for number, position in enumerate(table.positions):
        made.positions.append(position.seen(seat).guess(1000 + number))
    made.played()._line = list(enumerate(made.positions))
    return made


def changed(event: Event, seat: int) -> Event:
    return event if event.seen >> seat & 1 else event._replace(a=event.a + 1, b=event.b + 1)


def dealt_table() -> ServerTable:
    game = get_game("game_of_trains").ready()
    places = [Place("me", "Anna", device="a"), Place("friend", "Sorter", device="b")]
    table = ServerTable(game, game.options(first=2), places, "a", 0, clock=CLOCK)
    deal(table)
    return table


def test_no_byte_depends_on_what_the_seat_may_not_know() -> None:
    """Two worlds that differ only in what is hidden from seat 1."""
    table = dealt_table()
    while table.number < 40 and table.actor >= 0:
        actor = table.actor
        legal = table.played().legal
        table.follow(table.played().play(legal[table.number % len(legal)]))
        other = other_world(table, 1)
        assert RecordingProgram(1).texts(table) == RecordingProgram(1).texts(other)
        if actor == 0:
            assert RecordingProgram(0).texts(table) != RecordingProgram(0).texts(
                other
            )  # the worlds do differ


def test_a_leak_would_be_found() -> None:
    table = dealt_table()
    other = other_world(table, 1)
    for world in (table, other):  # as if `hide` did nothing
        last = table.number - 1
        position, names = world.positions[last], world.played().names
        bare = Seen(position.game, position.options, position.facts, position.state, 1, names)
        world._seen[last, 1] = bare
    assert RecordingProgram(1).texts(table) != RecordingProgram(1).texts(other)


# -- the documentation ---------------------------------------------------------------------------


def test_the_conversation_in_the_documentation_is_a_real_one(anna: Device, berta: Device) -> None:
    """What the program says there is said here, and the answers have the same shape."""
    opened = anna.table(ME, FRIEND, first=2)
    berta.join(opened["seats"][1]["invitation"], "Sorter", reveal=False)
    told = [message for who, message in transcript() if who == "server"]
    with program(berta, opened["id"], ready=False) as live:
        for who, message in transcript():
            if who == "program":
                live.send(message)
            elif message["type"] != "ping":
                assert shape(live.receive()) == shape(message)
            if message["type"] == "start":
                anna.all_attend(opened["id"])
    kinds = protocol.schema()["to_program"]["discriminator"]["mapping"]
    assert {message["type"] for message in told} == set(kinds)


def shape(message: Json) -> Json:
    """The keys, and the values that do not depend on luck; a view and lists may be shortened."""
    known = {"type", "number", "seat", "kind", "code", "shares", "reason"} & set(message)
    made: Json = {name: message[name] for name in known}
    for name in {"choices", "events"} & set(message):
        made[name] = sorted(message[name][0])
    return {**made, "keys": sorted(message)}


def test_a_browser_and_a_program_may_share_a_seat(anna: Device) -> None:
    """A device may use the protocol for its own seat, and go on in the browser."""
    table = anna.table(ME, RANDOM, turn_limit=5, first=1)
    with program(anna, table["id"]) as live:
        asked = live.kind("turn")
        play(live, asked["number"], asked["choices"][0]["action"])
        live.kind("turn")
    assert not anna.get(f"tables/{table['id']}")["seats"][0]["program"]
    assert play_out(anna, table)["status"] == "over"
