"""How a position of Die Zwergenzugfahrt stands, for a search that does not play to the end."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from spielzug.core.jit import entry
from spielzug.games.zwergenzugfahrt.greedy import TEMPO, outlook

STEEPNESS = 0.034  # of the chances over the difference, fitted to games of the quick player

SEARCH = {"cutoff": 8, "random_in_64": 4, "exploration": 0.4, "widening": 0.7}


@entry
def value(tables: Any, state: Any, out: Any) -> int:
    """The clans' outlooks against each other, missed turns counted."""
    taken = state.dwarves[0] | state.dwarves[1] | state.signs[0] | state.signs[1]
    free = tables.chairs ^ (tables.chairs & taken)
    red = outlook(tables, state.dwarves[0], state.signs[0], np.int64(state.stock[0]), free)
    green = outlook(tables, state.dwarves[1], state.signs[1], np.int64(state.stock[1]), free)
    ahead = red - green - TEMPO * (state.owes[0] - np.int64(state.owes[1]))
    out[0] = 1.0 / (1.0 + math.exp(-STEEPNESS * ahead))
    out[1] = 1.0 - out[0]
    return 1
