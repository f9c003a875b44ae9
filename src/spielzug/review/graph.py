"""The chances of all seats over a game as a drawing: lines, and where luck and mistakes stand on
them.

Only places and classes come from here; the page's style sheet colours them. Every seat has a dash
of its own, so nobody needs colours to tell the lines apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from spielzug.core.wire.review import POOR, Review

SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""As chess players mark them."""
FELT = 0.05  # luck that moved less is left out of the drawing; the table has it all
MOST_LUCK = 16  # events that are marked: the largest


@dataclass(frozen=True)
class Size:
    """Of a drawing, in pixels; and how large its letters are there."""

    name: str
    width: int
    height: int
    step: int
    """Of the labels at its left, in points."""
    left: int = 44
    right: int = 14
    top: int = 14
    bottom: int = 30


SIZES = (Size("wide", 1040, 400, 10), Size("narrow", 340, 300, 25, left=40, right=10))
"""One for each width of a page: letters that shrink with a drawing cannot be read on a phone."""


def drawn(review: Review, places: Mapping[int, int], size: Size) -> dict[str, Any]:
    """All that the template draws. `places`: how many decisions were made after each entry."""
    last = max(places.values(), default=1) or 1
    across = size.width - size.left - size.right
    down = size.height - size.top - size.bottom

    def x(place: float) -> float:
        return round(size.left + across * place / last, 1)

    def y(chance: float) -> float:
        return round(size.top + down * (1 - chance), 1)

    points = [(places.get(point.entry, 0), point.chances) for point in review.graph]
    lines = [
        " ".join(f"{x(place)},{y(chances[seat])}" for place, chances in points)
        for seat in range(review.seats)
    ]
    ticks = range(0, last + 1, _tick(last, 6 if size.width < 500 else 12))
    return {
        "size": size,
        "lines": lines,
        "levels": [
            {"y": y(n / 100), "text": n, "x1": size.left, "x2": size.width - size.right}
            for n in range(0, 101, size.step)
        ],
        "ticks": [{"x": x(n), "text": n} for n in ticks],
        "base": size.height - size.bottom,
        "marks": [
            {
                "x": x(places[d.entry]),
                "y": y(d.after[d.seat]),
                "seat": d.seat,
                "entry": d.entry,
                "word": d.word,
                "sign": SIGNS[d.word],
            }
            for d in review.decisions
            if d.word in POOR
        ],
        "luck": [
            {"x": x(place), "y": y(chance), "seat": seat, "entry": entry, "good": good}
            for entry, place, seat, chance, good in _felt(review, places)
        ],
    }


def _felt(review: Review, places: Mapping[int, int]) -> list[tuple[int, int, int, float, bool]]:
    """The luck that counted most: entry, place, the seat it moved most, its chance then, whether
    that was good for it."""
    after = {point.entry: point.chances for point in review.graph}
    found = []
    for luck in review.luck:
        if luck.entry not in after:
            continue
        seat = max(range(review.seats), key=lambda s: abs(luck.by_seat[s]))
        moved = luck.by_seat[seat]
        if abs(moved) >= FELT:
            place = places.get(luck.entry, 0)
            found.append(
                (abs(moved), (luck.entry, place, seat, after[luck.entry][seat], moved > 0))
            )
    found.sort(key=lambda one: -one[0])
    return [told for _, told in found[:MOST_LUCK]]


def _tick(last: int, most: int) -> int:
    """A round step that gives no more than so many labels."""
    steps = (times * ten for ten in (1, 10, 100, 1000, 10_000) for times in (1, 2, 5))
    return next(step for step in steps if last / step <= most)
