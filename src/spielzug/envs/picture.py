"""The board of the terminal as an array of pixels, for films of games.

Drawn with Pillow and the font that comes with it, so that it looks alike everywhere; the lines and
blocks of the terminal, which that font does not have, are drawn here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielzug.envs.extras import MissingExtra

try:
    from PIL import Image, ImageDraw, ImageFont
except ImportError:
    raise MissingExtra("Pillow", "envs") from None

Color = tuple[int, int, int]

CELL = (11, 22)  # pixels of a character
TEXT = 17  # pixels of its letters
MARGIN = 16
COLUMNS = 100
INK, PAPER = (43, 38, 33), (246, 239, 222)  # of the house: print on cream paper
COLORS = {
    "red": (178, 42, 36), "green": (38, 105, 63), "yellow": (158, 112, 12), "blue": (40, 84, 150),
    "magenta": (128, 52, 120), "cyan": (20, 110, 120), "white": INK, "black": INK,
}  # fmt: skip
"""The colours of a terminal, as dark as paper needs them."""

LEFT, RIGHT, UP, DOWN, MIDDLE = (0.0, 0.5), (1.0, 0.5), (0.5, 0.0), (0.5, 1.0), (0.5, 0.5)
LINES = {
    "─": (LEFT, RIGHT), "│": (UP, DOWN), "━": (LEFT, RIGHT), "┌": (DOWN, MIDDLE, RIGHT),
    "┐": (DOWN, MIDDLE, LEFT), "└": (UP, MIDDLE, RIGHT), "┘": (UP, MIDDLE, LEFT),
    "╌": ((0.2, 0.5), (0.8, 0.5)), "–": ((0.1, 0.5), (0.9, 0.5)),
    "×": ((0.2, 0.35), (0.8, 0.65), (0.5, 0.5), (0.8, 0.35), (0.2, 0.65)), "|": (UP, DOWN),
    "□": ((0.05, 0.27), (0.95, 0.27), (0.95, 0.73), (0.05, 0.73), (0.05, 0.27)),
}  # fmt: skip
"""Lines in a cell, from point to point."""
BLOCKS = {
    "█": ((0, 0, 1, 1),), "▌": ((0, 0, 0.5, 1),), "▙": ((0, 0, 0.5, 1), (0.5, 0.5, 1, 1)),
    "▟": ((0.5, 0, 1, 1), (0, 0.5, 0.5, 1)),
}  # fmt: skip
"""Filled parts of a cell: left, top, right, bottom."""
SHADE = "▒"
SHAPES = {
    "▶": ((0.1, 0.25), (0.95, 0.5), (0.1, 0.75)),
    "★": ((0.5, 0.2), (0.65, 0.42), (1.0, 0.42), (0.72, 0.57), (0.82, 0.8), (0.5, 0.66),
          (0.18, 0.8), (0.28, 0.57), (0.0, 0.42), (0.35, 0.42)),
}  # fmt: skip
THICK = "━"


def pixels(picture: Any) -> NDArray[np.uint8]:
    """What a terminal would show, as an array (height, width, 3)."""
    rows = _characters(picture)
    width = max((len(row) for row in rows), default=1)
    size = (2 * MARGIN + width * CELL[0], 2 * MARGIN + len(rows) * CELL[1])
    image = Image.new("RGB", size, PAPER)
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(TEXT)
    for y, row in enumerate(rows):
        for x, (sign, color) in enumerate(row):
            _draw(pen, sign, (MARGIN + x * CELL[0], MARGIN + y * CELL[1]), color, font)
    return np.asarray(image)


def _characters(picture: Any) -> list[list[tuple[str, Color]]]:
    """Every character with its colour."""
    from rich.console import Console
    from rich.segment import Segment

    console = Console(width=COLUMNS, color_system="standard", force_terminal=True)
    made = Segment.split_lines(console.render(picture))
    rows = []
    for line in made:
        row = [
            (sign, _color(segment.style))
            for segment in line
            if segment.control is None
            for sign in segment.text
        ]
        while row and row[-1][0] == " ":
            row.pop()
        rows.append(row)
    while rows and not rows[-1]:
        rows.pop()
    return rows


def _color(style: Any) -> Color:
    color = INK
    if style is not None and style.color is not None and not style.color.is_default:
        name = style.color.name.removeprefix("bright_")
        color = COLORS.get(name) or tuple(style.color.get_truecolor())
    return _faded(color) if style is not None and style.dim else color


def _faded(color: Color) -> Color:
    red, green, blue = ((3 * ink + 2 * paper) // 5 for ink, paper in zip(color, PAPER, strict=True))
    return red, green, blue


def _draw(pen: Any, sign: str, at: tuple[int, int], color: Color, font: Any) -> None:
    def place(point: tuple[float, float]) -> tuple[float, float]:
        return at[0] + point[0] * CELL[0], at[1] + point[1] * CELL[1]

    if sign in LINES:
        pen.line([place(point) for point in LINES[sign]], color, 4 if sign == THICK else 2)
    elif sign in BLOCKS:
        for left, top, right, bottom in BLOCKS[sign]:
            end_x, end_y = place((right, bottom))
            pen.rectangle([place((left, top)), (end_x - 1, end_y - 1)], color)
    elif sign == SHADE:
        pen.rectangle([place((0, 0.1)), place((1, 0.9))], _faded(color))
    elif sign in SHAPES:
        pen.polygon([place(point) for point in SHAPES[sign]], color)
    elif sign != " ":
        pen.text((at[0] + CELL[0] / 2, at[1] + CELL[1] * 0.72), sign, color, font, anchor="ms")
