"""What a board of Der große Zugraub is sent, as types; the page's types are generated from them.

`web/views.py` explains how a closed list of words is written.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from spielzug.core.texts import ByLanguage
from spielzug.games.zugraub.facts.sets import ABILITIES
from spielzug.games.zugraub.state import PHASES, REASONS

BrainAbility = Annotated[str, ABILITIES]
Phase = Annotated[str, PHASES]
Reason = Annotated[str, REASONS]


class CarFaceView(TypedDict):
    """One side of a car."""

    name: str
    title: ByLanguage
    plan: list[str]  # seven lines of thirteen characters, the rear on the left


class BrainCardView(TypedDict):
    """A brain, or a cheese that stands in for one."""

    name: str
    kind: ByLanguage
    cost: int
    hit: int
    run: int
    iq: int
    cheese: bool
    ability: BrainAbility
    help: ByLanguage


class ZugraubFactsView(TypedDict):
    """What never changes during a game."""

    seats: int
    first: int  # the seat that began
    turn_limit: int | None
    faces: list[CarFaceView]  # all that a car can show
    cards: dict[str, BrainCardView]  # by number


class TrainCarView(TypedDict):
    """A car of the train."""

    face: int  # index into `faces`
    markers: list[str]  # the spaces that still hold a brain, like "c2"
    serial: int  # identifies the car while it is part of the train


class PawnView(TypedDict):
    seat: int
    place: str  # like "3c2": car 3 from the rear, column c, row 2; or "behind"


class FightView(TypedDict):
    """A fight; the lists are in the order of its fighters."""

    fighters: list[int]  # the seats from the attacker's left; the attacker is last
    totals: list[int]
    dice: list[list[int]]
    played: list[list[int]]
    attacker: int
    winner: int  # -1 until it is decided


class ZugraubStateView(TypedDict):
    """The position as a seat may see it; a card is its number."""

    you: int  # -1 for a spectator
    turn: int  # the seat to decide, -1 when the game is over
    active: int  # the seat whose turn it is
    phase: Phase
    train: list[TrainCarView]  # from the rear
    unused: int  # number of pieces
    lost: int  # number of pieces
    pawns: list[PawnView]
    hands: list[list[int]]  # by seat; 0 is a card that the viewer cannot see
    heads: list[int]  # by seat; 0 is an empty head
    points: list[int]
    limits: list[int]  # of the hands
    draw: int
    discard: list[int]  # the latest first
    reach: int  # steps left
    dice: list[int]
    added: int  # cars added this turn
    fight: FightView | None
    turns: int  # turns completed
    engine_wait: int  # turns until the Engine may come
    winners: list[int]
    reason: Reason


class ZugraubView(ZugraubFactsView, ZugraubStateView):
    """Everything that a board shows."""


class ZugraubPlainTarget(TypedDict):
    kind: Literal["attack", "peace", "end", "pass", "done", "outside"]


class RollTarget(TypedDict):
    kind: Literal["roll"]
    dice: int


class DiscardTarget(TypedDict):
    kind: Literal["discard"]
    card: int


class HitTarget(TypedDict):
    kind: Literal["hit"]
    card: int
    hit: int


class BoostTarget(TypedDict):
    kind: Literal["boost"]
    card: int
    run: int


class InstallTarget(TypedDict):
    kind: Literal["install"]
    card: int
    cost: int


class WalkTarget(TypedDict):
    kind: Literal["move"]
    to: str
    steps: int
    path: list[str]  # the places after the first, the goal last
    marker: bool
    brake: bool
    fight: list[int]  # the other seats there


class FrontDoorTarget(TypedDict):
    kind: Literal["front"]
    steps: int


SpoilTarget = TypedDict(
    "SpoilTarget",
    {
        "kind": Literal["spoil"],
        "from": int,
        "card": int,
        "head": bool,  # whether the card lies in the head, not in the hand
        "to": int,  # -1 for the discards
        "into": Literal["discard", "hand", "head"],
    },
)

ZugraubTarget = (
    ZugraubPlainTarget | RollTarget | DiscardTarget | HitTarget | BoostTarget | InstallTarget
    | WalkTarget | FrontDoorTarget | SpoilTarget
)  # fmt: skip
