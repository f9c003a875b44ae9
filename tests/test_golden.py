"""Golden games: whole records that must replay the same for ever.

A game's folder holds ``<seats>-<reason>.zug`` for every number of seats and every ending, and
special cases as ``<seats>-<reason>-<what is special>.zug``. ``never.yaml`` lists what cannot
happen.
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from spielzug.core.records import load_record, write_record
from spielzug.games import NAMES, get_game

FOLDER = Path(__file__).parent / "golden"
RECORDS = sorted(FOLDER.rglob("*.zug"))


def ending(path: Path) -> str:
    """``2-resigned`` of ``2-resigned.zug`` and of ``2-resigned-early.zug``."""
    return "-".join(path.stem.split("-")[:2])


@pytest.mark.parametrize("path", RECORDS, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_a_golden_game_replays_line_by_line(path: Path) -> None:
    match = load_record(path, get_game)
    assert write_record(match) == path.read_text(encoding="utf-8")
    outcome = match.outcome
    assert outcome is not None
    assert f"{len(match.seats)}-{outcome.reason}" == ending(path)
    assert match.game.name == path.parent.name


@pytest.mark.parametrize("name", NAMES)
def test_no_seat_count_and_no_ending_lacks_a_golden_game(name: str) -> None:
    game = get_game(name)
    possible = {f"{seats}-{reason}" for seats in game.seats for reason in game.reasons}
    never = set(yaml.safe_load((FOLDER / name / "never.yaml").read_text(encoding="utf-8")))
    assert never < possible
    found = [path for path in RECORDS if path.parent.name == name]
    assert {ending(path) for path in found} == possible - never
    assert {path.stem for path in found} >= possible - never


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_of_game_that_options_can_choose_has_a_golden_game(name: str) -> None:
    """Of an option whose values are all names (a mode, a board) every value but a lot is met; of
    sets, those that ship, with their boards."""
    texts = [p.read_text(encoding="utf-8") for p in RECORDS if p.parent.name == name]
    options = get_game(name).options
    unsaid = {f.name for f in fields(options) if f.metadata.get("later")}
    for about in options.describe():
        values = [v for v in str(about["values"]).split(", ") if "@" not in v]
        values = [v for v in values if not v.startswith("shipped-")]  # records of older rules
        values = about.get("only", {}).get("shipped", values)
        if about["name"] in unsaid:
            values.remove(about["default"])
        numbers = about["name"] != "set" and any(map(str.isdecimal, "".join(values)))
        if about["name"] != "first" and not numbers:
            for value in values:
                assert any(f" {about['name']}={value}" in text for text in texts), value
