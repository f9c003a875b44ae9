"""What the lab counts in Die Zwergenzugfahrt: fields of the board, and sides of the coin."""

from __future__ import annotations

from collections.abc import Sequence

from spielzug.core.declaration import Plain
from spielzug.core.study import (
    EDGE,
    FIELD,
    GROUND,
    HILL,
    MARK,
    TABLE,
    TITLE,
    TOWN,
    WALL,
    Deed,
    Drawing,
    Shape,
    Things,
    box,
    regular_polygon,
)
from spielzug.games.zwergenzugfahrt.facts import CLANS, NOWHERE, Facts
from spielzug.games.zwergenzugfahrt.facts.sets import (
    AISLE,
    DOOR,
    DOWN,
    HOME,
    MAX_FIELDS,
    PLATFORM,
    RIGHT,
    SEAT,
    field_name,
)
from spielzug.games.zwergenzugfahrt.say.texts import SEAT_NAMES

_FIELDS = (
    Deed("entered", {"de": "betreten", "en": "entered", "fr": "entrées", "nl": "betreden"}),
    Deed("sat", {"de": "hingesetzt", "en": "sat down on", "fr": "occupée en s'asseyant",
                 "nl": "gaan zitten"}),
    Deed("reserved", {"de": "reserviert", "en": "reserved", "fr": "réservée",
                      "nl": "gereserveerd"}),
    Deed("taken", {"de": "Schild weggenommen", "en": "sign taken away", "fr": "panneau retiré",
                   "nl": "bordje weggehaald"}),
    Deed("kicked", {"de": "Tritt ausgeteilt", "en": "somebody kicked there",
                    "fr": "coup de pied donné", "nl": "schop uitgedeeld"}),
    Deed("lost", {"de": "Schild an den Schaffner verloren", "en": "sign lost to the conductor",
                  "fr": "panneau perdu au contrôleur", "nl": "bordje kwijt aan de conducteur"}),
    Deed("held", {"de": "zählte am Ende", "en": "counted at the end",
                  "fr": "a compté à la fin", "nl": "telde aan het eind"}),
)  # fmt: skip
_COIN = (
    Deed("tossed", {"de": "geworfen", "en": "tossed", "fr": "tirée", "nl": "gegooid"}, by=TABLE),
    Deed("sign", {"de": "kostete ein Schild", "en": "cost a sign", "fr": "a coûté un panneau",
                  "nl": "kostte een bordje"}, of="tossed", by=TABLE),
    Deed("nothing", {"de": "kostete nichts", "en": "cost nothing", "fr": "n'a rien coûté",
                     "nl": "kostte niets"}, of="tossed", by=TABLE),
)  # fmt: skip


def field_names(facts: Facts[Plain], lang: str) -> Sequence[str]:
    names = [
        field_name(field % facts.columns, facts.rows - field // facts.columns)
        for field in range(facts.fields)
    ]
    return names + [""] * (MAX_FIELDS - facts.fields)


def coin_names(facts: Facts[Plain], lang: str) -> Sequence[str]:
    return [SEAT_NAMES[clan][lang] for clan in range(CLANS)]


# -- the board -------------------------------------------------------------------------------------

_CELL, _EDGE = 64.0, 24.0
_KINDS = {PLATFORM: GROUND, AISLE: FIELD, DOOR: FIELD, SEAT: TOWN, HOME: HILL}


def draw_board(facts: Facts[Plain], lang: str) -> Drawing:
    """The board, with letters and numbers at the edges as in chess."""
    columns, rows = facts.columns, facts.rows
    shapes, lines = [], []
    for field in range(facts.fields):
        row, column = divmod(field, columns)
        x, y = _EDGE + column * _CELL, _CELL * row + _EDGE / 2
        kind = facts.kind[field]
        shapes.append(Shape(box(x, y, _CELL, _CELL), field, kind=_KINDS[kind]))
        middle = x + _CELL / 2, y + _CELL / 2
        if kind == SEAT:
            shapes.append(Shape(box(x + 20, y + 20, _CELL - 40, _CELL - 40), kind=MARK))
        elif kind == HOME:
            shapes.append(Shape(regular_polygon(*middle, _CELL * 0.16), kind=MARK))
        right = column + 1 < columns and facts.to[field][RIGHT] == NOWHERE
        below = row + 1 < rows and facts.to[field][DOWN] == NOWHERE
        corner = x + _CELL, y + _CELL
        lines += [Shape(((x + _CELL, y), corner), kind=WALL)] if right else []
        lines += [Shape(((x, y + _CELL), corner), kind=WALL)] if below else []
    for column in range(columns):
        at = _EDGE + (column + 0.5) * _CELL, _CELL * rows + _EDGE
        shapes.append(Shape((at,), label=field_name(column, 0)[0], kind=TITLE))
    for row in range(rows):
        at = _EDGE / 2, _CELL * (row + 0.5) + _EDGE / 2
        shapes.append(Shape((at,), label=str(rows - row), kind=TITLE))
    outside = box(_EDGE, _EDGE / 2, columns * _CELL, rows * _CELL)
    lines += [
        Shape((outside[i], outside[(i + 1) % len(outside)]), kind=EDGE) for i in range(len(outside))
    ]
    width, height = columns * _CELL + 1.5 * _EDGE, rows * _CELL + 1.5 * _EDGE
    return Drawing(width, height, tuple(shapes), tuple(lines))


THINGS = (
    Things("field", {"de": "Felder", "en": "Spaces", "fr": "Cases", "nl": "Velden"},
           MAX_FIELDS, field_names, _FIELDS, draw_board),
    Things("coin", {"de": "Seiten der Münze", "en": "Sides of the coin",
                    "fr": "Faces de la pièce", "nl": "Zijden van de munt"},
           CLANS, coin_names, _COIN),
)  # fmt: skip
