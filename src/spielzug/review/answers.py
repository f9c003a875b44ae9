"""A review as it is shown: its numbers, its texts and its choices on the board, as plain fields.

The fields are in the order of `wire.responses.ReviewAnswer`; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Literal, TypedDict

from spielzug.bots.message_fields import ChoiceFields, choice_fields
from spielzug.core.match import Match
from spielzug.review.records import GameReview, ReviewTexts
from spielzug.review.words import write_words

__all__ = [
    "MarksFields", "ProgressFields", "ReviewAnswerFields", "ReviewStatus", "full_answer",
    "status_answer",
]  # fmt: skip

ReviewStatus = Literal["none", "waiting", "running", "ready", "failed"]


class ProgressFields(TypedDict):
    """Parts of the work; both are 0 before it starts."""

    done: int
    total: int


class MarksFields(TypedDict):
    """A decision for the board to show: what was chosen, and what was better."""

    entry: int
    taken: ChoiceFields
    best: ChoiceFields


class ReviewAnswerFields(TypedDict):
    """The status of a review, and the review itself once it is ready."""

    state: ReviewStatus
    progress: ProgressFields | None
    trouble: str | None
    review: dict[str, Any] | None
    words: dict[str, Any] | None
    marks: list[MarksFields]


def status_answer(
    state: ReviewStatus, progress: ProgressFields | None = None, trouble: str | None = None
) -> ReviewAnswerFields:
    """Only the status; `trouble` is a sentence about why it failed."""
    return {
        "state": state,
        "progress": progress,
        "trouble": trouble,
        "review": None,
        "words": None,
        "marks": [],
    }


def full_answer(
    review: GameReview, match: Match, lang: str, names: Sequence[str]
) -> ReviewAnswerFields:
    """The whole review in one language, with these names of the players."""
    words = write_words(review, match, lang, names)
    return {
        "state": "ready",
        "progress": None,
        "trouble": None,
        "review": asdict(review),
        "words": asdict(words),
        "marks": _marks(review, words, match, names),
    }


def _marks(
    review: GameReview, words: ReviewTexts, match: Match, names: Sequence[str]
) -> list[MarksFields]:
    told: list[MarksFields] = []
    for decision, text in zip(review.decisions, words.decisions, strict=True):
        seen = match.position_after(text.position).seen(decision.seat, names)
        told.append(
            {
                "entry": decision.entry,
                "taken": choice_fields(seen, decision.action, words.lang),
                "best": choice_fields(seen, decision.best, words.lang),
            }
        )
    return told
