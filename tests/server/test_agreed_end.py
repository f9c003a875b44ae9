"""A game that nobody can win any more ends when everybody who sits there agrees."""

from __future__ import annotations

import pytest

from games.zugraub.typed_position import position
from server.helpers import FRIEND, ME, Device, Json, Running
from spielzug.server.tables.server_table import ServerTable

BOT: Json = {"kind": "bot", "bot": "random"}
LOST = """
    active 1  phase discard
    train: mail- engine
    1: 2e2  points 3
    2: 1b2  points 1
    3: 1c2  head {brain}
"""


def known(server: Running, table: Json) -> ServerTable:
    return server.services.tables._loaded[table["id"]]


def set_position(server: Running, table: Json, brain: str) -> None:
    """Put the table into another position, in which only this brain is left."""
    found = known(server, table)
    found.positions[-1] = position(LOST.format(brain=brain)).position
    found._seen.clear()


def opened(device: Device, *others: Json) -> Json:
    wanted = {"game": "zugraub", "seats": [ME, *others], "pace": 0, "options": {"first": 1}}
    return device.open(wanted)


def test_one_person_among_bots_ends_it_at_once(server: Running, anna: Device) -> None:
    table = opened(anna, BOT, BOT)
    path = f"tables/{table['id']}"
    assert table["nobody_can_win"] is False
    assert anna.post(f"{path}/call-off", {"seat": 0}, 409)["code"] == "can_be_won"
    set_position(server, table, brain="Surplus_Cheddar")
    now = anna.get(path)
    assert (now["nobody_can_win"], now["calling_off"]) == (True, [])
    anna.post(f"{path}/call-off", {"seat": 0})
    over = anna.get(path)
    assert (over["status"], over["outcome"]["reason"]) == ("over", "abandoned")
    assert over["nobody_can_win"] is False
    assert anna.post(f"{path}/call-off", {"seat": 0}, 409)["code"] == "over"


@pytest.mark.parametrize("leaves", [False, True])
def test_all_people_who_sit_there_have_to_agree(
    server: Running, anna: Device, berta: Device, leaves: bool
) -> None:
    table = opened(anna, FRIEND, BOT)
    berta.join(table["seats"][1]["invitation"], "Berta")
    path = f"tables/{table['id']}"
    set_position(server, table, brain="Surplus_Cheddar")
    assert berta.post(f"{path}/call-off", {"seat": 0}, 403)["code"] == "not_your_seat"
    with berta.live(table["id"], seat=1) as live:
        anna.post(f"{path}/call-off", {"seat": 0})
        told = live.until(lambda m: m["type"] == "table" and m["calling_off"])
        assert told["calling_off"] == [0]
        assert anna.get(path)["status"] == "running"
        if leaves:  # whoever is gone is not waited for
            berta.post(f"{path}/leave", {"seat": 1})
            anna.post(f"{path}/call-off", {"seat": 0})
        else:
            berta.post(f"{path}/call-off", {"seat": 1})
        assert live.until(lambda m: m["type"] == "table" and m["outcome"])["status"] == "over"


def test_it_is_said_when_everybody_can_know_it_and_not_before(
    server: Running, anna: Device
) -> None:
    """A brain that wins in a head, or a card that may be one in a hand: then nothing is said."""
    table = opened(anna, BOT, BOT)
    set_position(server, table, brain="Jacob")
    assert anna.get(f"tables/{table['id']}")["nobody_can_win"] is False
    found = known(server, table)
    set_position(server, table, brain="Surplus_Cheddar  hand Old_Glory_Orange")
    assert found.positions[-1].game.rules.nobody_can_win(  # type: ignore[attr-defined]
        found.positions[-1].facts, found.positions[-1].state
    )
    assert anna.get(f"tables/{table['id']}")["nobody_can_win"] is False
