"""The sets of Game of Trains: which cars there are, what each can do, and who draws how many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from spielzug.core.sets import Sets, Source
from spielzug.games.game_of_trains.facts.model import CARS, MAX_SEATS, GameOfTrainsSet

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


@dataclass(frozen=True)
class CarSet:
    """A checked set."""

    ability: tuple[int, ...]
    """Of each car by its number, `NO_CAR` if it is not in the game; entry 0 is no car."""
    draws: tuple[int, ...]
    """Cards that the players draw before the game, by turn order (G3)."""

    @property
    def cars(self) -> list[int]:
        return [car for car, ability in enumerate(self.ability) if car and ability != NO_CAR]


def least_cars(ability: Sequence[int], draws: Sequence[int]) -> int:
    """So many cars are needed for four players.

    Both piles together must never be empty when a card is drawn, nor after it (G9). In the set-up
    all trains and all hands are out. In the game these can be away from the piles at once: all
    trains, a protecting card under three cars of each train and one more open, one open card of
    each other ability there is (G5), and the card just drawn. A removal takes cars out of trains
    before it fills them again one by one, so there are never more away in it. One card more must
    be left, because an empty draw pile is made anew at once.
    """
    trains = MAX_SEATS * LENGTH
    protecting = min(ability.count(PROTECT), MAX_SEATS * LOCKS + 1)
    others = len({kind for kind in ability[1:] if kind not in (NO_CAR, PROTECT)})
    return trains + max(sum(draws), protecting + others + 1) + 1


def build(entries: GameOfTrainsSet, source: Source) -> CarSet:
    """The set of a file; refused with its line if the rules cannot deal with it."""
    ability = [NO_CAR] * (CARS + 1)
    for number, name in enumerate(ABILITIES):
        cars: list[int] = getattr(entries.abilities, name)
        for index, car in enumerate(cars):
            if ability[car] != NO_CAR:
                raise source.refuse(
                    ("abilities", name, index),
                    f"car {car} is in {ABILITIES[ability[car]]} already; each car has one ability "
                    "(G1)",
                )
            ability[car] = number
        if not cars:
            source.warn(("abilities", name), "no car has this ability, so nobody can ever use it")
    made = CarSet(tuple(ability), tuple(entries.draws))
    least = least_cars(made.ability, made.draws)
    if len(made.cars) < least:
        raise source.refuse(
            ("abilities",),
            f"{len(made.cars)} cars are not enough: with these abilities four players need at "
            f"least {least}, or both piles could be empty when somebody draws (G9)",
        )
    return made


SETS = Sets(
    "game_of_trains",
    GameOfTrainsSet,
    build,
    {1: Path(__file__).parent.parent / "data" / "shipped-1.yaml"},
)
