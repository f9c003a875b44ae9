"""The card of a net: what it is for, how it was made, how strong it is."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

FORMAT = 1
"""Of the file: which tensors there are, and what is done with them."""


def printable(text: str) -> str:
    """A card is shown in terminals: what would steer them has no place in it."""
    if not all(line.isprintable() for line in text.split("\n")):
        raise ValueError("only characters that can be printed are allowed")
    return text


def one_line(text: str) -> str:
    if "\n" in text:
        raise ValueError("a single line is expected")
    return printable(text)


Word = Annotated[str, Field(max_length=100), AfterValidator(one_line)]
Text = Annotated[str, Field(max_length=4000), AfterValidator(printable)]
Chance = Annotated[float, Field(ge=0, le=1)]


class CardEntries(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class SetName(CardEntries):
    """The set of cards or boards that it learned with; both empty in a game without sets."""

    name: Word
    digest: Word


class TrainingInfo(CardEntries):
    """How it came to be."""

    command: Text
    device: Word
    minutes: float = Field(ge=0)
    seed: Word
    decisions: int = Field(ge=0)
    games: int = Field(ge=0)
    versions: dict[Word, Word]
    """Of spielzug and of the libraries."""
    date: Word
    settings: dict[Word, Any] = {}
    """What else a teacher wants to keep."""


class Strength(CardEntries):
    """How it did against somebody."""

    against: Word
    games: int = Field(ge=1)
    rate: Chance
    """Its share of the wins."""
    low: Chance
    high: Chance
    """The interval that holds the true share 19 times out of 20."""
    luck_off: bool
    """Whether luck was taken off: what one side had the other had, too."""
    seats: int = Field(ge=2)


class NetCard(CardEntries):
    format: int
    game: Word
    rules_version: int
    set: SetName
    observation: Word
    """The version of what a seat sees, `Encoding.digest`."""
    sizes: tuple[int, int, int]
    """Of the layers."""
    made: TrainingInfo
    seats: tuple[int, ...] = Field(min_length=1)
    """How many may play."""
    options: dict[Word, int | Word] = {}
    """What was played otherwise than usual while it learned."""
    settings: tuple[Word, ...] = Field(("",), min_length=1, max_length=64)
    """The options that it learned to play with, see `find.setting_of`; each has a row of the table
    after those of the observation."""
    strength: tuple[Strength, ...] = ()
    notes: Text = ""
