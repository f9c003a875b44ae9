"""The two sides of the board, read from `maps.yaml` and checked: a wrong entry is named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from spielzug.core.errors import DataError
from spielzug.core.game import LANGUAGES

MAPS_FILE = Path(__file__).parents[1] / "data" / "maps.yaml"
BOARDS = ("tokyo", "osaka")
ROWS = "abcdefgh"
WIDTHS = (10, 9)  # spaces in even and odd rows
TERRAINS = ("plain", "river", "mountain", "city", "remote", "sea")
PLAIN, RIVER, MOUNTAIN, CITY, REMOTE, SEA = range(len(TERRAINS))
MOST_ROOM = 3
MOST_NUMBER = 9


def _names() -> tuple[str, ...]:
    return tuple(
        f"{letter}{column + 1}"
        for row, letter in enumerate(ROWS)
        for column in range(WIDTHS[row % 2])
    )


SPACE_NAMES = _names()
"""The spaces in reading order: the number of a space is its place here."""
SPACES = len(SPACE_NAMES)


def place_of(space: int) -> tuple[int, int]:
    """Row and column (both from 0)."""
    name = SPACE_NAMES[space]
    return ROWS.index(name[0]), int(name[1:]) - 1


@dataclass(frozen=True)
class Space:
    terrain: int
    title: str = ""
    number: int = 0
    """Of a city how many stations it holds, of a remote place what it costs and counts."""


@dataclass(frozen=True, eq=False)
class Board:
    name: str
    title: Mapping[str, str]
    spaces: tuple[Space, ...]
    barriers: frozenset[frozenset[int]]

    def near(self, space: int) -> list[int]:
        """The neighbours of a space that rails can reach from it (T10): no sea, no barrier."""
        return [
            other
            for other in touching(space)
            if self.spaces[other].terrain != SEA and frozenset((space, other)) not in self.barriers
        ]


def touching(space: int) -> list[int]:
    """All spaces that share an edge with this one."""
    row, column = place_of(space)
    shift = row % 2  # odd rows lie half a space to the right
    steps = [(0, -1), (0, 1)]
    steps += [(up, side) for up in (-1, 1) for side in (shift - 1, shift)]
    found = []
    for down, right in steps:
        r, c = row + down, column + right
        if 0 <= r < len(ROWS) and 0 <= c < WIDTHS[r % 2]:
            found.append(SPACE_NAMES.index(f"{ROWS[r]}{c + 1}"))
    return sorted(found)


@lru_cache(maxsize=512)
def nearest_named(board: Board, space: int) -> str:
    """The name on the map that is nearest to a space, whatever lies between."""
    seen, ring = {space}, [space]
    while ring:
        titles = [board.spaces[at].title for at in ring if board.spaces[at].title]
        if titles:
            return titles[0]
        ring = sorted({other for at in ring for other in touching(at)} - seen)
        seen.update(ring)
    return ""


@lru_cache(maxsize=512)
def place_name(board: int, space: int) -> str:
    """``c5``, or with its name ``Kichijoji (c5)``."""
    title = read_boards()[board].spaces[space].title
    return f"{title} ({SPACE_NAMES[space]})" if title else SPACE_NAMES[space]


def read_boards(path: Path = MAPS_FILE) -> tuple[Board, ...]:
    """The boards, checked; read again when the file changes."""
    about = path.stat()
    return _read_boards(path, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=8)
def _read_boards(path: Path, changed: int, size: int) -> tuple[Board, ...]:
    try:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        data: Any = yaml.load(path.read_text(encoding="utf-8"), loader)
    except yaml.YAMLError as error:
        raise DataError(f"{path.name}: this is not valid YAML: {error}") from None
    if not isinstance(data, Mapping) or tuple(data) != BOARDS:
        raise DataError(f"{path.name}: the boards must be {', '.join(BOARDS)}")
    return tuple(_board(f"{path.name}: {name}", name, data[name]) for name in BOARDS)


def _board(where: str, name: str, data: Any) -> Board:
    if not isinstance(data, Mapping) or set(data) != {"title", "rows", "barriers"}:
        raise DataError(f"{where}: title, rows and barriers are expected")
    if not isinstance(data["title"], Mapping) or set(data["title"]) != set(LANGUAGES):
        raise DataError(f"{where}: 'title' must be given in {', '.join(LANGUAGES)}")
    rows = data["rows"]
    if not isinstance(rows, Mapping) or "".join(map(str, rows)) != ROWS:
        raise DataError(f"{where}: the rows must be {', '.join(ROWS)}")
    spaces: list[Space] = []
    for number, (letter, row) in enumerate(rows.items()):
        if not isinstance(row, list) or len(row) != WIDTHS[number % 2]:
            raise DataError(f"{where}: row {letter} must have {WIDTHS[number % 2]} spaces")
        spaces += [_space(f"{where}: {letter}{c + 1}", text) for c, text in enumerate(row)]
    return Board(name, dict(data["title"]), tuple(spaces), _barriers(where, data["barriers"]))


def _space(where: str, text: Any) -> Space:
    words = str(text).split(maxsplit=2)
    if words[:1] and words[0] in ("plain", "river", "mountain", "sea") and len(words) == 1:
        return Space(TERRAINS.index(words[0]))
    most = {"city": MOST_ROOM, "remote": MOST_NUMBER}.get(words[0] if words else "", 0)
    if most and len(words) == 3 and words[1].isdecimal() and 1 <= int(words[1]) <= most:
        return Space(TERRAINS.index(words[0]), words[2], int(words[1]))
    raise DataError(
        f"{where}: {text!r} is no space; write plain, river, mountain, sea, "
        f"'city 1 to {MOST_ROOM} NAME' or 'remote 1 to {MOST_NUMBER} NAME'"
    )


def _barriers(where: str, given: Any) -> frozenset[frozenset[int]]:
    found = set()
    for pair in given if isinstance(given, list) else [given]:
        known = isinstance(pair, list) and len(pair) == 2 and set(pair) <= set(SPACE_NAMES)
        if not known or SPACE_NAMES.index(pair[1]) not in touching(SPACE_NAMES.index(pair[0])):
            raise DataError(f"{where}: the barrier {pair!r} must name two neighbours")
        found.add(frozenset(map(SPACE_NAMES.index, pair)))
    return frozenset(found)
