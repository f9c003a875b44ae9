"""The action ids of Trains and their notation, which parses back.

Kinds are written with their two letters, spaces by row and column: ``@c5`` the first
cube, ``NT`` play a card for its money, ``LR+`` play it and use it, ``$EX`` buy, ``$EX^`` buy onto
the draw pile, ``.`` end the turn, ``~`` return all Waste, ``=c5`` lay a rail, ``^c5`` a station.
"""

from __future__ import annotations

from spielzug.core.errors import CannotRead
from spielzug.games.trains.facts import MAX_SEATS
from spielzug.games.trains.facts.boards import SPACE_NAMES, SPACES
from spielzug.games.trains.facts.cards import CODES, KINDS, MOST_WASTE

ROW = 4  # cards that Information Central reveals
CREW = ("draw", "money", "waste")

START = 0  # + space
PLAY = START + SPACES  # + kind
USE = PLAY + KINDS  # + kind
BUY = USE + KINDS  # + kind
BUY_TOP = BUY + KINDS  # + kind
END = BUY_TOP + KINDS
RECYCLE = END + 1
LAY = RECYCLE + 1  # + space
BUILD = LAY + SPACES  # + space
RETURN = BUILD + SPACES  # + number of Waste
DISCARD = RETURN + MOST_WASTE + 1  # + kind
TOSS = DISCARD + KINDS  # discard the card looked at
KEEP = TOSS + 1  # put it back
NAME = KEEP + 1  # + kind
TAKE = NAME + KINDS  # + kind
DONE = TAKE + KINDS
PUT = DONE + 1  # + place in the row
CREW_DRAW = PUT + ROW
CREW_MONEY = CREW_DRAW + 1
CREW_WASTE = CREW_MONEY + 1
CHOOSE = CREW_WASTE + 1  # + kind
RESIGN = CHOOSE + KINDS  # + seat; only the table may do this
ABANDON = RESIGN + MAX_SEATS  # only the table may do this
N_ACTIONS = ABANDON + 1

MAX_LEGAL = SPACES  # the first cube; every other decision has fewer choices


def _notations() -> list[str]:
    def kinds(before: str, after: str = "") -> list[str]:
        return [f"{before}{code}{after}" for code in CODES]

    def spaces(sign: str) -> list[str]:
        return [sign + name for name in SPACE_NAMES]

    texts = [*spaces("@"), *kinds(""), *kinds("", "+"), *kinds("$"), *kinds("$", "^"), ".", "~"]
    texts += [*spaces("="), *spaces("^"), *(f"#{n}" for n in range(MOST_WASTE + 1))]
    texts += [*kinds("-"), "-", "^", *kinds("?"), *kinds(">"), "/"]
    texts += [f"^{place + 1}" for place in range(ROW)]
    texts += [*(f":{what}" for what in CREW), *kinds("&")]
    return [*texts, *(f"!resign{seat + 1}" for seat in range(MAX_SEATS)), "!abandon"]


NOTATION = _notations()
_BY_NOTATION = {text: action for action, text in enumerate(NOTATION)}


def notation(action: int) -> str:
    return NOTATION[action]


def parse(text: str) -> int:
    try:
        return _BY_NOTATION[text.strip()]
    except KeyError:
        raise CannotRead(
            f"cannot read {text.strip()!r} as an action; write for example NT (play a card), "
            "LR+ (play and use it), $EX (buy), =c5 (lay a rail), ^c5 (build a station), . (end)"
        ) from None
