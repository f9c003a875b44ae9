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


def tally(shares: Any) -> dict[str, Any]:
    """Wins, draws and rate of a player: of each game its share of the win, or one for each seat.

    Seats of one game are not independent: if one of them wins the others do not. So a game counts
    once in the interval, with what all seats of the player got together.
    """
    rows = np.asarray(shares, np.float64)
    rows = rows[:, None] if rows.ndim == 1 else rows
    games, seats = rows.shape
    score = min(float(rows.sum()), float(games))
    low, high = wilson(score, games)
    return {
        "games": rows.size,
        "wins": int((rows == 1.0).sum()),
        "draws": int(((rows > 0.0) & (rows < 1.0)).sum()),
        "rate": round(score / rows.size, 6) if rows.size else 0.0,
        "low": round(low / max(1, seats), 6),
        "high": round(high / max(1, seats), 6),
    }


def spread(values: Any) -> dict[str, Any]:
    """How the values of a measure lie, and which one is met most often.

    Of words there is no mean: how often each is met, the most frequent first.
    """
    found, counts = np.unique(values, return_counts=True)
    most = int(counts.argmax())
    if found.dtype.kind == "U":
        order = np.argsort(-counts, kind="stable")
        shares = {str(found[i]): round(float(counts[i] / len(values)), 4) for i in order}
        return {"most_often": str(found[most]), "share": shares[str(found[most])], "shares": shares}
    return {
        "min": int(found[0]),
        "median": float(np.median(values)),
        "mean": round(float(np.mean(values)), 3),
        "p95": float(np.percentile(values, 95)),
        "max": int(found[-1]),
        "most_often": int(found[most]),
        "share": round(float(counts[most] / len(values)), 4),
    }
