"""Where a game of Die Zwergenzugfahrt stands, and what can happen in it.

Seat 0 is clan Red, seat 1 clan Green. Fields are numbered row by row from the top left of the
board; sets of fields are 64 bits. The number of a dwarf never changes, so that a board can follow
it: 0 to 4 are red, 5 to 9 green.
"""

from __future__ import annotations

from spielzug.core.events import EventKind
from spielzug.core.jit import record
from spielzug.games.zwergenzugfahrt.facts import CLANS, DWARVES

STATE = record(
    [
        ("rng", "u8"),
        ("dwarves", "u8", (CLANS,)),  # the fields on which a clan's dwarves stand
        ("signs", "u8", (CLANS,)),  # the seats with a clan's sign
        ("turns", "u4"),  # taken by both clans; missed turns and passes do not count
        ("turns_each", "u4", (CLANS,)),
        ("kicks", "u4", (CLANS,)),
        ("seats", "u1"),  # players: always two
        ("first", "u1"),
        ("turn", "i1"),  # the clan that decides, -1 when the game is over
        ("phase", "u1"),
        ("coin", "i1"),  # in phase CHOOSING the clan that loses a sign, else -1 (Z12)
        ("next", "i1"),  # in phase CHOOSING the clan that would move then, else -1
        ("passed", "i1"),  # the clan that passed last, -1 after any turn (Z10)
        ("winner", "i1"),
        ("reason", "u1"),
        ("stock", "u1", (CLANS,)),  # signs not on the board
        ("taken", "u1", (CLANS,)),  # signs that a clan has taken away (Z7)
        ("owes", "u1", (CLANS,)),  # turns to miss (Z9)
        ("field", "u1", (CLANS * DWARVES,)),  # where each dwarf stands
    ]
)

TURN, CHOOSING, OVER = 0, 1, 2
PHASES = ("turn", "conductor", "over")
NOT_OVER, TEN_SEATS, TURNS, TIME_OVER, BLOCKED, RESIGNED, ABANDONED = 0, 1, 2, 3, 4, 5, 6
REASONS = ("", "ten_seats", "turns", "time", "blocked", "resigned", "abandoned")

BEGINS, MOVED, SAT, KICKED, SENT_HOME, RESERVED, TOOK = 1, 2, 3, 4, 5, 6, 7
PENALTY, MISSED, TOSSED, LOST_SIGN, NO_SIGN, PASSED = 8, 9, 10, 11, 12, 13
WON, ENDED, GAVE_UP, CALLED_OFF = 14, 15, 16, 17
MAX_EVENTS = 32

# Everything is seen by everyone. The seat of an event is the clan it happens to, -1 for both.
EVENTS = {
    BEGINS: EventKind("begins"),
    MOVED: EventKind("moved", "from", "to"),  # Z4
    SAT: EventKind("sat", "from", "to"),  # Z5
    KICKED: EventKind("kicked", "from", "to"),  # Z8: the dwarf that kicks
    SENT_HOME: EventKind("sent_home", "from", "to"),  # Z8: the dwarf that was kicked
    RESERVED: EventKind("reserved", "field"),  # Z6
    TOOK: EventKind("took", "field"),  # Z7
    PENALTY: EventKind("penalty", "owes", "kick"),  # Z8: turns to miss, and the kick's number
    MISSED: EventKind("missed", "owes"),  # Z9: turns to miss after this one
    TOSSED: EventKind("tossed", "coin"),  # Z12: the clan whose colour shows
    LOST_SIGN: EventKind("lost_sign", "field", "chooser"),  # Z12: none chose the only sign
    NO_SIGN: EventKind("no_sign"),  # Z12
    PASSED: EventKind("passed"),  # Z10
    WON: EventKind("won", "held"),  # Z13, Z14: seats that count for the winner
    ENDED: EventKind("ended", "red", "green"),  # Z14: seats that count for each clan
    GAVE_UP: EventKind("gave_up"),
    CALLED_OFF: EventKind("called_off"),
}
PLACES = ("from", "to", "field")
"""What of an event is the number of a field."""
