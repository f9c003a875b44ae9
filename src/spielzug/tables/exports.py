"""What can be saved from a game: its record, its positions, and starts of practice games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from spielzug.core.game import Game
from spielzug.core.match import POSITION
from spielzug.core.position import Position
from spielzug.core.records import record_checksum, write_record, written_by
from spielzug.core.table_values import Hidden
from spielzug.core.version import program_version
from spielzug.tables.errors import TableError
from spielzug.tables.start import StartPosition, begin, parse_position
from spielzug.tables.table import Table


@dataclass(frozen=True)
class TextFile:
    """A download."""

    name: str
    text: str


def record_file(table: Table) -> TextFile:
    """The record of a game, with all that was hidden."""
    text = write_record(table.played()) + written_by(program_version())
    return TextFile(_file_name(table, ".zug"), text)


def position_file(table: Table, entry: int) -> TextFile:
    """The position after an entry, with all that was hidden."""
    return TextFile(_file_name(table, f"-{entry}.json"), position_after(table, entry).save())


def _file_name(table: Table, end: str) -> str:
    return f"{table.game.name}-{table.id[:8]}{end}".replace("_", "-")


def position_after(table: Table, entry: int) -> Position:
    """The position after an entry, without its random state."""
    table.played()
    if not 0 <= entry < table.number:
        raise TableError("no_entry", last=table.number - 1)
    found = table.positions[entry].copy()
    found.set_rng(0)
    return found


def start_after(table: Table, entry: int, seat: int, hidden: Hidden, key: int) -> StartPosition:
    """The start of a practice game after an entry of a finished one, see `start.begin`."""
    found = position_after(table, entry)
    origin = f"entry {entry} of {record_checksum(write_record(table.played()))}"
    return StartPosition(begin(found, origin, seat, hidden, key), hidden, table.id, entry)


def start_from_text(
    text: str, find_game: Callable[[str], Game], seat: int, hidden: Hidden, key: int
) -> StartPosition:
    """The start of a practice game from an untrusted position, see `start.begin`."""
    found = parse_position(text, find_game)
    return StartPosition(begin(found, POSITION, seat, hidden, key), hidden)
