"""What must be true of any game, tried on random ones (Hypothesis chooses which)."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.zwergenzugfahrt.table import GAME, board_of, tables_of
from spielzug.core.game import State, Tables
from spielzug.core.jit import PLAIN
from spielzug.games.zwergenzugfahrt import rules as r
from spielzug.games.zwergenzugfahrt.actions import MAX_LEGAL, NOTATION, TIME
from spielzug.games.zwergenzugfahrt.boards import BOARDS

EXAMPLES = 4 if PLAIN else 40
BOARD = st.sampled_from(BOARDS)
SEED = st.integers(0, 2**64 - 1)


def walk(tables: Tables, seed: int, limit: int = 200) -> list[tuple[State, int]]:
    """The positions of a random game with the action taken there, -1 at the end."""
    lot = random.Random(seed)
    state, _ = GAME.start(tables, 2, seed)
    path: list[tuple[State, int]] = []
    while not GAME.over(state) and len(path) < limit:
        action = lot.choice(GAME.legal(tables, state))
        path.append((GAME.copy(state), action))
        GAME.step(tables, state, action)
    return [*path, (state, -1)]


@settings(max_examples=EXAMPLES, deadline=None)
@given(BOARD, SEED)
def test_legal_actions_are_ascending_unique_and_have_room(board: str, seed: int) -> None:
    tables = tables_of(board)
    for state, _ in walk(tables, seed):
        legal = GAME.legal(tables, state)
        assert legal == sorted(set(legal))
        assert len(legal) <= MAX_LEGAL
        assert bool(legal) != GAME.over(state)


@settings(max_examples=EXAMPLES, deadline=None)
@given(BOARD, SEED)
def test_the_mirrored_game_goes_the_mirrored_way(board: str, seed: int) -> None:
    """No clan has an advantage: exchange clans and rows, and the same decisions are legal."""
    shape = board_of(board)
    tables = tables_of(board, first=1)
    turned = tables_of(board, first=2)
    lot = random.Random(seed)
    one, _ = GAME.start(tables, 2, seed)
    two, _ = GAME.start(turned, 2, seed)
    while not GAME.over(one):
        mine = [mirror(NOTATION[a], shape.rows) for a in GAME.legal(tables, one)]
        theirs = [NOTATION[a] for a in GAME.legal(turned, two)]
        assert sorted(mine) == sorted(theirs)
        action = lot.choice(mine)
        coin = lot.randrange(2)
        one.rng, two.rng = r.LUCK_KEYS[coin], r.LUCK_KEYS[1 - coin]
        GAME.step(tables, one, GAME.words.parse(mirror(action, shape.rows)))
        GAME.step(turned, two, GAME.words.parse(action))
    assert int(two.winner) == (1 - int(one.winner) if one.winner >= 0 else -1)


def mirror(text: str, rows: int) -> str:
    return "".join(str(rows + 1 - int(c)) if c.isdecimal() else c for c in text)


@settings(max_examples=EXAMPLES, deadline=None)
@given(BOARD, SEED)
def test_every_board_keeps_every_check(board: str, seed: int) -> None:
    tables = tables_of(board, mode=1)
    counts = np.zeros(len(GAME.rules.CHECKS), np.int64)
    path = walk(tables, seed)
    for (before, action), (later, _) in pairwise(path):
        assert GAME.rules.audit(tables, before, action, later, counts) == 0


@settings(max_examples=EXAMPLES, deadline=None)
@given(SEED, st.integers(0, 80))
def test_the_clock_may_end_a_game_of_mode_time_anywhere(seed: int, when: int) -> None:
    tables = tables_of("small", mode=2)
    state = walk(tables, seed, when)[-1][0]
    red, green = GAME.view(tables, state, -1)["held"]
    GAME.step(tables, state, TIME)
    assert int(state.winner) == (0 if red > green else 1 if green > red else -1)
    assert GAME.legal(tables, state) == []


def test_hiding_hides_the_luck_and_nothing_else() -> None:
    tables = tables_of()
    for state, _ in walk(tables, 1, 20):
        for seat in (-1, 0, 1):
            hidden = GAME.hidden(tables, state, seat)
            assert int(hidden.rng) == 0
            hidden.rng = state.rng
            assert hidden.tobytes() == state.tobytes()
            guess = GAME.guessed(tables, hidden, seat, 77)
            assert int(guess.rng) == 77


@pytest.mark.parametrize("key", range(2))
def test_the_keys_of_luck_are_all_outcomes_of_the_coin(key: int) -> None:
    from spielzug.core.chance import below, generator

    assert int(below(generator(r.LUCK_KEYS[key]), 2)) == key
