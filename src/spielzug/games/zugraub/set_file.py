"""The model of a set file of Der große Zugraub: it checks and explains what a person wrote.

Playing the sets that ship needs none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field

from spielzug.core.sets.model import Name, SetEntries, SetModel, Text, bounded_int
from spielzug.games.zugraub.facts.sets import ABILITIES, BONUS, CARDS, LEAST_CARDS, MOST_RUN

if TYPE_CHECKING:
    Ability = str
else:
    Ability = Literal[ABILITIES]


def _empty_if_none(value: object) -> object:
    return [] if value is None else value


def _none_named(value: object) -> object:
    return {} if value is None else value


class BrainCardEntry(SetEntries):
    WHAT: ClassVar[str] = "a card"
    RULE: ClassVar[str] = "B1"

    name: Name = Field(description="Every card has a different name.")
    kind: Text = Field(
        description="What it is: a name from `kinds`, or a text, or one for each language."
    )
    cost: int = bounded_int(0, 255, "Experience points it costs to put it into the head.")
    hit: int = bounded_int(
        -128, 127, "What it adds in a fight, from the head or played from the hand."
    )
    run: int = bounded_int(
        -128, MOST_RUN, "What it adds to a move; a reach is at least 0, behind the train 1."
    )
    iq: int = bounded_int(0, 255, "The highest in a head wins; a brain with 0 cannot win.")
    cheese: bool = Field(
        False, description="Whether it is a government cheese; its IQ is 0, so it cannot win."
    )
    ability: Ability = Field("", description="What its owner can do while it is in the head.")


class FaceEntry(SetEntries):
    WHAT: ClassVar[str] = "a face"
    RULE: ClassVar[str] = "B2"

    name: Name = Field(description="Every face has a different name.")
    title: Text = Field(description="What people call it.")
    plan: str = Field(
        description="A drawing of 7 lines with 13 characters, the rear on the left: `.` plain, "
        "`*` a brain space, `1` to `7` where zombies start, `B` a brake; between spaces a blank "
        "is open, `|` and `-` are walls."
    )


class ZugraubSet(SetModel):
    RULE: ClassVar[str] = "B3"

    kinds: Annotated[dict[str, Text], BeforeValidator(_none_named)] = Field(
        default_factory=dict, description="Kinds of cards by name, each with its words."
    )
    cards: list[BrainCardEntry] = Field(
        min_length=LEAST_CARDS,
        max_length=CARDS + BONUS,
        description="The cards, numbered in this order from 1.",
    )
    bonus: Annotated[list[BrainCardEntry], BeforeValidator(_empty_if_none)] = Field(
        default_factory=list, description="Cards used only with the option `bonus`."
    )
    cars: list[list[FaceEntry]] = Field(description="The pieces, with two faces each.")
    caboose: FaceEntry = Field(description="Where the zombies start.")
    engine: FaceEntry = Field(description="The other side of the Caboose, with the brakes.")
