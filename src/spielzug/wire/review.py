"""The review of a finished game in numbers; sentences are made from it and the match on request.

A *chance* is an estimated share of the win, 0 to 1. Seats are in order. An *entry* is the number of
a line of the match's log.
"""

from __future__ import annotations

from pydantic import Field

from spielzug.core.table_values import ReviewView, ReviewWord
from spielzug.wire.parts import WireModel


class ReviewBudget(WireModel):
    """How much search went into a review."""

    iterations: int = Field(description="search iterations per choice")
    bot: str = Field(description="the bot that did the search: `search:2000+net`")
    seed: int = Field(description="the same seed gives the same review")


class GraphPoint(WireModel):
    entry: int = Field(description="the chances are those after this entry; 0 is the deal")
    chances: list[float]


class ReviewDecision(WireModel):
    """A decision with more than one choice, and what it cost the seat that made it."""

    entry: int
    seat: int
    action: int
    choices: int
    chance: float = Field(description="the seat's chance with the action it chose")
    best: int = Field(description="the best action; the chosen one if nothing is better")
    best_chance: float
    cost: float = Field(
        ge=0, description="what the decision cost of the seat's chance; 0 if it chose the best"
    )
    error: float = Field(ge=0, description="half of the 95 % interval of the cost")
    by_lot: float = Field(
        description="what a random choice would have cost here; accuracy is measured against it"
    )
    word: ReviewWord
    certain: bool = Field(
        description="whether the best action is a certain win, so its chance is exact"
    )
    before: list[float] = Field(description="all seats' chances if the best had been chosen")
    after: list[float] = Field(
        description="all seats' chances with the chosen action, before any luck that followed"
    )
    line: list[tuple[int, int]] = Field(
        default_factory=list,
        description="what would likely follow the best action: seats and their actions",
    )


class ReviewLuck(WireModel):
    """What luck brought with an entry, compared with what it could have brought."""

    entry: int = Field(description="0 is the deal")
    by_seat: list[float] = Field(description="the change in each seat's chance; they sum to zero")
    error: float = Field(ge=0, description="half of the 95 % interval")


class ReviewSeat(WireModel):
    """What decided the game for one seat: start − play + given + luck + rest = result."""

    seat: int
    start: float = Field(description="its chance before the cards were dealt")
    result: float = Field(description="its share of the win")
    play: float = Field(ge=0, description="what its own decisions cost it")
    given: float = Field(description="what it gained from the decisions of the others")
    luck: float
    rest: float = Field(description="the difference that the other parts do not explain")
    rest_error: float = Field(ge=0, description="half of the 95 % interval of the rest")
    accuracy: float = Field(
        ge=0, le=100, description="100 means nothing was lost, 20 as much as by random choices"
    )
    counts: dict[ReviewWord, int] = Field(description="the number of its decisions by word")
    worst: list[int] = Field(
        description=(
            "entries of up to three decisions that cost it most, the most expensive first; "
            "only costs beyond the margin of error"
        )
    )


class Review(WireModel):
    format: int
    game: str
    rules_version: int
    seats: int
    view: ReviewView
    budget: ReviewBudget
    entries: int = Field(description="the number of log entries that it covers")
    start: list[float] = Field(description="chances before the cards were dealt")
    result: list[float]
    graph: list[GraphPoint]
    decisions: list[ReviewDecision]
    luck: list[ReviewLuck]
    by_seat: list[ReviewSeat]
    seconds: float = Field(description="how long the review took")


# -- the same in words ----------------------------------------------------------------------------


class SeatWords(WireModel):
    seat: int
    name: str
    headline: str = Field(description="how the game ended for this seat, and how well it played")
    sentences: list[str] = Field(
        description="its chance at the start; what its play, the others and luck did; the rest"
    )
    worst: list[int] = Field(description="entries of the decisions that cost it most")


class DecisionWords(WireModel):
    entry: int
    position: int = Field(description="how many decisions that still count came before it")
    seat: int
    word: str
    taken: str = Field(description="what was chosen, in the words offered to the seat")
    best: str = Field(description="what was better; the same as `taken` if nothing was")
    notation: str
    best_notation: str
    cost: str = Field(description="the cost with its margin of error; empty if it cost nothing")
    reason: str
    line: str = Field(description="what would likely have followed the best action; may be empty")


class LuckWords(WireModel):
    entry: int
    position: int = Field(description="how many decisions that still count had been made by then")
    text: str = Field(description="what happened")
    sentence: str = Field(description="who it helped, and by how much")


class ReviewTerms(WireModel):
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


class ReviewWords(WireModel):
    """A review in one language, with decisions and luck in the same order as in the review."""

    lang: str
    view: str = Field(description="what this view means")
    about: str = Field(description="how the review was made, and how reliable it is")
    terms: ReviewTerms
    seats: list[SeatWords]
    decisions: list[DecisionWords]
    luck: list[LuckWords]
