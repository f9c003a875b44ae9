"""The fixed facts of Game of Trains: sizes, cards, options. Nothing here changes during a game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from spielzug.core.errors import OptionError, UsageError
from spielzug.core.jit import record
from spielzug.core.options import Options, live_option, option
from spielzug.games.game_of_trains.facts.model import CARS, MAX_SEATS
from spielzug.games.game_of_trains.facts.sets import ABILITIES, LENGTH, PROTECT, SETS, CarSet

LEFT, MIDDLE, RIGHT = 0, 3, 6  # the places a removal or a protection can mean, from 0

SWAP_ADJACENT, SWAP_OVER_ONE, MOVE_RIGHT, MOVE_LEFT = 0, 1, 2, 3
REMOVE_LEFT, REMOVE_MIDDLE, REMOVE_RIGHT = 4, 5, 6

FACTS = record(
    [
        ("turn_limit", "i4"),
        ("first", "i4"),
        ("set", "i4"),
        ("rules_version", "i2"),
        ("cars", "u1"),  # how many there are
        ("draws", "u1", (MAX_SEATS,)),  # cards before the game, by turn order (G3)
        ("ability", "u1", (CARS + 1,)),
        ("car", "u1", (CARS,)),  # their numbers, the lowest first
        ("rank", "u1", (CARS + 1,)),  # and back: how many there are up to this one
        ("missing", "u8", (2,)),  # the bits of the cars that there are not: 1 to 63, 64 to 84
    ]
)

RULES_VERSION = 1

__all__ = [
    "ABILITIES", "CARS", "FACTS", "LEFT", "LENGTH", "MAX_SEATS", "MIDDLE", "MOVE_LEFT",
    "MOVE_RIGHT", "PROTECT", "REMOVE_LEFT", "REMOVE_MIDDLE", "REMOVE_RIGHT", "RIGHT",
    "RULES_VERSION", "SETS", "SWAP_ADJACENT", "SWAP_OVER_ONE", "GameOfTrainsOptions",
    "build_facts", "longest",
]  # fmt: skip


@dataclass(frozen=True)
class GameOfTrainsOptions(Options):
    first: int = option(
        0, 0, MAX_SEATS, {0: "random"},
        de="wer beginnt: ausgelost oder ein bestimmter Platz",
        en="who goes first: drawn at random, or a named seat",
        fr="qui commence : par tirage au sort ou une place précise",
        nl="wie begint: door loting of een bepaalde plaats",
    )  # fmt: skip
    turn_limit: int = option(
        0, 0, 1_000_000, {0: "off"},
        de="nach so vielen Spielzügen endet das Spiel unentschieden",
        en="the number of turns after which the game is a draw",
        fr="après ce nombre de tours la partie est nulle",
        nl="na zoveel beurten eindigt het spel in gelijkspel",
    )  # fmt: skip
    set: int = live_option(
        SETS.names,
        SETS.also,
        later=True,
        de="die Wagen und ihre Fähigkeiten: die von Spielzug oder eine geladene Datei",
        en="the cars and their abilities: Spielzug's own, or those of a loaded file",
        fr="les wagons et leurs capacités : ceux de Spielzug ou un fichier chargé",
        nl="de wagons en hun eigenschappen: die van Spielzug of een geladen bestand",
    )

    def refuse_for(self, seats: int) -> None:
        if self.first > seats:
            raise OptionError(
                f"option first={self.first} names a seat that is not there: "
                f"this game has {seats} seats (use random or 1 to {seats})"
            )


def longest(options: GameOfTrainsOptions, seats: int) -> int:
    """Everybody keeps a card and places it (G4), then each turn is at most two choices (G6, G7)."""
    if options.turn_limit == 0:
        raise UsageError("a game can go on for ever; the option turn_limit ends it")
    return 2 * seats + 2 * options.turn_limit


def build_facts(options: GameOfTrainsOptions, version: int) -> Any:
    facts = _cars(SETS.get(options.set, version)).copy().view(np.recarray)[0]
    facts.turn_limit, facts.first, facts.set = options.turn_limit, options.first, options.set
    facts.rules_version = version
    return facts


@lru_cache(maxsize=16)
def _cars(cars: CarSet) -> Any:
    """What the facts say about the set alone."""
    made = np.zeros(1, FACTS)
    facts = made.view(np.recarray)[0]
    facts.cars = len(cars.cars)
    facts.draws[:] = cars.draws
    missing = sum(1 << car for car in range(1, CARS + 1)) - sum(1 << car for car in cars.cars)
    facts.missing[:] = missing & (1 << 64) - 1, missing >> 64
    for rank, car in enumerate(cars.cars, start=1):
        facts.car[rank - 1], facts.rank[car] = car, rank
        facts.ability[car] = cars.ability[car]  # of the others 0: nobody asks
    return made
