"""A review as one self-contained page, with a graph of all seats' chances.

Only coordinates and classes come from here; the page's style sheet colours them. Every seat has its
own dash pattern, so the lines differ without colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spielzug import __version__
from spielzug.core.match import Match
from spielzug.core.texts import as_text, say
from spielzug.pages.numbers import NumberFormat
from spielzug.pages.page import PageTemplates
from spielzug.review.records import POOR, GameReview, SeatReview
from spielzug.review.texts import PAGE, TERMS
from spielzug.review.words import points, write_words

if TYPE_CHECKING:
    from spielzug.wire.review import DecisionWords

SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""As chess players mark them."""
MIN_LUCK_SHOWN = 0.05  # smaller luck is left out of the drawing; the table has all of it
MOST_LUCK = 16  # marked events: the largest


@dataclass(frozen=True)
class Size:
    """A drawing's size in pixels."""

    name: str
    width: int
    height: int
    step: int
    """Between the labels at its left, in percent."""
    left: int = 44
    right: int = 14
    top: int = 14
    bottom: int = 30


SIZES = (Size("wide", 1040, 400, 10), Size("narrow", 340, 300, 25, left=40, right=10))
"""One for each page width: scaled-down text would not be readable on a phone."""


def graph_data(review: GameReview, places: Mapping[int, int], size: Size) -> dict[str, Any]:
    """All that the template draws. `places`: how many entries counted up to each entry."""
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
        "lines": lines,  # the points of each seat's
        "levels": [  # lines across the drawing, in percent
            {"y": y(n / 100), "text": n, "x1": size.left, "x2": size.width - size.right}
            for n in range(0, 101, size.step)
        ],
        "ticks": [{"x": x(n), "text": n} for n in ticks],
        "base": size.height - size.bottom,
        "marks": [  # poor decisions
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
            for entry, place, seat, chance, good in _main_luck(review, places)
        ],
    }


def _main_luck(
    review: GameReview, places: Mapping[int, int]
) -> list[tuple[int, int, int, float, bool]]:
    """The largest luck: entry, place, the seat it moved most, its chance then, if it gained."""
    after = {point.entry: point.chances for point in review.graph}
    found = []
    for luck in review.luck:
        if luck.entry not in after:
            continue
        seat = max(range(review.seats), key=lambda s: abs(luck.by_seat[s]))
        moved = luck.by_seat[seat]
        if abs(moved) >= MIN_LUCK_SHOWN:
            place = places.get(luck.entry, 0)
            found.append(
                (abs(moved), (luck.entry, place, seat, after[luck.entry][seat], moved > 0))
            )
    found.sort(key=lambda one: -one[0])
    return [told for _, told in found[:MOST_LUCK]]


def _tick(last: int, most: int) -> int:
    """A round step that gives at most `most` labels."""
    steps = (times * ten for ten in (1, 10, 100, 1000, 10_000) for times in (1, 2, 5))
    return next(step for step in steps if last / step <= most)


TEMPLATES = PageTemplates(Path(__file__).parent, "review.css", PAGE)
SUMS = ("start", "play", "given", "luck", "rest", "result")
"""In the order in which they add up."""


def render_review(review: GameReview, match: Match, lang: str = "en") -> str:
    """The whole page."""
    words = write_words(review, match, lang)
    numbers = NumberFormat(lang)
    names = match.names
    places = {entry.number: n for n, entry in enumerate(match.decisions, start=1)}
    by_entry = {one["entry"]: one for one in words["decisions"]}
    worst = [by_entry[entry] for seat in words["seats"] for entry in seat["worst"]]
    return TEMPLATES.page(
        "review.html",
        say(PAGE, "title", lang, game=match.game.title[lang]),
        lang,
        version=__version__,
        review=review,
        words=words,
        names=names,
        title_of_game=match.game.title[lang],
        took=numbers.duration(review.seconds),
        seats=[
            {"words": seat, "sums": _sums(figures, lang, numbers)}
            for seat, figures in zip(words["seats"], review.by_seat, strict=True)
        ],
        graphs=[graph_data(review, places, size) for size in SIZES],
        worst=[{"words": one, "board": _board(match, one, lang)} for one in worst],
        decisions=[
            {
                "words": one,
                "poor": bool(one["cost"]) and figures.word not in ("best", "good"),
                "before": numbers.percent(figures.before[one["seat"]], 0),
                "after": numbers.percent(figures.after[one["seat"]], 0),
            }
            for one, figures in zip(words["decisions"], review.decisions, strict=True)
        ],
        chances=[
            (places.get(point.entry, 0), [numbers.percent(c, 0) for c in point.chances])
            for point in review.graph
        ],
        marked={one["entry"]: _marked(one, names) for one in words["decisions"]},
        lucky={one["entry"]: f"{one['text']} {one['sentence']}" for one in words["luck"]},
    )


def _sums(figures: SeatReview, lang: str, numbers: NumberFormat) -> list[dict[str, str]]:
    """The parts of a seat's result, in points; play is a cost, so it is negative."""
    rows = []
    for name in SUMS:
        share: float = getattr(figures, name)
        share = -share if name == "play" else share
        whole = name in ("start", "result")
        text = numbers.plain(points(share), 0, sign=not whole)
        rows.append({"name": name, "term": say(TERMS, name, lang), "text": text})
    return rows


def _board(match: Match, one: DecisionWords, lang: str) -> str:
    """The position before a decision, as the seat that decided saw it."""
    seen = match.position_after(one["position"]).seen(one["seat"], match.names)
    return as_text(seen.picture(lang))


def _marked(one: DecisionWords, names: list[str]) -> str:
    cost = f" ({one['cost']})" if one["cost"] else ""
    return f"{one['position'] + 1}. {names[one['seat']]}: {one['word']}{cost}. {one['taken']}"
