"""A set that the host loaded is offered in the lobby, and a table says when it is missing."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from server.helpers import ME, RANDOM, Device
from spielzug.core.errors import OptionError
from spielzug.games import get_game
from spielzug.games.trains.facts import sets as trains
from spielzug.games.zugraub.facts import sets
from spielzug.tables.errors import TableError
from spielzug.tables.rows import stored_options


@pytest.fixture
def label() -> str:
    data = yaml.safe_load(sets.SETS.shipped_text())
    return sets.SETS.add({**data, "name": "lobby"}, "lobby.yaml").label


def test_the_lobby_offers_a_loaded_set_and_a_table_plays_with_it(anna: Device, label: str) -> None:
    game = next(game for game in anna.get("games") if game["name"] == "zugraub")
    option = next(option for option in game["options"] if option["name"] == "set")
    assert label in option["names"].values()
    assert option["low"] == 0
    # People read its name; only two of one name are told apart by their digest.
    words = {key: said["de"] for key, said in game["option_words"].items()}
    assert words[f"set={label}"] == "lobby"
    assert words["set=shipped"] == "von Spielzug"
    wanted = {"game": "zugraub", "seats": [ME, RANDOM, RANDOM], "options": {"set": label}}
    dealt = anna.open(wanted)
    assert dealt["options"]["set"] == label
    assert dealt["status"] == "running"
    refused = {**wanted, "options": {"set": "lobby@0"}}
    assert anna.post("tables", refused, 422)["code"] == "bad_option"


def test_a_table_whose_set_is_not_loaded_says_so(label: str) -> None:
    game = get_game("zugraub")
    assert stored_options(game, f"set={label}").named()["set"] == label
    with pytest.raises(OptionError):
        game.options.from_text("set=lost@123")
    with pytest.raises(TableError) as refused:
        stored_options(game, "set=lost@123")
    assert refused.value.code == "other_set"


def test_no_path_of_the_host_is_told(anna: Device, label: str) -> None:
    assert str(Path.cwd()) not in str(anna.get("games"))


def test_a_table_plays_on_the_board_of_the_set_with_its_own_cards(anna: Device) -> None:
    rows = {"a": ["plain", "city 2 Ashford", "none", "plain"], "b": ["plain", "river"]}
    cards = [{"code": "EX", "names": "Fast Train", "cost": 5}, {"code": "PS", "names": "Halt"}]
    data = {"game": "trains", "name": "halo", "cards": cards, "boards": {"halo": {"rows": rows}}}
    halo = trains.SETS.add(data, "halo.yaml").label
    game = next(game for game in anna.get("games") if game["name"] == "trains")
    board = next(option for option in game["options"] if option["name"] == "board")
    assert board["only"][halo] == ["halo"]
    assert board["only"]["shipped"] == ["tokyo", "osaka"]
    assert game["option_words"]["board=halo"]["fr"] == "halo"
    kinds = next(option for option in game["options"] if option["name"] == "kinds")
    assert kinds["renamed"] == {halo: {"PS": dict.fromkeys(("de", "en", "fr", "nl"), "Halt")}}
    wanted = {"game": "trains", "seats": [ME, RANDOM], "options": {"set": halo}}
    dealt = anna.open(wanted)
    assert dealt["options"]["board"] == "halo"
    told = dealt["facts"]
    assert told["cards"]["EX"]["title"]["de"] == "Fast Train"
    assert told["cards"]["EX"]["cost"] == 5
    there = {s["name"]: s["title"] for s in told["board"]["spaces"] if s["terrain"] != "none"}
    assert there == {"a1": "", "a2": "Ashford", "a4": "", "b1": "", "b2": ""}
    clash = {**wanted, "options": {"set": halo, "board": "osaka"}}
    assert anna.post("tables", clash, 422)["code"] == "options_clash"
