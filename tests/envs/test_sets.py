"""Environments with cars and boards from a file."""

from __future__ import annotations

import numpy as np
import pytest

from games.game_of_trains.other_set import NUMBER as CARS
from games.zwergenzugfahrt.other_set import NUMBER as BOARDS
from spielzug.envs import Batch, unpack
from spielzug.games import get_game

SETS = {"game_of_trains": (CARS, {"turn_limit": 60}), "zwergenzugfahrt": (BOARDS, {"turns": 40})}


@pytest.mark.compiled
@pytest.mark.parametrize("name", SETS)
def test_a_batch_plays_with_a_set_and_stays_within_its_ranges(name: str) -> None:
    game, (number, more) = get_game(name), SETS[name]
    assert game.sets is not None
    label = game.sets.names[number]
    batch = Batch(name, 32, options={"set": label, **more}, seed=1)
    low = np.concatenate([np.full(p.size or 1, p.low) for p in game.rules.OBSERVATION])
    high = np.concatenate([np.full(p.size or 1, p.high) for p in game.rules.OBSERVATION])
    rng, ended = np.random.default_rng(3), 0
    for _ in range(400):
        assert ((batch.observation >= low) & (batch.observation <= high)).all()
        legal = unpack(batch.mask, game.rules.N_CHOICES)
        batch.step(np.array([rng.choice(np.flatnonzero(row)) for row in legal], np.int32))
        ended += int((batch.done > 0).sum())
        assert not (batch.done == 3).any()
    assert ended > 32
