"""Sets of Trains: cards, boards and numbers from a file, and their checks.

A custom file holds only what differs from the shipped set that it names as its base. The base has a
version, so that a record says exactly what was played, whatever ships later.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Required, TypedDict

from spielzug.core.errors import DataError
from spielzug.core.sets import SHIPPED, Address, BoardNames, Sets, Source
from spielzug.core.sets.source import quoted
from spielzug.core.texts import localized
from spielzug.games.trains.facts.boards import (
    BOARDS,
    CITY,
    REMOTE,
    SEA,
    TrainsBoard,
    read_barriers,
    read_rows,
)

if TYPE_CHECKING:
    from spielzug.core.declaration import Plain
    from spielzug.games.trains.facts import Facts
    from spielzug.games.trains.set_file import TrainsSet

CODES = (
    "NT", "EX", "LE", "LR", "SE", "AP", "TO", "SK", "WA", "BT", "ET", "FT", "MT", "TT", "CO", "SB",
    "TU", "VI", "SU", "AM", "CC", "CS", "CR", "DS", "GA", "HT", "IC", "IW", "LF", "MF", "PS", "PU",
    "SA", "SI", "SC", "SO", "SW", "TI", "WF",
)  # fmt: skip
"""The kinds in the order of the shipped set; a kind's number is its index here."""
KINDS = len(CODES)
(
    NT, EX, LE, LR, SE, AP, TO, SK, WA, BT, ET, FT, MT, TT, CO, SB, TU, VI, SU, AM, CC, CS, CR, DS,
    GA, HT, IC, IW, LF, MF, PS, PU, SA, SI, SC, SO, SW, TI, WF,
) = range(KINDS)  # fmt: skip
FIXED = 9  # kinds in every game: Normal Train and the eight common piles
RANDOM_CODES = CODES[FIXED:]
CHOSEN = 8  # random kinds in a game
SLOTS = FIXED + CHOSEN  # kinds in one game; in slots 0 to 8 slot and kind are equal

SORTS = ("train", "rail", "station", "action", "victory", "waste")
NEEDS = (
    "nothing", "rail", "station", "normal_train_in_play", "train_in_play", "train_in_discard",
    "train_in_hand", "better_train", "two_cards", "action_in_hand",
)  # fmt: skip
"""What an ability can need (T5); a need's number is its index here."""
PRESETS = ("tokyo", "osaka", "tunneling", "holiday")
VALUES = ("count", "cost", "money", "points", "waste", "draws")

MOST_WASTE = 70  # each number of returned Waste has its own action
MOST_OF_A_KIND = 200  # the counts are bytes
BASKET = 24  # most money for which the bots plan purchases
MOST_OWNED = 600  # cards of one player; a Temporary Timetable may reveal them all


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
        """Whether it can do more than bring money: it has an action symbol, a rail or a station."""
        return self.is_a("action") or self.is_a("rail") or self.is_a("station")

    @property
    def can_be_played(self) -> bool:
        return not self.is_a("victory") and not self.is_a("waste")


MAX_SEATS = 4
DATA = Path(__file__).parents[1] / "data"
BOARD_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,23}")
MOST_BOARDS = 12
FIRST_BASE = "shipped-1"
"""The base of a set that names none."""


@dataclass(frozen=True)
class TrainsNumbers:
    """The numbers of the rules; the shipped set explains them."""

    hand: int
    cubes: int
    tokens: int
    empty_piles: int
    city_points: tuple[int, ...]
    river: int
    mountain: int
    city: int
    deck: tuple[int, int, int]
    """Normal Trains, Lay Rails, Station Expansions."""


@dataclass(frozen=True, eq=False)
class TrainsCardSet:
    """A checked set."""

    numbers: TrainsNumbers
    cards: tuple[TrainsCard, ...]
    presets: Mapping[str, tuple[str, ...]]
    boards: Mapping[str, TrainsBoard]


# -- reading -------------------------------------------------------------------------------------


class TrainsBoardData(TypedDict, total=False):
    title: str | Mapping[str, str] | None
    rows: Required[dict[str, list[str]]]
    barriers: list[list[str]]
    supply: str | list[str] | None


class TrainsSetData(TypedDict, total=False):
    """The entries of a checked file, see `set_file`; None is the same as left out."""

    name: Required[str]
    base: str
    numbers: Mapping[str, Any] | None
    presets: dict[str, list[str]]
    cards: list[Mapping[str, Any]]
    boards: dict[str, TrainsBoardData] | None


def build(entries: TrainsSetData, source: Source) -> TrainsCardSet:
    """The set in a file; entries that it leaves out come from its base."""
    base = None
    if entries["name"] != SHIPPED:
        base = SETS.get(0, int(entries.get("base", FIRST_BASE).partition("-")[2]))
    else:
        _check_complete(entries, source)
    numbers = _numbers(entries.get("numbers"), base.numbers if base else None)
    cards = _cards(entries.get("cards", ()), base.cards if base else None, source)
    presets = {**(base.presets if base else {}), **_presets(entries, source)}
    boards = _boards(entries, presets, source)
    if boards is None:
        assert base is not None
        boards = {name: replace(board, supply=presets[name]) for name, board in base.boards.items()}
    made = TrainsCardSet(numbers, cards, presets, boards)
    _check_cards(made, entries, source)
    _check_boards(made, entries, source)
    return made


def _check_complete(entries: TrainsSetData, source: Source) -> None:
    """Raise unless a shipped set lists all cards, presets and boards in order."""
    codes = tuple(card["code"] for card in entries.get("cards", ()))
    listed = tuple(entries.get("presets", ())), tuple(entries.get("boards") or ())
    if codes != CODES or listed != (PRESETS, BOARDS):
        raise source.error_at(
            ("name",),
            f"{SHIPPED!r} is the name of a whole set, with all cards, presets and boards in their "
            "order; give yours another",
        )


def _numbers(given: Mapping[str, Any] | None, base: TrainsNumbers | None) -> TrainsNumbers:
    said = _given_fields(given or {})
    deck = _given_fields(said.get("deck", {}))
    start = dict(zip(("NT", "LR", "SE"), base.deck if base else (0, 0, 0), strict=True)) | deck
    if "city_points" in said:
        said["city_points"] = tuple(said["city_points"])
    values = {**(vars(base) if base else {}), **said, "deck": tuple(start.values())}
    return TrainsNumbers(**values)


def _given_fields(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an entry that the file gives."""
    return {name: value for name, value in entry.items() if value is not None}


def _cards(
    entries: Sequence[Mapping[str, Any]], base: tuple[TrainsCard, ...] | None, source: Source
) -> tuple[TrainsCard, ...]:
    found = {card.code: card for card in base or ()}
    seen: set[str] = set()
    for at, entry in enumerate(entries):
        code: str = entry["code"]
        if code in seen:
            raise source.error_at(("cards", at), f"{code} appears twice; keep one of them (T1)")
        seen.add(code)
        said = _given_fields(entry)
        said |= {name: localized(said[name]) for name in ("names", "help") if name in said}
        if base is None:
            values = {"needs": "nothing", **dict.fromkeys(VALUES, 0), **said}
            found[code] = TrainsCard(**{**values, "kinds": tuple(said["kinds"])})
            continue
        old = found[code]
        for name in ("id", "group", "kinds", "needs"):
            was = getattr(old, name)
            if name in said and said.pop(name) != (list(was) if name == "kinds" else was):
                raise source.error_at(
                    ("cards", at, name),
                    f"it is part of what the card can do, which the program fixes; leave it "
                    f"out, or use {', '.join(was) if name == 'kinds' else was} (T14)",
                )
        found[code] = replace(old, **said)
    return tuple(found[code] for code in CODES)


def _presets(entries: TrainsSetData, source: Source) -> dict[str, tuple[str, ...]]:
    presets = entries.get("presets", {})
    for name, codes in presets.items():
        _check_unique(codes, ("presets", name), source)
    return {name: tuple(codes) for name, codes in presets.items()}


def _check_unique(codes: list[str], at: Address, source: Source) -> None:
    for place, code in enumerate(codes):
        if code in codes[:place]:
            raise source.error_at((*at, place), f"{code} appears twice; name {CHOSEN} kinds (T1)")


def _boards(
    entries: TrainsSetData, presets: Mapping[str, tuple[str, ...]], source: Source
) -> dict[str, TrainsBoard] | None:
    boards = entries.get("boards")
    if boards is None:
        return None
    if not 1 <= len(boards) <= MOST_BOARDS:
        raise source.error_at(
            ("boards",), f"there are {len(boards)}; use 1 to {MOST_BOARDS}, or leave it out"
        )
    found: dict[str, TrainsBoard] = {}
    for name, entry in boards.items():
        if not BOARD_NAME.fullmatch(name):
            raise source.error_at(
                ("boards", name),
                f"{quoted(name)} cannot name a board; use up to 24 small letters, digits, - or _",
            )
        found[name] = _board(name, entry, presets, source)
    return found


def _board(
    name: str, entry: TrainsBoardData, presets: Mapping[str, tuple[str, ...]], source: Source
) -> TrainsBoard:
    def error_at(part: str) -> Callable[[Address, str], DataError]:
        return lambda at, text: source.error_at(("boards", name, part, *at), text)

    given = entry.get("supply")
    supply = name if given is None else given
    if isinstance(supply, list):
        _check_unique(supply, ("boards", name, "supply"), source)
        kinds = tuple(supply)
    elif supply in presets:
        kinds = presets[supply]
    elif given is None:
        kinds = ()
    else:
        raise source.error_at(
            ("boards", name, "supply"),
            f"there is no supply {quoted(supply)}; use {', '.join(presets)}, "
            f"or a list of {CHOSEN} codes",
        )
    return TrainsBoard(
        name, localized(entry.get("title") or name), read_rows(entry["rows"], error_at("rows")),
        read_barriers(entry.get("barriers", ()), error_at("barriers")), kinds,
    )  # fmt: skip


# -- errors and warnings ---------------------------------------------------------------------------


def _check_cards(found: TrainsCardSet, entries: TrainsSetData, source: Source) -> None:
    at = {entry["code"]: i for i, entry in enumerate(entries.get("cards", ()))}

    def error_at(card: TrainsCard, name: str, text: str) -> DataError:
        place: Address = ("cards", at[card.code], name) if card.code in at else ("numbers", "deck")
        return source.error_at(place, text)

    least = {NT: found.numbers.deck[0], LR: found.numbers.deck[1], SE: found.numbers.deck[2]}
    for kind, card in enumerate(found.cards):
        low = 0 if kind == WA else max(1, least.get(kind, 0) * MAX_SEATS)
        if card.count < low:
            why = f"{MAX_SEATS} players begin with {low}" if kind in least else "a pile has cards"
            raise error_at(
                card, "count", f"{card.count} is not possible: {why}; use {low} or more (T1, T2)"
            )
        if kind == WA and card.count > MOST_WASTE:
            raise error_at(
                card, "count",
                f"{card.count} is not possible: an action returns {MOST_WASTE} at most; "
                f"use 0 to {MOST_WASTE} (T7)",
            )  # fmt: skip
        if card.money and not card.can_be_played:
            raise error_at(card, "money", f"{card.money}: it is never played; use 0 (T5)")
        brings = card.is_a("rail") or card.is_a("station") or card.is_a("victory")
        if card.waste and not brings:
            raise error_at(
                card, "waste",
                f"{card.waste}: only rail, station and victory cards bring Waste; use 0 (T6, T12)",
            )  # fmt: skip
        if card.draws and not _can_draw_cards(kind):
            able = ", ".join(code for k, code in enumerate(CODES) if _can_draw_cards(k))
            raise error_at(
                card, "draws", f"{card.draws}: only {able} draw and no more; use 0 (T14)"
            )
        if card.code in at:
            _warn(card, ("cards", at[card.code]), source)
    _check_limits(found, source)


def _can_draw_cards(kind: int) -> bool:
    return CODES[kind] in ("CR", "PS", "SA")


def _warn(card: TrainsCard, at: Address, source: Source) -> None:
    if card.cost == 0 and not card.is_a("waste") and card.group != "starting":
        source.warn((*at, "cost"), "0: whoever has a turn can take the whole pile (T6)")
    if card.cost > BASKET:
        source.warn((*at, "cost"), f"{card.cost}: no bot saves more than {BASKET} money (T6)")
    if card.points and not card.is_a("victory"):
        source.warn((*at, "points"), f"{card.points}: only victory cards have some (T16)")


def _check_limits(found: TrainsCardSet, source: Source) -> None:
    """Raise if one player could own more cards than the record and the events of a step hold."""
    piles = sorted((card.count for card in found.cards[FIXED:]), reverse=True)[:CHOSEN]
    most = sum(card.count for card in found.cards[NT + 1 : FIXED]) + sum(piles)
    most += found.numbers.deck[0]
    if most > MOST_OWNED:
        raise source.error_at(
            ("cards",),
            f"one player might own {most} cards; the record has room for {MOST_OWNED}: "
            "make some counts smaller (T1)",
        )
    if sum(found.numbers.deck) == 0:
        raise source.error_at(("numbers", "deck"), "a player starts with at least one card (T2)")


def _check_boards(found: TrainsCardSet, entries: TrainsSetData, source: Source) -> None:
    room = len(found.numbers.city_points) - 1
    own = entries.get("boards") or {}
    for name, board in found.boards.items():
        at: Address = ("boards", name) if name in own else ("numbers", "city_points")
        starts = sum(space.terrain not in (SEA, REMOTE) for space in board.spaces)
        if starts < MAX_SEATS:
            raise source.error_at(
                at,
                f"there are {starts} spaces for a first rail; {MAX_SEATS} players need "
                f"{MAX_SEATS} (T3)",
            )
        most = max((space.number for space in board.spaces if space.terrain == CITY), default=0)
        if most > room:
            raise source.error_at(
                at,
                f"board {name} has a city for {most} stations, and city_points only tells what "
                f"{room} are worth; give it {most + 1} numbers (T16)",
            )
        if name in own and most == 0:
            source.warn(at, "there is no city: nobody can build a station (T13)")
        land = sum(space.terrain != SEA for space in board.spaces)
        if name in own and land < found.numbers.cubes:
            source.warn(
                at,
                f"there are {land} spaces for {found.numbers.cubes} rails: no player can lay them "
                "all (T15)",
            )


# -- loaded sets ---------------------------------------------------------------------------------


SETS: Sets[TrainsSet, TrainsCardSet] = Sets(
    "trains", "spielzug.games.trains.set_file.TrainsSet", build, {1: DATA / "shipped-1.yaml"}
)


BOARD_NAMES = BoardNames(SETS, lambda found: tuple(found.boards))


def board_titles() -> dict[str, Mapping[str, str]]:
    """Titles of the boards of all sets; the first of two with the same name counts."""
    found: dict[str, Mapping[str, str]] = {}
    for number in SETS.names:
        for name, board in SETS.get(number).boards.items():
            found.setdefault(name, board.title)
    return found


def set_of(facts: Facts[Plain]) -> TrainsCardSet:
    """The set that a game is played with."""
    return SETS.get(facts.set, facts.rules_version)


def board_of(facts: Facts[Plain]) -> TrainsBoard:
    return set_of(facts).boards[BOARD_NAMES[facts.board]]


def card_name(facts: Facts[Plain], kind: int, lang: str) -> str:
    return set_of(facts).cards[kind].names[lang]


def titles(number: int = 0) -> dict[str, Mapping[str, str]]:
    """The names of each kind in a set by its code, in every language."""
    return {card.code: card.names for card in SETS.get(number).cards}
