"""The action ids of Game of Trains and their notation, which parses back.

One decision is one small choice: what to do, then with which car. The notation needs no language:
``+`` draw, ``@4`` place at 4, ``3<>4`` swap, ``3<.>5`` swap over one, ``3>>5`` move right,
``5<<3`` move left, ``-1 -4 -7`` remove, ``#4`` protect, ``k2`` keep the second card of the set-up.
"""

from __future__ import annotations

from spielzug.core.errors import CannotRead
from spielzug.games.game_of_trains.facts import LENGTH, MAX_SEATS

DRAW = 0
USE = 1  # + ability
PLACE = 9  # + place
KEEP = 16  # + index among the cards drawn at the set-up
SWAP_ADJACENT_AT = 20  # + left place
SWAP_OVER_ONE_AT = 26  # + left place
MOVE_RIGHT_AT = 31  # + place
MOVE_LEFT_AT = 36  # + place - 2
PROTECT_AT = 41  # + 0, 1, 2 for left, middle, right
RESIGN = 44  # + seat; only the table may do this
ABANDON = 48  # only the table may do this
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
