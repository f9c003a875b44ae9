"""Exact numbers of decision sequences; every toss of the coin is a branch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from games.zwergenzugfahrt.typed_position import GAME, TypedPosition, position, start
from spielzug.core.jit import PLAIN
from spielzug.games.zwergenzugfahrt.facts import RULES_VERSION
from spielzug.lab.measure.bench import perft
from spielzug.lab.play.loops import Loops

LOOPS = Loops(GAME)
DATA = yaml.safe_load(Path(__file__).with_name("perft.yaml").read_text(encoding="utf-8"))


def counts(table: TypedPosition, depth: int) -> list[int]:
    return [LOOPS.perft(table.facts, table.state, d)[0] for d in range(1, depth + 1)]


# -- by hand ---------------------------------------------------------------------------------------


def test_z1_z4_the_first_two_turns_of_the_station() -> None:
    """d5-c5, f5-f4, h5-i5, and green has the same three."""
    assert perft(GAME, 2) == [3, 9]
    # After d5-c5 or h5-i5 the dwarf has three ways (back, on, into the door) and its empty home a
    # second taker; f4 leads back, into two seats or the aisle, or reserves two, the empty f5
    # has two takers, and the ways of d5 and h5 stay.
    outer = 3 + 1 + 1 + 1  # c5: b5 d5 c4; e5-d5; f5-f4; h5-i5
    inner = (1 + 2 + 1) + 2 + 2 + 2  # f4: f5, e4 g4, f3; + e4 g4; e5-f5 g5-f5; d5-c5 h5-i5
    assert perft(GAME, 3)[-1] == 3 * (outer + inner + outer)


SEVENTH = """
    turn red  turns 20
        a b c d e f g h i j k
    5   . . . . . . . . . . .
    4   R . . . . . . . . . R
    3   r r r r . . . . . . r
    2   . . . . . . . . . . .
    1   . . . g g g g g . . .
"""


def test_z12_both_sides_of_the_coin_and_every_choice_are_branches() -> None:
    table = position(SEVENTH)
    first = counts(table, 1)[0]
    # Red: green chooses one of two signs (three after a reservation); green: no sign, green moves.
    laid = sum(1 for a in table.position.legal if GAME.words.notation(a)[0] == "+")
    green = len(["d1-c1", "f1-f2", "h1-i1"])
    assert counts(table, 2)[-1] == first * (2 + green) + laid


def test_a_finished_game_counts_once() -> None:
    table = position(SEVENTH, turns=21)
    first = counts(table, 1)[0]
    assert counts(table, 3) == [first, first, first]


def test_counting_leaves_the_position_alone() -> None:
    table = position(SEVENTH)
    before = table.state.tobytes()
    counts(table, 3)
    assert table.state.tobytes() == before


# -- pinned ----------------------------------------------------------------------------------------


def test_the_pinned_counts_are_of_these_rules() -> None:
    """Who changes a count changes the rules: a new version."""
    assert DATA["rules"] == RULES_VERSION
    assert len(DATA["positions"]) >= 5


@pytest.mark.parametrize("case", DATA["positions"], ids=lambda case: case["name"])
def test_the_numbers_of_decision_sequences_stay_as_they_are(case: dict[str, Any]) -> None:
    board, options = case.get("board", "station"), case.get("options", {})
    table = position(case["map"], board, **options) if "map" in case else start(board)
    wanted = case["counts"][: 3 if PLAIN else None]
    assert counts(table, len(wanted)) == wanted
