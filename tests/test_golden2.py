"""Golden games of format 2: whole records that must replay the same for ever.

A game's folder holds ``<seats>-<reason>.zug``, a finished game at a table, for every number of
seats, and one record for each special case; see `make_golden2`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from make_golden2 import CHOSEN, FOLDER, REMARKS, SPECIAL, undo
from spielzug.core.game import Game
from spielzug.core.records import load_record, write_record
from spielzug.games import NAMES, get_game

RECORDS = sorted(FOLDER.rglob("*.zug"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_a_golden_game_of_format_2_replays_line_by_line(path: Path) -> None:
    match = load_record(path, get_game)
    assert write_record(match) == path.read_text(encoding="utf-8")
    assert match.over
    assert (match.format, match.game.name) == (2, path.parent.name)


@pytest.mark.parametrize("name", NAMES)
def test_every_seat_count_and_everything_special_has_a_golden_game(name: str) -> None:
    found = {path.stem: path.read_text("utf-8") for path in RECORDS if path.parent.name == name}
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


@pytest.mark.parametrize("name", NAMES)
def test_every_version_of_the_rules_has_its_golden_games(name: str) -> None:
    texts = [path.read_text("utf-8") for path in RECORDS if path.parent.name == name]
    game = get_game(name)
    for version in game.versions:
        matches = [text for text in texts if f"\nRules: {version}\n" in text]
        played = {text.count("\nSeat ") for text in matches}
        assert played >= set(game.seats), f"rules version {version}"


@pytest.mark.parametrize("name", CHOSEN)
def test_what_a_version_changed_stands_in_a_golden_game(name: str) -> None:
    newest = get_game(name).rules_version
    for word, options in CHOSEN[name].items():
        text = (FOLDER / name / f"{word}-rules-{newest}.zug").read_text(encoding="utf-8")
        assert all(f" {option}=yes" in text for option in options)


@pytest.mark.parametrize("name", REMARKS)
def test_what_format_2_says_anew_stands_in_a_golden_game(name: str) -> None:
    text = (FOLDER / name / "remarks.zug").read_text(encoding="utf-8")
    assert all(f" {said}" in text for said in REMARKS[name][1])


def test_the_golden_games_can_be_made_anew(game_of_trains: Game) -> None:
    path = FOLDER / "game_of_trains" / "undo.zug"
    assert write_record(undo(game_of_trains)) == path.read_text(encoding="utf-8")
