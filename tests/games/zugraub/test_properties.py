"""Invariants of every game, on random games that Hypothesis chooses."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.zugraub.typed_position import GAME
from raw_records import deal_with_facts, seen_as, wrap_records
from spielzug.core.check import CHECKS
from spielzug.core.check.case import CheckCase
from spielzug.core.jit import PLAIN
from spielzug.core.record_types import Facts, State
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.facts import ZugraubOptions
from spielzug.games.zugraub.state import MAX_LEGAL

EXAMPLES = 3 if PLAIN else 10  # `test_check.py` plays many more in the second tier
SEED = st.integers(0, 2**64 - 1)
SEATS = st.sampled_from(list(GAME.seats))
OPTIONS = st.fixed_dictionaries(
    {
        "bonus": st.integers(0, 1),
        "recycle": st.integers(0, 1),
        "cars": st.integers(1, 4),
        "engine_rounds": st.integers(0, 3),
        "cheese": st.integers(0, 1),
        "spoils_to_head": st.integers(0, 1),
    }
)


def walk(facts: Facts, seats: int, seed: int, limit: int = 250) -> list[tuple[State, int]]:
    """The positions of a lively game with the action taken there, -1 at the end."""
    rng = random.Random(seed)
    state, _ = deal_with_facts(GAME, facts, seats, seed)
    path: list[tuple[State, int]] = []
    while not wrap_records(GAME, None, state).over and len(path) < limit:
        legal = wrap_records(GAME, facts, state).legal
        # The last choices are new cars, installing and spoils: more happens with them.
        action = legal[-1] if rng.random() < 0.3 else rng.choice(legal)
        path.append((wrap_records(GAME, None, state).copy().state, action))
        wrap_records(GAME, facts, state).step(action)
    return [*path, (state, -1)]


@settings(max_examples=EXAMPLES, deadline=None)
@given(SEATS, OPTIONS, SEED)
def test_every_check_holds_with_all_seats_and_options(
    seats: int, options: dict[str, int], seed: int
) -> None:
    facts = GAME.facts(ZugraubOptions(**options))
    counts = np.zeros(len(GAME.rules.CHECKS), np.int64)
    for (before, action), (later, _) in pairwise(walk(facts, seats, seed)):
        failed = GAME.rules.audit(facts, before, action, later, counts)
        assert failed == 0, GAME.rules.CHECKS[failed - 1]


@settings(max_examples=EXAMPLES, deadline=None)
@given(SEATS, OPTIONS, SEED)
def test_legal_actions_are_ascending_unique_and_have_room(
    seats: int, options: dict[str, int], seed: int
) -> None:
    facts = GAME.facts(ZugraubOptions(**options))
    for state, _ in walk(facts, seats, seed):
        legal = wrap_records(GAME, facts, state).legal
        assert legal == sorted(set(legal))
        assert len(legal) <= MAX_LEGAL
        assert bool(legal) != wrap_records(GAME, None, state).over


@settings(max_examples=EXAMPLES, deadline=None)
@given(SEATS, OPTIONS, SEED)
def test_a_guess_fits_what_is_known_and_every_check(
    seats: int, options: dict[str, int], seed: int
) -> None:
    facts = GAME.facts(ZugraubOptions(**options))
    counts = np.zeros(len(GAME.rules.CHECKS), np.int64)
    for state, _ in walk(facts, seats, seed, 120)[::7]:
        for seat in range(-1, seats):
            hidden = wrap_records(GAME, facts, state).seen(seat).hidden
            guess = seen_as(GAME, facts, hidden, seat).guess(seed ^ 7).state
            assert wrap_records(GAME, facts, guess).seen(seat).hidden.tobytes() == hidden.tobytes()
            assert GAME.rules.audit(facts, guess, -1, guess, counts) == 0


def test_a_guess_is_uniform_over_the_unknown_cards() -> None:
    facts = GAME.facts(ZugraubOptions(first=1))
    state, _ = deal_with_facts(GAME, facts, 3, 11)
    hidden = wrap_records(GAME, facts, state).seen(0).hidden
    own = int(state.hand[0, 0])
    counts = np.zeros(56, int)
    for key in range(5400):
        counts[int(seen_as(GAME, facts, hidden, 0).guess(key * 7919 + 1).state.hand[1, 0])] += 1
    assert counts[own] == 0
    others = np.delete(counts[1:], own - 1)
    assert others.min() > 60
    assert others.max() < 145


def test_hiding_hides_hands_the_pile_and_the_luck() -> None:
    facts = GAME.facts(ZugraubOptions())
    state, _ = deal_with_facts(GAME, facts, 4, 3)
    spectator = wrap_records(GAME, facts, state).seen(-1).hidden
    assert spectator.hand[:4, 0].tolist() == [s.UNKNOWN] * 4
    assert set(spectator.pile[: int(state.draw_pile)].tolist()) == {s.UNKNOWN}
    own = wrap_records(GAME, facts, state).seen(2).hidden
    assert own.hand[2, 0] == state.hand[2, 0]


@pytest.mark.compiled
@pytest.mark.parametrize("check", ["secrecy", "leaks_are_caught", "guesses"])
@pytest.mark.parametrize("options", [{"recycle": 1, "cheese": 1}, {"spoils_to_head": 1, "cars": 3}])
def test_secrets_are_kept_with_options_too(check: str, options: dict[str, Any]) -> None:
    game = replace(GAME, simulation={"turn_limit": 200, **options})
    CHECKS[check](CheckCase(game, "", samples=150))
