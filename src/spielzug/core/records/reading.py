"""How a record is read: by playing it again, line by line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from spielzug.core.errors import CannotRead, NotAllowed, RecordError, UsageError
from spielzug.core.game import PLAYING, Game
from spielzug.core.luck import (
    SEAT_LINE,
    Device,
    Luck,
    NameSeal,
    Secret,
    SeedLuck,
    StartList,
    TableLuck,
    Void,
)
from spielzug.core.match import LogEntry, Match, Seat
from spielzug.core.options import Options
from spielzug.core.players import HUMAN
from spielzug.core.position import Position
from spielzug.core.position_data import check_possible, from_plain
from spielzug.core.records.writing import (
    FIRST_LINE,
    FORMAT,
    RUNNING,
    about,
    checksum,
    end_line,
    entry_line,
    luck_lines,
)

ENTRY_LINE = re.compile(r"(\d+)\s+(\d|-)\s+(\S+(?: \d{1,9}(?: [a-z]+)?)?)(?:\s{2,}(.*))?")
MOST_GAMES = 2**63
"""A game of a simulation has a smaller number."""
HEX = re.compile("[0-9a-f]{64}")
TABLE = re.compile(r"[\w-]{1,64}", re.ASCII)
VOID = re.compile(r"seat ([1-9]) (left|lost|silent|sent) list ([0-9a-f]{64})")
REMOVED = re.compile(r"seats ([1-9](?:,[1-9])*) list ([0-9a-f]{64})")
DEVICE = re.compile(r"seats ([1-9](?:,[1-9])*) hash ([0-9a-f]{64})")

WRITTEN_BY = re.compile(r"written by Spielzug [\w.+-]{1,60}\n", re.ASCII)

FindGame = Callable[[str], Game]
Tag = tuple[str, int]
"""What a line of the head says, and its number."""


def read_record(text: str, find_game: FindGame) -> Match:
    """Play the record again; every decision, outcome and result must come out the same.

    Lines may end as Windows ends them, too: mail and editors change that.
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise RecordError("there is half a character here (damaged?)", line) from None
    reader = RecordReader(text.replace("\r\n", "\n").split("\n"))
    _check_format(*reader.next("the first line"))
    reader.read_head()
    told = (reader.tag("Result"), reader.tag("Reason"))
    match = _build_match(reader, find_game)
    _compare(reader, match, match.log[0])
    while reader.lines[reader.at : reader.at + 1] and reader.lines[reader.at][:1].isdigit():
        _read_entry(reader, match)
    _read_end(reader, match, told)
    _read_check(reader)
    return match


def _check_format(line: str, number: int) -> None:
    version = re.fullmatch(rf"{FIRST_LINE} ([0-9]{{1,9}})", line)
    if version is None:
        raise RecordError(
            f"this is not a Spielzug record: it should begin with '{FIRST_LINE} {FORMAT}'", number
        )
    if int(version[1]) > FORMAT:
        raise RecordError(
            f"written in record format {version[1]} by a newer Spielzug; "
            f"this one reads format {FORMAT}: please update",
            number,
        )
    if int(version[1]) < FORMAT:
        raise RecordError(
            f"written in record format {version[1]} by a Spielzug from before its first release; "
            f"this one reads format {FORMAT}: open it with the Spielzug that wrote it",
            number,
        )


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


def _read_game(reader: RecordReader, find_game: FindGame) -> tuple[Game, int]:
    """The game, ready to be played, and the version of its rules."""
    name, line = reader.tag("Game")
    try:
        game = find_game(name).ready(PLAYING)
    except UsageError as error:
        raise RecordError(str(error), line) from None
    version, line = reader.tag("Rules")
    if not re.fullmatch("[0-9]{1,9}", version):
        raise RecordError(f"not a version of the rules: {version!r}", line)
    try:
        game.check_version(int(version))
    except UsageError as error:
        raise RecordError(str(error), line) from None
    return game, int(version)


def _read_seats(reader: RecordReader) -> list[Seat]:
    count, line = reader.tag("Seats")
    if not re.fullmatch("[1-9]", count):
        raise RecordError(f"not a number of seats: {count!r}", line)
    seats = []
    for number in range(1, int(count) + 1):
        value, line = reader.tag(f"Seat {number}")
        parts = SEAT_LINE.fullmatch(f"Seat {number}: {value}")
        if parts is None:
            raise RecordError(
                f"a seat is a player and a name in double quotes, not {value!r}", line
            )
        _, removed, name, salt = parts.groups("")
        shown = f"Seat {number}" if removed else _json_text(name, line)
        try:
            seats.append(Seat(shown, value.partition(" ")[0], NameSeal(salt, removed)))
        except UsageError as error:
            raise RecordError(str(error), line) from None
    return seats


def _read_seed(reader: RecordReader) -> SeedLuck:
    seed, seed_line = reader.tag("Seed")
    number, line = reader.tag("Number")
    if not re.fullmatch("[0-9]{1,19}", number) or int(number) >= MOST_GAMES:
        raise RecordError(f"not the number of a game: {number!r}", line)
    return SeedLuck(_json_text(seed, seed_line), int(number))


def _json_text(text: str, line: int) -> str:
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


def _read_entry(reader: RecordReader, match: Match) -> None:
    line, number = reader.lines[reader.at], reader.at + 1
    parts = ENTRY_LINE.fullmatch(line)
    if parts is None:
        raise RecordError(f"cannot read this entry: {line!r}", number)
    what = parts[3]
    try:
        if what.startswith("undo "):
            if parts[2] == "-":
                raise NotAllowed("only a seat takes something back, and its number is missing")
            entry = _read_undo(match, int(parts[2]) - 1, *what.split(" ")[1:])
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
    _compare(reader, match, entry)


def _read_undo(match: Match, seat: int, to: str, by: str | None = None) -> LogEntry:
    entry = match.take_back(seat, int(to), by)
    if entry.by != by:
        raise NotAllowed(f"nothing that was shown is taken back here, so nothing was {by!r}")
    return entry


def _compare(reader: RecordReader, match: Match, entry: LogEntry) -> None:
    line, number = reader.next("an entry of the game")
    expected = entry_line(match, entry)
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
        if line_text != end_line(match):
            raise RecordError(f"it says {line_text!r}, but it is {end_line(match)!r}", line)


def _read_check(reader: RecordReader) -> None:
    line, number = reader.next("the line 'check …'")
    before = "\n".join(reader.lines[: number - 1]) + "\n"
    if not line.startswith("check "):
        raise RecordError(f"only the line 'check …' may follow here, not {line!r}", number)
    if line != f"check {checksum(before)}":
        raise RecordError("the checksum does not match: something above was changed", number)
    rest = reader.lines[number:]
    if rest != [""] and not WRITTEN_BY.fullmatch("\n".join(rest)):
        raise RecordError("there is text after the end of the record", number + 1)


class _Start(NamedTuple):
    """Where a game began that was not dealt."""

    position: Position
    origin: str
    line: int


def _build_match(reader: RecordReader, find_game: FindGame) -> Match:
    lines = reader.lines[1 : reader.at - 1]
    game, version = _read_game(reader, find_game)
    options_text, options_line = reader.tag("Options")
    seats = _read_seats(reader)
    try:
        options: Options = game.options.from_text(options_text)
        game.check_seats(len(seats))
        options.check_for_seats(len(seats))
    except UsageError as error:
        raise RecordError(str(error), options_line) from None
    start = _read_start(reader, game, version, options) if "From" in reader.tags else None
    luck = _read_luck(reader, lines, seats)
    for odd, (_, line_number) in reader.tags.items():
        raise RecordError(f"the head has an unknown line '{odd}: …'", line_number)
    if start is None and isinstance(luck, TableLuck) and luck.start.removed:
        _check_people(reader, luck.start, seats)
    if start is None:
        match = Match(game, seats, luck, options, version)
    else:
        try:
            match = Match(
                game, seats, luck, options, version, start=start.position, origin=start.origin
            )
        except UsageError as error:
            raise RecordError(str(error), start.line) from None
    # The head must be as it is written: devices compare their lists byte for byte.
    wanted = [*about(match), *luck_lines(match.luck)]
    for number, (line, expected) in enumerate(zip(lines, wanted, strict=False), 2):
        if line != expected:
            raise RecordError(f"it says {line!r}, but it is written {expected!r}", number)
    return match


def _check_people(reader: RecordReader, start: StartList, seats: list[Seat]) -> None:
    """Raise unless exactly the seats of people belong to devices, where little else is proved."""
    own = {seat for device in start.devices for seat in device.seats}
    if own != {number for number, seat in enumerate(seats) if seat.player == HUMAN}:
        raise RecordError("the devices' seats are not those of the people", reader.at)


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
        if state.get("rng") != 0:
            raise CannotRead("the field 'rng' is not 0: a position in a record holds no luck")
        position = Position(game, options, game.facts_memory(options, version), state)
        check_possible(position)
    except CannotRead as error:
        raise RecordError(str(error), position_line) from None
    return _Start(position, origin, line)


def _read_luck(reader: RecordReader, lines: list[str], seats: list[Seat]) -> Luck:
    kind, line = reader.tag("Chance")
    if kind == "seed":
        if any(any(seat.seal) for seat in seats):
            raise RecordError("only a table seals names: its luck depends on them", line)
        return _read_seed(reader)
    if kind != "table":
        raise RecordError(f"unknown source of chance {kind!r}", line)
    about = tuple(lines[: line - 2])
    table, line = reader.tag("Table")
    if not TABLE.fullmatch(table):
        raise RecordError(f"a table is called by letters, digits, - and _, not {table!r}", line)
    removed, sealed_as = _read_removed(reader, seats)
    voids = _read_voids(reader, len(seats))
    commitment, commitment_line = _hex(reader, "Commitment")
    devices = _read_devices(reader, len(seats))
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


def _read_removed(reader: RecordReader, seats: list[Seat]) -> tuple[tuple[int, ...], str]:
    if "Removed" not in reader.tags:
        return (), ""
    value, line = reader.tag("Removed")
    parts = REMOVED.fullmatch(value)
    found = [int(seat) - 1 for seat in parts[1].split(",")] if parts is not None else []
    people = {number for number, seat in enumerate(seats) if seat.player == HUMAN}
    if parts is None or not people.issuperset(found) or found != sorted(set(found)):
        raise RecordError(
            "names that were removed are written `seats 1,3 list …` with seats of people and "
            f"the fingerprint that the start list had with them, not {value!r}",
            line,
        )
    if any(any(seat.seal) for seat in seats):
        raise RecordError("this list seals its names: they are removed in the lines of seats", line)
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
