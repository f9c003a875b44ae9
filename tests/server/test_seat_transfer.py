"""A seat moves to another device by a single-use link, and the game continues."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from server.conftest import KINDS, serving
from server.helpers import (
    FRIEND,
    ME,
    RANDOM,
    Device,
    Json,
    Running,
    play_out,
    running,
    stop_refilling,
    wait_for,
)
from server.raw_rows import change
from server.test_lobby import lobby

LOCAL: Json = {"kind": "local", "name": "Bo"}
SHORT: dict[str, Any] = {"first": 1, "turn_limit": 12}


def token_of(answer: Json) -> str:
    link: str = answer["link"]
    return link.rpartition("/")[2]


def passed(device: Device, table: str) -> str:
    return token_of(device.post(f"tables/{table}/pass"))


def take(device: Device, token: str, status: int = 200) -> Any:
    return device.post("pass/take", {"token": token}, status)


def code(problem: Any) -> str:
    return str(problem["code"])


@pytest.fixture(scope="module", params=KINDS)
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    with serving(request.param, tmp_path_factory) as made:
        yield made


@pytest.fixture
def together(anna: Device, berta: Device) -> str:
    """A table where Anna (who opened it) and Berta play; Anna is to decide."""
    table = anna.table(ME, FRIEND, RANDOM, **SHORT)
    berta.join(table["seats"][1]["invitation"], "Berta")
    return str(table["id"])


# -- the way it should go ------------------------------------------------------------------------


def test_the_seat_goes_on_at_the_other_device(
    anna: Device, berta: Device, carla: Device, together: str
) -> None:
    path = f"tables/{together}"
    with anna.live(together) as old, lobby(anna) as list_:
        old.until(lambda m: m["type"] == "table")
        offered = anna.post(f"{path}/pass")
        assert offered["seconds"] == 600
        assert offered["picture"].startswith("<svg")
        token = token_of(offered)
        looked = carla.post("pass/look", {"token": token})
        assert (looked["game"], looked["names"], looked["here"]) == (
            "game_of_trains", ["Anna"], False,
        )  # fmt: skip
        assert carla.get(path)["seat"] == -1  # looking changes nothing
        assert take(carla, token) == {"tables": [together], "left": 0, "unread": []}
        told = old.until(lambda m: m["type"] == "table")
        assert [seat["yours"] for seat in told["seats"]] == [False, False, False]
        assert list_.until(lambda m: m["type"] == "gone")["table"] == together
        now = carla.get(path)
        assert (now["seat"], now["creator"], now["seats"][0]["name"]) == (0, True, "Anna")
        wanted = {"number": now["number"], "seat": 0, "action": now["choices"][0]["action"]}
        assert code(anna.post(f"{path}/decide", wanted, 403)) == "not_your_seat"
        carla.post(f"{path}/decide", wanted)
        entry = old.until(lambda m: m["type"] == "entry")
        assert entry["choices"] == []
    after = anna.get(path)
    assert (after["seat"], after["creator"], after["may"]) == (-1, False, [])
    assert anna.get("mine")["running"] == []
    assert [table["id"] for table in carla.get("mine")["running"]] == [together]


@pytest.mark.slow
def test_start_list_and_proof_stay_what_they_were(tmp_path: Path) -> None:
    """Also where the new device has a seat of its own: in the list they stay two devices."""
    path = tmp_path / "t.sqlite3"
    with running(path) as server:
        anna, berta = server.device(), server.device()
        table = anna.table(ME, FRIEND, **SHORT)
        berta.join(table["seats"][1]["invitation"], "Berta")
        before = anna.get(f"tables/{table['id']}")["start"]
        take(berta, passed(anna, table["id"]))
        cookie = berta.cookie
        assert berta.get(f"tables/{table['id']}")["start"] == before
    with running(path) as server:  # read anew from the file
        berta = server.device(Cookie=cookie)
        now = berta.get(f"tables/{table['id']}")
        assert now["start"] == before
        assert [seat["yours"] for seat in now["seats"]] == [True, True]
        play_out(berta, now)
        proof = berta.get(f"tables/{table['id']}/proof")
        assert proof["word"]["ok"] is True
        assert len(proof["nonces"]) == 2
        record = berta.get(f"tables/{table['id']}/record")
        assert "Device 2: seats 2" in record


def test_all_seats_at_once(anna: Device, berta: Device, carla: Device, together: str) -> None:
    alone = anna.table(ME, RANDOM, **SHORT)["id"]
    waiting = anna.table(ME, FRIEND)["id"]
    token = token_of(anna.post("passes"))
    looked = carla.post("pass/look", {"token": token})
    assert (looked["game"], looked["tables"], looked["left"]) == (None, 2, 1)
    moved = take(carla, token)
    assert sorted(moved["tables"]) == sorted([alone, together])
    assert moved["left"] == 1
    assert [table["id"] for table in anna.get("mine")["running"]] == [waiting]
    assert berta.get(f"tables/{together}")["seat"] == 1  # of others nothing moves


def test_two_people_at_one_device_move_together(anna: Device, carla: Device) -> None:
    table = anna.table(ME, LOCAL, RANDOM, **SHORT)["id"]
    token = passed(anna, table)
    assert carla.post("pass/look", {"token": token})["names"] == ["Anna", "Bo"]
    take(carla, token)
    assert [seat["yours"] for seat in carla.get(f"tables/{table}")["seats"]] == [True, True, False]


def test_a_bot_that_plays_for_somebody_is_found_there(anna: Device, carla: Device) -> None:
    table = anna.table(ME, LOCAL, RANDOM, **SHORT)["id"]
    anna.post(f"tables/{table}/leave", {"seat": 0})
    take(carla, passed(anna, table))
    carla.post(f"tables/{table}/return", {"seat": 0})
    assert not carla.get(f"tables/{table}")["seats"][0]["left"]


def test_the_rematch_is_the_new_devices(anna: Device, berta: Device, carla: Device) -> None:
    table = anna.table(ME, FRIEND, **SHORT)
    berta.join(table["seats"][1]["invitation"], "Berta")
    take(carla, passed(anna, table["id"]))
    carla.post(f"tables/{table['id']}/abandon")
    again = carla.post(f"tables/{table['id']}/rematch")["table"]
    seats = carla.get(f"tables/{again}")["seats"]
    assert [seat["yours"] for seat in seats] == [True, False]
    assert anna.get(f"tables/{again}")["seat"] == -1


# -- what it must not do -------------------------------------------------------------------------


def test_a_link_is_used_once(anna: Device, berta: Device, carla: Device, together: str) -> None:
    token = passed(anna, together)
    take(carla, token)
    assert code(take(berta, token, 409)) == "pass_used"
    assert code(anna.post("pass/look", {"token": token}, 409)) == "pass_used"
    # The same device asks again when an answer got lost: nothing more happens.
    assert take(carla, token)["tables"] == [together]
    # And never brings back what has been passed on since.
    further = passed(carla, together)
    take(berta, further)
    assert code(take(carla, token, 409)) == "nothing_to_move"
    assert berta.get(f"tables/{together}")["seats"][0]["yours"]


def test_two_at_once(server: Running, anna: Device, together: str) -> None:
    token = passed(anna, together)
    rivals = [server.device() for _ in range(6)]
    for one in rivals:
        one.get("mine")
    with ThreadPoolExecutor(6) as pool:
        found = list(
            pool.map(lambda d: d.http.post("/api/pass/take", json={"token": token}), rivals)
        )
    assert sorted(answer.status_code for answer in found) == [200, 409, 409, 409, 409, 409]
    owners = [one.get(f"tables/{together}")["seats"][0]["yours"] for one in rivals]
    assert owners == [answer.status_code == 200 for answer in found]


def test_a_newer_link_makes_an_older_one_worthless(
    anna: Device, carla: Device, together: str
) -> None:
    first, second = passed(anna, together), passed(anna, together)
    assert code(take(carla, first, 409)) == "pass_over"
    take(carla, second)


def test_a_link_has_its_time(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3", pass_seconds=0.0) as server:
        anna, carla = server.device(), server.device()
        token = passed(anna, anna.table(ME, RANDOM, **SHORT)["id"])
        for what in ("look", "take"):
            assert code(carla.post(f"pass/{what}", {"token": token}, 409)) == "pass_over"


def test_only_for_ones_own_seats(anna: Device, carla: Device, together: str) -> None:
    assert code(carla.post(f"tables/{together}/pass", status=409)) == "nothing_to_move"
    assert code(carla.post("passes", status=409)) == "nothing_to_move"
    carla.post("tables/nowhere/pass", status=404)


def test_what_is_made_up_or_changed_is_refused(
    server: Running, anna: Device, carla: Device, together: str
) -> None:
    token = passed(anna, together)
    secret, _, sign = token.rpartition(".")
    guesses = ["", "x", secret, f"{secret}.", f"{secret[1:]}.{sign}", f"{secret}x.{sign}", "ü.ü"]
    # Signed by us, but for something else.
    guesses += [anna.cookie.partition("=")[2], server.services.identity.invitation(together, 0)]
    for guess in guesses:
        assert code(take(carla, guess, 403)) == "bad_pass", guess
    # Signed by us, and never given out.
    made_up = server.services.identity.pass_token("x" * 32)
    assert code(take(carla, made_up, 409)) == "pass_over"
    assert anna.get(f"tables/{together}")["seat"] == 0


def test_before_the_deal_and_after_the_end(anna: Device, carla: Device, together: str) -> None:
    waiting = anna.table(ME, FRIEND)["id"]
    problem = anna.post(f"tables/{waiting}/pass", status=409)
    assert code(problem) == "move_before_deal"
    assert "right after the deal" in problem["detail"]
    token = passed(anna, together)
    anna.post(f"tables/{together}/abandon")
    assert code(take(carla, token, 409)) == "over"
    assert code(anna.post(f"tables/{together}/pass", status=409)) == "over"


def test_not_to_the_same_device(anna: Device, together: str) -> None:
    token = passed(anna, together)
    assert anna.post("pass/look", {"token": token})["here"]
    assert code(take(anna, token, 409)) == "pass_here"
    assert anna.post("pass/look", {"token": token})["here"]  # it is not spent by that


def test_pages_of_others_cannot_do_it(server: Running, anna: Device, together: str) -> None:
    token = passed(anna, together)
    stranger = server.device(Origin="http://evil.example")
    for path in (f"tables/{together}/pass", "passes", "pass/take", "way-back", "way-back/use"):
        assert code(stranger.post(path, {"token": token}, 403)) == "wrong_origin"


def test_guessing_is_slow(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3", limits=True) as server:
        device = server.device()
        device.get("mine")
        stop_refilling(server)
        tried = [
            device.http.post(f"/api/{path}", json=body).status_code
            for path, body in (
                *[("pass/look", {"token": "x"})] * 4, *[("way-back/use", {"code": "x"})] * 4,
            )
        ]  # fmt: skip
        assert tried == [403] * 6 + [429] * 2


def test_only_hashes_are_kept(private_server: Running, tmp_path: Path) -> None:
    anna = private_server.device()
    table = anna.table(ME, RANDOM, **SHORT)["id"]
    token = passed(anna, table)
    back = anna.post("way-back")["code"]
    raw = b"".join(file.read_bytes() for file in tmp_path.glob("house.sqlite3*"))
    assert table.encode() in raw
    assert token.rpartition(".")[0].encode() not in raw
    assert back.encode() not in raw


def test_it_may_happen_in_the_middle_of_a_decision(server: Running) -> None:
    """Whoever decides while the seat moves is either in time or told that it is not theirs."""
    for _ in range(3):
        anna, carla = server.device(), server.device()
        now = anna.table(ME, RANDOM, **SHORT)
        path, token = f"tables/{now['id']}", passed(anna, now["id"])
        now = wait_for(lambda a=anna, p=path: (n := a.get(p))["choices"] and n)  # type: ignore[misc]
        wanted = {"number": now["number"], "seat": 0, "action": now["choices"][0]["action"]}
        carla.get("mine")
        with ThreadPoolExecutor(2) as pool:
            decided = pool.submit(anna.http.post, f"/api/{path}/decide", json=wanted)
            moved = pool.submit(carla.http.post, "/api/pass/take", json={"token": token})
            assert moved.result().status_code == 200
            assert decided.result().status_code in (200, 403)
        assert carla.get(path)["seats"][0]["yours"]
        play_out(carla, carla.get(path))


# -- the way back --------------------------------------------------------------------------------


@pytest.fixture
def private_server(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "house.sqlite3") as made:
        yield made


def test_a_browser_that_lost_its_cookies_comes_back(private_server: Running) -> None:
    anna, berta = private_server.device(), private_server.device()
    table = anna.table(ME, FRIEND, RANDOM, **SHORT)
    berta.join(table["seats"][1]["invitation"], "Berta")
    assert anna.get("way-back") == {"made": None, "used": None}
    made = anna.post("way-back")
    typed = made["code"].lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert made["link"] == f"{private_server.url}/#/back/{made['code']}"
    cookie = anna.cookie
    anna.http.cookies.clear()
    assert anna.get(f"tables/{table['id']}")["seat"] == -1
    looked = anna.post("way-back/look", {"code": typed})
    assert looked == {"running": 1, "finished": 0, "here": False, "own": 0}
    assert anna.post("way-back/use", {"code": typed}) == {"taken": 0, "left": 0, "unread": []}
    assert anna.get(f"tables/{table['id']}")["seat"] == 0
    assert anna.cookie == cookie
    # It can be used again, by a browser that has never been here, too; and the first goes on.
    other = private_server.device()
    other.post("way-back/use", {"code": made["code"]})
    assert other.get(f"tables/{table['id']}")["seat"] == 0
    assert anna.get(f"tables/{table['id']}")["seat"] == 0
    assert anna.get("way-back")["used"] is not None


def test_a_code_is_replaced_or_ended(private_server: Running) -> None:
    anna, other = private_server.device(), private_server.device()
    first, second = anna.post("way-back")["code"], anna.post("way-back")["code"]
    assert code(other.post("way-back/use", {"code": first}, 403)) == "bad_code"
    assert code(other.post("way-back/look", {"code": first}, 403)) == "bad_code"
    anna.post("way-back/end")
    assert code(other.post("way-back/use", {"code": second}, 403)) == "bad_code"
    assert anna.get("way-back")["made"] is None


@pytest.mark.slow
def test_what_the_browser_had_meanwhile_comes_along(private_server: Running) -> None:
    anna, berta = private_server.device(), private_server.device()
    back = anna.post("way-back")["code"]
    old = anna.table(ME, RANDOM, **SHORT)["id"]
    both = anna.table(ME, FRIEND, FRIEND, **SHORT)
    cookie = anna.cookie
    anna.http.cookies.clear()
    running_, waiting = anna.table(ME, RANDOM, **SHORT)["id"], anna.table(ME, FRIEND, **SHORT)
    over = anna.table(ME, RANDOM, **SHORT)["id"]
    anna.post(f"tables/{over}/abandon")
    del anna.nonces[both["id"]]
    anna.join(both["seats"][1]["invitation"], "Again", reveal=False)
    assert anna.post("way-back/look", {"code": back})["own"] == 4
    # Where both sit and nothing is dealt each has fixed a number of its own.
    used = anna.post("way-back/use", {"code": back})
    assert used == {"taken": 3, "left": 1, "unread": []}
    assert anna.cookie == cookie
    mine = anna.get("mine")
    assert {table["id"] for table in mine["running"]} == {
        old, both["id"], running_, waiting["id"],
    }  # fmt: skip
    assert [table["id"] for table in mine["finished"]] == [over]
    # The one that waited is dealt with the number that this browser has fixed.
    berta.join(waiting["seats"][1]["invitation"], "Berta")
    now = anna.get(f"tables/{waiting['id']}")
    assert (now["status"], now["start"]["voids"]) == ("running", [])


@pytest.mark.parametrize("way", ["code", "link"])
def test_a_table_that_cannot_be_read_holds_up_no_other(private_server: Running, way: str) -> None:
    """It is the one in which something happened last, so it comes first."""
    anna, other = private_server.device(), private_server.device()
    back = other.post("way-back")["code"]
    fine = [anna.table(ME, RANDOM, **SHORT)["id"] for _ in range(2)]
    broken = [anna.table(ME, RANDOM, **SHORT)["id"] for _ in range(2)]
    over = anna.table(ME, RANDOM, **SHORT)["id"]
    anna.post(f"tables/{over}/abandon")
    database = private_server.services.settings.database
    change(database, "UPDATE game_table SET turn = 99, rules_version = 99 WHERE id = ?", broken[0])
    change(database, "UPDATE seat SET player = 'nobody' WHERE table_id = ?", broken[1])
    change(database, "UPDATE seat SET kind = 'nothing' WHERE table_id = ?", broken[1])
    known = private_server.services.tables._loaded
    wait_for(lambda: not any(known[table].lock.locked() for table in broken))
    for table in broken:
        private_server.services.tables._forget(known[table])
    if way == "code":
        used = anna.post("way-back/use", {"code": back})
        assert (used["taken"], used["left"]) == (3, 2)
    else:
        used = take(other, token_of(anna.post("passes")))
        assert (sorted(used["tables"]), used["left"]) == (sorted(fine), 2)
    assert sorted(used["unread"]) == sorted(broken)
    assert all(other.get(f"tables/{table}")["seat"] == 0 for table in fine)


def test_a_code_has_enough_bits_and_no_look_alikes() -> None:
    from spielzug.server.seats.transfer import LENGTH, LETTERS, fresh_code, read_code

    assert len(LETTERS) == 32
    assert LENGTH * 5 >= 128
    made = fresh_code()
    assert read_code(made) == made
    assert not set("OILU") & set(LETTERS)
    assert fresh_code() != made


# -- several processes ---------------------------------------------------------------------------


@pytest.mark.slow
def test_it_holds_over_several_processes(shared_database: str) -> None:
    """A link made here is used there, once; a code too; and an open table is found there."""
    with (
        running(shared_database, open_lobby=True) as here,
        running(shared_database, open_lobby=True) as there,
    ):
        anna, carla, doris = here.device(), there.device(), here.device()
        table = anna.table(ME, RANDOM, **SHORT)["id"]
        with anna.live(table) as old:
            old.until(lambda m: m["type"] == "table")
            token = passed(anna, table)
            take(carla, token)
            old.until(lambda m: m["type"] == "table" and not m["seats"][0]["yours"])
        assert anna.get(f"tables/{table}")["seat"] == -1
        assert code(take(doris, token, 409)) == "pass_used"
        play_out(carla, carla.get(f"tables/{table}"))
        carla.post("forget-names")
        assert '"Anna"' not in anna.get(f"tables/{table}/record")
        back = carla.post("way-back")["code"]
        doris.post("way-back/use", {"code": back})
        assert doris.get(f"tables/{table}")["seat"] == 0
        wanted = {"game": "game_of_trains", "seats": [ME, FRIEND], "open": True}
        waiting = anna.open(wanted)["id"]
        wait_for(lambda: waiting in [one["id"] for one in carla.get("open")["tables"]])
        joined = carla.post(f"open/{waiting}/sit", {"hash": "0" * 64})
        assert (joined["id"], joined["seat"]) == (waiting, 1)
        assert not anna.get(f"tables/{waiting}")["seats"][1]["empty"]
