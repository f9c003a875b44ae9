"""Sets of Die Zwergenzugfahrt: boards and numbers from a file, and their checks.

A board is drawn as a map in text (Z1, Z2); the numbers are those of Z7, Z8, Z12 and Z15.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import gcd
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from spielzug.core.errors import DataError
from spielzug.core.sets import Address, BoardNames, Sets, Source
from spielzug.core.sets.source import quoted

if TYPE_CHECKING:
    from spielzug.games.zwergenzugfahrt.set_file import ZwergenSet

MAX_FIELDS = 64  # one bit per field
MAX_COLUMNS, MAX_ROWS = 16, 8  # of the grid in which actions are numbered
HOMES = 5  # per clan: one for each of its dwarves
SEATS_TO_WIN = 10  # seats (Z13)
USUAL_SEATS = 16
CLAN_NAMES = ("Red", "Green")

PLATFORM, AISLE, DOOR, SEAT, HOME = 0, 1, 2, 3, 4
FIELD_KINDS = ("platform", "aisle", "door", "seat", "home")
SYMBOLS = {".": PLATFORM, ":": AISLE, "D": DOOR, "S": SEAT, "R": HOME, "G": HOME}

UP, LEFT, RIGHT, DOWN = 0, 1, 2, 3
STEPS = ((0, 1), (-1, 0), (1, 0), (0, -1))  # column and row offset of a step, by direction


def field_name(column: int, row: int) -> str:
    """The column's letter and the row's number as in chess, row 1 at the bottom."""
    return f"{chr(ord('a') + column)}{row}"


@dataclass(frozen=True)
class StationBoard:
    """A checked board; fields are numbered row by row from the top left."""

    name: str
    columns: int
    rows: int
    kinds: tuple[int, ...]
    homes: tuple[int | None, ...]
    """For each field the clan whose home it is."""
    walls: frozenset[frozenset[int]]
    """Pairs of neighbouring fields with a wall between them."""

    def place(self, field: int) -> tuple[int, int]:
        """Column (from 0) and row (from 1) of a field."""
        return field % self.columns, self.rows - field // self.columns

    def name_of(self, field: int) -> str:
        return field_name(*self.place(field))

    def beside(self, field: int, direction: int) -> int | None:
        """The field in that direction, regardless of walls."""
        column, row = self.place(field)
        column, row = column + STEPS[direction][0], row + STEPS[direction][1]
        if not 0 <= column < self.columns or not 1 <= row <= self.rows:
            return None
        return (self.rows - row) * self.columns + column

    def step(self, field: int, direction: int) -> int | None:
        """The neighbour in that direction, if there is no wall between (Z1)."""
        other = self.beside(field, direction)
        return None if frozenset({field, other}) in self.walls else other

    def distances(self, starts: Sequence[int], closed: frozenset[int]) -> dict[int, int]:
        """Steps from the nearest of the starts to every reachable field."""
        found = dict.fromkeys(starts, 0)
        queue = list(starts)
        for field in queue:
            for direction in range(len(STEPS)):
                other = self.step(field, direction)
                if other is not None and other not in closed and other not in found:
                    found[other] = found[field] + 1
                    queue.append(other)
        return found

    def homes_of(self, clan: int) -> list[int]:
        """The clan's homes, leftmost first (Z8), in one column the upper first."""
        fields = [f for f, owner in enumerate(self.homes) if owner == clan]
        return sorted(fields, key=lambda f: (self.place(f)[0], f))

    def reach_of(self, clan: int) -> dict[int, int]:
        """Steps from the clan's nearest home to every field that it can reach (Z2)."""
        return self.distances(self.homes_of(clan), frozenset(self.homes_of(1 - clan)))

    @cached_property
    def can_lock_in(self) -> bool:
        """Whether a clan might be unable to act (Z10); False is certain, True is not.

        Consider the areas of connected fields without seats that a clan may enter. Some dwarf in
        an area can act unless its own clan fills the area, because then one of them has a
        neighbouring field that is free or has a rival to kick. A seated dwarf can step or kick
        into an area beside it, unless a dwarf of its clan that is stuck as well stands there. So a
        whole clan can be stuck only in areas of at most five fields, or on seats with no larger
        area beside them. With fewer than five such fields, the clan can always act.
        """
        for clan in range(len(CLAN_NAMES)):
            reach = self.reach_of(clan)
            seats = {f for f in reach if self.kinds[f] == SEAT}
            closed = frozenset(seats) | frozenset(self.homes_of(1 - clan))
            wide: set[int] = set()
            rest = set(reach) - seats
            while rest:
                together = set(self.distances([rest.pop()], closed))
                rest -= together
                if len(together) > HOMES:
                    wide |= together
            near = {seat: {self.step(seat, d) for d in range(len(STEPS))} for seat in seats}
            stuck = [f for f in reach if f not in wide and not near.get(f, set()) & wide]
            if len(stuck) >= HOMES:
                return True
        return False


# -- reading the map -----------------------------------------------------------------------------


@dataclass(frozen=True)
class _BoardReader:
    """Makes errors and warnings that name the board and, if given, the line of its map (from 0)."""

    source: Source
    board: str

    def path(self, line: int | None) -> Address:
        return ("boards", self.board, "map", *(() if line is None else (line,)))

    def error_at(self, text: str, line: int | None = None) -> DataError:
        return self.source.error_at(self.path(line), text)

    def warn(self, text: str) -> None:
        self.source.warn(self.path(None), text)


def parse_board(name: str, lines: Sequence[str], source: Source) -> StationBoard:
    """Read a board from its map; raises an error with the reason if it breaks Z1 or Z2."""
    reader = _BoardReader(source, name)
    places = _read_head(reader, lines[0])
    rows: list[str] = []
    walls: set[frozenset[int]] = set()
    count = sum(1 for line in lines[1:] if line.split() and line.split()[0].isdecimal())
    if count > MAX_ROWS or not 1 <= count * len(places) <= MAX_FIELDS:
        raise reader.error_at(
            f"{len(places)} columns and {count} rows are not possible (Z2): a board has 1 to "
            f"{MAX_ROWS} rows, and the record of a position has room for {MAX_FIELDS} fields"
        )
    for at, line in enumerate(lines[1:], start=1):
        if line.split() and line.split()[0].isdecimal():
            row, upright = _read_row(reader, at, line, places, count - len(rows))
            above = len(rows) * len(places)
            walls |= {frozenset({above + c, above + c + 1}) for c in upright}
            rows.append(row)
        else:
            walls |= _read_wall(reader, at, line, places, len(rows), count)
    board = _build(reader, rows, frozenset(walls))
    _check_board(reader, board)
    return board


def _read_head(reader: _BoardReader, line: str) -> list[int]:
    """The index of each column in a line."""
    letters = line.split()
    if not 1 <= len(letters) <= MAX_COLUMNS:
        raise reader.error_at(
            f"{len(letters)} columns are not possible (Z2): a board has 1 to {MAX_COLUMNS}: "
            "there are no action numbers for more", 0,
        )  # fmt: skip
    wanted = [field_name(i, 0)[0] for i in range(len(letters))]
    if letters != wanted:
        raise reader.error_at(
            f"the first line of the map names the columns {' '.join(wanted)} in order, "
            f"not {quoted(' '.join(letters))} (Z2)", 0,
        )  # fmt: skip
    places = [line.index(letter) for letter in letters]
    if any(b - a != 2 for a, b in pairwise(places)):
        raise reader.error_at("there must be exactly one space between two columns (Z2)", 0)
    return places


def _read_row(
    reader: _BoardReader, at_line: int, line: str, places: list[int], number: int
) -> tuple[str, list[int]]:
    """The fields of a row as symbols, and the columns with a wall on their right."""
    label = line.split()[0]
    if label != str(number):
        raise reader.error_at(f"row {number} is expected here, not row {label[:20]} (Z2)", at_line)
    padded = line.rstrip().ljust(places[-1] + 1)
    if padded[: places[0]].strip() != label or len(padded) > places[-1] + 1:
        raise reader.error_at(f"row {label} is not lined up with its columns (Z2)", at_line)
    upright = []
    for column, at in enumerate(places):
        name = field_name(column, number)
        if padded[at] not in SYMBOLS:
            raise reader.error_at(
                f"field {name}: {padded[at]!r} is not a kind of field (Z2); "
                f"use one of {' '.join(SYMBOLS)}", at_line,
            )  # fmt: skip
        between = padded[at + 1] if column + 1 < len(places) else " "
        if between not in " |":
            raise reader.error_at(
                f"field {name}: {between!r} is not a wall; use | or a space (Z1)", at_line
            )
        if between == "|":
            upright.append(column)
    return "".join(padded[at] for at in places), upright


def _read_wall(
    reader: _BoardReader, at_line: int, line: str, places: list[int], above: int, count: int
) -> set[frozenset[int]]:
    """The walls between two rows."""
    if not 0 < above < count:
        raise reader.error_at("a line of walls belongs between two rows (Z1)", at_line)
    columns = len(places)
    odd = [c for at, c in enumerate(line.rstrip()) if c != " " and (c != "=" or at not in places)]
    if odd:
        raise reader.error_at(
            f"below row {count - above + 1}: {odd[0]!r} is not a wall; use = (Z1)", at_line
        )
    padded = line.ljust(places[-1] + 1)
    return {
        frozenset({(above - 1) * columns + c, above * columns + c})
        for c, at in enumerate(places)
        if padded[at] == "="
    }


def _build(reader: _BoardReader, rows: list[str], walls: frozenset[frozenset[int]]) -> StationBoard:
    symbols = "".join(rows)
    return StationBoard(
        name=reader.board,
        columns=len(rows[0]),
        rows=len(rows),
        kinds=tuple(SYMBOLS[symbol] for symbol in symbols),
        homes=tuple({"R": 0, "G": 1}.get(symbol) for symbol in symbols),
        walls=walls,
    )


def _check_board(reader: _BoardReader, board: StationBoard) -> None:
    """Z2: raise if homes are missing; warn about anything else that is playable but unusual."""
    for clan, name in enumerate(CLAN_NAMES):
        homes = board.homes_of(clan)
        if len(homes) != HOMES:
            raise reader.error_at(
                f"clan {name} has {len(homes)} home fields; each clan has {HOMES}, one for each "
                "of its dwarves (Z2)"
            )
    seats = board.kinds.count(SEAT)
    if seats < SEATS_TO_WIN:
        reader.warn(f"there are {seats} seats, so nobody can ever win with {SEATS_TO_WIN} (Z13)")
    elif seats != USUAL_SEATS:
        reader.warn(f"there are {seats} seats; our boards have {USUAL_SEATS} (Z2)")
    ways: list[list[int]] = []
    for clan, name in enumerate(CLAN_NAMES):
        found = board.reach_of(clan)
        rivals = board.homes_of(1 - clan)
        for field in range(len(board.kinds)):
            if field not in found and field not in rivals:
                reader.warn(f"field {board.name_of(field)} cannot be reached by clan {name} (Z2)")
                break
        ways.append(sorted(far for field, far in found.items() if board.kinds[field] == SEAT))
    if ways[0] != ways[1]:
        reader.warn(
            f"the ways to all seats are {sum(ways[0])} steps for clan {CLAN_NAMES[0]} and "
            f"{sum(ways[1])} for clan {CLAN_NAMES[1]}: the board is not the same for both"
        )
    if board.can_lock_in:
        reader.warn(
            "a clan can be locked in here, so that it has to pass (Z10): games cannot be played "
            "with each=yes, because they might never end"
        )


MAX_EVERY = 1000  # no game with a turn limit is longer
MAX_SHARE = 100
MAX_TAKES = 255  # the count is a byte
MAX_PRICE = 13  # two clans that miss this many turns fill the 32 events of a step
PRICES = 8  # most kicks with their own price
MAX_TURNS = 1000
MAX_BOARDS = 16


class CoinData(TypedDict):
    every: int
    red: int
    green: int


class StationBoardData(TypedDict):
    map: list[str]


class StationSetData(TypedDict):
    """The entries of a checked file, see `set_file`."""

    coin: CoinData
    takes: int
    kicks: list[int]
    last_turn: int
    boards: dict[str, StationBoardData]


@dataclass(frozen=True)
class StationSet:
    """A checked set."""

    boards: tuple[StationBoard, ...]
    every: int
    """Turns between two visits of the conductor (Z12)."""
    coin: tuple[int, int]
    """Relative frequency of Red and Green, reduced to lowest terms."""
    takes: int
    kicks: tuple[int, ...]
    last_turn: int

    @property
    def names(self) -> list[str]:
        return [board.name for board in self.boards]

    def board(self, number: int) -> StationBoard:
        """The board for a value of the option `board`."""
        return self.boards[self.names.index(BOARD_NAMES[number])]


def build(entries: StationSetData, source: Source) -> StationSet:
    """The set in a file; raises an error with the line if it breaks a rule or does not fit."""
    red, green = entries["coin"]["red"], entries["coin"]["green"]
    common = gcd(red, green)
    if common == 0:
        raise source.error_at(
            ("coin", "red"), "the coin shows neither colour; give red or green a share (Z12)"
        )
    if red != green:
        source.warn(("coin", "red"), f"the coin is not fair: {red} to {green} (Z12)")
    boards = entries["boards"].items()
    return StationSet(
        boards=tuple(parse_board(name, one["map"], source) for name, one in boards),
        every=entries["coin"]["every"],
        coin=(red // common, green // common),
        takes=entries["takes"],
        kicks=tuple(entries["kicks"]),
        last_turn=entries["last_turn"],
    )


SETS: Sets[ZwergenSet, StationSet] = Sets(
    "zwergenzugfahrt",
    "spielzug.games.zwergenzugfahrt.set_file.ZwergenSet",
    build,
    {1: Path(__file__).parent.parent / "data" / "shipped-1.yaml"},
)
BOARD_NAMES = BoardNames(SETS, lambda station: station.names)
