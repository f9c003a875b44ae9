"""The plan of a training run, as stored in its folder. Needs no torch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from spielzug.core.errors import CannotRead, UsageError
from spielzug.core.game import Game
from spielzug.games import get_game

DEVICES = ("cpu", "cuda")
MINUTES, GAMES, SEED = 60.0, 200, 1
MOST_MINUTES = 60.0 * 24 * 365
MOST_DECISIONS = 10**12
MOST_SIZE = 1 << 20


@dataclass(frozen=True)
class TrainingPlan:
    """Which game, for how long, and on what device."""

    game: str
    seats: tuple[int, ...] = ()
    """Empty: all that the game allows."""
    device: str = "cpu"
    minutes: float = MINUTES
    seed: int = SEED
    size: int = 0
    """Games at once; 0: as many as suit the device."""
    games: int = GAMES
    """To measure a net by, against each rival."""
    imitate: bool = True
    """Whether it first learns from the game's own quick player."""
    line: str = ""
    """The command line."""
    decisions: int = 0
    """If not 0, how many to train for, instead of `minutes`: then the seed decides everything."""

    def require_valid(self) -> Self:
        """Raise for a plan that cannot be carried out, before anything is done."""
        for seats in self.seats:
            self.found.check_seats(seats)
        if self.device not in DEVICES:
            raise UsageError(f"--device is one of {', '.join(DEVICES)}, not {self.device!r}")
        if not 0 < self.minutes <= MOST_MINUTES:
            raise UsageError(f"--minutes {self.minutes:g}: give more than 0")
        if not 0 <= self.decisions <= MOST_DECISIONS:
            raise UsageError(f"--decisions {self.decisions}: choose 1 to {MOST_DECISIONS}")
        if not 0 <= self.seed < 1 << 63:
            raise UsageError(f"--seed {self.seed}: give a whole number, 0 or more")
        if not 0 <= self.size <= MOST_SIZE:
            raise UsageError(f"--size {self.size}: choose 1 to {MOST_SIZE} games")
        if not 20 <= self.games <= 100_000:
            raise UsageError(f"--games {self.games}: choose 20 to 100000 to measure a net")
        return self

    @property
    def found(self) -> Game:
        return get_game(self.game)

    def to_json(self) -> dict[str, object]:
        return {**asdict(self), "seats": list(self.seats)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], folder: Path) -> TrainingPlan:
        kinds: dict[str, type | tuple[type, ...]] = {
            "game": str, "seats": list, "device": str, "minutes": (int, float), "seed": int,
            "size": int, "games": int, "imitate": bool, "line": str, "decisions": int,
        }  # fmt: skip
        data = {"decisions": 0, **data}  # older runs have none
        for name, kind in kinds.items():
            if not isinstance(data.get(name), kind):
                raise CannotRead(f"{folder}: this is not a run of `train`: {name!r} is missing")
        given = {name: data[name] for name in kinds}
        return cls(**{**given, "seats": tuple(data["seats"])}).require_valid()
