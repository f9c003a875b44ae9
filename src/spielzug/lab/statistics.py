"""Counting wins with honest intervals."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

Z95 = 1.959963984540054


def wilson(successes: float, trials: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson interval of a rate, 95 %; right also near 0 and 1, unlike the usual one."""
    if trials == 0:
        return 0.0, 1.0
    p = successes / trials
    z2 = z**2 / trials
    middle = (p + z2 / 2) / (1 + z2)
    half = z / (1 + z2) * math.sqrt(p * (1 - p) / trials + z2 / (4 * trials))
    return max(0.0, middle - half), min(1.0, middle + half)


def tally(shares: list[float]) -> dict[str, Any]:
    """Wins, draws and rate (a draw counts half) of one seat or bot over its games."""
    games = len(shares)
    wins = sum(1 for s in shares if s == 1.0)
    draws = sum(1 for s in shares if 0.0 < s < 1.0)
    score = wins + draws / 2
    low, high = wilson(score, games)
    return {
        "games": games,
        "wins": wins,
        "draws": draws,
        "rate": round(score / games, 6) if games else 0.0,
        "low": round(low, 6),
        "high": round(high, 6),
    }


def spread(values: Any) -> dict[str, Any]:
    """How the values of a measure lie, and which one is met most often."""
    found, counts = np.unique(values, return_counts=True)
    most = int(counts.argmax())
    return {
        "min": int(found[0]),
        "median": float(np.median(values)),
        "mean": round(float(np.mean(values)), 3),
        "p95": float(np.percentile(values, 95)),
        "max": int(found[-1]),
        "most_often": int(found[most]),
        "share": round(float(counts[most] / len(values)), 4),
    }
