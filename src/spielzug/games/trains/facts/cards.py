"""The 39 kinds of cards, read from `cards.yaml` and checked: a wrong entry is named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from spielzug.core.errors import DataError
from spielzug.core.game import LANGUAGES

CARDS_FILE = Path(__file__).parents[1] / "data" / "cards.yaml"

CODES = (
    "NT", "EX", "LE", "LR", "SE", "AP", "TO", "SK", "WA", "BT", "ET", "FT", "MT", "TT", "CO", "SB",
    "TU", "VI", "SU", "AM", "CC", "CS", "CR", "DS", "GA", "HT", "IC", "IW", "LF", "MF", "PS", "PU",
    "SA", "SI", "SC", "SO", "SW", "TI", "WF",
)  # fmt: skip
"""The kinds in the order of the file: the number of a kind is its place here."""
KINDS = len(CODES)
(
    NT, EX, LE, LR, SE, AP, TO, SK, WA, BT, ET, FT, MT, TT, CO, SB, TU, VI, SU, AM, CC, CS, CR, DS,
    GA, HT, IC, IW, LF, MF, PS, PU, SA, SI, SC, SO, SW, TI, WF,
) = range(KINDS)  # fmt: skip
FIXED = 9  # kinds in every game: Normal Train and the eight common piles
RANDOM_CODES = CODES[FIXED:]
CHOSEN = 8  # random kinds in a game

GROUPS = ("starting", "common", "random")
SORTS = ("train", "rail", "station", "action", "victory", "waste")
NEEDS = (
    "nothing", "rail", "station", "normal_train_in_play", "train_in_play", "train_in_discard",
    "train_in_hand", "better_train", "two_cards", "action_in_hand",
)  # fmt: skip
"""What an ability can need (T5); the number of a need is its place here."""
PRESETS = ("tokyo", "osaka", "tunneling", "holiday")
NUMBERS = {"count": 100, "cost": 20, "money": 20, "points": 20, "waste": 1, "draws": 9}
FIELDS = {"id", "code", "names", "group", "kinds", "needs", "help", *NUMBERS}


@dataclass(frozen=True, eq=False)
class Card:
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


@dataclass(frozen=True, eq=False)
class CardSet:
    """Everything the file tells."""

    cards: tuple[Card, ...]
    presets: Mapping[str, tuple[str, ...]]


def read_cards(path: Path = CARDS_FILE) -> CardSet:
    """The cards, checked; read again when the file changes."""
    about = path.stat()
    return _read_cards(path, about.st_mtime_ns, about.st_size)


def titles() -> dict[str, Mapping[str, str]]:
    """The name of each kind by its code, in every language."""
    return {card.code: card.names for card in read_cards().cards}


@lru_cache(maxsize=512)
def card_name(kind: int, lang: str) -> str:
    return read_cards().cards[kind].names[lang]


@lru_cache(maxsize=8)
def _read_cards(path: Path, changed: int, size: int) -> CardSet:
    try:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        data: Any = yaml.load(path.read_text(encoding="utf-8"), loader)
    except yaml.YAMLError as error:
        raise DataError(f"{path.name}: this is not valid YAML: {error}") from None
    if not isinstance(data, Mapping) or set(data) != {"presets", "cards"}:
        raise DataError(f"{path.name}: exactly 'presets' and 'cards' are expected")
    if not isinstance(data["cards"], list):
        raise DataError(f"{path.name}: 'cards' must be a list")
    cards = tuple(_card(path.name, entry) for entry in data["cards"])
    codes = tuple(card.code for card in cards)
    if codes != CODES:
        odd = next((c for c in [*codes, *CODES] if (c in codes) != (c in CODES)), "the order")
        raise DataError(f"{path.name}: the codes must be {', '.join(CODES)} (see {odd})")
    gifts = [card.code for card in cards if card.cost == 0 and not card.is_a("waste")]
    if gifts:
        raise DataError(f"{path.name}: {gifts[0]}: only Waste may cost 0")
    return CardSet(cards, _presets(path.name, data["presets"]))


def _presets(file: str, given: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(given, Mapping) or tuple(given) != PRESETS:
        raise DataError(f"{file}: 'presets' must be {', '.join(PRESETS)}")
    for name, codes in given.items():
        wrong = [c for c in codes if c not in RANDOM_CODES]
        if wrong or len(set(codes)) != CHOSEN or len(codes) != CHOSEN:
            raise DataError(f"{file}: preset {name}: {CHOSEN} different random kinds are expected")
    return {name: tuple(codes) for name, codes in given.items()}


def _card(file: str, entry: Any) -> Card:
    if not isinstance(entry, Mapping) or "code" not in entry:
        raise DataError(f"{file}: a card is a list of facts with a code, not {entry!r}")
    where = f"{file}: {entry['code']}"
    odd = sorted(set(entry) - FIELDS)
    if odd:
        raise DataError(f"{where}: {odd[0]!r} is no fact of a card; these are: {sorted(FIELDS)}")
    for name in ("names", "help"):
        given = entry.get(name)
        if not isinstance(given, Mapping) or set(given) != set(LANGUAGES):
            raise DataError(f"{where}: '{name}' must be given in {', '.join(LANGUAGES)}")
    kinds = entry.get("kinds")
    if not isinstance(kinds, list) or not kinds or not set(kinds) <= set(SORTS):
        raise DataError(f"{where}: 'kinds' must be some of {', '.join(SORTS)}")
    needs = entry.get("needs", NEEDS[0])
    if needs not in NEEDS:
        raise DataError(f"{where}: needs {needs!r} is unknown; use {', '.join(NEEDS)}")
    if entry.get("group") not in GROUPS:
        raise DataError(f"{where}: 'group' must be one of {', '.join(GROUPS)}")
    values = {}
    for name, high in NUMBERS.items():
        value = entry.get(name, 0)
        if type(value) is not int or not 0 <= value <= high:
            raise DataError(f"{where}: {name} {value!r} must be a whole number from 0 to {high}")
        values[name] = value
    return Card(
        entry["id"], entry["code"], dict(entry["names"]), dict(entry["help"]), entry["group"],
        tuple(kinds), needs, **values,
    )  # fmt: skip
