"""How strong a net is: measured in other processes, with luck filtered out as in the lab.

The curve of a training run shows the strength over time, as figures and as a picture.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from spielzug.bots.clock import Stop
from spielzug.core.errors import CannotRead, SpielzugError
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.core.records import save_text
from spielzug.lab.compare.intervals import ALPHA, critical_value, mean, rate
from spielzug.lab.measure.columns import seats_of, shares_and_luck, without_luck
from spielzug.lab.measure.measures import PACE, REDRAWS, MeasuredGames, Rows, prepare_measuring
from spielzug.lab.play.game_spec import GameSpec
from spielzug.lab.play.one_game import Seating
from spielzug.lab.play.workers import Jobs, Processes, Range, RemoteTask, Task, WorkerPool

NICE = 10  # learning has priority

Piece = tuple[int, Range]
"""The number of a rival, and which games against it."""


@dataclass(frozen=True)
class Rival:
    """A player to measure a net against."""

    name: str
    """For people and in files."""
    bot: str
    """Its name in the lab."""


QUICK = (Rival("greedy", "greedy"), Rival("policy", "policy"))
"""Rivals that never change."""


@dataclass(frozen=True)
class StrengthScore:
    """The result of a net against a rival that had all other seats, also in files."""

    against: str
    games: int
    seats: int
    rate: float
    """Its share of the wins."""
    low: float
    high: float
    luck_off: bool = field(default=True, kw_only=True)


def score_of(against: str, rows: Rows) -> StrengthScore:
    """The score from games in which the net is first in the seating."""
    seats = seats_of(rows)
    # The first of the seating sits in game g where (seat + g) % seats is 0.
    own = (-rows["number"]) % seats
    at = np.arange(len(rows))
    values, won = without_luck(rows)[at, own], shares_and_luck(rows)[0][at, own]
    z = critical_value(ALPHA)
    found = mean(values, z) if np.ptp(won) > 0 else rate(float(won.sum()), len(won), z)
    low, high = max(0.0, found.low), min(1.0, found.high)
    return StrengthScore(
        against, len(rows), seats, *(round(float(np.clip(v, 0, 1)), 4) for v in
                                     (found.value, low, high)),
    )  # fmt: skip


@cache
def _lower_priority() -> None:
    if hasattr(os, "nice"):
        os.nice(NICE)


Measurement = RemoteTask[Range, MeasuredGames]
"""Measures games against one rival, in another process."""


@dataclass(frozen=True)
class _RemoteGames:
    """Plays games against several rivals, in another process."""

    measurements: tuple[Measurement, ...]

    def __call__(self, job: Sequence[Piece]) -> list[tuple[int, MeasuredGames]]:
        _lower_priority()
        return [(number, self.measurements[number](games)) for number, games in job]


@dataclass(frozen=True)
class Gauge:
    """The games that measure the strength of a net."""

    game: Game
    seats: int
    options: Options
    games: int
    """Against each rival."""
    seed: str

    def measurements(self, net: Path, rival: Rival) -> Measurement:
        bots = (f"net:{net.resolve()}", *(rival.bot,) * (self.seats - 1))
        seating = Seating.of(self.game, self.seats, bots, self.seed, self.options)
        spec = GameSpec.of(self.game, seating.options)
        if spec is None:
            raise SpielzugError(f"{self.game.name}: other processes know nothing of this game")
        values = (spec, None, self.seats, bots, self.seed, REDRAWS, PACE)
        return RemoteTask(prepare_measuring, values)

    def measure(
        self, net: Path, rivals: Sequence[Rival], pool: WorkerPool, stop: Stop,
        tick: Callable[[int], None] = lambda _: None,
    ) -> list[StrengthScore]:  # fmt: skip
        """Measure against each rival; when stopped, rivals with too few games are left out."""
        there = _RemoteGames(tuple(self.measurements(net, rival) for rival in rivals))
        pieces = ((n, (at, at + 1)) for at in range(self.games) for n in range(len(rivals)))
        jobs = Jobs.of(pieces, self.games * len(rivals))
        found: list[list[Rows]] = [[] for _ in rivals]
        task: Task[tuple[Piece, ...], list[tuple[int, MeasuredGames]]] = Task(
            lambda job, _: there(job), there
        )
        for done in pool.each(task, jobs, stop):
            jobs.learn(len(done), sum(measurements.seconds for _, measurements in done))
            for number, measurements in done:
                found[number].append(measurements.rows)
            tick(len(done))
        rows = [np.concatenate(each) if each else np.zeros(0, np.void) for each in found]
        least = 2 * self.seats
        return [
            score_of(rival.name, each)
            for rival, each in zip(rivals, rows, strict=True)
            if len(each) >= least
        ]


class BackgroundGauge:
    """Measures one net after the other in other processes, while training goes on."""

    def __init__(self, gauge: Gauge, workers: int) -> None:
        self._gauge, self._workers = gauge, workers
        self._crew: Processes | None = None
        self._thread: threading.Thread | None = None
        self._stop = Stop()
        self._found: list[StrengthScore] | Exception | None = None

    @property
    def busy(self) -> bool:
        """Whether a net is being measured, or a result has not been fetched yet."""
        return self._thread is not None

    @property
    def measuring(self) -> bool:
        """Whether the measurement is still running."""
        return self._thread is not None and self._thread.is_alive()

    def begin(self, net: Path, rivals: Sequence[Rival]) -> None:
        def run() -> None:
            try:
                if self._crew is None:
                    self._crew = Processes(self._workers)
                self._found = self._gauge.measure(net, rivals, self._crew, self._stop)
            except Exception as error:  # raised by `ask`
                self._found = error

        self._thread = threading.Thread(target=run, name="spielzug-strength", daemon=True)
        self._thread.start()

    def ask(self, wait: bool = False) -> list[StrengthScore] | None:
        """The result, if it is known by now; raises what went wrong."""
        if self._thread is None or (self._thread.is_alive() and not wait):
            return None
        self._thread.join()
        found, self._thread, self._found = self._found, None, None
        if isinstance(found, Exception):
            raise found
        return found

    def close(self) -> None:
        """Abort the current measurement."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        if self._crew is not None:
            self._crew.__exit__()


FIGURES, PICTURE = "curve.json", "curve.svg"


@dataclass(frozen=True)
class Point:
    """A net that was measured."""

    minutes: float
    decisions: int
    games: int
    updates: int
    net: str
    """The name of its file in the folder."""
    scores: tuple[StrengthScore, ...]

    def score(self, against: str) -> StrengthScore | None:
        return next((s for s in self.scores if s.against == against), None)

    def clearly_better(self, other: Point) -> bool:
        """Whether it is significantly better against some rival, and worse against none."""
        pairs = [(s, o) for s in self.scores if (o := other.score(s.against)) is not None]
        return any(s.low > o.high for s, o in pairs) and all(s.rate >= o.rate for s, o in pairs)

    def to_json(self) -> dict[str, Any]:
        return {
            "minutes": round(self.minutes, 3), "decisions": self.decisions, "games": self.games,
            "updates": self.updates, "net": self.net,
            "strength": [asdict(score) for score in self.scores],
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Point:
        given = dict(data)
        scores = tuple(StrengthScore(**score) for score in given.pop("strength"))
        return cls(**given, scores=scores)


@dataclass
class Curve:
    game: str
    title: str
    points: list[Point] = field(default_factory=list)

    @property
    def rivals(self) -> list[str]:
        """In the order in which they first appear."""
        return list(dict.fromkeys(s.against for point in self.points for s in point.scores))

    def to_json(self) -> dict[str, object]:
        return {"game": self.game, "points": [point.to_json() for point in self.points]}

    def save(self, folder: Path) -> None:
        """Write the figures and the picture."""
        save_text(json.dumps(self.to_json(), indent=1) + "\n", folder / FIGURES)
        if self.rivals:
            save_text(self.svg(), folder / PICTURE)

    def load(self, folder: Path, decisions: int) -> None:
        """Load the points of a folder up to so many decisions; later ones will come again."""
        file = folder / FIGURES
        if not file.exists():
            return
        try:
            found = json.loads(file.read_text(encoding="utf-8"))["points"]
            points = [Point.from_json(point) for point in found]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CannotRead(f"{file}: cannot be read: {error}") from None
        self.points = [point for point in points if point.decisions <= decisions]

    def svg(self) -> str:
        from spielzug.lab.report import plots

        seats = next(s.seats for point in self.points for s in point.scores)
        lines = [(name, self._line(name)) for name in self.rivals]
        drawn = plots.curve(lines, self._decisions(), 1 / seats)
        last = [point for point in self.points if point.scores][-1]
        told = ", ".join(f"{s.rate:.0%} against {s.against}" for s in last.scores)
        return plots.standalone_svg(drawn, f"{self.title}, {seats} seats", f"At the end {told}.")

    def _line(self, name: str) -> Sequence[dict[str, float]]:
        found = []
        for point in self.points:
            score = point.score(name)
            if score is not None:
                found.append(
                    {"at": point.minutes, "value": score.rate, "low": score.low, "high": score.high}
                )
        return found

    def _decisions(self) -> tuple[list[float], list[float]]:
        return [p.minutes for p in self.points], [float(p.decisions) for p in self.points]
