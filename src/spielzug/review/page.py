"""A review as one page that needs nothing else, to send to a friend."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from spielzug import __version__
from spielzug.core.match import Match
from spielzug.core.position import as_text
from spielzug.core.texts import say
from spielzug.core.wire.review import DecisionWords, Review
from spielzug.pages.numbers import NumberFormat
from spielzug.pages.page import PageTemplates
from spielzug.review.graph import SIZES, drawn
from spielzug.review.texts import PAGE
from spielzug.review.words import points, told

ROOM = PageTemplates(Path(__file__).parent, "review.css", PAGE)
SUMS = ("start", "play", "given", "luck", "rest", "result")
"""As they add up."""


def written(review: Review, match: Match, lang: str = "en") -> str:
    """The whole page."""
    words = told(review, match, lang)
    numbers = NumberFormat(lang)
    names = match.names
    places = {entry.number: n for n, entry in enumerate(match.decisions, start=1)}
    by_entry = {one.entry: one for one in words.decisions}
    worst = [by_entry[entry] for seat in words.seats for entry in seat.worst]
    return ROOM.page(
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
            {"words": seat, "sums": _sums(figures, words.terms.model_dump(), numbers)}
            for seat, figures in zip(words.seats, review.by_seat, strict=True)
        ],
        graphs=[drawn(review, places, size) for size in SIZES],
        worst=[{"words": one, "board": _board(match, one, lang)} for one in worst],
        decisions=[
            {
                "words": one,
                "poor": bool(one.cost) and figures.word not in ("best", "good"),
                "before": numbers.percent(figures.before[one.seat], 0),
                "after": numbers.percent(figures.after[one.seat], 0),
            }
            for one, figures in zip(words.decisions, review.decisions, strict=True)
        ],
        chances=[
            (places.get(point.entry, 0), [numbers.percent(c, 0) for c in point.chances])
            for point in review.graph
        ],
        marked={one.entry: _marked(one, names) for one in words.decisions},
        lucky={one.entry: f"{one.text} {one.sentence}" for one in words.luck},
    )


def _sums(figures: Any, terms: dict[str, str], numbers: NumberFormat) -> list[dict[str, str]]:
    """What a seat's result is made of, in points; play is what it cost, so it counts down."""
    rows = []
    for name in SUMS:
        share = getattr(figures, name)
        share = -share if name == "play" else share
        whole = name in ("start", "result")
        text = numbers.plain(points(share), 0, sign=not whole)
        rows.append({"name": name, "term": terms[name], "text": text})
    return rows


def _board(match: Match, one: DecisionWords, lang: str) -> str:
    """The position before a decision as the one who decided saw it."""
    seen = match.position_after(one.position).seen(one.seat, match.names)
    return as_text(seen.picture(lang))


def _marked(one: DecisionWords, names: list[str]) -> str:
    cost = f" ({one.cost})" if one.cost else ""
    return f"{one.position + 1}. {names[one.seat]}: {one.word}{cost}. {one.taken}"


__all__ = ["written"]
