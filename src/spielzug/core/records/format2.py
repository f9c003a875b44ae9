"""Records of format 2, and what every format shares: the log, the end, and how a text is read.

All lines from `Game` to the last `Device` are the start list of the table, byte for byte; so a head
has exactly one way to be written. A format is a module that supplies a `RecordFormat`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from spielzug.core.errors import CannotRead, NotAllowed, RecordError, UsageError
from spielzug.core.game import PLAYING, Game
from spielzug.core.luck import Device, Luck, Secret, SeedLuck, StartList, TableLuck, Void
from spielzug.core.match import DEAL, FROM, POSITION, UNDO, LogEntry, Match, Seat
from spielzug.core.memory import plain
from spielzug.core.options import Options
from spielzug.core.position import Position, check_possible, from_plain

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


FORMAT = 2
HEX = re.compile("[0-9a-f]{64}")
TABLE = re.compile(r"[\w-]{1,64}", re.ASCII)
VOID = re.compile(r"seat ([1-9]) (left|lost|silent|sent) list ([0-9a-f]{64})")
REMOVED = re.compile(r"seats ([1-9](?:,[1-9])*) list ([0-9a-f]{64})")
DEVICE = re.compile(r"seats ([1-9](?:,[1-9])*) hash ([0-9a-f]{64})")


# -- writing -------------------------------------------------------------------------------------


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
        fields = plain(start.state) | {"rng": 0}
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


# -- reading -------------------------------------------------------------------------------------


class _Start(NamedTuple):
    """Where a game began that was not dealt."""

    position: Position
    origin: str
    line: int


def build_match(reader: RecordReader, find_game: FindGame) -> Match:
    lines = reader.lines[1 : reader.at - 1]
    game, version = read_game(reader, find_game)
    options_text, options_line = reader.tag("Options")
    seats = read_seats(reader)
    try:
        options: Options = game.options.from_text(options_text)
        game.check_seats(len(seats))
        options.check_for_seats(len(seats))
    except UsageError as error:
        raise RecordError(str(error), options_line) from None
    start = _read_start(reader, game, version, options) if "From" in reader.tags else None
    luck = _read_luck(reader, lines, len(seats))
    reader.check_no_tags_left()
    if start is None:
        match = Match(game, seats, luck, options, version)
    else:
        try:
            match = Match(
                game, seats, luck, options, version, start=start.position, origin=start.origin
            )
        except UsageError as error:
            raise RecordError(str(error), start.line) from None
    _check_head_lines(match, lines)
    return match


def _check_head_lines(match: Match, lines: list[str]) -> None:
    """The head as it must be written: devices compare their lists byte for byte."""
    wanted = [*about(match), *_luck_lines(match.luck)]
    for number, (line, expected) in enumerate(zip(lines, wanted, strict=False), 2):
        if line != expected:
            raise RecordError(f"it says {line!r}, but it is written {expected!r}", number)


def _luck_lines(luck: Luck) -> list[str]:
    if isinstance(luck, SeedLuck):
        return seed_lines(luck)
    assert isinstance(luck, TableLuck)
    nonces = [f"Nonce {number}: {nonce}" for number, nonce in enumerate(luck.nonces, 1)]
    return [
        *luck.start.lines[len(luck.start.about) :], *nonces, f"Secret: {luck.secret.hex}",
    ]  # fmt: skip


def _read_start(reader: RecordReader, game: Game, version: int, options: Options) -> _Start:
    origin, line = reader.tag("From")
    text, position_line = reader.tag("Position")
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise RecordError('a position is written as JSON: {"field": value, …}', position_line)
    try:
        state = from_plain(game, fields)
        if state.rng != 0:
            raise CannotRead("the field 'rng' is not 0: a position in a record holds no luck")
        position = Position(game, options, game.facts(options, version), state)
        check_possible(position)
    except CannotRead as error:
        raise RecordError(str(error), position_line) from None
    return _Start(position, origin, line)


def _read_luck(reader: RecordReader, lines: list[str], seats: int) -> Luck:
    kind, line = reader.tag("Chance")
    if kind == "seed":
        return read_seed(reader)
    if kind != "table":
        raise RecordError(f"unknown source of chance {kind!r}", line)
    about = tuple(lines[: line - 2])
    table, line = reader.tag("Table")
    if not TABLE.fullmatch(table):
        raise RecordError(f"a table is called by letters, digits, - and _, not {table!r}", line)
    removed, sealed_as = _read_removed(reader, seats)
    voids = _read_voids(reader, seats)
    commitment, commitment_line = _hex(reader, "Commitment")
    devices = _read_devices(reader, seats)
    nonces = []
    for number, device in enumerate(devices, 1):
        nonce, line = _hex(reader, f"Nonce {number}")
        if Secret.from_hex(nonce).commitment != device.hash:
            raise RecordError(
                f"this nonce does not fit the hash that device {number} had fixed: "
                "one of the two lines was changed, or another nonce was put in its place",
                line,
            )
        nonces.append(nonce)
    text, line = _hex(reader, "Secret", ": it is shown when the game is over; check it then")
    secret = Secret.from_hex(text)
    if secret.commitment != commitment:
        raise RecordError(
            "the secret does not fit the commitment: it is not the one that was promised "
            f"in line {commitment_line}",
            line,
        )
    start = StartList(about, table, commitment, devices, voids, removed, sealed_as)
    return TableLuck(secret, start, tuple(nonces))


def _read_removed(reader: RecordReader, seats: int) -> tuple[tuple[int, ...], str]:
    if "Removed" not in reader.tags:
        return (), ""
    value, line = reader.tag("Removed")
    parts = REMOVED.fullmatch(value)
    found = [int(seat) - 1 for seat in parts[1].split(",")] if parts is not None else []
    if parts is None or max(found) >= seats or found != sorted(set(found)):
        raise RecordError(
            "names that were removed are written `seats 1,3 list …` with seats of the table and "
            f"the fingerprint that the start list had with them, not {value!r}",
            line,
        )
    return tuple(found), parts[2]


def _read_voids(reader: RecordReader, seats: int) -> tuple[Void, ...]:
    voids: list[Void] = []
    while f"Void {len(voids) + 1}" in reader.tags:
        value, line = reader.tag(f"Void {len(voids) + 1}")
        parts = VOID.fullmatch(value)
        if parts is None or int(parts[1]) > seats:
            raise RecordError(
                "a void start is written `seat 2 silent list …` with a seat of the table, a reason "
                f"(left, lost, silent, sent) and the fingerprint of its list, not {value!r}",
                line,
            )
        voids.append(Void(int(parts[1]) - 1, parts[2], parts[3]))
    return tuple(voids)


def _read_devices(reader: RecordReader, seats: int) -> tuple[Device, ...]:
    devices: list[Device] = []
    taken: set[int] = set()
    while f"Device {len(devices) + 1}" in reader.tags:
        value, line = reader.tag(f"Device {len(devices) + 1}")
        parts = DEVICE.fullmatch(value)
        if parts is None:
            raise RecordError(
                f"a device is written `seats 1,3 hash …` with 64 hexadecimal digits, not {value!r}",
                line,
            )
        own = [int(seat) - 1 for seat in parts[1].split(",")]
        if max(own) >= seats or taken & set(own) or own != sorted(set(own)):
            raise RecordError(f"not seats of this table, each at one device: {parts[1]}", line)
        if parts[2] in [device.hash for device in devices]:
            raise RecordError("two devices with the same hash: one has copied the other", line)
        taken |= set(own)
        devices.append(Device(tuple(own), parts[2]))
    return tuple(devices)


def _hex(reader: RecordReader, name: str, way_out: str = "") -> tuple[str, int]:
    value, line = reader.tag(name, way_out)
    if not HEX.fullmatch(value):
        raise RecordError(f"64 small hexadecimal digits are expected here, not {value!r}", line)
    return value, line
