"""The model of a set file of Game of Trains: it checks and explains what a person wrote.

Playing the sets that ship needs none of it.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from spielzug.core.sets.model import SetEntries, SetModel
from spielzug.games.game_of_trains.facts import CARS, MAX_SEATS, MOST_DRAWN

Cars = list[Annotated[int, Field(ge=1, le=CARS)]]


class Abilities(SetEntries):
    WHAT: ClassVar[str] = "the list of abilities"
    RULE: ClassVar[str] = "G10-G18"

    swap_adjacent: Cars = Field(description="Cars that swap two neighbours (G10).")
    swap_over_one: Cars = Field(description="Cars that swap two with one between them (G11).")
    move_right_2: Cars = Field(description="Cars that move one two places to the right (G12).")
    move_left_2: Cars = Field(description="Cars that move one two places to the left (G13).")
    remove_left: Cars = Field(description="Cars that remove everybody's left car (G14).")
    remove_middle: Cars = Field(description="Cars that remove everybody's middle car (G15).")
    remove_right: Cars = Field(description="Cars that remove everybody's right car (G16).")
    protect: Cars = Field(description="Cars that protect one (G18).")


class GameOfTrainsSet(SetModel):
    RULE: ClassVar[str] = "G1, G3"

    draws: list[Annotated[int, Field(ge=1, le=MOST_DRAWN)]] = Field(
        min_length=MAX_SEATS,
        max_length=MAX_SEATS,
        description="How many cards the first, second, third and fourth player draw before the "
        "game; each keeps one of them (G3, G4).",
    )
    abilities: Abilities = Field(
        description="The cars of each ability, by their numbers. A car has one ability; a car "
        "that is not listed is not in the game."
    )
