"""What a board of Trains is sent, as types; the page's types are generated from them.

`web/views.py` explains how a closed list of words is written. Cards are counted by their code.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from spielzug.core.texts import ByLanguage
from spielzug.games.trains.facts.boards import TERRAINS
from spielzug.games.trains.facts.sets import SORTS
from spielzug.games.trains.state import CREW_CHOICES, EFFECTS, PHASES, REASONS

Terrain = Annotated[str, (*TERRAINS, "none")]
"""`none` is a hole in the board."""
CardKind = Annotated[str, SORTS]
Effect = Annotated[str, (*EFFECTS, "ironworks")]
CrewChoice = Annotated[str, CREW_CHOICES]
Phase = Annotated[str, PHASES]
Reason = Annotated[str, REASONS]


class TrainsSpaceView(TypedDict):
    """A space of the map."""

    name: str  # letter of the row from the top and number from the left, like "c4"
    row: int
    column: int
    terrain: Terrain
    title: str  # as printed on the board; empty for most spaces
    capacity: int  # the stations that a city can hold
    value: int  # the number in the star of a remote location


class TrainsBoardView(TypedDict):
    """The map."""

    name: str
    title: ByLanguage
    spaces: list[TrainsSpaceView]  # events refer to a space by its index
    barriers: list[Annotated[list[str], 2]]


class TrainsCardView(TypedDict):
    """A kind of cards."""

    id: str
    title: ByLanguage
    cost: int
    money: int
    points: int
    kinds: list[CardKind]
    help: ByLanguage


class TrainsFactsView(TypedDict):
    """What never changes during a game."""

    seats: int
    first: int  # the seat that began
    limit: int | None  # in turns
    board: TrainsBoardView
    city_points: list[int]  # of a cube in a city, by the number of stations there
    empty_piles: int  # how many end the game
    codes: list[str]  # of every kind of cards; events refer to a kind by its index
    cards: dict[str, TrainsCardView]  # the kinds in this game, by code
    piles: list[str]  # the codes of the kinds in the supply


class TrainsPlayerView(TypedDict):
    """The cards of a seat; all by number but those that everybody or the viewer knows."""

    hand: int
    draw: int
    discard: dict[str, int]
    known: dict[str, int]  # cards in hand that everybody has seen
    top: list[str]  # of the draw pile as the viewer knows it, topmost first; "?" is unknown
    group: list[str]  # on the draw pile, in an order that only the owner knows
    owned: dict[str, int]


class TrainsScoreView(TypedDict):
    """The points of a seat and where they come from."""

    track: int
    cities: int
    remote: int
    cards: int
    cubes: int  # on the board: the tie-breaker
    total: int


class TrainsStateView(TypedDict):
    """The position as a seat may see it."""

    you: int  # -1 for a spectator
    turn: int  # -1 when the game is over
    phase: Phase
    cubes: list[list[str]]  # by seat the spaces with a cube
    stock: list[int]  # by seat the cubes not on the board
    stations: dict[str, int]  # by space
    tokens: int  # stations not on the board
    track: list[int]
    points: list[int]
    supply: list[int]  # the cards left in each of the `piles`
    hand: dict[str, int]  # the viewer's
    players: list[TrainsPlayerView]
    play: dict[str, int]  # played this turn
    aside: dict[str, int]  # bought and gained this turn
    box: dict[str, int]  # trashed
    row: list[str]  # revealed by Information Central
    look: str  # the card looked at with Signals
    money: int
    effects: list[Effect]  # until the end of the turn
    acted: bool  # whether something was played or bought this turn
    turns: int  # turns completed
    winners: list[int]
    reason: Reason
    final: list[TrainsScoreView]  # empty before the end


class TrainsView(TrainsFactsView, TrainsStateView):
    """Everything that a board shows."""


class TrainsPlainTarget(TypedDict):
    kind: Literal["end", "discard_top", "keep_top", "none", "done", "outside"]


class CubeTarget(TypedDict):
    kind: Literal["start", "station"]
    space: str


class RailTarget(TypedDict):
    kind: Literal["rail"]
    space: str
    cost: int
    waste: int


class PlayTarget(TypedDict):
    kind: Literal["play"]
    card: str
    use: bool  # whether its ability is used
    money: int


class BuyTarget(TypedDict):
    kind: Literal["buy"]
    card: str
    cost: int
    top: bool  # whether it goes onto the draw pile
    waste: int


class CardTarget(TypedDict):
    kind: Literal["discard", "name", "take", "choose"]
    card: str


class WasteTarget(TypedDict):
    kind: Literal["recycle", "return"]
    count: int


class CrewTarget(TypedDict):
    kind: Literal["crew"]
    what: CrewChoice


class PutTarget(TypedDict):
    kind: Literal["put"]
    place: int  # in the row, from 1
    card: str


TrainsTarget = (
    TrainsPlainTarget | CubeTarget | RailTarget | PlayTarget | BuyTarget | CardTarget | WasteTarget
    | CrewTarget | PutTarget
)  # fmt: skip
