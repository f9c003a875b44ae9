"""What the lab counts in Game of Trains: cars, abilities and the seven places of a train."""

from __future__ import annotations

from collections.abc import Sequence

from spielzug.core.declaration import Plain
from spielzug.core.study import (
    GROUND,
    MARK,
    RAIL,
    Deed,
    Drawing,
    Shape,
    Things,
    box,
    regular_polygon,
)
from spielzug.core.texts import in_four as _t
from spielzug.games.game_of_trains.facts import ABILITIES, CARS, LENGTH, Facts
from spielzug.games.game_of_trains.say.texts import ability_name

_CARS = (
    Deed("drawn", _t("gezogen", "drawn", "pioché", "getrokken")),
    Deed("placed", _t("in den Zug gestellt", "put into the train", "mis dans le train",
                      "in de trein gezet"), of="drawn"),
    Deed("opened", _t("offen ausgelegt", "put in the face-up row", "posé face visible",
                      "open gelegd")),
    Deed("used", _t("Fähigkeit benutzt", "ability used", "capacité utilisée",
                    "eigenschap gebruikt")),
    Deed("won", _t("im Zug, der gewann", "in the winning train", "dans le train gagnant",
                   "in de trein die won")),
)  # fmt: skip
_ABILITIES = (
    Deed("opened", _t("offen ausgelegt", "put in the face-up row", "posée face visible",
                      "open gelegd")),
    Deed("used", _t("benutzt", "used", "utilisée", "gebruikt"), of="opened"),
)  # fmt: skip
_PLACES = (
    Deed("replaced", _t("Wagen ersetzt", "car replaced", "wagon remplacé", "wagon vervangen")),
    Deed("shifted", _t("getauscht oder verschoben", "swapped or moved", "échangé ou déplacé",
                       "verwisseld of verschoven")),
    Deed("protected", _t("geschützt", "protected", "protégé", "beschermd")),
    Deed("removed", _t("entfernt", "removed", "retiré", "verwijderd")),
    Deed("sorted", _t("am Ende in aufsteigender Reihenfolge", "in ascending order at the end",
                      "en ordre croissant à la fin", "aan het eind in oplopende volgorde")),
)  # fmt: skip


def car_names(facts: Facts[Plain], lang: str) -> Sequence[str]:
    told = [
        f"{car}: {ability_name(facts.ability[car], lang)}" if facts.rank[car] else ""
        for car in range(1, CARS + 1)
    ]
    return ["", *told]


def ability_names(facts: Facts[Plain], lang: str) -> Sequence[str]:
    return [ability_name(ability, lang) for ability in range(len(ABILITIES))]


def place_names(facts: Facts[Plain], lang: str) -> Sequence[str]:
    word = _t("Platz", "Place", "Place", "Plaats")[lang]
    return [f"{word} {place}" for place in range(1, LENGTH + 1)]


# -- drawing of a train ----------------------------------------------------------------------------

_CAR, _GAP, _TOP = 88.0, 12.0, 30.0
_HEIGHT = 64.0


def draw_train(facts: Facts[Plain], lang: str) -> Drawing:
    """A train with its locomotive on the left, next to the place of the lowest number."""
    shapes = _locomotive()
    lines = []
    floor = _TOP + _HEIGHT
    for place in range(LENGTH):
        x = (place + 1) * (_CAR + _GAP) + _GAP
        shapes.append(Shape(box(x, _TOP, _CAR, _HEIGHT), place, str(place + 1)))
        lines.append(Shape(((x - _GAP, floor - 8), (x, floor - 8)), kind=RAIL))
        shapes += [
            Shape(regular_polygon(x + _CAR * at, floor + 8, 9), kind=MARK) for at in (0.2, 0.8)
        ]
    width = (LENGTH + 1) * (_CAR + _GAP) + _GAP
    lines.append(Shape(((0, floor + 18), (width, floor + 18)), kind=RAIL))
    return Drawing(width, floor + 28, tuple(shapes), tuple(lines))


def _locomotive() -> list[Shape]:
    floor, left = _TOP + _HEIGHT, _GAP
    outline = (
        (left, floor), (left, floor - 36), (left + 14, floor - 36), (left + 14, floor - 62),
        (left + 28, floor - 62), (left + 28, floor - 36), (left + 52, floor - 36),
        (left + 52, floor - 70), (left + _CAR, floor - 70), (left + _CAR, floor),
    )  # fmt: skip
    wheels = [regular_polygon(left + _CAR * at, floor + 8, 9) for at in (0.2, 0.5, 0.8)]
    return [Shape(outline, kind=GROUND), *(Shape(wheel, kind=MARK) for wheel in wheels)]


THINGS = (
    Things("car", _t("Wagen", "Cars", "Wagons", "Wagons"),
           CARS + 1, car_names, _CARS),
    Things("ability", _t("Fähigkeiten", "Abilities", "Capacités", "Eigenschappen"), len(ABILITIES),
           ability_names, _ABILITIES),
    Things("place", _t("Plätze im Zug", "Positions in the train", "Places du train",
                       "Plaatsen in de trein"),
           LENGTH, place_names, _PLACES, draw_train),
)  # fmt: skip
