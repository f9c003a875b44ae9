"""The texts of a review: in four languages, in the game's own words, and true."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from functools import cache

import pytest

from review.sample import sample_match, sample_review
from spielzug.core.errors import UsageError
from spielzug.core.match import Match
from spielzug.core.texts import LANGUAGES, missing
from spielzug.games import NAMES
from spielzug.review.records import DecisionReview, GameReview, SeatReview
from spielzug.review.texts import COUNTS, SENTENCES, TERMS
from spielzug.review.words import write_words
from spielzug.wire.review import ReviewTerms

ENGLISH = re.compile(r"\b(would|better|decisions|luck|the|brought|against)\b")
"""Words that no other of the languages has."""


@cache
def reviewed(game: str = "game_of_trains") -> tuple[Match, GameReview]:
    match = sample_match(game)
    return match, sample_review(match)


@pytest.mark.parametrize("texts", [TERMS, COUNTS, SENTENCES], ids=["terms", "counts", "sentences"])
def test_every_text_is_in_every_language(texts: dict[str, dict[str, str]]) -> None:
    assert missing(texts) == []


def test_every_term_has_a_field() -> None:
    assert list(TERMS) == list(ReviewTerms.__annotations__)


@pytest.mark.parametrize("game", NAMES)
def test_a_review_of_every_game_is_told_in_every_language(game: str) -> None:
    match, review = reviewed(game)
    spoken = {lang: write_words(review, match, lang) for lang in LANGUAGES}
    for lang, words in spoken.items():
        assert [d["entry"] for d in words["decisions"]] == [d.entry for d in review.decisions]
        assert [one["entry"] for one in words["luck"]] == [one.entry for one in review.luck]
        said = [words["view"], words["about"]]
        for seat in words["seats"]:
            said += [seat["headline"], *seat["sentences"]]
        for decision in words["decisions"]:
            assert decision["taken"] and decision["best"] and decision["reason"]
            said += [decision["word"], decision["reason"]]
        for luck in words["luck"]:
            assert luck["text"]
            said.append(luck["sentence"])
        assert all(one.strip() and "{" not in one for one in said)
        if lang != "en":
            frame = [one for one in said if "“" not in one and "„" not in one and "«" not in one]
            assert not [one for one in frame if ENGLISH.search(one)]
    for one, other in ((a, b) for a in LANGUAGES for b in LANGUAGES if a < b):
        assert spoken[one]["seats"][0]["sentences"] != spoken[other]["seats"][0]["sentences"]


def test_a_decision_stands_at_the_position_in_which_it_was_made() -> None:
    match, review = reviewed()
    for decision in write_words(review, match)["decisions"]:
        position = match.position_after(decision["position"])
        assert position.actor == decision["seat"]
        assert match.decisions[decision["position"]].number == decision["entry"]
        assert position.parse(decision["notation"]) == match.log[decision["entry"]].action


def with_one(**changed: object) -> str:
    """What is said of a decision like this."""
    match, review = reviewed()
    poor = next(d for d in review.decisions if d.word == "blunder")
    one = DecisionReview(**{**asdict(poor), "certain": False, **changed})
    words = write_words(replace(review, decisions=[one]), match)
    return words["decisions"][0]["reason"]


def test_a_difference_inside_the_noise_is_only_perhaps_one() -> None:
    near = with_one(word="good", cost=0.03, error=0.05, chance=0.5, best_chance=0.53)
    assert "” may have been better" in near and "within the margin of error" in near
    clear = with_one(word="good", cost=0.03, error=0.01, chance=0.5, best_chance=0.53)
    assert "a little better: 53% against 50%" in clear


def test_only_what_is_proved_is_called_certain() -> None:
    almost = with_one(word="blunder", cost=0.5, error=0.01, chance=0.5, best_chance=1.0)
    assert "99%" in almost and "certain" not in almost
    assert "for certain" in with_one(certain=True, cost=0.5, chance=0.5, best_chance=1.0)


def rest_of(rest: float, error: float) -> str:
    match, review = reviewed()
    changed = {**asdict(review.by_seat[0]), "rest": rest, "rest_error": error}
    seats = [SeatReview(**changed), *review.by_seat[1:]]
    words = write_words(replace(review, by_seat=seats), match)
    return words["seats"][0]["sentences"][-1]


def test_it_is_said_how_far_the_sums_do_not_add_up() -> None:
    assert "4 points short of the result" in rest_of(0.04, 0.1) and "within" in rest_of(0.04, 0.1)
    assert "do not explain" in rest_of(0.2, 0.1)
    assert "1 point more than the result, which is within" in rest_of(-0.01, 0.1)
    assert "do not explain" in rest_of(-0.2, 0.1)
    assert "exactly" in rest_of(0.001, 0.1)


def test_a_line_is_told_as_far_as_it_hangs_on_nothing_hidden() -> None:
    match, review = reviewed("zwergenzugfahrt")
    for decision in review.decisions:
        position = match.position_after(
            next(n for n, e in enumerate(match.decisions) if e.number == decision.entry)
        )
        position.advance(decision.best)
        if not position.over and len(position.legal) > 1:
            follows = (position.actor, position.legal[0])
            break
    one = DecisionReview(**{**asdict(decision), "word": "mistake", "line": [follows]})
    review = replace(review, decisions=[one], view="open")
    line = write_words(review, match)["decisions"][0]["line"]
    label = position.seen(follows[0], match.names).label(follows[1])
    assert line == f"Most likely to follow: {match.names[follows[0]]} “{label}”."
    wrong = DecisionReview(**{**asdict(one), "line": [(follows[0], 10**6)]})
    assert write_words(replace(review, decisions=[wrong]), match)["decisions"][0]["line"] == ""


def test_the_review_of_another_game_is_refused() -> None:
    match, review = reviewed()
    with pytest.raises(UsageError, match="another game"):
        write_words(replace(review, entries=3), match)


def test_a_language_that_is_none_is_refused() -> None:
    match, review = reviewed()
    with pytest.raises(UsageError, match="no language 'xx'"):
        write_words(review, match, "xx")


def test_readers_may_call_the_players_otherwise() -> None:
    match, review = reviewed()
    words = write_words(review, match, "de", ["Du", "Gegner"])
    assert [seat["name"] for seat in words["seats"]] == ["Du", "Gegner"]
