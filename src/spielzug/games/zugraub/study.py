"""What the lab counts in Der große Zugraub: cards, car faces and spaces, with a drawing of them.

`measure` adds the numbers of a finished game that the lab reports besides the winner.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from spielzug.core.jit import entry, rule
from spielzug.core.memory import PlainRecord
from spielzug.core.record_types import Events, Facts, Number, State
from spielzug.core.study import (
    EDGE,
    GROUND,
    MARK,
    MEDIAN,
    MOST_MET,
    NOBODY,
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
    write_note,
)
from spielzug.games.zugraub.facts import set_of
from spielzug.games.zugraub.facts.sets import (
    ALL_CARDS,
    CABOOSE_FACE,
    COLUMNS,
    ENGINE_FACE,
    FACES,
    MAX_CARS,
    ROWS,
    SPACES,
    space_name,
)
from spielzug.games.zugraub.state import (
    ATTACKED,
    BOOSTED,
    BRAKED,
    CAR,
    DEALT,
    DISCARDED,
    DREW,
    FOUND,
    GAVE,
    HIT,
    INSTALLED,
    LOST_CAR,
    MAX_EVENTS,
    NOT_OVER,
    OVER,
    PUT_IN_HEAD,
    WALKED,
)

__all__ = ["MAX_NOTES", "MEASURES", "THINGS", "measure", "note"]

NO_BRAIN = "none"
"""Stands for the winning brain of a game that all lose."""


def brains(facts: PlainRecord) -> Sequence[str]:
    """Names of the brains by number; number 0 means that nobody won."""
    cards = set_of(facts)
    return [NO_BRAIN, *(card.name for card in (*cards.cards, *cards.bonus))]


def face_titles(facts: PlainRecord, lang: str) -> Sequence[str]:
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


def measure(facts: Facts, finals: Any) -> dict[str, Any]:
    """An array for each measure, with one number per final position."""
    seats = np.asarray(finals["seats"], np.int64)
    seat = np.arange(finals["head"].shape[1])
    wins = np.asarray(finals["winners"], np.int64)[:, None] >> seat & 1
    heads = np.asarray(finals["head"], np.int64)
    iq = np.asarray(facts.iq, np.int64)[heads] * wins
    return {
        "turns_each": -(-np.asarray(finals["turns"], np.int64) // seats),
        "winning_brain": (heads * wins).max(axis=1),
        "winning_iq": iq.max(axis=1),
        "cars_lost": np.asarray(finals["dropped"], np.int64),
        "points_left": np.asarray(finals["points"], np.int64).sum(axis=1),
    }


CELL, BODY, HEAD, GAP = 40.0, 9.0, 24.0, 22.0  # a space, a car's border, its title, between cars
ACROSS = 4
"""Car faces in a row: both sides of two pieces."""
WIDE, HIGH = COLUMNS * CELL + 2 * BODY, ROWS * CELL + 2 * BODY


def draw_faces(facts: PlainRecord, lang: str) -> Drawing:
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


def _spaces(facts: PlainRecord, face: int, left: float, top: float) -> list[Shape]:
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


def _walls(facts: PlainRecord, face: int, left: float, top: float) -> list[Shape]:
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


# Numbers of the deeds of cards, faces and spaces, in the order of `THINGS`.
DRAWN, RUN, HIT_WITH, THROWN, PUT_IN, ROBBED, WON_WITH = range(7)
CAME, LOST, LAST = range(7, 10)
STOPPED_ON, MARKER, FIGHT, BRAKE = range(10, 14)

MAX_NOTES = MAX_EVENTS + MAX_CARS + 8
"""At most one note per event, and at the end one per car and winner."""


@rule
def card_deed(kind: Number, phase: Number) -> int:
    """The deed that such an event is for a card, -1 if none. Cards lost with a car do not count."""
    if kind == DEALT or kind == DREW:
        return DRAWN
    if kind == BOOSTED:
        return RUN
    if kind == HIT:
        return HIT_WITH
    if kind == INSTALLED:
        return PUT_IN
    if kind == DISCARDED and phase != OVER:
        return THROWN
    return -1


@rule
def space_deed(kind: Number) -> int:
    """The deed that such an event is for a space, -1 if none."""
    if kind == WALKED:
        return STOPPED_ON
    if kind == FOUND:
        return MARKER
    if kind == ATTACKED:
        return FIGHT
    if kind == BRAKED:
        return BRAKE
    return -1


@rule
def face_of(before: State, fresh: int, lost: int, car: Number) -> int:
    """The face of a car after `lost` cars went and the car `fresh` came in this step."""
    at = car + lost
    return before.train[at] + 0 if at < before.length else fresh


@entry
def note(
    facts: Facts, before: State, action: int, after: State, events: Events, out: Events
) -> int:
    """Write what the step did as rows (deed, item, seat); a step adds at most one car."""
    count, fresh, lost = 0, FACES, 0
    for i in range(1, events[0, 0] + 1):
        kind, seat, a, b = events[i, 0], events[i, 1], events[i, 2], events[i, 3]
        deed, where = card_deed(kind, b), space_deed(kind)
        if deed >= 0:
            count = write_note(out, count, deed, a, seat)
        elif where >= 0:
            place = b if kind == WALKED else a
            face = face_of(before, fresh, lost, place // SPACES)
            count = write_note(out, count, where, face * SPACES + place % SPACES, seat)
        elif (kind == GAVE or kind == PUT_IN_HEAD) and b != seat:
            count = write_note(out, count, ROBBED, a, b)
        elif kind == CAR:
            fresh = a + 0
            count = write_note(out, count, CAME, a, NOBODY)
        elif kind == LOST_CAR:
            count = write_note(out, count, LOST, face_of(before, fresh, lost, 0), NOBODY)
            lost += 1
    if action < 0:
        count = write_note(out, count, CAME, after.train[0], NOBODY)  # the Caboose
    if after.reason != NOT_OVER:
        for car in range(after.length):
            count = write_note(out, count, LAST, after.train[car], NOBODY)
        for seat in range(after.seats):
            if after.winners >> seat & 1:
                count = write_note(out, count, WON_WITH, after.head[seat], seat)
    return count


def card_names(facts: PlainRecord, lang: str) -> Sequence[str]:
    names = brains(facts)
    return [names[card] if 1 <= card <= facts.count else "" for card in range(ALL_CARDS + 1)]


def space_names(facts: PlainRecord, lang: str) -> Sequence[str]:
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
