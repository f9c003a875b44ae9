"""Games as text that a person can read, and that proves itself.

The head says what was played, by whom, with which luck, and how it ended. Then one line an entry:
its number, the seat, the decision in notation, and beside it everything that came of it, so that a
reader (or another program) can follow the game without our rules. Reading a record means playing
it again; the first line that does not fit is named.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from spielzug.core.errors import CannotRead, NotAllowed, RecordError, UsageError
from spielzug.core.game import PLAYING, Game
from spielzug.core.luck import Luck, Secret, SeedLuck, TableLuck
from spielzug.core.match import DECISION, OUTSIDE, UNDO, Entry, Match, Seat

FORMAT = 1
SUFFIX = ".zug"
FIRST_LINE = f"Spielzug record {FORMAT}"
RUNNING = "running"
ENTRY_LINE = re.compile(r"(\d+)\s+(\d|-)\s+(\S+(?: \d+)?)(?:\s{2,}(.*))?")


# -- writing -------------------------------------------------------------------------------------


def write_record(match: Match, reveal: bool = True) -> str:
    """The record of a game; without `reveal` the secret stays out until the game is over."""
    lines = [FIRST_LINE, *_head(match, reveal), ""]
    lines += [_entry_line(match, entry) for entry in match.log]
    if match.over:
        lines.append(_end_line(match))
    text = "\n".join(lines) + "\n"
    return f"{text}check {_checksum(text)}\n"


def _head(match: Match, reveal: bool) -> list[str]:
    outcome = match.outcome
    head = [
        f"Game: {match.game.name}",
        f"Rules: {match.version}",
        f"Options: {match.options.to_text()}",
        f"Seats: {len(match.seats)}",
    ]
    for number, seat in enumerate(match.seats, 1):
        head.append(f"Seat {number}: {seat.player} {json.dumps(seat.name, ensure_ascii=False)}")
    head += _luck_lines(match.luck, reveal or match.over)
    head.append(f"Result: {outcome.text() if outcome else RUNNING}")
    head.append(f"Reason: {outcome.reason if outcome else RUNNING}")
    return head


def _luck_lines(luck: Luck, reveal: bool) -> list[str]:
    if isinstance(luck, SeedLuck):
        return ["Chance: seed", f"Seed: {json.dumps(luck.seed)}", f"Number: {luck.number}"]
    if isinstance(luck, TableLuck):
        lines = ["Chance: table", f"Commitment: {luck.secret.commitment}"]
        lines.append(f"Nonces: {json.dumps(list(luck.nonces))}")
        return [*lines, f"Secret: {luck.secret.hex}"] if reveal else lines
    raise UsageError(f"no record can tell where {luck!r} comes from")


def _entry_line(match: Match, entry: Entry) -> str:
    remark = match.remark(entry)
    if entry.number == 0:
        return f"{0:<4} -  deal      {remark}"
    who = str(entry.seat + 1) if entry.seat >= 0 else "-"
    what = f"undo {entry.action}" if entry.kind == UNDO else match.game.words.notation(entry.action)
    return f"{entry.number:<4} {who}  {what:<8}  {remark}".rstrip()


def _end_line(match: Match) -> str:
    outcome = match.outcome
    assert outcome is not None
    return f"end  {outcome.text()}  {outcome.reason}  position {position_digest(match)}"


def position_digest(match: Match) -> str:
    """The last position in sixteen digits: the same with and without the compiler."""
    return match.now.digest


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def save_record(match: Match, path: Path) -> None:
    """Write the file whole or not at all: a crash leaves the old one."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(write_record(match))
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


# -- reading -------------------------------------------------------------------------------------


@dataclass
class _Reader:
    lines: list[str]
    at: int = 0
    tags: dict[str, tuple[str, int]] = field(default_factory=dict)

    def next(self, wanted: str) -> tuple[str, int]:
        if self.at >= len(self.lines):
            raise RecordError(f"the text ends here; {wanted} is missing", self.at or 1)
        self.at += 1
        return self.lines[self.at - 1], self.at

    def tag(self, name: str) -> tuple[str, int]:
        if name not in self.tags:
            raise RecordError(f"the head has no line '{name}: …'", self.at)
        return self.tags.pop(name)


def read_record(text: str, find_game: Callable[[str], Game]) -> Match:
    """Play the record again; every decision, outcome and result must come out the same."""
    reader = _Reader(text.split("\n"))
    _refuse_first_line(*reader.next("the first line"))
    _read_head(reader)
    match, told = _set_up(reader, find_game)
    _compare(reader, match, match.log[0])
    while reader.lines[reader.at : reader.at + 1] and reader.lines[reader.at][:1].isdigit():
        _read_entry(reader, match)
    _read_end(reader, match, told)
    _read_check(reader)
    return match


def _refuse_first_line(line: str, number: int) -> None:
    version = re.fullmatch(r"Spielzug record (\d+)", line)
    if version is None:
        raise RecordError(
            f"this is no Spielzug record: it should begin with {FIRST_LINE!r}", number
        )
    if int(version[1]) > FORMAT:
        raise RecordError(
            f"written in record format {version[1]} by a newer Spielzug; "
            f"this one reads format {FORMAT}: please update",
            number,
        )
    if int(version[1]) != FORMAT:
        raise RecordError(f"there is no record format {version[1]}", number)


def _read_head(reader: _Reader) -> None:
    while True:
        line, number = reader.next("the head")
        if not line:
            return
        name, colon, value = line.partition(": ")
        if not colon or name in reader.tags:
            raise RecordError(f"not a line of the head (or one twice): {line!r}", number)
        reader.tags[name] = (value, number)


def _set_up(
    reader: _Reader, find_game: Callable[[str], Game]
) -> tuple[Match, tuple[tuple[str, int], tuple[str, int]]]:
    name, line = reader.tag("Game")
    try:
        game = find_game(name).ready(PLAYING)
    except UsageError as error:
        raise RecordError(str(error), line) from None
    version, line = reader.tag("Rules")
    if version not in map(str, game.versions):
        raise RecordError(
            f"played by rules version {version}; this Spielzug knows version "
            f"{game.versions_text} of {game.name}",
            line,
        )
    options_text, options_line = reader.tag("Options")
    seats = _read_seats(reader)
    luck = _read_luck(reader)
    told = (reader.tag("Result"), reader.tag("Reason"))
    if reader.tags:
        odd, (_, line) = next(iter(reader.tags.items()))
        raise RecordError(f"the head has an unknown line '{odd}: …'", line)
    try:
        options = game.options.from_text(options_text)
        return Match(game, seats, luck, options, int(version)), told
    except UsageError as error:
        raise RecordError(str(error), options_line) from None


def _read_seats(reader: _Reader) -> list[Seat]:
    count, line = reader.tag("Seats")
    if not count.isdecimal() or not 1 <= int(count) <= 9:
        raise RecordError(f"not a number of seats: {count!r}", line)
    seats = []
    for number in range(1, int(count) + 1):
        value, line = reader.tag(f"Seat {number}")
        player, _, name = value.partition(" ")
        seats.append(Seat(_json_text(name, line), player))
    return seats


def _read_luck(reader: _Reader) -> Luck:
    kind, line = reader.tag("Chance")
    if kind == "seed":
        seed, seed_line = reader.tag("Seed")
        number, line = reader.tag("Number")
        if not number.isdecimal():
            raise RecordError(f"not the number of a game: {number!r}", line)
        return SeedLuck(_json_text(seed, seed_line), int(number))
    if kind != "table":
        raise RecordError(f"unknown source of chance {kind!r}", line)
    commitment, line = reader.tag("Commitment")
    nonces, nonces_line = reader.tag("Nonces")
    text, secret_line = reader.tag("Secret")
    try:
        secret = Secret.from_hex(text)
    except ValueError as error:
        raise RecordError(f"the secret cannot be read: {error}", secret_line) from None
    if secret.commitment != commitment:
        raise RecordError("the secret is not the one that was promised by the commitment", line)
    try:
        values = json.loads(nonces)
        if not isinstance(values, list) or not all(isinstance(v, str) for v in values):
            raise ValueError("a list of texts is expected")
    except ValueError as error:
        raise RecordError(f"the nonces cannot be read: {error}", nonces_line) from None
    return TableLuck(secret, tuple(values))


def _json_text(text: str, line: int) -> str:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, str):
        raise RecordError(f"a name or seed stands in double quotes, not {text!r}", line)
    return value


def _read_entry(reader: _Reader, match: Match) -> None:
    line, number = reader.lines[reader.at], reader.at + 1
    parts = ENTRY_LINE.fullmatch(line)
    if parts is None:
        raise RecordError(f"cannot read this entry: {line!r}", number)
    what = parts[3]
    try:
        if what.startswith("undo "):
            entry = match.take_back(int(parts[2]) - 1 if parts[2] != "-" else -1, int(what[5:]))
        elif what.startswith("!"):
            entry = match.from_outside(match.game.words.parse(what))
        else:
            entry = match.play(match.game.words.parse(what))
    except (CannotRead, NotAllowed) as error:
        raise RecordError(f"{what}: {error}", number) from None
    _compare(reader, match, entry)


def _compare(reader: _Reader, match: Match, entry: Entry) -> None:
    line, number = reader.next("an entry of the game")
    expected = _entry_line(match, entry)
    if line != expected:
        raise RecordError(f"it says {line!r}, but the rules give {expected!r}", number)


def _read_end(reader: _Reader, match: Match, told: tuple[tuple[str, int], tuple[str, int]]) -> None:
    outcome = match.outcome
    true = (outcome.text(), outcome.reason) if outcome else (RUNNING, RUNNING)
    if outcome is None and told[0][0] != RUNNING:
        raise RecordError(
            f"the record breaks off: its head says {told[0][0]}, but the game is not over here",
            reader.at + 1,
        )
    for name, (value, line), truth in zip(("result", "reason"), told, true, strict=True):
        if value != truth:
            raise RecordError(f"the {name} is {truth}, not {value}", line)
    if outcome is not None:
        line_text, line = reader.next("the line 'end …'")
        if line_text != _end_line(match):
            raise RecordError(f"it says {line_text!r}, but it is {_end_line(match)!r}", line)


def _read_check(reader: _Reader) -> None:
    line, number = reader.next("the line 'check …'")
    before = "\n".join(reader.lines[: number - 1]) + "\n"
    if not line.startswith("check "):
        raise RecordError(f"only the line 'check …' may follow here, not {line!r}", number)
    if line != f"check {_checksum(before)}":
        raise RecordError("the checksum does not fit: something above was changed", number)
    if reader.lines[number:] != [""]:
        raise RecordError("there is text after the end of the record", number + 1)


def load_record(path: Path, find_game: Callable[[str], Game]) -> Match:
    """Read a file; the error names it, and the file is never touched."""
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise RecordError(f"{path}: cannot be opened: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise RecordError(f"{path}: line {line}: not a text file (damaged?)") from None
    try:
        return read_record(text, find_game)
    except RecordError as error:
        error.args = (f"{path}: {error}",)
        raise


__all__ = [
    "DECISION", "OUTSIDE", "RUNNING", "SUFFIX", "load_record", "position_digest", "read_record",
    "save_record", "write_record",
]  # fmt: skip
