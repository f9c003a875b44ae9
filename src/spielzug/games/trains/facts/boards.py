"""Boards of Trains: the grid of spaces that all of them share, and how a file draws one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from spielzug.core.errors import DataError
from spielzug.core.sets.source import MOST_NAME, check_readable, quoted

Address = tuple[str | int, ...]
BOARDS = ("tokyo", "osaka")  # in the shipped set
ROWS = "abcdefgh"
WIDTHS = (10, 9)  # spaces in even and odd rows
TERRAINS = ("plain", "river", "mountain", "city", "remote", "sea")
PLAIN, RIVER, MOUNTAIN, CITY, REMOTE, SEA = range(len(TERRAINS))
MOST_ROOM = 4  # stations in a city
MOST_NUMBER = 20  # price and points of a remote place
NUMBER = re.compile(r"[1-9][0-9]?")


def _names() -> tuple[str, ...]:
    return tuple(
        f"{letter}{column + 1}"
        for row, letter in enumerate(ROWS)
        for column in range(WIDTHS[row % 2])
    )


SPACE_NAMES = _names()
"""The spaces in reading order; a space's number is its index here."""
SPACES = len(SPACE_NAMES)
WORDS = 2
"""Of 64 bits, for a set of spaces: space s is bit s % 64 of word s // 64."""


def place_of(space: int) -> tuple[int, int]:
    """Row and column, both from 0."""
    name = SPACE_NAMES[space]
    return ROWS.index(name[0]), int(name[1:]) - 1


@dataclass(frozen=True)
class Space:
    terrain: int
    title: str = ""
    number: int = 0
    """For a city the stations it holds, for a remote place its price and its points."""
    there: bool = True
    """False for a hole in the board; the rules treat it as sea."""


NO_SPACE = Space(SEA, there=False)


@dataclass(frozen=True, eq=False)
class TrainsBoard:
    name: str
    title: Mapping[str, str]
    spaces: tuple[Space, ...]
    barriers: frozenset[frozenset[int]]
    supply: tuple[str, ...] = ()
    """Codes of the board's own random kinds; empty if they are drawn at random."""

    def near(self, space: int) -> list[int]:
        """The neighbours of a space that rails can reach from it (T10): no sea, no barrier."""
        return [
            other
            for other in adjacent_spaces(space)
            if self.spaces[other].terrain != SEA and frozenset((space, other)) not in self.barriers
        ]


def adjacent_spaces(space: int) -> list[int]:
    """All spaces that share an edge with this one."""
    row, column = place_of(space)
    shift = row % 2  # odd rows are shifted half a space to the right
    steps = [(0, -1), (0, 1)]
    steps += [(up, side) for up in (-1, 1) for side in (shift - 1, shift)]
    found = []
    for down, right in steps:
        r, c = row + down, column + right
        if 0 <= r < len(ROWS) and 0 <= c < WIDTHS[r % 2]:
            found.append(SPACE_NAMES.index(f"{ROWS[r]}{c + 1}"))
    return sorted(found)


@lru_cache(maxsize=512)
def nearest_named(board: TrainsBoard, space: int) -> str:
    """The title of the nearest named space, ignoring barriers and sea."""
    seen, ring = {space}, [space]
    while ring:
        titles = [board.spaces[at].title for at in ring if board.spaces[at].title]
        if titles:
            return titles[0]
        ring = sorted({other for at in ring for other in adjacent_spaces(at)} - seen)
        seen.update(ring)
    return ""


@lru_cache(maxsize=512)
def place_name(board: TrainsBoard, space: int) -> str:
    """``c5``, or with its name ``Kichijoji (c5)``."""
    title = board.spaces[space].title
    return f"{title} ({SPACE_NAMES[space]})" if title else SPACE_NAMES[space]


# -- reading ---------------------------------------------------------------------------------------


def read_rows(
    rows: Mapping[str, Sequence[str]], error_at: Callable[[Address, str], DataError]
) -> tuple[Space, ...]:
    """All spaces of the grid; those that no row lists are not part of the board."""
    spaces = [NO_SPACE] * SPACES
    for letter, row in rows.items():
        width = WIDTHS[ROWS.index(letter) % 2]
        if len(row) > width:
            raise error_at(
                (letter,),
                f"there are {len(row)} spaces; the record has room for {width} in this row (T10)",
            )
        first = SPACE_NAMES.index(f"{letter}1")
        for column, text in enumerate(row):
            spaces[first + column] = _space(text, (letter, column), error_at)
    return tuple(spaces)


def _space(text: str, at: Address, error_at: Callable[[Address, str], DataError]) -> Space:
    words = text.split(maxsplit=2)
    if words == ["none"]:
        return NO_SPACE
    if len(words) == 1 and words[0] in ("plain", "river", "mountain", "sea"):
        return Space(TERRAINS.index(words[0]))
    most = {"city": MOST_ROOM, "remote": MOST_NUMBER}.get(words[0] if words else "", 0)
    number = int(words[1]) if most and len(words) == 3 and NUMBER.fullmatch(words[1]) else 0
    if 1 <= number <= most:
        try:
            check_readable(words[2], MOST_NAME)
        except ValueError as error:
            raise error_at(at, f"{quoted(words[2])} cannot name a place; {error} (T10)") from None
        return Space(TERRAINS.index(words[0]), words[2], number)
    raise error_at(
        at,
        f"{quoted(text)} is not a space; write plain, river, mountain, sea, none, "
        f"'city 1 to {MOST_ROOM} NAME' or 'remote 1 to {MOST_NUMBER} NAME' (T10)",
    )


def read_barriers(
    pairs: Sequence[Sequence[str]], error_at: Callable[[Address, str], DataError]
) -> frozenset[frozenset[int]]:
    found = set()
    for at, pair in enumerate(pairs):
        known = set(pair) <= set(SPACE_NAMES)
        if not known or SPACE_NAMES.index(pair[1]) not in adjacent_spaces(
            SPACE_NAMES.index(pair[0])
        ):
            raise error_at((at,), f"{', '.join(pair)}: name two spaces side by side (T10)")
        found.add(frozenset(map(SPACE_NAMES.index, pair)))
    return frozenset(found)
