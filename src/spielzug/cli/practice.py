"""A practice game: from a saved position, or from any entry of a record."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from spielzug.bots import USUAL
from spielzug.bots.thinking.parts import AT_TABLE
from spielzug.cli.common import find_game, read_options, use_set
from spielzug.cli.terminal import luck_of, seats_of
from spielzug.core.errors import CannotRead, UsageError
from spielzug.core.match import POSITION, Match
from spielzug.core.position import Position
from spielzug.core.possible import refuse_impossible
from spielzug.core.records import about_lines, is_record, load_record, record_check


class Start(NamedTuple):
    position: Position
    origin: str


def find_start(
    path: Path, entry: int | None, game: str, pairs: list[str] | None, set_file: Path | None
) -> Start:
    """The position to begin with; a record brings its game and its options."""
    if is_record(path):
        if pairs:
            raise UsageError(f"{path}: a record brings its options; leave --option out")
        use_set(set_file)
        return _from_record(path, entry)
    if entry is not None:
        raise UsageError(f"{path}: only a record has entries; leave --entry out")
    found = find_game(game)
    options = read_options(found, pairs, use_set(set_file, found))
    position = Position.read(found, path, options)
    try:
        refuse_impossible(position)
    except CannotRead as error:
        raise CannotRead(f"{path}: {error}") from None
    return Start(position, POSITION)


def _from_record(path: Path, entry: int | None) -> Start:
    match = load_record(path, find_game)
    number = len(match.log) - 1 if entry is None else entry
    check = record_check(path.read_text(encoding="utf-8"))
    return Start(match.position_at(number), f"entry {number} of {check}")


def practice_match(start: Start, players: Sequence[str], seed: str | None, lang: str) -> Match:
    """Play on from there; unless `players` say otherwise, a person has the seat to act."""
    position, origin = start
    usual = ["me" if seat == position.actor else USUAL for seat in range(position.seats)]
    seats = seats_of(players or usual, lang)
    game = position.game.ready(AT_TABLE)
    about = about_lines(game, position.version, position.options, seats, position, origin)
    luck = luck_of(seed, about, seats)
    return Match(
        game, seats, luck, position.options, position.version, start=position, origin=origin
    )
