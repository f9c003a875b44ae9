"""The card file: its facts, and how damaged files are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from spielzug.core.errors import DataError
from spielzug.games.game_of_trains.facts import ABILITIES, CARDS_FILE, read_cards

COUNTS = {
    "swap_adjacent": 10, "swap_over_one": 11, "move_right_2": 11, "move_left_2": 11,
    "remove_left": 10, "remove_middle": 11, "remove_right": 10, "protect": 10,
}  # fmt: skip
CYCLE = (
    "move_right_2", "protect", "move_left_2", "swap_adjacent", "remove_middle", "remove_right",
    "remove_left", "swap_over_one",
)  # fmt: skip
INSERTED = {
    49: "swap_over_one",
    59: "move_right_2",
    67: "remove_middle",
    76: "move_left_2",
}


def test_there_are_84_cars_with_one_ability_each() -> None:
    ability = list(read_cards())
    assert len(ability) == 85
    assert ability[0] == 0  # no car
    counts = {name: ability[1:].count(index) for index, name in enumerate(ABILITIES)}
    assert counts == COUNTS


def test_the_abilities_follow_a_cycle_of_eight_with_four_cars_inserted() -> None:
    names = [ABILITIES[index] for index in read_cards()]
    assert {car: names[car] for car in INSERTED} == INSERTED
    others = [names[car] for car in range(1, 85) if car not in INSERTED]
    assert others == list(CYCLE) * 10


def test_the_facts_of_a_game_hold_the_abilities_of_the_file() -> None:
    from games.game_of_trains.table import GAME

    assert GAME.facts().ability.tolist() == list(read_cards())


# -- damaged files ---------------------------------------------------------------------------------


def text_with(**lists: object) -> str:
    data = yaml.safe_load(CARDS_FILE.read_text(encoding="utf-8"))
    data["abilities"].update(lists)
    return str(yaml.safe_dump(data))


def good(name: str) -> list[int]:
    cars: list[int] = yaml.safe_load(CARDS_FILE.read_text(encoding="utf-8"))["abilities"][name]
    return cars


def refusal(tmp_path: Path, text: str) -> str:
    path = tmp_path / "damaged.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_cards(path)
    message = str(caught.value)
    assert message.startswith("damaged.yaml: ")
    return message


def test_an_undamaged_copy_is_read(tmp_path: Path) -> None:
    path = tmp_path / "copy.yaml"
    path.write_text(text_with(), encoding="utf-8")
    assert read_cards(path) == read_cards()


def test_a_missing_car_is_named(tmp_path: Path) -> None:
    cars = [car for car in good("protect") if car != 42]
    assert "no ability for car 42" in refusal(tmp_path, text_with(protect=cars))


def test_a_car_in_two_lists_is_named_with_both(tmp_path: Path) -> None:
    message = refusal(tmp_path, text_with(remove_left=[*good("remove_left"), 42]))
    assert "car 42 is in" in message
    assert "protect" in message
    assert "remove_left" in message


def test_a_car_twice_in_one_list_is_named(tmp_path: Path) -> None:
    message = refusal(tmp_path, text_with(protect=[*good("protect"), 42]))
    assert "car 42 is in protect and in protect" in message


@pytest.mark.parametrize("car", [0, 85, -1, 255, "four", 4.5, None, [4]])
def test_what_is_no_car_is_named_with_its_list(tmp_path: Path, car: object) -> None:
    message = refusal(tmp_path, text_with(swap_adjacent=[*good("swap_adjacent"), car]))
    assert f"swap_adjacent: {car!r} is no car" in message


def test_true_is_no_car(tmp_path: Path) -> None:
    cars = [True if car == 1 else car for car in good("move_right_2")]
    assert "True is no car" in refusal(tmp_path, text_with(move_right_2=cars))


def test_an_unknown_ability_is_refused(tmp_path: Path) -> None:
    assert "'abilities' must list exactly" in refusal(tmp_path, text_with(fly=[]))


def test_a_missing_ability_is_refused(tmp_path: Path) -> None:
    text = text_with().replace("protect:", "protekt:")
    assert "protect" in refusal(tmp_path, text)


@pytest.mark.parametrize("value", [None, 4, "4 12"])
def test_an_ability_without_a_list_is_named(tmp_path: Path, value: object) -> None:
    assert "protect" in refusal(tmp_path, text_with(protect=value))


@pytest.mark.parametrize("text", ["", "- 1\n- 2\n", "abilities: 7\n", "cars: {}\n"])
def test_a_file_of_another_shape_is_refused(tmp_path: Path, text: str) -> None:
    assert "'abilities' must list exactly" in refusal(tmp_path, text)


def test_a_file_that_is_no_yaml_is_refused(tmp_path: Path) -> None:
    assert "not valid YAML" in refusal(tmp_path, "abilities: [1, 2\n  - }")
