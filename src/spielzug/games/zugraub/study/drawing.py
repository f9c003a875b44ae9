"""All car faces from above, as the facts tell: spaces, walls, doors, and what is marked."""

from __future__ import annotations

from spielzug.core.memory import Reading
from spielzug.core.study import (
    EDGE,
    GROUND,
    MARK,
    TITLE,
    WALL,
    Drawing,
    Point,
    Shape,
    box,
    round_,
)
from spielzug.games.zugraub.facts.plans import COLUMNS, ROWS, SPACES
from spielzug.games.zugraub.facts.sets import CABOOSE_FACE, ENGINE_FACE, FACES
from spielzug.games.zugraub.study.measures import face_titles

CELL, BODY, HEAD, GAP = 40.0, 9.0, 24.0, 22.0  # a space, a car's side, its title, between cars
ACROSS = 4
"""Cars in a row: both sides of two pieces."""
WIDE, HIGH = COLUMNS * CELL + 2 * BODY, ROWS * CELL + 2 * BODY


def draw_faces(facts: Reading, lang: str) -> Drawing:
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


def _spaces(facts: Reading, face: int, left: float, top: float) -> list[Shape]:
    found: list[Shape] = []
    for space in range(SPACES):
        column, row = divmod(space, ROWS)
        x, y = left + column * CELL, top + row * CELL
        starts = face == CABOOSE_FACE and space in facts.starts
        label = str(facts.starts.index(space) + 1) if starts else ""
        found.append(Shape(box(x, y, CELL, CELL), face * SPACES + space, label))
        middle = x + CELL / 2, y + CELL / 2
        if facts.brains[face] >> space & 1:
            found.append(Shape(round_(*middle, CELL * 0.2), kind=MARK))
        if facts.brakes[face] >> space & 1:
            found.append(Shape(round_(*middle, CELL * 0.26, corners=4), kind=MARK))
    return found


def _walls(facts: Reading, face: int, left: float, top: float) -> list[Shape]:
    """Walls between spaces, and the outside without its doors."""
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
