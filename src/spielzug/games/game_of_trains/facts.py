"""The fixed facts of Game of Trains: sizes, cards, options. Nothing here changes during a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from spielzug.core.errors import DataError, OptionError, UsageError
from spielzug.core.jit import record
from spielzug.core.options import Options, option

CARS = 84
LENGTH = 7
MAX_SEATS = 4
LEFT, MIDDLE, RIGHT = 0, 3, 6  # the places a removal or a protection can mean, from 0

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
SWAP_ADJACENT, SWAP_OVER_ONE, MOVE_RIGHT, MOVE_LEFT = 0, 1, 2, 3
REMOVE_LEFT, REMOVE_MIDDLE, REMOVE_RIGHT, PROTECT = 4, 5, 6, 7

FACTS = record(
    [
        ("turn_limit", "i4"),
        ("first", "i4"),
        ("rules_version", "i2"),
        ("ability", "u1", (CARS + 1,)),
    ]
)

RULES_VERSION = 1
CARDS_FILE = Path(__file__).with_name("data") / "cards.yaml"


@dataclass(frozen=True)
class GameOfTrainsOptions(Options):
    first: int = option(
        0, 0, MAX_SEATS, {0: "random"},
        de="wer beginnt: ausgelost oder ein bestimmter Platz",
        en="who begins: drawn by lot or a named seat",
        fr="qui commence : par tirage au sort ou une place précise",
        nl="wie begint: door loting of een bepaalde plaats",
    )  # fmt: skip
    turn_limit: int = option(
        0, 0, 1_000_000, {0: "off"},
        de="nach so vielen Spielzügen endet das Spiel unentschieden",
        en="after that many turns the game is a draw",
        fr="après ce nombre de tours la partie est nulle",
        nl="na zoveel beurten eindigt het spel in gelijkspel",
    )  # fmt: skip

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


def read_cards(path: Path = CARDS_FILE) -> tuple[int, ...]:
    """The ability of each car (index 0 is no car), checked; read again when the file changes."""
    about = path.stat()
    return _read_cards(path, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=8)
def _read_cards(path: Path, changed: int, size: int) -> tuple[int, ...]:
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise DataError(f"{path.name}: this is not valid YAML: {error}") from None
    lists: Any = data.get("abilities") if isinstance(data, Mapping) else None
    if not isinstance(lists, Mapping) or set(lists) != set(ABILITIES):
        odd = sorted(set(lists) ^ set(ABILITIES)) if isinstance(lists, Mapping) else []
        what = f" ({odd[0]!r} is missing or unknown)" if odd else ""
        raise DataError(f"{path.name}: 'abilities' must list exactly: {', '.join(ABILITIES)}{what}")
    ability = [-1] * (CARS + 1)
    for name, cars in lists.items():
        if not isinstance(cars, list):
            raise DataError(f"{path.name}: {name}: a list of cars is expected, not {cars!r}")
        for car in cars:
            if type(car) is not int or not 1 <= car <= CARS:
                raise DataError(f"{path.name}: {name}: {car!r} is no car; cars are 1 to {CARS}")
            if ability[car] != -1:
                raise DataError(
                    f"{path.name}: car {car} is in {name} and in {ABILITIES[ability[car]]}; "
                    "each car has one ability"
                )
            ability[car] = ABILITIES.index(name)
    missing = [car for car in range(1, CARS + 1) if ability[car] == -1]
    if missing:
        raise DataError(f"{path.name}: no ability for car {missing[0]}")
    ability[0] = 0
    return tuple(ability)


def build_facts(options: GameOfTrainsOptions, version: int) -> Any:
    facts = np.zeros(1, FACTS).view(np.recarray)
    facts[0].turn_limit = options.turn_limit
    facts[0].first = options.first
    facts[0].rules_version = version
    facts[0].ability[:] = read_cards()
    return facts[0]
