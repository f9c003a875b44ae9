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
from spielzug.core.texts import in_four as _t
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
    Deed("entered", _t("betreten", "entered", "entrées", "betreden")),
    Deed("sat", _t("hingesetzt", "sat down on", "occupée en s'asseyant", "gaan zitten")),
    Deed("reserved", _t("reserviert", "reserved", "réservée", "gereserveerd")),
    Deed("taken", _t("Schild weggenommen", "sign taken away", "panneau retiré",
                     "bordje weggehaald")),
    Deed("kicked", _t("Tritt ausgeteilt", "somebody kicked there", "coup de pied donné",
                      "schop uitgedeeld")),
    Deed("lost", _t("Schild an den Schaffner verloren", "sign lost to the conductor",
                    "panneau perdu au contrôleur", "bordje kwijt aan de conducteur")),
    Deed("held", _t("zählte am Ende", "counted at the end", "a compté à la fin",
                    "telde aan het eind")),
)  # fmt: skip
_COIN = (
    Deed("tossed", _t("geworfen", "tossed", "tirée", "gegooid"), by=TABLE),
    Deed("sign", _t("kostete ein Schild", "cost a sign", "a coûté un panneau",
                    "kostte een bordje"), of="tossed", by=TABLE),
    Deed("nothing", _t("kostete nichts", "cost nothing", "n'a rien coûté", "kostte niets"),
         of="tossed", by=TABLE),
)  # fmt: skip


def field_names(facts: Facts[Plain], lang: str) -> Sequence[str]:
    names = [
        field_name(field % facts.columns, facts.rows - field // facts.columns)
        for field in range(facts.fields)
    ]
    return names + [""] * (MAX_FIELDS - facts.fields)


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
    Things("field", _t("Felder", "Spaces", "Cases", "Velden"),
           MAX_FIELDS, field_names, _FIELDS, draw_board),
    Things("coin", _t("Seiten der Münze", "Sides of the coin", "Faces de la pièce",
                      "Zijden van de munt"),
           CLANS, lambda _, lang: [name[lang] for name in SEAT_NAMES], _COIN),
)  # fmt: skip
