"""Practice from a position: from a finished game, or from a position as text."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from server.helpers import GAME, ME, RANDOM, Device, Json, play_out, running, wait_for
from spielzug.core.match import Beginning
from spielzug.core.position import Position
from spielzug.core.records import read_record, record_checksum
from spielzug.games import all_games, get_game
from spielzug.tables.errors import TableError
from spielzug.tables.start import StartPosition, begin, parse_position

DWARVES, OLDER = "zwergenzugfahrt", "zugraub"  # one to undo in, one with rules 2
SHORT: Json = {"turn_limit": 12, "first": 1}


@pytest.fixture(scope="module")
def finished(server: Any) -> tuple[Device, Json]:
    """A game that is over, and who played it."""
    device: Device = server.device()
    return device, play_out(device, device.table(ME, RANDOM, RANDOM, **SHORT))


def wanted(table: Json | None = None, seat: int = 0, **start: Any) -> Json:
    seats = [RANDOM, RANDOM, RANDOM]
    seats[seat] = ME
    if table is not None:
        start["table"] = table["id"]
    return {"game": GAME, "seats": seats, "pace": 0, "from": start}


def refused(device: Device, body: Json, status: int) -> str:
    return str(device.post("tables", body, status)["code"])


def position_of(device: Device, table: Json, entry: int) -> Json:
    text = device.get(f"tables/{table['id']}/position", entry=entry)
    return dict(json.loads(text)["position"])


def begun_position(record: str) -> Json:
    [line] = [line for line in record.split("\n") if line.startswith("Position: ")]
    return dict(json.loads(line.removeprefix("Position: ")))


@pytest.mark.slow
def test_a_game_goes_on_from_a_finished_one_with_the_cards_as_they_were(
    finished: tuple[Device, Json], berta: Device
) -> None:
    device, source = finished
    made = berta.post("tables", wanted(source, seat=1, entry=9), 201)
    assert made["status"] == "running"
    assert made["practice"]
    assert made["origin"] == {"table": source["id"], "entry": 9, "hidden": "as_was"}
    assert (made["hash_needed"], made["start"]["text"]) == (False, None)
    first = made["log"][0]
    assert (first["kind"], first["number"]) == ("from", 0)
    assert first["sentences"] == [
        "Practice: this game starts after step 9 of another game. "
        "Everything hidden is the same as in that position."
    ]
    over = play_out(berta, made)
    assert over["start"]["text"] is not None
    record = berta.get(f"tables/{made['id']}/record")
    check = record_checksum(device.get(f"tables/{source['id']}/record"))
    match = read_record(record, get_game)
    assert match.origin == f"entry 9 of {check}"
    assert begun_position(record) == position_of(device, source, 9)
    proof = berta.get(f"tables/{made['id']}/proof")
    assert proof["word"]["ok"]
    assert not proof["dealt"]
    assert proof["nonces"] == []
    assert "practice" in proof["word"]["steps"][0]["text"]
    replay = berta.get(f"tables/{made['id']}/replay")
    assert replay["total"] == over["number"]
    assert replay["steps"][0]["kind"] == "from"


def test_nothing_of_a_practice_game_is_told_before_its_end(
    finished: tuple[Device, Json], anna: Device, berta: Device
) -> None:
    _, source = finished
    made = anna.post("tables", wanted(source, entry=5), 201)
    path = f"tables/{made['id']}"
    for device in (anna, berta):
        assert device.get(path)["start"]["text"] is None
        assert device.get(f"{path}/proof")["start"] is None
        for what in ("record", "replay"):
            assert device.get(f"{path}/{what}", 409)["code"] == "still_running"
        assert device.get(f"{path}/position", 409, entry=0)["code"] == "still_running"
        assert refused(device, wanted(made, entry=0), 409) == "still_running"


@pytest.mark.parametrize("name", ["game_of_trains", "trains", "zugraub"])
def test_what_is_dealt_anew_tells_nothing_of_what_was_hidden(name: str) -> None:
    """Two games that differ only in what the seat cannot know begin alike, byte for byte."""
    position, _ = get_game(name).ready().deal(3, 7)
    for turn in range(200):
        if position.actor == 0 and turn >= 40:
            break
        position.step(position.legal[turn % len(position.legal)])
    others = [position.seen(0).guess(key) for key in range(20)]
    for one in others:
        one.state["rng"] = 0
    assert len({one.bytes for one in others}) > 1  # they do differ
    dealt = [begin(one, "position", 0, "anew", 99).position.bytes for one in (position, *others)]
    assert len(set(dealt)) == 1
    again = {begin(position, "position", 0, "anew", key).position.bytes for key in range(20)}
    assert len(again) > 1  # and it is dealt, not always the same
    assert begin(position, "position", 0, "as_was", 99) == Beginning(position)


def test_dealt_anew_fits_what_the_seat_knew_and_says_so(
    finished: tuple[Device, Json], berta: Device
) -> None:
    device, source = finished
    made = berta.post("tables", wanted(source, seat=0, entry=6, hidden="anew"), 201)
    told = device.get(f"tables/{source['id']}/replay", seat=0)
    assert made["log"][0]["sentences"][0].endswith("Everything hidden was dealt again.")
    berta.post(f"tables/{made['id']}/abandon")
    record = berta.get(f"tables/{made['id']}/record")
    assert read_record(record, get_game).origin.endswith(" as seat 1 knew it")  # type: ignore[union-attr]
    assert (
        device.get(f"tables/{made['id']}/replay", seat=0)["steps"][0]["view"]
        == (told["steps"][6]["view"])
    )


def test_a_position_as_text_can_be_looked_at_and_played_from(
    finished: tuple[Device, Json], berta: Device
) -> None:
    device, source = finished
    text = device.get(f"tables/{source['id']}/position", entry=7)
    found = berta.post("position", {"position": text})
    assert (found["game"], found["seats"]) == (GAME, 3)
    made = berta.post("tables", wanted(position=text), 201)
    assert made["origin"] == {"table": None, "entry": None, "hidden": "as_was"}
    assert made["log"][0]["sentences"][0].startswith("Practice: this game starts from")
    berta.post(f"tables/{made['id']}/abandon")
    match = read_record(berta.get(f"tables/{made['id']}/record"), get_game)
    assert match.origin == "position"
    assert match.position_after(0).save() == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "7",
        '"a"',
        "[" * 11_000,
        '{"game": "chess"}',
        '{"game": ["game_of_trains"]}',
        '{"game": "game_of_trains", "rules": 1, "position": {}}',
        '{"game": "game_of_trains", "rules": 99, "position": {}}',
        '{"game": "game_of_trains", "rules": 1, "options": "set=99", "position": {}}',
        '{"game": "game_of_trains", "rules": 1, "position": {"__class__": 1}}',
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(anna: Device, text: str) -> None:
    told = anna.post("position", {"position": text}, 422)
    assert told["code"] == "no_position"
    assert "(" in told["detail"]


def test_an_impossible_position_is_refused() -> None:
    game = get_game(GAME).ready()
    whole = json.loads(game.deal(3, 7)[0].save())
    for name, value in {"seats": 9, "turn": 99, "round": -1}.items():
        if name in whole["position"]:
            spoilt = {**whole, "position": {**whole["position"], name: value}}
            with pytest.raises(TableError) as found:
                parse_position(json.dumps(spoilt), get_game)
            assert found.value.code == "no_position"


def test_what_cannot_begin_is_refused(finished: tuple[Device, Json], anna: Device) -> None:
    _, source = finished
    last = source["number"] - 1
    assert refused(anna, wanted(source, entry=last), 409) == "over_there"
    assert refused(anna, wanted(source, entry=last + 1), 404) == "no_entry"
    assert refused(anna, {**wanted(source, entry=3), "options": {"first": 1}}, 422) in (
        "start_brings",
        "bad_option",
    )
    assert refused(anna, {**wanted(source, entry=3), "game": "trains"}, 422) == "start_brings"
    two = {**wanted(source, entry=3), "seats": [ME, RANDOM]}
    assert refused(anna, two, 422) == "start_brings"
    several = {**wanted(source, entry=3), "seats": [ME, {"kind": "friend"}, RANDOM]}
    assert refused(anna, several, 422) == "practice_alone"
    assert refused(anna, wanted({"id": "nowhere"}, entry=3), 404) == "no_table"
    assert refused(anna, wanted(source, entry=3, hidden="shown"), 422) == "bad_request"
    assert refused(anna, wanted(source, entry=3, position="{}"), 422) == "bad_request"


def test_it_goes_on_from_what_was_taken_back_as_well(server: Any) -> None:
    """Each step of the log is a position, also one that does not count any more."""
    anna: Device = server.device()
    seats = [ME, RANDOM]
    table = anna.open({"game": DWARVES, "seats": seats, "pace": 0, "options": {"turns": 6}})
    path = f"tables/{table['id']}"
    now = own_turn(anna, path)
    taken_back = now["number"]
    decide(anna, path, now)
    now = own_turn(anna, path)
    anna.post(f"{path}/undo", {"number": now["number"], "seat": now["seat"]})
    over = play_out(anna, anna.get(path))
    steps = anna.get(f"{path}/replay")["steps"]
    [undo] = [step["number"] for step in steps if step["kind"] == "undo"]
    for entry in (taken_back, undo, undo + 1):
        start = {"table": over["id"], "entry": entry}
        body = {"game": DWARVES, "seats": seats, "pace": 0, "from": start}
        made = anna.post("tables", body, 201)
        anna.post(f"tables/{made['id']}/abandon")
        record = anna.get(f"tables/{made['id']}/record")
        assert begun_position(record) == position_of(anna, over, entry)
        assert made["origin"]["entry"] == entry
    assert position_of(anna, over, undo) == position_of(anna, over, taken_back - 1)
    assert position_of(anna, over, taken_back) != position_of(anna, over, undo)


def own_turn(device: Device, path: str) -> Json:
    found: Json = wait_for(lambda: (now := device.get(path))["choices"] and now)
    return found


def decide(device: Device, path: str, now: Json) -> None:
    action = now["choices"][0]["action"]
    device.post(f"{path}/decide", {"number": now["number"], "seat": now["seat"], "action": action})


def test_a_position_of_rules_from_before_the_release_is_refused(anna: Device) -> None:
    position = get_game(OLDER).ready().start(3)
    text = position.save().replace('"rules": 2', '"rules": 1')
    told = anna.post("tables", {**wanted(position=text), "game": OLDER}, 422)
    assert "played by rules version 1, from before the first release" in told["detail"]
    assert "open it with the Spielzug that wrote it" in told["detail"]


# -- positions that somebody has made up ---------------------------------------------------------


def numbers_in(told: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all numbers of a position as text."""
    if isinstance(told, dict):
        return [way for name in told for way in numbers_in(told[name], (*path, name))]
    if isinstance(told, list):
        return [way for at, one in enumerate(told) for way in numbers_in(one, (*path, at))]
    return [path]


def changed(text: str, luck: random.Random) -> str:
    """The same with one to three numbers changed, swapped, or turned into something else."""
    whole = json.loads(text)
    ways = numbers_in(whole["position"])
    for _ in range(luck.randint(1, 3)):
        way, other = luck.choice(ways), luck.choice(ways)
        holder, from_ = whole["position"], whole["position"]
        try:
            for step in way[:-1]:
                holder = holder[step]
            for step in other:
                from_ = from_[step]
            old = holder[way[-1]]
        except (KeyError, IndexError, TypeError):  # an earlier change took it away
            continue
        near = old + luck.choice((-1, 1)) if isinstance(old, int) else 0
        odd: Any = luck.choice((-1, 0, 2**15, 2**63, 2**64, 1.5, None, "1", [], {}, True))
        holder[way[-1]] = luck.choice((near, near, from_, from_, odd))
    return json.dumps(whole)


def read(text: str) -> Position | None:
    """What it is; None where it is refused as it shall be."""
    try:
        return parse_position(text, get_game)
    except TableError as problem:
        if problem.code != "no_position":
            raise
        return None


@pytest.mark.parametrize("name", [game.name for game in all_games()])
def test_a_made_up_position_is_refused_or_can_be_played(name: str) -> None:
    """Never anything else: what passes is dealt anew, decided in, and shown without trouble."""
    game = get_game(name).ready()
    luck = random.Random(3)
    position, _ = game.deal(game.seats[0], np.uint64(7))
    passed = refused_ = 0
    for number in range(240):
        if number % 12 == 0:
            for _ in range(7):
                if not position.over:
                    position.step(luck.choice(position.legal))
        found = read(changed(position.save(), luck))
        if found is None:
            refused_ += 1
            continue
        passed += 1
        if found.over:
            continue
        for hidden in ("as_was", "anew"):
            world = begin(found.copy(), "position", found.actor, hidden, number).position
            world.state["rng"] = np.uint64(number)
            for _ in range(5):
                if world.over:
                    break
                seen = world.seen(world.actor)
                assert all(seen.label(action, "en") for action in seen.legal)
                assert seen.view
                world.step(luck.choice(world.legal))
    assert refused_ > 100
    assert passed > 0  # the rng, for one, may be anything


def test_a_number_without_room_is_refused_when_it_comes_from_plain_rules() -> None:
    game = get_game(GAME).ready()
    begun = StartPosition(
        begin(game.deal(3, np.uint64(7))[0], "position", 0, "as_was", 1), "as_was"
    )
    told = json.loads(begun.to_text())
    assert StartPosition.from_text(json.dumps(told), game).position.seats == 3
    told["position"]["turns"] = -1
    with pytest.raises(TableError, match="no_position"):
        StartPosition.from_text(json.dumps(told), game)


def test_made_up_positions_never_break_the_server(anna: Device) -> None:
    game = get_game(GAME).ready()
    text = game.deal(3, np.uint64(7))[0].save()
    luck = random.Random(5)
    for _ in range(40):
        body: Json = {"position": changed(text, luck)}
        looked = anna.http.post("/api/position", json=body)
        assert looked.status_code in (200, 422), looked.text
        opened = anna.http.post("/api/tables", json=wanted(**body))
        # Plain rules have room for numbers that compiled ones then refuse.
        assert opened.status_code in ((201, 422) if looked.status_code == 200 else (422,))
        if opened.status_code == 201:
            anna.post(f"tables/{opened.json()['id']}/abandon")


def test_it_is_practice_in_every_list_and_can_be_tried_again(
    finished: tuple[Device, Json], berta: Device
) -> None:
    _, source = finished
    made = berta.post("tables", wanted(source, entry=5), 201)
    [told] = berta.get("mine")["running"]
    assert told["practice"]
    with berta.live(made["id"]) as live:
        assert live.kind("table")["practice"]
    berta.post(f"tables/{made['id']}/abandon")
    again = berta.post(f"tables/{made['id']}/rematch", {})
    table = berta.get(f"tables/{again['table']}")
    assert (table["status"], table["origin"]) == ("running", made["origin"])
    assert table["commitment"] != made["commitment"]


@pytest.mark.slow
def test_it_goes_on_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite3"
    with running(path) as server:
        device = server.device()
        source = play_out(device, device.table(ME, RANDOM, RANDOM, **SHORT))
        cookie = device.cookie
    with running(path) as server:
        device = server.device(Cookie=cookie)
        made = device.post("tables", wanted(source, entry=4, hidden="anew"), 201)
        now = wait_for(lambda: (found := device.get(f"tables/{made['id']}"))["choices"] and found)
    with running(path) as server:
        device = server.device(Cookie=cookie)
        after = device.get(f"tables/{made['id']}")
        assert (after["view"], after["choices"]) == (now["view"], now["choices"])
        assert after["origin"] == made["origin"]
        play_out(device, after)
        assert device.get(f"tables/{made['id']}/proof")["word"]["ok"]
