"""The review of a finished game in numbers. Words are made of it and the match when it is read.

A *chance* is an estimated share of the win, 0 to 1. Seats are in order. An *entry* is the number of
a line of the match's log.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from spielzug.core.wire.parts import Told

FORMAT = 2
View = Literal["known", "open"]
"""With what the deciding seat knew then, or with all cards open."""
Word = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
VIEWS: tuple[View, ...] = ("known", "open")
WORDS: tuple[Word, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
"""From the best to the worst."""
POOR: tuple[Word, ...] = ("inaccuracy", "mistake", "blunder")


class ReviewBudget(Told):
    """How much thought went into a review."""

    iterations: int = Field(description="of one thought about what comes of one choice")
    bot: str = Field(description="who thought, as bots are called: `search:2000+net`")
    seed: int = Field(description="the same one gives the same review")


class GraphPoint(Told):
    entry: int = Field(description="the chances after this entry; 0 is after the deal")
    chances: list[float]


class ReviewDecision(Told):
    """A decision with a choice, and what it cost the seat that made it."""

    entry: int
    seat: int
    action: int
    choices: int
    chance: float = Field(description="of the seat, with what it chose")
    best: int = Field(description="the best action; the chosen one where nothing is better")
    best_chance: float
    cost: float = Field(ge=0, description="of the seat's chance, 0 where it chose the best")
    error: float = Field(ge=0, description="half of the 95 % interval of the cost")
    by_lot: float = Field(
        description="what one choice by lot would have cost here: by it accuracy is measured"
    )
    word: Word
    certain: bool = Field(description="whether the best one wins for sure: then that is exact")
    before: list[float] = Field(description="all seats' chances if the best had been chosen")
    after: list[float] = Field(
        description="all seats' chances with what was chosen, before chance had its say"
    )
    line: list[tuple[int, int]] = Field(
        default_factory=list,
        description="what would likely follow the best one: seats and their actions",
    )


class ReviewLuck(Told):
    """What chance brought with an entry, against what it might have brought."""

    entry: int = Field(description="0 is the deal")
    by_seat: list[float] = Field(description="of each seat's chance; together nothing")
    error: float = Field(ge=0, description="half of the 95 % interval")


class ReviewSeat(Told):
    """What the game turned on for one seat: start − play + given + luck + rest = result."""

    seat: int
    start: float = Field(description="its chance before the cards were dealt")
    result: float = Field(description="its share of the win")
    play: float = Field(ge=0, description="what its own decisions cost it")
    given: float = Field(description="what the decisions of the others brought it")
    luck: float
    rest: float = Field(description="how far all this does not add up to the result")
    rest_error: float = Field(ge=0, description="half of the 95 % interval of the rest")
    accuracy: float = Field(
        ge=0, le=100, description="100: nothing was lost; 20: as much as by choices by lot"
    )
    counts: dict[Word, int] = Field(description="its decisions by what they are called")
    worst: list[int] = Field(
        description="entries of up to three decisions that cost it most, the dearest first; only "
        "what is beyond the noise"
    )


class Review(Told):
    format: int = FORMAT
    game: str
    rules_version: int
    seats: int
    view: View
    budget: ReviewBudget
    entries: int = Field(description="of the log, that it covers")
    start: list[float] = Field(description="chances before the cards were dealt")
    result: list[float]
    graph: list[GraphPoint]
    decisions: list[ReviewDecision]
    luck: list[ReviewLuck]
    by_seat: list[ReviewSeat]
    seconds: float = Field(description="that it took")


# -- the same in words ----------------------------------------------------------------------------


class SeatWords(Told):
    seat: int
    name: str
    headline: str = Field(description="how it ended for this seat, and how well it played")
    sentences: list[str] = Field(
        description="where it began, what its play, the others and luck did, what is left over"
    )
    worst: list[int] = Field(description="entries of the decisions that cost it most")


class DecisionWords(Told):
    entry: int
    position: int = Field(description="how many decisions that count came before it")
    seat: int
    word: str
    taken: str = Field(description="what was chosen, as the seat was offered it")
    best: str = Field(description="what was better; the same where nothing was")
    notation: str
    best_notation: str
    cost: str = Field(description="with its doubt; empty where it cost nothing")
    reason: str
    line: str = Field(description="what would likely have followed the best one; may be empty")


class LuckWords(Told):
    entry: int
    position: int = Field(description="how many decisions that count were made then")
    text: str = Field(description="what came")
    sentence: str = Field(description="whom it helped, and how much")


class ReviewTerms(Told):
    """What things are called where there is no room for a sentence."""

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


class ReviewWords(Told):
    """A review in one language. Its decisions and luck are in the order of the review's."""

    lang: str
    view: str = Field(description="what this view means")
    about: str = Field(description="how it was estimated, and how sure it is")
    terms: ReviewTerms
    seats: list[SeatWords]
    decisions: list[DecisionWords]
    luck: list[LuckWords]
