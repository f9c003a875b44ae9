"""Ratings with intervals, by openskill, on the scale that chess made familiar."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

from spielzug.lab.measure.statistics import Z95

MIDDLE = 1500.0
ORDERS = 12
"""The model learns game by game, and the last games would weigh most; bots do not change, so the
same games are taken in several orders and the average counts."""


@dataclass(frozen=True)
class Rating:
    """200 more means that one wins about three games of four."""

    rating: float
    low: float
    high: float


def rated(bots: int, results: Sequence[tuple[int, int, float]]) -> list[Rating]:
    """One rating for each bot from (one, other, how much more the one got of the win)."""
    model = PlackettLuce(tau=0.0)
    sums = [0.0] * bots
    doubts = [0.0] * bots
    for order in range(ORDERS):
        now = [model.rating() for _ in range(bots)]
        shuffled = list(results)
        random.Random(order).shuffle(shuffled)
        for one, other, ahead in shuffled:
            ranks = [1.0, 2.0] if ahead > 0 else [2.0, 1.0] if ahead < 0 else [1.0, 1.0]
            [[now[one]], [now[other]]] = model.rate([[now[one]], [now[other]]], ranks=ranks)
        middle = sum(rating.mu for rating in now) / bots
        for i, rating in enumerate(now):
            sums[i] += (rating.mu - middle) / ORDERS
            doubts[i] += rating.sigma / ORDERS
    # The model's chances are logistic in the difference over this spread; Elo's in 400 / ln 10.
    doubt = sum(doubts) / bots
    scale = 400 / math.log(10) / math.sqrt(2 * model.beta**2 + 2 * doubt**2)
    return [
        Rating(
            MIDDLE + scale * sums[i],
            MIDDLE + scale * (sums[i] - Z95 * doubts[i]),
            MIDDLE + scale * (sums[i] + Z95 * doubts[i]),
        )
        for i in range(bots)
    ]
