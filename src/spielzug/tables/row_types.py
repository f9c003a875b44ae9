"""A table as rows: what is stored of it, its seats and its log, and the rows as JSON.

A server keeps them in a database (`spielzug.server.store.schema`), a page in the browser.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict, cast

from spielzug.core.table_values import Status, Why


class SummaryRow(TypedDict):
    """The columns of `game_table` that change with every entry of the log."""

    id: str
    revision: int
    status: Status
    turn: int
    result: str | None
    reason: str | None
    updated: float
    ended: float | None


class TableRow(SummaryRow):
    """The table itself, all columns of `game_table`."""

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
    closed: str | None
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
    why: Why | None
    shown: str | None
    ended: float | None
    fixed_by: str | None
    released: float | None
    since: int | None


class MarkColumns(TypedDict):
    """The columns of `entry` that `log_marks` fills."""

    digest: str
    told: bytes | None
    became: bytes | None


class EntryAction(TypedDict):
    """The columns of `entry` that say what was done."""

    number: int
    kind: str
    seat: int
    action: int
    instead: str | None
    leave: str | None


class EntryContent(EntryAction):
    """The columns of `entry` that its mark covers."""

    told: bytes | None
    became: bytes | None


class EntryRow(EntryContent):
    """All columns of `entry` except its id."""

    table_id: str
    digest: str
    created: float


@dataclass(frozen=True)
class StoredTable:
    """The rows of a table, its seats and its log."""

    table: TableRow
    seats: list[SeatRow]
    entries: list[EntryRow]


# -- as JSON -------------------------------------------------------------------------------------

BYTES: tuple[Literal["told", "became"], ...] = ("told", "became")
"""Columns of an entry that hold bytes; base64 in JSON."""


def rows_to_text(rows: TableRow | Sequence[SeatRow | EntryRow]) -> str:
    """A table's row, or the rows of seats or entries, as JSON."""
    return json.dumps(rows, default=_encode, separators=(",", ":"))


def _encode(value: object) -> str:
    if not isinstance(value, bytes):
        raise TypeError(f"not in a row: {value!r}")
    return base64.b64encode(value).decode()


def stored_from_text(text: str) -> StoredTable:
    """The rows of a table from the JSON of an object with `table`, `seats` and `entries`."""
    return _stored(json.loads(text))


def stored_list_from_text(text: str) -> list[StoredTable]:
    """The rows of several tables; they may be without `entries`."""
    return [_stored(told) for told in json.loads(text)]


def _stored(told: Mapping[str, object]) -> StoredTable:
    entries = cast("list[EntryRow]", told.get("entries", []))
    for row in entries:
        for name in BYTES:
            packed = row[name]
            row[name] = base64.b64decode(packed) if packed is not None else None
    return StoredTable(
        cast("TableRow", told["table"]), cast("list[SeatRow]", told["seats"]), entries
    )
