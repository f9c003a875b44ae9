"""The names of the checks that run at every decision, and their numbers."""

from __future__ import annotations

from spielzug.core.outcome import MAX_SEATS
from spielzug.games.zugraub.facts.plans import SPACES
from spielzug.games.zugraub.facts.sets import ALL_CARDS, ENGINE_FACE, MAX_CARS
from spielzug.games.zugraub.rules.piles import DIE
from spielzug.games.zugraub.state import ABANDONED, HAND, OVER

CHECKS = (
    "B1 every card is in one place: a pile, a hand or a head",
    "B4 every piece is in the train, unused or lost; the Caboose at the rear, the Engine in front",
    "B5 one seat decides, the active one but in a fight; turns are counted",
    "B6 dice and hand cards make the reach; who has no brain rolls fewer",
    "B7 pawns stand on the train or behind it; only the active one walks, within its reach",
    "B8 a car is added only by stepping out at the front, one at a time, with all its markers",
    "B10 markers lie on brain spaces; one is taken where a move ends, for points and cards",
    "B11 all fighters share a space, and nobody else stands there",
    "B12 the winner of a fight has the highest total, or is the attacker in a tie",
    "B13 points come from markers and lost fights, and pay for brains",
    "B14 spoils touch the fighters' brains alone, and fill no head but by the option",
    "B15 nobody holds more than the limit, but for the active player until the turn ends",
    "B16 one brain a turn from the hand into the head, for its cost",
    "B17 cars are lost from the rear, by brakes one, by a check only after a new car",
    "B19 who falls keeps points and head and drops the hand; nobody fights behind the train",
    "B20 the highest IQ wins, equals share, all lose without one",
    "every owner knows the own cards, and each card remembers its shuffle",
)
(
    CARDS, PIECES, COURSE, REACH, PAWNS, GROWTH, MARKERS, FIGHTS, WINNER, POINTS, LOOT, LIMITS,
    INSTALLING, COUPLINGS, FALLING, ENDING, KNOWING,
) = range(len(CHECKS))  # fmt: skip

_SEAT = (0, MAX_SEATS - 1)
_NO_SEAT = (-1, MAX_SEATS - 1)
_CARD = (0, ALL_CARDS)
RANGES = {
    "seats": (3, MAX_SEATS), "first": _SEAT, "active": _SEAT, "turn": _NO_SEAT,
    "champion": _NO_SEAT, "phase": (0, OVER), "reason": (0, ABANDONED), "length": (1, MAX_CARS),
    "train": (0, ENGINE_FACE), "markers": (0, (1 << SPACES) - 1), "cards": (0, HAND),
    "moved": (0, HAND), "draw_pile": _CARD, "discard_pile": _CARD, "head": _CARD, "hand": _CARD,
    "pile": _CARD, "played": _CARD, "dice": (0, DIE), "fight_dice": (0, DIE),
}  # fmt: skip
"""The least and the most that stand in a field: nothing else may be looked up."""
