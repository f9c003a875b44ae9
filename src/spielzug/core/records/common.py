"""What the formats of records have in common: the log, the end, and how a text is read.

A format (`first`, `second`) is a module that supplies the rest, see `RecordFormat`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from spielzug.core.errors import CannotRead, NotAllowed, RecordError, UsageError
from spielzug.core.game import PLAYING, Game
from spielzug.core.luck import SeedLuck
from spielzug.core.match import LogEntry, Match, Seat

RUNNING = "running"
FIRST_LINE = "Spielzug record"
ENTRY_LINE = re.compile(r"(\d+)\s+(\d|-)\s+(\S+(?: \d{1,9}(?: [a-z]+)?)?)(?:\s{2,}(.*))?")
MOST_GAMES = 2**63
"""A game of a simulation has a smaller number."""

FindGame = Callable[[str], Game]
Tag = tuple[str, int]
"""What a line of the head says, and its number."""


class RecordFormat(Protocol):
    """One format: its head, its lines of entries, and the match that a head describes."""

    @property
    def FORMAT(self) -> int: ...  # noqa: N802 - a constant of the module
    def head(self, match: Match, reveal: bool) -> list[str]:
        """The lines from `Game` to the luck; what is not revealed stays out."""

    def entry_line(self, match: Match, entry: LogEntry) -> str: ...
    def build_match(self, reader: RecordReader, find_game: FindGame) -> Match: ...


# -- writing -------------------------------------------------------------------------------------


def write(form: RecordFormat, match: Match, reveal: bool) -> str:
    outcome = match.outcome
    lines = [f"{FIRST_LINE} {form.FORMAT}", *form.head(match, reveal or match.over)]
    lines.append(f"Result: {outcome.text() if outcome else RUNNING}")
    lines += [f"Reason: {outcome.reason if outcome else RUNNING}", ""]
    lines += [form.entry_line(match, entry) for entry in match.log]
    if match.over:
        lines.append(_end_line(match))
    text = "\n".join(lines) + "\n"
    return f"{text}check {checksum(text)}\n"


def seat_lines(seats: tuple[Seat, ...]) -> list[str]:
    lines = [f"Seats: {len(seats)}"]
    for number, seat in enumerate(seats, 1):
        lines.append(f"Seat {number}: {seat.player} {json.dumps(seat.name, ensure_ascii=False)}")
    return lines


def seed_lines(luck: SeedLuck) -> list[str]:
    return ["Chance: seed", f"Seed: {json.dumps(luck.seed)}", f"Number: {luck.number}"]


def _end_line(match: Match) -> str:
    outcome = match.outcome
    assert outcome is not None
    return f"end  {outcome.text()}  {outcome.reason}  position {position_digest(match)}"


def position_digest(match: Match) -> str:
    """The last position in sixteen digits: the same with and without the compiler."""
    return match.now.digest


def checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# -- reading -------------------------------------------------------------------------------------


@dataclass
class RecordReader:
    """A text and how far it has been read; of the head what nobody has asked for yet."""

    lines: list[str]
    at: int = 0
    tags: dict[str, Tag] = field(default_factory=dict)

    def next(self, wanted: str) -> Tag:
        if self.at >= len(self.lines):
            raise RecordError(f"the text ends here; {wanted} is missing", self.at or 1)
        self.at += 1
        return self.lines[self.at - 1], self.at

    def tag(self, name: str, way_out: str = "") -> Tag:
        if name not in self.tags:
            raise RecordError(f"the head has no line '{name}: …'{way_out}", self.at)
        return self.tags.pop(name)

    def read_head(self) -> None:
        while True:
            line, number = self.next("the head")
            if not line:
                return
            name, colon, value = line.partition(": ")
            if not colon or name in self.tags:
                raise RecordError(f"not a line of the head (or one twice): {line!r}", number)
            self.tags[name] = (value, number)

    def check_no_tags_left(self) -> None:
        if self.tags:
            odd, (_, line) = next(iter(self.tags.items()))
            raise RecordError(f"the head has an unknown line '{odd}: …'", line)


def read(form: RecordFormat, reader: RecordReader, find_game: FindGame) -> Match:
    """From the head on: play the record again."""
    reader.read_head()
    told = (reader.tag("Result"), reader.tag("Reason"))
    match = form.build_match(reader, find_game)
    _compare(form, reader, match, match.log[0])
    while reader.lines[reader.at : reader.at + 1] and reader.lines[reader.at][:1].isdigit():
        _read_entry(form, reader, match)
    _read_end(reader, match, told)
    _read_check(reader)
    return match


def read_game(reader: RecordReader, find_game: FindGame) -> tuple[Game, int]:
    """The game, ready to be played, and the version of its rules."""
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
    return game, int(version)


def read_seats(reader: RecordReader) -> list[Seat]:
    count, line = reader.tag("Seats")
    if not re.fullmatch("[1-9]", count):
        raise RecordError(f"not a number of seats: {count!r}", line)
    seats = []
    for number in range(1, int(count) + 1):
        value, line = reader.tag(f"Seat {number}")
        player, _, name = value.partition(" ")
        seats.append(Seat(json_text(name, line), player))
    return seats


def read_seed(reader: RecordReader) -> SeedLuck:
    seed, seed_line = reader.tag("Seed")
    number, line = reader.tag("Number")
    if not re.fullmatch("[0-9]{1,19}", number) or int(number) >= MOST_GAMES:
        raise RecordError(f"not the number of a game: {number!r}", line)
    return SeedLuck(json_text(seed, seed_line), int(number))


def json_text(text: str, line: int) -> str:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, str):
        raise RecordError(f"a name or seed stands in double quotes, not {text!r}", line)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise RecordError(f"there is half a character in the name or seed {text!r}", line) from None
    return value


def _read_entry(form: RecordFormat, reader: RecordReader, match: Match) -> None:
    line, number = reader.lines[reader.at], reader.at + 1
    parts = ENTRY_LINE.fullmatch(line)
    if parts is None:
        raise RecordError(f"cannot read this entry: {line!r}", number)
    what = parts[3]
    try:
        if what.startswith("undo "):
            seat = int(parts[2]) - 1 if parts[2] != "-" else -1
            entry = _read_undo(match, seat, *what.split(" ")[1:])
        elif what.startswith("!"):
            entry = match.from_outside(match.game.words.parse(what))
        else:
            entry = match.play(match.game.words.parse(what))
    except (CannotRead, NotAllowed) as error:
        raise RecordError(f"{what}: {error}", number) from None
    except (ArithmeticError, LookupError, ValueError) as error:
        if match.origin is None:
            raise
        raise RecordError(  # plain rules stumble where the audit of the start saw nothing
            f"{what}: the game cannot go on from where it began: no possible position", number
        ) from error
    _compare(form, reader, match, entry)


def _read_undo(match: Match, seat: int, to: str, by: str | None = None) -> LogEntry:
    entry = match.take_back(seat, int(to), by)
    if entry.by != by:
        raise NotAllowed(f"no luck is taken back here, so nothing was {by!r}")
    return entry


def _compare(form: RecordFormat, reader: RecordReader, match: Match, entry: LogEntry) -> None:
    line, number = reader.next("an entry of the game")
    expected = form.entry_line(match, entry)
    if line != expected:
        raise RecordError(f"it says {line!r}, but the rules give {expected!r}", number)


def _read_end(reader: RecordReader, match: Match, told: tuple[Tag, Tag]) -> None:
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


def _read_check(reader: RecordReader) -> None:
    line, number = reader.next("the line 'check …'")
    before = "\n".join(reader.lines[: number - 1]) + "\n"
    if not line.startswith("check "):
        raise RecordError(f"only the line 'check …' may follow here, not {line!r}", number)
    if line != f"check {checksum(before)}":
        raise RecordError("the checksum does not match: something above was changed", number)
    if reader.lines[number:] != [""]:
        raise RecordError("there is text after the end of the record", number + 1)
