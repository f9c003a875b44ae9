"""How an environment shows its game: as text, as pixels, or at a table in the browser."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
import warnings
import webbrowser
from typing import Any

from spielzug.core.errors import SpielzugError, UsageError
from spielzug.core.events import SPECTATOR
from spielzug.envs.setting import EnvSetting
from spielzug.envs.table import GameEnv

RENDER_MODES = ("ansi", "rgb_array", "human")
PICTURES_A_SECOND = 2
"""How fast a game goes on before people's eyes."""


def refuse_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise UsageError(f"there is no render_mode {mode!r}; use one of: {', '.join(RENDER_MODES)}")


class Renderer:
    """Shows what a spectator sees."""

    def __init__(self, setting: EnvSetting, mode: str | None) -> None:
        refuse_mode(mode)
        self.mode, self._setting = mode, setting
        self._browser = HeadlessBrowser(setting) if mode == "human" else None
        self._game: tuple[int | str, int] = 1, 0
        self._begun = False

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy opens a browser of its own, when it has something to show."""
        return _renderer_again, (self._setting, self.mode, *self._game)

    def begin(self, seed: int | str, number: int) -> None:
        """Another game begins."""
        self._game, self._begun = (seed, number), False

    def render(self, table: GameEnv) -> Any:
        if self._browser is not None:
            if not self._begun:
                self._browser.begin(*self._game)
                self._begun = True
            self._browser.show(table.decisions, table.done != 0)
            return None
        if self.mode is None:
            warnings.warn(
                "render() shows nothing without a render_mode: choose one when the environment is "
                "made", stacklevel=3,
            )  # fmt: skip
            return None
        seen = table.position.seen(SPECTATOR)
        if self.mode == "ansi":
            return f"{seen}\n"
        from spielzug.envs.picture import pixels

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
    """A table in the browser at which the game is shown, by a server of its own."""

    def __init__(self, setting: EnvSetting) -> None:
        self._setting = setting
        self._names = [bot or f"seat_{seat}" for seat, bot in enumerate(setting.opponents)]
        self._server: subprocess.Popen[str] | None = None
        self._shown = 0
        self._over = True
        self._next = 0.0
        self.address = ""

    def begin(self, seed: int | str, number: int) -> None:
        """Show this game. Who looks on at one that is over finds the way from there."""
        setting, first = self._setting, self._server is None
        self.address = self._ask(
            game=setting.game.name, seats=setting.seats, options=setting.options.to_text(),
            seed=seed, number=number, names=self._names,
        )  # fmt: skip
        if first or not self._over:
            webbrowser.open(self.address)
        self._shown, self._over = 0, False

    def show(self, decisions: list[int], over: bool) -> None:
        """Play what was not shown yet, not faster than people can follow."""
        time.sleep(max(0.0, self._next - time.monotonic()))
        self._next = time.monotonic() + 1 / PICTURES_A_SECOND
        if len(decisions) > self._shown:
            self._ask(play=decisions[self._shown :])
        self._shown, self._over = len(decisions), over

    def _ask(self, **line: Any) -> str:
        """A line to the server; gives its answer."""
        if self._server is None:
            self._server = subprocess.Popen(
                [sys.executable, "-m", "spielzug.server.showcase"],
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
        """The server ends when there is nothing more to read."""
        if self._server is not None:
            with self._server as ending, contextlib.suppress(BrokenPipeError):
                assert ending.stdin is not None
                ending.stdin.close()
            self._server = None
