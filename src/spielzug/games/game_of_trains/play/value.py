"""The value of a position of Game of Trains, for a search that does not play to the end.

The work of a row is the cost of its cheapest plan: which cars stay, how many are missing in each
gap between them, and what share of the draw pile fits there. Open cards count as well: a swap or
move that puts a car right, a removal that hurts one row more than another.
"""

from __future__ import annotations

import numpy as np

from spielzug.core.jit import entry, rule, scratch
from spielzug.core.portable_math import exp, log
from spielzug.core.record_types import Counts, Floats, Number, Shares
from spielzug.games.game_of_trains.facts import (
    CARS,
    LENGTH,
    MAX_SEATS,
    MIDDLE,
    MOVE_LEFT,
    MOVE_RIGHT,
    REMOVE_LEFT,
    SWAP_ADJACENT,
    SWAP_OVER_ONE,
    Facts,
)
from spielzug.games.game_of_trains.play import weights as w
from spielzug.games.game_of_trains.state import State

FINE = 252  # a share of the draw pile is an integer up to this
NO_CAR = CARS + 2  # stands in for a removed car: nothing may follow it

# Features of a row: its work, what the best open swap or move saves and whether that wins, what
# losing the car at 1, 4, 7 would cost (three), what each swap or move would save (four).
WORK, USE_SAVES, USE_WINS, LOSS, SAVED, FEATURES = 0, 1, 2, 3, 6, 10

# The rank of a car is the share of the draw pile below it, followed by its number. The difference
# of two ranks, shifted right by RANK_BITS, is the share between them, negative in the wrong order;
# one table answers both without a branch in the innermost loop.
RANK_BITS = 7
BEHIND = FINE + 1  # offset of the table: the most negative difference


def _gap_costs() -> Floats:
    """cost[k, BEHIND + share]: cost of finding k cars in a gap; prohibitive in the wrong order."""
    cost = np.full((LENGTH + 1, BEHIND + FINE + 1), 1e9)
    cost[0, BEHIND:] = 0.0
    for k, finding in enumerate(w.FIND_COSTS, start=1):
        for part in range(FINE + 1):
            share = part / FINE
            cost[k, BEHIND + part] = finding.fixed + finding.rare / (share + finding.slack)
    return cost


GAP_COST = _gap_costs()
COUNTS = range(CARS + 1)
RANK = np.array([[(k * FINE // max(n, 1)) << RANK_BITS for k in COUNTS] for n in COUNTS])
"""RANK[n, k]: rank of a car with k of n cards of the draw pile below it, without its number."""

new_cars = scratch(LENGTH + 2, np.int64)
new_plan = scratch(LENGTH + 2, np.float64)
new_ranks = scratch(NO_CAR + 2, np.int64)
new_features = scratch((MAX_SEATS, FEATURES), np.float64)


@rule
def count_pile(state: State, ranks: Counts) -> None:
    """Fill ranks[c], the rank of car c, by the share of the draw pile with lower numbers."""
    for c in range(NO_CAR + 2):
        ranks[c] = 0
    size = np.int64(state.draw_pile)
    for i in range(state.draw_pile):
        ranks[state.pile[i] + 1] = 1
    if size < w.FEW:
        for i in range(CARS - state.discard_pile, CARS):
            ranks[state.pile[i] + 1] = 1
        size += state.discard_pile
    run = np.int64(0)
    for c in range(NO_CAR + 2):
        run += ranks[c]
        ranks[c] = RANK[size, run] + c


@rule
def load_ranks(state: State, seat: Number, ranks: Counts, cars: Counts) -> None:
    """Load the ranks of a row between two sentinels that every car fits."""
    cars[0] = ranks[0]
    cars[LENGTH + 1] = ranks[CARS + 1]
    for place in range(LENGTH):
        cars[place + 1] = ranks[state.row[seat, place]]


@rule
def work_from(cars: Counts, best: Floats, first: int) -> float:
    """The cost of the cheapest plan; `best` is valid already before `first`."""
    for j in range(first, LENGTH + 2):
        least = 1e9
        car = cars[j]
        for i in range(j):
            cost = best[i] + GAP_COST[j - i - 1, BEHIND + ((car - cars[i]) >> RANK_BITS)]
            least = cost if cost < least else least
        best[j] = least
    return best[LENGTH + 1]


@rule
def work_of(cars: Counts, best: Floats) -> float:
    best[0] = 0.0
    return work_from(cars, best, 1)


@rule
def copy_plan(plan: Floats, to: Floats) -> None:
    """Copy a plan, so that a trial change can be undone without planning again."""
    for j in range(LENGTH + 2):
        to[j] = plan[j]


@rule
def least_swapped(cars: Counts, best: Floats, apart: int) -> float:
    least = 1e9
    for left in range(LENGTH - apart, 0, -1):  # from the right: `best` stays valid on the left
        right = left + apart
        cars[left], cars[right] = cars[right], cars[left]
        least = min(least, work_from(cars, best, left))
        cars[left], cars[right] = cars[right], cars[left]
    return least


@rule
def least_moved(cars: Counts, best: Floats, to_right: bool) -> float:
    least = 1e9
    for left in range(LENGTH - 2, 0, -1):
        a, b, c = cars[left], cars[left + 1], cars[left + 2]
        if to_right:
            cars[left], cars[left + 1], cars[left + 2] = b, c, a
        else:
            cars[left], cars[left + 1], cars[left + 2] = c, a, b
        least = min(least, work_from(cars, best, left))
        cars[left], cars[left + 1], cars[left + 2] = a, b, c
    return least


@rule
def work_after(cars: Counts, best: Floats, ability: int) -> float:
    """The work after the best use of a swap or move. Needs the row's `best` and overwrites it."""
    if ability == SWAP_ADJACENT:
        return least_swapped(cars, best, 1)
    if ability == SWAP_OVER_ONE:
        return least_swapped(cars, best, 2)
    return least_moved(cars, best, ability == MOVE_RIGHT)


@rule
def survey_row(
    state: State,
    seat: Number,
    cars: Counts,
    best: Floats,
    ranks: Counts,
    features: Floats,
    closed_too: bool,
) -> None:
    """Fill `features`: the row's work, what losing the car at 1, 4, 7 would cost, and what each
    swap or move would save, for the open ones or, with `closed_too`, for all."""
    load_ranks(state, seat, ranks, cars)
    work = work_of(cars, best)
    kept = new_plan()
    copy_plan(best, kept)
    features[WORK] = work
    for k in range(2, -1, -1):
        place = k * MIDDLE
        features[LOSS + k] = 0.0
        if state.lock[seat, place] == 0:
            car = cars[place + 1]
            cars[place + 1] = ranks[NO_CAR]
            features[LOSS + k] = work_from(cars, best, place + 1) - work
            cars[place + 1] = car
            copy_plan(kept, best)
    for ability in range(MOVE_LEFT + 1):
        features[SAVED + ability] = 0.0
        if closed_too or state.open[ability] != 0:
            features[SAVED + ability] = work - work_after(cars, best, ability)
            copy_plan(kept, best)


@rule
def mark_uses(state: State, features: Floats) -> None:
    """Fill in what the best open swap or move saves, and whether it wins."""
    saved = 0.0
    for ability in range(MOVE_LEFT + 1):
        if state.open[ability] != 0:
            saved = max(saved, features[SAVED + ability])
    features[USE_SAVES] = saved
    features[USE_WINS] = 1.0 if saved > features[WORK] - 1e-9 else 0.0


@rule
def survey(
    state: State, seat: Number, cars: Counts, best: Floats, ranks: Counts, features: Floats
) -> None:
    survey_row(state, seat, cars, best, ranks, features, False)
    mark_uses(state, features)


@rule
def removal_edge(state: State, mine: Floats, other: Floats) -> float:
    """How much more the best open removal costs the row `other` than the row `mine`."""
    edge = 0.0
    for k in range(3):
        if state.open[REMOVE_LEFT + k] != 0:
            edge = max(edge, other[LOSS + k] - mine[LOSS + k])
    return edge


@rule
def strength(work: float) -> float:
    work = max(work, w.LEAST_WORK)
    return -w.STEEP * work - w.STEEP_LOG * log(work + w.NEVER_DONE)


@rule
def mover_strength(state: State, mover: Number, features: Floats) -> float:
    """Strength of the seat whose turn it is."""
    own = features[mover]
    fear = 0.0
    for seat in range(state.seats):
        if seat != mover:
            fear = max(fear, removal_edge(state, features[seat], own))
    work = own[WORK] - w.TEMPO - w.OWN_USE * own[USE_SAVES] + w.RIVAL_REMOVAL * fear
    work += w.AT_RISK * (own[LOSS] + own[LOSS + 1] + own[LOSS + 2])
    return strength(work) + w.WIN_NOW * own[USE_WINS]


@rule
def waiting_strength(state: State, seat: Number, mover: Number, features: Floats) -> float:
    own = features[seat]
    fear = removal_edge(state, features[mover], own)
    work = own[WORK] - w.RIVAL_USE * own[USE_SAVES] + w.OWN_REMOVAL * fear
    work += w.AT_RISK * (own[LOSS] + own[LOSS + 1] + own[LOSS + 2])
    return strength(work) + w.WIN_NEXT * own[USE_WINS] * (1.0 - features[mover, USE_WINS])


@rule
def shares_of(state: State, mover: Number, features: Floats, out: Shares) -> None:
    total = 0.0
    for seat in range(state.seats):
        if seat == mover:
            out[seat] = exp(mover_strength(state, mover, features))
        else:
            out[seat] = exp(waiting_strength(state, seat, mover, features))
        total += out[seat]
    for seat in range(state.seats):
        out[seat] /= total


@entry
def value(facts: Facts, state: State, out: Shares) -> int:
    """Write each seat's chance of winning to `out`; less work left means a better chance."""
    cars = new_cars()
    best = new_plan()
    ranks = new_ranks()
    features = new_features()
    count_pile(state, ranks)
    for seat in range(state.seats):
        survey(state, seat, cars, best, ranks, features[seat])
    shares_of(state, np.int64(state.turn), features, out)
    return 1
