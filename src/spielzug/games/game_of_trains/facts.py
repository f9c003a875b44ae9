"""What stays fixed during a game of Game of Trains: sizes, card sets and options.

A set says which cars there are, the ability of each, and how many cards each player draws before
the game (G1, G3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from spielzug.core.declaration import F, FactsRecord, Value, Values, declare
from spielzug.core.errors import UsageError
from spielzug.core.options import Options, first_option, live_option, option
from spielzug.core.sets import Sets, Source

if TYPE_CHECKING:
    from spielzug.games.game_of_trains.set_file import GameOfTrainsSet

CARS = 84
MAX_SEATS = 4
MOST_DRAWN = 4  # the record holds hands of four

LENGTH = 7
ABILITIES = (
    "swap_adjacent",
    "swap_over_one",
    "move_right_2",
    "move_left_2",
    "remove_left",
    "remove_middle",
    "remove_right",
    "protect",
)
PROTECT = 7
LOCKS = 3  # places of a train that can be protected (G18)
NO_CAR = -1


class CarSetData(TypedDict):
    """The entries of a checked file, see `set_file`."""

    draws: list[int]
    abilities: dict[str, list[int]]


@dataclass(frozen=True)
class CarSet:
    """A checked set."""

    ability: tuple[int, ...]
    """Ability of each car, indexed by its number; `NO_CAR` if it is not in the game (entry 0)."""
    draws: tuple[int, ...]
    """Cards drawn before the game, by turn order (G3)."""

    @property
    def cars(self) -> list[int]:
        return [car for car, ability in enumerate(self.ability) if car and ability != NO_CAR]


def least_cars(ability: Sequence[int], draws: Sequence[int]) -> int:
    """The number of cars that four players need.

    The two piles must never both be empty before or after a draw (G9). During the set-up all
    trains and all hands are out of the piles. Later these can be out at once: all trains, a
    protecting card under three cars of each train and another one open, one open card of each
    other ability in the set (G5), and the card just drawn. A removal takes cars out of the trains
    before it refills them one by one, so it never needs more. One more card must remain, because
    an empty draw pile is refilled at once.
    """
    trains = MAX_SEATS * LENGTH
    protecting = min(ability.count(PROTECT), MAX_SEATS * LOCKS + 1)
    others = len({kind for kind in ability[1:] if kind not in (NO_CAR, PROTECT)})
    return trains + max(sum(draws), protecting + others + 1) + 1


def build(entries: CarSetData, source: Source) -> CarSet:
    """The set in a file; raises an error that names the line if the rules cannot handle it."""
    ability = [NO_CAR] * (CARS + 1)
    for number, name in enumerate(ABILITIES):
        cars = entries["abilities"][name]
        for index, car in enumerate(cars):
            if ability[car] != NO_CAR:
                raise source.error_at(
                    ("abilities", name, index),
                    f"car {car} is in {ABILITIES[ability[car]]} already; each car has one ability "
                    "(G1)",
                )
            ability[car] = number
        if not cars:
            source.warn(("abilities", name), "no car has this ability, so nobody can ever use it")
    made = CarSet(tuple(ability), tuple(entries["draws"]))
    least = least_cars(made.ability, made.draws)
    if len(made.cars) < least:
        raise source.error_at(
            ("abilities",),
            f"{len(made.cars)} cars are not enough: with these abilities four players need at "
            f"least {least}, or both piles could be empty when somebody draws (G9)",
        )
    return made


SETS: Sets[GameOfTrainsSet, CarSet] = Sets(
    "game_of_trains",
    "spielzug.games.game_of_trains.set_file.GameOfTrainsSet",
    build,
    {1: Path(__file__).parent / "data" / "shipped-1.yaml"},
)


LEFT, MIDDLE, RIGHT = 0, 3, 6  # places that can be removed or protected, from 0

SWAP_ADJACENT, SWAP_OVER_ONE, MOVE_RIGHT, MOVE_LEFT = 0, 1, 2, 3
REMOVE_LEFT, REMOVE_MIDDLE, REMOVE_RIGHT = 4, 5, 6


class Facts(FactsRecord[F]):
    """What stays fixed during a game of Game of Trains."""

    turn_limit = declare("i4")  # turns after which the game ends, 0 for none (G22)
    first = declare("i4")  # 0 at random, else 1 + the seat that begins (G2)
    set = declare("i4")  # number of the set in `SETS`
    rules_version = declare("i2")  # version of the rules
    cars = declare("u1")  # number of cars in the set
    draws = declare("u1", (MAX_SEATS,))  # cards drawn before the game, by turn order (G3)
    ability = declare("u1", (CARS + 1,))  # by car: index into ABILITIES
    car = declare("u1", (CARS,))  # numbers of the cars in the set, ascending
    rank = declare("u1", (CARS + 1,))  # the inverse: number of cars up to this one
    missing = declare("u8", (2,))  # bits of the cars not in the set: 1 to 63, 64 to 84


RULES_VERSION = 1


@dataclass(frozen=True)
class GameOfTrainsOptions(Options):
    first: int = first_option(MAX_SEATS)
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


def longest(options: GameOfTrainsOptions, seats: int) -> int:
    """Each seat keeps and places one card (G4), then makes at most two choices a turn (G6, G7)."""
    if options.turn_limit == 0:
        raise UsageError("a game can go on for ever; the option turn_limit ends it")
    return 2 * seats + 2 * options.turn_limit


def build_facts(options: GameOfTrainsOptions, version: int) -> dict[str, Value]:
    return {
        **_set_values(SETS.get(options.set, version)),
        **vars(options),
        "rules_version": version,
    }


@lru_cache(maxsize=16)
def _set_values(cars: CarSet) -> Values:
    """The part of the facts that depends only on the set."""
    known = cars.cars
    rank = {car: number for number, car in enumerate(known, start=1)}
    missing = sum(1 << car for car in range(1, CARS + 1) if car not in rank)
    return {
        "cars": len(known),
        "draws": cars.draws,
        # 0 for cars not in the set; never read
        "ability": [max(ability, 0) for ability in cars.ability],
        "car": [*known, *[0] * (CARS - len(known))],
        "rank": [rank.get(car, 0) for car in range(CARS + 1)],
        "missing": [missing & (1 << 64) - 1, missing >> 64],
    }
