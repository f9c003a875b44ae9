"""Guests and the table's creator: invitations, and what each is offered."""

from __future__ import annotations

import pytest

from server.helpers import FRIEND, ME, RANDOM, Device, Json, Running

# -- invitations ---------------------------------------------------------------------------------


def test_the_own_invitation_leads_back_to_the_seat(anna: Device, berta: Device) -> None:
    token = anna.table(ME, FRIEND, first=1)["seats"][1]["invitation"]
    joined = berta.join(token, "Berta")
    again = berta.post("invitation", {"token": token})
    assert (again["taken"], again["yours"], again["table"]) == (True, True, joined["id"])
    back = berta.join(token, "Somebody else")
    assert (back["seat"], back["seats"][1]["name"]) == (1, "Berta")
    assert not anna.post("invitation", {"token": token})["yours"]


def test_an_invitation_to_a_game_that_has_ended_says_so(anna: Device, berta: Device) -> None:
    table = anna.table(ME, FRIEND)
    token = table["seats"][1]["invitation"]
    anna.post(f"tables/{table['id']}/abandon")
    told = berta.post("invitation", {"token": token})
    assert (told["taken"], told["yours"], told["over"]) == (True, False, True)


def test_one_link_leads_to_every_free_seat_of_a_table(
    server: Running, anna: Device, berta: Device, carla: Device
) -> None:
    table = anna.table(ME, FRIEND, RANDOM, FRIEND)
    link, path = table["invitation"], f"tables/{table['id']}"
    assert link.startswith(table["id"]) and len(link) == len(table["id"]) + 9
    told = berta.post("invitation", {"token": link})
    assert (told["seat"], told["free"], told["taken"], told["yours"]) == (1, [1, 3], False, False)
    assert berta.join(link, "Berta", seat=3)["seat"] == 3
    assert berta.post("invitation", {"token": link})["yours"]  # it leads back
    assert berta.join(link, "Berta")["seat"] == 3
    assert anna.get(path)["invitation"] == link
    assert carla.join(link, "Carla", seat=3)["seat"] == 1  # somebody was quicker: what is free
    assert anna.get(path)["invitation"] is None  # nobody else is expected
    refused = server.device().join(link, "Dora", 409, seat=3)
    assert refused["code"] == "seat_taken"
    told = anna.http.post("/api/invitation", json={"token": link}).json()
    assert (told["free"], told["taken"], told["yours"]) == ([], True, True)


def test_a_tables_link_is_the_creators_to_give(anna: Device, berta: Device) -> None:
    table = anna.table(ME, FRIEND, FRIEND)
    assert berta.get(f"tables/{table['id']}")["invitation"] is None
    for guess in (table["id"], f"{table['id']}.", f"{table['id']}.AAAAAAAA", f".{'A' * 8}", "."):
        berta.post("invitation", {"token": guess}, 403)
    full = anna.table(ME, FRIEND)
    berta.join(full["invitation"], "Berta")
    anna.post(f"tables/{full['id']}/abandon")
    refused = berta.post("invitation", {"token": full["invitation"]})
    assert (refused["taken"], refused["over"]) == (True, True)


def test_an_invitation_as_a_picture_is_for_the_creator(anna: Device, berta: Device) -> None:
    table = anna.table(ME, FRIEND)
    path = f"/api/tables/{table['id']}/code"
    answer = anna.http.get(path, params={"seat": 1})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert answer.text.startswith("<svg") and "token" not in str(answer.url)
    assert anna.http.get(path).text != answer.text  # to any free seat
    assert anna.http.get(path, params={"seat": 0}).status_code == 404  # taken
    assert anna.http.get(path, params={"seat": 1, "address": 3}).status_code == 404
    assert anna.http.get(path, params={"seat": 1, "address": -1}).status_code == 422
    refused = berta.http.get(path, params={"seat": 1})
    assert (refused.status_code, refused.json()["code"]) == (403, "not_creator")


# -- what is offered -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "creator", "guest"),
    [
        ((ME, FRIEND, FRIEND), ["pace", "abandon", "fill"], ["pace"]),
        ((RANDOM, FRIEND, FRIEND), ["pace", "abandon", "fill"], ["pace"]),  # who does not sit
    ],
)
def test_everybody_is_offered_what_they_may_do(
    anna: Device, berta: Device, seats: tuple[Json, ...], creator: list[str], guest: list[str]
) -> None:
    table = anna.table(*seats)
    assert table["may"] == creator
    joined = berta.join(table["seats"][1]["invitation"], "Berta")
    assert joined["may"] == guest
    path = f"tables/{table['id']}"
    assert berta.post(f"{path}/abandon", {}, 403)["code"] == "not_creator"
    assert berta.post(f"{path}/fill", {"seat": 2, "bot": "random"}, 403)["code"] == "not_creator"
    berta.post(f"{path}/pace", {"pace": 300})
    anna.fill(table["id"], 2)
    assert anna.get(path)["may"] == ["pace", "abandon"]
    anna.post(f"{path}/abandon")
    assert (anna.get(path)["may"], berta.get(path)["may"]) == ([], [])


def test_who_only_looks_is_offered_nothing(anna: Device, berta: Device) -> None:
    table = anna.table(ME, RANDOM)
    assert berta.get(f"tables/{table['id']}")["may"] == []


def test_a_guest_alone_with_bots_may_call_it_off(anna: Device, berta: Device) -> None:
    """Of the game of somebody who does not sit at the table."""
    table = anna.table(RANDOM, FRIEND)
    joined = berta.join(table["seats"][1]["invitation"], "Berta")
    assert (joined["status"], joined["may"]) == ("running", ["pace", "abandon"])
    berta.post(f"tables/{table['id']}/abandon")


def test_who_opens_a_table_need_not_sit_at_it(anna: Device) -> None:
    table = anna.table(RANDOM, RANDOM)
    assert (table["status"], table["seat"], table["creator"]) == ("running", -1, True)
    assert table["may"] == ["pace", "abandon"]
