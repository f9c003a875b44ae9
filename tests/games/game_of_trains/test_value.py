"""The evaluation of a position, and the quick player that the search uses."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from games.game_of_trains.typed_position import GAME, TypedPosition, position
from raw_records import deal_with_facts, wrap_records
from spielzug.core.events import MAX_SEATS
from spielzug.core.rng import below, new_rng, seed_key, stream
from spielzug.games.game_of_trains.facts import LENGTH
from spielzug.games.game_of_trains.play import levels, weights

NEARLY = "5 17 26 33 48 61 3"
FAR_OFF = "82 72 62 52 42 32 22"


def shares(table: TypedPosition) -> list[float]:
    out = np.zeros(MAX_SEATS)
    GAME.rules.value(table.facts, table.state, out)  # type: ignore[attr-defined]
    return [float(share) for share in out[: int(table.state.seats)]]


def two(first: str, second: str, more: str = "", turn: int = 1) -> TypedPosition:
    return position(f"""
        seats 2  turn {turn}  turns 6
        1: {first}
        2: {second}
        {more}
        draw: rest
    """)


def test_less_work_is_judged_better_and_seats_are_treated_alike() -> None:
    ahead = shares(two(NEARLY, FAR_OFF))
    assert ahead[0] > 0.8
    assert shares(two(FAR_OFF, NEARLY, turn=2)) == pytest.approx(ahead[::-1])


def test_the_turn_is_worth_something() -> None:
    first, second = "81 17 56 41 24 73 3", "80 16 55 40 23 72 2"
    mine, his = shares(two(first, second)), shares(two(first, second, turn=2))
    assert his[0] < mine[0]


def test_a_car_that_an_open_card_puts_right_counts_for_the_one_to_move() -> None:
    row = "5 17 33 26 48 61 80"  # 3<>4 wins
    without, with_card = shares(two(row, FAR_OFF)), shares(two(row, FAR_OFF, "open: 20"))
    assert with_card[0] > without[0]


def test_a_gap_that_nothing_left_in_the_pile_fits_is_dear() -> None:
    row = "5 17 26 33 48 61 3"  # 62 to 84 would do at the end
    used_up = "discard: " + " ".join(str(car) for car in range(64, 85) if car not in (72, 82))
    assert shares(two(row, FAR_OFF, used_up))[0] < shares(two(row, FAR_OFF))[0]


def test_a_protected_car_is_worth_more_while_its_removal_lies_open() -> None:
    bare = shares(two(NEARLY, FAR_OFF, "open: 7", turn=2))
    safe = shares(two(f"{NEARLY} locks 1:10", FAR_OFF, "open: 7", turn=2))
    assert safe[0] > bare[0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_whole_games_the_policy_is_legal_and_nothing_is_changed_by_judging(seats: int) -> None:
    facts = GAME.facts(GAME.options(turn_limit=60))
    for number in range(6):
        rng = new_rng(stream(seed_key("value", 1), np.uint64(number)))
        state, _ = deal_with_facts(
            GAME, facts, seats, stream(seed_key("deal", 1), np.uint64(number))
        )
        while not wrap_records(GAME, None, state).over:
            seat = wrap_records(GAME, None, state).actor
            hidden = wrap_records(GAME, facts, state).seen(seat).hidden
            for seen in (hidden, state):
                before = seen.tobytes()
                action = int(GAME.rules.policy(facts, seen, rng))  # type: ignore[attr-defined]
                assert seen.tobytes() == before
                assert action in wrap_records(GAME, facts, seen).legal
            before = state.tobytes()
            assert sum(shares(TypedPosition(GAME, facts, state))) == pytest.approx(1.0)
            assert state.tobytes() == before
            if below(rng, 3) == 0:  # off the policy's own paths as well
                legal = wrap_records(GAME, facts, state).legal
                action = legal[int(below(rng, len(legal)))]
            wrap_records(GAME, facts, state).step(action)


def test_the_policy_takes_a_win() -> None:
    rng = new_rng(1)
    policy = GAME.rules.policy  # type: ignore[attr-defined]
    table = two("5 17 33 26 48 61 80", FAR_OFF, "open: 20")
    state = wrap_records(GAME, None, table.state).copy().state
    for _ in range(2):  # use the card, then aim it
        wrap_records(GAME, table.facts, state).step(int(policy(table.facts, state, rng)))
    outcome = wrap_records(GAME, table.facts, state).outcome
    assert outcome is not None
    assert outcome.shares == (1.0, 0.0)


def test_there_is_a_price_for_finding_any_number_of_cars_and_rare_ones_are_dearer() -> None:
    assert len(weights.FIND_COSTS) == LENGTH
    assert all(finding.rare > 0 and finding.slack > 0 for finding in weights.FIND_COSTS)


def test_every_level_thinks_more_and_slips_less_than_the_one_below() -> None:
    assert len(levels.LADDER) == 6
    for (few, many_slips), (more, slips) in pairwise(levels.LADDER):
        assert few < more and many_slips > slips
