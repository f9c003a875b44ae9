"""Records of format 1: games that began before there were start lists. They are kept for ever."""

from __future__ import annotations

import json

from spielzug.core.errors import RecordError, UsageError
from spielzug.core.luck import EntryLuck, Luck, Secret, SeedLuck
from spielzug.core.match import UNDO, LogEntry, Match
from spielzug.core.records.format2 import (
    FindGame,
    RecordReader,
    read_game,
    read_seats,
    read_seed,
    seat_lines,
    seed_lines,
)

FORMAT = 1


def head(match: Match, reveal: bool) -> list[str]:
    return [
        f"Game: {match.game.name}",
        f"Rules: {match.version}",
        f"Options: {match.options.to_text()}",
        *seat_lines(match.seats),
        *_luck_lines(match.luck, reveal),
    ]


def _luck_lines(luck: Luck, reveal: bool) -> list[str]:
    if isinstance(luck, SeedLuck):
        return seed_lines(luck)
    if isinstance(luck, EntryLuck):
        lines = ["Chance: table", f"Commitment: {luck.secret.commitment}"]
        lines.append(f"Nonces: {json.dumps(list(luck.nonces))}")
        return [*lines, f"Secret: {luck.secret.hex}"] if reveal else lines
    raise UsageError(f"no record can tell where {luck!r} comes from")


def entry_line(match: Match, entry: LogEntry) -> str:
    remark = match.remark(entry)
    if entry.number == 0:
        return f"{0:<4} -  deal      {remark}"
    who = str(entry.seat + 1) if entry.seat >= 0 else "-"
    what = f"undo {entry.action}" if entry.kind == UNDO else match.game.words.notation(entry.action)
    return f"{entry.number:<4} {who}  {what:<8}  {remark}".rstrip()


def build_match(reader: RecordReader, find_game: FindGame) -> Match:
    game, version = read_game(reader, find_game)
    options_text, options_line = reader.tag("Options")
    seats = read_seats(reader)
    luck = _read_luck(reader)
    reader.check_no_tags_left()
    try:
        options = game.options.from_text(options_text)
        return Match(game, seats, luck, options, version, format=FORMAT)
    except UsageError as error:
        raise RecordError(str(error), options_line) from None


def _read_luck(reader: RecordReader) -> Luck:
    kind, line = reader.tag("Chance")
    if kind == "seed":
        return read_seed(reader)
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
        "".join(values).encode()
    except (ValueError, RecursionError) as error:
        raise RecordError(f"the nonces cannot be read: {error}", nonces_line) from None
    return EntryLuck(secret, tuple(values))
