"""The numbers that the players of Trains were given or tuned to, each with its meaning.

Greedy's were set by hand and are frozen: other players are measured against it. Those of the quick
player were found by letting it meet its own variants in many thousand games, those of a seat's
standing by fitting them to who won 12 000 games of the quick player.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spielzug.games.trains.facts.sets import (
    AM,
    BT,
    CC,
    CODES,
    CR,
    CS,
    DS,
    ET,
    FT,
    GA,
    HT,
    IC,
    IW,
    KINDS,
    LF,
    MF,
    MT,
    PS,
    PU,
    SA,
    SC,
    SI,
    SO,
    SW,
    TI,
    TT,
    WF,
)

# -- greedy: when ------------------------------------------------------------------------------

GREEDY_GROWING = 9  # rounds in which trains are worth more than points
GREEDY_RUSHING = 15  # rounds after which any points are bought
GREEDY_BUILDERS_FROM = 2  # the round from which cards for rails and stations are bought
GREEDY_RAIL_CARDS = 6  # enough of them in a deck
GREEDY_FEW_CUBES = 3  # with fewer of them no more rail cards
GREEDY_EXPANSIONS = 3  # Station Expansions: enough of them in a deck

# -- greedy: a card in the deck, in money a turn -----------------------------------------------

GREEDY_WASTE = -1.0
GREEDY_VICTORY = -0.5
GREEDY_TRAIN_ABILITY = 0.2  # besides the money of the Train
GREEDY_DRAW = 0.9  # for each card drawn
GREEDY_BUILDER = 0.8  # a card for rails or stations
GREEDY_ACTION = 0.5  # any other card
GREEDY_TOSS = 0.9  # a card looked at is kept if it is worth more than half of this

# -- greedy: the board, in points --------------------------------------------------------------

GREEDY_POTENTIAL = 0.45  # of the points that stations can still bring to a city
GREEDY_PROSPECT = 0.5  # of the best place that comes into reach
GREEDY_PROSPECT_RIVAL = 0.5  # less for each foreign cube there
GREEDY_RAIL_MONEY = 0.3  # less for each money that a rail costs
GREEDY_RAIL_WASTE = 0.8  # less if it brings Waste
GREEDY_STATION_OTHERS = 0.6  # of the points that a station brings to another
GREEDY_STATION_IN_REACH = 0.1  # of the points of a station where a cube may follow
GREEDY_START_AROUND = 0.6  # of the points of each place beside the first cube
GREEDY_START_SPACE = 0.2  # for each space beside it
GREEDY_START_RIVAL = 1.5  # less for each foreign cube there

# -- greedy: what comes first in a turn --------------------------------------------------------

GREEDY_RECYCLE = 200.0
GREEDY_RECYCLE_WASTE = 3  # so much Waste in hand is always returned, one less with little money
GREEDY_RECYCLE_MONEY = 3  # less than this is little
GREEDY_PLAIN_MONEY = 65.0  # a card that only brings money
GREEDY_STATION = 42.0
GREEDY_STATION_POINTS = 1.0  # a station that brings less is not built
GREEDY_RAIL = 40.0
GREEDY_RAIL_POINTS = 1.2  # a rail that brings less is not laid while the deck grows
GREEDY_RAIL_POINTS_LATER = 0.3  # nor one that brings no more than this
GREEDY_GOOD_TRAIN = 2.0  # the money of a Train worth being copied or put back
GREEDY_HOLIDAY_FROM, GREEDY_HOLIDAY_TO = 3, 8  # money with which three more make a difference
GREEDY_MONEY_ALONE = 19.0  # the money of a card whose ability is of no use

# -- greedy: the worth of a purchase, 0 to 18 ---------------------------------------------------

GREEDY_BUY_VICTORY = 8.0
GREEDY_BUY_POINT = 2.0  # more for each of its points
GREEDY_BUY_MONEY = 2.0  # for each money that a card brings
GREEDY_BUY_TRAIN_ABILITY = 0.3
GREEDY_BUY_TRAIN_LATE = 4.0  # so much less when points are bought
GREEDY_BUY_RAIL = 4.5
GREEDY_BUY_RAIL_PRICE = 0.2  # more for each money of the price: dear ones can do more
GREEDY_BUY_EXPANSION = 3.4
GREEDY_BUY_DRAW = 1.6  # for each card drawn
GREEDY_BUY_DRAW_MONEY = 1.5  # for each money of a card that draws
GREEDY_BUY_ACTION = 1.0
GREEDY_BUY_TOP = 0.5  # more if it goes onto the draw pile and can be played


def _order_of_use() -> Any:
    order = np.full(KINDS, 30.0)
    first = (CR, SA, PS, TI, IC, CC, SI, GA, CS, SC, DS, IW, ET, WF, MF, PU, TT, LF, FT, SO)
    for i, kind in enumerate(first):
        order[kind] = 99.0 - i
    order[BT], order[AM], order[SW], order[HT], order[MT] = 64.0, 60.0, 56.0, 55.0, 20.0
    return order


ORDER_OF_USE = _order_of_use()
"""What a player who may use several cards uses first."""

# -- the quick player: how long the game will be -----------------------------------------------

ROUNDS = 27.32  # rounds of a game, at most
CUBE_PACE = 1.631  # rounds for each cube of the smallest stock
TOKEN_PACE = 1.5  # rounds for each station token
PILE_PACE = 0.831  # rounds for each card in the four lowest piles
LEAST_ROUNDS = 1.066

# -- the quick player: cards -------------------------------------------------------------------


def _by_kind(given: dict[str, float]) -> Any:
    return np.array([given.get(code, 0.0) for code in CODES])


MONEY = _by_kind({
    "NT": 1.0, "EX": 2.0, "LE": 3.0, "BT": 1.8, "ET": 2.3, "FT": 1.8, "MT": 1.9, "TT": 4.06,
    "CO": 0.2, "SB": 0.1, "TU": 0.2, "VI": 0.3, "SU": 0.5, "AM": 2.4, "CS": 0.8, "DS": 1.6,
    "GA": 1.7, "HT": 0.6, "IC": 1.2, "IW": 1.6, "LF": 0.8, "MF": 1.5, "PS": 1.0, "PU": 1.6,
    "SI": 0.1, "SC": 1.1, "SO": 1.0, "SW": 1.5, "TI": 0.3, "WF": 2.0,
})  # fmt: skip
"""What playing a card is worth in money; of a rail card, what its waiver adds."""
DRAWN = _by_kind({
    "CC": 1.2, "CR": 3.0, "IC": 1.0, "PS": 1.0, "SA": 1.75, "SI": 1.1, "TI": 2.0,
})  # fmt: skip
"""Cards that it draws: each is worth the deck's average card."""
FADING = _by_kind({
    "BT": 0.04, "FT": 0.16, "CS": 0.4, "DS": 0.4, "GA": 0.08, "HT": 0.01, "IW": 0.24,
    "LF": 0.4, "MF": 0.4, "PU": 0.32, "SO": 0.3, "SW": 0.16, "WF": 0.32,
})  # fmt: skip
"""By how much the next one of a kind is worth less."""
THIN_DECK = 5.0  # the average is never taken over fewer cards
MOST_DRAWN = 0.6  # of the deck: more of it no drawing card makes thinner
DELAY = 0.653  # rounds before a new card is played for the first time
SMALL_DECK = 8.0  # no card comes round more often than in a deck of this size
POINTS_PER_MONEY = 0.457
CROWDING = 1.096  # of an average card: what one more card in the deck costs
WASTE_COST = 0.726  # the same for a Waste
RAIL_CARD = 2.205  # money that a rail card is worth
RAIL_FADING = 0.3  # less for each that is owned
RAILS_LAID = 0.25  # of the plays of a rail card: so many cubes it will need
STATION_CARD = 2.5
STATION_FADING = 0.7
RETURNING = 1.237  # how gladly Waste is returned
HAND_BUILDER = 0.7  # points of a rail or station card in hand
HAND_ACTION = 0.3  # points that another card in hand brings a turn, roughly
HOLIDAY = 0.802  # points for which a Holiday Timetable is kept
BEFORE_MONEY = 40.0  # cards above this in the order of use come before the money is counted

# -- the quick player: what a card in hand is good for, in money --------------------------------

KEEP_WASTE = -1.0
KEEP_VICTORY = -0.5
KEEP_BUILDER = 1.6
KEEP_DRAWN = 1.2  # for each card that it draws
TOSS_BELOW = 0.9  # a card looked at that is worth less is discarded

# -- the quick player: the board, in points -----------------------------------------------------

POTENTIAL = 0.263  # of the points that stations can still bring to a city
POTENTIAL_ROUNDS = 7.643  # that many rounds from the end it begins to fade
PROSPECT = 0.5  # of the best place that comes into reach
PROSPECT_ROUNDS = 3.239
GROUND_COST = 0.2  # points for each money of the ground there
FOREIGN_COST = 0.519  # and for each foreign cube
OTHERS = 0.6  # of the points that a station brings to another
IN_REACH = 0.2  # of the points of a station where a cube may follow

# -- how a seat stands: chances, as logarithms --------------------------------------------------

STANDING_POINT = 0.63
STANDING_MONEY = 0.19  # at hand this turn, or in the hand for the next
STANDING_TO_MOVE = 0.37
STANDING_STATIONS = 0.24  # for each point that stations can still bring to own cubes
STANDING_STATIONS_ROUNDS = 8.0  # that many rounds from the end it begins to fade
STANDING_PLACE = 0.44  # for each point of the best place in reach
STANDING_PLACE_ROUNDS = 4.0
STANDING_ENGINE = 2.56  # for each money of the average card, by the root of the rounds left
# For the whole rest of a game, which is long when STANDING_ROUNDS are left:
STANDING_ROUNDS = 20.0
STANDING_CARD = 0.48  # for each card: the average counts more in a larger deck
STANDING_TOURIST = 1.13  # and more for a Tourist Train
STANDING_RAILS = -1.09  # and less for rails, which the average leaves out
STANDING_WASTE = -0.71

# -- search ------------------------------------------------------------------------------------

SEARCH = {"cutoff": 24, "random_in_64": 1, "exploration": 0.3, "trust": 0.5}
LADDER = ((24, 16), (24, 12), (32, 8), (64, 5), (128, 2), (400, 0))
"""Iterations for a decision and slips in 64 decisions, from the weakest player to the strongest."""

NET_LEVELS = {"expert": (340, 0)}
"""The same of those who think with a net."""

NET_SEARCH = {"mix": 1.0}
"""`value` judges, and better than the net does, which tells what to try."""

REVIEW = {"inaccuracy": 0.015, "mistake": 0.04, "blunder": 0.09}
"""In games to the end a choice costs a third to a half more than the search says."""

LEARN = {
    "seats": 2,
    "ignore": ("first", "turn_limit"),
    "deals": {"supply=board": 0.7, "board=osaka supply=board": 0.3},
    "imitated": 0.25,
    "hyperparameters": {"rate": 3e-4, "entropy": 0.002, "trace": 0.98},
}
"""What a net is taught, see `spielzug.learn`: which games how often, what makes no difference."""
