"""What simulations tell of finished games, beside who won."""

from __future__ import annotations

from typing import Any

import numpy as np

from spielzug.core.kinds import Facts
from spielzug.games.zugraub.facts.sets import get_set

NO_BRAIN = "none"
"""The winning brain of a game that all lose."""


def measure(facts: Facts, finals: Any) -> dict[str, Any]:
    """An array for each measure, a number or a word for each of the last positions."""
    seats = np.asarray(finals["seats"], np.int64)
    seat = np.arange(finals["head"].shape[1])
    wins = np.asarray(finals["winners"], np.int64)[:, None] >> seat & 1
    heads = np.asarray(finals["head"], np.int64)
    return {
        "turns_each": -(-np.asarray(finals["turns"], np.int64) // seats),
        "winning_brain": _names(facts)[(heads * wins).max(axis=1)],
        "winning_iq": (np.asarray(facts.iq, np.int64)[heads] * wins).max(axis=1),
        "cars_lost": np.asarray(finals["dropped"], np.int64),
        "points_left": np.asarray(finals["points"], np.int64).sum(axis=1),
    }


def _names(facts: Facts) -> Any:
    """What the brains are called, by their numbers; nobody has number 0 and wins."""
    cards = get_set(int(facts.set))
    return np.array([NO_BRAIN, *(card.name for card in (*cards.cards, *cards.bonus))])
