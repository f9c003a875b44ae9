"""The model of a set file of Trains: it checks and explains what a person wrote.

Playing the sets that ship needs none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field

from spielzug.core.sets.model import SetEntries, SetModel, Text
from spielzug.games.trains.facts.boards import MOST_NUMBER, MOST_ROOM, ROWS, SPACES
from spielzug.games.trains.facts.sets import (
    CHOSEN,
    CODES,
    MOST_OF_A_KIND,
    PRESETS,
    RANDOM_CODES,
    SLOTS,
)

if TYPE_CHECKING:
    Code = str
    RandomCode = str
    Preset = str
    Letter = str
else:
    Code, RandomCode, Preset, Letter = (
        Literal[words] for words in (CODES, RANDOM_CODES, PRESETS, tuple(ROWS))
    )
Supply = Annotated[list[RandomCode], Field(min_length=CHOSEN, max_length=CHOSEN)]
Points = Annotated[int, Field(ge=0, le=99)]


class DeckEntry(SetEntries):
    WHAT: ClassVar[str] = "a deck"
    RULE: ClassVar[str] = "T2"

    NT: int | None = Field(None, ge=0, le=20, description="Normal Trains.")
    LR: int | None = Field(None, ge=0, le=20, description="Lay Rails.")
    SE: int | None = Field(None, ge=0, le=20, description="Station Expansions.")


class NumbersEntry(SetEntries):
    WHAT: ClassVar[str] = "the list of numbers"

    hand: int | None = Field(
        None, ge=1, le=20, description="Cards drawn at the end of a turn (T8)."
    )
    cubes: int | None = Field(
        None, ge=2, le=SPACES, description="Rails per player, including the first one (T3)."
    )
    tokens: int | None = Field(
        None, ge=1, le=200, description="Stations for everybody together (T13), counted in a byte."
    )
    empty_piles: int | None = Field(
        None, ge=1, le=SLOTS - 2,
        description="The game ends when this many piles are empty, not counting Waste (T15).",
    )  # fmt: skip
    city_points: list[Points] | None = Field(
        None, min_length=2, max_length=MOST_ROOM + 1,
        description="Points for a rail in a city with 0, 1, 2, … stations (T16).",
    )  # fmt: skip
    river: int | None = Field(None, ge=0, le=20, description="Money for a rail there (T11).")
    mountain: int | None = Field(None, ge=0, le=20, description="Money for a rail there (T11).")
    city: int | None = Field(
        None, ge=0, le=20, description="Money for a rail there, and 1 for each station (T11)."
    )
    deck: DeckEntry | None = Field(None, description="What everybody starts with (T2).")


class TrainsCardEntry(SetEntries):
    WHAT: ClassVar[str] = "a card"
    RULE: ClassVar[str] = "T14"

    code: Code = Field(description="Two letters: its kind, and therefore what it can do.")
    names: Text | None = Field(None, description="What people call it.")
    help: Text | None = Field(None, description="What it does, in a sentence.")
    count: int | None = Field(
        None,
        ge=0,
        le=MOST_OF_A_KIND,
        description="How many there are in all (T1), counted in a byte.",
    )
    cost: int | None = Field(None, ge=0, le=99, description="Its price (T6).")
    money: int | None = Field(None, ge=0, le=99, description="What playing it brings (T5).")
    points: int | None = Field(None, ge=0, le=99, description="Its points at the end (T16).")
    waste: int | None = Field(
        None, ge=0, le=9,
        description="Waste that comes with it: when a rail or station card is used (T12), when a "
        "victory card is bought (T6).",
    )  # fmt: skip
    draws: int | None = Field(
        None, ge=0, le=20, description="Cards its ability draws, if it does nothing else."
    )
    id: str | None = Field(None, description="Belongs to the ability and cannot be changed.")
    group: str | None = Field(None, description="Belongs to the ability and cannot be changed.")
    kinds: list[str] | None = Field(
        None, description="Belongs to the ability and cannot be changed."
    )
    needs: str | None = Field(None, description="Belongs to the ability and cannot be changed.")


class TrainsBoardEntry(SetEntries):
    WHAT: ClassVar[str] = "a board"
    RULE: ClassVar[str] = "T10"

    title: Text | None = Field(None, description="What people call it; by default its name.")
    rows: dict[Letter, list[str]] = Field(
        min_length=1,
        description="The rows from the top, a to h, of up to ten and nine spaces alternately. A "
        f"space: plain, river, mountain, sea, city 1 to {MOST_ROOM} NAME (its room for stations), "
        f"remote 1 to {MOST_NUMBER} NAME (what it costs and counts), or none where the board has "
        "a hole.",
    )
    barriers: list[Annotated[list[str], Field(min_length=2, max_length=2)]] = Field(
        default_factory=list,
        description="Neighbouring spaces that do not count as neighbours (T10).",
    )
    supply: str | Supply | None = Field(
        None,
        description="The kinds for it: eight codes, or the name of one of the `presets`. By "
        "default the preset with the name of the board, or a random supply if there is none (T1).",
    )


class TrainsSet(SetModel):
    base: Literal["shipped-1"] = Field(
        "shipped-1", description="The set that supplies everything left out here."
    )
    numbers: NumbersEntry | None = Field(None, description="The numbers in the rules.")
    presets: dict[Preset, Supply] = Field(
        default_factory=dict, description="Named supplies: eight random kinds each (T1)."
    )
    cards: list[TrainsCardEntry] = Field(
        default_factory=list, description="The kinds of cards that differ, by their code."
    )
    boards: dict[str, TrainsBoardEntry] | None = Field(
        None,
        description="The boards by name, the default board first; if left out, the shipped boards.",
    )
