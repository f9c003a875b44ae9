"""Messages contain only what the receiving seat may know."""

from __future__ import annotations

import json
from typing import Any

import pytest

from server.helpers import FRIEND, ME, Device, Json, Live, Running
from spielzug.core.events import seen_by
from spielzug.core.match import Match
from spielzug.core.records import read_record
from spielzug.games import get_game


def play_two_devices(anna: Device, berta: Device, spectator: Device) -> tuple[str, dict[int, Live]]:
    """Two devices play a whole game; gives what each of the three heard, by seat."""
    table = anna.table(ME, FRIEND, turn_limit=30)
    berta.join(table["seats"][1]["invitation"], "Berta")
    with (
        anna.live(table["id"], start=0, seat=0) as a,
        berta.live(table["id"], start=0, seat=1) as b,
        spectator.live(table["id"], start=0) as s,
    ):
        number, turn, over = 0, 0, False
        while not over:
            told = {seat: _entry(live) for seat, live in ((0, a), (1, b), (-1, s))}
            assert {message["number"] for message in told.values()} == {number}
            assert told[-1]["choices"] == []
            actor = told[-1]["actor"]
            number += 1
            over = actor == -1
            if not over:
                assert told[1 - actor]["choices"] == []
                choices = told[actor]["choices"]
                live = (a, b)[actor]
                # Always drawing if possible: what is drawn is secret until it is placed.
                choice = choices[0] if turn % 3 else choices[-1]
                turn += 1
                message = {"number": number, "seat": actor, "action": choice["action"]}
                live.send({"type": "decide", "id": number, **message})
        return table["id"], {0: a, 1: b, -1: s}


def _entry(live: Live) -> Json:
    return live.kind("entry")


def test_two_devices_and_a_spectator(anna: Device, berta: Device, server: Running) -> None:
    spectator = server.device()
    table, lives = play_two_devices(anna, berta, spectator)
    record = anna.http.get(f"/api/tables/{table}/record").text
    match = read_record(record, get_game)
    assert len(match.log) > 20
    hidden_somewhere = 0
    for seat, live in lives.items():
        heard = [message for message in live.heard if message["type"] == "entry"]
        assert len(heard) == len(match.log)
        for message in heard:
            expected = expected_message(match, message["number"], seat)
            assert {name: message[name] for name in expected} == expected
            assert set(message) == {
                *expected, "type", "next", "choices", "actor", "undo", "forced", "note",
                "nobody_can_win",
            }  # fmt: skip
            assert message["note"] is None
            assert not message["forced"] or len(message["choices"]) == 1
            hidden_somewhere += any(not event["values"] for event in message["events"])
        # The secret of the luck comes with the end and not a message earlier.
        secret = match.luck.secret.hex  # type: ignore[attr-defined]
        before_end = [m for m in live.heard if m.get("status") != "over"]
        assert secret not in json.dumps(before_end)
    assert hidden_somewhere > 10


def expected_message(match: Match, number: int, seat: int) -> dict[str, Any]:
    """What a seat may be told about one entry, computed from core alone."""
    entry, game = match.log[number], match.game
    position = match.position_after(number)
    seen = seen_by(entry.events, seat)
    open_to_all = entry.seat in (seat, -1) or list(entry.events) == list(seen)
    return {
        "number": number,
        "seat": entry.seat,
        "kind": entry.kind,
        "notation": game.words.notation(entry.action) if number and open_to_all else "",
        "back_to": None,
        "events": [
            {
                "kind": game.words.EVENTS[e.kind].name,
                "seat": e.seat,
                "values": game.words.EVENTS[e.kind].values(e),
            }
            for e in seen
        ],
        "sentences": match.sentences(entry, "en", seat),
        "view": position.seen(seat, match.names).view,
    }


def test_a_drawn_card_is_seen_by_its_owner_only(anna: Device, berta: Device) -> None:
    table = anna.table(ME, FRIEND, first=1)
    path = f"tables/{table['id']}"
    berta.join(table["seats"][1]["invitation"], "Berta")
    own, other, watching = anna.get(path), berta.get(path), anna.get(path, seat=-1)
    hands = [snapshot["view"]["hands"] for snapshot in (own, other, watching)]
    assert all(card > 0 for card in hands[0][0])
    assert all(card == 0 for card in hands[1][0] + hands[2][0] + hands[2][1])
    assert all(card == 0 for card in hands[0][1])
    drawn = [e for e in own["log"][0]["sentences"] if "Anna" in e]
    assert drawn != [e for e in other["log"][0]["sentences"] if "Anna" in e]
    assert other["log"] != watching["log"]  # a spectator knows less than a seat


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_looks_as_a_stranger(
    anna: Device, berta: Device, server: Running, seat: int
) -> None:
    table = anna.table(ME, FRIEND)
    berta.join(table["seats"][1]["invitation"], "Berta")
    stranger = server.device()
    other = anna if seat == 1 else berta
    for device in (stranger, other):
        assert device.get(f"tables/{table['id']}", 403, seat=seat)["code"] == "not_your_seat"


def test_a_seat_given_back_shows_nothing_more(anna: Device, berta: Device, server: Running) -> None:
    """Who leaves before the deal must not see the cards of whoever sits there next."""
    table = anna.table(ME, FRIEND)
    token = table["seats"][1]["invitation"]
    three = anna.table(ME, FRIEND, FRIEND)
    token = three["seats"][1]["invitation"]
    berta.join(token, "Berta")
    with berta.live(three["id"], seat=1) as live:
        berta.post(f"tables/{three['id']}/leave", {"seat": 1})
        server.device().join(token, "Clara")
        anna.fill(three["id"], 2)
        deal = live.kind("entry")
        assert deal["view"]["you"] == -1
        assert all(card == 0 for hand in deal["view"]["hands"] for card in hand)
