"""What the lab counts in Der große Zugraub: cards, car faces and spaces, with a drawing of them.

`MEASURES` are the numbers of a finished game that the lab reports besides the winner.
"""

from __future__ import annotations

from collections.abc import Sequence

from spielzug.core.declaration import Plain
from spielzug.core.study import (
    EDGE,
    GROUND,
    MARK,
    MEDIAN,
    MOST_MET,
    TABLE,
    TITLE,
    WALL,
    Deed,
    Drawing,
    Measure,
    Point,
    Shape,
    Things,
    box,
    regular_polygon,
)
from spielzug.games.zugraub.facts import Facts, set_of
from spielzug.games.zugraub.facts.sets import (
    ALL_CARDS,
    CABOOSE_FACE,
    COLUMNS,
    ENGINE_FACE,
    FACES,
    ROWS,
    SPACES,
    space_name,
)

NO_BRAIN = "none"
"""Stands for the winning brain of a game that all lose."""


def brains(facts: Facts[Plain]) -> Sequence[str]:
    """Names of the brains by number; number 0 means that nobody won."""
    cards = set_of(facts)
    return [NO_BRAIN, *(card.name for card in (*cards.cards, *cards.bonus))]


def face_titles(facts: Facts[Plain], lang: str) -> Sequence[str]:
    """Titles of the car faces."""
    return [face.title[lang] for face in set_of(facts).faces]


MEASURES = (
    Measure(
        "turns_each",
        {"de": "Spielzüge je Platz", "en": "Turns of each seat", "fr": "Tours par place",
         "nl": "Beurten per plaats"},
        {"de": "Spielzüge", "en": "turns", "fr": "tours", "nl": "beurten"}, MEDIAN,
    ),
    Measure(
        "winning_brain",
        {"de": "Das Gehirn, das gewinnt", "en": "Winning brain",
         "fr": "Le cerveau qui gagne", "nl": "Het brein dat wint"},
        {"de": "", "en": "", "fr": "", "nl": ""}, MOST_MET, words=brains,
    ),
    Measure(
        "winning_iq",
        {"de": "IQ, der gewinnt", "en": "Winning IQ", "fr": "QI qui gagne", "nl": "IQ dat wint"},
        {"de": "IQ", "en": "IQ", "fr": "QI", "nl": "IQ"}, MEDIAN,
    ),
    Measure(
        "cars_lost",
        {"de": "Verlorene Wagen", "en": "Cars lost", "fr": "Voitures perdues",
         "nl": "Verloren wagons"},
        {"de": "Wagen", "en": "cars", "fr": "voitures", "nl": "wagons"},
    ),
    Measure(
        "points_left",
        {"de": "Übrige Punkte", "en": "Points left over", "fr": "Points restants",
         "nl": "Overgebleven punten"},
        {"de": "Punkte", "en": "points", "fr": "points", "nl": "punten"},
    ),
)  # fmt: skip


CELL, BODY, HEAD, GAP = 40.0, 9.0, 24.0, 22.0  # a space, a car's border, its title, between cars
ACROSS = 4
"""Car faces in a row: both sides of two pieces."""
WIDE, HIGH = COLUMNS * CELL + 2 * BODY, ROWS * CELL + 2 * BODY


def draw_faces(facts: Facts[Plain], lang: str) -> Drawing:
    shapes: list[Shape] = []
    lines: list[Shape] = []
    for face, title in enumerate(face_titles(facts, lang)):
        x = GAP + face % ACROSS * (WIDE + GAP)
        y = face // ACROSS * (HIGH + HEAD + GAP / 2) + HEAD
        shapes.append(Shape(((x + WIDE / 2, y - HEAD / 2),), label=title, kind=TITLE))
        shapes.append(Shape(box(x, y, WIDE, HIGH), kind=GROUND))
        shapes += _spaces(facts, face, x + BODY, y + BODY)
        lines += _walls(facts, face, x + BODY, y + BODY)
    down = -(-FACES // ACROSS)
    return Drawing(
        ACROSS * (WIDE + GAP) + GAP,
        down * (HIGH + HEAD + GAP / 2) + GAP / 2,
        tuple(shapes),
        tuple(lines),
    )


def _spaces(facts: Facts[Plain], face: int, left: float, top: float) -> list[Shape]:
    found: list[Shape] = []
    for space in range(SPACES):
        column, row = divmod(space, ROWS)
        x, y = left + column * CELL, top + row * CELL
        starts = face == CABOOSE_FACE and space in facts.starts
        label = str(facts.starts.index(space) + 1) if starts else ""
        found.append(Shape(box(x, y, CELL, CELL), face * SPACES + space, label))
        middle = x + CELL / 2, y + CELL / 2
        if facts.brains[face] >> space & 1:
            found.append(Shape(regular_polygon(*middle, CELL * 0.2), kind=MARK))
        if facts.brakes[face] >> space & 1:
            found.append(Shape(regular_polygon(*middle, CELL * 0.26, corners=4), kind=MARK))
    return found


def _walls(facts: Facts[Plain], face: int, left: float, top: float) -> list[Shape]:
    """Walls between spaces, and the outer walls without the doors."""
    far = facts.steps[face]
    found: list[tuple[Point, Point]] = []
    for space in range(SPACES):
        column, row = divmod(space, ROWS)
        x, y = left + column * CELL, top + row * CELL
        if column + 1 < COLUMNS and far[space][space + ROWS] > 1:
            found.append(((x + CELL, y), (x + CELL, y + CELL)))
        if row + 1 < ROWS and far[space][space + 1] > 1:
            found.append(((x, y + CELL), (x + CELL, y + CELL)))
    lines = [Shape(ends, kind=WALL) for ends in found]
    right, bottom = left + COLUMNS * CELL, top + ROWS * CELL
    outside = [((left, top), (right, top)), ((left, bottom), (right, bottom))]
    for row in range(ROWS):
        y = top + row * CELL
        rear = face != CABOOSE_FACE and facts.to_rear[face][row] == 0
        front = face != ENGINE_FACE and facts.to_front[face][SPACES - ROWS + row] == 0
        outside += [] if rear else [((left, y), (left, y + CELL))]
        outside += [] if front else [((right, y), (right, y + CELL))]
    return lines + [Shape(ends, kind=EDGE) for ends in outside]


def card_names(facts: Facts[Plain], lang: str) -> Sequence[str]:
    names = brains(facts)
    return [names[card] if 1 <= card <= facts.count else "" for card in range(ALL_CARDS + 1)]


def space_names(facts: Facts[Plain], lang: str) -> Sequence[str]:
    titles = face_titles(facts, lang)
    return [f"{title}, {space_name(space)}" for title in titles for space in range(SPACES)]


# The deeds in the order of their numbers in `note`.
_CARDS = (
    Deed("drawn", {"de": "gezogen", "en": "drawn", "fr": "piochée", "nl": "getrokken"}),
    Deed("run", {"de": "für den Lauf gespielt", "en": "played to run", "fr": "jouée pour la course",
                 "nl": "gespeeld om te rennen"}, of="drawn"),
    Deed("hit", {"de": "für den Schlag gespielt", "en": "played to hit",
                 "fr": "jouée pour la frappe", "nl": "gespeeld om te slaan"}, of="drawn"),
    Deed("discarded", {"de": "abgeworfen", "en": "discarded", "fr": "défaussée",
                       "nl": "afgelegd"}, of="drawn"),
    Deed("installed", {"de": "eingesetzt", "en": "installed", "fr": "installée",
                       "nl": "ingezet"}, of="drawn"),
    Deed("robbed", {"de": "erbeutet", "en": "taken as spoils", "fr": "prise comme butin",
                    "nl": "buitgemaakt"}),
    Deed("won", {"de": "damit gewonnen", "en": "won with it", "fr": "a fait gagner",
                 "nl": "ermee gewonnen"}),
)  # fmt: skip
_FACES = (
    Deed("came", {"de": "angehängt", "en": "coupled", "fr": "attelée", "nl": "aangekoppeld"},
         by=TABLE),
    Deed("lost", {"de": "verloren", "en": "lost", "fr": "perdue", "nl": "verloren"}, of="came",
         by=TABLE),
    Deed("last", {"de": "am Ende im Zug", "en": "in the train at the end",
                  "fr": "dans le train à la fin", "nl": "aan het eind in de trein"}, of="came",
         by=TABLE),
)  # fmt: skip
_SPACES = (
    Deed("stopped", {"de": "angehalten", "en": "stopped on", "fr": "arrêts", "nl": "gestopt"}),
    Deed("found", {"de": "Gehirn gefunden", "en": "brain found", "fr": "cerveau trouvé",
                   "nl": "brein gevonden"}),
    Deed("fight", {"de": "Kampf begonnen", "en": "fight begun", "fr": "combat engagé",
                   "nl": "gevecht begonnen"}),
    Deed("brake", {"de": "gebremst", "en": "brake pulled", "fr": "frein tiré",
                   "nl": "aan de rem getrokken"}),
)  # fmt: skip

THINGS = (
    Things("card", {"de": "Karten", "en": "Cards", "fr": "Cartes", "nl": "Kaarten"},
           ALL_CARDS + 1, card_names, _CARDS),
    Things("car", {"de": "Wagenseiten", "en": "Car faces", "fr": "Faces des voitures",
                   "nl": "Zijden van de wagons"}, FACES, face_titles, _FACES),
    Things("space", {"de": "Felder", "en": "Spaces", "fr": "Cases", "nl": "Velden"},
           FACES * SPACES, space_names, _SPACES, draw_faces),
)  # fmt: skip
