"""Weights of the Trains bots: greedy, policy, value, search and learning.

Those of greedy were set by hand and are frozen, because other players are measured against it.
Those of the quick policy were tuned in many thousand games against its own variants; those of a
seat's standing were fitted to the winners of 12 000 games of the quick policy.
"""

from __future__ import annotations

import numpy as np

from spielzug.core.record_types import Floats
from spielzug.games.trains.facts import sets

# -- greedy: rounds and numbers of cards -------------------------------------------------------

GREEDY_GROWING = 9  # rounds in which trains are worth more than points
GREEDY_RUSHING = 15  # rounds after which any points are bought
GREEDY_BUILDERS_FROM = 2  # the round from which cards for rails and stations are bought
GREEDY_RAIL_CARDS = 6  # rail cards that are enough for a deck
GREEDY_FEW_CUBES = 3  # with fewer cubes in stock, no more rail cards are bought
GREEDY_EXPANSIONS = 3  # Station Expansions that are enough for a deck

# -- greedy: a card in the deck, in money a turn -----------------------------------------------

GREEDY_WASTE = -1.0
GREEDY_VICTORY = -0.5
GREEDY_TRAIN_ABILITY = 0.2  # in addition to the money of the Train
GREEDY_DRAW = 0.9  # per card drawn
GREEDY_BUILDER = 0.8  # a card for rails or stations
GREEDY_ACTION = 0.5  # any other card
GREEDY_TOSS = 0.9  # a card looked at is kept if it is worth more than half of this

# -- greedy: the board, in points --------------------------------------------------------------

GREEDY_POTENTIAL = 0.45  # share of the points that further stations would bring to a city
GREEDY_PROSPECT = 0.5  # share of the best place that comes into reach
GREEDY_PROSPECT_RIVAL = 0.5  # deduction per foreign cube there
GREEDY_RAIL_MONEY = 0.3  # deduction per money that a rail costs
GREEDY_RAIL_WASTE = 0.8  # deduction if the rail brings Waste
GREEDY_STATION_OTHERS = 0.6  # share of the points that a station brings to other players
GREEDY_STATION_IN_REACH = 0.1  # share of a station's points where a cube may follow
GREEDY_START_AROUND = 0.6  # share of the points of each place beside the first cube
GREEDY_START_SPACE = 0.2  # per space beside the first cube
GREEDY_START_RIVAL = 1.5  # deduction per foreign cube beside it

# -- greedy: order of actions in a turn --------------------------------------------------------

GREEDY_RECYCLE = 200.0
GREEDY_RECYCLE_WASTE = 3  # this much Waste in hand is always returned, one less with little money
GREEDY_RECYCLE_MONEY = 3  # less money than this is little
GREEDY_PLAIN_MONEY = 65.0  # a card that only brings money
GREEDY_STATION = 42.0
GREEDY_STATION_POINTS = 1.0  # a station that brings less is not built
GREEDY_RAIL = 40.0
GREEDY_RAIL_POINTS = 1.2  # a rail that brings less is not laid while the deck grows
GREEDY_RAIL_POINTS_LATER = 0.3  # once it no longer grows, a rail must bring more than this
GREEDY_GOOD_TRAIN = 2.0  # money of a Train worth copying or putting back
GREEDY_HOLIDAY_FROM, GREEDY_HOLIDAY_TO = 3, 8  # sums for which three more money help
GREEDY_MONEY_ALONE = 19.0  # playing a card with a useless ability for its money

# -- greedy: the worth of a purchase, 0 to 18 ---------------------------------------------------

GREEDY_BUY_VICTORY = 8.0
GREEDY_BUY_POINT = 2.0  # added per point of the card
GREEDY_BUY_MONEY = 2.0  # per money that a card brings
GREEDY_BUY_TRAIN_ABILITY = 0.3
GREEDY_BUY_TRAIN_LATE = 4.0  # deduction once points are bought
GREEDY_BUY_RAIL = 4.5
GREEDY_BUY_RAIL_PRICE = 0.2  # added per money of the price: expensive ones can do more
GREEDY_BUY_EXPANSION = 3.4
GREEDY_BUY_DRAW = 1.6  # per card drawn
GREEDY_BUY_DRAW_MONEY = 1.5  # per money of a card that draws
GREEDY_BUY_ACTION = 1.0
GREEDY_BUY_TOP = 0.5  # added if the card goes onto the draw pile and can be played


def _by_kind(given: dict[str, float], other: float = 0.0) -> Floats:
    return np.array([given.get(code, other) for code in sets.CODES])


_USED_FIRST = (
    "CR", "SA", "PS", "TI", "IC", "CC", "SI", "GA", "CS", "SC", "DS", "IW", "ET", "WF", "MF", "PU",
    "TT", "LF", "FT", "SO",
)  # fmt: skip
_USED_LATER = {"BT": 64.0, "AM": 60.0, "SW": 56.0, "HT": 55.0, "MT": 20.0}
ORDER_OF_USE = _by_kind(
    {code: 99.0 - i for i, code in enumerate(_USED_FIRST)} | _USED_LATER, other=30.0
)
"""Priority of each kind when several cards can be used."""

# -- policy: length of the game ----------------------------------------------------------------

ROUNDS = 27.32  # longest expected game, in rounds
CUBE_PACE = 1.631  # rounds per cube in the smallest stock
TOKEN_PACE = 1.5  # rounds per station token
PILE_PACE = 0.831  # rounds per card in the four lowest piles
LEAST_ROUNDS = 1.066

# -- policy: cards -----------------------------------------------------------------------------


MONEY = _by_kind({
    "NT": 1.0, "EX": 2.0, "LE": 3.0, "BT": 1.8, "ET": 2.3, "FT": 1.8, "MT": 1.9, "TT": 4.06,
    "CO": 0.2, "SB": 0.1, "TU": 0.2, "VI": 0.3, "SU": 0.5, "AM": 2.4, "CS": 0.8, "DS": 1.6,
    "GA": 1.7, "HT": 0.6, "IC": 1.2, "IW": 1.6, "LF": 0.8, "MF": 1.5, "PS": 1.0, "PU": 1.6,
    "SI": 0.1, "SC": 1.1, "SO": 1.0, "SW": 1.5, "TI": 0.3, "WF": 2.0,
})  # fmt: skip
"""Worth of playing a card, in money; for a rail card, what its waiver adds."""
DRAWN = _by_kind({
    "CC": 1.2, "CR": 3.0, "IC": 1.0, "PS": 1.0, "SA": 1.75, "SI": 1.1, "TI": 2.0,
})  # fmt: skip
"""Cards that a kind draws; each is worth the deck's average card."""
FADING = _by_kind({
    "BT": 0.04, "FT": 0.16, "CS": 0.4, "DS": 0.4, "GA": 0.08, "HT": 0.01, "IW": 0.24,
    "LF": 0.4, "MF": 0.4, "PU": 0.32, "SO": 0.3, "SW": 0.16, "WF": 0.32,
})  # fmt: skip
"""How much less each further card of a kind is worth."""
THIN_DECK = 5.0  # least number of cards over which the average is taken
MOST_DRAWN = 0.6  # largest share of the deck by which drawing makes it thinner
DELAY = 0.653  # rounds before a new card is played for the first time
SMALL_DECK = 8.0  # a smaller deck counts as one of this size
POINTS_PER_MONEY = 0.457
CROWDING = 1.096  # share of an average card that one more card in the deck costs
WASTE_COST = 0.726  # the same for a Waste
RAIL_CARD = 2.205  # money that a rail card is worth
RAIL_FADING = 0.3  # deduction per rail card owned
RAILS_LAID = 0.25  # cubes needed per play of a rail card
STATION_CARD = 2.5
STATION_FADING = 0.7
RETURNING = 1.237  # weight of returning Waste
HAND_BUILDER = 0.7  # points of a rail or station card in hand
HAND_ACTION = 0.3  # rough points a turn of any other card in hand
HOLIDAY = 0.802  # points that using up a Holiday Timetable costs
BEFORE_MONEY = 40.0  # cards above this in the order of use come before the money is counted

# -- policy: worth of a card in hand, in money ---------------------------------------------------

KEEP_WASTE = -1.0
KEEP_VICTORY = -0.5
KEEP_BUILDER = 1.6
KEEP_DRAWN = 1.2  # per card that it draws
TOSS_BELOW = 0.9  # a card looked at that is worth less is discarded

# -- policy: the board, in points ----------------------------------------------------------------

POTENTIAL = 0.263  # share of the points that further stations would bring to a city
POTENTIAL_ROUNDS = 7.643  # with fewer rounds left, that share shrinks
PROSPECT = 0.5  # share of the best place that comes into reach
PROSPECT_ROUNDS = 3.239
GROUND_COST = 0.2  # points per money that the terrain there costs
FOREIGN_COST = 0.519  # points per foreign cube there
OTHERS = 0.6  # share of the points that a station brings to other players
IN_REACH = 0.2  # share of a station's points where a cube may follow

# -- value: standing of a seat, as the logarithm of its chance -----------------------------------

STANDING_POINT = 0.63
STANDING_MONEY = 0.19  # per money of this turn or in the hand
STANDING_TO_MOVE = 0.37
STANDING_STATIONS = 0.24  # per point that further stations would bring to one's cubes
STANDING_STATIONS_ROUNDS = 8.0  # with fewer rounds left, that weight shrinks
STANDING_PLACE = 0.44  # per point of the best place in reach
STANDING_PLACE_ROUNDS = 4.0
STANDING_ENGINE = 2.56  # per money of the average card, times the square root of the rounds left
# The following count in full with STANDING_ROUNDS left, and in proportion otherwise:
STANDING_ROUNDS = 20.0
STANDING_CARD = 0.48  # per card: the average counts more in a larger deck
STANDING_TOURIST = 1.13  # added per Tourist Train
STANDING_RAILS = -1.09  # added per rail card, which the average leaves out
STANDING_WASTE = -0.71
