"""What the server adds to a table's messages: their wire form."""

from __future__ import annotations

from pydantic_core import to_json

from spielzug.server.tables.server_table import ServerTable
from spielzug.tables import summary as lists
from spielzug.tables.messages import facts, time_part
from spielzug.tables.row_types import StoredTable
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
    return TableSummary.model_validate(lists.summary(stored, device, lang))
