"""What the lab counts in Trains: kinds of cards and spaces of the board."""

from __future__ import annotations

from collections.abc import Sequence

from spielzug.core.declaration import Plain
from spielzug.core.study import (
    FIELD,
    HILL,
    MARK,
    TOWN,
    WALL,
    WATER,
    Deed,
    Drawing,
    Point,
    Shape,
    Things,
    box,
    regular_polygon,
)
from spielzug.core.texts import in_four as _t
from spielzug.games.trains.facts import Facts
from spielzug.games.trains.facts.boards import (
    CITY,
    MOUNTAIN,
    PLAIN,
    REMOTE,
    RIVER,
    SEA,
    SPACES,
    adjacent_spaces,
    place_name,
    place_of,
)
from spielzug.games.trains.facts.sets import KINDS, board_of, card_name

_KINDS = (
    Deed("offered", _t("im Spiel dabei", "in the game", "dans la partie", "in het spel")),
    Deed("bought", _t("gekauft", "bought", "achetée", "gekocht"), of="offered"),
    Deed("gained", _t("umsonst erhalten", "gained for free", "reçue gratuitement",
                      "gratis gekregen"), of="offered"),
    Deed("played", _t("gespielt", "played", "jouée", "gespeeld"), of="offered"),
    Deed("used", _t("Fähigkeit benutzt", "ability used", "capacité utilisée",
                    "eigenschap gebruikt"), of="offered"),
    Deed("trashed", _t("aus dem Spiel genommen", "trashed", "écartée du jeu",
                       "uit het spel genomen"), of="offered"),
)  # fmt: skip
_SPACES = (
    Deed("started", _t("erstes Gleis", "first rail", "premier rail", "eerste spoor")),
    Deed("rails", _t("Gleis gelegt", "rail laid", "rail posé", "spoor gelegd")),
    Deed("stations", _t("Bahnhof gebaut", "station built", "gare construite", "station gebouwd")),
)  # fmt: skip


def space_names(facts: Facts[Plain], lang: str) -> Sequence[str]:
    board = board_of(facts)
    return ["" if facts.terrain[s] == SEA else place_name(board, s) for s in range(SPACES)]


# -- drawing of the board: pointy-top hexagons, odd rows shifted by half a hexagon -----------------

_WIDE, _MARGIN = 100.0, 16.0
_RADIUS = _WIDE / 3**0.5
_GROUNDS = {
    PLAIN: FIELD, RIVER: WATER, MOUNTAIN: HILL, CITY: TOWN, REMOTE: TOWN, SEA: WATER,
}  # fmt: skip


def middle(space: int) -> Point:
    row, column = place_of(space)
    x = _MARGIN + _WIDE / 2 + column * _WIDE + row % 2 * _WIDE / 2
    return x, _MARGIN + _RADIUS + row * _RADIUS * 1.5


def draw_map(facts: Facts[Plain], lang: str) -> Drawing:
    names = space_names(facts, lang)
    shapes, lines = [], []
    board = board_of(facts)
    for space in (number for number in range(SPACES) if board.spaces[number].there):
        terrain, (x, y) = facts.terrain[space], middle(space)
        item = -1 if terrain == SEA else space
        named = names[space].rpartition(" (")[0].replace("-", "-\n")
        shapes.append(Shape(regular_polygon(x, y, _RADIUS, 6), item, named, _GROUNDS[terrain]))
        for place in range(facts.room[space]):  # one square per possible station
            left = x + (place - facts.room[space] / 2) * 20 + 3
            shapes.append(Shape(box(left, y + 22, 14, 14), kind=MARK))
        lines += [
            Shape(_edge(space, other), kind=WALL) for other in _blocked_neighbours(facts, space)
        ]
    width = max(x for shape in shapes for x, _ in shape.points) + _MARGIN
    height = max(y for shape in shapes for _, y in shape.points) + _MARGIN
    return Drawing(width, height, tuple(shapes), tuple(lines))


def _blocked_neighbours(facts: Facts[Plain], space: int) -> list[int]:
    """Neighbours with a higher number that a barrier separates from this space."""
    if facts.terrain[space] == SEA:
        return []
    near = facts.near[space][0] | facts.near[space][1] << 64
    return [
        other
        for other in adjacent_spaces(space)
        if other > space and facts.terrain[other] != SEA and not near >> other & 1
    ]


def _edge(one: int, other: int) -> tuple[Point, Point]:
    """The end points of the edge between two neighbours."""
    (ax, ay), (bx, by) = middle(one), middle(other)
    x, y = (ax + bx) / 2, (ay + by) / 2
    along = -(by - ay) / _WIDE * _RADIUS / 2, (bx - ax) / _WIDE * _RADIUS / 2
    return (x - along[0], y - along[1]), (x + along[0], y + along[1])


THINGS = (
    Things("card", _t("Sorten", "Kinds of cards", "Sortes de cartes", "Soorten kaarten"), KINDS,
           lambda facts, lang: [card_name(facts, kind, lang) for kind in range(KINDS)], _KINDS),
    Things("space", _t("Felder", "Spaces", "Cases", "Velden"),
           SPACES, space_names, _SPACES, draw_map),
)  # fmt: skip
