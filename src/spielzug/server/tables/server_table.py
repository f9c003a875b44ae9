"""A table as the server keeps it: with a revision, a lock, and the rows still to be saved.

The manager saves the changes in one transaction and only then notifies anyone. If saving fails, the
table is dropped from memory and loaded again.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from spielzug.bots.names import GameTerms
from spielzug.core.game import Game
from spielzug.core.match import LogEntry
from spielzug.core.options import Options
from spielzug.server.cluster.steady_time import steady
from spielzug.server.games import check_bot
from spielzug.server.store.row_types import EntryRow
from spielzug.server.tables.log_marks import LogMarks
from spielzug.tables import endings
from spielzug.tables.errors import TableError
from spielzug.tables.seats import Place, can_practise, is_solo, places_for
from spielzug.tables.start import StartPosition
from spielzug.tables.table import GRACE, Changes, Table, TableClock
from spielzug.tables.time_limit import TURN, TimeLimit
from spielzug.tables.timeouts import check_time_limit
from spielzug.wire.requests import NewTable


class ServerClock:
    """The machine's time, and that of all processes that share the database."""

    def now(self) -> float:
        return time.time()

    def steady(self) -> float:
        return steady()


CLOCK = ServerClock()


class ServerTable(Table):
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
        self.revision = 0  # how often it has been saved
        self.marks: LogMarks | None = None
        """Computes the marks of new log entries; set from the deal on."""
        self.changes: ServerChanges = ServerChanges()
        self.lock = asyncio.Lock()
        self.stale = False
        """Dropped from memory: whoever still waits for the lock must get the table again."""
        self.facts_text: str | None = None
        """`facts_message` as JSON; one string shared by all clients."""

    def follow(self, entry: LogEntry, instead: str | None = None) -> float:
        """Add the entry's row to the changes, too."""
        at = super().follow(entry, instead)
        if self.marks is None:
            self.marks = LogMarks(self.played())
        self.changes.rows.append(
            {
                "table_id": self.id,
                "number": entry.number,
                "kind": entry.kind,
                "seat": entry.seat,
                "action": entry.action,
                "created": at,
                "instead": instead,
                "leave": entry.by,
                **self.marks.of(entry, self.positions[-1], instead),
            }
        )
        return at

    def take_changes(self) -> ServerChanges:
        taken, self.changes = self.changes, ServerChanges()
        return taken


@dataclass
class ServerChanges(Changes):
    """What has to be saved, and then sent to the listeners."""

    rows: list[EntryRow] = field(default_factory=list)
    """Those of `entries`; empty if another process has written them."""
    created: list[ServerTable] = field(default_factory=list)
    by_other_process: bool = False
    """Saved by another process, which also does whatever must be done only once."""

    def __bool__(self) -> bool:
        return super().__bool__() or bool(self.created)


def play_again(table: ServerTable, device: str, given: str | None = None) -> str:
    """Open a rematch with the same people, or find the one that exists; gives its table id."""
    new = endings.rematch(table, device, given)
    if new is not None:
        table.changes.created.append(new)
    assert table.rematch is not None
    return table.rematch


def new_table(
    device: str,
    wanted: NewTable,
    terms: GameTerms,
    quick: bool,
    start_position: StartPosition | None = None,
) -> ServerTable:
    """The table, dealt if nobody is awaited; raises if it cannot be as wanted.

    `quick` allows very short time limits.
    """
    if wanted.practice and not can_practise(wanted.seats):
        raise TableError("practice_alone")
    time = _time_limit(wanted, quick)
    if time is not None:
        check_time_limit(time, wanted.seats, terms.game, terms.options, quick)
    for seat in wanted.seats:
        if seat.kind == "bot":
            check_bot(seat.bot or "", terms)
    table = ServerTable(
        terms.game, terms.options, places_for(device, wanted.seats), device, wanted.pace,
        hints=is_solo(wanted.seats) if wanted.hints is None else wanted.hints,
        practice=wanted.practice, time_to_think=time,
        grace=wanted.grace if time is None else None,
    )  # fmt: skip
    if start_position is not None:
        table.start_from(start_position)
    else:
        table.start.commit_hash(device, wanted.hash)
    table.open = wanted.open
    if table.open and not any(place.empty for place in table.places):
        raise TableError("open_needs_seat")
    table.deal_if_complete()
    return table


def _time_limit(wanted: NewTable, quick: bool) -> TimeLimit | None:
    time = wanted.time
    if time is None:
        return None
    increment = 0 if time.kind == TURN else time.increment
    return TimeLimit.chosen(time.kind, time.seconds, increment, least=1 if quick else 0)
