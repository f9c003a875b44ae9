"""A practice game: from a saved position, or from any entry of a record."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from spielzug.bots import USUAL
from spielzug.bots.thinking.compilation import AT_TABLE
from spielzug.cli.common import find_game, read_options, use_set
from spielzug.cli.terminal import HUMAN, luck_of, seats_of
from spielzug.core.errors import CannotRead, UsageError
from spielzug.core.match import Beginning, Match
from spielzug.core.position import Position, refuse_impossible
from spielzug.core.records import about_lines, is_record, load_record, record_check
from spielzug.core.rng import seed_key


def find_start(
    path: Path, entry: int | None, game: str, pairs: list[str] | None, set_file: Path | None
) -> Beginning:
    """The position to begin with; a record brings its game and its options, a position may."""
    if is_record(path):
        if pairs:
            raise UsageError(f"{path}: a record has its own options; leave out --option")
        use_set(set_file)
        return _from_record(path, entry)
    if entry is not None:
        raise UsageError(f"{path}: only a record has entries; leave out --entry")
    found = find_game(game)
    base = use_set(set_file, found)
    options = read_options(found, pairs, base) if pairs or base else None
    position = Position.read(found, path, options)
    try:
        refuse_impossible(position)
    except CannotRead as error:
        raise CannotRead(f"{path}: {error}") from None
    return Beginning(position)


def _from_record(path: Path, entry: int | None) -> Beginning:
    match = load_record(path, find_game)
    number = len(match.log) - 1 if entry is None else entry
    check = record_check(path.read_text(encoding="utf-8"))
    return Beginning(match.position_at(number), f"entry {number} of {check}")


def practice_match(
    start: Beginning, players: Sequence[str], seed: str | None, lang: str, anew: bool = False
) -> Match:
    """Play on from there; unless `players` say otherwise, a person has the seat to act.

    `anew`: what the only person does not know is dealt anew.
    """
    usual = [
        "me" if seat == start.position.actor else USUAL for seat in range(start.position.seats)
    ]
    seats = seats_of(players or usual, lang)
    if anew:
        people = [number for number, seat in enumerate(seats) if seat.player == HUMAN]
        if len(people) != 1:
            raise UsageError(
                f"--anew needs exactly one person, and here there are {len(people)}: "
                "give one seat to `me` with --seats and the rest to bots, or leave out --anew"
            )
        key = secrets.randbits(64) if seed is None else int(seed_key("anew", seed))
        start = start.anew(people[0], key)
    position, origin = start
    game = position.game.ready(AT_TABLE)
    about = about_lines(game, position.version, position.options, seats, position, origin)
    luck = luck_of(seed, about, seats)
    return Match(
        game, seats, luck, position.options, position.version, start=position, origin=origin
    )
