"""Undo against bots and in practice, and the stored note of who allowed luck to be taken back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal

import pytest

from server.helpers import FRIEND, ME, RANDOM, Device, Json, deal, play_out, running, wait_for
from spielzug.core.match import AGREED, PRACTICE, UNDO
from spielzug.core.records import write_record
from spielzug.games import get_game
from spielzug.server.tables.server_table import CLOCK, ServerTable, load_table
from spielzug.tables.errors import TableError
from spielzug.tables.row_types import StoredTable
from spielzug.tables.rows import seat_rows, table_row
from spielzug.tables.seats import Place
from spielzug.tables.table import OVER
from toys.toy import SOUND_TOY

ON_BOTH = True

DWARVES = "zwergenzugfahrt"


def code(problem: Any) -> str:
    return str(problem["code"])


def own_turn(device: Device, path: str) -> Json:
    now: Json = wait_for(lambda: (found := device.get(path))["choices"] and found)
    return now


def decide(device: Device, path: str, now: Json, at: int = 0) -> Json:
    """Decide, and wait until it is the own turn again."""
    body = {"number": now["number"], "seat": now["seat"], "action": now["choices"][at]["action"]}
    device.post(f"{path}/decide", body)
    return own_turn(device, path)


def undo(device: Device, path: str, now: Json, status: int = 200) -> Any:
    return device.post(f"{path}/undo", {"number": now["number"], "seat": now["seat"]}, status)


def test_beside_bots_their_answers_are_taken_back_too(anna: Device) -> None:
    table = anna.open({"game": DWARVES, "seats": [ME, RANDOM], "pace": 0, "options": {"first": 1}})
    path = f"tables/{table['id']}"
    before = own_turn(anna, path)
    assert not before["undo"]
    after = before
    while after["log"][-1]["seat"] != 1:  # a turn of dwarves has several decisions
        before, after = after, decide(anna, path, after)
    assert after["undo"]
    undo(anna, path, after)
    back = own_turn(anna, path)
    assert (back["view"], back["choices"]) == (before["view"], before["choices"])
    assert back["log"][-1]["sentences"] == ["Anna takes back a choice."]


def test_beside_people_only_what_nobody_answered(anna: Device, berta: Device) -> None:
    seats = [ME, FRIEND]
    table = anna.open({"game": DWARVES, "seats": seats, "pace": 0, "options": {"first": 1}})
    berta.join(table["seats"][1]["invitation"], "Berta")
    path = f"tables/{table['id']}"
    now = own_turn(anna, path)
    while now["actor"] == 0:
        body = {"number": now["number"], "seat": 0, "action": now["choices"][0]["action"]}
        anna.post(f"{path}/decide", body)
        now = anna.get(path)
    assert now["undo"]  # Berta has not answered yet
    theirs = berta.get(path)
    body = {"number": theirs["number"], "seat": 1, "action": theirs["choices"][0]["action"]}
    berta.post(f"{path}/decide", body)
    now = anna.get(path)
    assert not now["undo"]
    assert code(undo(anna, path, now, 422)) == "nothing_to_undo"


def test_a_draw_is_taken_back_at_a_practice_table_and_nowhere_else(anna: Device) -> None:
    for practice in (False, True):
        wanted = {"game": "game_of_trains", "seats": [ME, RANDOM], "pace": 0}
        table = anna.open({**wanted, "options": {"first": 1}, "practice": practice})
        path = f"tables/{table['id']}"
        assert anna.get(path)["practice"] == practice
        now = own_turn(anna, path)
        while now["choices"][0]["notation"] != "+":
            now = decide(anna, path, now)
        before, now = now, decide(anna, path, now)
        assert now["undo"] == practice
        if not practice:
            assert code(undo(anna, path, now, 422)) == "nothing_to_undo"
            continue
        undo(anna, path, now)
        back = own_turn(anna, path)
        assert (back["view"], back["choices"]) == (before["view"], before["choices"])
        assert back["log"][-1]["sentences"] == [
            "Anna takes back a choice, although something has been revealed since (practice)."
        ]
        drawn = decide(anna, path, back)
        assert drawn["view"] == now["view"]  # what was undone comes again as it was


def test_practice_is_for_one_person_among_bots(anna: Device) -> None:
    for seats in ([ME, FRIEND], [ME, {"kind": "local"}], [RANDOM, RANDOM]):
        wanted = {"game": "game_of_trains", "seats": seats, "practice": True}
        assert code(anna.post("tables", wanted, 422)) == "practice_alone"


@pytest.mark.slow
def test_a_record_tells_of_practice_also_after_a_restart(tmp_path: Path) -> None:
    wanted = {
        "game": "game_of_trains", "seats": [ME, RANDOM], "pace": 0, "practice": True,
        "options": {"first": 1, "turn_limit": 4},
    }  # fmt: skip
    database = tmp_path / "t.sqlite3"
    with running(database) as server:
        anna = server.device()
        table = anna.open(wanted)
        path = f"tables/{table['id']}"
        now = own_turn(anna, path)
        while now["choices"][0]["notation"] != "+":
            now = decide(anna, path, now)
        now = decide(anna, path, now)
        undo(anna, path, now)
        told = anna.get(path)["log"]
        cookies = dict(anna.http.cookies)
    with running(database) as server:
        anna = server.device()
        anna.http.cookies.update(cookies)
        assert anna.get(path)["log"][: len(told)] == told
        assert anna.get(path)["practice"]
        play_out(anna, table)
        record = anna.get(f"{path}/record")
        assert re.search(r"^\d+ +1 +undo \d+ practice$", record, re.MULTILINE)
        assert anna.get(f"{path}/proof")["word"]["ok"]
        [mine] = [one for one in anna.get("mine")["finished"] if one["id"] == table["id"]]
        assert mine["practice"]
        again = anna.post(f"{path}/rematch")["table"]
        assert anna.get(f"tables/{again}")["practice"]


# -- what lies in the file -----------------------------------------------------------------------


def with_luck_taken_back(by: str) -> tuple[ServerTable, StoredTable]:
    """A finished game in which chance was taken back once."""
    places = [Place("me", "Anna", device="a"), Place("local", "Bo", device="a")]
    table = ServerTable(SOUND_TOY.ready(), SOUND_TOY.options(), places, "a", 0, clock=CLOCK)
    deal(table)
    match = table.played()
    undone = False
    while table.status != OVER:
        table.decide("a", table.number, table.actor, match.legal[-1], "en")
        if match.log[-1].lucky and not undone and not match.over:
            table.follow(match.take_back(match.log[-1].seat, table.number - 1, by))
            undone = True
    assert undone
    return table, StoredTable(table_row(table), seat_rows(table), table.take_changes().rows)


@pytest.mark.parametrize("by", [AGREED, PRACTICE])
@pytest.mark.parametrize("column", [None, "told", "became"])
def test_the_leave_is_read_again_with_and_without_playing(
    by: str, column: Literal["told", "became"] | None
) -> None:
    table, kept = with_luck_taken_back(by)
    if column is not None:  # what is only kept to be quick is lost: the log is played again
        kept.entries[1][column] = (kept.entries[1][column] or b"") + b"?"
    again = load_table(kept, SOUND_TOY)
    assert again.played().log == table.played().log
    assert write_record(again.played()) == write_record(table.played())
    assert f" {by}" in write_record(again.played())


@pytest.mark.parametrize("leave", [None, AGREED, "greed"])
def test_the_leave_cannot_be_changed_in_the_file(leave: str | None) -> None:
    _, kept = with_luck_taken_back(PRACTICE)
    [row] = [row for row in kept.entries if row["kind"] == UNDO]
    row["leave"] = leave
    with pytest.raises(TableError, match="damaged"):
        load_table(kept, SOUND_TOY)


# -- one choice only -----------------------------------------------------------------------------


def test_a_forced_choice_is_told_to_the_one_who_has_it_and_to_nobody_else() -> None:
    """In every game: one choice only, which ends nothing, needs no luck and shows nothing."""
    found = 0
    for name in ("zugraub", "trains", DWARVES):
        game = get_game(name).ready()
        places = [Place("local", f"P{n}", device="a") for n in range(game.seats[0])]
        table = ServerTable(game, game.options(**game.simulation), places, "a", 0, clock=CLOCK)
        deal(table)
        match = table.played()
        others = [places[:n] + places[n + 1 :] for n in range(len(places))]
        for turn in range(150):
            if match.over:
                break
            seat, legal = table.actor, match.legal
            # Where cards are hidden, people would see by how quickly one decides what is there.
            assert not game.secrets or not table.forced(seat)
            for place in others[seat]:
                place.player = "random"
            forced = table.forced(seat)
            assert not any(table.forced(n) for n in range(len(places)) if n != seat)
            for place in others[seat]:
                place.player = "human"
            entry_before = len(match.log)
            table.decide("a", table.number, seat, legal[turn % len(legal)], "en")
            entry = match.log[entry_before]
            shown = any(event.kind in game.revealing for event in entry.events)
            quiet = not entry.lucky and not shown and not match.over
            assert forced == (len(legal) == 1 and quiet)
            found += forced
    assert found
