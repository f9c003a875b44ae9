"""What can be measured of a game besides who won: its things, what happens to them, its board.

A game describes in its module `things` the things (cards, cars, spaces) and what may happen to one
(a deed: drawn, installed); in its module `study` a compiled `note` finds the deeds of a step. The
lab counts them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Words = Mapping[str, str]
"""By language."""
Point = tuple[float, float]
PlainFacts = Any
"""Facts as plain values: the game's own `Facts[Plain]`."""

SEAT, TABLE = "seat", "table"
"""Who does a deed: a seat, or the table (its rows have seat -1)."""
NOBODY = -1

MEAN, RATE, MEDIAN, P95, MOST_MET = "mean", "rate", "median", "p95", "most_met"
LOW, HIGH, NEITHER = "low", "high", ""


@dataclass(frozen=True)
class Deed:
    """What may happen to a thing."""

    name: str
    title: Words
    of: str = ""
    """Another deed of the same thing: the rate counts only seats that did that one."""
    by: str = SEAT


FIELD, GROUND, WATER, HILL, TOWN, MARK, TITLE = (
    "field", "ground", "water", "hill", "town", "mark", "title",
)  # fmt: skip
WALL, RAIL, EDGE = "wall", "rail", "edge"
"""The kinds of parts of a drawn board, for their neutral colours; the last three are lines."""


@dataclass(frozen=True)
class Shape:
    """A part of a drawn board: a polygon; with two points a line, with one only a label."""

    points: tuple[Point, ...]
    item: int = -1
    """The thing that it stands for, and that a heat map colours; -1: scenery."""
    label: str = ""
    """Written in its middle, at most two lines."""
    kind: str = FIELD

    def to_json(self) -> dict[str, object]:
        points = [[round(x, 2), round(y, 2)] for x, y in self.points]
        return {"points": points, "item": self.item, "label": self.label, "kind": self.kind}


def box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    """The corners of a rectangle."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def regular_polygon(x: float, y: float, radius: float, corners: int = 16) -> tuple[Point, ...]:
    """A regular polygon around a point; with the default 16 corners it looks like a circle."""
    turns = [2 * math.pi * i / corners for i in range(corners)]
    return tuple((x + radius * math.sin(t), y - radius * math.cos(t)) for t in turns)


@dataclass(frozen=True)
class Drawing:
    """The game's own board, drawn plainly. Later shapes lie over earlier ones, lines over all."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    lines: tuple[Shape, ...] = ()

    def to_json(self) -> dict[str, object]:
        return {
            "width": self.width,
            "height": self.height,
            "shapes": [shape.to_json() for shape in self.shapes],
            "lines": [line.to_json() for line in self.lines],
        }


@dataclass(frozen=True)
class Things:
    """One kind of thing of a game, numbered from 0."""

    name: str
    title: Words
    count: int
    """The highest possible number of them; a set or a board may have fewer."""
    names: Callable[[PlainFacts, str], Sequence[str]]
    """From the facts and a language: the name of each, "" if there is none of this number."""
    deeds: tuple[Deed, ...]
    drawing: Callable[[PlainFacts, str], Drawing] | None = None
    """The board that these things form, from the facts and a language."""


@dataclass(frozen=True)
class Measure:
    """A figure of a finished game, and how it is summarised over many games."""

    name: str
    title: Words
    unit: Words
    how: str = MEAN
    """`MEAN`, `RATE` (of games in which it is 1), `MEDIAN`, `P95`, or `MOST_MET` for words."""
    better: str = NEITHER
    words: Callable[[PlainFacts], Sequence[str]] | None = None
    """From the facts: what each number means, if the measure is a word."""


def all_deeds(things: Sequence[Things]) -> list[tuple[Things, Deed]]:
    """All deeds as `note` numbers them: counted over all things, in order."""
    return [(kind, deed) for kind in things for deed in kind.deeds]
