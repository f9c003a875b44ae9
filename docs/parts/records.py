"""An example of a record, and of the luck behind it."""

from __future__ import annotations

import hashlib
from functools import cache

from parts.shared import code, trains
from spielzug.bots import get_bot
from spielzug.core.luck import Secret, TableLuck
from spielzug.core.match import Match, Seat
from spielzug.core.records import write_record
from spielzug.core.rng import new_rng
from spielzug.games.game_of_trains import actions, facts


@cache
def example_match() -> Match:
    """A short game with a table's luck, one choice taken back on the way."""
    game = trains()
    seats = [Seat("Ada"), Seat("Greedy 2", "greedy")]
    shortest: Match | None = None
    for number in range(60):
        secret = Secret(hashlib.sha256(f"an example for the docs {number}".encode()).digest())
        match = Match(game, seats, TableLuck(secret, ("a1b2c3d4e5f60718",)))
        if play_example(match) and (shortest is None or len(match.log) < len(shortest.log)):
            shortest = match
    assert shortest is not None
    return shortest


def play_example(match: Match) -> bool:
    """Both seats look one choice ahead; whether Ada could take a choice back."""
    bot, undone = get_bot("greedy", new_rng(0)), False
    while not match.over:
        seat = match.actor
        wanted = bot.choose(match.seen(seat))
        others = [a for a in match.legal if actions.USE <= a < actions.PLACE and a != wanted]
        for action in others[: 1 - undone]:
            if seat == 0 and action - actions.USE < facts.REMOVE_LEFT:
                match.play(action)
                match.undo(seat)
                undone = True
        match.play(wanted)
    return undone


def record() -> str:
    return code(write_record(example_match()), "text")


def keys() -> str:
    luck = example_match().luck
    assert isinstance(luck, TableLuck)
    lines = [f"{entry} {int(luck.secret.key(luck.nonces, entry))}" for entry in range(3)]
    return code("\n".join(lines), "text")
