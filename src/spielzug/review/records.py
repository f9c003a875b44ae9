"""The review of a finished game in numbers: plain values that are stored and sent.

`spielzug.wire.review` describes the same as models, with their documentation; tests compare the
two. A *chance* is an estimated share of the win, 0 to 1. Seats are in order. An *entry* is the
number of a line of the match's log.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import get_args

from spielzug.core.json_objects import read_object
from spielzug.core.table_values import ReviewView, ReviewWord

FORMAT = 2
VIEWS: tuple[ReviewView, ...] = get_args(ReviewView)
WORDS: tuple[ReviewWord, ...] = get_args(ReviewWord)
"""From the best to the worst."""
POOR = WORDS[2:]


@dataclass(frozen=True, kw_only=True)
class EvaluationBudget:
    """How much search goes into each choice of a review."""

    iterations: int
    bot: str
    """The bot that does the search."""
    seed: int


@dataclass(frozen=True, kw_only=True)
class ChancePoint:
    """The chances after an entry; 0 is the deal."""

    entry: int
    chances: list[float]


@dataclass(frozen=True, kw_only=True)
class DecisionReview:
    """A decision with more than one choice, and what it cost the seat that made it."""

    entry: int
    seat: int
    action: int
    choices: int
    chance: float
    """The seat's with the action it chose."""
    best: int
    """The best action; the chosen one if nothing is better."""
    best_chance: float
    cost: float
    error: float
    """Half of the 95 % interval of the cost."""
    by_lot: float
    """The cost of a random choice."""
    word: ReviewWord
    certain: bool
    """Whether the best action is a certain win."""
    before: list[float]
    """All seats' chances if the best had been chosen."""
    after: list[float]
    """All seats' chances with the chosen action, before any luck that followed."""
    line: list[tuple[int, int]] = field(default_factory=list)
    """What would likely follow the best action: seats and their actions."""


@dataclass(frozen=True, kw_only=True)
class LuckReview:
    """What luck brought with an entry, compared with what it could have brought."""

    entry: int
    by_seat: list[float]
    error: float


@dataclass(frozen=True, kw_only=True)
class SeatReview:
    """What decided the game for one seat: start − play + given + luck + rest = result."""

    seat: int
    start: float
    result: float
    play: float
    given: float
    luck: float
    rest: float
    rest_error: float
    accuracy: float
    counts: dict[ReviewWord, int]
    worst: list[int]
    """Entries of the decisions that cost it most."""


@dataclass(frozen=True, kw_only=True)
class GameReview:
    """Everything about one game from one point of view."""

    format: int
    game: str
    rules_version: int
    seats: int
    view: ReviewView
    budget: EvaluationBudget
    entries: int
    """The log entries that it covers."""
    start: list[float]
    """Chances before the cards were dealt."""
    result: list[float]
    graph: list[ChancePoint]
    decisions: list[DecisionReview]
    luck: list[LuckReview]
    by_seat: list[SeatReview]
    seconds: float


def review_from_text(text: str) -> GameReview:
    """A stored review, which must be of this `FORMAT`."""
    return read_object(GameReview, text, "the review", "a review")


def review_to_text(review: GameReview) -> str:
    """A review to be stored."""
    return json.dumps(asdict(review), separators=(",", ":"))
