"""Data stored with each log entry, so that a table can be loaded without replaying its log.

An entry is stored with its events, the change of the position, and a mark: a hash of these and of
the previous mark. An edited row breaks the chain; then the log is replayed from its secret, and if
the marks differ again, the table is damaged. Older logs have only a hash of the whole position as
their mark and are always replayed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from spielzug.core.events import Event
from spielzug.core.game import Game
from spielzug.core.luck import Luck
from spielzug.core.match import FROM, UNDO, LogEntry, Match
from spielzug.core.options import Options
from spielzug.core.packing import PackedLog, Packer, pack_events, unpack_events
from spielzug.core.position import Position
from spielzug.core.records import position_digest
from spielzug.server.store.sql import Row

BYTES = 8
LUCKY, PLAIN = b"\x01", b"\x00"


class Marks(Protocol):
    def of(self, match: Match, entry: LogEntry, at: Position, instead: str | None) -> Row:
        """The columns for the newest entry, which led to `at`: events, position change, mark."""


class PositionMarks:
    """Marks of tables that were dealt before position changes were stored."""

    def of(self, match: Match, entry: LogEntry, at: Position, instead: str | None) -> Row:
        return {"digest": position_digest(match), "told": None, "became": None}


class ChainMarks:
    """Each mark includes the previous one; the first includes the key of the deal's luck."""

    def __init__(self, match: Match, packer: Packer | None = None, last: str | None = None) -> None:
        self._packer = packer or Packer(match.now.state)
        self._last = last or _anchor(
            match.game, match.options, match.version, len(match.seats), match.luck
        )

    def of(self, match: Match, entry: LogEntry, at: Position, instead: str | None) -> Row:
        row = {
            "number": entry.number,
            "kind": entry.kind,
            "seat": entry.seat,
            "action": entry.action,
            "instead": instead,
            "leave": entry.by,
            "told": (LUCKY if entry.lucky else PLAIN) + pack_events(entry.events),
            "became": self._packer.pack(at.state),
        }
        self._last = _mark(self._last, row)
        return {"digest": self._last, "told": row["told"], "became": row["became"]}


def marks_for(match: Match, entries: Sequence[Row]) -> Marks:
    """The kind of marks that a log has which is replayed."""
    return ChainMarks(match) if _are_packed(entries) else PositionMarks()


@dataclass(frozen=True)
class VerifiedLog:
    """A stored log whose marks are all correct."""

    positions: list[Position]
    log: list[LogEntry]
    packer: Packer
    last: str

    @property
    def dealt(self) -> tuple[Position, tuple[Event, ...]]:
        return self.positions[0], self.log[0].events

    def marks(self, match: Match) -> ChainMarks:
        """Continues the chain for new entries."""
        return ChainMarks(match, self.packer, self.last)


def load_verified_log(
    game: Game, options: Options, version: int, seats: int, luck: Luck, entries: Sequence[Row]
) -> VerifiedLog | None:
    """Load a log without replaying it; None if it must be replayed."""
    if not _are_packed(entries):
        return None
    last = _anchor(game, options, version, seats, luck)
    for row in entries:
        last = _mark(last, row)
        if last != row["digest"]:
            return None
    model = Position(game, options, game.facts(options, version), game.blank()[0])
    log = PackedLog(model, [row["became"] for row in entries])
    return VerifiedLog(log.positions, _log(entries), log.packer(), last)


def _are_packed(entries: Sequence[Row]) -> bool:
    return bool(entries) and entries[0]["became"] is not None


def _log(entries: Sequence[Row]) -> list[LogEntry]:
    """The entries; one with luck gets the number of its draw, not counting undone draws."""
    log: list[LogEntry] = []
    draws = [(-1, 0)] if entries[0]["kind"] == FROM else []  # draw 0 is always the deal's
    for row in entries:
        number, kind, action, told = row["number"], row["kind"], row["action"], row["told"]
        drawn = None
        if kind == UNDO:
            while draws and draws[-1][0] >= action:
                draws.pop()
        elif told[:1] == LUCKY:
            drawn = draws[-1][1] + 1 if draws else 0
            draws.append((number, drawn))
        events = unpack_events(told[1:])
        lucky, leave = drawn is not None, row["leave"]
        log.append(LogEntry(number, kind, row["seat"], action, events, lucky, drawn, leave))
    return log


def _anchor(game: Game, options: Options, version: int, seats: int, luck: Luck) -> str:
    """The start of the chain: what is played, and the key that decided the deal."""
    return f"{game.name} {version} {seats} {options.to_text()} {luck.key(0, 0)}"


def _mark(before: str, row: Row) -> str:
    told, became = row["told"] or b"", row["became"] or b""
    leave = "" if row["leave"] is None else f"by {row['leave']} "
    head = (
        f"{before}\n{row['number']} {row['kind']} {row['seat']} {row['action']} "
        f"{row['instead']} {leave}{len(told)}\n"
    )
    return hashlib.blake2b(head.encode() + told + became, digest_size=BYTES).hexdigest()
