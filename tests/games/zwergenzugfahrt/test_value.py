"""The evaluation of a position that the search uses."""

from __future__ import annotations

import numpy as np
import pytest

from games.zwergenzugfahrt.typed_position import GAME, TypedPosition, position, start
from raw_records import deal_with_facts, wrap_records
from spielzug.core.events import MAX_SEATS
from spielzug.core.record_types import Facts, State
from spielzug.core.rng import below, new_rng, seed_key, stream
from spielzug.games.zwergenzugfahrt.play import weights
from spielzug.games.zwergenzugfahrt.play.value import ClanFeatures

RED_AHEAD = """
    turn {turn}  turns {turns}
        a b c d e f g h i j k
    5   . . . . . r . r r . .
    4   . R . r r . R . . . .
    3   . . . . . . . . . . .
    2   . G . . g . . . . . .
    1   . . . g g g g . . . .
"""


def shares(facts: Facts, state: State) -> list[float]:
    out = np.zeros(MAX_SEATS)
    GAME.rules.value(facts, state, out)  # type: ignore[attr-defined]
    return [float(share) for share in out[:2]]


def judged(table: TypedPosition) -> list[float]:
    return shares(table.facts, table.state)


def ahead(turns: int, turn: str = "red") -> list[float]:
    return judged(position(RED_AHEAD.format(turn=turn, turns=turns)))


def test_everything_that_counts_has_a_weight_of_its_name_and_no_weight_is_idle() -> None:
    named = {name for name, value in vars(weights).items() if isinstance(value, weights.Weight)}
    assert named == {name.upper() for name in ClanFeatures._fields}


def test_the_start_is_even_but_for_the_turn() -> None:
    red, green = judged(start(first="red")), judged(start(first="green"))
    assert red == pytest.approx(green[::-1])
    assert red[0] == pytest.approx(0.5, abs=0.05)


def test_more_seats_are_better_and_the_more_so_towards_the_end() -> None:
    early, late = ahead(10), ahead(57)
    assert 0.5 < early[0] < late[0]
    assert late[0] > 0.9


def test_in_whole_games_shares_sum_to_one_and_nothing_is_changed_by_judging() -> None:
    for options in ({}, {"mode": 1}, {"mode": 2}, {"each": 1, "turns": 20}):
        facts = GAME.facts(GAME.options(**options))
        rng = new_rng(stream(seed_key("value", 1), np.uint64(len(options))))
        state, _ = deal_with_facts(GAME, facts, 2, 5)
        for _ in range(150):
            if wrap_records(GAME, None, state).over:
                break
            before = state.tobytes()
            red, green = shares(facts, state)
            assert red + green == pytest.approx(1.0)
            assert 0.0 < red < 1.0
            assert state.tobytes() == before
            legal = wrap_records(GAME, facts, state).legal
            wrap_records(GAME, facts, state).step(legal[int(below(rng, len(legal)))])
