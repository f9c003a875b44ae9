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

from spielzug.core.actions import ActionPart, ActionSpace, Band, Offset
from spielzug.core.declaration import NEVER, OWNER, SOMETIMES, F, StateRecord, declare, declare_word
from spielzug.core.endings import TableEndings, ending_bands
from spielzug.core.events import EventKind
from spielzug.games.game_of_trains.facts import CARS, LENGTH, LOCKS, MAX_SEATS, MIDDLE, PROTECT

UNKNOWN = 255
KEEPING, SETUP_PLACE, TURN, PLACING, TARGET, OVER = 0, 1, 2, 3, 4, 5
PHASES = ("keep", "setup_place", "turn", "place", "target", "over")
NOT_OVER, OWN_TURN, OTHER_TURN, TURN_LIMIT, RESIGNED, ABANDONED = 0, 1, 2, 3, 4, 5
REASONS = ("", "own_turn", "other_turn", "turn_limit", "resigned", "abandoned")

_SEAT, _NO_SEAT, _CARD = (0, MAX_SEATS - 1), (-1, MAX_SEATS - 1), (0, CARS)


class State(StateRecord[F]):
    """A position of Game of Trains."""

    rng = declare_word(seen=NEVER)  # the generator of all luck to come
    turns = declare("u4")  # turns completed (G22)
    seats = declare("u1", within=(2, MAX_SEATS))  # number of players
    first = declare("u1", within=_SEAT)  # the seat that began (G2)
    turn = declare("i1", within=_NO_SEAT)  # whose turn it is, -1 when the game is over
    phase = declare("u1", within=(0, OVER))  # index into PHASES
    # ability of the open card being used, in phase TARGET
    ability = declare("u1", within=(0, PROTECT))
    # the car just drawn or the open card being used
    card = declare("u1", within=_CARD, seen=SOMETIMES)
    winner = declare("i1", within=_NO_SEAT)  # the seat that has won, -1 for none
    reason = declare("u1", within=(0, ABANDONED))  # index into REASONS, 0 while the game runs
    draw_pile = declare("u1", within=(0, CARS))  # number of cards
    discard_pile = declare("u1", within=(0, CARS))  # number of cards, set-up rejects not counted
    # the cars of each train from the left, 0 where none is
    row = declare("u1", (MAX_SEATS, LENGTH), within=_CARD)
    lock = declare("u1", (MAX_SEATS, LENGTH), within=_CARD)  # protecting card under each car (G18)
    open = declare("u1", (8,), within=_CARD)  # the open card of each ability (G5: at most one)
    # cards drawn at the set-up (G3)
    hand = declare("u1", (MAX_SEATS, 4), within=_CARD, seen=OWNER)
    # set-up cards not kept, known to one seat
    rejects = declare("u1", (MAX_SEATS, 3), within=_CARD, seen=OWNER)
    # No order is stored; the draw pile fills from the front, the discard pile from the end.
    pile = declare("u1", (CARS,), within=_CARD, seen=SOMETIMES)


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


USE_SIGNS = ("<>", "<.>", ">>", "<<", "-1", "-4", "-7", "#")


def _places(count: int, first: int = 1) -> ActionPart:
    return ActionPart("from", count, first=first)


# The bands of abilities have their names.
ACTIONS = ActionSpace(
    Band("draw", "+"),
    Band("use", "{ability}", ActionPart("ability", texts=USE_SIGNS)),
    Band("place", "@{place}", ActionPart("place", LENGTH, first=1)),
    Band("keep", "k{index}", ActionPart("index", 4, first=1)),
    Band("swap_adjacent", "{from}<>{to}", _places(LENGTH - 1), Offset("to", "from", 1)),
    Band("swap_over_one", "{from}<.>{to}", _places(LENGTH - 2), Offset("to", "from", 2)),
    Band("move_right_2", "{from}>>{to}", _places(LENGTH - 2), Offset("to", "from", 2)),
    Band("move_left_2", "{from}<<{to}", _places(LENGTH - 2, 3), Offset("to", "from", -2)),
    Band("protect", "#{place}", ActionPart("place", LOCKS, first=1, step=MIDDLE)),
    *ending_bands(MAX_SEATS),
    examples="+ (draw), @4 (place at 4), >> (use an open card), 3>>5 (move car 3)",
)
(
    DRAW, USE, PLACE, KEEP, SWAP_ADJACENT_AT, SWAP_OVER_ONE_AT, MOVE_RIGHT_AT, MOVE_LEFT_AT,
    PROTECT_AT, RESIGN, ABANDON,
) = ACTIONS.starts  # fmt: skip
notation, parse = ACTIONS.notation, ACTIONS.parse
ENDINGS = TableEndings.of(ACTIONS, REASONS, EVENTS)

MAX_LEGAL = 9  # draw, or one of eight abilities
