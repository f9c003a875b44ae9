"""A position of Die Zwergenzugfahrt: its record, phases, events, and actions with their notation.

Seat 0 is clan Red, seat 1 clan Green. Fields are numbered row by row from the top left of the
board; a set of fields is 64 bits. The number of a dwarf never changes, so that a board can follow
it: 0 to 4 are red, 5 to 9 green.

Actions refer to fields of a grid of 16 columns and 8 rows that every board fits into, so that the
notation can be parsed without a board: ``d5-d4`` move or sit, ``d4*c4`` kick, ``+d4`` reserve,
``-d4`` take a sign away, ``~d4`` the conductor takes this sign, ``pass``.
"""

from __future__ import annotations

from collections.abc import Callable

from spielzug.core.actions import ActionPart, ActionSpace, Band
from spielzug.core.declaration import NEVER, F, StateRecord, declare, declare_word
from spielzug.core.endings import TableEndings, ending_bands
from spielzug.core.errors import CannotRead
from spielzug.core.events import EventKind
from spielzug.games.zwergenzugfahrt.facts import CLANS, CODES, DWARVES, MAX_TAKES, SIGNS, code_of
from spielzug.games.zwergenzugfahrt.facts.sets import MAX_COLUMNS, MAX_ROWS, STEPS, field_name

TURN, CHOOSING, OVER = 0, 1, 2
PHASES = ("turn", "conductor", "over")
NOT_OVER, TEN_SEATS, TURNS, TIME_OVER, BLOCKED, RESIGNED, ABANDONED = 0, 1, 2, 3, 4, 5, 6
REASONS = ("", "ten_seats", "turns", "time", "blocked", "resigned", "abandoned")

_CLAN, _NO_CLAN = (0, CLANS - 1), (-1, CLANS - 1)


class State(StateRecord[F]):
    """A position of Die Zwergenzugfahrt."""

    rng = declare_word(seen=NEVER)  # the generator of all luck to come
    dwarves = declare("u8", (CLANS,))  # the fields on which a clan's dwarves stand
    signs = declare("u8", (CLANS,))  # the seats with a clan's sign
    turns = declare("u4")  # taken by both clans; missed turns and passes do not count
    turns_each = declare("u4", (CLANS,))  # turns that each clan has taken
    kicks = declare("u4", (CLANS,))  # kicks of each clan so far (Z8)
    seats = declare("u1", within=(CLANS, CLANS))  # players: always two
    first = declare("u1", within=_CLAN)  # the clan that began (Z3)
    turn = declare("i1", within=_NO_CLAN)  # the clan that decides, -1 when the game is over
    phase = declare("u1", within=(0, OVER))  # index into PHASES
    # in phase CHOOSING the clan that loses a sign, else -1 (Z12)
    coin = declare("i1", within=_NO_CLAN)
    # in phase CHOOSING the clan that moves afterwards, else -1
    next = declare("i1", within=_NO_CLAN)
    passed = declare("i1", within=_NO_CLAN)  # the clan that passed last, -1 after any turn (Z10)
    winner = declare("i1", within=_NO_CLAN)  # the clan that has won, -1 for none
    reason = declare("u1", within=(0, ABANDONED))  # index into REASONS, 0 while the game runs
    stock = declare("u1", (CLANS,), within=(0, SIGNS))  # signs not on the board
    # rival's signs that a clan has taken away (Z7)
    taken = declare("u1", (CLANS,), within=(0, MAX_TAKES))
    owes = declare("u1", (CLANS,))  # turns to miss (Z9)
    field = declare("u1", (CLANS * DWARVES,), within=(0, 63))  # where each dwarf stands


BEGINS, MOVED, SAT, KICKED, SENT_HOME, RESERVED, TOOK = 1, 2, 3, 4, 5, 6, 7
PENALTY, MISSED, TOSSED, LOST_SIGN, NO_SIGN, PASSED = 8, 9, 10, 11, 12, 13
WON, ENDED, GAVE_UP, CALLED_OFF = 14, 15, 16, 17
MAX_EVENTS = 32

# All events are public. The seat of an event is the clan it happens to, -1 for both.
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
    LOST_SIGN: EventKind("lost_sign", "field", "chooser"),  # Z12: no chooser for an only sign
    NO_SIGN: EventKind("no_sign"),  # Z12
    PASSED: EventKind("passed"),  # Z10
    WON: EventKind("won", "held"),  # Z13, Z14: seats that count for the winner
    ENDED: EventKind("ended", "red", "green"),  # Z14: seats that count for each clan
    GAVE_UP: EventKind("gave_up"),
    CALLED_OFF: EventKind("called_off"),
}
PLACES = ("from", "to", "field")
"""Names of event values that are fields."""


DIRECTIONS = len(STEPS)


def place_of(code: int) -> tuple[int, int]:
    """Column (from 0) and row (from 1) of a field of the grid."""
    return code % MAX_COLUMNS, MAX_ROWS - code // MAX_COLUMNS


def code_name(code: int) -> str:
    """The name of a field of the grid."""
    return field_name(*place_of(code))


def beside(code: int, direction: int) -> int:
    """The neighbour in that direction, -1 beyond the edge of the grid."""
    column, row = place_of(code)
    column, row = column + STEPS[direction][0], row + STEPS[direction][1]
    inside = 0 <= column < MAX_COLUMNS and 1 <= row <= MAX_ROWS
    return code_of(column, row) if inside else -1


def _step(sign: str) -> Callable[[int, int], str]:
    """Writes moves or kicks; those that leave the grid get a notation that nobody types."""

    def write(code: int, direction: int) -> str:
        goal = beside(code, direction)
        return code_name(code) + sign + (code_name(goal) if goal >= 0 else f"?{direction}")

    return write


_DIRECTION = ActionPart("direction", DIRECTIONS)
_FIELD = ActionPart("field", texts=[code_name(code) for code in range(CODES)])

ACTIONS = ActionSpace(
    Band("move", _step("-"), _FIELD, _DIRECTION),
    Band("kick", _step("*"), _FIELD, _DIRECTION),
    Band("reserve", "+{field}", _FIELD),
    Band("take", "-{field}", _FIELD),
    Band("conductor", "~{field}", _FIELD),  # the sign that the conductor takes (Z12)
    Band("pass", "pass"),
    *ending_bands(CLANS, clock=True),
    examples="d5-d4 (move), d4*c4 (kick), +d4 (reserve), -d4 (take a sign away), "
    "~d4 (the conductor's sign)",
)
MOVE, KICK, RESERVE, TAKE, CHOOSE, PASS, RESIGN, ABANDON, TIME = ACTIONS.starts
notation = ACTIONS.notation
ENDINGS = TableEndings.of(ACTIONS, REASONS, EVENTS)

# Every dwarf has at most four neighbours: it can move to or kick on each, and each may be a seat
# on which a sign can be put or from which one can be taken.
MAX_LEGAL = 2 * DWARVES * DIRECTIONS


def parse(text: str) -> int:
    """The action with this notation; raises `CannotRead`."""
    start, sign, goal = text.strip()[:2], text.strip()[2:3], text.strip()[3:]
    if ACTIONS.find(text) is None and sign in ("-", "*") and {start, goal} <= {*_FIELD.texts}:
        raise CannotRead(
            f"{start} and {goal} are no neighbours (Z1): "
            "a dwarf acts on the next field across or along, never diagonally"
        )
    return ACTIONS.parse(text)
