"""When somebody has left for good, the table's creator can invite a new person to the seat."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.conftest import KINDS, serving
from server.helpers import FRIEND, ME, RANDOM, Device, Json, Running, play_out, wait_for
from server.test_absence import AdjustableClock, code, sit_down, stand_in

SHORT = {"first": 2, "turn_limit": 12}


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> AdjustableClock:
    return AdjustableClock(monkeypatch)


@pytest.fixture(scope="module", params=KINDS)
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    with serving(request.param, tmp_path_factory) as made:
        yield made


def release(device: Device, path: str, seat: int, status: int = 200) -> Json:
    told: Json = device.post(f"{path}/release", {"seat": seat}, status)
    return told


@pytest.mark.slow
def test_somebody_new_plays_on(
    anna: Device, berta: Device, carla: Device, later: AdjustableClock
) -> None:
    path = sit_down(anna, berta, options=SHORT)
    with anna.live(path.split("/")[1]) as live:
        assert code(release(anna, path, 1, 409)) == "not_away_yet"
        later(181)
        release(anna, path, 1)
        release(anna, path, 1)  # once more does no harm
        told = live.until(lambda m: m["type"] == "table" and m["seats"][1]["offered"])
        assert told["seats"][1]["left"]
        now = wait_for(lambda: (n := anna.get(path))["number"] > 3 and n)  # a bot plays meanwhile
        seat = now["seats"][1]
        assert (seat["name"], seat["offered"], seat["since"]) == ("Berta", True, None)
        token = seat["invitation"]
        assert carla.get(path)["seats"][1]["invitation"] is None
        assert not carla.post("invitation", {"token": token})["taken"]
        assert anna.http.get(f"/api/{path}/code", params={"seat": 1}).status_code == 200
        joined = carla.join(token, "Carla")
        assert (joined["seat"], joined["seats"][1]["name"]) == (1, "Carla")
        told = live.until(lambda m: m["type"] == "table" and m["seats"][1]["name"] == "Carla")
        assert told["seats"][1]["since"] is not None
    assert not joined["seats"][1]["left"]
    assert berta.get(path)["seat"] == -1
    assert code(berta.post(f"{path}/return", {"seat": 1}, 403)) == "not_your_seat"
    # The link is for this once.
    assert berta.post("invitation", {"token": token})["taken"]
    assert code(berta.join(token, "B", 409)) == "seat_taken"
    # What was fixed before the deal stays: the game can be checked, and its record names Berta.
    anna.post(f"{path}/abandon")
    proof = anna.get(f"{path}/proof")
    assert proof["word"]["ok"] is True
    assert 'Seat 2: human "Berta"' in proof["start"]
    assert anna.get(f"{path}/replay")["names"][1] == "Carla"


def test_who_comes_back_in_time_has_the_seat(
    anna: Device, berta: Device, carla: Device, later: AdjustableClock
) -> None:
    path = sit_down(anna, berta, options=SHORT)
    later(181)
    release(anna, path, 1)
    token = anna.get(path)["seats"][1]["invitation"]
    assert berta.get(path)["seat"] == 1
    berta.post(f"{path}/return", {"seat": 1})
    seat = anna.get(path)["seats"][1]
    assert (seat["offered"], seat["left"], seat["invitation"]) == (False, False, None)
    assert code(carla.join(token, "Carla", 409)) == "seat_taken"
    # A link of an earlier offer is none for a later one.
    berta.post(f"{path}/leave", {"seat": 1})
    later(181)
    release(anna, path, 1)
    assert anna.get(path)["seats"][1]["invitation"] != token
    assert code(carla.join(token, "Carla", 409)) == "seat_taken"


def test_the_first_invitation_leads_nowhere(
    anna: Device, berta: Device, carla: Device, later: AdjustableClock
) -> None:
    wanted = {"game": "game_of_trains", "seats": [ME, FRIEND, RANDOM], "options": SHORT}
    table = anna.open(wanted)
    first = table["seats"][1]["invitation"]
    berta.join(first, "Berta")
    later(181)
    release(anna, f"tables/{table['id']}", 1)
    assert carla.post("invitation", {"token": first})["taken"]
    assert code(carla.join(first, "Carla", 409)) == "seat_taken"


def test_nobody_loses_a_seat_who_is_here(
    anna: Device, berta: Device, later: AdjustableClock
) -> None:
    path = sit_down(anna, berta)
    table = path.split("/")[1]
    with berta.live(table) as live:
        live.receive()
        later(1000)
        assert code(release(anna, path, 1, 409)) == "still_here"
        berta.post(f"{path}/leave", {"seat": 1})
        assert code(release(anna, path, 1, 409)) == "still_here"  # although a bot plays
    wait_for(lambda: not anna.get(path)["seats"][1]["connected"])
    assert code(release(anna, path, 1, 409)) == "not_away_yet"
    later(181)
    release(anna, path, 1)


def test_only_whoever_opened_the_table(
    anna: Device, berta: Device, carla: Device, later: AdjustableClock
) -> None:
    path = sit_down(anna, berta)
    later(181)
    for other in (berta, carla):
        assert code(release(other, path, 1, 403)) == "not_creator"
    for seat in (0, 2):  # the own seat, and a bot's
        assert code(release(anna, path, seat, 409)) == "nobody_missed"
    release(anna, path, 7, 404)


def test_it_can_be_taken_back(
    anna: Device, berta: Device, carla: Device, later: AdjustableClock
) -> None:
    path = sit_down(anna, berta)
    later(181)
    stand_in(anna, path, 1)
    later(181)
    release(anna, path, 1)
    token = anna.get(path)["seats"][1]["invitation"]
    assert code(carla.post(f"{path}/keep", {"seat": 1}, 403)) == "not_creator"
    anna.post(f"{path}/keep", {"seat": 1})
    seat = anna.get(path)["seats"][1]
    assert (seat["offered"], seat["left"], seat["invitation"]) == (False, True, None)
    assert code(carla.join(token, "Carla", 409)) == "seat_taken"


def test_a_rematch_invites_anew(anna: Device, berta: Device, later: AdjustableClock) -> None:
    path = sit_down(anna, berta, options=SHORT)
    later(181)
    release(anna, path, 1)
    play_out(anna, anna.get(path))
    again = anna.post(f"{path}/rematch")["table"]
    seat = anna.get(f"tables/{again}")["seats"][1]
    assert seat["empty"]
    assert seat["invitation"]
