"""The review of a finished game in numbers; sentences are made from it and the match on request.

A *chance* is an estimated share of the win, 0 to 1. Seats are in order. An *entry* is the number of
a line of the match's log.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from spielzug.core.table_values import ReviewView, ReviewWord
from spielzug.wire.parts import doc


class ReviewBudget(TypedDict):
    """How much search went into a review."""

    iterations: Annotated[int, doc("search iterations per choice")]
    bot: Annotated[str, doc("the bot that did the search: `search:2000+net`")]
    seed: Annotated[int, doc("the same seed gives the same review")]


class GraphPoint(TypedDict):
    entry: Annotated[int, doc("the chances are those after this entry; 0 is the deal")]
    chances: list[float]


class ReviewDecision(TypedDict):
    """A decision with more than one choice, and what it cost the seat that made it."""

    entry: int
    seat: int
    action: int
    choices: int
    chance: Annotated[float, doc("the seat's chance with the action it chose")]
    best: Annotated[int, doc("the best action; the chosen one if nothing is better")]
    best_chance: float
    cost: Annotated[
        float,
        Field(
            ge=0, description="what the decision cost of the seat's chance; 0 if it chose the best"
        ),
    ]
    error: Annotated[float, Field(ge=0, description="half of the 95 % interval of the cost")]
    by_lot: Annotated[
        float, doc("what a random choice would have cost here; accuracy is measured against it")
    ]
    word: ReviewWord
    certain: Annotated[
        bool, doc("whether the best action is a certain win, so its chance is exact")
    ]
    before: Annotated[list[float], doc("all seats' chances if the best had been chosen")]
    after: Annotated[
        list[float], doc("all seats' chances with the chosen action, before any luck that followed")
    ]
    line: Annotated[
        list[tuple[int, int]],
        doc("what would likely follow the best action: seats and their actions"),
    ]


class ReviewLuck(TypedDict):
    """What luck brought with an entry, compared with what it could have brought."""

    entry: Annotated[int, doc("0 is the deal")]
    by_seat: Annotated[list[float], doc("the change in each seat's chance; they sum to zero")]
    error: Annotated[float, Field(ge=0, description="half of the 95 % interval")]


class ReviewSeat(TypedDict):
    """What decided the game for one seat: start − play + given + luck + rest = result."""

    seat: int
    start: Annotated[float, doc("its chance before the cards were dealt")]
    result: Annotated[float, doc("its share of the win")]
    play: Annotated[float, Field(ge=0, description="what its own decisions cost it")]
    given: Annotated[float, doc("what it gained from the decisions of the others")]
    luck: float
    rest: Annotated[float, doc("the difference that the other parts do not explain")]
    rest_error: Annotated[float, Field(ge=0, description="half of the 95 % interval of the rest")]
    accuracy: Annotated[
        float,
        Field(
            ge=0, le=100, description="100 means nothing was lost, 20 as much as by random choices"
        ),
    ]
    counts: Annotated[dict[ReviewWord, int], doc("the number of its decisions by word")]
    worst: Annotated[
        list[int],
        doc(
            "entries of up to three decisions that cost it most, the most expensive first; "
            "only costs beyond the margin of error"
        ),
    ]


class Review(TypedDict):
    format: int
    game: str
    rules_version: int
    seats: int
    view: ReviewView
    budget: ReviewBudget
    entries: Annotated[int, doc("the number of log entries that it covers")]
    start: Annotated[list[float], doc("chances before the cards were dealt")]
    result: list[float]
    graph: list[GraphPoint]
    decisions: list[ReviewDecision]
    luck: list[ReviewLuck]
    by_seat: list[ReviewSeat]
    seconds: Annotated[float, doc("how long the review took")]


# -- the same in words ----------------------------------------------------------------------------


class SeatWords(TypedDict):
    seat: int
    name: str
    headline: Annotated[str, doc("how the game ended for this seat, and how well it played")]
    sentences: Annotated[
        list[str], doc("its chance at the start; what its play, the others and luck did; the rest")
    ]
    worst: Annotated[list[int], doc("entries of the decisions that cost it most")]


class DecisionWords(TypedDict):
    entry: int
    position: Annotated[int, doc("how many decisions that still count came before it")]
    seat: int
    word: str
    taken: Annotated[str, doc("what was chosen, in the words offered to the seat")]
    best: Annotated[str, doc("what was better; the same as `taken` if nothing was")]
    notation: str
    best_notation: str
    cost: Annotated[str, doc("the cost with its margin of error; empty if it cost nothing")]
    reason: str
    line: Annotated[str, doc("what would likely have followed the best action; may be empty")]


class LuckWords(TypedDict):
    entry: int
    position: Annotated[int, doc("how many decisions that still count had been made by then")]
    text: Annotated[str, doc("what happened")]
    sentence: Annotated[str, doc("who it helped, and by how much")]


class ReviewTerms(TypedDict):
    """Short terms, for where a sentence would be too long."""

    best: str
    good: str
    inaccuracy: str
    mistake: str
    blunder: str
    accuracy: str
    start: str
    play: str
    given: str
    luck: str
    rest: str
    result: str


class ReviewWords(TypedDict):
    """A review in one language, with decisions and luck in the same order as in the review."""

    lang: str
    view: Annotated[str, doc("what this view means")]
    about: Annotated[str, doc("how the review was made, and how reliable it is")]
    terms: ReviewTerms
    seats: list[SeatWords]
    decisions: list[DecisionWords]
    luck: list[LuckWords]
