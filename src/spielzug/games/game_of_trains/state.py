"""A position of Game of Trains: its record, its phases and endings, and what can happen in it.

A card is the number of a car, 0 is no card, and 255 a card that the reader of a hidden position
may not know. Places count from 0.
"""

from __future__ import annotations

from spielzug.core.jit import record
from spielzug.games.game_of_trains.facts import CARS, LENGTH, MAX_SEATS

STATE = record(
    [
        ("rng", "u8"),
        ("turns", "u4"),  # turns completed (G22)
        ("seats", "u1"),
        ("first", "u1"),
        ("turn", "i1"),  # whose turn it is, -1 when the game is over
        ("phase", "u1"),
        ("ability", "u1"),  # of the open card being used, in phase TARGET
        ("card", "u1"),  # the car just drawn or the open card being used
        ("winner", "i1"),
        ("reason", "u1"),
        ("draw_pile", "u1"),  # how many cards
        ("discard_pile", "u1"),  # how many cards, set-up rejects not counted
        ("row", "u1", (MAX_SEATS, LENGTH)),
        ("lock", "u1", (MAX_SEATS, LENGTH)),  # protecting card under each car (G18)
        ("open", "u1", (8,)),  # the open card of each ability (G5: at most one)
        ("hand", "u1", (MAX_SEATS, 4)),  # cards drawn at the set-up (G3)
        ("rejects", "u1", (MAX_SEATS, 3)),  # set-up cards not chosen: discarded, known to one
        # No order is stored: the draw pile from the front, the discard pile from the end.
        ("pile", "u1", (CARS,)),
    ]
)

UNKNOWN = 255
KEEPING, SETUP_PLACE, TURN, PLACING, TARGET, OVER = 0, 1, 2, 3, 4, 5
PHASES = ("keep", "setup_place", "turn", "place", "target", "over")
NOT_OVER, OWN_TURN, OTHER_TURN, TURN_LIMIT, RESIGNED, ABANDONED = 0, 1, 2, 3, 4, 5
REASONS = ("", "own_turn", "other_turn", "turn_limit", "resigned", "abandoned")

# Events. a and b are card numbers unless said otherwise.
DEALT, DREW_SETUP, KEPT, PLACED, CANCELLED, DREW, USED, SWAPPED, MOVED = 1, 2, 3, 4, 5, 6, 7, 8, 9
PROTECTED, LOST_PROTECTION, REMOVED, SPARED, REFILLED, RESHUFFLED, WON, DRAWN_GAME = (
    10, 11, 12, 13, 14, 15, 16, 17,
)  # fmt: skip
GAVE_UP, CALLED_OFF, BEGINS = 18, 19, 20
MAX_EVENTS = 64
