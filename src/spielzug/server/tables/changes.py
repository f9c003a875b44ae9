"""What a table has done since it was last written down."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spielzug.server.store.sql import Row

if TYPE_CHECKING:
    from spielzug.server.tables.table import Table


@dataclass
class Changes:
    """What is to be written and told."""

    entries: list[Row] = field(default_factory=list)
    table: bool = False
    handed_over: set[int] = field(default_factory=set)
    """Seats that went from a person to a bot or back: other choices without a new entry."""
    created: list[Table] = field(default_factory=list)
    sat: set[int] = field(default_factory=set)
    """Seats that somebody took before the deal."""
    freed: set[str] = field(default_factory=set)
    """Devices that have lost a seat before the deal."""

    elsewhere: bool = False
    """Written by another process, which has done what is to be done once for it."""

    def __bool__(self) -> bool:
        return bool(self.entries or self.table or self.created)
