"""Plays a golden game at a table and writes down what everybody there is told.

`main` does so with an engine that answers from a file, for a process where NumPy, numba and the
server's packages cannot be imported: GAME RECORD ANSWERS.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from spielzug.core.events import SPECTATOR
from spielzug.core.match import DECISION, OUTSIDE, Match, Seat
from spielzug.core.records import read_record
from spielzug.core.texts import LANGUAGES
from spielzug.games import get_game
from spielzug.tables import messages
from spielzug.tables.errors import TableError
from spielzug.tables.messages import Viewer
from spielzug.tables.seats import Place
from spielzug.tables.table import Table, TableClock

BLOCKED = (
    "numpy", "numba", "llvmlite", "pydantic", "pydantic_core", "yaml", "fastapi", "sqlalchemy",
    "starlette",
)  # fmt: skip
REFUSED = 3
"""Actions that are asked about at every decision though they are not allowed."""

Told = tuple[str, Mapping[str, object]]
"""A name of a message, and its fields."""


class StoppedClock(TableClock):
    def now(self) -> float:
        return 1_700_000_000.0


def device_of(seat: int) -> str:
    return f"device {seat}"


def open_golden_game(text: str, table_type: type[Table] = Table) -> tuple[Match, Table]:
    """The match of a record, and a table where people begin to play the same game."""
    golden = read_record(text, get_game)
    seats = [Seat(seat.name) for seat in golden.seats]
    match = Match(golden.game, golden.seats, golden.luck, golden.options, golden.version)
    places = [
        Place("friend", seat.name, device=device_of(number), shown=seat.name)
        for number, seat in enumerate(seats)
    ]
    return golden, table_type.resume(match, places, device_of(0), StoppedClock())


def play(golden: Match, table: Table) -> Iterator[Told]:
    """Every message of the game: after each entry for each seat and language, and refusals.

    The first decision of each seat that may be taken back is taken back and made again.
    """
    undone: set[int] = set()
    yield "facts", messages.facts(table)
    yield from _told(table)
    for entry in golden.decisions:
        if entry.kind == OUTSIDE:
            table.from_outside(golden.game.words.notation(entry.action), "over")
            yield from _told(table)
            continue
        assert entry.kind == DECISION
        yield from _refusals(table, entry.seat)
        device = device_of(entry.seat)
        table.decide(device, table.number, entry.seat, entry.action, "en")
        yield from _told(table)
        if entry.seat not in undone and table.can_undo(entry.seat):
            undone.add(entry.seat)
            table.undo(device, table.number, entry.seat)
            yield from _told(table)
            table.decide(device, table.number, entry.seat, entry.action, "fr")
            yield from _told(table)
    for lang in LANGUAGES:
        outcome = messages.outcome(table, lang)
        assert outcome is not None
        yield "outcome", outcome
        yield "replay", messages.replay(table, SPECTATOR, lang)
    yield "end", {"digest": table.played().now.digest, "undone": sorted(undone)}


def _told(table: Table) -> Iterator[Told]:
    number = table.number - 1
    for lang in LANGUAGES:
        for seat in range(SPECTATOR, len(table.places)):
            yield "entry", messages.live_entry(table, number, seat, lang)


def _refusals(table: Table, seat: int) -> Iterator[Told]:
    actions = table.game.declaration.actions
    legal = set(table.played().legal)
    refused = [action for action in range(actions.count) if action not in legal]
    some = refused[table.number % 7 :: max(1, len(refused) // REFUSED)][:REFUSED]
    for lang in LANGUAGES:
        viewer = Viewer(device_of(seat), seat, lang)
        reasons = {actions.notation(action): messages.why(table, viewer, action) for action in some}
        assert all(reasons.values())
        yield "refusals", dict(reasons)
    try:
        table.decide(device_of(seat), table.number, seat, some[0], "de")
    except TableError as error:
        yield "refused", {lang: error.say(lang) for lang in LANGUAGES}
    else:
        raise AssertionError("an action that is not allowed was carried out")


def as_text(fields: object) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def main(name: str, record: str, answers: str) -> None:
    from recorded_engine import RecordedEngine

    get_game(name).use_engine(RecordedEngine(Path(answers)))
    for kind, fields in play(*open_golden_game(Path(record).read_text("utf-8"))):
        sys.stdout.write(f"{kind} {as_text(fields)}\n")
    loaded = [package for package in BLOCKED if sys.modules.get(package) is not None]
    assert not loaded, loaded
