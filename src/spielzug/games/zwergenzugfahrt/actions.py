"""The action ids of Die Zwergenzugfahrt and their notation, which parses back.

An action names fields of a grid of 16 columns and 8 rows that every board fits into, so that its
notation needs no board: ``d5-d4`` move or sit, ``d4*c4`` kick, ``+d4`` reserve, ``-d4`` take a sign
away, ``~d4`` the conductor takes this sign, ``pass``.
"""

from __future__ import annotations

from spielzug.core.errors import CannotRead
from spielzug.games.zwergenzugfahrt.facts import CLANS, CODES, DWARVES
from spielzug.games.zwergenzugfahrt.facts.boards import (
    MAX_COLUMNS,
    MAX_ROWS,
    STEPS,
    field_name,
)

DIRECTIONS = len(STEPS)
MOVE = 0  # + code of the field * 4 + direction
KICK = MOVE + CODES * DIRECTIONS  # + code * 4 + direction
RESERVE = KICK + CODES * DIRECTIONS  # + code
TAKE = RESERVE + CODES  # + code
CHOOSE = TAKE + CODES  # + code: the sign that the conductor takes (Z12)
PASS = CHOOSE + CODES
RESIGN = PASS + 1  # + clan; only the table may do this
ABANDON = RESIGN + CLANS  # only the table may do this
TIME = ABANDON + 1  # only the table may do this
N_ACTIONS = TIME + 1

# Every dwarf has four neighbours at most: each to move to or to kick at, and each of them may be a
# seat on which a sign can be put, or from which one can be taken.
MAX_LEGAL = 2 * DWARVES * DIRECTIONS


def place_of(code: int) -> tuple[int, int]:
    """Column (from 0) and row (from 1) of a field of the grid."""
    return code % MAX_COLUMNS, MAX_ROWS - code // MAX_COLUMNS


def _name(code: int) -> str:
    return field_name(*place_of(code))


def _steps(sign: str) -> list[str]:
    """All moves or kicks; those that leave the grid get a notation that nobody can type."""
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
