"""A table's database rows: building them, loading a table from them, and writing its changes.

A change is written in one transaction together with the note to other processes on the bus.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict

from sqlalchemy.engine import Connection

from spielzug.core.errors import NotAllowed, OptionError
from spielzug.core.game import Game
from spielzug.core.luck import Secret, Void
from spielzug.core.match import OUTSIDE, UNDO, LogEntry, Match
from spielzug.core.options import Options
from spielzug.core.records import FORMAT
from spielzug.server.cluster.bus import Bus, Changed, Deleted, chunk_names
from spielzug.server.cluster.leases import Lease, fence
from spielzug.server.problems import Problem
from spielzug.server.store import seat_queries, sql
from spielzug.server.store.row_types import EntryRow, SeatRow, TableRow
from spielzug.server.store.sql import Stored
from spielzug.server.tables.log_marks import LogMarks, load_verified_log
from spielzug.server.tables.server_table import ServerChanges, ServerTable
from spielzug.tables.seats import Place
from spielzug.tables.start import StartPosition, VoidStart
from spielzug.tables.table import RUNNING, WAITING
from spielzug.tables.time_limit import ClockStep, TimeLimit, marks_from_text, marks_to_text


def table_row(table: ServerTable) -> TableRow:
    return {
        "id": table.id,
        "revision": table.revision,
        "game": table.game.name,
        "rules_version": table.version,
        "options": table.options.to_text(),
        "secret": table.secret.hex,
        "commitment": table.secret.commitment,
        "format": FORMAT,
        "start": table.start.sealed.text if table.start.sealed is not None else None,
        "voids": write_voids(table.start.voids),
        "creator": table.creator,
        "pace": table.pace,
        "hints": table.hints,
        "practice": table.practice,
        "grace": table.grace,
        "time_to_think": table.time_to_think.to_text() if table.time_to_think else None,
        "time_marks": marks_to_text(table.times.marks) if table.times else None,
        "created": table.created,
        "rematch": table.rematch,
        "status": table.status,
        "turn": table.actor,
        "result": json.dumps(table.result) if table.result is not None else None,
        "reason": table.reason,
        "closed": table.closed,
        "updated": table.updated,
        "ended": table.ended,
        "begun": table.start_position.to_text() if table.start_position is not None else None,
        "open": table.open,
        "removed": json.dumps(table.start.removed) if table.start.removed else None,
        "sealed_as": table.start.sealed_as,
        "calling_off": json.dumps(sorted(table.calling_off)) if table.calling_off else None,
        "people": table.match is not None and any(place.device for place in table.places),
        "deadline": table.deadline,
        "asked": table.times.asked if table.deadline is not None and table.times else None,
    }


def seat_rows(table: ServerTable) -> list[SeatRow]:
    return [
        {
            "table_id": table.id,
            "number": number,
            "kind": place.kind,
            "name": place.name,
            "player": place.player,
            "device": place.device,
            "hash": place.hash,
            "nonce": place.nonce,
            "stand_in": place.stand_in,
            "why": place.why,
            "shown": place.shown,
            "ended": table.ended,
            "fixed_by": place.fixed_by,
            "released": place.released,
            "since": place.since,
        }
        for number, place in enumerate(table.places)
    ]


def read_places(rows: Sequence[SeatRow]) -> list[Place]:
    """Places from database rows."""
    return [
        Place(
            kind=row["kind"],
            name=row["name"],
            player=row["player"],
            device=row["device"],
            hash=row["hash"],
            nonce=row["nonce"],
            stand_in=row["stand_in"],
            why=row["why"],
            shown=row["shown"],
            fixed_by=row["fixed_by"],
            released=row["released"],
            since=row["since"],
        )
        for row in rows
    ]


def write_voids(voids: Sequence[VoidStart]) -> str | None:
    told = [{**asdict(one.void), "name": one.name} for one in voids]
    return json.dumps(told) if told else None


def read_voids(text: str | None) -> tuple[VoidStart, ...]:
    told = json.loads(text) if text is not None else []
    return tuple(
        VoidStart(Void(one["seat"], one["why"], one["fingerprint"]), one["name"]) for one in told
    )


def table_before_deal(stored: Stored, game: Game) -> ServerTable:
    """The stored table without its log."""
    row = stored.table
    places = read_places(stored.seats)
    options = stored_options(game, row["options"])
    time = row["time_to_think"]
    table = ServerTable(
        game, options, places, row["creator"], row["pace"], row["id"], hints=row["hints"],
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
        table.start.sealed = table.start.list_of(table.about)
        if table.start.sealed.text != row["start"]:
            raise Problem(500, "damaged")
    return table


def read_table(stored: Stored, game: Game) -> ServerTable:
    """The stored table with its log."""
    row = stored.table
    check_versions(game, row)
    table = table_before_deal(stored, game)
    if stored.entries:
        table.status = RUNNING
        if not _resume(table, stored.entries):
            _replay(table, stored.entries)
        table.dealt = stored.entries[0]["created"]
        _find_times(table, stored)
    table.changes = ServerChanges()
    table.rematch, table.created = row["rematch"], row["created"]
    table.calling_off = set(json.loads(row["calling_off"] or "[]"))
    read_summary(table, row)
    return table


def _find_times(table: ServerTable, stored: Stored) -> None:
    """Restore the time limits from the times of the entries and from the stored marks."""
    if table.times is not None:
        log, actors = table.played().log, [position.actor for position in table.positions]
        created = [row["created"] for row in stored.entries]
        table.times.marks = marks_from_text(stored.table["time_marks"])
        table.times.follow_all(list(map(ClockStep.of, log, actors, created)))


def read_summary(table: ServerTable, row: TableRow) -> None:
    """Take over the columns that change with the log."""
    table.status, table.reason = row["status"], row["reason"]
    table.result = tuple(json.loads(row["result"])) if row["result"] else None
    table.updated, table.ended = row["updated"], row["ended"]
    table.revision = row["revision"]


def _resume(table: ServerTable, entries: list[EntryRow]) -> bool:
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


def _replay(table: ServerTable, entries: list[EntryRow]) -> None:
    """Replay the whole log: the same secret and decisions lead to the same positions."""
    table.set_up_match()
    table.marks = LogMarks(table.played())
    for row in entries:
        replay_entry(table, row)


def replay_entry(table: ServerTable, row: EntryRow) -> None:
    """Replay one entry; raises `damaged` if its mark or seat differs from the stored one."""
    try:
        entry = repeat(table.played(), row)
    except NotAllowed:
        raise Problem(500, "damaged") from None
    table.follow(entry, row["instead"])
    if table.changes.rows[-1]["digest"] != row["digest"] or entry.seat != row["seat"]:
        raise Problem(500, "damaged")


def check_versions(game: Game, row: TableRow) -> None:
    """Raise if this program does not know the record format or the rules of the table."""
    if row["format"] != FORMAT:
        raise Problem(409, "other_format", format=row["format"], known=FORMAT)
    version = row["rules_version"]
    if version not in game.versions:
        raise Problem(409, "other_rules", version=version, known=game.versions_text)


def stored_options(game: Game, text: str) -> Options:
    """The options of a stored table; raises if they name a set that this server does not have."""
    try:
        options: Options = game.options.from_text(text)
    except OptionError as error:
        raise Problem(409, "other_set", reason=str(error)) from None
    return options


def repeat(match: Match, row: EntryRow) -> LogEntry:
    """Repeat a stored entry in a match."""
    if row["number"] == 0:
        return match.log[0]
    if row["kind"] == UNDO:
        return match.take_back(row["seat"], row["action"], row["leave"])
    if row["kind"] == OUTSIDE:
        return match.from_outside(row["action"])
    return match.play(row["action"])


Work = Callable[[Connection], None]
ExtraWrite = Callable[[ServerTable, ServerChanges], Work | None]
"""Gives further work for the transaction of a change, or None."""


def opening(table: ServerTable, changes: ServerChanges, bus: Bus) -> Callable[[Connection], None]:
    row, seats = table_row(table), seat_rows(table)
    note = Changed(table.id, table.revision, tuple({table.creator, *devices(table)}))
    tries = itertools.count()

    def work(connection: Connection) -> None:
        if next(tries) == 0 or not sql.table_exists(connection, row["id"]):
            sql.insert_table(connection, row, seats, changes.rows)
            if row["open"] and not seat_queries.add(
                connection, row["id"], row["creator"], row["created"]
            ):
                raise Problem(429, "too_many_open", limit=seat_queries.MOST)
            bus.write(connection, note)

    return work


def writing(
    table: ServerTable,
    changes: ServerChanges,
    bus: Bus,
    lease: Lease | None,
    also: Sequence[Work] = (),
) -> Callable[[Connection], None]:
    # The rows are built here, in the event loop: the writer's thread never reads a live table.
    row, seats = table_row(table), seat_rows(table) if changes.table else []
    openings = [opening(new, new.changes, bus) for new in changes.created]
    people = tuple({table.creator, *devices(table)})
    note = Changed(table.id, table.revision + 1, people, tuple(changes.freed))
    tries = itertools.count()

    def work(connection: Connection) -> None:
        if next(tries) and sql.is_written(connection, row):
            return
        if lease is not None:
            fence(connection, lease)
        if changes.table:
            sql.update_table(connection, row, seats, changes.rows)
            if row["open"] and row["status"] != WAITING:
                seat_queries.close(connection, row["id"])
        else:
            sql.append_entries(connection, changes.rows, row)
        for more in (*openings, *also):
            more(connection)
        bus.write(connection, note)

    return work


def deleting(ids: Sequence[str], before: float, bus: Bus) -> Callable[[Connection], set[str]]:
    def work(connection: Connection) -> set[str]:
        gone = sql.delete_tables(connection, ids, before)
        for some in chunk_names(gone):
            bus.write(connection, Deleted(some))
        return gone

    return work


def devices(table: ServerTable) -> set[str]:
    """The devices that own a seat."""
    return {place.device for place in table.places if place.device is not None}
