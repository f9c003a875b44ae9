"""Reviews as plain values: stored as text, and sent as the wire describes them."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest
from pydantic_core import to_json

from spielzug.core.errors import DataError
from spielzug.core.texts import LANGUAGES
from spielzug.games import NAMES
from spielzug.review.answers import full_answer, status_answer
from spielzug.review.records import WORDS, review_from_text, review_to_text
from spielzug.wire.responses import ReviewAnswer
from spielzug.wire.review import Review, ReviewWords
from wire_shapes import check_shape

from .sample import sample_match, sample_review


@pytest.mark.parametrize("game", NAMES)
def test_a_review_comes_back_from_text_as_it_was(game: str) -> None:
    match = sample_match(game)
    made = sample_review(match)
    assert review_from_text(review_to_text(made)) == made
    assert review_from_text(to_json(made).decode()) == made
    assert {d.word for d in made.decisions} == set(WORDS)
    assert made.luck
    for seat in made.by_seat:
        parts = seat.start - seat.play + seat.given + seat.luck + seat.rest
        assert parts == pytest.approx(seat.result)


def test_a_text_that_is_no_review_is_refused_with_the_field() -> None:
    made = asdict(sample_review(sample_match()))
    made["by_seat"][1]["counts"]["best"] = "many"
    with pytest.raises(DataError, match="by_seat.1.counts.best"):
        review_from_text(json.dumps(made))


@pytest.mark.parametrize("game", NAMES)
def test_what_is_shown_is_what_the_wire_describes(game: str) -> None:
    match = sample_match(game)
    made = sample_review(match)
    check_shape(Review, asdict(made))
    assert to_json(made).decode() == review_to_text(made)
    names = [f"Nr. {seat}" for seat in range(len(match.seats))]
    for lang in LANGUAGES:
        told = full_answer(made, match, lang, names)
        check_shape(ReviewAnswer, told)
        check_shape(ReviewWords, told["words"])
        for marks, decision in zip(told["marks"], made.decisions, strict=True):
            assert (marks["entry"], marks["taken"]["action"]) == (decision.entry, decision.action)
            assert marks["best"]["action"] == decision.best


@pytest.mark.parametrize(
    "told",
    [
        status_answer("none"),
        status_answer("running", {"done": 1, "total": 20}),
        status_answer("failed", trouble="No."),
    ],
)
def test_a_status_is_what_the_wire_describes(told: ReviewAnswer) -> None:
    check_shape(ReviewAnswer, told)
