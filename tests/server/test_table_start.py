"""How a table starts: hashes first, then the start list, nonces last; or the start is void."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import pytest

from server.helpers import FRIEND, ME, RANDOM, Device, Json, Running, play_out, running
from server.processes import Process, free_port
from spielzug.core.luck import fresh_nonce, nonce_hash
from spielzug.core.records import read_record
from spielzug.games import get_game
from spielzug.tables.start import MOST_VOIDS

LOCAL = {"kind": "local"}


def sealed(anna: Device, berta: Device, *more: Json) -> Json:
    """Anna's table with Berta at it: the list is there, and nobody has revealed."""
    table = anna.table(ME, FRIEND, *more, reveal=False, turn_limit=10)
    return berta.join(table["seats"][1]["invitation"], "Berta", reveal=False)


def voids(table: Json) -> list[tuple[int, str, str]]:
    return [(one["seat"], one["name"], one["why"]) for one in table["start"]["voids"]]


# -- the list ------------------------------------------------------------------------------------


def test_the_list_says_all_that_is_fixed(anna: Device, berta: Device) -> None:
    table = anna.table(ME, FRIEND, LOCAL, RANDOM, reveal=False, first=1)
    assert table["start"] == {
        "text": None, "fingerprint": None, "awaited": [], "free_in": None, "voids": [],
    }  # fmt: skip
    told = berta.join(table["seats"][1]["invitation"], "Berta", reveal=False)
    hashes = [nonce_hash(device.nonces[table["id"]]) for device in (anna, berta)]
    salts = re.findall(r" salt ([0-9a-f]{32})$", told["start"]["text"], re.MULTILINE)
    assert len(set(salts)) == 3  # one for each person
    assert told["start"]["text"].splitlines() == [
        "Spielzug start 3",
        "Game: game_of_trains",
        "Rules: 1",
        "Options: first=1 turn_limit=off",
        "Seats: 4",
        f'Seat 1: human "Anna" salt {salts[0]}',
        f'Seat 2: human "Berta" salt {salts[1]}',
        f'Seat 3: human "Player 3" salt {salts[2]}',
        'Seat 4: random "Random"',
        "Chance: table",
        f"Table: {table['id']}",
        f"Commitment: {table['commitment']}",
        f"Device 1: seats 1,3 hash {hashes[0]}",
        f"Device 2: seats 2 hash {hashes[1]}",
    ]
    assert told["start"]["awaited"] == [0, 1, 2]
    assert told["status"] == "waiting"
    assert anna.reveal(told)["start"]["awaited"] == [1]
    dealt = berta.reveal(told)
    assert (dealt["status"], dealt["start"]["awaited"]) == ("running", [])
    assert dealt["start"]["text"] == told["start"]["text"]


@pytest.mark.slow
def test_the_record_contains_the_list_that_was_kept(anna: Device, berta: Device) -> None:
    told = sealed(anna, berta)
    path = f"tables/{told['id']}"
    assert anna.get(f"{path}/proof")["nonces"] == []
    anna.reveal(told)
    assert berta.get(f"{path}/proof")["nonces"] == []  # the last one to reveal learns nothing
    berta.reveal(told)
    anna.post(f"{path}/abandon")
    record = anna.get(f"{path}/record")
    head = record.split("\n\n")[0].splitlines()
    kept = told["start"]["text"].splitlines()
    assert head[0] == "Spielzug record 2"
    assert head[1 : len(kept)] == kept[1:]
    match = read_record(record, get_game)
    assert match.luck.nonces == tuple(d.nonces[told["id"]] for d in (anna, berta))  # type: ignore[attr-defined]
    proof = anna.get(f"{path}/proof")
    assert proof["start"] == told["start"]["text"]
    assert proof["keys"] == [{"entry": 0, "luck": 0, "key": str(match.luck.key(0, 0))}]


def test_alone_it_costs_no_more_than_opening_and_revealing(anna: Device) -> None:
    table = anna.table(ME, LOCAL, RANDOM, reveal=False)
    assert table["start"]["awaited"] == [0, 1]
    assert anna.reveal(table)["status"] == "running"


def test_bots_alone_need_nobody(anna: Device) -> None:
    table = anna.table(RANDOM, RANDOM, pace=5000)
    assert table["status"] == "running"
    assert "Device" not in table["start"]["text"]


def test_a_device_may_give_its_hash_later(anna: Device) -> None:
    wanted = {"game": "game_of_trains", "seats": [ME, RANDOM]}
    table = anna.post("tables", wanted, 201)
    assert (table["hash"], table["hash_needed"], table["start"]["awaited"]) == (None, True, [0])
    dealt = anna.attend(table)
    assert (dealt["status"], dealt["hash_needed"]) == ("running", False)
    assert dealt["hash"] == nonce_hash(anna.nonces[table["id"]])


def test_a_rematch_may_come_with_a_hash(anna: Device, berta: Device) -> None:
    told = sealed(anna, berta)
    anna.all_attend(told["id"])
    anna.post(f"tables/{told['id']}/abandon")
    nonce = fresh_nonce()
    again = anna.post(f"tables/{told['id']}/rematch", {"hash": nonce_hash(nonce)})["table"]
    assert not anna.get(f"tables/{again}")["hash_needed"]
    assert berta.get(f"tables/{again}")["start"]["awaited"] == [1]


# -- what is refused -----------------------------------------------------------------------------


def test_only_what_was_fixed_can_be_revealed(anna: Device, berta: Device, server: Running) -> None:
    table = anna.table(ME, FRIEND, reveal=False)
    path = f"tables/{table['id']}"
    early = {"nonce": anna.nonces[table["id"]], "fingerprint": "0" * 64}
    assert anna.post(f"{path}/reveal", early, 409)["code"] == "not_sealed"
    told = berta.join(table["seats"][1]["invitation"], "Berta", reveal=False)
    right = told["start"]["fingerprint"]
    refused = {
        "other_list": (409, {"nonce": anna.nonces[table["id"]], "fingerprint": "0" * 64}),
        "wrong_nonce": (422, {"nonce": fresh_nonce(), "fingerprint": right}),
    }
    for code, (status, body) in refused.items():
        assert anna.post(f"{path}/reveal", body, status)["code"] == code
    others = {"nonce": berta.nonces[table["id"]], "fingerprint": right}
    assert anna.post(f"{path}/reveal", others, 422)["code"] == "wrong_nonce"
    assert server.device().post(f"{path}/reveal", others, 403)["code"] == "not_at_table"
    assert anna.get(path)["start"]["awaited"] == [0, 1]
    anna.reveal(told)
    berta.reveal(told)
    assert anna.reveal(told)["status"] == "running"  # twice does no harm
    late = {"hash": nonce_hash(fresh_nonce())}
    assert anna.post(f"{path}/hash", late, 409)["code"] == "already_started"


def test_two_devices_cannot_have_one_nonce(anna: Device, berta: Device) -> None:
    table = anna.table(ME, FRIEND, FRIEND, reveal=False)
    berta.nonces[table["id"]] = anna.nonces[table["id"]]
    token = table["seats"][1]["invitation"]
    assert berta.join(token, "Berta", status=409)["code"] == "same_hash"
    berta.nonces.clear()
    berta.join(token, "Berta", reveal=False)
    same = {"hash": nonce_hash(anna.nonces[table["id"]])}
    assert berta.post(f"tables/{table['id']}/hash", same, 409)["code"] == "same_hash"


def test_a_hash_may_change_until_the_list_is_there(anna: Device) -> None:
    table = anna.table(ME, FRIEND, reveal=False)
    other = nonce_hash(fresh_nonce())
    now = anna.post(f"tables/{table['id']}/hash", {"hash": other})
    assert (now["hash"], voids(now), now["commitment"]) == (other, [], table["commitment"])


# -- void starts ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_who_leaves_voids_the_start(anna: Device, berta: Device, server: Running) -> None:
    told = sealed(anna, berta)
    path = f"tables/{told['id']}"
    anna.reveal(told)
    berta.post(f"{path}/leave", {"seat": 1})
    now = anna.get(path)
    assert voids(now) == [(1, "Berta", "left")]
    assert now["start"]["voids"][0]["fingerprint"] == told["start"]["fingerprint"]
    assert (now["hash_needed"], now["start"]["text"]) == (True, None)
    assert now["commitment"] != told["commitment"]
    # A nonce that was on its way meanwhile is not taken, and is no fault.
    late = anna.reveal(told)
    assert (late["hash_needed"], late["start"]) == (True, now["start"])
    clara = server.device()
    anna.attend(now)
    after = clara.join(now["seats"][1]["invitation"], "Clara")
    assert after["status"] == "running"
    line = f"Void 1: seat 2 left list {told['start']['fingerprint']}"
    assert line in after["start"]["text"].splitlines()
    assert voids(after) == [(1, "Berta", "left")]  # under the name of then
    anna.post(f"{path}/abandon")
    assert line in anna.get(f"{path}/record").splitlines()
    assert len(clara.get(f"{path}/proof")["voids"]) == 1


def test_a_device_that_forgot_its_nonce_voids_the_start(anna: Device, berta: Device) -> None:
    told = sealed(anna, berta)
    anna.reveal(told)
    del berta.nonces[told["id"]]
    berta.nonces[told["id"]] = fresh_nonce()
    lost = {"hash": nonce_hash(berta.nonces[told["id"]])}
    now = berta.post(f"tables/{told['id']}/hash", lost)
    assert voids(now) == [(1, "Berta", "lost")]
    assert (now["hash"], now["start"]["awaited"]) == (lost["hash"], [0])
    anna.all_attend(told["id"])
    anna.all_attend(told["id"])
    assert anna.get(f"tables/{told['id']}")["status"] == "running"


def test_a_start_does_not_come_to_nothing_without_end(anna: Device, berta: Device) -> None:
    told = sealed(anna, berta)
    path = f"tables/{told['id']}"
    for _ in range(MOST_VOIDS):
        anna.post(f"{path}/hash", {"hash": nonce_hash(fresh_nonce())})
        berta.post(f"{path}/hash", {"hash": nonce_hash(fresh_nonce())})
    refused = anna.post(f"{path}/hash", {"hash": nonce_hash(fresh_nonce())}, 409)
    assert refused["code"] == "too_many_voids"
    assert len(berta.get(path)["start"]["voids"]) == MOST_VOIDS
    assert berta.post(f"{path}/leave", {"seat": 1}, 409)["code"] == "too_many_voids"
    anna.post(f"{path}/abandon")


def test_nobody_deals_without_a_silent_device(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3", reveal_seconds=0) as server:
        anna, berta, clara = (server.device() for _ in range(3))
        told = sealed(anna, berta)
        path = f"tables/{told['id']}"
        assert told["start"]["free_in"] == 0
        silent = {"seat": 1}
        assert anna.post(f"{path}/void", silent, 403)["code"] == "reveal_first"
        assert clara.post(f"{path}/void", silent, 403)["code"] == "reveal_first"
        anna.reveal(told)
        assert anna.post(f"{path}/void", {"seat": 0}, 409)["code"] == "not_silent"
        anna.post(f"{path}/void", silent)
        now = anna.get(path)
        assert (now["status"], voids(now)) == ("waiting", [(1, "Berta", "silent")])
        assert now["seats"][1]["empty"]
        assert now["seats"][1]["invitation"]
        assert anna.post(f"{path}/void", silent, 403)["code"] == "reveal_first"  # asked anew
        assert berta.reveal(told, 403)["code"] == "not_at_table"
        anna.attend(now)
        assert clara.join(now["seats"][1]["invitation"], "Clara")["status"] == "running"


def test_a_silent_host_keeps_its_seat(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3", reveal_seconds=0) as server:
        anna, berta = server.device(), server.device()
        told = sealed(anna, berta)
        berta.reveal(told)
        berta.post(f"tables/{told['id']}/void", {"seat": 0})
        now = anna.get(f"tables/{told['id']}")
        assert (now["seats"][0]["yours"], voids(now)) == (True, [(0, "Anna", "silent")])


def test_silence_takes_its_time(anna: Device, berta: Device) -> None:
    told = sealed(anna, berta)
    assert 0 < told["start"]["free_in"] <= 60
    anna.reveal(told)
    refused = anna.post(f"tables/{told['id']}/void", {"seat": 1}, 409, lang="en")
    assert refused["code"] == "not_silent_yet"
    assert "to answer" in refused["detail"]


# -- races and crashes ---------------------------------------------------------------------------


def test_all_reveal_at_once_and_are_dealt_once(server: Running) -> None:
    devices = [server.device() for _ in range(4)]
    table = devices[0].table(ME, FRIEND, FRIEND, FRIEND, reveal=False)
    for device, seat in zip(devices[1:], table["seats"][1:], strict=True):
        told = device.join(seat["invitation"], "Friend", reveal=False)
    together = threading.Barrier(len(devices))
    answers: list[Json] = []

    def reveal(device: Device) -> None:
        together.wait()
        answers.append(device.reveal(told))

    threads = [threading.Thread(target=reveal, args=(device,)) for device in devices]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer["status"] for answer in answers).count("running") >= 1
    now = devices[0].get(f"tables/{table['id']}")
    assert [entry["kind"] for entry in now["log"]] == ["deal"]
    devices[0].post(f"tables/{table['id']}/abandon")
    assert devices[0].get(f"tables/{table['id']}/proof")["word"]["ok"]


@pytest.mark.slow
@pytest.mark.parametrize("revealed", [0, 1])
def test_the_host_is_killed_between_list_and_deal(tmp_path: Path, revealed: int) -> None:
    port = free_port()
    arguments = (tmp_path / "t.sqlite3", "--port", str(port), "--no-limits")
    process = Process(*arguments)
    anna, berta = (Device(f"http://127.0.0.1:{port}") for _ in range(2))
    try:
        told = sealed(anna, berta)
        for device in (anna, berta)[:revealed]:
            device.reveal(told)
        process.kill()
        process = Process(*arguments)
        now = anna.get(f"tables/{told['id']}")
        assert {**now["start"], "free_in": None} == {
            **told["start"], "free_in": None, "awaited": [0, 1][revealed:],
        }  # fmt: skip
        for device in (anna, berta)[revealed:]:
            now = device.reveal(told)
        assert now["status"] == "running"
        assert now["start"]["text"] == told["start"]["text"]
    finally:
        process.kill()
        for device in (anna, berta):
            device.http.close()


def test_void_starts_are_still_counted_after_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "t.sqlite3"
    with running(database) as server:
        anna, berta = server.device(), server.device()
        told = sealed(anna, berta)
        berta.post(f"tables/{told['id']}/leave", {"seat": 1})
        before = anna.get(f"tables/{told['id']}")["start"]
        cookie = anna.cookie
    with running(database) as server:
        anna = server.device(Cookie=cookie)
        assert anna.get(f"tables/{told['id']}")["start"] == before
        assert len(before["voids"]) == 1


def test_a_game_with_a_past_is_played_to_its_end(anna: Device, berta: Device) -> None:
    told = sealed(anna, berta, RANDOM)
    berta.post(f"tables/{told['id']}/leave", {"seat": 1})
    anna.fill(told["id"], 1)
    over = play_out(anna, told)
    proof = anna.get(f"tables/{told['id']}/proof")
    assert proof["word"]["ok"]
    assert [one["luck"] for one in proof["keys"]][:1] == [0]
    record = read_record(anna.get(f"tables/{told['id']}/record"), get_game)
    keys = [e.drawn for e in record.log if e.drawn is not None]
    assert [one["luck"] for one in proof["keys"]] == keys
    assert voids(over) == [(1, "Berta", "left")]
