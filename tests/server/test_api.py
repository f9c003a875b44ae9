"""Every resource and every error of the HTTP interface."""

from __future__ import annotations

import json
from typing import Any

import pytest

from server.helpers import (
    FRIEND,
    GAME,
    ME,
    RANDOM,
    Device,
    Json,
    Running,
    play_out,
    wait_for,
)
from spielzug.bots import BOTS, DEFAULT_BOT
from spielzug.core.jit import PLAIN
from spielzug.core.records import read_record
from spielzug.core.version import program_version
from spielzug.games import NAMES, get_game
from spielzug.tables.errors import TableError
from spielzug.tables.options import read_options

ON_BOTH = True


def code(answer: Any) -> str:
    return str(answer["code"])


# -- general -------------------------------------------------------------------------------------


def test_health(anna: Device) -> None:
    rules = "plain" if PLAIN else "compiled"
    told = {"ok": True, "version": program_version(), "rules": rules, "open_lobby": False}
    assert anna.get("health") == told


def test_games_and_bots(anna: Device) -> None:
    games = {game["name"]: game for game in anna.get("games")}
    described = games[GAME]
    assert set(games) == set(NAMES)
    assert described["seats"] == [2, 3, 4]
    assert set(described["title"]) == {"de", "en", "fr", "nl"}
    first = next(option for option in described["options"] if option["name"] == "first")
    assert (first["low"], first["high"], first["names"]) == (0, 4, {"0": "random"})
    assert set(first["help"]) == {"de", "en", "fr", "nl"}
    assert first["choose"] is None
    kinds = next(option for option in games["trains"]["options"] if option["name"] == "kinds")
    assert (kinds["choose"], len(kinds["of"])) == (8, 30)
    assert kinds["of"][0]["titles"]["de"] == "Schnellzug"
    # Words that all games share come with every game; what a game has no word for, it has none for.
    assert described["option_words"]["first=random"]["en"] == "at random"
    assert all(
        word.split("=")[0] in {o["name"] for o in game["options"]}
        for game in games.values()
        for word in game["option_words"]
    )


def test_bots_come_from_weak_to_strong_and_one_is_usual(anna: Device) -> None:
    bots = anna.get("bots")
    assert [bot["name"] for bot in bots if bot["name"] != "net"] == list(BOTS)
    assert [bot["name"] for bot in bots[-2:]] == ["net", "expert"]
    assert bots[0]["name"] == "random"
    assert [bot["name"] for bot in bots if bot["usual"]] == [DEFAULT_BOT] == ["casual"]


def test_unknown_addresses_and_methods(anna: Device) -> None:
    assert code(anna.get("nothing/here", 404)) == "not_found"
    assert code(anna.post("games", status=405)) == "wrong_method"
    assert code(anna.get("tables/doesnotexist", 404)) == "no_table"


@pytest.mark.parametrize(
    ("header", "start"),
    [
        ("de-CH,de;q=0.9,en;q=0.5", "Diesen Tisch"),
        ("es,fr;q=0.7,de;q=0.3", "Cette table"),
        ("nl", "Deze tafel"),
        ("es;q=x,*", "This table"),
    ],
)
def test_the_language_is_the_browsers(server: Running, header: str, start: str) -> None:
    device = server.device(**{"Accept-Language": header})
    assert device.get("tables/none", 404)["detail"].startswith(start)
    assert device.get("tables/none", 404, lang="nl")["detail"].startswith("Deze tafel")


# -- opening a table -----------------------------------------------------------------------------


def new(**changes: Any) -> Json:
    return {"game": GAME, "seats": [ME, RANDOM], **changes}


@pytest.mark.parametrize(
    ("wanted", "status", "expected"),
    [
        (new(game="chess"), 422, "no_game"),
        (new(seats=[ME]), 422, "wrong_seats"),
        (new(seats=[ME] + [RANDOM] * 4), 422, "wrong_seats"),
        (new(seats=[ME, {"kind": "bot", "bot": "hal"}]), 422, "no_bot"),
        (new(seats=[ME, {"kind": "bot"}]), 422, "no_bot"),
        (new(seats=[ME, {"kind": "ghost"}]), 422, "bad_request"),
        (new(options={"colour": 1}), 422, "no_option"),
        (new(options={"turn_limit": -5}), 422, "bad_option"),
        (new(options={"turn_limit": "many"}), 422, "bad_option"),
        (new(options={"first": 4}), 422, "options_and_seats"),
        (new(game="trains", options={"supply": "chosen"}), 422, "options_clash"),
        (new(game="trains", options={"kinds": "BT-ET"}), 422, "bad_option"),
        (new(game="trains", options={"supply": "chosen", "kinds": "XX"}), 422, "bad_option"),
        (new(pace=6000), 422, "bad_request"),
        (new(pace="quick"), 422, "bad_request"),
        (new(surprise=1), 422, "bad_request"),
        ([], 422, "bad_request"),
    ],
)
def test_refused_tables(anna: Device, wanted: Any, status: int, expected: str) -> None:
    assert code(anna.post("tables", wanted, status)) == expected


def test_no_json_is_refused(anna: Device) -> None:
    headers = {"Content-Type": "application/json"}
    answer = anna.http.post("/api/tables", content=b"{not json", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_request")


def test_open_wait_and_deal(anna: Device) -> None:
    wanted = new(options={"first": 1, "turn_limit": "30"}, pace=5000)
    table = anna.open(wanted, reveal=False)
    assert (table["status"], table["number"], table["view"]) == ("waiting", 0, None)
    assert (table["seat"], table["actor"], table["creator"]) == (0, -1, True)
    assert table["options"] == {"first": "1", "turn_limit": "30", "set": "shipped"}
    assert len(table["id"]) >= 20
    assert table["secret"] is None
    assert not table["hash_needed"]
    dealt = anna.reveal(table)
    assert (dealt["status"], dealt["number"], dealt["actor"]) == ("running", 1, 0)
    assert dealt["commitment"] == table["commitment"]
    assert dealt["choices"]
    assert set(dealt["choices"][0]) == {"action", "notation", "label", "target"}
    assert dealt["log"][0]["kind"] == "deal"
    assert anna.reveal(table)["log"] == dealt["log"]  # twice does no harm
    shown = [
        anna.get(f"tables/{table['id']}", lang=lang)["log"] for lang in ("de", "en", "fr", "nl")
    ]
    assert len({json.dumps(log) for log in shown}) == 4


@pytest.mark.parametrize("given", ["", "0123", "xyz" * 21 + "x", "a" * 65, "A" * 64])
def test_bad_hashes_and_nonces(anna: Device, given: str) -> None:
    table = anna.table(ME, RANDOM, reveal=False)
    path = f"tables/{table['id']}"
    bodies = {
        "hash": {"hash": given},
        "reveal": {"nonce": given, "fingerprint": table["start"]["fingerprint"]},
    }
    for what, body in bodies.items():
        assert code(anna.post(f"{path}/{what}", body, 422)) == "bad_request"


def test_names_are_cleaned_and_unique(anna: Device) -> None:
    odd = "  An\u202ena\n" + "x" * 60
    table = anna.table({"kind": "me", "name": odd}, {"kind": "local", "name": odd}, RANDOM, RANDOM)
    names = [seat["name"] for seat in table["seats"]]
    assert names[0].startswith("Anna x")
    assert len(names[0]) <= 24
    assert names[2:] == ["Puffing Billy", "Locomotion"]
    assert len(set(names)) == 4
    unnamed = anna.table({"kind": "me"}, {"kind": "local"})
    assert [seat["name"] for seat in unnamed["seats"]] == ["Guest", "Player 2"]


def test_a_table_of_bots_plays_for_those_who_look(anna: Device) -> None:
    table = anna.table(RANDOM, RANDOM, turn_limit=20)
    assert table["seat"] == -1
    with anna.live(table["id"]) as live:
        live.until(lambda m: m["type"] == "table" and m["status"] == "over")
    over = anna.get(f"tables/{table['id']}")
    assert over["outcome"]["reason_text"]
    assert over["secret"]
    assert anna.get("mine")["finished"][0]["id"] == table["id"]
    word = anna.get(f"tables/{table['id']}/proof", lang="de")["word"]
    assert word["ok"]
    assert "nur Bots" in word["steps"][1]["text"]


# -- friends -------------------------------------------------------------------------------------


def test_a_friend_joins(anna: Device, berta: Device) -> None:
    table = anna.table(ME, FRIEND, first=1)
    assert table["status"] == "waiting"
    token = table["seats"][1]["invitation"]
    assert table["invite_url_base"] == f"{anna.url}/#/join/"
    seen = berta.get(f"tables/{table['id']}")
    assert seen["seats"][1]["invitation"] is None
    assert (seen["seat"], seen["creator"]) == (-1, False)
    invitation = berta.post("invitation", {"token": token})
    assert invitation == {
        "table": table["id"],
        "game": GAME,
        "seat": 1,
        "free": [1],
        "names": ["Anna", "Friend 2"],
        "commitment": table["commitment"],
        "taken": False,
        "yours": False,
        "over": False,
        "time": None,
    }
    joined = berta.join(token, "Berta")
    assert (joined["status"], joined["seat"]) == ("running", 1)
    assert [seat["name"] for seat in joined["seats"]] == ["Anna", "Berta"]
    assert [seat["yours"] for seat in joined["seats"]] == [False, True]
    assert berta.join(token, "Berta")["number"] == joined["number"]  # twice does no harm
    assert anna.post("invitation", {"token": token})["taken"]
    taken = {"token": token, "name": "", "hash": "0" * 64}
    assert code(anna.post("join", taken, 409)) == "seat_taken"
    assert anna.get("mine")["running"][0]["your_seats"] == [0]
    assert berta.get("mine")["running"][0]["your_seats"] == [1]


def test_forged_invitations(anna: Device) -> None:
    token = anna.table(ME, FRIEND)["seats"][1]["invitation"]
    for wrong in (token[:-1], token + "x", "", "abc", "x" + token):
        assert code(anna.post("invitation", {"token": wrong}, 403)) == "bad_invitation"
    assert code(anna.post("invitation", {"token": "x" * 400}, 422)) == "bad_request"


def test_fill_an_empty_seat(anna: Device, berta: Device) -> None:
    table = anna.table(ME, FRIEND)
    path, token = f"tables/{table['id']}", table["seats"][1]["invitation"]
    assert code(berta.post(f"{path}/fill", {"seat": 1, "bot": "random"}, 403)) == "not_creator"
    assert code(anna.post(f"{path}/fill", {"seat": 1, "bot": "hal"}, 422)) == "no_bot"
    assert code(anna.post(f"{path}/fill", {"seat": 5, "bot": "random"}, 404)) == "no_seat"
    assert code(anna.post(f"{path}/fill", {"seat": 0, "bot": "random"}, 409)) == "seat_not_empty"
    anna.fill(table["id"], 1)
    now = anna.get(path)
    assert (now["status"], now["seats"][1]["player"]) == ("running", "random")
    assert code(berta.join(token, "Berta", status=409)) == "seat_taken"


def test_a_friend_leaves_before_the_deal(anna: Device, berta: Device, server: Running) -> None:
    table = anna.table(ME, FRIEND, FRIEND)
    path, token = f"tables/{table['id']}", table["seats"][1]["invitation"]
    berta.join(token, "Berta")
    assert code(anna.post(f"{path}/leave", {"seat": 0}, 409)) == "not_started"
    berta.post(f"{path}/leave", {"seat": 1})
    assert anna.get(path)["seats"][1]["empty"]
    clara = server.device()
    assert clara.join(token, "Clara")["seats"][1]["name"] == "Clara"


def test_hot_seat(anna: Device) -> None:
    """Two people at one device: it looks as whoever is to act, never as a stranger."""
    table = anna.table(ME, {"kind": "local", "name": "Otto"}, RANDOM, turn_limit=12, first=1)
    path = f"tables/{table['id']}"
    assert [seat["yours"] for seat in table["seats"]] == [True, True, False]
    seats = set()
    for _ in range(400):
        now = wait_for(lambda: _ready(anna, path))
        if now["status"] == "over":
            break
        assert now["seat"] == now["actor"]
        seats.add(now["seat"])
        other = anna.get(path, seat=1 - now["seat"])
        assert (other["seat"], other["choices"]) == (1 - now["seat"], [])
        body = {"number": now["number"], "seat": now["seat"], "action": now["choices"][0]["action"]}
        anna.post(f"{path}/decide", body)
    assert seats == {0, 1}
    assert code(anna.get(path, 403, seat=2)) == "not_your_seat"


def _ready(device: Device, path: str) -> Json | None:
    now: Json = device.get(path)
    return now if now["choices"] or now["status"] == "over" else None


# -- deciding ------------------------------------------------------------------------------------


def test_decide_and_its_refusals(anna: Device, berta: Device) -> None:
    waiting = anna.table(ME, FRIEND)
    body: Json = {"number": 1, "seat": 0, "action": 0}
    assert code(anna.post(f"tables/{waiting['id']}/decide", body, 409)) == "not_started"

    table = anna.table(ME, {"kind": "local"}, first=1)
    decide = f"tables/{table['id']}/decide"
    good = {"number": 1, "seat": 0, "action": table["choices"][0]["notation"]}
    assert code(berta.post(decide, good, 403)) == "not_your_seat"
    assert code(anna.post(decide, {**good, "seat": 7}, 404)) == "no_seat"
    assert code(anna.post(decide, {**good, "seat": 1}, 403)) == "not_your_turn"
    assert code(anna.post(decide, {**good, "action": "Zug!"}, 422)) == "cannot_read"
    assert code(anna.post(decide, {**good, "action": True}, 422)) == "bad_request"
    assert code(anna.post(decide, {**good, "action": -1}, 422)) == "bad_request"
    assert code(anna.post(decide, {**good, "action": "!resign1"}, 422)) == "not_allowed"
    assert code(anna.post(decide, {**good, "action": 999_999}, 422)) == "not_allowed"
    refused = anna.post(decide, {**good, "action": "+"}, 422, lang="de")
    assert code(refused) == "not_allowed"
    assert "(G4)" in refused["detail"]  # the game's own words, which name the rule
    assert code(anna.post(decide, {**good, "number": 2}, 409)) == "too_late"
    assert anna.post(decide, good) == {"accepted": True, "number": 1, "duplicate": False}
    assert anna.post(decide, good) == {"accepted": True, "number": 1, "duplicate": True}
    assert code(anna.post(decide, {**good, "action": "@1"}, 409)) == "too_late"
    assert anna.get(f"tables/{table['id']}")["number"] == 2


def test_undo(anna: Device, berta: Device) -> None:
    table = anna.table(ME, {"kind": "local"}, first=1)
    path = f"tables/{table['id']}"
    assert code(anna.post(f"{path}/undo", {"number": 1, "seat": 0}, 422)) == "nothing_to_undo"
    first = {"number": 1, "seat": 0, "action": table["choices"][0]["action"]}
    anna.post(f"{path}/decide", first)
    now = anna.get(path, seat=0)
    assert now["undo"]
    assert code(berta.post(f"{path}/undo", {"number": 2, "seat": 0}, 403)) == "not_your_seat"
    assert code(anna.post(f"{path}/undo", {"number": 1, "seat": 0}, 409)) == "too_late"
    undone = anna.post(f"{path}/undo", {"number": 2, "seat": 0})
    assert undone == {"accepted": True, "number": 2, "duplicate": False}
    assert anna.post(f"{path}/undo", {"number": 2, "seat": 0})["duplicate"]
    back = anna.get(path, seat=0)
    assert (back["view"], back["choices"]) == (table["view"], table["choices"])
    assert (back["number"], back["log"][-1]["kind"]) == (3, "undo")
    assert back["log"][-1]["sentences"] == ["Anna takes back a choice."]


# -- the end -------------------------------------------------------------------------------------


def test_a_whole_game_its_record_proof_and_replay(anna: Device, berta: Device) -> None:
    table = anna.table(ME, RANDOM, turn_limit=40)
    path = f"tables/{table['id']}"
    for what in ("record", "replay"):
        assert code(anna.get(f"{path}/{what}", 409)) == "still_running"
    promised = anna.get(f"{path}/proof")
    assert (promised["word"]["ok"], promised["secret"], promised["keys"]) == (None, None, [])
    over = play_out(anna, table)
    assert (over["actor"], over["choices"], over["undo"]) == (-1, [], False)
    assert over["outcome"]["reason_text"]
    late = {"number": over["number"], "seat": 0, "action": 0}
    assert code(anna.post(f"{path}/decide", late, 409)) == "over"
    assert code(anna.post(f"{path}/undo", {"number": over["number"], "seat": 0}, 409)) == "over"
    assert code(anna.post(f"{path}/leave", {"seat": 0}, 409)) == "over"

    answer = berta.http.get(f"/api/{path}/record")
    assert answer.headers["content-disposition"].startswith('attachment; filename="game-of-trains')
    match = read_record(answer.text, get_game)
    assert match.outcome is not None
    assert list(match.outcome.shares) == over["outcome"]["shares"]

    proof = berta.get(f"{path}/proof", lang="nl")
    assert proof["word"]["ok"]
    assert all(step["ok"] for step in proof["word"]["steps"])
    assert (proof["secret"], proof["nonces"]) == (over["secret"], [anna.nonces[table["id"]]])
    assert proof["start"] == over["start"]["text"]

    for seat in (-1, 0, 1):
        steps = berta.get(f"{path}/replay", seat=seat)["steps"]
        assert [step["number"] for step in steps] == list(range(over["number"]))
        assert all(step["view"]["you"] == seat for step in steps)
        assert {step["kind"] for step in steps} == {"deal", "decision"}
    assert code(berta.get(f"{path}/replay", 404, seat=2)) == "no_seat"
    summary = anna.get("mine")["finished"][0]
    assert (summary["id"], summary["result"]) == (table["id"], over["outcome"]["shares"])
    assert berta.get("mine") == {"running": [], "finished": []}


def test_resign_and_rematch(anna: Device, berta: Device, server: Running) -> None:
    table = anna.table(ME, FRIEND)
    berta.join(table["seats"][1]["invitation"], "Berta")
    path = f"tables/{table['id']}"
    assert code(anna.post(f"{path}/rematch", status=409)) == "still_running"
    assert code(anna.post(f"{path}/resign", {"seat": 1}, 403)) == "not_your_seat"
    berta.post(f"{path}/resign", {"seat": 1})
    over = anna.get(path)
    assert (over["status"], over["outcome"]["winners"]) == ("over", [0])
    assert over["outcome"]["reason"] == "resigned"
    assert code(berta.post(f"{path}/resign", {"seat": 1}, 409)) == "over"
    assert code(server.device().post(f"{path}/rematch", status=403)) == "not_at_table"
    second = berta.post(f"{path}/rematch")["table"]
    assert anna.post(f"{path}/rematch")["table"] == second
    assert anna.get(path)["rematch"] == second
    waiting = anna.get(f"tables/{second}")
    assert (waiting["status"], waiting["seat"], waiting["hash_needed"]) == ("waiting", 0, True)
    assert waiting["commitment"] != over["commitment"]
    anna.attend(waiting)
    berta.attend(berta.get(f"tables/{second}"))
    assert anna.attend(anna.get(f"tables/{second}"))["status"] == "running"


def test_resigning_needs_two_seats(anna: Device) -> None:
    table = anna.table(ME, RANDOM, RANDOM)
    refused = anna.post(f"tables/{table['id']}/resign", {"seat": 0}, 422)
    assert code(refused) == "cannot_resign"


def test_abandon(anna: Device, berta: Device, server: Running) -> None:
    table = anna.table(ME, FRIEND)
    berta.join(table["seats"][1]["invitation"], "Berta")
    path = f"tables/{table['id']}"
    assert code(server.device().post(f"{path}/abandon", status=403)) == "not_at_table"
    assert code(berta.post(f"{path}/abandon", status=403)) == "not_creator"
    anna.post(f"{path}/abandon")
    over = berta.get(path)
    assert (over["status"], over["outcome"]["reason"]) == ("over", "abandoned")
    assert anna.get(f"{path}/proof")["word"]["ok"]
    assert code(anna.post(f"{path}/abandon", status=409)) == "over"


def test_abandon_before_the_deal(anna: Device, berta: Device) -> None:
    table = anna.table(ME, FRIEND)
    path, token = f"tables/{table['id']}", table["seats"][1]["invitation"]
    anna.post(f"{path}/abandon")
    over = anna.get(path, lang="fr")
    assert (over["status"], over["view"]) == ("over", None)
    assert over["outcome"]["reason_text"] == "interrompue"
    assert over["seats"][1]["invitation"] is None
    assert code(berta.join(token, "Berta", status=409)) == "over"
    assert code(anna.get(f"{path}/record", 409)) == "over"
    assert code(anna.get(f"{path}/replay", 409)) == "over"
    assert anna.get(f"{path}/proof")["word"]["ok"] is None


def test_leave_and_return(anna: Device, berta: Device) -> None:
    table = anna.table(ME, {"kind": "local"}, first=1)
    path = f"tables/{table['id']}"
    assert code(berta.post(f"{path}/leave", {"seat": 0}, 403)) == "not_your_seat"
    anna.post(f"{path}/leave", {"seat": 0})
    left = wait_for(lambda: _actor(anna, path, 1))  # a bot plays on for seat 0
    assert left["seats"][0]["left"]
    body = {"number": left["number"], "seat": 0, "action": 0}
    assert code(anna.post(f"{path}/decide", body, 409)) == "seat_left"
    assert (
        code(anna.post(f"{path}/undo", {"number": left["number"], "seat": 0}, 409)) == "seat_left"
    )
    anna.post(f"{path}/return", {"seat": 0})
    anna.post(f"{path}/return", {"seat": 0})
    assert not anna.get(path)["seats"][0]["left"]


def _actor(device: Device, path: str, seat: int) -> Json | None:
    now: Json = device.get(path)
    return now if now["actor"] == seat else None


def test_pace(anna: Device, berta: Device) -> None:
    table = anna.table(ME, RANDOM, pace=5000)
    path = f"tables/{table['id']}"
    assert code(berta.post(f"{path}/pace", {"pace": 0}, 403)) == "not_at_table"
    assert code(anna.post(f"{path}/pace", {"pace": 5001}, 422)) == "bad_request"
    anna.post(f"{path}/pace", {"pace": 100})
    assert anna.get(path)["pace"] == 100


def test_a_wrong_option_is_told_in_the_words_of_the_reader() -> None:
    game = get_game("game_of_trains")
    with pytest.raises(TableError) as wrong:
        read_options(game, {"turn_limit": "soon"}, 2)
    assert wrong.value.say("en") == (
        "The option Turn limit (turn_limit) cannot be soon. Possible values: off, 1–1000000."
    )
    assert wrong.value.say("nl") == (
        "De optie Beurtlimiet (turn_limit) kan niet soon zijn; mogelijk: uit, 1–1000000."
    )
