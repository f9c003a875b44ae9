"""A table as the server keeps it: with a lock, and with changes that other processes may have made.

The manager saves the changes in one transaction and only then notifies anyone. If saving fails, the
table is dropped from memory and loaded again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic_core import to_json

from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.server.cluster.steady_time import steady
from spielzug.tables.messages import facts
from spielzug.tables.row_types import StoredTable
from spielzug.tables.rows import SavedChanges, SavedTable, read_table
from spielzug.tables.seats import Place
from spielzug.tables.table import GRACE, TableClock
from spielzug.tables.time_limit import TimeLimit


class ServerClock(TableClock):
    """Durations are the same in all processes that share the database."""

    def steady(self) -> float:
        return steady()


CLOCK = ServerClock()


class ServerTable(SavedTable):
    changes: ServerChanges

    def __init__(
        self,
        game: Game,
        options: Options,
        places: list[Place],
        creator: str,
        pace: int,
        table_id: str | None = None,
        *,
        clock: TableClock = CLOCK,
        hints: bool = False,
        practice: bool = False,
        grace: int | None = GRACE,
        time_to_think: TimeLimit | None = None,
    ) -> None:
        super().__init__(
            game, options, places, creator, pace, table_id, clock=clock,
            hints=hints, practice=practice, grace=grace, time_to_think=time_to_think,
        )  # fmt: skip
        self.lock = asyncio.Lock()
        self.stale = False
        """Dropped from memory: whoever still waits for the lock must get the table again."""
        self._facts_text: str | None = None

    @property
    def facts_text(self) -> str:
        """The message of the facts as JSON; one string shared by all clients."""
        if self._facts_text is None:
            self._facts_text = to_json(facts(self)).decode()
        return self._facts_text

    def new_changes(self) -> ServerChanges:
        return ServerChanges()

    def take_changes(self) -> ServerChanges:
        taken, self.changes = self.changes, self.new_changes()
        return taken


@dataclass
class ServerChanges(SavedChanges):
    created: Sequence[ServerTable] = ()
    by_other_process: bool = False
    """Saved by another process, which also does whatever must be done only once."""


def load_table(stored: StoredTable, game: Game) -> ServerTable:
    """The stored table with its log."""
    return read_table(ServerTable, stored, game, CLOCK)
