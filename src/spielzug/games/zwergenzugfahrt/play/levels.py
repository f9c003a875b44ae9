"""Iterations of each level, and the settings of search and training."""

from __future__ import annotations

SEARCH = {"cutoff": 0, "random_in_64": 4, "exploration": 0.2, "widening": 2.0}

# (iterations, random slips in 64 decisions) of the six levels, weakest first.
LADDER = ((16, 28), (30, 16), (55, 7), (130, 0), (450, 0), (6_000, 0))

NET_LEVELS = {"master": (15, 5), "expert": (1_500, 0)}
"""The same for the levels that use a net."""

NET_SEARCH = {
    "mix": 0.5,  # the net and `value` judge better together than either does alone
    "spread": 0.1,  # the net is overconfident
}

LEARN = {
    "ignore": ("first", "minutes"),
    "deals": {"": 0.7, "board=small": 0.15, "board=long": 0.15},
    "hyperparameters": {"entropy": 0.02},
}
"""Training settings, see `spielzug.learn`: inputs to ignore, shares of the deals."""
