"""What a board of Trains shows: constant facts once, the rest as the seat knows it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.trains.typed_position import GAME, table
from raw_records import plain_record, shown, wrap_records
from spielzug.core.check.case import CheckCase, play_out
from spielzug.core.native_records import read_facts
from spielzug.core.records import load_record
from spielzug.core.texts import LANGUAGES
from spielzug.games import get_game
from spielzug.games.trains.facts.boards import SPACE_NAMES
from spielzug.games.trains.facts.sets import CODES

GOLDEN = Path(__file__).parents[2] / "golden" / "endings" / "trains"
CASE = CheckCase(GAME, "", games=6)


def view_json(facts: Any, state: Any, seat: int) -> dict[str, Any]:
    return GAME.words.facts_view(
        read_facts(facts), plain_record(wrap_records(GAME, facts, state).seen(seat).hidden)
    )


@pytest.mark.parametrize("number", range(CASE.games))
def test_what_never_changes_is_the_same_for_every_seat_and_at_every_time(number: int) -> None:
    first: dict[str, Any] = {}
    for ply in list(play_out(CASE, number, 200))[::20]:
        first = first or ply.before.seen(-1).facts_view
        for seat in range(-1, ply.after.seats):
            seen = ply.after.seen(seat)
            assert seen.facts_view == first
            assert not set(seen.view) & set(first)
            assert shown(seen) == first | seen.view


def test_cards_and_spaces_are_told_by_the_numbers_of_events() -> None:
    found = table("hand 1: NT AM")
    view = shown(found.position.seen(0))
    assert view["codes"] == list(CODES)
    assert [space["name"] for space in view["board"]["spaces"]] == list(SPACE_NAMES)
    assert list(view["cards"]) == ["NT", *view["piles"]]
    assert dict(zip(view["piles"], view["supply"], strict=True))["AM"] == 9
    assert set(view["cards"]["AM"]["help"]) == set(view["board"]["title"]) == set(LANGUAGES)


@pytest.mark.parametrize("name", ["2-cubes", "4-stations"])
def test_a_view_without_what_never_changes_is_small(name: str) -> None:
    match = load_record(GOLDEN / f"{name}.zug", get_game)
    for count in range(0, len(match.decisions), 10):
        assert len(json.dumps(match.position_after(count).seen(0).view)) < 3000
