"""Makes missing golden games: ``python tests/make_golden.py [GAME …]``.

It writes games at tables and what only tables do, then adds to `positions.json` what is missing
there. An existing golden game must replay for ever, so nothing that exists is changed. Endings come
from ``spielzug simulate GAME --records FOLDER``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from spielzug.bots import get_bot
from spielzug.core.game import Game
from spielzug.core.luck import SeedLuck, Void
from spielzug.core.match import AGREED, PRACTICE, Match, Seat
from spielzug.core.records import load_record, record_checksum, write_record
from spielzug.core.rng import below, new_rng
from spielzug.games import NAMES, get_game
from table_luck import table_match

FOLDER = Path(__file__).parent / "golden"
ENDINGS, TABLES = FOLDER / "endings", FOLDER / "tables"
POSITIONS = FOLDER / "positions.json"
"""The result of every golden game and the digest of every position, kept apart from the records."""
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
"""Options that deserve a game of their own, by its name."""
REMARKS = {"zugraub": ({"recycle": 1}, ("shuffle", "no dice", "piece 3 back", "loses piece 8"))}
"""Words that are rare in a record, and the options that make them likely."""


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


def positions(match: Match) -> dict[str, str]:
    """A game as `positions.json` keeps it."""
    outcome = match.outcome
    assert outcome is not None
    count = len(match.decisions) + 1
    digests = [match.position_after(number).digest for number in range(count)]
    return {"result": f"{outcome.text()} {outcome.reason}", "positions": " ".join(digests)}


def key(path: Path) -> str:
    return path.relative_to(FOLDER).with_suffix("").as_posix()


def add_positions() -> None:
    """What is in the file already stays as it is."""
    kept = json.loads(POSITIONS.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.rglob("*.zug")):
        if key(path) not in kept:
            kept[key(path)] = positions(load_record(path, get_game))
    lines = [f" {json.dumps(name)}: {json.dumps(game)}" for name, game in sorted(kept.items())]
    POSITIONS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main(names: Sequence[str]) -> None:
    for name in names:
        (TABLES / name).mkdir(parents=True, exist_ok=True)
        for stem, match in golden(name):
            path = TABLES / name / f"{stem}.zug"
            if not path.exists():
                path.write_text(write_record(match), encoding="utf-8")
                print(key(path))
    add_positions()


if __name__ == "__main__":
    main(sys.argv[1:] or NAMES)
