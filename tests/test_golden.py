"""Golden games: whole records that must replay the same for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from spielzug.core.records import load_record, write_record
from spielzug.games import NAMES, get_game

FOLDER = Path(__file__).parent / "golden"
RECORDS = sorted(FOLDER.rglob("*.zug"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_a_golden_game_replays_line_by_line(path: Path) -> None:
    match = load_record(path, get_game)
    assert write_record(match) == path.read_text(encoding="utf-8")
    outcome = match.outcome
    assert outcome is not None
    assert f"{len(match.seats)}-{outcome.reason}" == path.stem


@pytest.mark.parametrize("name", NAMES)
def test_no_seat_count_and_no_ending_lacks_a_golden_game(name: str) -> None:
    game = get_game(name)
    wanted = {
        f"{seats}-{reason}"
        for seats in game.seats
        for reason in game.reasons
        if seats == 2 or reason != "resigned"  # only a game of two can be resigned
    }
    assert {path.stem for path in RECORDS if path.parent.name == name} == wanted
