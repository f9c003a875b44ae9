"""An example of a record, and of the luck behind it."""

from __future__ import annotations

import hashlib
from functools import cache

from parts.shared import code, ready_game_of_trains
from spielzug.bots import get_bot
from spielzug.core.luck import Device, NameSeal, Secret, StartList, TableLuck, nonce_hash
from spielzug.core.match import Match, Seat
from spielzug.core.records import about_lines, write_record
from spielzug.core.rng import new_rng
from spielzug.games.game_of_trains import facts, state


@cache
def example_match() -> Match:
    """A short game with a table's luck, one choice taken back on the way."""
    game = ready_game_of_trains()
    seats = [Seat(name, seal=NameSeal(example_bytes(name)[:32])) for name in ("Ada", "Ben")]
    about = about_lines(game, game.rules_version, game.options(), seats)
    nonces = tuple(map(example_bytes, ("Ada's nonce", "Ben's nonce")))
    devices = tuple(Device((seat,), nonce_hash(nonce)) for seat, nonce in enumerate(nonces))
    shortest: Match | None = None
    for number in range(60):
        secret = Secret.from_hex(example_bytes(str(number)))
        start = StartList(about, "example", secret.commitment, devices)
        match = Match(game, seats, TableLuck(secret, start, nonces))
        if play_example(match) and (shortest is None or len(match.log) < len(shortest.log)):
            shortest = match
    assert shortest is not None
    return shortest


def example_bytes(word: str) -> str:
    return hashlib.sha256(f"an example for the docs: {word}".encode()).hexdigest()


def play_example(match: Match) -> bool:
    """Both seats look one choice ahead; whether Ada could take a choice back."""
    bot, undone = get_bot("greedy", new_rng(0)), False
    while not match.over:
        seat = match.actor
        wanted = bot.choose(match.seen(seat))
        others = [a for a in match.legal if state.USE <= a < state.PLACE and a != wanted]
        for action in others[: 1 - undone]:
            if seat == 0 and action - state.USE < facts.REMOVE_LEFT:
                match.play(action)
                match.undo(seat)
                undone = True
        match.play(wanted)
    return undone


def record() -> str:
    return code(write_record(example_match()), "text")


def keys() -> str:
    match = example_match()
    luck = match.luck
    assert isinstance(luck, TableLuck)
    lines = [f"start list {luck.start.fingerprint}", f"void starts {len(luck.start.voids)}"]
    for entry in match.log:
        if entry.drawn is not None:
            key = luck.key(entry.number, entry.drawn)
            lines.append(f"entry {entry.number} luck {entry.drawn} key {key}")
    return code("\n".join(lines), "text")
