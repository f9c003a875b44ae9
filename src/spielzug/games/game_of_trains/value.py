"""How a position of Game of Trains stands, for a search that does not play to the end.

A row's work is the cost of its cheapest plan: which cars stay, and for each gap between them how
many cars are still to be found among how much of the draw pile. What the open row offers counts
as well: a car that can be put right at once, a removal that hurts one row more than the other.
All numbers were fitted to the results of games of quick players.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from spielzug.core.jit import entry, rule
from spielzug.games.game_of_trains.actions import PLACE, RESIGN
from spielzug.games.game_of_trains.greedy import load_row
from spielzug.games.game_of_trains.tables import (
    CARS,
    LENGTH,
    MIDDLE,
    MOVE_LEFT,
    MOVE_RIGHT,
    REMOVE_LEFT,
    SWAP_ADJACENT,
    SWAP_OVER_ONE,
)

FINE = 252  # a share of the draw pile is counted in this many parts
NO_CAR = CARS + 2  # stands in a row where a car was removed: nothing may follow it
FEW = 10  # with fewer cards in the draw pile the discarded ones are as good as back

# Finding k cars costs FIXED[k] + RARE[k] / (share of the draw pile that fits + SLACK[k]).
FIXED = (0.0, -0.1804, 0.2437, 0.0856, 0.2017, 31.83, 30.83, 25.65)
RARE = (0.0, 1.9387, 4.4761, 9.3839, 15.8435, 1.0856, 3.1961, 13.3607)
SLACK = (1.0, 0.1034, 0.001, 0.001, 0.001, 0.001, 0.001, 0.001)

STEEP, STEEP_LOG, NEVER_DONE = 0.0134, 1.27, 0.3  # of the chances over the work
TEMPO = 1.332  # the work that being to move is worth
OWN_USE, RIVAL_USE = 0.5838, 0.3534  # of the work that the best open card saves
OWN_REMOVAL, RIVAL_REMOVAL = 0.3094, 0.1378  # of the work that a removal costs one row more
AT_RISK = 0.0151  # of the work that a car at 1, 4, 7 saves as long as nothing protects it
WIN_NOW, WIN_NEXT = 1.5335, 0.4361

WORK, USE_SAVES, USE_WINS, LOSS, SAVED, FACTS = 0, 1, 2, 3, 6, 10  # what is known of a row

SEARCH = {
    "cutoff": 0,
    "random_in_64": 2,
    "exploration": 0.15,
    "widening": 2.0,
    "settled": (PLACE, RESIGN),  # which car comes decides where it goes
}

# (iterations, slips in 64 decisions) of the six levels, the weakest first.
LADDER = ((16, 40), (20, 31), (24, 22), (40, 12), (80, 5), (4_000, 0))


def _gap_costs() -> Any:
    cost = np.zeros((LENGTH + 1, FINE + 1))
    for k in range(1, LENGTH + 1):
        for part in range(FINE + 1):
            cost[k, part] = FIXED[k] + RARE[k] / (part / FINE + SLACK[k])
    return cost


GAP_COST = _gap_costs()


@rule
def count_pile(state: Any, upto: Any) -> None:
    """upto[c]: the share of the draw pile, in FINE parts, with numbers below c."""
    for c in range(NO_CAR + 2):
        upto[c] = 0
    size = np.int64(state.draw_pile)
    for i in range(state.draw_pile):
        upto[state.pile[i] + 1] = 1
    if size < FEW:
        for i in range(CARS - state.discard_pile, CARS):
            upto[state.pile[i] + 1] = 1
        size += state.discard_pile
    run = np.int64(0)
    for c in range(NO_CAR + 2):
        run += upto[c]
        upto[c] = run * FINE // max(size, 1)


@rule
def work_from(cars: Any, best: Any, upto: Any, first: Any) -> float:
    """The cost of the cheapest plan; `best` is right already in front of `first`."""
    for j in range(first, LENGTH + 2):
        least = 1e9
        car = cars[j]
        below = upto[car]
        for i in range(j):
            if cars[i] < car:
                least = min(least, best[i] + GAP_COST[j - i - 1, below - upto[cars[i] + 1]])
        best[j] = least
    return best[LENGTH + 1]


@rule
def work_of(cars: Any, best: Any, upto: Any) -> float:
    best[0] = 0.0
    return work_from(cars, best, upto, 1)


@rule
def least_swapped(cars: Any, best: Any, upto: Any, apart: Any) -> float:
    least = 1e9
    for left in range(LENGTH - apart, 0, -1):  # from the right: `best` stays right on the left
        right = left + apart
        cars[left], cars[right] = cars[right], cars[left]
        least = min(least, work_from(cars, best, upto, left))
        cars[left], cars[right] = cars[right], cars[left]
    return least


@rule
def least_moved(cars: Any, best: Any, upto: Any, to_right: bool) -> float:
    least = 1e9
    for left in range(LENGTH - 2, 0, -1):
        a, b, c = cars[left], cars[left + 1], cars[left + 2]
        if to_right:
            cars[left], cars[left + 1], cars[left + 2] = b, c, a
        else:
            cars[left], cars[left + 1], cars[left + 2] = c, a, b
        least = min(least, work_from(cars, best, upto, left))
        cars[left], cars[left + 1], cars[left + 2] = a, b, c
    return least


@rule
def work_after(cars: Any, best: Any, upto: Any, ability: Any) -> float:
    """The work after the best use of a swap or move. Needs, and spoils, `best` of the row."""
    if ability == SWAP_ADJACENT:
        return least_swapped(cars, best, upto, 1)
    if ability == SWAP_OVER_ONE:
        return least_swapped(cars, best, upto, 2)
    return least_moved(cars, best, upto, ability == MOVE_RIGHT)


@rule
def survey_row(
    state: Any, seat: Any, cars: Any, best: Any, upto: Any, facts: Any, closed_too: bool
) -> None:
    """Into `facts`: the row's work, what losing the car at 1, 4, 7 would cost, and what each swap
    or move would save: those that lie open, or all of them."""
    load_row(state, seat, cars)
    work = work_of(cars, best, upto)
    facts[WORK] = work
    for k in range(2, -1, -1):
        place = k * MIDDLE
        facts[LOSS + k] = 0.0
        if state.lock[seat, place] == 0:
            car = cars[place + 1]
            cars[place + 1] = NO_CAR
            facts[LOSS + k] = work_from(cars, best, upto, place + 1) - work
            cars[place + 1] = car
            work_from(cars, best, upto, place + 1)
    for ability in range(MOVE_LEFT + 1):
        facts[SAVED + ability] = 0.0
        if closed_too or state.open[ability] != 0:
            facts[SAVED + ability] = work - work_after(cars, best, upto, ability)
            work_of(cars, best, upto)


@rule
def mark_uses(state: Any, facts: Any) -> None:
    """What the best open swap or move saves, and whether it wins."""
    saved = 0.0
    for ability in range(MOVE_LEFT + 1):
        if state.open[ability] != 0:
            saved = max(saved, facts[SAVED + ability])
    facts[USE_SAVES] = saved
    facts[USE_WINS] = 1.0 if saved > facts[WORK] - 1e-9 else 0.0


@rule
def survey(state: Any, seat: Any, cars: Any, best: Any, upto: Any, facts: Any) -> None:
    survey_row(state, seat, cars, best, upto, facts, False)
    mark_uses(state, facts)


@rule
def removal_edge(state: Any, mine: Any, other: Any) -> float:
    """How much more the best open removal costs the other row."""
    edge = 0.0
    for k in range(3):
        if state.open[REMOVE_LEFT + k] != 0:
            edge = max(edge, other[3 + k] - mine[3 + k])
    return edge


@rule
def strength(work: float) -> float:
    work = max(work, 0.05)
    return -STEEP * work - STEEP_LOG * math.log(work + NEVER_DONE)


@rule
def mover_strength(state: Any, mover: Any, facts: Any) -> float:
    """Of the seat whose turn it is."""
    own = facts[mover]
    fear = 0.0
    for seat in range(state.seats):
        if seat != mover:
            fear = max(fear, removal_edge(state, facts[seat], own))
    work = own[0] - TEMPO - OWN_USE * own[1] + RIVAL_REMOVAL * fear
    work += AT_RISK * (own[3] + own[4] + own[5])
    return strength(work) + WIN_NOW * own[2]


@rule
def waiting_strength(state: Any, seat: Any, mover: Any, facts: Any) -> float:
    own = facts[seat]
    fear = removal_edge(state, facts[mover], own)
    work = own[0] - RIVAL_USE * own[1] + OWN_REMOVAL * fear
    work += AT_RISK * (own[3] + own[4] + own[5])
    return strength(work) + WIN_NEXT * own[2] * (1.0 - facts[mover, 2])


@rule
def shares_of(state: Any, mover: Any, facts: Any, out: Any) -> None:
    total = 0.0
    for seat in range(state.seats):
        if seat == mover:
            out[seat] = math.exp(mover_strength(state, mover, facts))
        else:
            out[seat] = math.exp(waiting_strength(state, seat, mover, facts))
        total += out[seat]
    for seat in range(state.seats):
        out[seat] /= total


@entry
def value(tables: Any, state: Any, out: Any) -> int:
    """Each seat's chance: the less work its row still needs, the better."""
    cars = np.empty(LENGTH + 2, np.int64)
    best = np.empty(LENGTH + 2, np.float64)
    upto = np.empty(NO_CAR + 2, np.int64)
    facts = np.empty((state.seats, FACTS), np.float64)
    count_pile(state, upto)
    for seat in range(state.seats):
        survey(state, seat, cars, best, upto, facts[seat])
    shares_of(state, np.int64(state.turn), facts, out)
    return 1
