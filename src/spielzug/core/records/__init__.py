"""Games as text that a person can read, and that proves itself.

The head says what was played, by whom, with which luck, and how it ended. Then one line an entry:
its number, the seat, the decision in notation, and beside it everything that came of it, so that a
reader (or another program) can follow the game without our rules. Reading a record means playing
it again; the first line that does not fit is named.
"""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

from spielzug.core.errors import RecordError
from spielzug.core.match import DECISION, OUTSIDE, Match
from spielzug.core.records import format1, format2
from spielzug.core.records.format2 import (
    FIRST_LINE,
    RUNNING,
    FindGame,
    RecordFormat,
    RecordReader,
    about_lines,
    position_digest,
    read,
    write,
)

SUFFIX = ".zug"
FORMATS: dict[int, RecordFormat] = {form.FORMAT: form for form in (format1, format2)}
NEWEST = max(FORMATS)


def write_record(match: Match, reveal: bool = True) -> str:
    """The record of a game; without `reveal` the secret stays out until the game is over."""
    return write(FORMATS[match.format], match, reveal)


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
    return read(_form(*reader.next("the first line")), reader, find_game)


def _form(line: str, number: int) -> RecordFormat:
    version = re.fullmatch(rf"{FIRST_LINE} ([0-9]{{1,9}})", line)
    if version is None:
        raise RecordError(
            f"this is not a Spielzug record: it should begin with '{FIRST_LINE} {NEWEST}'", number
        )
    if int(version[1]) > NEWEST:
        raise RecordError(
            f"written in record format {version[1]} by a newer Spielzug; "
            f"this one reads formats up to {NEWEST}: please update",
            number,
        )
    if int(version[1]) not in FORMATS:
        raise RecordError(f"there is no record format {version[1]}", number)
    return FORMATS[int(version[1])]


def record_checksum(text: str) -> str:
    """The sixteen digits of a record's last line, by which other records can name it."""
    return text.rstrip("\n").rpartition(" ")[2]


def is_record(path: Path) -> bool:
    """Whether a file begins like a record, right or wrong."""
    try:
        with path.open("rb") as file:
            return file.read(len(FIRST_LINE)) == FIRST_LINE.encode()
    except OSError:
        return False


def save_record(match: Match, path: Path) -> None:
    """Write the file whole or not at all: a crash leaves the old one."""
    save_text(write_record(match), path)


def save_text(text: str, path: Path) -> None:
    """The same for a record that somebody else has written."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def load_record(path: Path, find_game: FindGame) -> Match:
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
    "DECISION", "OUTSIDE", "RUNNING", "SUFFIX", "about_lines", "is_record", "load_record",
    "position_digest",
    "read_record", "record_checksum", "save_record", "save_text", "write_record",
]  # fmt: skip
