"""Golden games: whole records that must replay the same for ever, position by position.

`endings/<game>` holds ``<seats>-<reason>.zug`` for every number of seats and every ending, and
special cases as ``<seats>-<reason>-<what is special>.zug``; ``never.yaml`` lists what cannot
happen. `tables/<game>` holds a finished game at a table for every number of seats, and one record
for each special case, see `make_golden`.
"""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from make_golden import (
    CHOSEN,
    ENDINGS,
    FOLDER,
    POSITIONS,
    REMARKS,
    SPECIAL,
    TABLES,
    positions,
    undo,
)
from make_golden import key as key_of
from spielzug.core.game import Game
from spielzug.core.records import load_record, write_record
from spielzug.games import NAMES, get_game

RECORDS = sorted(FOLDER.rglob("*.zug"))
KEPT: dict[str, dict[str, str]] = json.loads(POSITIONS.read_text(encoding="utf-8"))


def ending(path: Path) -> str:
    """``2-resigned`` of ``2-resigned.zug`` and of ``2-resigned-early.zug``."""
    return "-".join(path.stem.split("-")[:2])


def records(folder: Path, name: str) -> dict[str, str]:
    """The texts of a game's records, by their names."""
    return {path.stem: path.read_text("utf-8") for path in sorted((folder / name).glob("*.zug"))}


@pytest.mark.parametrize("path", RECORDS, ids=key_of)
def test_a_golden_game_replays_line_by_line_and_position_by_position(path: Path) -> None:
    match = load_record(path, get_game)
    assert write_record(match) == path.read_text(encoding="utf-8")
    assert match.game.name == path.parent.name
    assert positions(match) == KEPT[key_of(path)]


def test_no_golden_game_is_lost() -> None:
    assert {key_of(path) for path in RECORDS} == set(KEPT)


@pytest.mark.parametrize("name", NAMES)
def test_every_golden_game_is_one_of_the_present_rules(name: str) -> None:
    for text in [*records(ENDINGS, name).values(), *records(TABLES, name).values()]:
        assert f"\nRules: {get_game(name).rules_version}\n" in text


@pytest.mark.parametrize("name", NAMES)
def test_no_seat_count_and_no_ending_lacks_a_golden_game(name: str) -> None:
    game = get_game(name)
    possible = {f"{seats}-{reason}" for seats in game.seats for reason in game.reasons}
    never = set(yaml.safe_load((ENDINGS / name / "never.yaml").read_text(encoding="utf-8")))
    assert never < possible
    found = sorted((ENDINGS / name).glob("*.zug"))
    assert {ending(path) for path in found} == possible - never
    assert {path.stem for path in found} >= possible - never
    for path in found:
        seats, reason = ending(path).split("-")
        text = path.read_text("utf-8")
        assert f"\nSeats: {seats}\n" in text and f"\nReason: {reason}\n" in text, path.stem


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_of_game_that_options_can_choose_has_a_golden_game(name: str) -> None:
    """Of an option whose values are all names (a mode, a board) every value but a lot is met; of
    sets, those that ship, with their boards."""
    texts = records(ENDINGS, name).values()
    options = get_game(name).options
    unsaid = {f.name for f in fields(options) if f.metadata.get("later")}
    for about in options.describe():
        values = [v for v in str(about["values"]).split(", ") if "@" not in v]
        values = about.get("only", {}).get("shipped", values)
        if about["name"] in unsaid:
            values.remove(str(about["default"]))
        numbers = about["name"] != "set" and any(map(str.isdecimal, "".join(values)))
        if about["name"] != "first" and not numbers:
            for value in values:
                assert any(f" {about['name']}={value}" in text for text in texts), value


@pytest.mark.parametrize("name", NAMES)
def test_every_seat_count_and_everything_special_has_a_golden_game(name: str) -> None:
    found = records(TABLES, name)
    assert found.keys() >= SPECIAL.keys()
    for seats in get_game(name).seats:
        assert any(stem.startswith(f"{seats}-") for stem in found)
    assert re.search(r" undo \d+$", found["undo"], re.MULTILINE)
    assert re.search(r" undo \d+ agreed$", found["agreed"], re.MULTILINE)
    assert re.search(r" undo \d+ practice$", found["entry"], re.MULTILINE)
    assert re.search(r"^Void 2: ", found["void"], re.MULTILINE)
    assert re.search(r"^From: position$", found["position"], re.MULTILINE)
    assert re.search(r"^From: entry 8 of \w{16}$", found["entry"], re.MULTILINE)
    assert re.search(r"^Chance: seed$", found["seed"], re.MULTILINE)


@pytest.mark.parametrize("name", CHOSEN)
def test_chosen_options_stand_in_a_golden_game(name: str) -> None:
    for word, options in CHOSEN[name].items():
        text = records(TABLES, name)[word]
        assert all(f" {option}=yes" in text for option in options)


@pytest.mark.parametrize("name", REMARKS)
def test_rare_remarks_stand_in_a_golden_game(name: str) -> None:
    text = records(TABLES, name)["remarks"]
    assert all(f" {said}" in text for said in REMARKS[name][1])


def test_the_golden_games_can_be_made_anew(game_of_trains: Game) -> None:
    assert write_record(undo(game_of_trains)) == records(TABLES, "game_of_trains")["undo"]
