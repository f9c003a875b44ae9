"""The action ids of Der große Zugraub and their notation, which parses back.

``*`` roll, ``-17`` discard a card, ``+17`` play a card (to run or to hit), ``3c2`` go to car 3
from the rear, column c, row 2, ``>`` out of the front door, ``x`` fight, ``.`` peace or done,
``/`` pass or no more spoils, ``^17`` put a card into the head, ``2.1x`` ``2.1>3`` ``2hx`` ``2h>3``
``2h^3`` spoils: the first hand card or the head of seat 2 is thrown away, or goes to a hand or a
head of seat 3.
"""

from __future__ import annotations

from spielzug.core.errors import CannotRead
from spielzug.core.outcome import MAX_SEATS
from spielzug.games.zugraub.facts.plans import SPACES, space_name
from spielzug.games.zugraub.facts.sets import ALL_CARDS, MAX_CARS

PLACES = MAX_CARS * SPACES
SLOTS = 5  # hand cards of one fighter that spoils can name (a fighter brings at most four)
HEAD_SLOT = SLOTS  # and the brain in the head
SOURCES = SLOTS + 1
TO_DISCARD = 0
TO_HAND = 1  # + seat
TO_HEAD = TO_HAND + MAX_SEATS  # + seat
GOALS = TO_HEAD + MAX_SEATS

ROLL = 0
DISCARD = 0  # + card, from 1
PLAY = DISCARD + ALL_CARDS  # + card
GO = PLAY + ALL_CARDS + 1  # + place
FRONT_DOOR = GO + PLACES
ATTACK = FRONT_DOOR + 1
DONE = ATTACK + 1  # peace, and the end of the turn
PASS = DONE + 1  # in a fight, and the end of the spoils
INSTALL = PASS  # + card
SPOIL = INSTALL + ALL_CARDS + 1  # + (seat * SOURCES + slot) * GOALS + goal
ABANDON = SPOIL + MAX_SEATS * SOURCES * GOALS  # only the table may do this
N_ACTIONS = ABANDON + 1

MAX_LEGAL = MAX_SEATS * SOURCES * GOALS + 1  # all spoils and no more


PLACE_NAMES = [f"{place // SPACES + 1}{space_name(place % SPACES)}" for place in range(PLACES)]


def place_name(place: int) -> str:
    return PLACE_NAMES[place]


def spoil(seat: int, slot: int, goal: int) -> int:
    return SPOIL + (seat * SOURCES + slot) * GOALS + goal


def spoil_parts(action: int) -> tuple[int, int, int]:
    """Seat, slot and goal of a spoils action."""
    source, goal = divmod(action - SPOIL, GOALS)
    return source // SOURCES, source % SOURCES, goal


def _spoils() -> list[str]:
    texts = []
    for seat in range(1, MAX_SEATS + 1):
        for slot in range(SOURCES):
            source = f"{seat}h" if slot == HEAD_SLOT else f"{seat}.{slot + 1}"
            texts.append(f"{source}x")
            texts += [f"{source}>{to}" for to in range(1, MAX_SEATS + 1)]
            texts += [f"{source}^{to}" for to in range(1, MAX_SEATS + 1)]
    return texts


def _notations() -> list[str]:
    cards = range(1, ALL_CARDS + 1)
    texts = ["*", *(f"-{card}" for card in cards), *(f"+{card}" for card in cards)]
    texts += [place_name(place) for place in range(PLACES)]
    texts += [">", "x", ".", "/", *(f"^{card}" for card in cards)]
    return [*texts, *_spoils(), "!abandon"]


NOTATION = _notations()
_BY_NOTATION = {text: action for action, text in enumerate(NOTATION)}


def notation(action: int) -> str:
    return NOTATION[action]


def parse(text: str) -> int:
    try:
        return _BY_NOTATION[text.strip()]
    except KeyError:
        raise CannotRead(
            f"cannot read {text.strip()!r} as an action; write for example * (roll), 3c2 (go), "
            "+17 (play card 17), -17 (discard it), ^17 (into the head), > (out at the front), "
            "x (fight), 2h>1 (spoils)"
        ) from None
