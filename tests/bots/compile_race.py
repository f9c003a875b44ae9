"""Plays one game while the loops of another are compiled: `python compile_race.py KIND …`.

It runs in its own process with an empty cache, so that there is something to compile. For each kind
it prints, as JSON, how many calls were made meanwhile and what went wrong.
"""

from __future__ import annotations

import json
import sys
import threading
from collections import Counter
from collections.abc import Callable

from spielzug.bots import get_bot
from spielzug.bots.search.proofs import find_winning_line
from spielzug.core.game import Game
from spielzug.core.position import Seen
from spielzug.core.rng import new_rng
from spielzug.games import get_game
from spielzug.lab.play.loops import Keys, Loops, PlayedGames, VerificationCounts
from toys.toy import SOUND_TOY

PLAYED, COMPILED = SOUND_TOY, get_game("zwergenzugfahrt")
KEYS = Keys.of("race")


def first_decision(game: Game) -> Seen:
    position, _ = game.deal(game.seats[0], 1)
    return position.seen(position.actor)


def search(game: Game) -> None:
    """A level of the search decides."""
    get_bot("club", new_rng(1)).choose(first_decision(game))


def proof(game: Game) -> None:
    find_winning_line(first_decision(game), 1)


def simulation(game: Game) -> None:
    facts = game.facts(game.options(**game.simulation))
    Loops(game).play(facts, [0] * game.seats[0], 0, KEYS, PlayedGames.allocate(1))


def checks(game: Game) -> None:
    facts, room = game.facts(game.options(**game.simulation)), PlayedGames.allocate(1)
    Loops(game).verify(facts, [0] * game.seats[0], 0, KEYS, room, VerificationCounts.allocate(game))


KINDS: dict[str, Callable[[Game], None]] = {
    "search": search, "proof": proof, "simulation": simulation, "checks": checks,
}  # fmt: skip


def race(kind: str) -> dict[str, object]:
    call = KINDS[kind]
    call(PLAYED)
    done = threading.Event()

    def compile_other() -> None:
        try:
            call(COMPILED)
        finally:
            done.set()

    thread = threading.Thread(target=compile_other)
    thread.start()
    calls, errors = 0, Counter[str]()
    while not done.is_set():
        calls += 1
        try:
            call(PLAYED)
        except Exception as error:
            errors[f"{type(error).__name__}: {error}"] += 1
    thread.join()
    return {"calls": calls, "failed": dict(errors)}


if __name__ == "__main__":
    PLAYED.ready()
    COMPILED.ready()
    print(json.dumps({kind: race(kind) for kind in sys.argv[1:]}))
