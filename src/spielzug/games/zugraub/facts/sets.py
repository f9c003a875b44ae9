"""Sets of Der große Zugraub: cards and cars from a file, checked (B1-B3), and the loaded ones.

What an entry is stands in `model`; here is what they must be together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from spielzug.core.sets import Sets, Source
from spielzug.games.zugraub.facts.model import (
    BONUS,
    CARDS,
    Ability,
    BrainCardEntry,
    FaceEntry,
    ZugraubSet,
)
from spielzug.games.zugraub.facts.plans import CABOOSE, ENGINE, ORDINARY, CarFloorPlan, parse_plan

DATA = Path(__file__).parent.parent / "data"
SHIPPED = {1: DATA / "shipped-1.yaml", 2: DATA / "shipped-2.yaml"}
"""The set that ships, from each of these versions of the rules on."""

ALL_CARDS = CARDS + BONUS  # the record has room for these
CHEESES, BONUS_CHEESES = 12, 4
ABLE = (4, 8)  # cards of the 55 with an ability, fewest and most
PIECES = 7  # ordinary ones, with two sides each
LAST_PIECE = PIECES  # the Caboose, with the Engine on its other side
ENGINE_FACE, CABOOSE_FACE = 2 * LAST_PIECE + 1, 2 * LAST_PIECE
FACES = 2 * PIECES + 2
MAX_CARS = PIECES + 1  # in a train at once: every piece

VALUES = {"cost": (1, 10), "hit": (0, 6), "run": (0, 6), "iq": (1, 170)}
CHEESE_VALUES = {"cost": (0, 1), "hit": (0, 1), "run": (0, 1), "iq": (0, 0)}

ABILITIES: tuple[str, ...] = get_args(Ability)
NO_ABILITY, TWO_CARDS, THREE_HANDS, TWO_POINTS, KEEPS_HAND, THIRD_DIE_RUN, THIRD_DIE_HIT = range(7)

Words = Mapping[str, str]


@dataclass(frozen=True)
class BrainCard:
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
    plan: CarFloorPlan


@dataclass(frozen=True, eq=False)
class BrainSet:
    """A checked set. Card n is `cards[n - 1]`; face f is side f % 2 of piece f // 2."""

    cards: tuple[BrainCard, ...]
    bonus: tuple[BrainCard, ...]
    faces: tuple[Face, ...]

    def card(self, number: int) -> BrainCard:
        return self.in_play(True)[number - 1]

    def in_play(self, bonus: bool) -> tuple[BrainCard, ...]:
        """The cards with or without the bonus cards."""
        return (*self.cards, *self.bonus) if bonus else self.cards


# -- reading -------------------------------------------------------------------------------------


def build_set(model: ZugraubSet, source: Source) -> BrainSet:
    """The cards and cars of a file; refused with the place and the reason (B3)."""
    count = len(model.cards) + len(model.bonus)
    if count > ALL_CARDS:
        raise source.refuse(
            ("bonus",), f"{count} cards with the others; the record has room for {ALL_CARDS} (B1)"
        )
    cards = _read_cards(model, "cards", 1, source)
    bonus = _read_cards(model, "bonus", len(cards) + 1, source)
    _refuse_names(cards, bonus, source)
    _warn_counts("cards", cards, (CARDS, CHEESES), source)
    if bonus:
        _warn_counts("bonus", bonus, (BONUS, BONUS_CHEESES), source)
    able = sum(bool(card.ability) for card in cards)
    if not ABLE[0] <= able <= ABLE[1]:
        source.warn(("cards",), f"{able} have an ability; {ABLE[0]} to {ABLE[1]} are usual (B1)")
    if not any(card.iq for card in cards):
        source.warn(("cards",), "none has an IQ above 0: nobody can ever win (B20)")
    return BrainSet(cards, bonus, _read_faces(model, source))


def _read_cards(model: ZugraubSet, what: str, first: int, source: Source) -> tuple[BrainCard, ...]:
    found = []
    entries: Sequence[BrainCardEntry] = getattr(model, what)
    for index, entry in enumerate(entries):
        place = (what, index)
        if entry.cheese and entry.iq:
            text = f"{entry.iq} is not possible; a cheese has 0, because it cannot win (B1, B20)"
            raise source.refuse((*place, "iq"), text)
        for name, (low, high) in (CHEESE_VALUES if entry.cheese else VALUES).items():
            value = getattr(entry, name)
            if not low <= value <= high:
                kind = "cheese" if entry.cheese else "character"
                usual = f"{low} to {high}" if low < high else str(low)
                source.warn((*place, name), f"{value}; {usual} is usual for a {kind} (B1)")
        if entry.cheese and entry.ability:
            source.warn((*place, "ability"), "cheeses usually have none (B1)")
        words = model.kinds.get(entry.kind["en"], entry.kind)
        found.append(
            BrainCard(
                first + index, entry.name, words, entry.cost, entry.hit, entry.run, entry.iq,
                entry.cheese, entry.ability,
            )
        )  # fmt: skip
    return tuple(found)


def _warn_counts(
    what: str, found: Sequence[BrainCard], usual: tuple[int, int], source: Source
) -> None:
    cheeses = sum(card.cheese for card in found)
    if len(found) != usual[0]:
        source.warn((what,), f"there are {len(found)}; {usual[0]} are usual (B1)")
    if cheeses != usual[1]:
        source.warn((what,), f"{cheeses} are cheeses; {usual[1]} are usual (B1)")


def _refuse_names(cards: Sequence[BrainCard], bonus: Sequence[BrainCard], source: Source) -> None:
    names: dict[str, int] = {}
    for what, found in (("cards", cards), ("bonus", bonus)):
        for index, card in enumerate(found):
            if card.name in names:
                text = f"card {names[card.name]} already has this name; use another (B1)"
                raise source.refuse((what, index, "name"), text)
            names[card.name] = card.number


def _read_faces(model: ZugraubSet, source: Source) -> tuple[Face, ...]:
    if len(model.cars) != PIECES:
        text = f"there are {len(model.cars)} pieces; the record is made for {PIECES} (B2)"
        raise source.refuse(("cars",), text)
    faces: list[Face] = []
    places: list[tuple[str | int, ...]] = []
    for number, piece in enumerate(model.cars):
        if len(piece) != 2:
            raise source.refuse(("cars", number), f"there are {len(piece)}; use two faces (B2)")
        for side, entry in enumerate(piece):
            places.append(("cars", number, side))
            faces.append(_read_face(entry, ORDINARY, places[-1], source))
    for kind, entry in ((CABOOSE, model.caboose), (ENGINE, model.engine)):
        places.append((kind,))
        faces.append(_read_face(entry, kind, places[-1], source))
    _refuse_same_faces(faces, places, source)
    return tuple(faces)


def _read_face(entry: FaceEntry, kind: str, place: tuple[str | int, ...], source: Source) -> Face:
    return Face(entry.name, entry.title, parse_plan(entry.plan, kind, source, (*place, "plan")))


def _refuse_same_faces(
    faces: Sequence[Face], places: Sequence[tuple[str | int, ...]], source: Source
) -> None:
    names: set[str] = set()
    plans: dict[tuple[str, ...], str] = {}
    for face, place in zip(faces, places, strict=True):
        if face.name in names:
            raise source.refuse((*place, "name"), "another face already has this name (B2)")
        if face.plan.lines in plans:
            other = plans[face.plan.lines]
            source.warn((*place, "plan"), f"it is the same as that of {other} (B2)")
        names.add(face.name)
        plans[face.plan.lines] = face.name


SETS = Sets("zugraub", ZugraubSet, build_set, SHIPPED)


def shipped() -> BrainSet:
    """The newest."""
    return SETS.get(0)
