"""Reviews as stored in files."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter

from spielzug.games import NAMES
from spielzug.wire.review import WORDS, Review

from .sample import sample_match, sample_review


@pytest.mark.parametrize("game", NAMES)
def test_a_review_comes_back_from_text_as_it_was(game: str) -> None:
    match = sample_match(game)
    made = sample_review(match)
    stored = TypeAdapter(Review)
    assert stored.validate_json(stored.dump_json(made)) == made
    assert {d.word for d in made.decisions} == set(WORDS)
    assert made.luck
    for seat in made.by_seat:
        parts = seat.start - seat.play + seat.given + seat.luck + seat.rest
        assert parts == pytest.approx(seat.result)
