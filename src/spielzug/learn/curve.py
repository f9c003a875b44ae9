"""The curve of a training: how strong the net was when, as figures and as a picture."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from spielzug.core.errors import CannotRead
from spielzug.core.records import save_text
from spielzug.learn.strength import StrengthScore

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
        """Against somebody beyond doubt, and against nobody worse."""
        pairs = [(s, o) for s in self.scores if (o := other.score(s.against)) is not None]
        return any(s.low > o.high for s, o in pairs) and all(s.rate >= o.rate for s, o in pairs)

    def to_json(self) -> dict[str, Any]:
        return {
            "minutes": round(self.minutes, 3), "decisions": self.decisions, "games": self.games,
            "updates": self.updates, "net": self.net,
            "strength": [score.to_json() for score in self.scores],
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Point:
        scores = tuple(StrengthScore.from_json(score) for score in data["strength"])
        return cls(
            data["minutes"], data["decisions"], data["games"], data["updates"], data["net"], scores
        )


@dataclass
class Curve:
    game: str
    title: str
    points: list[Point] = field(default_factory=list)

    @property
    def rivals(self) -> list[str]:
        """In the order in which they came up."""
        return list(dict.fromkeys(s.against for point in self.points for s in point.scores))

    def to_json(self) -> dict[str, Any]:
        return {"game": self.game, "points": [point.to_json() for point in self.points]}

    def save(self, folder: Path) -> None:
        """Figures and picture."""
        save_text(json.dumps(self.to_json(), indent=1) + "\n", folder / FIGURES)
        if self.rivals:
            save_text(self.svg(), folder / PICTURE)

    def load(self, folder: Path, decisions: int) -> None:
        """The points of a folder, but those after so many decisions: they will come again."""
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
        return plots.alone(drawn, f"{self.title}, {seats} seats", f"At the end {told}.")

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
