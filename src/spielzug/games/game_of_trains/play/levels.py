"""Iterations of each level, and the settings of search and training."""

from __future__ import annotations

from spielzug.games.game_of_trains.state import PLACE, RESIGN

SEARCH = {
    "cutoff": 0,
    "random_in_64": 2,
    "exploration": 0.15,
    "widening": 2.0,
    "settled": (PLACE, RESIGN),  # the drawn car decides where it goes
}

NET_SEARCH = {
    "settled": (PLACE, RESIGN),
    "mix": 1.0,  # only `value` judges positions; the net suggests actions
    "exploration": 0.6,
    "spread": 0.6,  # the net is overconfident
}

# (iterations, random slips in 64 decisions) of the six levels, weakest first.
LADDER = ((16, 37), (20, 31), (24, 22), (40, 12), (80, 5), (6_000, 0))

LEARN = {
    "seats": 2,
    "ignore": ("first", "turn_limit"),
    "pairs": (("row", 1), ("row", 2), ("card", "row")),
    "hyperparameters": {"rate": 2e-3, "entropy": 0.03},
}
"""Training settings, see `spielzug.learn`: the largest number of seats, inputs to ignore, extra
inputs (gaps between cars of a row, and between the drawn car and the row), hyperparameters."""
