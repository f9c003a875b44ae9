"""The boards of Die Zwergenzugfahrt: read from a map that people can read, and checked (Z1, Z2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

from spielzug.core.errors import DataError

MAX_FIELDS = 64  # one bit a field
MAX_COLUMNS, MAX_ROWS = 16, 8  # of the grid in which every board's actions are numbered
SEATS, HOMES = 16, 5  # on every board; homes for each clan
CLAN_NAMES = ("Red", "Green")

PLATFORM, AISLE, DOOR, SEAT, HOME = 0, 1, 2, 3, 4
FIELD_KINDS = ("platform", "aisle", "door", "seat", "home")
SYMBOLS = {".": PLATFORM, ":": AISLE, "D": DOOR, "S": SEAT, "R": HOME, "G": HOME}

UP, LEFT, RIGHT, DOWN = 0, 1, 2, 3
STEPS = ((0, 1), (-1, 0), (1, 0), (0, -1))  # columns and rows of a step, by direction

BOARDS_FILE = Path(__file__).parent.parent / "data" / "boards.yaml"
BOARDS = ("station", "small", "long")
"""The boards that the option `board` offers, in its order."""


def field_name(column: int, row: int) -> str:
    """As in chess: the column's letter and the row's number, row 1 at the bottom."""
    return f"{chr(ord('a') + column)}{row}"


@dataclass(frozen=True)
class Board:
    """A checked board; fields are numbered row by row from the top left."""

    name: str
    columns: int
    rows: int
    kinds: tuple[int, ...]
    homes: tuple[int | None, ...]
    """The clan whose home the field is."""
    walls: frozenset[frozenset[int]]
    """Pairs of neighbouring fields with a wall between them."""

    def place(self, field: int) -> tuple[int, int]:
        """Column (from 0) and row (from 1) of a field."""
        return field % self.columns, self.rows - field // self.columns

    def name_of(self, field: int) -> str:
        return field_name(*self.place(field))

    def beside(self, field: int, direction: int) -> int | None:
        """The field in that direction, walls or not."""
        column, row = self.place(field)
        column, row = column + STEPS[direction][0], row + STEPS[direction][1]
        if not 0 <= column < self.columns or not 1 <= row <= self.rows:
            return None
        return (self.rows - row) * self.columns + column

    def step(self, field: int, direction: int) -> int | None:
        """The neighbour in that direction (Z1: no wall lies between)."""
        other = self.beside(field, direction)
        return None if frozenset({field, other}) in self.walls else other

    def distances(self, starts: Sequence[int], closed: frozenset[int]) -> dict[int, int]:
        """Steps from the nearest of the starts to every field that can be reached."""
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
        """The clan's homes, the leftmost first (Z8), of one column the upper first."""
        fields = [f for f, owner in enumerate(self.homes) if owner == clan]
        return sorted(fields, key=lambda f: (self.place(f)[0], f))


# -- reading the map -----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Reader:
    """Refuses with the file and the board named."""

    source: str
    board: str

    def refuse(self, text: str) -> DataError:
        return DataError(f"{self.source}: {self.board}: {text}")


def parse_board(name: str, data: Any, source: str = BOARDS_FILE.name) -> Board:
    """A board from the entry of a file; refused with the reason if it breaks Z1 or Z2."""
    reader = _Reader(source, name)
    lines: Any = data.get("map") if isinstance(data, Mapping) else None
    if not isinstance(data, Mapping) or set(data) != {"map"}:
        raise reader.refuse("a board has exactly one entry, 'map' (Z2)")
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines) or not lines:
        raise reader.refuse("'map' is a list of lines, each in quotes (Z2)")
    places = _read_head(reader, lines[0])
    rows: list[str] = []
    walls: set[frozenset[int]] = set()
    count = sum(1 for line in lines[1:] if line.split() and line.split()[0].isdecimal())
    if count > MAX_ROWS or not 1 <= count * len(places) <= MAX_FIELDS:
        raise reader.refuse(
            f"{len(places)} columns and {count} rows are not possible (Z2): a board has 1 to "
            f"{MAX_ROWS} rows and at most {MAX_FIELDS} fields"
        )
    for line in lines[1:]:
        if line.split() and line.split()[0].isdecimal():
            row, upright = _read_row(reader, line, places, count - len(rows))
            above = len(rows) * len(places)
            walls |= {frozenset({above + c, above + c + 1}) for c in upright}
            rows.append(row)
        else:
            walls |= _read_wall(reader, line, places, len(rows), count)
    board = _build(reader, rows, frozenset(walls))
    refuse_board(reader, board)
    return board


def _read_head(reader: _Reader, line: str) -> list[int]:
    """Where in a line each column stands."""
    letters = line.split()
    if not 1 <= len(letters) <= MAX_COLUMNS:
        raise reader.refuse(
            f"{len(letters)} columns are not possible (Z2): a board has 1 to {MAX_COLUMNS}"
        )
    wanted = [field_name(i, 0)[0] for i in range(len(letters))]
    if letters != wanted:
        raise reader.refuse(
            f"the first line of the map names the columns {' '.join(wanted)} in order, "
            f"not {' '.join(letters)!r} (Z2)"
        )
    places = [line.index(letter) for letter in letters]
    if any(b - a != 2 for a, b in pairwise(places)):
        raise reader.refuse("between two columns stands exactly one space (Z2)")
    return places


def _read_row(reader: _Reader, line: str, places: list[int], number: int) -> tuple[str, list[int]]:
    """The fields of a row as symbols, and the columns with a wall on their right."""
    label = line.split()[0]
    if int(label) != number:
        raise reader.refuse(f"row {number} is expected here, not row {label} (Z2)")
    padded = line.rstrip().ljust(places[-1] + 1)
    if padded[: places[0]].strip() != label or len(padded) > places[-1] + 1:
        raise reader.refuse(f"row {label} does not stand under its columns (Z2)")
    upright = []
    for column, at in enumerate(places):
        name = field_name(column, number)
        if padded[at] not in SYMBOLS:
            raise reader.refuse(
                f"field {name}: {padded[at]!r} is no kind of field (Z2); "
                f"use one of {' '.join(SYMBOLS)}"
            )
        between = padded[at + 1] if column + 1 < len(places) else " "
        if between not in " |":
            raise reader.refuse(f"field {name}: {between!r} is no wall; use | or a space (Z1)")
        if between == "|":
            upright.append(column)
    return "".join(padded[at] for at in places), upright


def _read_wall(
    reader: _Reader, line: str, places: list[int], above: int, count: int
) -> set[frozenset[int]]:
    """The walls between two rows."""
    if not 0 < above < count:
        raise reader.refuse("a line of walls stands between two rows (Z1)")
    columns = len(places)
    odd = [c for at, c in enumerate(line.rstrip()) if c != " " and (c != "=" or at not in places)]
    if odd:
        raise reader.refuse(f"below row {count - above + 1}: {odd[0]!r} is no wall; use = (Z1)")
    padded = line.ljust(places[-1] + 1)
    return {
        frozenset({(above - 1) * columns + c, above * columns + c})
        for c, at in enumerate(places)
        if padded[at] == "="
    }


def _build(reader: _Reader, rows: list[str], walls: frozenset[frozenset[int]]) -> Board:
    symbols = "".join(rows)
    return Board(
        name=reader.board,
        columns=len(rows[0]),
        rows=len(rows),
        kinds=tuple(SYMBOLS[symbol] for symbol in symbols),
        homes=tuple({"R": 0, "G": 1}.get(symbol) for symbol in symbols),
        walls=walls,
    )


def refuse_board(reader: _Reader, board: Board) -> None:
    """Z2: the counts, and that each clan can get everywhere but into the rival's homes."""
    seats = board.kinds.count(SEAT)
    if seats != SEATS:
        raise reader.refuse(f"there are {seats} seats; a board has {SEATS} (Z2)")
    for clan, name in enumerate(CLAN_NAMES):
        homes = board.homes_of(clan)
        if len(homes) != HOMES:
            raise reader.refuse(
                f"clan {name} has {len(homes)} home fields; each clan has {HOMES} (Z2)"
            )
        closed = frozenset(board.homes_of(1 - clan))
        found = board.distances(homes[:1], closed)
        for field in range(len(board.kinds)):
            if field not in found and field not in closed:
                raise reader.refuse(
                    f"field {board.name_of(field)} cannot be reached by clan {name} (Z2)"
                )


# -- the file ------------------------------------------------------------------------------------


def read_boards(path: Path = BOARDS_FILE) -> tuple[Board, ...]:
    """The boards of the option `board`, checked; read again when the file changes."""
    about = path.stat()
    return _read_boards(path, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=8)
def _read_boards(path: Path, changed: int, size: int) -> tuple[Board, ...]:
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise DataError(f"{path.name}: this is not valid YAML: {error}") from None
    if not isinstance(data, Mapping) or set(data) != set(BOARDS):
        odd = sorted(map(str, set(data) ^ set(BOARDS))) if isinstance(data, Mapping) else []
        what = f" ({odd[0]!r} is missing or unknown)" if odd else ""
        raise DataError(f"{path.name}: the boards must be exactly: {', '.join(BOARDS)}{what}")
    return tuple(parse_board(name, data[name], path.name) for name in BOARDS)
