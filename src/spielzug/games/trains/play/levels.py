"""Iterations of each level, and the settings of search and training."""

from __future__ import annotations

SEARCH = {"cutoff": 24, "random_in_64": 1, "exploration": 0.3, "trust": 0.5}

LADDER = ((24, 16), (24, 12), (32, 8), (64, 5), (128, 2), (400, 0))
"""Iterations for a decision and random slips in 64 decisions, from the weakest to the strongest."""

NET_LEVELS = {"expert": (340, 0)}
"""The same for the levels that use a net."""

NET_SEARCH = {"mix": 1.0}
"""Only `value` judges positions, better than the net would; the net suggests actions."""

REVIEW = {"inaccuracy": 0.015, "mistake": 0.04, "blunder": 0.09}
"""In games played to the end a choice costs a third to a half more than the search says."""

LEARN = {
    "seats": 2,
    "ignore": ("first", "turn_limit"),
    "deals": {"supply=board": 0.7, "board=osaka supply=board": 0.3},
    "imitated": 0.25,
    "hyperparameters": {"rate": 3e-4, "entropy": 0.002, "trace": 0.98},
}
"""Training settings, see `spielzug.learn`: shares of the deals, and inputs to ignore."""
