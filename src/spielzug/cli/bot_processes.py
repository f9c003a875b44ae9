"""Bots and hints at the terminal: the processes that compute them, and waiting for compilation."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from spielzug.bots.advice import HintAdvice
from spielzug.bots.clock import Clock, Stop
from spielzug.bots.thinking.compilation import THINKING, Preparation, is_ready_to_think
from spielzug.bots.thinking.fallback import BotDecision, advice, ask_bot, decide
from spielzug.bots.thinking.pool import Thinkers, ThinkingFailed
from spielzug.core.game import Game
from spielzug.core.position import Seen
from spielzug.core.record_types import Rng

POLL_SECONDS = 0.2  # between two checks of the progress


class BotProcesses:
    """The bot processes for one game."""

    def __init__(self, game: Game, sets: Sequence[Path] = ()) -> None:
        self._game = game.name
        self._thinkers = Thinkers(sets, most=1)
        self._preparation = Preparation([game.name], self._on_progress, parts=THINKING)
        self._started = False

    def begin(self) -> None:
        """Start loading or compiling the rules, without waiting for that."""
        if not self._started:
            self._started = True
            if is_ready_to_think(self._game):
                self._thinkers.load(self._game)
            else:
                self._preparation.begin()

    def _on_progress(self, game: str) -> None:
        if is_ready_to_think(game):
            self._thinkers.load(game)

    @property
    def share(self) -> float:
        return self._preparation.share(self._game)

    def wait(self, console: Console, title: str) -> None:
        """Wait until bots can think, with a progress bar."""
        self.begin()
        if self._thinkers.wait_until_loaded(self._game, 1.0):
            return
        named = TextColumn("{task.description}", markup=False)
        columns = (named, BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task(title, total=1.0)
            while not self._thinkers.can_think_about(self._game):
                if self._preparation.failed(self._game):
                    raise ThinkingFailed(
                        f"the search for {self._game} cannot be compiled here: "
                        f"run `spielzug cache --fill` to see why"
                    )
                bar.update(task, completed=self.share)
                time.sleep(POLL_SECONDS)

    def decide(self, name: str, seen: Seen, rng: Rng, clock: Clock) -> BotDecision:
        """A bot's choice; without a time limit no quick player sits in, so it is repeatable."""
        if clock.turn is None:
            return BotDecision(ask_bot(self._thinkers, name, seen, rng, clock))
        return decide(self._thinkers, name, seen, rng, clock)

    def advise(self, seen: Seen) -> HintAdvice:
        return advice(self._thinkers, seen, Stop())

    def close(self) -> None:
        self._preparation.close()
        self._thinkers.close()
