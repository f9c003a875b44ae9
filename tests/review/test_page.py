"""A review as an HTML page: self-contained, safe with any name, readable without colours."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import cache
from html import unescape

import pytest

from review.sample import sample_match, sample_review
from spielzug.core.match import Match, Seat
from spielzug.core.texts import LANGUAGES, missing
from spielzug.games import NAMES
from spielzug.review.page import SIZES, graph_data, render_review
from spielzug.review.records import POOR, GameReview
from spielzug.review.texts import PAGE


@cache
def reviewed(game: str = "game_of_trains") -> tuple[Match, GameReview]:
    match = sample_match(game)
    return match, sample_review(match)


def test_every_text_of_the_page_is_in_every_language() -> None:
    assert missing(PAGE) == []


@pytest.mark.parametrize("game", NAMES)
def test_a_page_of_every_game_asks_nobody_for_anything(game: str) -> None:
    match, review = reviewed(game)
    page = render_review(review, match, "fr")
    assert not re.search(r"https?:|//[\w-]+\.|<link|<img|<script|@import|url\(|style=", page)
    assert "default-src 'none'" in unescape(page)
    found = re.findall(r' id="([^"]+)"', page)
    assert len(found) == len(set(found))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(found)
    for svg in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ET.fromstring(svg)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_is_in_every_language_and_small(lang: str) -> None:
    match, review = reviewed()
    page = render_review(review, match, lang)
    assert f'<html lang="{lang}">' in page
    assert PAGE["dearest"][lang] in page
    assert len(page) < 500_000


def test_names_of_strangers_stay_text() -> None:
    match = sample_match()
    review = sample_review(match)
    match.seats = (Seat("<script>alert(1)</script>", "greedy"), Seat('"><b>', "greedy"))
    page = render_review(review, match, "en")
    assert "<script" not in page and '"><b>"' not in page
    assert "&lt;script&gt;" in page


def test_every_poor_decision_is_marked_and_every_line_has_its_points() -> None:
    match, review = reviewed()
    places = {entry.number: n for n, entry in enumerate(match.decisions, start=1)}
    for size in SIZES:
        graph = graph_data(review, places, size)
        assert [m["entry"] for m in graph["marks"]] == [
            d.entry for d in review.decisions if d.word in POOR
        ]
        assert len(graph["lines"]) == review.seats
        for line in graph["lines"]:
            places_ = [tuple(map(float, point.split(","))) for point in line.split()]
            assert len(places_) == len(review.graph)
            assert all(0 <= x <= size.width and 0 <= y <= size.height for x, y in places_)
