"""Nets: files that are read or refused, and answers in whole numbers."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bots.random_net import random_net, random_tensors
from spielzug.bots.net.ask import EXPONENTIAL, UNIT
from spielzug.bots.net.encoding import Encoding
from spielzug.bots.net.player import Asker
from spielzug.core.game import Game
from spielzug.core.position import Position
from spielzug.core.rng import below, new_rng
from spielzug.games import NAMES, get_game

SMALL = (32, 16, 16)


def positions(game: Game, seats: int, count: int, seed: int) -> list[Position]:
    """From games by lot, every now and then one with a choice."""
    rng, number = new_rng(seed), 0
    found: list[Position] = []
    while len(found) < count:
        number += 1
        position = game.start(seats, f"nets {seed} {number}")
        while not position.over and len(found) < count:
            legal = position.legal
            if len(legal) > 1 and int(below(rng, 10)) == 0:
                found.append(position.copy())
            position.advance(legal[int(below(rng, len(legal)))])
    return found


# -- the arithmetic, once more, in Python's whole numbers, which have no size ----------------------


def active_rows(game: Game, observed: list[int]) -> list[int]:
    plan = Encoding.of(game).plan
    rows = []
    for i, value in enumerate(observed):
        if value == plan.rest[i]:
            continue
        if plan.is_set[i]:
            rows += [int(plan.first[i]) + bit for bit in range(16) if value >> bit & 1]
        else:
            told = max(0, min(value - int(plan.low[i]), int(plan.last[i])))
            rows.append(int(plan.rows[int(plan.at[i]) + told]))
    return [row for row in rows if row >= 0]


def slowly(
    game: Game, tensors: dict[str, Any], position: Position
) -> tuple[list[int], list[float]]:
    """What docs/nets.md says, word for word."""
    t = {name: array.tolist() for name, array in tensors.items()}
    seen = position.seen(position.actor)
    observed = seen.observation.tolist()
    sums = list(t["bias1"])
    for row in active_rows(game, observed):
        sums = [s + w for s, w in zip(sums, t["table"][row], strict=True)]

    def clipped(sums: list[int], mults: list[int]) -> list[int]:
        return [min(max(s * m >> 16, 0), 255) for s, m in zip(sums, mults, strict=True)]

    def weighed(rows: list[list[int]], biases: list[int], values: list[int]) -> list[int]:
        return [
            b + sum(w * v for w, v in zip(row, values, strict=True))
            for row, b in zip(rows, biases, strict=True)
        ]

    a1 = clipped(sums, t["mult1"])
    a2 = clipped(weighed(t["weight2"], t["bias2"], a1), t["mult2"])
    a3 = clipped(weighed(t["weight3"], t["bias3"], a2), t["mult3"])
    every = weighed(t["policy"], t["policy_bias"], a3)
    logits = [every[a] * t["policy_mult"][0] >> 16 for a in seen.legal]
    judged = [v * t["value_mult"][0] >> 16 for v in weighed(t["value"], t["value_bias"], a3)]
    told = [*judged[: position.seats], judged[-1]]
    weights = [
        round(2**20 * math.exp(-(max(told) - j) / 256)) if max(told) - j < 4096 else 0 for j in told
    ]
    return logits, [w / sum(weights) for w in weights[:-1]]


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_those_of_the_slow_reckoning(name: str, tmp_path: Path) -> None:
    game = get_game(name).ready()
    loaded = random_net(game, tmp_path, sizes=SMALL)
    tensors = random_tensors(game, sizes=SMALL)
    asker = Asker(loaded, game)
    for seats in game.seats:
        for position in positions(game, seats, 6, seats):
            answer = asker.ask(position.seen(position.actor))
            logits, shares = slowly(game, tensors, position)
            assert answer.logits.tolist() == logits
            assert answer.shares.tolist() == shares
            assert 0 < sum(shares) < 1  # nobody may win, too


def test_the_table_of_the_exponential_hangs_on_no_last_bit() -> None:
    exact = [2**20 * math.exp(-k / UNIT) for k in range(len(EXPONENTIAL))]
    assert all(abs(x - math.floor(x) - 0.5) > 1e-9 for x in exact)
    assert EXPONENTIAL[0] == 2**20
    assert EXPONENTIAL[-1] == 0
    assert np.all(np.diff(EXPONENTIAL) <= 0)
