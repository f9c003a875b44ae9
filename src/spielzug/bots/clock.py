"""Time for a bot: a limit for each turn, and a way to stop it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

SHARE = 0.4  # of the time left that one decision may take: more may follow in this turn


class Stop(threading.Event):
    """Set it from anywhere: thinking ends at the next look at the clock."""

    def __init__(self) -> None:
        super().__init__()
        self._told: list[Callable[[], None]] = []

    def set(self) -> None:
        super().set()
        for tell in self._told:
            tell()

    def on_set(self, tell: Callable[[], None]) -> None:
        """Also for a thought in another process; told at least once, at once if it is late."""
        self._told.append(tell)
        if self.is_set():
            tell()


class TurnTime:
    """What a seat has used of the time for its turn, one for each table.

    A turn is a row of decisions of one seat with no decision of another between them, so many small
    choices share one limit.
    """

    def __init__(self, spent: float = 0.0) -> None:
        self._seat = -1
        self._number = -1
        self.spent = spent

    def begin(self, seat: int, number: int) -> None:
        """Decision `number` of the game is due, for this seat."""
        if seat != self._seat or number != self._number + 1:
            self.spent = 0.0
        self._seat, self._number = seat, number

    def left(self, seconds: float) -> float:
        """For this decision, out of `seconds` for the whole turn; 0 when they are used up."""
        return max(0.0, SHARE * (seconds - self.spent))

    def spend(self, seconds: float) -> None:
        self.spent += seconds


@dataclass(frozen=True)
class Clock:
    """What one decision may take: the time of its turn, if anybody counts it, and a way to end it.

    Without `turn` nobody waits: a bot takes what it is made to take, and the game can be repeated.
    """

    turn: TurnTime | None = None
    stop: Stop = field(default_factory=Stop)

    def left(self, seconds: float | None) -> float | None:
        """Of so many seconds for the turn; None if nobody counts."""
        return None if self.turn is None or seconds is None else self.turn.left(seconds)

    def spend(self, seconds: float) -> None:
        if self.turn is not None:
            self.turn.spend(seconds)
