"""A table in a list, from its rows, and the lists of a device's tables."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from spielzug.tables.messages import time_part
from spielzug.tables.row_types import StoredTable
from spielzug.tables.rows import read_places
from spielzug.tables.seats import PROGRAM, shown_names
from spielzug.tables.start import awaited_seats
from spielzug.tables.table import OVER, RUNNING, WAITING
from spielzug.tables.time_limit import TimeLimit

if TYPE_CHECKING:
    from spielzug.wire import responses


def summary(stored: StoredTable, device: str, lang: str) -> responses.TableSummary:
    """A table in a list, as a device sees it."""
    row, places = stored.table, read_places(stored.seats)
    turn = places[row["turn"]] if row["status"] == RUNNING and row["turn"] >= 0 else None
    limit = row["time_to_think"]
    awaited = awaited_seats(places, row["start"] is not None) if row["status"] == WAITING else []
    return {
        "id": row["id"],
        "game": row["game"],
        "status": row["status"],
        "names": shown_names(places, lang, row["game"]),
        "players": [PROGRAM if place.kind == PROGRAM else place.player for place in places],
        "left": [place.stand_in is not None for place in places],
        "your_seats": [seat["number"] for seat in stored.seats if seat["device"] == device],
        "your_turn": turn is not None and turn.device == device and turn.is_person,
        "turn": row["turn"],
        "result": json.loads(row["result"]) if row["result"] else None,
        "reason": row["reason"],
        "created": iso(row["created"]),
        "updated": iso(row["updated"]),
        "ended": iso(row["ended"]) if row["ended"] is not None else None,
        "awaited": any(places[seat].device == device for seat in awaited),
        "practice": row["practice"],
        "time": time_part(TimeLimit.from_text(limit) if limit is not None else None),
        "deadline": iso(row["deadline"]) if row["deadline"] is not None else None,
        "asked": row["asked"] is not None,
    }


def mine(tables: Sequence[StoredTable], device: str, lang: str) -> responses.Mine:
    """A device's tables: those that are not over by urgency, the others in the given order."""
    found = [summary(stored, device, lang) for stored in tables]
    return {
        "running": sorted((table for table in found if table["status"] != OVER), key=urgency),
        "finished": [table for table in found if table["status"] == OVER],
    }


def urgency(table: responses.TableSummary) -> tuple[bool, str]:
    """Sort key: tables where it is the device's turn first, by deadline."""
    due = table["deadline"] if table["your_turn"] else None
    return not table["your_turn"], due or "later"


def iso(seconds: float) -> str:
    """A time in seconds since 1970, in whole seconds."""
    return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
