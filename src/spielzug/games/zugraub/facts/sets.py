"""Sets of Der große Zugraub: cards and cars from a file, and their checks (B1-B3).

Each car face is drawn as a plan of 7 lines of 13 characters, the rear on the left. Spaces are at
odd indices of odd lines; between two spaces is a blank or a wall. Spaces are numbered column by
column, so that a set of spaces is 18 bits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NotRequired, Required, TypedDict

from spielzug.core.errors import DataError
from spielzug.core.sets import Address, Sets, Source
from spielzug.core.texts import localized

if TYPE_CHECKING:
    from spielzug.games.zugraub.set_file import ZugraubSet

COLUMNS, ROWS = 6, 3
SPACES = COLUMNS * ROWS
LINES, WIDTH = 2 * ROWS + 1, 2 * COLUMNS + 1
MIDDLE = 1  # the row of the doors, unless a plan has them elsewhere
STARTS = 7
BRAKES = 2

ORDINARY, CABOOSE, ENGINE = "ordinary", "caboose", "engine"
BRAINS = (2, 4)  # brain spaces of an ordinary face, fewest and most
CROSSING = (6, 10)  # steps from the rear door space to that of the next car
NEAR_FRONT = COLUMNS // 2  # first column in which brakes are usual
PLAIN_SIGN, BRAIN_SIGN, BRAKE_SIGN = ".", "*", "B"
START_SIGNS = "1234567"
SIGNS = PLAIN_SIGN + BRAIN_SIGN + BRAKE_SIGN + START_SIGNS


def space_name(space: int) -> str:
    return f"{chr(ord('a') + space // ROWS)}{space % ROWS + 1}"


def space_number(name: str) -> int:
    return (ord(name[0]) - ord("a")) * ROWS + int(name[1]) - 1


@dataclass(frozen=True)
class CarFloorPlan:
    """A checked plan of a car face."""

    lines: tuple[str, ...]
    signs: str
    """The sign on each space."""
    steps: tuple[tuple[int, ...], ...]
    """Distance between two spaces without leaving the car."""

    @property
    def brains(self) -> list[int]:
        return [s for s, sign in enumerate(self.signs) if sign == BRAIN_SIGN]

    @property
    def brakes(self) -> list[int]:
        return [s for s, sign in enumerate(self.signs) if sign == BRAKE_SIGN]

    @property
    def starts(self) -> list[int]:
        """The start spaces in the order of their numbers."""
        return [self.signs.index(sign) for sign in START_SIGNS if sign in self.signs]

    @cached_property
    def rear(self) -> int:
        """The space at the rear door; without one, where it would be."""
        return self._doors(0)[0]

    @cached_property
    def front(self) -> int:
        """The space at the front door; without one, where it would be."""
        return (COLUMNS - 1) * ROWS + self._doors(WIDTH - 1)[0]

    def _doors(self, x: int) -> list[int]:
        """The rows of the doors at one end, or the middle row if there are none."""
        return [row for row in range(ROWS) if self.lines[2 * row + 1][x] == " "] or [MIDDLE]

    @property
    def crossing(self) -> int:
        """Steps from the rear door space to the rear door space of the next car."""
        return self.steps[self.rear][self.front] + 1

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each space those that are one step away without leaving the car."""
        return tuple(tuple(s for s, far in enumerate(row) if far == 1) for row in self.steps)


class _PlanReader:
    """Makes errors and warnings that name the face, the line and the column."""

    def __init__(self, source: Source, place: Address) -> None:
        self.source = source
        self.place = place

    def error_at(self, text: str, line: int | None = None, column: int | None = None) -> DataError:
        where = f"line {line}" if line is not None else ""
        where += f", column {column}" if column is not None else ""
        return self.source.error_at(self.place, f"{where}: {text}" if where else text, line or 0)

    def warn(self, text: str, line: int | None = None, column: int | None = None) -> None:
        where = f"line {line}, column {column}: " if line is not None else ""
        self.source.warn(self.place, where + text, line or 0)


def parse_plan(text: str, kind: str, source: Source, place: Address) -> CarFloorPlan:
    """Read a plan from its drawing; raises an error with place and reason if it breaks B2."""
    reader = _PlanReader(source, place)
    lines = tuple(line.rstrip("\n").ljust(WIDTH) for line in text.rstrip("\n").split("\n"))
    if len(lines) != LINES:
        raise reader.error_at(f"a plan has {LINES} lines, not {len(lines)} (B2)")
    for number, line in enumerate(lines, 1):
        if len(line) != WIDTH:
            raise reader.error_at(f"a line has {WIDTH} characters, not {len(line)} (B2)", number)
    _check_characters(reader, lines)
    _check_outline(reader, lines, kind)
    signs = "".join(
        lines[2 * row + 1][2 * column + 1] for column in range(COLUMNS) for row in range(ROWS)
    )
    plan = CarFloorPlan(lines, signs, _measure(lines))
    _check_plan(reader, plan, kind)
    return plan


def _check_characters(reader: _PlanReader, lines: tuple[str, ...]) -> None:
    for y, line in enumerate(lines):
        for x, char in enumerate(line):
            if y % 2 and x % 2:
                wanted = SIGNS
            elif y % 2:
                wanted = " |"
            else:
                wanted = " -" if x % 2 else "+"
            if char not in wanted:
                allowed = " ".join("blank" if c == " " else c for c in wanted)
                raise reader.error_at(
                    f"{char!r} cannot stand here (B2); use {allowed}", y + 1, x + 1
                )


def _check_outline(reader: _PlanReader, lines: tuple[str, ...], kind: str) -> None:
    for y in (0, LINES - 1):
        for x in range(1, WIDTH, 2):
            if lines[y][x] != "-":
                raise reader.error_at("the side of a car is closed (B2); use -", y + 1, x + 1)
    ends = (("rear", 0, kind != CABOOSE), ("front", WIDTH - 1, kind != ENGINE))
    for end, x, has_door in ends:
        doors = [y for y in range(1, LINES, 2) if lines[y][x] == " "]
        if doors and not has_door:
            raise reader.error_at(f"the {end} end is closed here (B2); use |", doors[0] + 1, x + 1)
        if len(doors) != has_door:
            raise reader.error_at(
                f"the {end} end has {len(doors)} doors; the record has room for one (B2): "
                "one blank, and | elsewhere"
            )
        if doors and doors[0] != LINES // 2:
            reader.warn(f"the {end} door is not in the middle (B2)", doors[0] + 1, x + 1)


def _open_sides(lines: tuple[str, ...], space: int) -> list[int]:
    column, row = divmod(space, ROWS)
    x, y = 2 * column + 1, 2 * row + 1
    found = []
    for across, down in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        inside = 0 <= column + across < COLUMNS and 0 <= row + down < ROWS
        if inside and lines[y + down][x + across] == " ":
            found.append(space + across * ROWS + down)
    return found


def _measure(lines: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """Distances between all spaces; -1 if there is no way."""
    table = []
    for start in range(SPACES):
        far = [-1] * SPACES
        far[start] = 0
        queue = [start]
        for space in queue:
            for other in _open_sides(lines, space):
                if far[other] < 0:
                    far[other] = far[space] + 1
                    queue.append(other)
        table.append(tuple(far))
    return tuple(table)


def _check_plan(reader: _PlanReader, plan: CarFloorPlan, kind: str) -> None:
    door = plan.front if kind == CABOOSE else plan.rear
    for space, far in enumerate(plan.steps[door]):
        if far < 0:
            column, row = divmod(space, ROWS)
            raise reader.error_at(
                f"space {space_name(space)} cannot be reached from the door (B2)",
                2 * row + 2,
                2 * column + 2,
            )
    found = sorted(sign for sign in plan.signs if sign in START_SIGNS)
    if "".join(found) != (START_SIGNS if kind == CABOOSE else ""):
        wanted = f"exactly 1 to {STARTS}" if kind == CABOOSE else "none"
        raise reader.error_at(
            f"the start spaces are {' '.join(found) or 'none'}, not {wanted} (B2)"
        )
    if plan.brakes and kind != ENGINE:
        raise reader.error_at("only the Engine has brake spaces (B2, B18)")
    if kind == ENGINE and not plan.brakes:
        raise reader.error_at("there is no brake space: no game could end (B18)")
    _warn_plan(reader, plan, kind)


def _warn_plan(reader: _PlanReader, plan: CarFloorPlan, kind: str) -> None:
    """Warn about what is playable but unlike the known printed cars."""
    low, high = BRAINS if kind == ORDINARY else (0, 0)
    if not low <= len(plan.brains) <= high:
        usual = f"{low} to {high}" if high else "none"
        reader.warn(f"there are {len(plan.brains)} brain spaces; {usual} are usual (B2)")
    if kind == ORDINARY and not CROSSING[0] <= plan.crossing <= CROSSING[1]:
        usual = f"{CROSSING[0]} to {CROSSING[1]}"
        reader.warn(f"crossing the car takes {plan.crossing} steps; {usual} are usual (B2)")
    if kind == ENGINE and len(plan.brakes) != BRAKES:
        reader.warn(f"there are {len(plan.brakes)} brake spaces; {BRAKES} are usual (B2)")
    for space in plan.brakes:
        if space // ROWS < NEAR_FRONT:
            reader.warn(f"brake space {space_name(space)} is not near the front (B2)")


CARDS, BONUS = 55, 9
"""As in the published game."""
LEAST_CARDS = 14
"""A free cheese and a card for each of seven players."""
MOST_RUN = 59
"""A head, three hand cards and three dice must fit into a reach of 255, one byte."""

DATA = Path(__file__).parent.parent / "data"
SHIPPED = {1: DATA / "shipped-1.yaml", 2: DATA / "shipped-2.yaml"}
"""The shipped set, by the version of the rules that introduced it."""

ALL_CARDS = CARDS + BONUS  # size of the record
CHEESES, BONUS_CHEESES = 12, 4
ABLE = (4, 8)  # usual number of cards with an ability, fewest and most
PIECES = 7  # ordinary car pieces, with two sides each
LAST_PIECE = PIECES  # the Caboose, with the Engine on its other side
ENGINE_FACE, CABOOSE_FACE = 2 * LAST_PIECE + 1, 2 * LAST_PIECE
FACES = 2 * PIECES + 2
MAX_CARS = PIECES + 1  # all pieces in one train

VALUES = {"cost": (1, 10), "hit": (0, 6), "run": (0, 6), "iq": (1, 170)}
CHEESE_VALUES = {"cost": (0, 1), "hit": (0, 1), "run": (0, 1), "iq": (0, 0)}

ABILITIES = (
    "", "two_cards", "three_hands", "two_points", "keeps_hand", "third_die_run", "third_die_hit",
)  # fmt: skip
NO_ABILITY, TWO_CARDS, THREE_HANDS, TWO_POINTS, KEEPS_HAND, THIRD_DIE_RUN, THIRD_DIE_HIT = range(7)

Words = Mapping[str, str]


class BrainCardData(TypedDict, total=False):
    name: Required[str]
    kind: Required[str | Words]
    cost: Required[int]
    hit: Required[int]
    run: Required[int]
    iq: Required[int]
    cheese: bool
    ability: str


class FaceData(TypedDict):
    name: str
    title: str | Words
    plan: str


class BrainSetData(TypedDict):
    """The entries of a checked file, see `set_file`."""

    kinds: NotRequired[dict[str, str | Words] | None]
    cards: list[BrainCardData]
    bonus: NotRequired[list[BrainCardData] | None]
    cars: list[list[FaceData]]
    caboose: FaceData
    engine: FaceData


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


def build_set(entries: BrainSetData, source: Source) -> BrainSet:
    """The set in a file; raises an error with place and reason if it breaks B1 to B3."""
    kinds = {name: localized(words) for name, words in (entries.get("kinds") or {}).items()}
    more = entries.get("bonus") or []
    count = len(entries["cards"]) + len(more)
    if count > ALL_CARDS:
        raise source.error_at(
            ("bonus",), f"{count} cards with the others; the record has room for {ALL_CARDS} (B1)"
        )
    cards = _read_cards(entries["cards"], kinds, ("cards", 1), source)
    bonus = _read_cards(more, kinds, ("bonus", len(cards) + 1), source)
    _check_names(cards, bonus, source)
    _warn_counts("cards", cards, (CARDS, CHEESES), source)
    if bonus:
        _warn_counts("bonus", bonus, (BONUS, BONUS_CHEESES), source)
    able = sum(bool(card.ability) for card in cards)
    if not ABLE[0] <= able <= ABLE[1]:
        source.warn(("cards",), f"{able} have an ability; {ABLE[0]} to {ABLE[1]} are usual (B1)")
    if not any(card.iq for card in cards):
        source.warn(("cards",), "none has an IQ above 0: nobody can ever win (B20)")
    return BrainSet(cards, bonus, _read_faces(entries, source))


def _read_cards(
    entries: Sequence[BrainCardData],
    kinds: Mapping[str, Words],
    begin: tuple[str, int],
    source: Source,
) -> tuple[BrainCard, ...]:
    """The cards of an entry of the set; `begin` is its name, and the number of its first card."""
    found = []
    what, first = begin
    for index, entry in enumerate(entries):
        place = (what, index)
        kind = localized(entry["kind"])
        card = BrainCard(
            first + index, entry["name"], kinds.get(kind["en"], kind), entry["cost"], entry["hit"],
            entry["run"], entry["iq"], entry.get("cheese", False), entry.get("ability", ""),
        )  # fmt: skip
        if card.cheese and card.iq:
            text = f"{card.iq} is not possible; a cheese has 0, because it cannot win (B1, B20)"
            raise source.error_at((*place, "iq"), text)
        for name, (low, high) in (CHEESE_VALUES if card.cheese else VALUES).items():
            value = getattr(card, name)
            if not low <= value <= high:
                sort = "cheese" if card.cheese else "character"
                usual = f"{low} to {high}" if low < high else str(low)
                source.warn((*place, name), f"{value}; {usual} is usual for a {sort} (B1)")
        if card.cheese and card.ability:
            source.warn((*place, "ability"), "cheeses usually have none (B1)")
        found.append(card)
    return tuple(found)


def _warn_counts(
    what: str, found: Sequence[BrainCard], usual: tuple[int, int], source: Source
) -> None:
    cheeses = sum(card.cheese for card in found)
    if len(found) != usual[0]:
        source.warn((what,), f"there are {len(found)}; {usual[0]} are usual (B1)")
    if cheeses != usual[1]:
        source.warn((what,), f"{cheeses} are cheeses; {usual[1]} are usual (B1)")


def _check_names(cards: Sequence[BrainCard], bonus: Sequence[BrainCard], source: Source) -> None:
    names: dict[str, int] = {}
    for what, found in (("cards", cards), ("bonus", bonus)):
        for index, card in enumerate(found):
            if card.name in names:
                text = f"card {names[card.name]} already has this name; use another (B1)"
                raise source.error_at((what, index, "name"), text)
            names[card.name] = card.number


def _read_faces(entries: BrainSetData, source: Source) -> tuple[Face, ...]:
    if len(entries["cars"]) != PIECES:
        text = f"there are {len(entries['cars'])} pieces; the record is made for {PIECES} (B2)"
        raise source.error_at(("cars",), text)
    faces: list[Face] = []
    places: list[tuple[str | int, ...]] = []
    for number, piece in enumerate(entries["cars"]):
        if len(piece) != 2:
            raise source.error_at(("cars", number), f"there are {len(piece)}; use two faces (B2)")
        for side, entry in enumerate(piece):
            places.append(("cars", number, side))
            faces.append(_read_face(entry, ORDINARY, places[-1], source))
    for kind, entry in ((CABOOSE, entries["caboose"]), (ENGINE, entries["engine"])):
        places.append((kind,))
        faces.append(_read_face(entry, kind, places[-1], source))
    _check_distinct_faces(faces, places, source)
    return tuple(faces)


def _read_face(entry: FaceData, kind: str, place: tuple[str | int, ...], source: Source) -> Face:
    plan = parse_plan(entry["plan"], kind, source, (*place, "plan"))
    return Face(entry["name"], localized(entry["title"]), plan)


def _check_distinct_faces(
    faces: Sequence[Face], places: Sequence[tuple[str | int, ...]], source: Source
) -> None:
    names: set[str] = set()
    plans: dict[tuple[str, ...], str] = {}
    for face, place in zip(faces, places, strict=True):
        if face.name in names:
            raise source.error_at((*place, "name"), "another face already has this name (B2)")
        if face.plan.lines in plans:
            other = plans[face.plan.lines]
            source.warn((*place, "plan"), f"it is the same as that of {other} (B2)")
        names.add(face.name)
        plans[face.plan.lines] = face.name


SETS: Sets[ZugraubSet, BrainSet] = Sets(
    "zugraub", "spielzug.games.zugraub.set_file.ZugraubSet", build_set, SHIPPED
)


def shipped() -> BrainSet:
    """The newest shipped set."""
    return SETS.get(0)
