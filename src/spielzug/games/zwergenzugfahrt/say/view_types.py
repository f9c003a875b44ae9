"""What a board of Die Zwergenzugfahrt is sent, as types; the page's are generated from them.

`web/views.py` explains how a closed list of words is written. Nothing is hidden in this game.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from spielzug.games.zwergenzugfahrt.facts import CLANS, MODES
from spielzug.games.zwergenzugfahrt.facts.sets import FIELD_KINDS
from spielzug.games.zwergenzugfahrt.state import PHASES, REASONS

Clan = Annotated[int, range(CLANS)]
"""0 is clan Red, 1 is clan Green."""
EachClan = Annotated[list[int], CLANS]
"""A number for each clan."""
FieldsOfEachClan = Annotated[list[list[str]], CLANS]
"""Names of fields for each clan."""
FieldKind = Annotated[str, FIELD_KINDS]
Mode = Annotated[str, MODES]
Phase = Annotated[str, PHASES]
Reason = Annotated[str, REASONS]


class FieldView(TypedDict):
    """A field of the board."""

    name: str  # as in chess: letter of the column and number of the row, row 1 at the bottom
    column: int
    row: int
    kind: FieldKind
    home: Clan | None


class StationView(TypedDict):
    """The board itself."""

    name: str
    columns: int
    rows: int
    fields: list[FieldView]
    walls: list[Annotated[list[str], 2]]  # adjacent fields with no passage between them


class ZwergenFactsView(TypedDict):
    """What never changes during a game."""

    seats: int
    first: Clan  # the clan that began
    board: StationView
    mode: Mode
    limit: int | None  # in turns
    each: bool  # whether the limit counts each clan's turns separately
    minutes: int | None  # on the table's clock, in mode "time"
    every: int  # the conductor comes every so many turns
    coin_shares: EachClan  # how often the coin shows each clan, relatively
    takes: int  # how many times a clan may remove a sign


class ZwergenStateView(TypedDict):
    """The position."""

    you: int  # -1 for a spectator
    turn: int  # -1 when the game is over
    phase: Phase
    dwarves: FieldsOfEachClan  # each dwarf keeps its index
    signs: FieldsOfEachClan
    stock: EachClan  # signs not on the board
    taken: EachClan  # the rival's signs that a clan has removed
    kicks: EachClan
    owes: EachClan  # turns to miss
    held: EachClan  # seats that count
    turns: int  # turns taken by both
    turns_each: EachClan
    until_conductor: int | None  # in turns; null if the game ends before that
    coin: Clan | None  # the clan that loses a sign
    winner: int  # -1 for nobody
    reason: Reason


class ZwergenView(ZwergenFactsView, ZwergenStateView):
    """Everything that a board shows."""


class PassTarget(TypedDict):
    kind: Literal["pass", "outside"]


class SignTarget(TypedDict):
    kind: Literal["reserve", "take", "conductor"]
    field: str


StepTarget = TypedDict("StepTarget", {"kind": Literal["move", "sit"], "from": str, "to": str})
KickTarget = TypedDict(
    "KickTarget", {"kind": Literal["kick"], "from": str, "to": str, "price": int}
)  # `price` is in turns to miss

ZwergenTarget = PassTarget | SignTarget | StepTarget | KickTarget
