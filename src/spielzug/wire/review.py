"""The review of a finished game in numbers; sentences are made from it and the match on request.

A *chance* is an estimated share of the win, 0 to 1. Seats are in order. An *entry* is the number of
a line of the match's log.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

FORMAT = 2
View = Literal["known", "open"]
"""Judged by what the deciding seat knew then, or with all cards open."""
Word = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
VIEWS: tuple[View, ...] = ("known", "open")
WORDS: tuple[Word, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
"""From the best to the worst."""
POOR: tuple[Word, ...] = ("inaccuracy", "mistake", "blunder")


class PlainModel:
    """The base of what a review is made of: dataclasses, so that making one needs no pydantic.

    The server checks and describes them like its other models.
    """

    __pydantic_config__: ClassVar[Mapping[str, bool]] = {
        "json_schema_serialization_defaults_required": True
    }


def about(text: str, **limits: float) -> dict[str, object]:
    """What pydantic is told of a field: its description and its limits (`ge`, `le`)."""
    return {"description": text, **limits}


@dataclass(frozen=True, kw_only=True)
class ReviewBudget(PlainModel):
    """How much search went into a review."""

    iterations: int = field(metadata=about("search iterations per choice"))
    bot: str = field(metadata=about("the bot that did the search: `search:2000+net`"))
    seed: int = field(metadata=about("the same seed gives the same review"))


@dataclass(frozen=True, kw_only=True)
class GraphPoint(PlainModel):
    entry: int = field(metadata=about("the chances are those after this entry; 0 is the deal"))
    chances: list[float]


@dataclass(frozen=True, kw_only=True)
class ReviewDecision(PlainModel):
    """A decision with more than one choice, and what it cost the seat that made it."""

    entry: int
    seat: int
    action: int
    choices: int
    chance: float = field(metadata=about("the seat's chance with the action it chose"))
    best: int = field(metadata=about("the best action; the chosen one if nothing is better"))
    best_chance: float
    cost: float = field(
        metadata=about("what the decision cost of the seat's chance; 0 if it chose the best", ge=0)
    )
    error: float = field(metadata=about("half of the 95 % interval of the cost", ge=0))
    by_lot: float = field(
        metadata=about("what a random choice would have cost here; accuracy is measured against it")
    )
    word: Word
    certain: bool = field(
        metadata=about("whether the best action is a certain win, so its chance is exact")
    )
    before: list[float] = field(metadata=about("all seats' chances if the best had been chosen"))
    after: list[float] = field(
        metadata=about("all seats' chances with the chosen action, before any luck that followed")
    )
    line: list[tuple[int, int]] = field(
        default_factory=list,
        metadata=about("what would likely follow the best action: seats and their actions"),
    )


@dataclass(frozen=True, kw_only=True)
class ReviewLuck(PlainModel):
    """What luck brought with an entry, compared with what it could have brought."""

    entry: int = field(metadata=about("0 is the deal"))
    by_seat: list[float] = field(
        metadata=about("the change in each seat's chance; they sum to zero")
    )
    error: float = field(metadata=about("half of the 95 % interval", ge=0))


@dataclass(frozen=True, kw_only=True)
class ReviewSeat(PlainModel):
    """What decided the game for one seat: start − play + given + luck + rest = result."""

    seat: int
    start: float = field(metadata=about("its chance before the cards were dealt"))
    result: float = field(metadata=about("its share of the win"))
    play: float = field(metadata=about("what its own decisions cost it", ge=0))
    given: float = field(metadata=about("what it gained from the decisions of the others"))
    luck: float
    rest: float = field(metadata=about("the difference that the other parts do not explain"))
    rest_error: float = field(metadata=about("half of the 95 % interval of the rest", ge=0))
    accuracy: float = field(
        metadata=about("100 means nothing was lost, 20 as much as by random choices", ge=0, le=100)
    )
    counts: dict[Word, int] = field(metadata=about("the number of its decisions by word"))
    worst: list[int] = field(
        metadata=about(
            "entries of up to three decisions that cost it most, the most expensive first; "
            "only costs beyond the margin of error"
        )
    )


@dataclass(frozen=True, kw_only=True)
class Review(PlainModel):
    format: int = FORMAT
    game: str
    rules_version: int
    seats: int
    view: View
    budget: ReviewBudget
    entries: int = field(metadata=about("the number of log entries that it covers"))
    start: list[float] = field(metadata=about("chances before the cards were dealt"))
    result: list[float]
    graph: list[GraphPoint]
    decisions: list[ReviewDecision]
    luck: list[ReviewLuck]
    by_seat: list[ReviewSeat]
    seconds: float = field(metadata=about("how long the review took"))


# -- the same in words ----------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class SeatWords(PlainModel):
    seat: int
    name: str
    headline: str = field(
        metadata=about("how the game ended for this seat, and how well it played")
    )
    sentences: list[str] = field(
        metadata=about("its chance at the start; what its play, the others and luck did; the rest")
    )
    worst: list[int] = field(metadata=about("entries of the decisions that cost it most"))


@dataclass(frozen=True, kw_only=True)
class DecisionWords(PlainModel):
    entry: int
    position: int = field(metadata=about("how many decisions that still count came before it"))
    seat: int
    word: str
    taken: str = field(metadata=about("what was chosen, in the words offered to the seat"))
    best: str = field(metadata=about("what was better; the same as `taken` if nothing was"))
    notation: str
    best_notation: str
    cost: str = field(metadata=about("the cost with its margin of error; empty if it cost nothing"))
    reason: str
    line: str = field(
        metadata=about("what would likely have followed the best action; may be empty")
    )


@dataclass(frozen=True, kw_only=True)
class LuckWords(PlainModel):
    entry: int
    position: int = field(
        metadata=about("how many decisions that still count had been made by then")
    )
    text: str = field(metadata=about("what happened"))
    sentence: str = field(metadata=about("who it helped, and by how much"))


@dataclass(frozen=True, kw_only=True)
class ReviewTerms(PlainModel):
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


@dataclass(frozen=True, kw_only=True)
class ReviewWords(PlainModel):
    """A review in one language, with decisions and luck in the same order as in the review."""

    lang: str
    view: str = field(metadata=about("what this view means"))
    about: str = field(metadata=about("how the review was made, and how reliable it is"))
    terms: ReviewTerms
    seats: list[SeatWords]
    decisions: list[DecisionWords]
    luck: list[LuckWords]
