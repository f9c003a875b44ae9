"""What is written beside each entry of a log, so that a table is found again without playing it.

Beside an entry lie what happened and what changed in the position, and a mark of all that and of
the mark before: whoever changes something in the file breaks the chain, and the log is played again
from its secret. What does not lead to the same marks then is damaged. Logs of before have the mark
of the whole position instead and nothing else; they are always played again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Protocol

from spielzug.core.match import Entry, Match
from spielzug.core.packed import PackedLog, Packer, pack_events, unpack_events
from spielzug.core.position import Position
from spielzug.core.records import position_digest
from spielzug.server.store import Row

BYTES = 8
LUCKY, PLAIN = b"\x01", b"\x00"


class Marks(Protocol):
    def of(self, match: Match, entry: Entry, instead: str | None) -> Row:
        """The columns of the newest entry that its mark is about, and the mark."""


class PositionMarks:
    """Of tables that were dealt before positions were kept."""

    def of(self, match: Match, entry: Entry, instead: str | None) -> Row:
        return {"digest": position_digest(match), "told": None, "became": None}


class ChainMarks:
    """Each entry is marked together with the mark before it; the first with the luck itself."""

    def __init__(self, match: Match, packer: Packer | None = None, last: str | None = None) -> None:
        self._packer = packer or Packer(match.position.state)
        self._last = last if last is not None else _anchor(match)

    def of(self, match: Match, entry: Entry, instead: str | None) -> Row:
        row = {
            "number": entry.number,
            "kind": entry.kind,
            "seat": entry.seat,
            "action": entry.action,
            "instead": instead,
            "told": (LUCKY if entry.lucky else PLAIN) + pack_events(entry.events),
            "became": self._packer.pack(match.position.state),
        }
        self._last = _mark(self._last, row)
        return {"digest": self._last, "told": row["told"], "became": row["became"]}


def marks_for(match: Match, entries: Sequence[Row]) -> Marks:
    """What marks a log that is played again."""
    return ChainMarks(match) if _are_packed(entries) else PositionMarks()


def resume(match: Match, entries: Sequence[Row]) -> tuple[list[Position], Marks] | None:
    """Go on in a match that was just dealt where the log ends, without playing it.

    Gives the position after each entry; None if something does not fit.
    """
    if not _are_packed(entries):
        return None
    last = _anchor(match)
    for row in entries:
        last = _mark(last, row)
        if last != row["digest"]:
            return None
    dealt = match.position
    if Packer(dealt.state).pack(dealt.state) != entries[0]["became"]:
        return None
    log = PackedLog(dealt, [row["became"] for row in entries])
    positions = log.positions
    match.resume([_entry(row) for row in entries], positions)
    return positions, ChainMarks(match, log.packer(), last)


def _are_packed(entries: Sequence[Row]) -> bool:
    return bool(entries) and entries[0]["became"] is not None


def _entry(row: Row) -> Entry:
    told = row["told"]
    lucky = told[:1] == LUCKY
    return Entry(
        row["number"], row["kind"], row["seat"], row["action"], unpack_events(told[1:]), lucky
    )


def _anchor(match: Match) -> str:
    """Where the chain begins: what is played, and the key that decided the deal."""
    key, options = match.luck.key(0, 0), match.options.to_text()
    return f"{match.game.name} {match.version} {len(match.seats)} {options} {key}"


def _mark(before: str, row: Row) -> str:
    told, became = row["told"] or b"", row["became"] or b""
    head = (
        f"{before}\n{row['number']} {row['kind']} {row['seat']} {row['action']} "
        f"{row['instead']} {len(told)}\n"
    )
    return hashlib.blake2b(head.encode() + told + became, digest_size=BYTES).hexdigest()
