"""A table that is kept as rows: building them, and reading a table from them.

Whoever keeps it, a server or a page, saves the changes and only then tells anyone. If saving fails,
the table is dropped from memory and loaded again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, TypeVar, cast

from spielzug.core.errors import NotAllowed, OptionError
from spielzug.core.game import Game
from spielzug.core.luck import Secret, Void, name_seals
from spielzug.core.match import OUTSIDE, UNDO, LogEntry, Match
from spielzug.core.options import Options
from spielzug.core.records import FORMAT
from spielzug.tables.errors import TableError
from spielzug.tables.log_marks import LogMarks, load_verified_log
from spielzug.tables.row_types import (
    EntryAction,
    EntryRow,
    SeatRow,
    StoredTable,
    SummaryRow,
    TableRow,
)
from spielzug.tables.seats import Place
from spielzug.tables.start import StartPosition, VoidStart
from spielzug.tables.table import RUNNING, Changes, Table, TableClock
from spielzug.tables.time_limit import ClockStep, TimeLimit, marks_from_text, marks_to_text


class SavedTable(Table):
    changes: SavedChanges
    revision = 0
    """How often it has been saved."""
    marks: LogMarks | None = None
    """Computes the marks of new log entries; set from the deal on."""

    def new_changes(self) -> SavedChanges:
        return SavedChanges()

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

    def take_changes(self) -> SavedChanges:
        taken, self.changes = self.changes, self.new_changes()
        return taken


@dataclass
class SavedChanges(Changes):
    """What has to be saved, and then sent to the listeners."""

    rows: list[EntryRow] = field(default_factory=list)
    """Those of `entries`; empty if they are saved already."""
    created: Sequence[SavedTable] = ()
    """New tables, to be saved together with this change."""

    def __bool__(self) -> bool:
        return super().__bool__() or bool(self.created)


T = TypeVar("T", bound=SavedTable)


def summary_row(table: SavedTable) -> SummaryRow:
    """What has to be saved of the table itself after new entries of the log."""
    return {
        "id": table.id,
        "revision": table.revision,
        "status": table.status,
        "turn": table.actor,
        "result": json.dumps(table.result) if table.result is not None else None,
        "reason": table.reason,
        "updated": table.updated,
        "ended": table.ended,
    }


def table_row(table: SavedTable) -> TableRow:
    voids = [{**asdict(one.void), "name": one.name} for one in table.start.voids]
    return {
        **summary_row(table),
        "game": table.game.name,
        "rules_version": table.version,
        "options": table.options.to_text(),
        "secret": table.secret.hex,
        "commitment": table.secret.commitment,
        "format": FORMAT,
        "start": table.start.sealed.text if table.start.sealed is not None else None,
        "voids": json.dumps(voids) if voids else None,
        "creator": table.creator,
        "pace": table.pace,
        "hints": table.hints,
        "practice": table.practice,
        "grace": table.grace,
        "time_to_think": table.time_to_think.to_text() if table.time_to_think else None,
        "time_marks": marks_to_text(table.times.marks) if table.times else None,
        "created": table.created,
        "rematch": table.rematch,
        "closed": table.closed,
        "begun": table.start_position.to_text() if table.start_position is not None else None,
        "open": table.open,
        "removed": json.dumps(table.start.removed) if table.start.removed else None,
        "sealed_as": table.start.sealed_as,
        "calling_off": json.dumps(sorted(table.calling_off)) if table.calling_off else None,
        "people": table.match is not None and any(place.device for place in table.places),
        "deadline": table.deadline,
        "asked": table.times.asked if table.deadline is not None and table.times else None,
    }


PLACE_FIELDS = [each.name for each in fields(Place)]
"""The columns of `seat` that are fields of a place."""


def seat_rows(table: Table) -> list[SeatRow]:
    return [
        cast(
            "SeatRow",
            {
                "table_id": table.id, "number": number, "ended": table.ended,
                **{name: getattr(place, name) for name in PLACE_FIELDS},
            },
        )
        for number, place in enumerate(table.places)
    ]  # fmt: skip


def read_places(rows: Sequence[SeatRow]) -> list[Place]:
    """Places from database rows."""
    columns = cast("Sequence[Mapping[str, Any]]", rows)
    return [Place(**{name: row[name] for name in PLACE_FIELDS}) for row in columns]


def read_voids(text: str | None) -> tuple[VoidStart, ...]:
    told = json.loads(text) if text is not None else []
    return tuple(
        VoidStart(Void(one["seat"], one["why"], one["fingerprint"]), one["name"]) for one in told
    )


def table_before_deal(kind: type[T], stored: StoredTable, game: Game, clock: TableClock) -> T:
    """The stored table without its log."""
    row = stored.table
    places = read_places(stored.seats)
    options = stored_options(game, row["options"])
    time = row["time_to_think"]
    table = kind(
        game, options, places, row["creator"], row["pace"], row["id"], clock=clock,
        hints=row["hints"],
        time_to_think=TimeLimit.from_text(time) if time is not None else None,
    )  # fmt: skip
    table.start.secret = Secret.from_hex(row["secret"])
    table.practice, table.grace, table.open = row["practice"], row["grace"], row["open"]
    table.version, table.closed = row["rules_version"], row["closed"]
    if row["begun"] is not None:
        table.start_from(StartPosition.from_text(row["begun"], game))
    table.start.voids = read_voids(row["voids"])
    table.start.removed = tuple(json.loads(row["removed"] or "[]"))
    table.start.sealed_as = row["sealed_as"]
    if row["start"] is not None:
        table.start.seals = name_seals(row["start"])
        if len(table.start.seals) != len(places):
            raise TableError("damaged")
        table.start.sealed = table.start.list_of(table.about)
        if table.start.sealed.text != row["start"]:
            raise TableError("damaged")
    return table


def read_table(kind: type[T], stored: StoredTable, game: Game, clock: TableClock) -> T:
    """The stored table with its log."""
    row = stored.table
    check_versions(game, row)
    table = table_before_deal(kind, stored, game, clock)
    if stored.entries:
        table.status = RUNNING
        if not _resume(table, stored.entries):
            _replay(table, stored.entries)
        table.dealt = stored.entries[0]["created"]
        _find_times(table, stored)
    table.take_changes()  # they are stored already
    table.rematch, table.created = row["rematch"], row["created"]
    table.calling_off = set(json.loads(row["calling_off"] or "[]"))
    read_summary(table, row)
    return table


def _find_times(table: SavedTable, stored: StoredTable) -> None:
    """Restore the time limits from the times of the entries and from the stored marks."""
    if table.times is not None:
        log, actors = table.played().log, [position.actor for position in table.positions]
        created = [row["created"] for row in stored.entries]
        table.times.marks = marks_from_text(stored.table["time_marks"])
        table.times.follow_all(list(map(ClockStep.of, log, actors, created)))


def read_summary(table: SavedTable, row: TableRow) -> None:
    """Take over the columns that change with the log."""
    table.status, table.reason = row["status"], row["reason"]
    table.result = tuple(json.loads(row["result"])) if row["result"] else None
    table.updated, table.ended = row["updated"], row["ended"]
    table.revision = row["revision"]


def _resume(table: SavedTable, entries: list[EntryRow]) -> bool:
    """Load the log without replaying it; False if its marks are missing or wrong."""
    seats = len(table.places)
    kept = load_verified_log(table.game, table.options, table.version, seats, table.luck, entries)
    if kept is None:
        return False
    table.set_up_match(kept.dealt)
    match = table.played()
    match.resume(kept.log, kept.positions)
    table.positions, table.marks = kept.positions, kept.marks(match)
    table.instead = {row["number"]: row["instead"] for row in entries if row["instead"]}
    return True


def _replay(table: SavedTable, entries: list[EntryRow]) -> None:
    """Replay the whole log: the same secret and decisions lead to the same positions."""
    table.set_up_match()
    table.marks = LogMarks(table.played())
    for row in entries:
        replay_entry(table, row)


class ReplayedEntry(EntryAction):
    """The columns of `entry` that are needed to replay an entry and to check the result."""

    digest: str


def replay_entry(table: SavedTable, row: ReplayedEntry) -> None:
    """Replay one entry; raises `damaged` if its mark or seat differs from the stored one."""
    try:
        entry = repeat(table.played(), row)
    except NotAllowed:
        raise TableError("damaged") from None
    table.follow(entry, row["instead"])
    if table.changes.rows[-1]["digest"] != row["digest"] or entry.seat != row["seat"]:
        raise TableError("damaged")


def check_versions(game: Game, row: TableRow) -> None:
    """Raise if this program does not know the record format or the rules of the table."""
    if row["format"] != FORMAT:
        raise TableError("other_format", format=row["format"], known=FORMAT)
    version = row["rules_version"]
    if version not in game.versions:
        raise TableError("other_rules", version=version, known=game.versions_text)


def stored_options(game: Game, text: str) -> Options:
    """The options of a stored table; raises if they name a set that this server does not have."""
    try:
        options: Options = game.options.from_text(text)
    except OptionError as error:
        raise TableError("other_set", reason=str(error)) from None
    return options


def repeat(match: Match, row: ReplayedEntry) -> LogEntry:
    """Repeat a stored entry in a match."""
    if row["number"] == 0:
        return match.log[0]
    if row["kind"] == UNDO:
        return match.take_back(row["seat"], row["action"], row["leave"])
    if row["kind"] == OUTSIDE:
        return match.from_outside(row["action"])
    return match.play(row["action"])


def devices(table: Table) -> set[str]:
    """The devices that own a seat."""
    return {place.device for place in table.places if place.device is not None}
