"""The wire description is accurate: messages have exactly the fields it lists."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import TypeAdapter, ValidationError

from server.helpers import FRIEND, ME, Device, Json, Live, Running, wait_for
from server.test_programs import program
from spielzug.core.events import SPECTATOR
from spielzug.core.game import PLAYING
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.rng import below, new_rng
from spielzug.core.texts import LANGUAGES
from spielzug.games import NAMES, get_game
from spielzug.server.tables.server_table import CLOCK, ServerTable
from spielzug.server.web.openapi import live_components
from spielzug.tables import messages
from spielzug.tables.seats import Place
from spielzug.tables.table import RUNNING
from spielzug.wire import responses
from spielzug.wire.live import TO_BROWSER, AskSeat, LiveEntry
from spielzug.wire.parts import ByLang
from spielzug.wire.program import TO_PROGRAM
from wire_shapes import check_shape

WEB = Path(__file__).resolve().parents[2] / "web"
TOOL = WEB / "node_modules" / ".bin" / "openapi-typescript"


def check_all(shape: TypeAdapter[Any], live: Live) -> set[str]:
    for message in live.heard:
        check_shape(shape, message)
    return {message["type"] for message in live.heard}


@pytest.mark.parametrize("game", NAMES)
def test_every_message_of_a_game_is_described(game: str, server: Running) -> None:
    """A person and a program play; a spectator watches, and there is more to ask."""
    anna, berta, watcher = (server.device() for _ in range(3))
    seats = [ME, FRIEND, *[{"kind": "bot", "bot": "random"}] * (get_game(game).seats[0] - 2)]
    wanted = {"game": game, "seats": seats, "pace": 0, "hints": True}
    table = anna.open(wanted)
    check_shape(responses.Snapshot, table)
    path, token = f"tables/{table['id']}", table["seats"][1]["invitation"]
    check_shape(responses.Invitation, berta.post("invitation", {"token": token}))
    with anna.live(table["id"], start=0, seat=0) as live, watcher.live(table["id"]) as seen:
        check_shape(responses.Snapshot, berta.join(token, "Sorter"))
        with program(berta, table["id"], ready=False) as talk:
            talk.send({"type": "ready"})
            talk.send({"type": "dance"})
            talk.kind("error")
            play_some(anna, live, talk, path, 12)
            ask_things(live)
            check_shape(responses.Snapshot, anna.get(path))
            check_shape(responses.Done, anna.post(f"{path}/abandon"))
            talk.kind("over")
        live.until(lambda m: m["type"] == "table" and m["status"] == "over")
        seen.until(lambda m: m["type"] == "table" and m["status"] == "over")
    told = check_all(TO_BROWSER, live) | check_all(TO_BROWSER, seen)
    assert told >= {"hello", "facts", "entry", "table", "view", "ack", "why", "error"}
    assert check_all(TO_PROGRAM, talk) >= {"hello", "facts", "entry", "turn", "over", "error"}
    check_shape(responses.Snapshot, watcher.get(path))
    check_shape(responses.Replay, watcher.get(f"{path}/replay", seat=1))
    check_shape(responses.Proof, watcher.get(f"{path}/proof"))
    check_shape(responses.Mine, anna.get("mine"))
    check_shape(responses.Rematch, anna.post(f"{path}/rematch"))
    check_shape(responses.ProblemBody, anna.get(path, 403, seat=1))


def play_some(anna: Device, live: Live, talk: Live, path: str, count: int) -> None:
    """The first choices of whoever is to decide; bots decide by themselves, in their own time."""
    for _ in range(count):
        now = wait_for(lambda: (table := anna.get(path))["actor"] < 2 and table)
        if now["actor"] == 0 and now["choices"]:
            live.send({"type": "why", "id": [], "action": now["choices"][0]["notation"]})
            live.kind("why")
            live.decide(now["number"], 0, now["choices"][0]["action"])
        elif now["actor"] == 1:
            asked = from_number(talk, "turn", now["number"])
            choice = {"number": asked["number"], "action": asked["choices"][-1]["notation"]}
            talk.send({"type": "play", **choice})
            from_number(live, "entry", asked["number"])


def from_number(live: Live, kind: str, number: int) -> Json:
    def fits(message: Json) -> bool:
        return bool(message["type"] == kind and message["number"] >= number)

    return next(filter(fits, live.heard), None) or live.until(fits)


def ask_things(live: Live) -> None:
    live.send({"type": "seat", "seat": -1})
    live.kind("view")
    live.send({"type": "seat", "seat": 0, "lang": "fr"})
    live.kind("view")
    live.send({"type": "dance", "id": 1})
    live.kind("error")


def test_what_is_not_described_would_be_found(anna: Device) -> None:
    table = anna.table(ME, FRIEND)
    check_shape(responses.Snapshot, table)
    with pytest.raises(AssertionError):
        check_shape(responses.Snapshot, {**table, "more": 1})
    with pytest.raises(ValidationError):
        check_shape(responses.Snapshot, {k: v for k, v in table.items() if k != "preparing"})


def test_the_lists_are_described(anna: Device) -> None:
    for game in anna.get("games"):
        check_shape(responses.Game, game)
    for bot in anna.get("bots"):
        check_shape(responses.BotInfo, bot)
    check_shape(responses.Health, anna.get("health"))


def test_the_description_holds_the_live_messages(anna: Device) -> None:
    schemas = anna.get("openapi.json")["components"]["schemas"]
    for name, schema in live_components().items():
        assert schemas[name] == schema, name  # HTTP says the same about what they share
    told = schemas["ToBrowser"]["discriminator"]["mapping"]
    assert set(told) == {
        "hello", "facts", "entry", "view", "fresh", "presence", "table", "ack", "why", "error",
        "ping", "signal", "heard",
    }  # fmt: skip
    assert set(schemas["FromBrowser"]["discriminator"]["mapping"]) == {
        "decide", "seat", "why", "signal",
    }  # fmt: skip


def test_everything_sent_is_required_in_the_description(anna: Device) -> None:
    """So that a client need not ask whether it is there."""
    schemas = anna.get("openapi.json")["components"]["schemas"]
    for name in ("Snapshot", "LiveEntry", "LiveTable", "Game", "Seat", "Accepted", "Turn"):
        assert set(schemas[name]["required"]) == set(schemas[name]["properties"]), name


@pytest.mark.slow
@pytest.mark.skipif(not TOOL.exists(), reason="the packages of the client are not installed")
def test_the_types_of_the_client_are_made_from_the_description() -> None:
    """Otherwise: `make wire`."""
    done = subprocess.run(
        [sys.executable, str(WEB / "wire.py"), "--check"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_languages_of_the_wire_are_those_of_the_games() -> None:
    assert tuple(ByLang.__annotations__) == LANGUAGES
    asked = AskSeat.model_fields["lang"].annotation
    assert get_args(get_args(asked)[0]) == LANGUAGES


@pytest.mark.parametrize("name", NAMES)
def test_facts_are_the_same_for_every_seat_and_all_the_time(name: str) -> None:
    """They are told once, from what a spectator may know after the deal."""
    game = get_game(name)
    seats = [Seat(f"S{n}") for n in range(game.seats[0])]
    match = Match(game, seats, SeedLuck("facts"))
    told = match.seen(SPECTATOR).facts_view
    for turn in range(25):
        if match.over:
            break
        for seat in (SPECTATOR, *range(len(seats))):
            seen = match.seen(seat)
            assert seen.facts_view == told
            assert not set(told) & set(seen.view)
        match.play(match.legal[turn % len(match.legal)])


@pytest.mark.parametrize("name", NAMES)
def test_an_entry_is_what_the_wire_describes(name: str) -> None:
    game = get_game(name).ready(PLAYING)
    names = ("Ada", "Ben", "Cleo")[: game.seats[0]]
    places = [Place("me", name, device="d") for name in names]
    table = ServerTable(game, game.options(), places, "d", 0, clock=CLOCK)
    table.status = RUNNING
    table.match = Match(game, [Seat(name) for name in names], SeedLuck("wire"), game.options())
    table.follow(table.match.log[0])
    rng = new_rng(3)
    for number in range(24):
        for seat in range(-1, len(names)):
            for earlier in (number, number // 2):
                fields = messages.live_entry(table, earlier, seat, "fr")
                check_shape(LiveEntry, fields)
        legal = table.match.legal
        table.follow(table.match.play(legal[int(below(rng, len(legal)))]))
