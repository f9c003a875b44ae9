"""What a file with boards holds, each entry with its help (Z1, Z2, Z7, Z8, Z12, Z15)."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from spielzug.core.sets import SetEntries, SetModel
from spielzug.core.sets.model import NAME

MAX_EVERY = 1000  # no game that ends after turns has more
MAX_SHARE = 100
MAX_TAKES = 255  # a byte counts them
MAX_PRICE = 13  # two clans that miss so many turns fill what a step can tell (32 events)
PRICES = 8  # kicks with a price of their own
MAX_TURNS = 1000
MAX_BOARDS = 16

BoardName = Annotated[str, Field(pattern=NAME)]


class StationBoardEntry(SetEntries):
    WHAT: ClassVar[str] = "a board"
    RULE: ClassVar[str] = "Z2"

    map: list[str] = Field(
        min_length=1,
        description="A drawing from above, line by line. The first line names the columns with "
        "letters; a row begins with its number, the highest first: `R` and `G` homes of a clan "
        "(five each), `.` platform, `:` aisle, `D` door, `S` seat, `|` a wall between two fields. "
        "A line between two rows has `=` where a wall lies between them.",
    )


class Coin(SetEntries):
    WHAT: ClassVar[str] = "the coin"
    RULE: ClassVar[str] = "Z12"

    every: int = Field(
        ge=1,
        le=MAX_EVERY,
        description="The conductor comes each time this many turns have been taken.",
    )
    red: int = Field(ge=0, le=MAX_SHARE, description="How often it shows Red, relative to `green`.")
    green: int = Field(
        ge=0, le=MAX_SHARE, description="How often it shows Green, relative to `red`."
    )


class ZwergenSet(SetModel):
    RULE: ClassVar[str] = "Z2"

    coin: Coin = Field(description="When the conductor comes, and who loses a sign then (Z12).")
    takes: int = Field(
        ge=0, le=MAX_TAKES, description="Signs that a clan may take away in a game (Z7)."
    )
    kicks: list[Annotated[int, Field(ge=0, le=MAX_PRICE)]] = Field(
        min_length=1,
        max_length=PRICES,
        description="Turns that a clan misses for its first kick, its second …; the last number "
        "is for all later ones (Z8).",
    )
    last_turn: int = Field(
        ge=1, le=MAX_TURNS, description="In mode seats a game ends after this many turns (Z15)."
    )
    boards: dict[BoardName, StationBoardEntry] = Field(
        min_length=1,
        max_length=MAX_BOARDS,
        description="The boards by name; the option `board` chooses one, by default the first.",
    )
