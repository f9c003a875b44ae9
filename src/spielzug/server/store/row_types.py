"""The types of the rows that the server reads from the database and writes to it.

The tables themselves are in `schema`. SQL results have no types, so whoever reads rows converts
them here, once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypedDict, cast

from sqlalchemy.engine import RowMapping


class TableRow(TypedDict):
    """All columns of `game_table`."""

    id: str
    revision: int
    game: str
    rules_version: int
    options: str
    secret: str
    commitment: str
    format: int
    start: str | None
    voids: str | None
    creator: str
    pace: int
    hints: bool
    practice: bool
    grace: int | None
    time_to_think: str | None
    time_marks: str | None
    created: float
    rematch: str | None
    begun: str | None
    calling_off: str | None
    open: bool
    removed: str | None
    sealed_as: str | None
    status: Literal["waiting", "running", "over"]
    turn: int
    result: str | None
    reason: str | None
    closed: str | None
    updated: float
    ended: float | None
    people: bool
    deadline: float | None
    asked: float | None


class SeatRow(TypedDict):
    """All columns of `seat`."""

    table_id: str
    number: int
    kind: str
    name: str
    player: str
    device: str | None
    hash: str | None
    nonce: str | None
    stand_in: str | None
    why: Literal["left", "away", "time"] | None
    shown: str | None
    ended: float | None
    fixed_by: str | None
    released: float | None
    since: int | None


class MarkColumns(TypedDict):
    """The columns of `entry` that `tables.log_marks` fills."""

    digest: str
    told: bytes | None
    became: bytes | None


class EntryContent(TypedDict):
    """The columns of `entry` that its mark covers."""

    number: int
    kind: str
    seat: int
    action: int
    instead: str | None
    leave: str | None
    told: bytes | None
    became: bytes | None


class EntryRow(EntryContent):
    """All columns of `entry` except its id."""

    table_id: str
    digest: str
    created: float


class ReviewRow(TypedDict):
    """All columns of `review`."""

    table_id: str
    view: str
    format: int
    created: float
    packed: bytes


class PassRow(TypedDict):
    """All columns of `seat_pass`."""

    hash: str
    device: str
    table_id: str | None
    expires: float
    used_by: str | None


class DeedRow(TypedDict):
    """All columns of `deed`."""

    id: int
    at: float
    who: str
    what: str
    table_id: str | None
    note: str | None


def to_table_row(row: RowMapping | Mapping[str, object]) -> TableRow:
    """From a query for all columns of `game_table`."""
    return cast("TableRow", dict(row))


def to_deed_row(row: RowMapping) -> DeedRow:
    """From a query for all columns of `deed`."""
    return cast("DeedRow", dict(row))


def to_seat_row(row: RowMapping) -> SeatRow:
    """From a query for all columns of `seat`."""
    return cast("SeatRow", dict(row))
