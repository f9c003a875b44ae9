"""The endgame solver, compared with an exhaustive solver in plain Python."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from spielzug.bots.search.endings import exact_shares
from spielzug.core.chance import chances
from spielzug.core.position import Position
from spielzug.core.rng import new_rng, next_random
from spielzug.games import get_game

GAME = "zwergenzugfahrt"
LAST = 60  # the turn with which a game ends


def near_the_end(seed: int, turns: int) -> Position:
    """A random game, so many turns before its end."""
    position = get_game(GAME).ready().start(2, seed=seed)
    rng = new_rng(seed)
    while not position.over and int(position.state.turns) < LAST - turns:
        legal = position.legal
        position.advance(legal[int(next_random(rng) % np.uint64(len(legal)))])
    return position


def share_of(position: Position, seat: int) -> Fraction:
    """Computed from all choices and all outcomes of chance."""
    if position.outcome is not None:
        return Fraction(position.outcome.shares[seat])
    best = max if position.actor == seat else min
    return best(share_after(position, action, seat) for action in position.legal)


def share_after(position: Position, action: int, seat: int) -> Fraction:
    return sum(
        (chance * share_of(after, seat) for chance, _, after in chances(position, action)),
        Fraction(0),
    )


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_choice_of_the_last_turns_is_worth_what_can_be_counted(seed: int) -> None:
    position = near_the_end(seed, 2)
    seat = position.actor
    found = exact_shares(position.seen(seat))
    assert found is not None
    assert found == {a: share_after(position, a, seat) for a in position.legal}


def solved(position: Position, seat: int) -> float:
    """What a solved position is worth to a seat."""
    if position.outcome is not None:
        return position.outcome.shares[seat]
    found = exact_shares(position.seen(position.actor))
    assert found is not None
    best = max(found.values())
    return best if position.actor == seat else 1.0 - best


def test_the_conductors_coin_is_branched() -> None:
    """The turn before the last toss (Z12): a choice is worth the mean of what can come of it."""
    every = int(near_the_end(1, LAST).facts.every)
    position = near_the_end(4, LAST - ((LAST - 1) // every * every - 1))
    seat = position.actor
    found = exact_shares(position.seen(seat))
    assert found is not None
    for action in position.legal[:3]:
        came = chances(position, action)
        assert len(came) == 2, "heads and tails"
        mean = sum(float(chance) * solved(after, seat) for chance, _, after in came)
        assert found[action] == pytest.approx(mean)


def test_what_is_too_long_or_hidden_or_for_more_is_not_solved() -> None:
    begin = near_the_end(1, LAST)
    assert exact_shares(begin.seen(begin.actor), steps=20_000) is None
    assert exact_shares(begin.seen(1 - begin.actor)) is None, "another is to act"
    cards = get_game("game_of_trains").ready().start(2, seed=1)
    assert exact_shares(cards.seen(cards.actor)) is None
