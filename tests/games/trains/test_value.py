"""The quick player and the evaluation that the search of Trains uses."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from games.trains.typed_position import GAME, TypedPosition, table
from raw_records import deal_with_facts, wrap_records
from spielzug.core.events import MAX_SEATS
from spielzug.core.rng import new_rng, seed_key, stream
from spielzug.games.trains.facts.boards import BOARDS
from spielzug.games.trains.play.levels import LADDER
from spielzug.games.trains.state import notation

pytestmark = pytest.mark.compiled
RULES: Any = GAME.rules


def shares(facts: Any, state: Any) -> list[float]:
    out = np.zeros(MAX_SEATS)
    RULES.value(facts, state, out)
    return [float(share) for share in out[: int(state.seats)]]


def chance(position: TypedPosition, seat: int = 1) -> float:
    return shares(position.facts, position.state)[seat - 1]


def choice(position: TypedPosition) -> str:
    return notation(int(RULES.policy(position.facts, position.state, new_rng(1))))


EVEN = """
    turns: 20
    hand 1: 2NT EX LR WA
    hand 2: 2NT EX LR WA
    draw 1: 5NT EX SE
    draw 2: 5NT EX SE
    cubes 1: c7
    cubes 2: c7
    stations: c7
"""


def test_shares_sum_to_one_and_the_position_stays_as_it_is() -> None:
    for seats in (2, 3, 4):
        facts = GAME.facts(GAME.options(**GAME.simulation))
        state, _ = deal_with_facts(
            GAME, facts, seats, stream(seed_key("value", "1"), np.uint64(seats))
        )
        rng = new_rng(seats)
        for _ in range(300):
            before = state.tobytes()
            found = shares(facts, state)
            assert sum(found) == pytest.approx(1.0)
            assert all(0.0 <= share <= 1.0 for share in found)
            assert state.tobytes() == before
            if wrap_records(GAME, None, state).over:
                break
            wrap_records(GAME, facts, state).step(int(RULES.policy(facts, state, rng)))


def test_an_even_position_is_even_but_for_the_turn() -> None:
    first, second = table(EVEN), table(EVEN + "turn: 2")
    assert 0.5 < chance(first) < 0.6
    assert chance(first) == pytest.approx(chance(second, seat=2))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("draw 1: 5NT EX SE", "draw 1: 5NT LE SE"),  # a better Train
        ("draw 1: 5NT EX SE", "draw 1: 5NT EX SE SK"),  # a Skyscraper in the deck
        ("cubes 1: c7", "cubes 1: c7 d7"),  # a cube in one more city
        ("hand 2: 2NT EX LR WA", "hand 2: 2NT EX LR 5WA"),  # Waste for the other
    ],
)
def test_better_is_judged_better(old: str, new: str) -> None:
    assert old in EVEN
    assert chance(table(EVEN.replace(old, new))) > chance(table(EVEN)) + 0.01


def test_near_the_end_points_decide() -> None:
    late = EVEN.replace("turns: 20", "turns: 70")
    early_lead = chance(table(EVEN + "track 1: 5"))
    late_lead = chance(table(late + "track 1: 5"))
    assert late_lead > early_lead > 0.5
    assert late_lead > 0.8


@pytest.mark.parametrize("board", range(len(BOARDS)))
@pytest.mark.parametrize("seats", [2, 4])
def test_the_quick_player_is_always_legal(board: int, seats: int) -> None:
    rng = new_rng(9)
    for game in range(4):
        options = GAME.options(board=board, **GAME.simulation)
        facts = GAME.facts(options)
        state, _ = deal_with_facts(
            GAME, facts, seats, stream(seed_key("legal", "1"), np.uint64(game))
        )
        for step in range(400):
            if wrap_records(GAME, None, state).over:
                break
            legal = wrap_records(GAME, facts, state).legal
            action = int(RULES.policy(facts, state, rng))
            assert action in legal, notation(action)
            if step % 3 == game % 3:  # random positions are reached, too
                action = legal[(step * 7 + game) % len(legal)]
            wrap_records(GAME, facts, state).step(action)


def test_the_quick_player_builds_its_deck_early_and_buys_points_late() -> None:
    rich = "hand 1: WA\nplay: 3EX\nmoney: 8\nacted: 1\ndraw 1: 7NT\ncubes 1: c5\ncubes 2: g8"
    assert choice(table(rich)) not in ("$AP", "$TO", "$SK", ".")
    assert choice(table(rich + "\nturns: 80")) == "$SK"


def test_the_quick_player_returns_a_hand_full_of_waste() -> None:
    assert choice(table("hand 1: 4WA NT\ndraw 1: 7NT 4EX\ncubes 1: c5\ncubes 2: g8")) == "~"
    assert choice(table("hand 1: WA 4EX\ndraw 1: 7NT 4EX\ncubes 1: c5\ncubes 2: g8")) == "EX"


@pytest.mark.slow
def test_the_quick_player_beats_the_frozen_one() -> None:
    won = 0.0
    games = 20
    facts = GAME.facts(GAME.options(**GAME.simulation))
    for game in range(games):
        state, _ = deal_with_facts(GAME, facts, 2, stream(seed_key("beats", "1"), np.uint64(game)))
        rng = new_rng(game)
        while not wrap_records(GAME, None, state).over:
            quick = wrap_records(GAME, None, state).actor == game % 2
            player = RULES.policy if quick else RULES.greedy
            RULES.step_quiet(facts, state, int(player(facts, state, rng)))
        outcome = wrap_records(GAME, facts, state).outcome
        assert outcome is not None
        won += outcome.shares[game % 2]
    assert won >= 0.9 * games


def test_the_ladder_thinks_more_and_slips_less_with_every_step() -> None:
    assert len(LADDER) == 6
    for (few, many_slips), (more, slips) in pairwise(LADDER):
        assert few <= more
        assert many_slips >= slips
        assert (few, many_slips) != (more, slips)
