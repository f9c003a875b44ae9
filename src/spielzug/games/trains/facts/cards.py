"""The 39 kinds of cards: their numbers, and what a set says about each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

CODES = (
    "NT", "EX", "LE", "LR", "SE", "AP", "TO", "SK", "WA", "BT", "ET", "FT", "MT", "TT", "CO", "SB",
    "TU", "VI", "SU", "AM", "CC", "CS", "CR", "DS", "GA", "HT", "IC", "IW", "LF", "MF", "PS", "PU",
    "SA", "SI", "SC", "SO", "SW", "TI", "WF",
)  # fmt: skip
"""The kinds in the order of the shipped set: the number of a kind is its place here."""
KINDS = len(CODES)
(
    NT, EX, LE, LR, SE, AP, TO, SK, WA, BT, ET, FT, MT, TT, CO, SB, TU, VI, SU, AM, CC, CS, CR, DS,
    GA, HT, IC, IW, LF, MF, PS, PU, SA, SI, SC, SO, SW, TI, WF,
) = range(KINDS)  # fmt: skip
FIXED = 9  # kinds in every game: Normal Train and the eight common piles
RANDOM_CODES = CODES[FIXED:]
CHOSEN = 8  # random kinds in a game
SLOTS = FIXED + CHOSEN  # kinds in one game; slots 0 to 8 are the kinds of that number

GROUPS = ("starting", "common", "random")
SORTS = ("train", "rail", "station", "action", "victory", "waste")
NEEDS = (
    "nothing", "rail", "station", "normal_train_in_play", "train_in_play", "train_in_discard",
    "train_in_hand", "better_train", "two_cards", "action_in_hand",
)  # fmt: skip
"""What an ability can need (T5); the number of a need is its place here."""
PRESETS = ("tokyo", "osaka", "tunneling", "holiday")
VALUES = ("count", "cost", "money", "points", "waste", "draws")

MOST_WASTE = 70  # an action says how many are returned
MOST_OF_A_KIND = 200  # a byte counts them
BASKET = 24  # money up to which the bots reckon what to buy
MOST_OWNED = 600  # by one player; a Temporary Timetable may reveal them all


@dataclass(frozen=True, eq=False)
class TrainsCard:
    """One kind of card."""

    id: str
    code: str
    names: Mapping[str, str]
    help: Mapping[str, str]
    group: str
    kinds: tuple[str, ...]
    needs: str
    count: int
    cost: int
    money: int
    points: int
    waste: int
    draws: int

    def is_a(self, sort: str) -> bool:
        return sort in self.kinds

    @property
    def has_ability(self) -> bool:
        """Whether playing it can do more than bring money: action symbol, rail or station."""
        return self.is_a("action") or self.is_a("rail") or self.is_a("station")

    @property
    def can_be_played(self) -> bool:
        return not self.is_a("victory") and not self.is_a("waste")
