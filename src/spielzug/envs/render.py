"""How an environment shows its game: as text, as pixels, or at a table in the browser.

Pixels show the board of the terminal, for films of games. They are drawn with Pillow and its own
font, so that they look alike everywhere; the box-drawing and block characters that the font lacks
are drawn here.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
import warnings
import webbrowser
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from spielzug.core.errors import SpielzugError, UsageError
from spielzug.core.events import SPECTATOR
from spielzug.envs.env_setting import EnvSetting, MissingExtra
from spielzug.envs.game_env import GameEnv

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont
    from rich.console import RenderableType
    from rich.style import Style

    Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

Frame = str | NDArray[np.uint8]
"""The board as text, or as pixels (height, width, 3)."""
RENDER_MODES = ("ansi", "rgb_array", "human")
FRAMES_PER_SECOND = 2
"""The speed at which a game is shown in the browser."""


def check_render_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise UsageError(f"there is no render_mode {mode!r}; use one of: {', '.join(RENDER_MODES)}")


class Renderer:
    """Shows what a spectator sees."""

    def __init__(self, setting: EnvSetting, mode: str | None) -> None:
        check_render_mode(mode)
        self.mode, self._setting = mode, setting
        self._browser = HeadlessBrowser(setting) if mode == "human" else None
        self._game: tuple[int | str, int] = 1, 0
        self._begun = False

    def __reduce__(self) -> tuple[object, ...]:
        """A copy opens a browser of its own when it has something to show."""
        return _renderer_again, (self._setting, self.mode, *self._game)

    def begin(self, seed: int | str, number: int) -> None:
        """Start to show another game."""
        self._game, self._begun = (seed, number), False

    def render(self, table: GameEnv) -> Frame | None:
        if self._browser is not None:
            if not self._begun:
                self._browser.begin(*self._game)
                self._begun = True
            self._browser.show(table.decisions, table.done != 0)
            return None
        if self.mode is None:
            warnings.warn(
                "render() shows nothing without a render_mode: pass one when you create the "
                "environment",
                stacklevel=3,
            )
            return None
        seen = table.position.seen(SPECTATOR)
        if self.mode == "ansi":
            return f"{seen}\n"

        return pixels(seen.picture())

    def close(self) -> None:
        if self._browser is not None:
            self._browser.close()


def _renderer_again(
    setting: EnvSetting, mode: str | None, seed: int | str, number: int
) -> Renderer:
    made = Renderer(setting, mode)
    made.begin(seed, number)
    return made


class HeadlessBrowser:
    """Shows the game at a table in the browser, served by a process of its own."""

    def __init__(self, setting: EnvSetting) -> None:
        self._setting = setting
        self._names = [bot or f"seat_{seat}" for seat, bot in enumerate(setting.opponents)]
        self._server: subprocess.Popen[str] | None = None
        self._shown = 0
        self._over = True
        self._next = 0.0
        self.address = ""

    def begin(self, seed: int | str, number: int) -> None:
        """Show this game. The page of a finished game leads to the next, so no new tab opens."""
        setting, first = self._setting, self._server is None
        self.address = self._ask(
            game=setting.game.name, seats=setting.seats, options=setting.options.to_text(),
            seed=seed, number=number, names=self._names,
        )  # fmt: skip
        if first or not self._over:
            webbrowser.open(self.address)
        self._shown, self._over = 0, False

    def show(self, decisions: list[int], over: bool) -> None:
        """Play the decisions not shown yet, no faster than people can follow."""
        time.sleep(max(0.0, self._next - time.monotonic()))
        self._next = time.monotonic() + 1 / FRAMES_PER_SECOND
        if len(decisions) > self._shown:
            self._ask(play=decisions[self._shown :])
        self._shown, self._over = len(decisions), over

    def _ask(self, **line: object) -> str:
        """Send a line to the server; returns its answer."""
        if self._server is None:
            self._server = subprocess.Popen(
                [sys.executable, "-m", "spielzug.server.lifecycle.showcase"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
        pipes = self._server
        assert pipes.stdin is not None
        assert pipes.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            pipes.stdin.write(json.dumps(line) + "\n")
            pipes.stdin.flush()
        answer = pipes.stdout.readline().strip()
        if not answer:
            raise SpielzugError("the server that shows the game has stopped; it said why above")
        return answer

    def close(self) -> None:
        """Close the input of the server, which ends it."""
        if self._server is not None:
            with self._server as ending, contextlib.suppress(BrokenPipeError):
                assert ending.stdin is not None
                ending.stdin.close()
            self._server = None


Color = tuple[int, int, int]

CELL = (11, 22)  # pixels of a character
TEXT = 17  # font size in pixels
MARGIN = 16
COLUMNS = 100
INK, PAPER = (43, 38, 33), (246, 239, 222)  # dark print on cream paper, as on the site
COLORS = {
    "red": (178, 42, 36), "green": (38, 105, 63), "yellow": (158, 112, 12), "blue": (40, 84, 150),
    "magenta": (128, 52, 120), "cyan": (20, 110, 120), "white": INK, "black": INK,
}  # fmt: skip
"""The colours of a terminal, dark enough for paper."""

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


def pixels(picture: RenderableType) -> NDArray[np.uint8]:
    """What a terminal would show, as an array (height, width, 3)."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError:
        raise MissingExtra("Pillow", "envs") from None

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


def _characters(picture: RenderableType) -> list[list[tuple[str, Color]]]:
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


def _color(style: Style | None) -> Color:
    color = INK
    if style is not None and style.color is not None and not style.color.is_default:
        name = style.color.name.removeprefix("bright_")
        red, green, blue = COLORS.get(name) or style.color.get_truecolor()
        color = red, green, blue
    return _faded(color) if style is not None and style.dim else color


def _faded(color: Color) -> Color:
    red, green, blue = ((3 * ink + 2 * paper) // 5 for ink, paper in zip(color, PAPER, strict=True))
    return red, green, blue


def _draw(
    pen: ImageDraw.ImageDraw, sign: str, at: tuple[int, int], color: Color, font: Font
) -> None:
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
