"""Makes the golden games of format 2: ``python tests/make_golden2.py [GAME …]``.

Use it only for missing games, or when a new version of the rules needs new ones: an existing golden
game must replay for ever. Everything follows from the names of the files.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from spielzug.bots import get_bot
from spielzug.core.game import Game
from spielzug.core.luck import SeedLuck, Void
from spielzug.core.match import AGREED, PRACTICE, Match, Seat
from spielzug.core.records import record_checksum, write_record
from spielzug.core.rng import below, new_rng
from spielzug.games import NAMES, get_game
from table_luck import table_match

FOLDER = Path(__file__).parent / "golden2"
MANY = 400
"""Games that are looked through for one in which something happens."""
SHORT = 60


def people(game: Game, seats: int | None = None) -> list[Seat]:
    count = game.seats[0] if seats is None else seats
    bots = [Seat(f"Greedy {n}", "greedy") for n in range(3, count + 1)]
    return [Seat("Zoë"), Seat("Ben"), *bots]


def play_on(match: Match, until: int) -> Match:
    """Greedy choices, sometimes a random one."""
    bot, rng = get_bot("greedy", new_rng(1)), new_rng(2)
    while not match.over and len(match.log) < until:
        legal = match.legal
        wanted = bot.choose(match.seen(match.actor))
        match.play(legal[int(below(rng, len(legal)))] if int(below(rng, 8)) == 0 else wanted)
    return match


def called_off(match: Match) -> Match:
    if not match.over:
        match.from_outside(match.game.words.parse("!abandon"))
    return match


def whole(game: Game, seats: int) -> Match:
    options = game.options(**game.simulation)
    return play_on(table_match(game, people(game, seats), options, f"{game.name} {seats}"), 10**6)


def table(game: Game, word: str, **options: int) -> Match:
    return table_match(game, people(game), game.options(**options), f"{game.name} {word}")


def undo(game: Game) -> Match:
    """Takes back a choice that revealed nothing."""
    match = table(game, "undo")
    while match.undo_point(match.log[-1].seat) is None:
        play_on(match, len(match.log) + 1)
    match.undo(match.log[-1].seat)
    return called_off(play_on(match, len(match.log) + SHORT))


def agreed(game: Game) -> Match:
    """Everybody agrees to take luck back; the same luck comes again."""
    match = play_on(table(game, "agreed"), 12)
    while not match.log[-1].lucky:
        play_on(match, len(match.log) + 1)
    last = match.log[-1]
    match.take_back(0, last.number, AGREED)
    match.repeat(last)
    match.take_back(0, 5, AGREED)
    return called_off(play_on(match, len(match.log) + SHORT))


def void(game: Game) -> Match:
    """Two void starts before the game."""
    voids = (Void(1, "silent", "5e" * 32), Void(0, "lost", "a1" * 32))
    match = table_match(game, people(game), word=f"{game.name} void", voids=voids)
    return called_off(play_on(match, SHORT))


def position(game: Game) -> Match:
    start = play_on(table(game, "source"), 12).position
    match = table_match(game, people(game), word=f"{game.name} position", start=start)
    return called_off(play_on(match, SHORT))


def entry(game: Game) -> Match:
    """Practice from an entry of a record, in which luck is taken back."""
    source = play_on(table(game, "source"), 12)
    start, origin = source.position_at(8), f"entry 8 of {record_checksum(write_record(source))}"
    match = Match(game, people(game), SeedLuck("golden", 2), start=start, origin=origin)
    play_on(match, 12)
    match.take_back(0, 1, PRACTICE)
    return called_off(play_on(match, len(match.log) + SHORT))


def seed(game: Game) -> Match:
    match = Match(game, people(game), SeedLuck("golden", 1), game.options(**game.simulation))
    return called_off(play_on(match, SHORT))


SPECIAL: dict[str, Callable[[Game], Match]] = {
    made.__name__: made for made in (undo, agreed, void, position, entry, seed)
}
CHOSEN = {"zugraub": {"cheese": {"cheese": 1}}}
"""Options that a version of the rules changed: what such a game is called."""
REMARKS = {"zugraub": ({"recycle": 1}, ("shuffle", "no dice", "piece 3 back", "loses piece 8"))}
"""What format 2 says differently or anew: the options that make it likely, and the words."""


def remarks(game: Game) -> Match:
    """A game whose record contains all of these remarks."""
    chosen, wanted = REMARKS[game.name]
    options = game.options(**game.simulation, **chosen)
    for number in range(MANY):
        word = f"{game.name} remarks {number}"
        match = play_on(table_match(game, people(game, game.seats[-1]), options, word), 10**6)
        if all(f" {said}" in write_record(match) for said in wanted):
            return match
    raise AssertionError(f"{game.name}: no game of {MANY} says {wanted}")


def golden(name: str) -> Iterator[tuple[str, Match]]:
    game = get_game(name).ready()
    for seats in game.seats:
        match = whole(game, seats)
        assert match.outcome is not None
        yield f"{seats}-{match.outcome.reason}", match
    for special, made in SPECIAL.items():
        yield special, made(game)
    for word, options in CHOSEN.get(name, {}).items():
        yield word, called_off(play_on(table(game, word, **options), SHORT))
    if name in REMARKS:
        yield "remarks", remarks(game)


def file_name(stem: str, match: Match) -> str:
    """Files of version 1 have no version in their name."""
    return f"{stem}.zug" if match.version == 1 else f"{stem}-rules-{match.version}.zug"


def main(names: Sequence[str]) -> None:
    for name in names:
        (FOLDER / name).mkdir(parents=True, exist_ok=True)
        for stem, match in golden(name):
            path = FOLDER / name / file_name(stem, match)
            if not path.exists():
                path.write_text(write_record(match), encoding="utf-8")
                print(path.relative_to(FOLDER))


if __name__ == "__main__":
    main(sys.argv[1:] or NAMES)
