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
from spielzug.games.game_of_trains.facts import ABILITIES, CARS, LENGTH, Facts
from spielzug.games.game_of_trains.say.texts import ability_name

_CARS = (
    Deed("drawn", {"de": "gezogen", "en": "drawn", "fr": "pioché", "nl": "getrokken"}),
    Deed("placed", {"de": "in den Zug gestellt", "en": "put into the train",
                    "fr": "mis dans le train", "nl": "in de trein gezet"}, of="drawn"),
    Deed("opened", {"de": "offen ausgelegt", "en": "put in the face-up row",
                      "fr": "posé face visible", "nl": "open gelegd"}),
    Deed("used", {"de": "Fähigkeit benutzt", "en": "ability used", "fr": "capacité utilisée",
                  "nl": "eigenschap gebruikt"}),
    Deed("won", {"de": "im Zug, der gewann", "en": "in the winning train",
                 "fr": "dans le train gagnant", "nl": "in de trein die won"}),
)  # fmt: skip
_ABILITIES = (
    Deed("opened", {"de": "offen ausgelegt", "en": "put in the face-up row",
                    "fr": "posée face visible", "nl": "open gelegd"}),
    Deed("used", {"de": "benutzt", "en": "used", "fr": "utilisée", "nl": "gebruikt"}, of="opened"),
)  # fmt: skip
_PLACES = (
    Deed("replaced", {"de": "Wagen ersetzt", "en": "car replaced", "fr": "wagon remplacé",
                      "nl": "wagon vervangen"}),
    Deed("shifted", {"de": "getauscht oder verschoben", "en": "swapped or moved",
                     "fr": "échangé ou déplacé", "nl": "verwisseld of verschoven"}),
    Deed("protected", {"de": "geschützt", "en": "protected", "fr": "protégé",
                       "nl": "beschermd"}),
    Deed("removed", {"de": "entfernt", "en": "removed", "fr": "retiré", "nl": "verwijderd"}),
    Deed("sorted", {"de": "am Ende in aufsteigender Reihenfolge",
                    "en": "in ascending order at the end", "fr": "en ordre croissant à la fin",
                    "nl": "aan het eind in oplopende volgorde"}),
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
    word = {"de": "Platz", "en": "Place", "fr": "Place", "nl": "Plaats"}[lang]
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
    Things("car", {"de": "Wagen", "en": "Cars", "fr": "Wagons", "nl": "Wagons"},
           CARS + 1, car_names, _CARS),
    Things("ability", {"de": "Fähigkeiten", "en": "Abilities", "fr": "Capacités",
                       "nl": "Eigenschappen"}, len(ABILITIES), ability_names, _ABILITIES),
    Things("place", {"de": "Plätze im Zug", "en": "Positions in the train",
                     "fr": "Places du train", "nl": "Plaatsen in de trein"},
           LENGTH, place_names, _PLACES, draw_train),
)  # fmt: skip
