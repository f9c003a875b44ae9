"""A review as it is shown: its numbers, its texts and its choices on the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Literal, cast

from spielzug.bots.message_fields import choice_fields
from spielzug.core.match import Match
from spielzug.review.records import GameReview
from spielzug.review.words import write_words

if TYPE_CHECKING:
    from spielzug.wire.responses import ReviewAnswer, ReviewMarks, ReviewProgress
    from spielzug.wire.review import Review, ReviewWords

ReviewStatus = Literal["none", "waiting", "running", "ready", "failed"]


def status_answer(
    state: ReviewStatus,
    progress: ReviewProgress | None = None,
    trouble: str | None = None,
) -> ReviewAnswer:
    """Only the status; `trouble` is a sentence about why it failed."""
    return {
        "state": state,
        "progress": progress,
        "trouble": trouble,
        "review": None,
        "words": None,
        "marks": [],
    }


def full_answer(review: GameReview, match: Match, lang: str, names: Sequence[str]) -> ReviewAnswer:
    """The whole review in one language, with these names of the players."""
    words = write_words(review, match, lang, names)
    return {
        **status_answer("ready"),
        "review": cast("Review", asdict(review)),
        "words": words,
        "marks": _marks(review, words, match, names),
    }


def _marks(
    review: GameReview, words: ReviewWords, match: Match, names: Sequence[str]
) -> list[ReviewMarks]:
    told: list[ReviewMarks] = []
    for decision, text in zip(review.decisions, words["decisions"], strict=True):
        seen = match.position_after(text["position"]).seen(decision.seat, names)
        taken, best = choice_fields(seen, (decision.action, decision.best), words["lang"])
        told.append({"entry": decision.entry, "taken": taken, "best": best})
    return told
