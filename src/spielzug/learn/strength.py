"""How strong a net is: whole games in processes of their own, luck taken off as the lab does it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from spielzug.bots.clock import Stop
from spielzug.core.errors import SpielzugError
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.lab.compare.intervals import ALPHA, critical, mean, rate
from spielzug.lab.measure.columns import seats_of, shares_and_luck, without_luck
from spielzug.lab.measure.measures import REDRAWS, Rows, Watched, WatchElsewhere
from spielzug.lab.measure.pace import PACE
from spielzug.lab.play.game_spec import Brief
from spielzug.lab.play.one_game import Seating
from spielzug.lab.play.processes import Processes
from spielzug.lab.play.ranges import Range
from spielzug.lab.play.workers import Crew, Jobs, Task

NICE = 10  # who learns goes first

Piece = tuple[int, Range]
"""The number of a rival, and which games against it."""


@dataclass(frozen=True)
class Rival:
    """Somebody to measure a net by."""

    name: str
    """For people and in files."""
    bot: str
    """As the lab calls it."""


QUICK = (Rival("greedy", "greedy"), Rival("policy", "policy"))
"""Players that never change."""


@dataclass(frozen=True)
class StrengthScore:
    """How a net did against a rival that had all other seats."""

    against: str
    games: int
    seats: int
    rate: float
    """Its share of the wins."""
    low: float
    high: float

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "luck_off": True}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> StrengthScore:
        return cls(**{name: data[name] for name in cls.__dataclass_fields__})


def score_of(against: str, rows: Rows) -> StrengthScore:
    """Of games in which the net had the first place of the seating."""
    seats = seats_of(rows)
    # Who is first in the seating sits in game g where (seat + g) % seats is 0.
    own = (-rows["number"]) % seats
    at = np.arange(len(rows))
    values, won = without_luck(rows)[at, own], shares_and_luck(rows)[0][at, own]
    z = critical(ALPHA)
    found = mean(values, z) if np.ptp(won) > 0 else rate(float(won.sum()), len(won), z)
    low, high = max(0.0, found.low), min(1.0, found.high)
    return StrengthScore(
        against, len(rows), seats, *(round(float(np.clip(v, 0, 1)), 4) for v in
                                     (found.value, low, high)),
    )  # fmt: skip


@cache
def _give_way() -> None:
    if hasattr(os, "nice"):
        os.nice(NICE)


@dataclass(frozen=True)
class _Elsewhere:
    """Plays games against several rivals, in another process."""

    watched: tuple[WatchElsewhere, ...]

    def __call__(self, job: Sequence[Piece]) -> list[tuple[int, Watched]]:
        _give_way()
        return [(number, self.watched[number](games)) for number, games in job]


@dataclass(frozen=True)
class Gauge:
    """What is played to tell how strong a net is."""

    game: Game
    seats: int
    options: Options
    games: int
    """Against each rival."""
    seed: str

    def watched(self, net: Path, rival: Rival) -> WatchElsewhere:
        bots = (f"net:{net.resolve()}", *(rival.bot,) * (self.seats - 1))
        seating = Seating.of(self.game, self.seats, bots, self.seed, self.options)
        brief = Brief.of(self.game, seating.options)
        if brief is None:
            raise SpielzugError(f"{self.game.name}: other processes know nothing of this game")
        return WatchElsewhere(brief, None, self.seats, bots, self.seed, REDRAWS, PACE)

    def measure(
        self, net: Path, rivals: Sequence[Rival], crew: Crew, stop: Stop,
        tick: Callable[[int], None] = lambda _: None,
    ) -> list[StrengthScore]:  # fmt: skip
        """Against each rival; nothing of one of whom too few games are known when it is stopped."""
        there = _Elsewhere(tuple(self.watched(net, rival) for rival in rivals))
        pieces = ((n, (at, at + 1)) for at in range(self.games) for n in range(len(rivals)))
        jobs = Jobs.of(pieces, self.games * len(rivals))
        found: list[list[Rows]] = [[] for _ in rivals]
        task: Task[tuple[Piece, ...], list[tuple[int, Watched]]] = Task(
            lambda job, _: there(job), there
        )
        for done in crew.each(task, jobs, stop):
            jobs.learn(len(done), sum(watched.seconds for _, watched in done))
            for number, watched in done:
                found[number].append(watched.rows)
            tick(len(done))
        rows = [np.concatenate(each) if each else np.zeros(0) for each in found]
        least = 2 * self.seats
        return [
            score_of(rival.name, each)
            for rival, each in zip(rivals, rows, strict=True)
            if len(each) >= least
        ]


class Beside:
    """Measures one net after the other in processes beside, while somebody else learns."""

    def __init__(self, gauge: Gauge, workers: int) -> None:
        self._gauge, self._workers = gauge, workers
        self._crew: Processes | None = None
        self._thread: threading.Thread | None = None
        self._stop = Stop()
        self._found: list[StrengthScore] | Exception | None = None

    @property
    def busy(self) -> bool:
        """Whether a net is being measured, or one was and nobody has asked yet."""
        return self._thread is not None

    @property
    def measuring(self) -> bool:
        """Whether it is not known yet what a net is worth."""
        return self._thread is not None and self._thread.is_alive()

    def begin(self, net: Path, rivals: Sequence[Rival]) -> None:
        def run() -> None:
            try:
                if self._crew is None:
                    self._crew = Processes(self._workers)
                self._found = self._gauge.measure(net, rivals, self._crew, self._stop)
            except Exception as error:  # told to who asks
                self._found = error

        self._thread = threading.Thread(target=run, name="spielzug-strength", daemon=True)
        self._thread.start()

    def ask(self, wait: bool = False) -> list[StrengthScore] | None:
        """What was found, if it was by now; raises what went wrong."""
        if self._thread is None or (self._thread.is_alive() and not wait):
            return None
        self._thread.join()
        found, self._thread, self._found = self._found, None, None
        if isinstance(found, Exception):
            raise found
        return found

    def close(self) -> None:
        """Break off whatever is being measured."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        if self._crew is not None:
            self._crew.__exit__()
