"""How a position of Game of Trains stands, for a search that does not play to the end."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from spielzug.core.jit import entry
from spielzug.games.game_of_trains.greedy import load_row, work_left
from spielzug.games.game_of_trains.tables import LENGTH

STEEPNESS = 0.58  # of the chances over the work left, fitted to games of the quick player
TEMPO = 0.7  # the work that being to move is worth

SEARCH = {"cutoff": 6, "random_in_64": 2, "exploration": 0.35, "widening": 0.6}


@entry
def value(tables: Any, state: Any, out: Any) -> int:
    """Each seat's chance: the less work its row still needs, the better."""
    cars = np.empty(LENGTH + 2, np.int64)
    best = np.empty(LENGTH + 2, np.float64)
    total = 0.0
    for seat in range(state.seats):
        load_row(state, seat, cars)
        work = work_left(cars, best)
        if seat == state.turn:
            work -= TEMPO
        out[seat] = math.exp(-STEEPNESS * work)
        total += out[seat]
    for seat in range(state.seats):
        out[seat] /= total
    return 1
