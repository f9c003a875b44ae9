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
from spielzug.core.texts import in_four as _t
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
        _t("Spielzüge je Platz", "Turns of each seat", "Tours par place", "Beurten per plaats"),
        _t("Spielzüge", "turns", "tours", "beurten"), MEDIAN,
    ),
    Measure(
        "winning_brain",
        _t("Das Gehirn, das gewinnt", "Winning brain", "Le cerveau qui gagne",
           "Het brein dat wint"),
        _t("", "", "", ""), MOST_MET, words=brains,
    ),
    Measure(
        "winning_iq",
        _t("IQ, der gewinnt", "Winning IQ", "QI qui gagne", "IQ dat wint"),
        _t("IQ", "IQ", "QI", "IQ"), MEDIAN,
    ),
    Measure(
        "cars_lost",
        _t("Verlorene Wagen", "Cars lost", "Voitures perdues", "Verloren wagons"),
        _t("Wagen", "cars", "voitures", "wagons"),
    ),
    Measure(
        "points_left",
        _t("Übrige Punkte", "Points left over", "Points restants", "Overgebleven punten"),
        _t("Punkte", "points", "points", "punten"),
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
    Deed("drawn", _t("gezogen", "drawn", "piochée", "getrokken")),
    Deed("run", _t("für den Lauf gespielt", "played to run", "jouée pour la course",
                   "gespeeld om te rennen"), of="drawn"),
    Deed("hit", _t("für den Schlag gespielt", "played to hit", "jouée pour la frappe",
                   "gespeeld om te slaan"), of="drawn"),
    Deed("discarded", _t("abgeworfen", "discarded", "défaussée", "afgelegd"), of="drawn"),
    Deed("installed", _t("eingesetzt", "installed", "installée", "ingezet"), of="drawn"),
    Deed("robbed", _t("erbeutet", "taken as spoils", "prise comme butin", "buitgemaakt")),
    Deed("won", _t("damit gewonnen", "won with it", "a fait gagner", "ermee gewonnen")),
)  # fmt: skip
_FACES = (
    Deed("came", _t("angehängt", "coupled", "attelée", "aangekoppeld"), by=TABLE),
    Deed("lost", _t("verloren", "lost", "perdue", "verloren"), of="came",
         by=TABLE),
    Deed("last", _t("am Ende im Zug", "in the train at the end", "dans le train à la fin",
                    "aan het eind in de trein"), of="came",
         by=TABLE),
)  # fmt: skip
_SPACES = (
    Deed("stopped", _t("angehalten", "stopped on", "arrêts", "gestopt")),
    Deed("found", _t("Gehirn gefunden", "brain found", "cerveau trouvé", "brein gevonden")),
    Deed("fight", _t("Kampf begonnen", "fight begun", "combat engagé", "gevecht begonnen")),
    Deed("brake", _t("gebremst", "brake pulled", "frein tiré", "aan de rem getrokken")),
)  # fmt: skip

THINGS = (
    Things("card", _t("Karten", "Cards", "Cartes", "Kaarten"),
           ALL_CARDS + 1, card_names, _CARDS),
    Things("car", _t("Wagenseiten", "Car faces", "Faces des voitures", "Zijden van de wagons"),
           FACES, face_titles, _FACES),
    Things("space", _t("Felder", "Spaces", "Cases", "Velden"),
           FACES * SPACES, space_names, _SPACES, draw_faces),
)  # fmt: skip
