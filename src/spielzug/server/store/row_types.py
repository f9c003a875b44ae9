"""The types of the rows that the server reads from the database and writes to it.

The tables themselves are in `schema`. SQL results have no types, so whoever reads rows converts
them here, once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, cast

from sqlalchemy.engine import RowMapping

from spielzug.tables.row_types import SeatRow, TableRow


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
