"""A position of Die Zwergenzugfahrt: its record, phases, events, and actions with their notation.

Seat 0 is clan Red, seat 1 clan Green. Fields are numbered row by row from the top left of the
board; a set of fields is 64 bits. The number of a dwarf never changes, so that a board can follow
it: 0 to 4 are red, 5 to 9 green.

Actions refer to fields of a grid of 16 columns and 8 rows that every board fits into, so that the
notation can be parsed without a board: ``d5-d4`` move or sit, ``d4*c4`` kick, ``+d4`` reserve,
``-d4`` take a sign away, ``~d4`` the conductor takes this sign, ``pass``.
"""

from __future__ import annotations

from spielzug.core.errors import CannotRead
from spielzug.core.events import EventKind
from spielzug.core.jit import record
from spielzug.games.zwergenzugfahrt.facts import CLANS, CODES, DWARVES
from spielzug.games.zwergenzugfahrt.facts.sets import MAX_COLUMNS, MAX_ROWS, STEPS, field_name

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
        ("next", "i1"),  # in phase CHOOSING the clan that moves afterwards, else -1
        ("passed", "i1"),  # the clan that passed last, -1 after any turn (Z10)
        ("winner", "i1"),
        ("reason", "u1"),
        ("stock", "u1", (CLANS,)),  # signs not on the board
        ("taken", "u1", (CLANS,)),  # rival's signs that a clan has taken away (Z7)
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
MOVE = 0  # + code of the field * 4 + direction
KICK = MOVE + CODES * DIRECTIONS  # + code * 4 + direction
RESERVE = KICK + CODES * DIRECTIONS  # + code
TAKE = RESERVE + CODES  # + code
CHOOSE = TAKE + CODES  # + code: the sign that the conductor takes (Z12)
PASS = CHOOSE + CODES
RESIGN = PASS + 1  # + clan; for the table only
ABANDON = RESIGN + CLANS  # for the table only
TIME = ABANDON + 1  # for the table only
N_ACTIONS = TIME + 1

# Every dwarf has at most four neighbours: it can move to or kick on each, and each may be a seat
# on which a sign can be put or from which one can be taken.
MAX_LEGAL = 2 * DWARVES * DIRECTIONS


def place_of(code: int) -> tuple[int, int]:
    """Column (from 0) and row (from 1) of a field of the grid."""
    return code % MAX_COLUMNS, MAX_ROWS - code // MAX_COLUMNS


def _name(code: int) -> str:
    return field_name(*place_of(code))


def _steps(sign: str) -> list[str]:
    """Notations of all moves or kicks; those that leave the grid get one that cannot be typed."""
    texts: list[str] = []
    for code in range(CODES):
        column, row = place_of(code)
        for across, up in STEPS:
            inside = 0 <= column + across < MAX_COLUMNS and 1 <= row + up <= MAX_ROWS
            goal = field_name(column + across, row + up) if inside else f"?{len(texts) % 4}"
            texts.append(f"{_name(code)}{sign}{goal}")
    return texts


def _notations() -> list[str]:
    names = [_name(code) for code in range(CODES)]
    texts = _steps("-") + _steps("*")
    for sign in "+-~":
        texts += [sign + name for name in names]
    texts += ["pass", *(f"!resign{clan + 1}" for clan in range(CLANS)), "!abandon", "!time"]
    return texts


NOTATION = _notations()
_FIELDS = {_name(code) for code in range(CODES)}
_BY_NOTATION = {text: action for action, text in enumerate(NOTATION)}


def notation(action: int) -> str:
    return NOTATION[action]


def parse(text: str) -> int:
    try:
        return _BY_NOTATION[text.strip()]
    except KeyError:
        start, goal = text.strip()[:2], text.strip()[3:]
        if text.strip()[2:3] in ("-", "*") and {start, goal} <= _FIELDS:
            raise CannotRead(
                f"{start} and {goal} are no neighbours (Z1): "
                "a dwarf acts on the next field across or along, never diagonally"
            ) from None
        raise CannotRead(
            f"cannot read {text.strip()!r} as an action; write for example d5-d4 (move), "
            "d4*c4 (kick), +d4 (reserve), -d4 (take a sign away), ~d4 (the conductor's sign)"
        ) from None
