"""Invariants of every game, on random games that Hypothesis chooses."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.zwergenzugfahrt.typed_position import BOARDS, GAME, board_of, facts_of
from raw_records import deal_with_facts, first_draw, seen_as, shown, wrap_records
from spielzug.core.jit import PLAIN
from spielzug.core.record_types import Facts, State
from spielzug.games.zwergenzugfahrt.state import (
    ACTIONS,
    MAX_LEGAL,
    TIME,
)

EXAMPLES = 4 if PLAIN else 40
BOARD = st.sampled_from(BOARDS)
SEED = st.integers(0, 2**64 - 1)


def walk(facts: Facts, seed: int, limit: int = 200) -> list[tuple[State, int]]:
    """The positions of a random game with the action taken there, -1 at the end."""
    rng = random.Random(seed)
    state, _ = deal_with_facts(GAME, facts, 2, seed)
    path: list[tuple[State, int]] = []
    while not wrap_records(GAME, None, state).over and len(path) < limit:
        action = rng.choice(wrap_records(GAME, facts, state).legal)
        path.append((wrap_records(GAME, None, state).copy().state, action))
        wrap_records(GAME, facts, state).step(action)
    return [*path, (state, -1)]


@settings(max_examples=EXAMPLES, deadline=None)
@given(BOARD, SEED)
def test_legal_actions_are_ascending_unique_and_have_room(board: str, seed: int) -> None:
    facts = facts_of(board)
    for state, _ in walk(facts, seed):
        legal = wrap_records(GAME, facts, state).legal
        assert legal == sorted(set(legal))
        assert len(legal) <= MAX_LEGAL
        assert bool(legal) != wrap_records(GAME, None, state).over


@settings(max_examples=EXAMPLES, deadline=None)
@given(BOARD, SEED)
def test_the_mirrored_game_goes_the_mirrored_way(board: str, seed: int) -> None:
    """No clan has an advantage: exchange clans and rows, and the same decisions are legal."""
    shape = board_of(board)
    facts = facts_of(board, first=1)
    turned = facts_of(board, first=2)
    rng = random.Random(seed)
    one, _ = deal_with_facts(GAME, facts, 2, seed)
    two, _ = deal_with_facts(GAME, turned, 2, seed)
    while not wrap_records(GAME, None, one).over:
        mine = [
            mirror(ACTIONS.notations[a], shape.rows) for a in wrap_records(GAME, facts, one).legal
        ]
        theirs = [ACTIONS.notations[a] for a in wrap_records(GAME, turned, two).legal]
        assert sorted(mine) == sorted(theirs)
        action = rng.choice(mine)
        coin = rng.randrange(2)
        one.rng, two.rng = first_draw(2, coin), first_draw(2, 1 - coin)
        wrap_records(GAME, facts, one).step(GAME.words.parse(mirror(action, shape.rows)))
        wrap_records(GAME, turned, two).step(GAME.words.parse(action))
    assert int(two.winner) == (1 - int(one.winner) if one.winner >= 0 else -1)


def mirror(text: str, rows: int) -> str:
    return "".join(str(rows + 1 - int(c)) if c.isdecimal() else c for c in text)


@pytest.mark.slow
@settings(max_examples=EXAMPLES, deadline=None)
@given(BOARD, SEED)
def test_every_board_keeps_every_check(board: str, seed: int) -> None:
    facts = facts_of(board, mode=1)
    counts = np.zeros(len(GAME.rules.CHECKS), np.int64)
    path = walk(facts, seed)
    for (before, action), (later, _) in pairwise(path):
        assert GAME.rules.audit(facts, before, action, later, counts) == 0


@settings(max_examples=EXAMPLES, deadline=None)
@given(SEED, st.integers(0, 80))
def test_the_clock_may_end_a_game_of_mode_time_anywhere(seed: int, when: int) -> None:
    facts = facts_of("small", mode=2)
    state = walk(facts, seed, when)[-1][0]
    red, green = shown(wrap_records(GAME, facts, state).seen(-1))["held"]
    wrap_records(GAME, facts, state).step(TIME)
    assert int(state.winner) == (0 if red > green else 1 if green > red else -1)
    assert wrap_records(GAME, facts, state).legal == []


def test_hiding_hides_the_luck_and_nothing_else() -> None:
    facts = facts_of()
    for state, _ in walk(facts, 1, 20):
        for seat in (-1, 0, 1):
            hidden = wrap_records(GAME, facts, state).seen(seat).hidden
            assert int(hidden.rng) == 0
            hidden.rng = state.rng
            assert hidden.tobytes() == state.tobytes()
            guess = seen_as(GAME, facts, hidden, seat).guess(77).state
            assert int(guess.rng) == 77
