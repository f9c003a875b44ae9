"""How a game is written as a record.

All lines from `Game` to the last `Device` are the start list of the table, byte for byte; so a head
has exactly one way to be written.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.luck import Luck, SeedLuck, TableLuck, quoted
from spielzug.core.match import DEAL, FROM, POSITION, UNDO, LogEntry, Match, Seat
from spielzug.core.options import Options
from spielzug.core.position import Position

FORMAT = 2
"""The number in the first line. Format 1 was never released."""
FIRST_LINE = "Spielzug record"
RUNNING = "running"


def write_record(match: Match, reveal: bool = True) -> str:
    """The record of a game; without `reveal` the secret stays out until the game is over."""
    outcome = match.outcome
    lines = [f"{FIRST_LINE} {FORMAT}", *head(match, reveal or match.over)]
    lines.append(f"Result: {outcome.text() if outcome else RUNNING}")
    lines += [f"Reason: {outcome.reason if outcome else RUNNING}", ""]
    lines += [entry_line(match, entry) for entry in match.log]
    if match.over:
        lines.append(end_line(match))
    text = "\n".join(lines) + "\n"
    return f"{text}check {checksum(text)}\n"


def written_by(program: str) -> str:
    """The last line of a downloaded record, below its check: which program to open it with."""
    return f"written by Spielzug {program}\n"


def seat_lines(seats: tuple[Seat, ...]) -> list[str]:
    lines = [f"Seats: {len(seats)}"]
    for number, seat in enumerate(seats, 1):
        lines.append(f"Seat {number}: {seat.player} {seat.seal.of(quoted(seat.name))}")
    return lines


def seed_lines(luck: SeedLuck) -> list[str]:
    return ["Chance: seed", f"Seed: {json.dumps(luck.seed)}", f"Number: {luck.number}"]


def about_lines(
    game: Game,
    version: int,
    options: Options,
    seats: Sequence[Seat],
    start: Position | None = None,
    origin: str = POSITION,
) -> tuple[str, ...]:
    """What is played, by whom, and from where if not from the deal: for `StartList.about`."""
    lines = [
        f"Game: {game.name}",
        f"Rules: {version}",
        f"Options: {options.to_text()}",
        *seat_lines(tuple(seats)),
    ]
    if start is not None:
        fields = start.plain_state | {"rng": 0}
        lines += [f"From: {origin}", f"Position: {json.dumps(fields, separators=(',', ':'))}"]
    return tuple(lines)


def about(match: Match) -> tuple[str, ...]:
    start = None if match.origin is None else match.position_after(0)
    return about_lines(
        match.game, match.version, match.options, match.seats, start, match.origin or POSITION
    )


def head(match: Match, reveal: bool) -> list[str]:
    luck, lines = match.luck, about(match)
    if isinstance(luck, SeedLuck):
        return [*lines, *seed_lines(luck)]
    if not isinstance(luck, TableLuck):
        raise UsageError(f"no record can tell where {luck!r} comes from")
    if luck.start.about != lines:
        told = (*luck.start.about, "nothing more")
        odd = next((a for a, b in zip(told, lines, strict=False) if a != b), told[-1])
        raise UsageError(f"the start list is one of another game: it says {odd!r}")
    nonces = [f"Nonce {number}: {nonce}" for number, nonce in enumerate(luck.nonces, 1)]
    secret = [f"Secret: {luck.secret.hex}"] if reveal else []
    return [*luck.start.lines, *nonces, *secret]


def entry_line(match: Match, entry: LogEntry) -> str:
    who = str(entry.seat + 1) if entry.seat >= 0 else "-"
    if entry.kind in (DEAL, FROM):
        what = entry.kind
    elif entry.kind == UNDO:
        what = " ".join(filter(None, ("undo", str(entry.action), entry.by)))
    else:
        what = match.game.words.notation(entry.action)
    line = f"{entry.number:<4} {who}  {what:<8}  {match.remark(entry)}".rstrip()
    return line if entry.drawn is None else f"{line}  #{entry.drawn}"


def luck_lines(luck: Luck) -> list[str]:
    if isinstance(luck, SeedLuck):
        return seed_lines(luck)
    assert isinstance(luck, TableLuck)
    nonces = [f"Nonce {number}: {nonce}" for number, nonce in enumerate(luck.nonces, 1)]
    return [
        *luck.start.lines[len(luck.start.about) :], *nonces, f"Secret: {luck.secret.hex}",
    ]  # fmt: skip


def end_line(match: Match) -> str:
    outcome = match.outcome
    assert outcome is not None
    return f"end  {outcome.text()}  {outcome.reason}  position {position_digest(match)}"


def position_digest(match: Match) -> str:
    """The last position in sixteen digits: the same with and without the compiler."""
    return match.now.digest


def checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
