"""What simulations tell of finished games, beside who won."""

from __future__ import annotations

from typing import Any

import numpy as np

from spielzug.core.kinds import Facts


def measure(facts: Facts, finals: Any) -> dict[str, Any]:
    """An array for each measure, a value for each of the last positions."""
    seats = np.asarray(finals["seats"], np.int64)
    seat = np.arange(finals["head"].shape[1])
    wins = np.asarray(finals["winners"], np.int64)[:, None] >> seat & 1
    heads = np.asarray(finals["head"], np.int64)
    return {
        "turns_each": -(-np.asarray(finals["turns"], np.int64) // seats),
        "winning_brain": (heads * wins).max(axis=1),  # a card; 0 if all lose
        "winning_iq": (np.asarray(facts.iq, np.int64)[heads] * wins).max(axis=1),
        "cars_lost": np.asarray(finals["dropped"], np.int64),
        "points_left": np.asarray(finals["points"], np.int64).sum(axis=1),
    }
