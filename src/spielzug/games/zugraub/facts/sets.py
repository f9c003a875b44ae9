"""Sets of Der große Zugraub: cards and cars from a file, checked (B1-B3), and the loaded ones.

The shipped set is number 0. Whoever loads another file gets the next number; an option, and so a
record, names it by its name and the digest of its contents.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from spielzug.core.errors import CannotRead, DataError
from spielzug.core.game import LANGUAGES
from spielzug.games.zugraub.facts.plans import CABOOSE, ENGINE, ORDINARY, Plan, parse_plan

SHIPPED = "shipped"
SET_FILE = Path(__file__).parent.parent / "data" / "set.yaml"

CARDS, BONUS = 55, 9
ALL_CARDS = CARDS + BONUS
CHEESES, BONUS_CHEESES = 12, 4
ABLE = (4, 8)  # cards of the 55 with an ability, fewest and most
PIECES = 7  # ordinary ones, with two sides each
LAST_PIECE = PIECES  # the Caboose, with the Engine on its other side
ENGINE_FACE, CABOOSE_FACE = 2 * LAST_PIECE + 1, 2 * LAST_PIECE
FACES = 2 * PIECES + 2
MAX_CARS = PIECES + 1  # in a train at once: every piece

VALUES = {"cost": (1, 10), "hit": (0, 6), "run": (0, 6), "iq": (1, 170)}
CHEESE_VALUES = {"cost": (0, 1), "hit": (0, 1), "run": (0, 1), "iq": (0, 0)}

ABILITIES = (
    "", "two_cards", "three_hands", "two_points", "keeps_hand", "third_die_run", "third_die_hit",
)  # fmt: skip
NO_ABILITY, TWO_CARDS, THREE_HANDS, TWO_POINTS, KEEPS_HAND, THIRD_DIE_RUN, THIRD_DIE_HIT = range(7)

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,23}")
KEYS = ("game", "name", "kinds", "cards", "bonus", "cars", "caboose", "engine")
Words = Mapping[str, str]


@dataclass(frozen=True)
class Card:
    number: int
    name: str
    kind: Words
    cost: int
    hit: int
    run: int
    iq: int
    cheese: bool
    ability: str


@dataclass(frozen=True)
class Face:
    name: str
    title: Words
    plan: Plan


@dataclass(frozen=True, eq=False)
class CardSet:
    """A checked set. Card n is `cards[n - 1]`; face f is side f % 2 of piece f // 2."""

    name: str
    digest: str
    cards: tuple[Card, ...]
    bonus: tuple[Card, ...]
    faces: tuple[Face, ...]

    @property
    def label(self) -> str:
        """How options and records name it."""
        return self.name if self.name == SHIPPED else f"{self.name}@{self.digest}"

    def card(self, number: int) -> Card:
        return self.cards[number - 1] if number <= CARDS else self.bonus[number - CARDS - 1]


# -- reading -------------------------------------------------------------------------------------


def parse_set(data: Any, source: str = SET_FILE.name) -> CardSet:
    """A set from the contents of a file; refused with the place and the reason (B3)."""
    if not isinstance(data, Mapping):
        raise DataError(f"{source}: a set has the entries {', '.join(KEYS)} (B3)")
    odd = [key for key in data if key not in KEYS]
    missing = [key for key in KEYS if key not in data and key not in ("kinds", "bonus")]
    if odd or missing:
        what = f"{odd[0]!r} is unknown" if odd else f"{missing[0]!r} is missing"
        raise DataError(f"{source}: {what}; a set has the entries {', '.join(KEYS)} (B3)")
    name = data["name"]
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise DataError(
            f"{source}: name: {name!r} cannot name a set; "
            "use up to 24 small letters, digits, - or _"
        )
    kinds = _read_kinds(data.get("kinds") or {}, source)
    cards = _read_cards(data["cards"], "card", 1, kinds, source)
    bonus = _read_cards(data.get("bonus") or [], "bonus card", CARDS + 1, kinds, source)
    _refuse_cards(cards, bonus, source)
    faces = _read_faces(data, source)
    digest = hashlib.sha256(json.dumps(data, sort_keys=True, default=str).encode()).hexdigest()
    return CardSet(name, digest[:12], cards, bonus, faces)


def _read_kinds(data: Any, source: str) -> dict[str, Words]:
    if not isinstance(data, Mapping):
        raise DataError(f"{source}: kinds: names with a text for each language are expected")
    return {str(key): _words(value, source, f"kind {key}") for key, value in data.items()}


def _words(value: Any, source: str, place: str) -> Words:
    """A text in four languages; one text stands for all."""
    if isinstance(value, str) and value:
        return dict.fromkeys(LANGUAGES, value)
    if not isinstance(value, Mapping) or set(value) != set(LANGUAGES):
        raise DataError(
            f"{source}: {place}: a text, or one each for {', '.join(LANGUAGES)} is expected"
        )
    return {lang: str(value[lang]) for lang in LANGUAGES}


def _read_cards(
    data: Any, what: str, first: int, kinds: Mapping[str, Words], source: str
) -> tuple[Card, ...]:
    if not isinstance(data, list):
        raise DataError(f"{source}: {what}s: a list is expected (B1)")
    return tuple(
        _read_card(entry, number, what, kinds, source) for number, entry in enumerate(data, first)
    )


def _read_card(data: Any, number: int, what: str, kinds: Mapping[str, Words], source: str) -> Card:
    place = f"{source}: {what} {number}"
    known = ("name", "kind", *VALUES, "cheese", "ability")
    if not isinstance(data, Mapping) or any(key not in known for key in data):
        raise DataError(f"{place}: a card has the entries {', '.join(known)} (B1)")
    name = data.get("name")
    if not isinstance(name, str) or not name.strip():
        raise DataError(f"{place}: it has no name (B1)")
    place += f" ({name})"
    cheese = data.get("cheese", False)
    if not isinstance(cheese, bool):
        raise DataError(f"{place}: cheese: use true or false, not {cheese!r} (B1)")
    values: dict[str, int] = {}
    for key, (low, high) in (CHEESE_VALUES if cheese else VALUES).items():
        value = data.get(key)
        if type(value) is not int or not low <= value <= high:
            kind = "cheese" if cheese else "character"
            raise DataError(
                f"{place}: {key}: {value!r} is not possible for a {kind}; use {low} to {high} (B1)"
                if low < high
                else f"{place}: {key}: {value!r} is not possible for a {kind}; use {low} (B1)"
            )
        values[key] = value
    ability = data.get("ability", "")
    if ability not in ABILITIES or (cheese and ability):
        what = "a cheese has none" if cheese else f"use one of {', '.join(ABILITIES[1:])}"
        raise DataError(f"{place}: ability: {ability!r} is not possible; {what} (B1)")
    kind_name = data.get("kind")
    known_kind = kinds.get(kind_name) if isinstance(kind_name, str) else None
    words = known_kind or _words(kind_name, source, f"{what} ({name}): kind")
    return Card(number, name, words, **values, cheese=cheese, ability=ability)


def _refuse_cards(cards: tuple[Card, ...], bonus: tuple[Card, ...], source: str) -> None:
    for what, found, wanted, cheeses in (
        ("cards", cards, CARDS, CHEESES),
        ("bonus", bonus, BONUS, BONUS_CHEESES),
    ):
        if what == "bonus" and not found:
            continue
        if len(found) != wanted:
            raise DataError(f"{source}: {what}: there are {len(found)}, not {wanted} (B1)")
        cheesy = sum(card.cheese for card in found)
        if cheesy != cheeses:
            raise DataError(f"{source}: {what}: {cheesy} are cheeses, not {cheeses} (B1)")
    able = sum(bool(card.ability) for card in cards)
    if not ABLE[0] <= able <= ABLE[1]:
        raise DataError(f"{source}: cards: {able} have an ability, not {ABLE[0]} to {ABLE[1]} (B1)")
    names: dict[str, int] = {}
    for card in (*cards, *bonus):
        if card.name in names:
            raise DataError(
                f"{source}: card {card.number}: {card.name!r} is the name of card "
                f"{names[card.name]} too (B1)"
            )
        names[card.name] = card.number


def _read_faces(data: Mapping[str, Any], source: str) -> tuple[Face, ...]:
    pieces = data["cars"]
    if not isinstance(pieces, list) or len(pieces) != PIECES:
        count = len(pieces) if isinstance(pieces, list) else "none"
        raise DataError(f"{source}: cars: there are {count}, not {PIECES} pieces (B2)")
    faces = []
    for number, piece in enumerate(pieces, 1):
        if not isinstance(piece, list) or len(piece) != 2:
            raise DataError(f"{source}: car {number}: a piece has two faces (B2)")
        for side, face in enumerate(piece, 1):
            faces.append(_read_face(face, ORDINARY, f"{number} side {side}", source))
    faces.append(_read_face(data["caboose"], CABOOSE, "caboose", source))
    faces.append(_read_face(data["engine"], ENGINE, "engine", source))
    names: set[str] = set()
    for face in faces:
        if face.name in names:
            raise DataError(f"{source}: face {face.name}: two faces have this name (B2)")
        names.add(face.name)
    plans = [face.plan.lines for face in faces[: 2 * PIECES]]
    for at, lines in enumerate(plans):
        if lines in plans[:at]:
            other = faces[plans.index(lines)].name
            raise DataError(f"{source}: face {faces[at].name}: the same plan as {other} (B2)")
    return tuple(faces)


def _read_face(data: Any, kind: str, place: str, source: str) -> Face:
    if not isinstance(data, Mapping) or set(data) != {"name", "title", "plan"}:
        raise DataError(f"{source}: car {place}: a face has the entries name, title, plan (B2)")
    name, text = data["name"], data["plan"]
    if not isinstance(name, str) or not name:
        raise DataError(f"{source}: car {place}: it has no name (B2)")
    if not isinstance(text, str):
        raise DataError(f"{source}: face {name}: the plan is a drawing of 7 lines (B2)")
    title = _words(data["title"], source, f"face {name}: title")
    return Face(name, title, parse_plan(text, kind, source, name))


def read_set(path: Path = SET_FILE) -> CardSet:
    """The set of a file, checked; read again when the file changes."""
    try:
        about = path.stat()
    except OSError as error:
        raise CannotRead(f"{path}: the set cannot be opened: {error.strerror}") from None
    return _read_set(path, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=16)
def _read_set(path: Path, changed: int, size: int) -> CardSet:
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError, OSError) as error:
        raise DataError(f"{path.name}: this is not valid YAML: {error}") from None
    return parse_set(data, path.name)


# -- the loaded ones -----------------------------------------------------------------------------

NAMES: dict[int, str] = {0: SHIPPED}
"""The loaded sets as the option `set` names them."""
_LOADED: dict[int, CardSet] = {}


def load_set(path: Path) -> int:
    """Load a file and give its number; the same contents keep theirs."""
    return add_set(read_set(path))


def add_set(cards: CardSet) -> int:
    if cards.name == SHIPPED:
        if cards.digest == shipped().digest:
            return 0
        raise DataError(f"name: {SHIPPED!r} is the set that ships; give yours another name")
    for number, label in NAMES.items():
        if label == cards.label:
            return number
    number = len(NAMES)
    _LOADED[number] = cards
    NAMES[number] = cards.label
    return number


def shipped() -> CardSet:
    return read_set(SET_FILE)


def get_set(number: int) -> CardSet:
    return shipped() if number == 0 else _LOADED[number]
