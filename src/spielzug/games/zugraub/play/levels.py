"""Iterations of each level, and the settings of search and training."""

from __future__ import annotations

SEARCH = {
    "cutoff": 8,
    "random_in_64": 2,
    "exploration": 0.15,
    "widening": 0.4,
    "quick_rivals": True,
}

LADDER = ((8, 40), (12, 28), (20, 18), (32, 9), (80, 3), (2_000, 0))
"""Iterations for a decision and random slips in 64 decisions, from beginner to expert."""

NET_LEVELS = {"expert": (1_300, 0)}
"""The same for the levels that use a net."""

NET_SEARCH = {
    "mix": 0.5,  # the net and `value` judge better together than either does alone
    "cutoff": 8,
    "random_in_64": 2,
    "spread": 0.2,  # the net is overconfident
    "quick_rivals": True,
}

LEARN = {"seats": 4, "ignore": ("first", "turn_limit"), "hyperparameters": {"rate": 7e-4}}
"""Training settings, see `spielzug.learn`: the largest number of seats, inputs to ignore, and
hyperparameters."""
