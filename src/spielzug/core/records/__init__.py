"""Games as text that a person can read, and that proves itself.

The head says what was played, by whom, with which luck, and how it ended. Then one line an entry:
its number, the seat, the decision in notation, and beside it everything that came of it, so that a
reader (or another program) can follow the game without our rules. Reading a record means playing
it again; the first line that does not fit is named.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from spielzug.core.errors import RecordError
from spielzug.core.match import DECISION, OUTSIDE, Match
from spielzug.core.records.reading import FindGame, read_record
from spielzug.core.records.writing import (
    FIRST_LINE,
    FORMAT,
    RUNNING,
    about_lines,
    position_digest,
    write_record,
    written_by,
)

SUFFIX = ".zug"


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
    "DECISION", "FORMAT", "OUTSIDE", "RUNNING", "SUFFIX", "about_lines", "is_record", "load_record",
    "position_digest",
    "read_record", "record_checksum", "save_record", "save_text", "write_record",
    "written_by",
]  # fmt: skip
