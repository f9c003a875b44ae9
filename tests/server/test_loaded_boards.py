"""Boards and cars that the host loaded: which board belongs to which set, and what is drawn."""

from __future__ import annotations

import pytest

from games.game_of_trains.other_set import NUMBER as CARS
from games.zwergenzugfahrt.other_set import NUMBER as BOARDS
from server.helpers import ME, RANDOM, Device
from spielzug.games.game_of_trains.facts import SETS as CAR_SETS
from spielzug.games.zwergenzugfahrt.facts.sets import SETS as BOARD_SETS

LABEL = BOARD_SETS.names[BOARDS]


def wanted(**options: str) -> dict[str, object]:
    return {"game": "zwergenzugfahrt", "seats": [ME, RANDOM], "options": {**options}}


def test_the_lobby_offers_the_boards_of_each_set(anna: Device) -> None:
    game = next(game for game in anna.get("games") if game["name"] == "zwergenzugfahrt")
    board = next(option for option in game["options"] if option["name"] == "board")
    assert board["default"] == "station"
    assert board["only"]["shipped"] == ["station", "small", "long"]
    assert board["only"][LABEL] == ["yard", "lane", "bare"]


def test_a_table_is_dealt_on_the_first_board_of_the_set_or_on_the_one_that_is_named(
    anna: Device,
) -> None:
    dealt = anna.open(wanted(set=LABEL))
    assert (dealt["options"]["board"], dealt["options"]["set"]) == ("yard", LABEL)
    assert dealt["facts"]["board"]["columns"] == 8
    assert (dealt["facts"]["every"], dealt["facts"]["takes"]) == (3, 2)
    dealt = anna.open(wanted(set=LABEL, board="lane"))
    assert dealt["facts"]["board"]["name"] == "lane"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"set": LABEL, "board": "station"}, "options_clash"),
        ({"board": "yard"}, "options_clash"),
        ({"set": LABEL, "board": "lane", "each": "yes"}, "options_clash"),
        ({"board": "moon"}, "bad_option"),
    ],
)
def test_what_does_not_go_together_is_refused(
    anna: Device, options: dict[str, str], code: str
) -> None:
    assert anna.post("tables", wanted(**options), 422)["code"] == code


def test_cars_of_a_set_are_drawn_with_its_abilities(anna: Device) -> None:
    label = CAR_SETS.names[CARS]
    dealt = anna.open({"game": "game_of_trains", "seats": [ME, RANDOM], "options": {"set": label}})
    abilities = dealt["facts"]["abilities"]
    assert (abilities[1], abilities[5], abilities[70]) == ("swap_adjacent", None, "protect")
