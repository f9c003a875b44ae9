"""Bradley–Terry ratings of bots on the Elo scale, with 95 % intervals.

Bots do not change while they play, so the fit does not depend on the order of the games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spielzug.lab.measure.statistics import Z95

MIDDLE = 1500.0
"""The mean rating of the bots of an arena."""
ELO = 400 / math.log(10)
"""Points for each unit of log-odds."""
PRIOR = 2000.0
"""Standard deviation of a rating before any games: wide enough to matter only without games."""
INDEPENDENT = 2.0
"""With few games a pair's spread is drawn towards that of independent games, by as much as this
variance (that of eight even games) weighs."""
STEPS, CLOSE = 100, 1e-6  # Newton steps at most; the size of the last one


class Estimate(NamedTuple):
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class PairResults:
    """The scores of one bot against another."""

    first: int
    second: int
    rounds: Sequence[Sequence[float]]
    """Of each deal the scores of its games, from 0 to 1; a draw is 0.5."""


@dataclass(frozen=True)
class Ratings:
    """The fitted ratings, and how far they may be off together."""

    values: NDArray[np.float64]
    covariance: NDArray[np.float64]

    def rating(self, bot: int) -> Estimate:
        """200 points more win about three games of four."""
        return _estimate(float(self.values[bot]), float(self.covariance[bot, bot]))

    def lead(self, bot: int, rival: int) -> Estimate:
        """How many points the first is ahead. Tighter than two separate ratings suggest."""
        side = np.zeros(len(self.values))
        side[bot], side[rival] = 1.0, -1.0
        return _estimate(float(side @ self.values), float(side @ self.covariance @ side))


def _estimate(value: float, variance: float) -> Estimate:
    half = Z95 * math.sqrt(max(0.0, variance))
    return Estimate(value, value - half, value + half)


def rate_bots(bots: int, pairs: Sequence[PairResults]) -> Ratings:
    """Fit a rating for each bot.

    The estimate is Firth's, which stays finite for a bot that won all its games. Games of one deal
    are not independent, and draws vary less than wins and losses. So the variance of each pair's
    results is measured, deal by deal, instead of being taken from the model.
    """
    met = [pair for pair in pairs if pair.rounds]
    sides = np.zeros((len(met), bots))
    for row, pair in enumerate(met):
        sides[row, [pair.first, pair.second]] = 1.0, -1.0
    games = np.array([sum(map(len, pair.rounds)) for pair in met], np.float64)
    scores = np.array([sum(map(sum, pair.rounds)) for pair in met], np.float64)
    prior = np.eye(bots) * (ELO / PRIOR) ** 2
    strengths = np.zeros(bots)
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-sides @ strengths))
        spread = games * chances * (1 - chances)
        inverse = np.linalg.inv(sides.T @ (spread[:, None] * sides) + prior)
        leverage = spread * np.einsum("ij,jk,ik->i", sides, inverse, sides)
        surprise = scores - games * chances + leverage * (0.5 - chances)
        step = inverse @ (sides.T @ surprise - prior @ strengths)
        strengths += step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < CLOSE:
            break
    measured = np.array([
        sum((sum(scored) - len(scored) * chance) ** 2 for scored in pair.rounds)
        for pair, chance in zip(met, chances, strict=True)
    ])  # fmt: skip
    dispersion = (measured + INDEPENDENT) / (spread + INDEPENDENT)
    meat = sides.T @ ((dispersion * spread)[:, None] * sides) + prior
    about_mean = np.eye(bots) - 1 / bots
    covariance = about_mean @ inverse @ meat @ inverse @ about_mean
    return Ratings(MIDDLE + ELO * strengths, ELO**2 * covariance)
