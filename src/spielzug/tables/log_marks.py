"""Data stored with each log entry, so that a table can be loaded without replaying its log.

An entry is stored with its events, the change of the position, and a mark: a hash of these and of
the previous mark. An edited row breaks the chain; then the log is replayed from its secret, and if
the marks differ again, the table is damaged.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spielzug.core.events import Event
from spielzug.core.game import Game
from spielzug.core.luck import Luck
from spielzug.core.match import FROM, UNDO, LogEntry, Match
from spielzug.core.memory import RecordMemory
from spielzug.core.options import Options
from spielzug.core.packing import PackedLog, Packer, pack_events, unpack_events
from spielzug.core.position import Position
from spielzug.tables.row_types import EntryContent, EntryRow, MarkColumns

if TYPE_CHECKING:
    from spielzug.core.record_types import State

BYTES = 8
LUCKY, PLAIN = b"\x01", b"\x00"


class LogMarks:
    """Each mark includes the previous one; the first includes the key of the deal's luck."""

    def __init__(self, match: Match, packer: Packer | None = None, last: str | None = None) -> None:
        self._packer = packer or Packer(match.now.memory.layout)
        self._last = last or _anchor(
            match.game, match.options, match.version, len(match.seats), match.luck
        )

    def of(self, entry: LogEntry, at: Position, instead: str | None) -> MarkColumns:
        """The columns for the newest entry, which led to `at`: events, position change, mark."""
        row: EntryContent = {
            "number": entry.number,
            "kind": entry.kind,
            "seat": entry.seat,
            "action": entry.action,
            "instead": instead,
            "leave": entry.by,
            "told": (LUCKY if entry.lucky else PLAIN) + pack_events(entry.events),
            "became": self._packer.pack(at),
        }
        self._last = _mark(self._last, row)
        return {"digest": self._last, "told": row["told"], "became": row["became"]}


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

    def marks(self, match: Match) -> LogMarks:
        """Continues the chain for new entries."""
        return LogMarks(match, self.packer, self.last)


def load_verified_log(
    game: Game, options: Options, version: int, seats: int, luck: Luck, entries: Sequence[EntryRow]
) -> VerifiedLog | None:
    """Load a log without replaying it; None if it must be replayed."""
    last = _anchor(game, options, version, seats, luck)
    for row in entries:
        last = _mark(last, row)
        if last != row["digest"]:
            return None
    blank: RecordMemory[State] = RecordMemory(game.state_layout, bytearray(game.state_layout.size))
    model = Position(game, options, game.facts_memory(options, version), blank)
    log = PackedLog(model, [row["became"] or b"" for row in entries])
    return VerifiedLog(log.positions, _log(entries), log.packer(), last)


def _log(entries: Sequence[EntryRow]) -> list[LogEntry]:
    """The entries; one with luck gets the number of its draw, not counting undone draws."""
    log: list[LogEntry] = []
    draws = [(-1, 0)] if entries[0]["kind"] == FROM else []  # draw 0 is always the deal's
    for row in entries:
        number, kind, action, told = row["number"], row["kind"], row["action"], row["told"] or b""
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


def _mark(before: str, row: EntryContent) -> str:
    told, became = row["told"] or b"", row["became"] or b""
    leave = "" if row["leave"] is None else f"by {row['leave']} "
    head = (
        f"{before}\n{row['number']} {row['kind']} {row['seat']} {row['action']} "
        f"{row['instead']} {leave}{len(told)}\n"
    )
    return hashlib.blake2b(head.encode() + told + became, digest_size=BYTES).hexdigest()
