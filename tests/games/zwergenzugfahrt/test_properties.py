"""What must be true of any game, tried on random ones (Hypothesis chooses which)."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.zwergenzugfahrt.table import GAME, board_of, facts_of
from spielzug.core.game import Facts, State
from spielzug.core.jit import PLAIN
from spielzug.games.zwergenzugfahrt.actions import MAX_LEGAL, NOTATION, TIME
from spielzug.games.zwergenzugfahrt.facts.boards import BOARDS
from spielzug.games.zwergenzugfahrt.rules import LUCK_KEYS

EXAMPLES = 4 if PLAIN else 40
BOARD = st.sampled_from(BOARDS)
SEED = st.integers(0, 2**64 - 1)


def walk(facts: Facts, seed: int, limit: int = 200) -> list[tuple[State, int]]:
    """The positions of a random game with the action taken there, -1 at the end."""
    rng = random.Random(seed)
    state, _ = GAME.start(facts, 2, seed)
    path: list[tuple[State, int]] = []
    while not GAME.over(state) and len(path) < limit:
        action = rng.choice(GAME.legal(facts, state))
        path.append((GAME.copy(state), action))
        GAME.step(facts, state, action)
    return [*path, (state, -1)]


@settings(max_examples=EXAMPLES, deadline=None)
@given(BOARD, SEED)
def test_legal_actions_are_ascending_unique_and_have_room(board: str, seed: int) -> None:
    facts = facts_of(board)
    for state, _ in walk(facts, seed):
        legal = GAME.legal(facts, state)
        assert legal == sorted(set(legal))
        assert len(legal) <= MAX_LEGAL
        assert bool(legal) != GAME.over(state)


@settings(max_examples=EXAMPLES, deadline=None)
@given(BOARD, SEED)
def test_the_mirrored_game_goes_the_mirrored_way(board: str, seed: int) -> None:
    """No clan has an advantage: exchange clans and rows, and the same decisions are legal."""
    shape = board_of(board)
    facts = facts_of(board, first=1)
    turned = facts_of(board, first=2)
    rng = random.Random(seed)
    one, _ = GAME.start(facts, 2, seed)
    two, _ = GAME.start(turned, 2, seed)
    while not GAME.over(one):
        mine = [mirror(NOTATION[a], shape.rows) for a in GAME.legal(facts, one)]
        theirs = [NOTATION[a] for a in GAME.legal(turned, two)]
        assert sorted(mine) == sorted(theirs)
        action = rng.choice(mine)
        coin = rng.randrange(2)
        one.rng, two.rng = LUCK_KEYS[coin], LUCK_KEYS[1 - coin]
        GAME.step(facts, one, GAME.words.parse(mirror(action, shape.rows)))
        GAME.step(turned, two, GAME.words.parse(action))
    assert int(two.winner) == (1 - int(one.winner) if one.winner >= 0 else -1)


def mirror(text: str, rows: int) -> str:
    return "".join(str(rows + 1 - int(c)) if c.isdecimal() else c for c in text)


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
    red, green = GAME.view(facts, state, -1)["held"]
    GAME.step(facts, state, TIME)
    assert int(state.winner) == (0 if red > green else 1 if green > red else -1)
    assert GAME.legal(facts, state) == []


def test_hiding_hides_the_luck_and_nothing_else() -> None:
    facts = facts_of()
    for state, _ in walk(facts, 1, 20):
        for seat in (-1, 0, 1):
            hidden = GAME.hidden(facts, state, seat)
            assert int(hidden.rng) == 0
            hidden.rng = state.rng
            assert hidden.tobytes() == state.tobytes()
            guess = GAME.guessed(facts, hidden, seat, 77)
            assert int(guess.rng) == 77


@pytest.mark.parametrize("key", range(2))
def test_the_keys_of_luck_are_all_outcomes_of_the_coin(key: int) -> None:
    from spielzug.core.rng import below, new_rng

    assert int(below(new_rng(LUCK_KEYS[key]), 2)) == key
