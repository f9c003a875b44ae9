"""What a board of Game of Trains is sent, as types; the page's types are generated from them.

`web/views.py` explains how a closed list of words is written.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from spielzug.core.texts import ByLanguage
from spielzug.games.game_of_trains.facts import ABILITIES
from spielzug.games.game_of_trains.state import PHASES, REASONS

Ability = Annotated[str, ABILITIES]
Phase = Annotated[str, PHASES]
Reason = Annotated[str, REASONS]


class GameOfTrainsFactsView(TypedDict):
    """What never changes during a game."""

    seats: int
    first: int  # the seat that began
    abilities: list[Ability | None]  # by number of the car; none for one that is not in the set
    ability_names: dict[Ability, ByLanguage]


class GameOfTrainsStateView(TypedDict):
    """The position as a seat may see it; a car is its number, and 0 is face down."""

    you: int  # -1 for a spectator
    turn: int  # -1 when the game is over
    turns: int  # turns completed
    phase: Phase
    trains: list[list[int | None]]  # by seat from the locomotive; null means no car
    locks: list[list[int]]  # for each car the card that protects it, 0 if none
    open: list[int]
    card: int | None  # the car just drawn, or the open card in use
    ability: Ability | None  # that of the open card in use
    hands: list[list[int]]  # by seat the cards drawn at the set-up
    draw_pile: int
    discard_pile: int
    winner: int  # -1 for nobody
    reason: Reason


class GameOfTrainsView(GameOfTrainsFactsView, GameOfTrainsStateView):
    """Everything that a board shows."""


class DrawTarget(TypedDict):
    kind: Literal["draw", "outside"]


class UseTarget(TypedDict):
    kind: Literal["use"]
    ability: Ability
    card: int


class TrainPlaceTarget(TypedDict):
    kind: Literal["place", "protect"]
    place: int  # from 1


class KeepTarget(TypedDict):
    kind: Literal["keep"]
    index: int  # in the hand, from 1


TrainPlacesTarget = TypedDict(
    "TrainPlacesTarget", {"kind": Literal["swap", "move"], "from": int, "to": int}
)

GameOfTrainsTarget = DrawTarget | UseTarget | TrainPlaceTarget | KeepTarget | TrainPlacesTarget
