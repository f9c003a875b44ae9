"""A position of Game of Trains: its record, phases, endings, events, and actions with notation.

A card is the number of a car; 0 is no card, and 255 a card hidden from the reader. Places count
from 0.

Each decision is one small choice: first what to do, then with which car. The notation is the same
in every language and can be parsed: ``+`` draw, ``@4`` place at 4, ``3<>4`` swap, ``3<.>5`` swap
over one, ``3>>5`` move right, ``5<<3`` move left, ``-1 -4 -7`` remove, ``#4`` protect, ``k2`` keep
the second card of the set-up.
"""

from __future__ import annotations

from collections.abc import Mapping

from spielzug.core.errors import CannotRead
from spielzug.core.events import EventKind
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
        ("ability", "u1"),  # ability of the open card being used, in phase TARGET
        ("card", "u1"),  # the car just drawn or the open card being used
        ("winner", "i1"),
        ("reason", "u1"),
        ("draw_pile", "u1"),  # number of cards
        ("discard_pile", "u1"),  # number of cards, set-up rejects not counted
        ("row", "u1", (MAX_SEATS, LENGTH)),
        ("lock", "u1", (MAX_SEATS, LENGTH)),  # protecting card under each car (G18)
        ("open", "u1", (8,)),  # the open card of each ability (G5: at most one)
        ("hand", "u1", (MAX_SEATS, 4)),  # cards drawn at the set-up (G3)
        ("rejects", "u1", (MAX_SEATS, 3)),  # set-up cards not kept, known to one seat
        # No order is stored; the draw pile fills from the front, the discard pile from the end.
        ("pile", "u1", (CARS,)),
    ]
)

UNKNOWN = 255
KEEPING, SETUP_PLACE, TURN, PLACING, TARGET, OVER = 0, 1, 2, 3, 4, 5
PHASES = ("keep", "setup_place", "turn", "place", "target", "over")
NOT_OVER, OWN_TURN, OTHER_TURN, TURN_LIMIT, RESIGNED, ABANDONED = 0, 1, 2, 3, 4, 5
REASONS = ("", "own_turn", "other_turn", "turn_limit", "resigned", "abandoned")

# Kinds of events.
DEALT, DREW_SETUP, KEPT, PLACED, CANCELLED, DREW, USED, SWAPPED, MOVED = 1, 2, 3, 4, 5, 6, 7, 8, 9
PROTECTED, LOST_PROTECTION, REMOVED, SPARED, REFILLED, RESHUFFLED, WON, DRAWN_GAME = (
    10, 11, 12, 13, 14, 15, 16, 17,
)  # fmt: skip
GAVE_UP, CALLED_OFF, BEGINS = 18, 19, 20
MAX_EVENTS = 64

EVENTS: Mapping[int, EventKind] = {
    BEGINS: EventKind("begins"),  # G2
    DEALT: EventKind("dealt", "car", "place"),  # G1
    DREW_SETUP: EventKind("drew_setup", "car", "index"),  # G3: index in the hand
    KEPT: EventKind("kept", "car", "index"),  # G4
    PLACED: EventKind("placed", "car", "old"),  # G4, G6: the new car and the one it replaces
    CANCELLED: EventKind("cancelled", "car", "other"),  # G5: the open card, the new one
    DREW: EventKind("drew", "car"),  # G6
    USED: EventKind("used", "car", "ability"),  # G7: an index into ABILITIES
    SWAPPED: EventKind("swapped", "car", "other"),  # G10, G11
    MOVED: EventKind("moved", "car", "by"),  # G12, G13: places to the right, negative to the left
    PROTECTED: EventKind("protected", "car", "lock"),  # G18: the card under the car
    LOST_PROTECTION: EventKind("lost_protection", "car", "lock"),  # G19
    REMOVED: EventKind("removed", "car", "place"),  # G14-G16
    SPARED: EventKind("spared", "car", "place"),  # G18
    REFILLED: EventKind("refilled", "car", "place"),  # G14-G16
    RESHUFFLED: EventKind("reshuffled", "count"),  # G9
    WON: EventKind("won", "reason"),  # G17, G21: an index into REASONS
    DRAWN_GAME: EventKind("drawn_game", "turns"),  # G22
    GAVE_UP: EventKind("gave_up"),
    CALLED_OFF: EventKind("called_off"),
}
"""Name of each kind of event and of its two values; a car is its number, 1 to 84."""


DRAW = 0
USE = 1  # + ability
PLACE = 9  # + place
KEEP = 16  # + index among the cards drawn at the set-up
SWAP_ADJACENT_AT = 20  # + left place
SWAP_OVER_ONE_AT = 26  # + left place
MOVE_RIGHT_AT = 31  # + place
MOVE_LEFT_AT = 36  # + place - 2
PROTECT_AT = 41  # + 0, 1, 2 for left, middle, right
RESIGN = 44  # + seat; for the table only
ABANDON = 48  # for the table only
N_ACTIONS = 49

MAX_LEGAL = 9  # draw, or one of eight abilities

USE_SIGNS = ("<>", "<.>", ">>", "<<", "-1", "-4", "-7", "#")


def _notations() -> list[str]:
    signs = ["+", *USE_SIGNS]
    signs += [f"@{place + 1}" for place in range(LENGTH)]
    signs += [f"k{index + 1}" for index in range(4)]
    signs += [f"{left + 1}<>{left + 2}" for left in range(LENGTH - 1)]
    signs += [f"{left + 1}<.>{left + 3}" for left in range(LENGTH - 2)]
    signs += [f"{place + 1}>>{place + 3}" for place in range(LENGTH - 2)]
    signs += [f"{place + 3}<<{place + 1}" for place in range(LENGTH - 2)]
    signs += ["#1", "#4", "#7"]
    signs += [f"!resign{seat + 1}" for seat in range(MAX_SEATS)]
    return [*signs, "!abandon"]


NOTATION = _notations()
_BY_NOTATION = {text: action for action, text in enumerate(NOTATION)}


def notation(action: int) -> str:
    return NOTATION[action]


def parse(text: str) -> int:
    try:
        return _BY_NOTATION[text.strip()]
    except KeyError:
        raise CannotRead(
            f"cannot read {text.strip()!r} as an action; write for example "
            "+ (draw), @4 (place at 4), >> (use an open card), 3>>5 (move car 3)"
        ) from None
