"""What the server adds to a table's messages: their wire form, and lists built from rows."""

from __future__ import annotations

import json
import time

from pydantic_core import to_json

from spielzug.server.tables.server_table import ServerTable
from spielzug.tables.messages import facts, time_part
from spielzug.tables.row_types import StoredTable
from spielzug.tables.rows import read_places
from spielzug.tables.seats import PROGRAM, shown_names
from spielzug.tables.start import awaited_seats
from spielzug.tables.table import RUNNING, WAITING
from spielzug.tables.time_limit import TimeLimit
from spielzug.wire.responses import TableSummary, TimeToThink


def facts_text(table: ServerTable) -> str:
    """The facts as JSON; one string shared by all clients."""
    if table.facts_text is None:
        table.facts_text = to_json(facts(table)).decode()
    return table.facts_text


def stored_time(limit: str | None) -> TimeToThink | None:
    """A stored time limit, as it is sent."""
    told = time_part(TimeLimit.from_text(limit) if limit is not None else None)
    return TimeToThink.model_validate(told) if told is not None else None


def summary(stored: StoredTable, device: str, lang: str) -> TableSummary:
    """A table in a list, built from its database rows."""
    row, places = stored.table, read_places(stored.seats)
    turn = places[row["turn"]] if row["status"] == RUNNING and row["turn"] >= 0 else None
    limit = row["time_to_think"]
    awaited = awaited_seats(places, row["start"] is not None) if row["status"] == WAITING else []
    return TableSummary(
        id=row["id"],
        game=row["game"],
        status=row["status"],
        names=shown_names(places, lang, row["game"]),
        players=[PROGRAM if place.kind == PROGRAM else place.player for place in places],
        left=[place.stand_in is not None for place in places],
        your_turn=turn is not None and turn.device == device and turn.is_person,
        your_seats=[seat["number"] for seat in stored.seats if seat["device"] == device],
        turn=row["turn"],
        result=json.loads(row["result"]) if row["result"] else None,
        reason=row["reason"],
        created=iso(row["created"]),
        updated=iso(row["updated"]),
        ended=iso(row["ended"]) if row["ended"] is not None else None,
        awaited=any(places[seat].device == device for seat in awaited),
        practice=row["practice"],
        time=stored_time(limit),
        deadline=iso(row["deadline"]) if row["deadline"] is not None else None,
        asked=row["asked"] is not None,
    )


def urgency(table: TableSummary) -> tuple[bool, str]:
    """Sort key: tables where it is the device's turn first, by deadline."""
    due = table.deadline if table.your_turn else None
    return not table.your_turn, due or "later"


def iso(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
