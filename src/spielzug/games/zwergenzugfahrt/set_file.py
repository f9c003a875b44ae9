"""The model of a set file of Die Zwergenzugfahrt: it checks and explains what a person wrote.

Playing the sets that ship needs none of it.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from spielzug.core.sets.model import SetEntries, SetModel
from spielzug.core.sets.source import NAME
from spielzug.games.zwergenzugfahrt.facts.sets import (
    MAX_BOARDS,
    MAX_EVERY,
    MAX_PRICE,
    MAX_SHARE,
    MAX_TAKES,
    MAX_TURNS,
    PRICES,
)

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
